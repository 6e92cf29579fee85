//! Newer over older: which older statement a newer one corrects or updates, and in which point.
//!
//! A statement is read clause by clause: whom it is about, its words, its values and slots, and whether it says that
//! something changed, ended, was so once or is only wished for. An older statement is out of date in a clause when the
//! newer one speaks of the same subject and the same property and gives it another value, or says that it ended. Wrong
//! supersessions are worse than missed ones, so what is not clear supersedes nothing.

mod cues;
mod decide;
mod positions;
mod reading;
mod slots;
mod values;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;
use crate::tokens::content_words;

pub use decide::{Older, Supersession, superseded};
pub use reading::Statement;

/// Whether a prompt asks how it was before things changed.
pub fn asks_for_the_past(prompt: &str) -> bool {
    cues::asks_for_the_past(prompt)
}

/// Whether a span of what was said answers what the prompt asks: it holds a value of the kind that is asked for, or at
/// least as many of the prompt's words as the rest of the text has beside it.
pub fn answers(prompt: &str, said: &str, span: Range<usize>) -> bool {
    let Some(within) = said.get(span.clone()) else { return true };
    let kinds = asked_kinds(prompt);
    let held: Vec<values::StatedKind> = values::values(within).into_iter().map(|value| value.kind).collect();
    let tells_where = || WHERE.is_match(prompt) && !slots::slots(within).is_empty();
    if held.iter().any(|kind| kinds.contains(kind)) || tells_where() {
        return true;
    }
    let outside =
        format!("{} {}", said.get(..span.start).unwrap_or_default(), said.get(span.end..).unwrap_or_default());
    let [asked, inside, outside]: [HashSet<String>; 3] =
        [prompt, within, &outside].map(|text| content_words(text).into_iter().collect());
    let found_inside = asked.intersection(&inside).count();
    let found_outside = asked.iter().filter(|word| outside.contains(*word) && !inside.contains(*word)).count();
    if found_inside + found_outside == 0 { within.len() * 3 >= said.len() } else { found_inside >= found_outside }
}

static WHERE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\bwhere\b|どこ|何区|何駅"));

/// The kinds of values that a question wants to be told.
fn asked_kinds(prompt: &str) -> Vec<values::StatedKind> {
    use values::StatedKind as K;
    static WHEN: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:when|what\s+(?:day|date|time|night|weekend)|which\s+(?:day|date|dates|night|weekend|week))\b|いつ|何日|何時|何曜|日にち|日程|日時",
        )
    });
    static MANY: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\bhow\s+(?:many|much|long|often|old|far|fast|big|high)\b|何人|何名|何泊|何回|何個|何歳|いくつ|いくら|どのくらい|どれくらい|何分|何時間|何%|何円",
        )
    });
    let mut kinds = Vec::new();
    if WHEN.is_match(prompt) {
        kinds.extend([K::Clock, K::Day, K::Weekday, K::Month]);
    }
    if MANY.is_match(prompt) {
        kinds.extend([K::Count, K::Money, K::Percent, K::Ratio, K::Number]);
    }
    if WHERE.is_match(prompt) {
        kinds.extend([K::Ward, K::Station, K::Town]);
    }
    kinds
}

#[cfg(test)]
mod tests;
