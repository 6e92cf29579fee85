//! The words of documents, and the index over them.

use std::collections::HashMap;

use super::{HowToEntry, HowToIndex, HowToLine, HowToTerm, HowToText};
use crate::embedding::{self, DIMENSIONS};
use crate::fold::{Script, fold, script};
use crate::tokens::{each_content_word, morphemes};

/// How often a word of the title or the description counts, against one of the body.
const HEAD: f32 = 2.0;
/// BM25's two numbers: how fast a repeated word stops counting, and how much a document's length counts against it.
const SATURATION: f32 = 1.0;
const LENGTH: f32 = 0.4;
/// What a pair of Japanese characters counts, against a word.
const PAIR: f32 = 0.35;
/// Stands before a pair, so that it is never taken for a word.
const PAIR_MARK: char = '\u{1}';
/// Only the beginning of a body is read, in characters and in lines: what it is about does not stand at its end.
const BODY: usize = 6_000;
const LINES: usize = 60;
/// How common a word is, is guessed from everyday language as if it had been seen in so many documents of so many words.
/// A dozen documents by themselves do not tell.
const GUESSED_DOCUMENTS: f32 = 300.0;
const GUESSED_WORDS: f32 = 60.0;
/// The share of documents that are guessed to have a pair: one of hiragana, and one with a kanji or katakana in it.
const KANA_PAIR: f32 = 0.3;
const OTHER_PAIR: f32 = 0.02;

/// A document, read.
pub(super) struct HowToReading {
    keywords: Vec<String>,
    called: String,
    /// The words of title and description, then those of each line.
    lines: Vec<ReadLine>,
    head: Option<[f32; DIMENSIONS]>,
    body: Option<[f32; DIMENSIONS]>,
}

struct ReadLine {
    /// Everything that is written there.
    written: Vec<String>,
    /// Without what is only typed: a command's paths would make every line as long as another.
    spoken: Vec<String>,
}

impl HowToReading {
    pub(super) fn of(document: HowToText<'_>) -> Self {
        let end = document.body.char_indices().nth(BODY).map_or(document.body.len(), |(at, _)| at);
        let body = &document.body[..end];
        let head = format!("{}\n{}", document.title, document.description);
        let lines = body.lines().filter(|line| !line.trim().is_empty()).take(LINES);
        let read = |line| ReadLine { written: terms(line), spoken: terms(&spoken(line)) };
        Self {
            keywords: bracketed(document.description),
            called: fold(&head),
            lines: std::iter::once(head.as_str()).chain(lines).map(read).collect(),
            head: embedding::query_vector(&head),
            body: embedding::query_vector(&spoken(body)),
        }
    }
}

/// The keywords in brackets, folded: 「[請求書, invoice] を作る」 has two. A link's text is none.
pub(super) fn bracketed(description: &str) -> Vec<String> {
    let folded = fold(description).replace('【', "[").replace('】', "]");
    let mut keywords = Vec::new();
    for part in folded.split('[').skip(1) {
        if let Some((inside, behind)) = part.split_once(']')
            && !behind.starts_with('(')
        {
            let words = inside.split([',', '、', '|']).map(str::trim).filter(|word| !word.is_empty());
            keywords.extend(words.map(str::to_owned));
        }
    }
    keywords
}

/// The words of a text that say something, and the pairs of its Japanese characters, because the dictionary can cut a
/// message otherwise than a document.
pub(super) fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    each_content_word(text, &morphemes(text), &mut |word| terms.push(word));
    let mut before = None;
    for c in fold(text).chars() {
        let is_japanese = matches!(script(c), Script::Kanji | Script::Hiragana | Script::Katakana);
        if let (true, Some(before)) = (is_japanese, before) {
            terms.push([PAIR_MARK, before, c].iter().collect());
        }
        before = is_japanese.then_some(c);
    }
    terms
}

/// Without what is typed and not said: paths, options, and `{{places}}` to fill in.
fn spoken(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        plain.push_str(before);
        plain.push(' ');
        rest = behind.split_once("}}").map_or("", |(_, behind)| behind);
    }
    plain.push_str(rest);
    let is_option = |word: &str| word.len() > 1 && word.starts_with('-');
    let is_path = |word: &str| word.contains(['/', '\\', '$', '=', '<', '>', '|', '*', '_', '~']);
    let words = plain.split_whitespace().filter(|word| !word.is_ascii() || !is_option(word) && !is_path(word));
    words.collect::<Vec<_>>().join(" ")
}

/// How telling a term is that so many of the documents have.
pub(super) fn telling(term: &str, having: usize, documents: usize) -> f32 {
    let (kind, common) = match term.strip_prefix(PAIR_MARK) {
        Some(pair) if pair.chars().all(|c| script(c) == Script::Hiragana) => (PAIR, KANA_PAIR),
        Some(_) => (PAIR, OTHER_PAIR),
        None => (1.0, 1.0 - (-GUESSED_WORDS * (-embedding::rarity(term)).exp()).exp()),
    };
    let documents = documents as f32 + GUESSED_DOCUMENTS;
    let having = having as f32 + GUESSED_DOCUMENTS * common;
    kind * (1.0 + (documents - having + 0.5) / (having + 0.5)).ln()
}

pub(super) fn index(readings: &[HowToReading]) -> HowToIndex {
    let mut vocabulary = HashMap::new();
    let mut counts: Vec<Vec<(u32, f32)>> = Vec::new();
    let mut documents = Vec::with_capacity(readings.len());
    let mut lengths = Vec::with_capacity(readings.len());
    for (document, reading) in (0_u32..).zip(readings) {
        let mut found: HashMap<u32, f32> = HashMap::new();
        let mut lines = Vec::with_capacity(reading.lines.len());
        for (at, line) in reading.lines.iter().enumerate() {
            for id in ids(&mut vocabulary, &line.written) {
                *found.entry(id).or_default() += if at == 0 { HEAD } else { 1.0 };
            }
            lines.push(HowToLine { terms: ids(&mut vocabulary, &line.spoken), weight: 0.0 });
        }
        counts.resize(vocabulary.len(), Vec::new());
        lengths.push(found.values().sum::<f32>());
        for (term, count) in found {
            counts[term as usize].push((document, count));
        }
        documents.push(HowToEntry {
            keywords: reading.keywords.clone(),
            called: reading.called.clone(),
            lines,
            head: reading.head,
            body: reading.body,
        });
    }
    let terms = weighed(&vocabulary, counts, &lengths);
    for line in documents.iter_mut().flat_map(|entry| &mut entry.lines) {
        line.weight = line.terms.iter().map(|term| terms[*term as usize].weight).sum();
    }
    HowToIndex { vocabulary, terms, documents }
}

/// The ids of the terms in their order, each once; new terms get one.
fn ids(vocabulary: &mut HashMap<String, u32>, terms: &[String]) -> Vec<u32> {
    let mut ids: Vec<u32> = Vec::with_capacity(terms.len());
    for term in terms {
        ids.push(vocabulary.get(term).copied().unwrap_or_else(|| {
            let id = u32::try_from(vocabulary.len()).unwrap_or(u32::MAX);
            vocabulary.insert(term.clone(), id);
            id
        }));
    }
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn weighed(vocabulary: &HashMap<String, u32>, counts: Vec<Vec<(u32, f32)>>, lengths: &[f32]) -> Vec<HowToTerm> {
    let mut words = vec![""; vocabulary.len()];
    for (word, id) in vocabulary {
        words[*id as usize] = word;
    }
    let mean = (lengths.iter().sum::<f32>() / lengths.len().max(1) as f32).max(1.0);
    let term = |(word, mut postings): (&str, Vec<(u32, f32)>)| {
        let weight = telling(word, postings.len(), lengths.len());
        for (document, count) in &mut postings {
            let length = 1.0 - LENGTH + LENGTH * lengths[*document as usize] / mean;
            *count *= (SATURATION + 1.0) / (*count + SATURATION * length);
        }
        HowToTerm { weight, postings }
    };
    words.into_iter().zip(counts).map(term).collect()
}
