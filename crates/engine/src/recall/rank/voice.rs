//! How a text is written, whatever it is about: its marks, the length of its lines, how its sentences end.
//!
//! Two pieces of one talk are by the same people. Habits are weighed by how rare they are among the texts that
//! are compared: 「ですね！」 tells little where everyone writes it.

use std::collections::HashMap;

use omoide_core::formulas::ranking::bm25;
use omoide_language::sentences::sentences;

use crate::recall::constants::voice::{ENDS, LINE_STEP, LONGEST_LABEL, LONGEST_LINE};

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Clone)]
enum Habit {
    Marks(String),
    LineLength(usize),
    LineEnd(Option<char>),
    SentenceEnd(String),
}

/// How often a text shows each habit.
#[derive(Default)]
struct Voice(HashMap<Habit, f64>);

impl Voice {
    fn of(text: &str) -> Self {
        let mut voice = Self::default();
        for line in text.lines().map(without_label).filter(|line| !line.is_empty()) {
            let mut marks = String::new();
            for c in line.chars().chain([' ']) {
                if is_mark(c) {
                    marks.push(c);
                } else if !marks.is_empty() {
                    voice.add(Habit::Marks(std::mem::take(&mut marks)));
                }
            }
            voice.add(Habit::LineLength((line.chars().count() / LINE_STEP).min(LONGEST_LINE)));
            voice.add(Habit::LineEnd(line.chars().next_back().filter(|c| is_mark(*c))));
            for sentence in sentences(line) {
                let mut starts = sentence.char_indices().rev().map(|(at, _)| at);
                for (length, start) in (1..).zip(starts.by_ref().take(*ENDS.end())) {
                    if ENDS.contains(&length) {
                        voice.add(Habit::SentenceEnd(sentence[start..].to_owned()));
                    }
                }
            }
        }
        voice
    }

    fn add(&mut self, habit: Habit) {
        *self.0.entry(habit).or_default() += 1.0;
    }
}

/// How much each of the texts is written like the prompt.
pub(super) fn likeness_of(prompt: &str, texts: &[String]) -> Vec<f64> {
    let voices: Vec<Voice> = texts.iter().map(|text| Voice::of(text)).collect();
    likeness(&Voice::of(prompt), &voices)
}

/// How much each of the voices is like the prompt's.
fn likeness(prompt: &Voice, voices: &[Voice]) -> Vec<f64> {
    let mut holders: HashMap<&Habit, u64> = HashMap::new();
    for habit in voices.iter().flat_map(|voice| voice.0.keys()) {
        *holders.entry(habit).or_default() += 1;
    }
    let rarity = |habit: &Habit| bm25::idf(voices.len() as u64, holders.get(habit).copied().unwrap_or(0));
    let weight = |habit: &Habit, count: f64| rarity(habit) * (1.0 + count.ln());
    // In order, so that sums are the same every time.
    let mut asked: Vec<(&Habit, f64)> = prompt.0.iter().map(|(habit, count)| (habit, weight(habit, *count))).collect();
    asked.sort_by(|a, b| a.0.cmp(b.0));
    let likeness = |voice: &Voice| {
        let mut own: Vec<(&Habit, f64)> = voice.0.iter().map(|(habit, count)| (habit, weight(habit, *count))).collect();
        own.sort_by(|a, b| a.0.cmp(b.0));
        let length = own.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        let shared = asked.iter().filter_map(|(habit, asked)| {
            let place = own.binary_search_by(|(other, _)| (*other).cmp(*habit)).ok()?;
            Some(asked * own[place].1)
        });
        let shared: f64 = shared.sum();
        if length > 0.0 { shared / length } else { 0.0 }
    };
    voices.iter().map(likeness).collect()
}

/// Punctuation, symbols, and the letters that are used like them.
fn is_mark(c: char) -> bool {
    matches!(c, 'ー' | '笑') || !(c.is_alphanumeric() || c.is_whitespace())
}

/// A line without the name of who says it: "Mia: hello".
pub(crate) fn without_label(line: &str) -> &str {
    let line = line.trim();
    let said = line.split_once([':', '：']).filter(|(label, said)| {
        (1..=LONGEST_LABEL).contains(&label.chars().count())
            && !label.contains(char::is_whitespace)
            && said.starts_with(char::is_whitespace)
    });
    said.map_or(line, |(_, said)| said.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_habits_are_alike_whatever_the_subject() {
        let lively = "A: いいですね〜！\nB: でしょ〜！楽しいんだよね！";
        let sober = "A: そうですか。\nB: はい、書類を出しました。";
        let likeness = likeness(&Voice::of("犬は好き〜！\nかわいいんだよね！"), &[Voice::of(lively), Voice::of(sober)]);
        assert!(likeness[0] > likeness[1], "{likeness:?}");
    }

    #[test]
    fn the_name_of_who_speaks_is_no_habit() {
        assert_eq!(without_label("Mia: hello"), "hello");
        assert_eq!(without_label("at 10:30 we go"), "at 10:30 we go");
        assert_eq!(without_label("a long beginning: then"), "a long beginning: then");
    }

    #[test]
    fn nothing_is_like_nothing() {
        assert_eq!(likeness(&Voice::of(""), &[Voice::of("はい。"), Voice::of("")]), [0.0, 0.0]);
    }
}
