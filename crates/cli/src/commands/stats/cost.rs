//! What a year would cost if a language model did the work (S0 付録：年間コスト見積もり).

use omoide::Stats;
use omoide_core::formulas::yearly_cost::{CostTerms, Usage, yearly_cost};
use omoide_core::parameters::Parameters;
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use super::rate;
use crate::plot::grouped;
use crate::table::labelled;

/// The estimate, and what it started from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CostEstimate {
    usage: Usage,
    terms: CostTerms,
    yen_per_usd: f64,
    has_memories: bool,
    spent_usd: f64,
}

impl CostEstimate {
    /// From the mind's own figures; S0's assumptions stand in for what it has none of yet.
    pub(super) fn of(stats: &Stats, parameters: &Parameters, spent_usd: f64) -> Self {
        let usage = stats.usage();
        let terms = yearly_cost(&usage, &parameters.compression, &parameters.cost);
        Self { usage, terms, yen_per_usd: parameters.cost.yen_per_usd, has_memories: stats.has_memories(), spent_usd }
    }

    pub(super) fn in_words(&self, lang: Lang) -> String {
        let (usage, terms) = (&self.usage, &self.terms);
        let (rate, full) = (rate(usage.memories_per_day), usage.full_characters);
        let (summary, trace) = (usage.summary_characters, usage.trace_characters);
        let from = if self.has_memories {
            say!(
                lang,
                "a year at {rate} memories a day of {full:.0} characters ({summary:.0} as a summary, {trace:.0} as a trace):",
                "1日{rate}件、1件{full:.0}文字（要約{summary:.0}文字、痕跡{trace:.0}文字）で1年："
            )
        } else {
            say!(
                lang,
                "there are no memories yet, so this assumes a year of {rate} memories a day of {full:.0} characters \
                 each:",
                "記憶がまだないため、1日{rate}件、1件{full:.0}文字と仮定した1年："
            )
        };
        let tokens = |count: f64| {
            let count = grouped(count.round().max(0.0) as u64);
            say!(lang, "{count} tokens", "{count}トークン")
        };
        let (embedding, model) = (terms.embedding_usd, terms.model_usd);
        let (usd, yen) = (terms.sum_usd(), grouped(self.yen().round().max(0.0) as u64));
        let sum = say!(
            lang,
            "${usd:.2} (¥{yen}): ${embedding:.2} for embedding, ${model:.2} for the model",
            "{usd:.2}ドル（{yen}円）：埋め込み{embedding:.2}ドル、モデル{model:.2}ドル"
        );
        let rows = [
            (lang.pick("embedded", "埋め込み"), tokens(terms.embedding_tokens)),
            (lang.pick("read", "入力"), tokens(terms.input_tokens)),
            (lang.pick("written", "出力"), tokens(terms.output_tokens)),
            (lang.pick("a year", "1年"), sum),
        ];
        let spent = self.spent_usd;
        let plainly = if spent == 0.0 {
            lang.pick(
                "This is what a language model would cost for the same work. Omoide itself spends nothing.",
                "これは同じ処理を言語モデルに任せた場合の費用です。Omoide自身には費用がかかりません。",
            )
            .to_owned()
        } else {
            say!(
                lang,
                "This is what a language model would cost for all of the work. Actually spent so far: ${spent:.4}; \
                 see: omoide cost",
                "これはすべての処理を言語モデルに任せた場合の費用です。これまでの実際の費用は{spent:.4}ドル：\
                 omoide cost"
            )
        };
        format!("{from}\n{}\n{plainly}", labelled(&rows))
    }

    pub(super) fn in_json(&self) -> Value {
        json!({
            "assumptions": {
                "memories_per_day": self.usage.memories_per_day,
                "full_characters": self.usage.full_characters,
                "summary_characters": self.usage.summary_characters,
                "trace_characters": self.usage.trace_characters,
                "prompt_characters": self.usage.prompt_characters,
            },
            "embedding_tokens": self.terms.embedding_tokens,
            "input_tokens": self.terms.input_tokens,
            "output_tokens": self.terms.output_tokens,
            "embedding_usd": self.terms.embedding_usd,
            "model_usd": self.terms.model_usd,
            "usd": self.terms.sum_usd(),
            "yen": self.yen(),
            "spent_by_omoide_usd": self.spent_usd,
        })
    }

    fn yen(&self) -> f64 {
        self.terms.sum_usd() * self.yen_per_usd
    }
}
