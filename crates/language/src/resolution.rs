//! What a person says is resolved: "fixed the login bug", "the sink works again", 「ログインのバグが直った」.
//!
//! Whatever is denied, asked, hoped for, put off, supposed or told by others is not resolved. Whatever is not clearly said is
//! not said: an item that stays open by mistake is closed by hand, one that is closed by mistake is forgotten.

mod english;
mod japanese;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::fold::is_japanese;
use crate::sentences::{each_said, said_part};

/// Longer sentences are no talk.
pub(crate) const LONGEST_SENTENCE: usize = 400;

/// Something that is said to be resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// Where the sentence stands that says so, in bytes.
    pub sentence: Range<usize>,
    /// Where what was resolved is named; `None` if the sentence only points to it ("that's done").
    pub thing: Option<Range<usize>>,
}

/// Parts of words without which nothing is resolved: most messages have none, and are not read further.
const SIGNS: [&str; 46] = [
    "fixed",
    "solved",
    "resolved",
    "done",
    "finished",
    "completed",
    "repaired",
    "patched",
    "sorted",
    "taken care",
    "works",
    "working",
    "passes",
    "pass now",
    "passing",
    "no longer",
    "anymore",
    "any more",
    "stopped",
    "runs",
    "builds",
    "compiles",
    "loads",
    "settled",
    "解決",
    "直った",
    "直り",
    "直し",
    "直せ",
    "なおった",
    "終わった",
    "終わりまし",
    "終わらせ",
    "終えた",
    "終えまし",
    "済んだ",
    "済みま",
    "済ませ",
    "済み",
    "完了",
    "片付",
    "ようになった",
    "ようになりまし",
    "修正",
    "修理",
    "対応",
];

/// Returns what `said` says is resolved, in its order.
pub fn resolved(said: &str) -> Vec<Resolved> {
    let mut found = Vec::new();
    if !might_resolve(said) {
        return found;
    }
    each_said(said, LONGEST_SENTENCE, |sentence, start| {
        let things = if is_japanese(sentence) { japanese::read(sentence) } else { english::read(sentence) };
        found.extend(things.into_iter().map(|thing| Resolved {
            sentence: start..start + sentence.len(),
            thing: thing.map(|span| span.start + start..span.end + start),
        }));
    });
    found
}

fn might_resolve(said: &str) -> bool {
    let lower = said_part(said).to_ascii_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign))
}
