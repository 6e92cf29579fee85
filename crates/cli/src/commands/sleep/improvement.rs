//! What a language model has done in a night, or would do.

use omoide::{Improvement, NightEstimate, Stop};
use omoide_home::lang::{Lang, say};

use crate::plot::grouped;
use crate::telling::minute;
use crate::vocabulary::FAILURES;

pub(super) fn in_words(done: &Improvement, lang: Lang) -> String {
    let (analysed, shortened) = (grouped(done.analysed), grouped(done.shortened));
    let (repaired, replaced, calls) = (grouped(done.repaired), grouped(done.replaced), grouped(done.calls));
    let (tokens, usd) = (grouped(done.tokens.sum()), done.nanodollars as f64 / 1e9);
    let mut text = say!(
        lang,
        "the language model understood {analysed} turns and shortened {shortened} texts in {calls} calls: {tokens} \
         tokens, ${usd:.4}; answers corrected {repaired}, done without the model {replaced}",
        "言語モデルが{calls}回の呼び出しで{analysed}件のやりとりを解釈し、{shortened}件の文を要約しました：{tokens}\
         トークン、{usd:.4}ドル。応答の補正{repaired}件、モデルを使わない代替処理{replaced}件"
    );
    if done.sessions > 0 {
        let sessions = grouped(done.sessions);
        text.push_str(&say!(
            lang,
            "\nthe language model summarised {sessions} sessions",
            "\n言語モデルが{sessions}件のセッションを要\
                                                                         約しました"
        ));
    }
    if let Some(stop) = &done.stop {
        let (left, why) = (grouped(done.left), stopped(stop, lang));
        text.push_str(&say!(
            lang,
            "\n{why}; {left} turns are left for the next night",
            "\n{why}。残り{left}件のやりとりは次の夜間処理に回します"
        ));
    }
    text
}

/// Why nothing more was asked.
pub(crate) fn stopped(stop: &Stop, lang: Lang) -> String {
    match stop {
        Stop::Limit(limit) => {
            let name = limit.parameter();
            say!(lang, "the budget is used up ({name})", "予算を使い切りました（{name}）")
        }
        Stop::Breaker { until, kind } => {
            let (until, kind) = (minute(*until), FAILURES.read(kind.name(), lang));
            say!(
                lang,
                "the provider is not used until {until} ({kind})",
                "{until}までプロバイダの使用を休止しています（{kind}）"
            )
        }
        Stop::Failed(failure) => {
            say!(lang, "the provider failed: {failure}", "プロバイダでエラーが起きました：{failure}")
        }
        Stop::Enough => lang
            .pick(
                "the limit for one night was reached (llm.turns_per_night)",
                "一晩の上限に達しました（llm.turns_per_night）",
            )
            .to_owned(),
    }
}

pub(super) fn estimate_in_words(estimate: NightEstimate, lang: Lang) -> String {
    let (turns, texts, calls) = (grouped(estimate.turns), grouped(estimate.texts), grouped(estimate.calls));
    let (tokens, usd) = (grouped(estimate.tokens.sum()), estimate.nanodollars as f64 / 1e9);
    say!(
        lang,
        "the language model would be asked about {turns} turns and {texts} texts in {calls} calls: about {tokens} \
         tokens, ${usd:.4}",
        "言語モデルに{calls}回の呼び出しで{turns}件のやりとりと{texts}件の文について尋ねます：およそ{tokens}トークン、\
         {usd:.4}ドル"
    )
}
