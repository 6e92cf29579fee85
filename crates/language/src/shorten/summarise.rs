//! A summary of any text, a document or a dialogue, within a number of characters.

use std::collections::HashSet;

use super::choose::{Choosable, choose};
use super::condense::condense;
use super::dialogue::Dialogue;
use super::fit::{cut, fit};
use super::prune::{is_empty_talk, pruned};
use super::report::{Voices, reported};
use super::vocabulary::Vocabulary;
use crate::sentences::sentences;

/// A sentence of the text as it could stand in the summary.
struct SummarySentence<'a> {
    speaker: Option<usize>,
    text: String,
    is_told: bool,
    source: &'a str,
}

/// What a text says in at most `max_characters` characters: its own sentences in their order, without fillers, with
/// code and traces as marks of what they were about. In an English dialogue a plain sentence is told in the third
/// person, and every other keeps its speaker before it. A text that fits stays as it is.
pub fn summarise(text: &str, max_characters: usize) -> String {
    let text = text.trim();
    if text.char_indices().nth(max_characters).is_none() {
        return text.to_owned();
    }
    let condensed = condense(text);
    if condensed.char_indices().nth(max_characters).is_none() {
        return condensed;
    }
    let dialogue = Dialogue::of(&condensed);
    let lines = match &dialogue {
        Some(dialogue) => spoken_lines(dialogue),
        None => {
            let mut seen = HashSet::new();
            sentences(&condensed).into_iter().filter(|s| seen.insert(*s)).filter_map(written_line).collect()
        }
    };
    let chosen = chosen(&lines, dialogue.as_ref(), max_characters);
    let summary = joined(&lines, &chosen, dialogue.as_ref());
    if chosen.is_empty() {
        return fit(&condensed, max_characters);
    }
    if summary.char_indices().nth(max_characters).is_some() { cut(&summary, max_characters) } else { summary }
}

fn written_line(sentence: &str) -> Option<SummarySentence<'_>> {
    (!is_empty_talk(sentence)).then(|| SummarySentence {
        speaker: None,
        text: pruned(sentence),
        is_told: false,
        source: sentence,
    })
}

fn spoken_lines<'a>(dialogue: &'a Dialogue<'_>) -> Vec<SummarySentence<'a>> {
    let mut lines = Vec::new();
    let mut seen = HashSet::new();
    for turn in &dialogue.turns {
        let other = dialogue.other(turn.speaker).map(|other| dialogue.speakers[other].name.as_str());
        let voices = Voices { speaker: &dialogue.speakers[turn.speaker].name, other };
        for sentence in sentences(turn.words) {
            if !seen.insert((turn.speaker, sentence)) || is_empty_talk(sentence) {
                continue;
            }
            let clean = pruned(&without_call(&pruned(sentence), other.unwrap_or_default()));
            if is_empty_talk(&clean) {
                continue;
            }
            let told = reported(&clean, voices);
            let is_told = told.is_some();
            lines.push(SummarySentence {
                speaker: Some(turn.speaker),
                text: told.unwrap_or(clean),
                is_told,
                source: sentence,
            });
        }
    }
    lines
}

/// The sentence without the name it calls out to the one spoken to; that name stands in the telling.
fn without_call(sentence: &str, other: &str) -> String {
    if other.is_empty() {
        return sentence.to_owned();
    }
    if let Some(rest) = sentence.strip_prefix(other).and_then(|rest| rest.strip_prefix(", ")) {
        return rest.to_owned();
    }
    let end = sentence.trim_end_matches(['.', '!', '?', ' ']);
    match end.strip_suffix(other).and_then(|rest| rest.strip_suffix(", ")) {
        Some(rest) => format!("{rest}{}", &sentence[end.len()..]),
        None => sentence.to_owned(),
    }
}

fn chosen(lines: &[SummarySentence<'_>], dialogue: Option<&Dialogue<'_>>, room: usize) -> Vec<usize> {
    let mut vocabulary = Vocabulary::default();
    let words: Vec<Vec<usize>> = lines.iter().map(|line| vocabulary.read(line.source)).collect();
    if let Some(dialogue) = dialogue {
        dialogue.speakers.iter().for_each(|speaker| vocabulary.quiet(&speaker.name));
    }
    let weights = vocabulary.weights();
    let count = lines.len().max(1) as f32;
    let pieces: Vec<Choosable> = lines
        .iter()
        .zip(words)
        .enumerate()
        .map(|(index, (line, words))| {
            let label = match line.speaker {
                Some(speaker) if !line.is_told => dialogue.map_or(0, |d| d.speakers[speaker].name.chars().count() + 2),
                _ => 0,
            };
            let length = line.text.chars().count() + label + 1;
            Choosable { length, words, prior: prior(line, index as f32 / count) }
        })
        .collect();
    choose(&pieces, &weights, room + 1)
}

/// How much the place and the kind of a sentence speak for it.
fn prior(line: &SummarySentence<'_>, place: f32) -> f32 {
    let opening = 1.0 + (1.0 - place * 3.0).max(0.0);
    let closing = if place > 0.85 { 1.1 } else { 1.0 };
    let asked = if line.text.ends_with('?') { 0.6 } else { 1.0 };
    let told = if line.is_told { 1.2 } else { 1.0 };
    let mark = if line.text.starts_with('[') { 0.5 } else { 1.0 };
    opening * closing * asked * told * mark
}

fn joined(lines: &[SummarySentence<'_>], chosen: &[usize], dialogue: Option<&Dialogue<'_>>) -> String {
    let mut joined = String::new();
    let mut labelled: Option<usize> = None;
    for index in chosen {
        let line = &lines[*index];
        let is_tight = joined.is_empty() || joined.ends_with(['。', '！', '？', '」', '…', '\n']);
        if !is_tight {
            joined.push(' ');
        }
        match (line.speaker, dialogue) {
            (Some(speaker), Some(dialogue)) if !line.is_told => {
                if labelled != Some(speaker) {
                    joined.push_str(&dialogue.speakers[speaker].name);
                    joined.push_str(": ");
                }
                labelled = Some(speaker);
            }
            _ => labelled = None,
        }
        joined.push_str(&line.text);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::without_call;

    #[test]
    fn a_name_that_is_called_out_falls_away() {
        assert_eq!(without_call("Ben, I need help.", "Ben"), "I need help.");
        assert_eq!(without_call("I need help, Ben!", "Ben"), "I need help!");
        assert_eq!(without_call("I need Ben.", "Ben"), "I need Ben.");
        assert_eq!(without_call("I flew to Oslo, Norway.", "Ben"), "I flew to Oslo, Norway.");
        assert_eq!(without_call("Ben, ", ""), "Ben, ");
    }
}
