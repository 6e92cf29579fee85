//! What the strength of an agreement is computed from; the same for every language.
//!
//! Two statements are compared in one of three ways. *Told*: a fact, or somebody who speaks of themselves;
//! what has another topic says nothing about the older statement. *Description*: two accounts of a scene, of
//! about the same length; they clash when one is the other with something changed. *Claim*: a short or
//! back-pointing sentence beside a longer account of a scene; it is taken to be about that scene, so that
//! what the older one does not support speaks against it. The ways are weights between 0 and 1 that sum to one,
//! by which the features that mean different things in them are multiplied.

use std::collections::HashSet;

use super::alignment::{Counterpart, MATCHED, WordAlignment, align};
use super::opposites::WordTie;
use super::statement::{ComparedStatement, WordRole};
use crate::embedding;

macro_rules! features {
    ($($name:ident),* $(,)?) => {
        /// The features of a pair by name; each is within -2 to 2.
        #[derive(Clone, Copy, Default, Debug)]
        pub(super) struct Features { $(pub(super) $name: f32),* }

        impl Features {
            /// The names, in the order of [`Features::values`].
            pub(super) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The values, in the order of the names.
            pub(super) fn values(&self) -> [f32; Self::NAMES.len()] {
                [$(self.$name),*]
            }
        }
    };
}

features! {
    // What speaks for a contradiction in every way of comparing.
    parity, parity_covered, negated_words, both_negated,
    opposite, opposed_predicate, other, one_of, opposite_and_parity,
    figure, figure_same, no_longer, replaced, names_differ, question,
    // One sentence said again with something changed; for all but claims.
    edited_order, edited_frame, edited_letters, edited_both_open, edited_one_each, edited_contained,
    // Descriptions.
    described, described_newer, described_older, described_predicate, described_subject, described_cosine,
    described_nearness,
    // Claims.
    claimed, claimed_open, claimed_cosine, claimed_clash, claimed_contained,
    // What is told.
    told, told_covered, told_cosine, told_negated, told_opposite, told_older,
    told_nearest, told_denied, told_contained, told_changed, told_evidence, told_figure,
}

/// A pair, read and compared.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) older: ComparedStatement,
    pub(super) newer: ComparedStatement,
    pub(super) alignment: WordAlignment,
    pub(super) features: Features,
    /// The share of the newer statement that the older one has.
    pub(super) covered: f32,
    /// How much is shared when what clashes is left out of account.
    pub(super) framed: f32,
    /// The share of the texts that begins and ends alike.
    pub(super) frame: f32,
    /// Places of the older and the newer statement's figures that stand against one another.
    pub(super) figure_clashes: Vec<(usize, usize)>,
}

/// Reads and compares a pair.
pub(super) fn compare(older: &str, newer: &str) -> Comparison {
    let older = ComparedStatement::read(older);
    let newer = ComparedStatement::read(newer);
    let cosine = cosine(&older, &newer);
    let alignment = align(&older, &newer);
    let figure_clashes = figure_clashes(&older, &newer);
    let features = features(&older, &newer, &alignment, cosine, !figure_clashes.is_empty());
    let covered = newer.share(|at| alignment.newer[at].similarity);
    let framed = framed(&older, &newer, &alignment);
    let frame = outer_frame(&older.folded, &newer.folded);
    Comparison { older, newer, alignment, features, covered, framed, frame, figure_clashes }
}

impl Comparison {
    /// Whether the two say the same in the same words.
    pub(super) fn is_same(&self) -> bool {
        let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
        letters(&self.older.folded) == letters(&self.newer.folded)
    }
}

/// The cosine of the meanings of the whole texts, as far as they are read.
fn cosine(older: &ComparedStatement, newer: &ComparedStatement) -> f32 {
    match (&older.meaning, &newer.meaning) {
        (Some(a), Some(b)) => embedding::cosine(a, b),
        _ => 0.0,
    }
}

fn features(
    older: &ComparedStatement,
    newer: &ComparedStatement,
    alignment: &WordAlignment,
    cosine: f32,
    has_clash: bool,
) -> Features {
    let covered = newer.share(|at| alignment.newer[at].similarity);
    let older_covered = older.share(|at| alignment.older[at].similarity);
    let least = covered.min(older_covered);
    let framed = framed(older, newer, alignment);
    let has = |tie: WordTie| flag(alignment.clashes.iter().any(|c| c.tie == tie));
    let (opposite, other, one_of) = (has(WordTie::Opposite), has(WordTie::Other), has(WordTie::OneOf));
    let parity = flag(is_denied_once(older, newer, alignment));
    let frame = outer_frame(&older.folded, &newer.folded);
    let letters = bigram_overlap(&older.folded, &newer.folded);
    let newer_open = open(&alignment.newer);
    let older_open = open(&alignment.older);
    let negated = negated_words(older, newer, alignment);
    let subject = part_similarity(older, newer, alignment, WordRole::Subject);
    let predicate = part_similarity(older, newer, alignment, WordRole::Predicate);
    let nearness = substitute_nearness(alignment);
    let (nearest, denied) = nearest_sentences(older, newer);
    // An account that only adds to another, or leaves something out of it, does not speak against it.
    let is_contained = (newer_open == 0 || older_open == 0) && newer.words.len().min(older.words.len()) > 1;
    let is_exchanged = strange(&alignment.newer) == 1 && strange(&alignment.older) == 1 && framed.max(frame) >= 0.5;
    let has_evidence = negated > 0.0
        || (parity > 0.0 && least.max(cosine) >= 0.3)
        || denied >= 0.3
        || opposite > 0.0
        || (other.max(one_of) > 0.0 && framed >= 0.5)
        || has_clash
        || (newer.is_no_longer && !older.is_no_longer)
        || (newer.is_replacement && !older.is_replacement)
        || is_exchanged;
    let Ways { described, claimed, told } = Ways::of(older, newer);
    let edited = 1.0 - claimed;
    Features {
        parity,
        parity_covered: parity * least,
        negated_words: negated,
        both_negated: flag(newer.negations > 0 && older.negations > 0),
        opposite: opposite * framed,
        opposed_predicate: flag(has_opposed_predicate(older, newer, alignment)) * framed,
        other: other * framed,
        one_of: one_of * framed,
        opposite_and_parity: opposite.max(other).max(one_of) * parity,
        // 私は30歳です has no other word than its number.
        figure: flag(has_clash) * framed.max(letters),
        figure_same: figure_same(older, newer),
        no_longer: flag(newer.is_no_longer && !older.is_no_longer) * covered.max(cosine),
        replaced: flag(newer.is_replacement && !older.is_replacement) * covered.max(cosine),
        names_differ: names_differ(older, newer, alignment) * framed,
        question: flag(older.is_question || newer.is_question),
        described,
        edited_order: edited * ordered_overlap(older, newer),
        edited_frame: edited * frame,
        edited_letters: edited * letters,
        described_newer: described * covered,
        described_older: described * older_covered,
        edited_both_open: edited * flag(newer_open > 0 && older_open > 0),
        edited_one_each: edited * flag(newer_open == 1 && older_open == 1),
        edited_contained: edited * flag(newer_open == 0),
        described_predicate: described * predicate,
        described_subject: described * subject,
        described_cosine: described * cosine,
        described_nearness: described * nearness,
        claimed,
        claimed_open: claimed * (1.0 - covered),
        claimed_cosine: claimed * cosine,
        claimed_clash: claimed * opposite.max(other),
        claimed_contained: claimed * flag(newer_open == 0),
        told,
        told_covered: told * covered,
        told_cosine: told * cosine,
        told_negated: told * negated,
        told_opposite: told * opposite.max(one_of),
        told_older: told * older_covered,
        told_nearest: told * nearest,
        told_denied: told * denied * flag(alignment.reconciled == 0),
        told_contained: told * cosine * flag(is_contained && !has_evidence),
        told_evidence: told * flag(has_evidence),
        told_figure: told * flag(has_clash) * framed.max(letters),
        told_changed: told * frame * flag(newer_open > 0 && older_open > 0),
    }
}

/// How much a pair is compared in which way.
#[derive(Clone, Copy, Debug)]
struct Ways {
    described: f32,
    claimed: f32,
    told: f32,
}

impl Ways {
    fn of(older: &ComparedStatement, newer: &ComparedStatement) -> Self {
        if older.is_personal || newer.is_personal || !older.is_scene {
            return Self { described: 0.0, claimed: 0.0, told: 1.0 };
        }
        let by_length = 1.0 / (1.0 + ((ways_ratio(older, newer) + 0.55) / 0.08).exp());
        let claimed = if newer.is_definite && !older.is_definite { by_length.max(0.8) } else { by_length };
        Self { described: 1.0 - claimed, claimed, told: 0.0 }
    }
}

fn ways_ratio(older: &ComparedStatement, newer: &ComparedStatement) -> f32 {
    ((newer.words.len() as f32 + 1.0) / (older.words.len() as f32 + 1.0)).ln().clamp(-2.0, 2.0)
}

fn flag(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

fn open(list: &[Counterpart]) -> usize {
    list.iter().filter(|c| c.similarity < MATCHED).count()
}

/// How many words have nothing near them on the other side.
fn strange(list: &[Counterpart]) -> usize {
    list.iter().filter(|c| c.similarity < 0.6).count()
}

/// Whether one of the two is a denial and the other is not, when opposites that a negation makes good are left
/// out of account.
pub(super) fn is_denied_once(older: &ComparedStatement, newer: &ComparedStatement, alignment: &WordAlignment) -> bool {
    (newer.negations + older.negations + alignment.reconciled) % 2 == 1
}

/// Whether what is said of the subject is the opposite on the other side.
fn has_opposed_predicate(older: &ComparedStatement, newer: &ComparedStatement, alignment: &WordAlignment) -> bool {
    alignment.clashes.iter().any(|clash| {
        let parts = (older.words[clash.older].part, newer.words[clash.newer].part);
        clash.tie == WordTie::Opposite && parts == (WordRole::Predicate, WordRole::Predicate)
    })
}

/// How much is shared when what clashes is left out of account.
fn framed(older: &ComparedStatement, newer: &ComparedStatement, alignment: &WordAlignment) -> f32 {
    let clash_newer: HashSet<usize> = alignment.clashes.iter().map(|c| c.newer).collect();
    let clash_older: HashSet<usize> = alignment.clashes.iter().map(|c| c.older).collect();
    let frame = |at: usize| if clash_newer.contains(&at) { 0.8 } else { alignment.newer[at].similarity };
    let frame_older = |at: usize| if clash_older.contains(&at) { 0.8 } else { alignment.older[at].similarity };
    newer.share(frame).min(older.share(frame_older))
}

/// Whether each side names somebody or something that the other does not.
fn names_differ(older: &ComparedStatement, newer: &ComparedStatement, alignment: &WordAlignment) -> f32 {
    let open = |words: &[super::statement::ContentWord], list: &[Counterpart]| {
        words.iter().zip(list).any(|(w, c)| w.is_name && c.similarity < MATCHED)
    };
    flag(open(&older.words, &alignment.older) && open(&newer.words, &alignment.newer))
}

/// The share of matched words that one side denies and the other does not.
fn negated_words(older: &ComparedStatement, newer: &ComparedStatement, alignment: &WordAlignment) -> f32 {
    newer.share(|at| {
        let counterpart = alignment.newer[at];
        let is_matched = counterpart.similarity >= 0.6 && alignment.reconciled == 0;
        flag(is_matched && older.words[counterpart.place].is_negated != newer.words[at].is_negated)
    })
}

/// The cosine of the two sentences that are nearest, and of the two nearest of which only one denies.
fn nearest_sentences(older: &ComparedStatement, newer: &ComparedStatement) -> (f32, f32) {
    let (mut nearest, mut denied) = (0.0_f32, 0.0_f32);
    for a in &older.sentences {
        for b in &newer.sentences {
            let cosine = embedding::cosine(&a.meaning, &b.meaning);
            nearest = nearest.max(cosine);
            if a.is_negated != b.is_negated {
                denied = denied.max(cosine);
            }
        }
    }
    (nearest, denied)
}

/// Dice's coefficient of the pairs of neighbouring characters.
fn bigram_overlap(older: &str, newer: &str) -> f32 {
    let pairs = |text: &str| {
        let mut pairs: Vec<(char, char)> = text.chars().zip(text.chars().skip(1)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    let (a, b) = (pairs(older), pairs(newer));
    let shared = a.iter().filter(|pair| b.binary_search(pair).is_ok()).count();
    let both = a.len() + b.len();
    if both == 0 { 0.0 } else { 2.0 * shared as f32 / both as f32 }
}

/// The share of the longer text that is left when the texts begin and end alike: a sentence that was said
/// again with one thing changed.
fn outer_frame(older: &str, newer: &str) -> f32 {
    let strip = |text: &str| -> Vec<char> { text.trim_end_matches(|c: char| !c.is_alphanumeric()).chars().collect() };
    let (a, b) = (strip(older), strip(newer));
    let shorter = a.len().min(b.len());
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let back = a.iter().rev().zip(b.iter().rev()).take(shorter - front).take_while(|(x, y)| x == y).count();
    (front + back) as f32 / a.len().max(b.len()).max(1) as f32
}

/// The longest run of words in the same order, with gaps, as a share of the longer statement.
fn ordered_overlap(older: &ComparedStatement, newer: &ComparedStatement) -> f32 {
    let mut row = vec![0_u32; newer.words.len() + 1];
    for a in &older.words {
        let mut corner = 0;
        for (j, b) in newer.words.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if a.key == b.key { corner + 1 } else { above.max(row[j]) };
            corner = above;
        }
    }
    let longer = older.words.len().max(newer.words.len()).max(1);
    row.last().copied().unwrap_or(0) as f32 / longer as f32
}

fn part_similarity(
    older: &ComparedStatement,
    newer: &ComparedStatement,
    alignment: &WordAlignment,
    part: WordRole,
) -> f32 {
    let newer_best = newer.part(part).map(|at| alignment.newer[at].similarity).fold(0.0, f32::max);
    let older_best = older.part(part).map(|at| alignment.older[at].similarity).fold(0.0, f32::max);
    newer_best.min(older_best)
}

/// How near the words without a match are to their best counterparts: a tool for another tool.
fn substitute_nearness(alignment: &WordAlignment) -> f32 {
    let open: Vec<f32> =
        alignment.newer.iter().map(|c| c.similarity).filter(|similarity| *similarity < MATCHED).collect();
    if open.is_empty() { 1.0 } else { open.iter().sum::<f32>() / open.len() as f32 }
}

/// Figures of one unit with different values, when neither value is on the other side.
fn figure_clashes(older: &ComparedStatement, newer: &ComparedStatement) -> Vec<(usize, usize)> {
    let mut clashes = Vec::new();
    for (j, b) in newer.figures.iter().enumerate() {
        let mut same_unit = older.figures.iter().enumerate().filter(|(_, a)| a.is_of_kind(b)).peekable();
        let is_known = same_unit.clone().any(|(_, a)| a.value == b.value);
        if let (false, Some((i, _))) = (is_known, same_unit.peek()) {
            clashes.push((*i, j));
        }
    }
    clashes
}

fn figure_same(older: &ComparedStatement, newer: &ComparedStatement) -> f32 {
    flag(newer.figures.iter().any(|b| older.figures.iter().any(|a| a.value == b.value && a.is_of_kind(b))))
}
