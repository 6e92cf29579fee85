//! What a language model has done in a night, or would do.

use omoide::{Improvement, NightEstimate, Stop};
use omoide_home::lang::{Lang, say};

use crate::plot::grouped;
use crate::telling::minute;

pub(super) fn in_words(done: &Improvement, lang: Lang) -> String {
    let (analysed, shortened) = (grouped(done.analysed), grouped(done.shortened));
    let (repaired, replaced, calls) = (grouped(done.repaired), grouped(done.replaced), grouped(done.calls));
    let (tokens, usd) = (grouped(done.tokens.sum()), done.nanodollars as f64 / 1e9);
    let mut text = say!(
        lang,
        "the language model understood {analysed} turns and shortened {shortened} texts in {calls} calls: {tokens} tokens, \
         ${usd:.4}; repaired {repaired}, replaced by the language layer {replaced}",
        "言語モデルは{calls}回で{analysed}ターンを理解し、{shortened}件の文を縮めました：{tokens}トークン、{usd:.4}ドル。\
         修復{repaired}件、言語層による代替{replaced}件"
    );
    if done.sessions > 0 {
        let sessions = grouped(done.sessions);
        text.push_str(&say!(lang, "\nit summed up {sessions} sessions", "\n{sessions}件のセッションをまとめました"));
    }
    if let Some(stop) = &done.stop {
        let (left, why) = (grouped(done.left), stopped(stop, lang));
        text.push_str(&say!(
            lang,
            "\n{why}; {left} turns are left for another night",
            "\n{why}。{left}ターンは別の夜に回します"
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
            let (until, kind) = (minute(*until), kind.name());
            say!(
                lang,
                "the provider is left alone until {until} ({kind})",
                "プロバイダへの問い合わせは{until}まで休止中です（{kind}）"
            )
        }
        Stop::Failed(failure) => {
            say!(lang, "the provider failed: {failure}", "プロバイダが失敗しました：{failure}")
        }
        Stop::Enough => lang
            .pick("a night asks no more (llm.turns_per_night)", "一夜の上限に達しました（llm.turns_per_night）")
            .to_owned(),
    }
}

pub(super) fn estimate_in_words(estimate: NightEstimate, lang: Lang) -> String {
    let (turns, texts, calls) = (grouped(estimate.turns), grouped(estimate.texts), grouped(estimate.calls));
    let (tokens, usd) = (grouped(estimate.tokens.sum()), estimate.nanodollars as f64 / 1e9);
    say!(
        lang,
        "the language model would be asked about {turns} turns and {texts} texts in {calls} calls: some {tokens} tokens, \
         ${usd:.4}",
        "言語モデルには{calls}回で{turns}ターンと{texts}件の文について尋ねます：およそ{tokens}トークン、{usd:.4}ドル"
    )
}
