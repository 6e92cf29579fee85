//! Which how-to serves a message: S4's matching of skills in three stages (SPEC P4).
//!
//! A `[keyword]` in brackets in the message is the person's own word for what is meant, and one in a description is the
//! author's: where the other has it, the how-to comes first. Then come how-tos that share words with the message, and last
//! those that are only near in meaning. Shared words are weighed as BM25 does, over title, description and body; the best
//! single line counts besides, because a message asks for one step more often than for all of them. Meaning is the nearness
//! of the message to title and description, and to the body, by the built-in vectors.
//!
//! Also tried, for less than a point: the nearness of single words that differ ("show" and "display"), a vector for each
//! line, less weight for quoted arguments, and more for the words that a message begins with.
//!
//! An index is built once and reads no files; ranking a message against hundreds of documents takes well under a
//! millisecond.

mod reading;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::embedding::{self, DIMENSIONS, cosine};
use crate::fold::fold;
use crate::terms::contains_phrase;
use reading::{HowToReading, bracketed, terms};

/// So many documents are looked at closely: the best by shared words, and the nearest by meaning.
const BY_WORDS: usize = 30;
const BY_MEANING: usize = 10;
/// What is owed for words that are not there, so that a message of one word is not covered by one word.
const SMOOTH: f32 = 2.0;

/// How much each kind of evidence counts for the order.
///
/// Fitted together for both languages on the dev splits of the how-to suites (tldr pages, nl2bash, the documentation of
/// Power BI), and rounded.
const ORDER: HowToWeights = HowToWeights { shared: 5.0, total: 0.0, line: 5.0, head: 2.0, body: 2.0 };
/// How much it counts for offering a document unasked, where it matters too how much is shared in all. Fitted as above.
const OFFER: HowToWeights = HowToWeights { shared: 2.4, total: 0.12, line: 4.8, head: 2.7, body: 6.4 };
/// From this sum on a document is offered, and only if it shares words of this weight: two that tell something, or three.
/// Of the messages in those suites that no how-to serves, 59 of 60 (en) and all (ja) are met with silence.
const OFFERED_FROM: f32 = 6.8;
const LEAST_SHARED: f32 = 9.0;

/// A document that says how a thing is done.
#[derive(Clone, Copy, Debug)]
pub struct HowToText<'t> {
    /// Its name.
    pub title: &'t str,
    /// When it is meant; words in brackets are its keywords.
    pub description: &'t str,
    /// What is to be done, a step or a paragraph a line.
    pub body: &'t str,
}

/// What a document was found by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HowToStage {
    /// A keyword of its description stands in the message, or one of the message in its title or description.
    Keyword,
    /// It shares words with the message.
    Words,
    /// It is near in meaning.
    Meaning,
}

/// A document that may serve a message.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HowToMatch {
    /// Its number, in the order in which the documents were given.
    pub document: usize,
    /// How well it serves; comparable within one index.
    pub score: f32,
    /// What it was found by.
    pub stage: HowToStage,
}

/// Documents by the words and the meaning of what they are for.
#[derive(Debug, Default)]
pub struct HowToIndex {
    vocabulary: HashMap<String, u32>,
    terms: Vec<HowToTerm>,
    documents: Vec<HowToEntry>,
}

/// A word of the index.
#[derive(Debug)]
struct HowToTerm {
    /// How telling it is: rare words more than common ones.
    weight: f32,
    /// The documents that have it, with how much it counts there.
    postings: Vec<(u32, f32)>,
}

#[derive(Debug)]
struct HowToEntry {
    keywords: Vec<String>,
    /// Title and description, folded.
    called: String,
    /// Title and description, then the lines of the body.
    lines: Vec<HowToLine>,
    /// The meaning of title and description.
    head: Option<[f32; DIMENSIONS]>,
    body: Option<[f32; DIMENSIONS]>,
}

/// The words of a line in the order of their ids, and the sum of their weights.
#[derive(Debug)]
struct HowToLine {
    terms: Vec<u32>,
    weight: f32,
}

impl HowToIndex {
    /// An index over the documents.
    pub fn new<'t>(documents: impl IntoIterator<Item = HowToText<'t>>) -> Self {
        let readings: Vec<HowToReading> = documents.into_iter().map(HowToReading::of).collect();
        reading::index(&readings)
    }

    /// The documents that may serve the message, at most `most`, the best first. Those whose keyword the message has go
    /// before all others; equal ones keep the order in which they were given.
    pub fn rank(&self, message: &str, most: usize) -> Vec<HowToMatch> {
        let found = self.found(message);
        found.into_iter().map(|(found, _)| found).take(most).collect()
    }

    /// The document that is put before an assistant unasked; none unless it has the keyword, or much speaks for it.
    pub fn offered(&self, message: &str) -> Option<usize> {
        let (best, evidence) = *self.found(message).first()?;
        let is_sure = evidence.total >= LEAST_SHARED && evidence.sum(&OFFER) >= OFFERED_FROM;
        (is_sure || best.stage == HowToStage::Keyword).then_some(best.document)
    }

    fn found(&self, message: &str) -> Vec<(HowToMatch, HowToEvidence)> {
        let asked = AskedTerms::of(self, message);
        let by_words = self.by_words(&asked);
        let by_meaning = asked.vector.map(|vector| self.by_meaning(&vector)).unwrap_or_default();
        let mut shared: HashMap<usize, f32> =
            by_meaning.into_iter().take(BY_MEANING).map(|(at, _)| (at, 0.0)).collect();
        let called = self.called(message);
        shared.extend(called.iter().map(|document| (*document, 0.0)));
        for (rank, (document, score)) in by_words.into_iter().enumerate() {
            if rank < BY_WORDS || shared.contains_key(&document) {
                shared.insert(document, score);
            }
        }
        let found = shared.into_iter().map(|(document, shared)| {
            let evidence = self.evidence(&asked, &self.documents[document], shared);
            let stage = match shared {
                _ if called.contains(&document) => HowToStage::Keyword,
                shared if shared > 0.0 => HowToStage::Words,
                _ => HowToStage::Meaning,
            };
            (HowToMatch { document, score: evidence.sum(&ORDER), stage }, evidence)
        });
        let mut found: Vec<(HowToMatch, HowToEvidence)> = found.collect();
        found.sort_by(|(a, _), (b, _)| {
            let is_called = |found: &HowToMatch| found.stage == HowToStage::Keyword;
            let by_score = || b.score.total_cmp(&a.score);
            is_called(b).cmp(&is_called(a)).then_with(by_score).then(a.document.cmp(&b.document))
        });
        found
    }

    /// The documents of which the message has a keyword, and those that have one of the message.
    fn called(&self, message: &str) -> Vec<usize> {
        let (folded, wanted) = (fold(message), bracketed(message));
        let is_called = |entry: &HowToEntry| {
            entry.keywords.iter().any(|word| contains_phrase(&folded, word))
                || wanted.iter().any(|word| contains_phrase(&entry.called, word))
        };
        (0..self.documents.len()).filter(|at| is_called(&self.documents[*at])).collect()
    }

    fn by_words(&self, asked: &AskedTerms) -> Vec<(usize, f32)> {
        let mut scores = vec![0.0_f32; self.documents.len()];
        for term in &asked.known {
            let term = &self.terms[*term as usize];
            for (document, count) in &term.postings {
                scores[*document as usize] += term.weight * count;
            }
        }
        best_first(scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect())
    }

    fn by_meaning(&self, vector: &[f32; DIMENSIONS]) -> Vec<(usize, f32)> {
        let near = |(at, entry): (usize, &HowToEntry)| Some((at, cosine(vector, entry.head.as_ref()?)));
        best_first(self.documents.iter().enumerate().filter_map(near).collect())
    }

    fn evidence(&self, asked: &AskedTerms, entry: &HowToEntry, shared: f32) -> HowToEvidence {
        let all = asked.weight + SMOOTH;
        let near = |vector: &Option<[f32; DIMENSIONS]>| match (&asked.vector, vector) {
            (Some(a), Some(b)) => cosine(a, b),
            _ => 0.0,
        };
        let line = |line: &HowToLine| {
            let common = asked.known.iter().filter(|term| line.terms.binary_search(term).is_ok());
            let common: f32 = common.map(|term| self.terms[*term as usize].weight).sum();
            common / (all * (line.weight + SMOOTH)).sqrt()
        };
        HowToEvidence {
            shared: shared / all,
            total: shared,
            line: entry.lines.iter().map(line).fold(0.0, f32::max),
            head: near(&entry.head),
            body: near(&entry.body),
        }
    }
}

fn best_first(mut scores: Vec<(usize, f32)>) -> Vec<(usize, f32)> {
    scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scores
}

/// What speaks for a document.
#[derive(Clone, Copy, Debug)]
struct HowToEvidence {
    /// The weight of the shared words, against that of all words of the message.
    shared: f32,
    /// The weight of the shared words.
    total: f32,
    /// The share of words in common with the best line.
    line: f32,
    /// The nearness in meaning to title and description.
    head: f32,
    /// The nearness in meaning to the body.
    body: f32,
}

/// How much each kind of evidence counts.
type HowToWeights = HowToEvidence;

impl HowToEvidence {
    fn sum(&self, weights: &HowToWeights) -> f32 {
        self.shared * weights.shared
            + self.total * weights.total
            + self.line * weights.line
            + self.head * weights.head
            + self.body * weights.body
    }
}

/// The words of a message.
struct AskedTerms {
    /// Those that the index has.
    known: Vec<u32>,
    /// The sum of the weights of all of them, known or not.
    weight: f32,
    vector: Option<[f32; DIMENSIONS]>,
}

impl AskedTerms {
    fn of(index: &HowToIndex, message: &str) -> Self {
        let mut asked = Self { known: Vec::new(), weight: 0.0, vector: embedding::query_vector(message) };
        let mut terms = terms(message);
        terms.sort_unstable();
        terms.dedup();
        for term in terms {
            let known = index.vocabulary.get(&term).copied();
            asked.known.extend(known);
            asked.weight += match known {
                Some(known) => index.terms[known as usize].weight,
                None => reading::telling(&term, 0, index.documents.len()),
            };
        }
        asked
    }
}
