//! What a provider would cost: the memories that wait for it, a night, and a year of S0's design.

use omoide::{Engine, ModelRates};
use omoide_core::formulas::yearly_cost::{Usage, yearly_cost};
use omoide_core::parameters::{Cost, Parameters};
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use crate::plot::grouped;

/// What a provider would cost.
pub(super) struct Preview {
    turns: u64,
    tokens: u64,
    usd: f64,
    memories_per_day: f64,
    year_usd: f64,
}

impl Preview {
    pub(super) fn of(
        engine: &Engine,
        parameters: &Parameters,
        rates: ModelRates,
        is_embedding: bool,
    ) -> anyhow::Result<Self> {
        let (mut turns, mut tokens, mut nanodollars, mut memories_per_day) = (0, 0, 0, 0.0);
        for name in engine.minds().unwrap_or_default() {
            let mind = engine.mind(name);
            memories_per_day += mind.stats()?.memories_per_day;
            if !is_embedding {
                let estimate = mind.estimate_turns(rates)?;
                turns += estimate.turns;
                tokens += estimate.tokens.sum();
                nanodollars += estimate.nanodollars;
            }
        }
        let cost = Cost {
            embedding_usd_per_million: if is_embedding { rates.input_usd_per_million } else { 0.0 },
            input_usd_per_million: if is_embedding { 0.0 } else { rates.input_usd_per_million },
            output_usd_per_million: if is_embedding { 0.0 } else { rates.output_usd_per_million },
            ..parameters.cost.clone()
        };
        let usual = Usage::default();
        let usage = Usage {
            memories_per_day: if memories_per_day > 0.0 { memories_per_day } else { usual.memories_per_day },
            ..usual
        };
        let year_usd = yearly_cost(&usage, &parameters.compression, &cost).sum_usd();
        let usd = nanodollars as f64 / 1e9;
        Ok(Self { turns, tokens, usd, memories_per_day: usage.memories_per_day, year_usd })
    }

    pub(super) fn in_words(&self, lang: Lang) -> String {
        let (turns, tokens) = (grouped(self.turns), grouped(self.tokens));
        let (usd, rate, year) = (self.usd, self.memories_per_day, self.year_usd);
        say!(
            lang,
            "the next night would ask about {turns} turns: about {tokens} tokens, ${usd:.4}\na year at {rate:.0} \
             turns a day: about ${year:.2}; it never costs more than the limits below",
            "次の夜間処理で尋ねるのは{turns}件のやりとりで、およそ{tokens}トークン、{usd:.4}ドルです\n1日{rate:.0}件\
             のやりとりで1年：およそ{year:.2}ドル。下の上限を超えることはありません"
        )
    }

    pub(super) fn in_json(&self) -> Value {
        json!({
            "turns": self.turns, "tokens": self.tokens, "usd": self.usd,
            "memories_per_day": self.memories_per_day, "year_usd": self.year_usd,
        })
    }
}
