//! The points that a text makes: its clauses, each with what it depends on, so that one can stand without the others.

use super::clauses::{clauses, is_condition};
use super::prune::{is_empty_talk, pruned};
use crate::fold::is_japanese;
use crate::sentences::sentences;

/// A point is no longer than this, in characters; a clause that would make it longer begins the next.
const LONGEST: usize = 120;
/// Clauses that are shorter than this, in words and in Japanese characters, say nothing alone.
const LEAST_WORDS: usize = 3;
const LEAST_CHARACTERS: usize = 6;
/// Points beyond these are not looked at, so that the time stays short.
const MOST: usize = 600;

/// The points of a text in their order, without greetings, thanks and fillers.
pub(crate) fn points(text: &str) -> Vec<String> {
    let mut points: Vec<String> = Vec::new();
    for sentence in sentences(text) {
        if is_empty_talk(sentence) {
            continue;
        }
        let clean = pruned(sentence);
        if is_empty_talk(&clean) {
            continue;
        }
        for point in of_sentence(&clean) {
            if !points.contains(&point) {
                points.push(point);
            }
            if points.len() == MOST {
                return points;
            }
        }
    }
    points
}

fn of_sentence(sentence: &str) -> Vec<String> {
    let is_question = sentence.ends_with(['?', '？']);
    // A mark of code, and a question, are one point.
    if sentence.starts_with('[') || is_question {
        return vec![sentence.to_owned()];
    }
    let is_japanese = is_japanese(sentence);
    let mut points: Vec<String> = Vec::new();
    let mut before = "";
    for clause in clauses(sentence).into_iter().flat_map(|clause| joined_statements(clause, is_japanese)) {
        let goes_on = points.last().is_some_and(|last| {
            let fits = last.chars().count() + clause.chars().count() <= LONGEST;
            let depends =
                if is_japanese { depends_in_japanese(before, clause) } else { depends_in_english(before, clause) };
            depends && (fits || is_short(clause, is_japanese) || is_short(last, is_japanese))
        });
        before = clause;
        match points.last_mut() {
            Some(last) if goes_on => {
                let has_gap = is_japanese || last.ends_with(' ') || clause.starts_with(' ');
                last.push_str(if has_gap { "" } else { " " });
                last.push_str(clause);
            }
            _ => points.push(clause.trim_start().to_owned()),
        }
    }
    points.iter_mut().for_each(|point| point.truncate(point.trim_end().len()));
    points
}

/// A clause at the places where "and", "but" or "so" begins a statement of its own.
fn joined_statements(clause: &str, is_japanese: bool) -> Vec<&str> {
    if is_japanese {
        return vec![clause];
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in clause.match_indices(' ') {
        let rest = &clause[at + 1..];
        let joint = ["and ", "but ", "so ", "- ", "— ", "– "].into_iter().find(|joint| rest.starts_with(joint));
        let Some(joint) = joint else { continue };
        let opens = joint.starts_with(['-', '—', '–']) || joint == "but " || opens_statement(&rest[joint.len()..]);
        if opens && at > start {
            parts.push(&clause[start..=at]);
            start = at + 1;
        }
    }
    parts.push(&clause[start..]);
    parts
}

/// Whether an English clause stands on its own: it begins with a subject.
fn opens_statement(clause: &str) -> bool {
    let first = clause.trim_start().split([' ', ',']).next().unwrap_or_default().to_ascii_lowercase().replace('’', "'");
    let subject = first.split('\'').next().unwrap_or_default();
    matches!(
        subject,
        "i" | "im"
            | "ive"
            | "we"
            | "you"
            | "he"
            | "she"
            | "it"
            | "they"
            | "there"
            | "my"
            | "our"
            | "his"
            | "her"
            | "their"
            | "your"
            | "the"
            | "this"
            | "these"
    )
}

fn depends_in_english(last: &str, clause: &str) -> bool {
    if is_condition(last) || is_short(last, false) || is_short(clause, false) {
        return true;
    }
    let trimmed = clause.trim_start();
    if trimmed.starts_with("but ") && !trimmed.starts_with("but not ") && !trimmed.starts_with("but only ") {
        return false;
    }
    let rest =
        ["and ", "but ", "so ", "- ", "— ", "– "].into_iter().find_map(|joint| clause.trim_start().strip_prefix(joint));
    !opens_statement(rest.unwrap_or(clause))
}

fn depends_in_japanese(last: &str, clause: &str) -> bool {
    let bare = last.trim_end_matches(['、', '，', ' ', '；']);
    let is_topic = bare.ends_with(['は', 'も', 'と']) || bare.ends_with("って");
    is_condition(last) || is_topic || is_short(last, true) || is_short(clause, true)
}

fn is_short(clause: &str, is_japanese: bool) -> bool {
    if is_japanese {
        clause.chars().filter(|c| c.is_alphanumeric()).count() < LEAST_CHARACTERS
    } else {
        clause.split_whitespace().count() < LEAST_WORDS
    }
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn a_point_keeps_what_it_depends_on() {
        for (text, expected) in [
            ("not allergic to peanuts, only to almonds", &["not allergic to peanuts, only to almonds"][..]),
            ("If it rains, we stay at home, and I bake.", &["If it rains, we stay at home,", "and I bake."]),
            ("Hi! My tea is green, my cup is blue.", &["My tea is green,", "my cup is blue."]),
            ("I saw Ana, Ben and Cleo, who live in Graz.", &["I saw Ana, Ben and Cleo, who live in Graz."]),
            ("薬は、朝に2錠です。", &["薬は、朝に2錠です。"]),
            ("昨日は雨だったので、家で本を読んでいた。", &["昨日は雨だったので、", "家で本を読んでいた。"]),
        ] {
            assert_eq!(points(text), expected, "{text}");
        }
    }
}
