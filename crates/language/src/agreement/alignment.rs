//! Which word of the one statement stands for which word of the other.

use super::opposites::{WordTie, denies_by_form, tie};
use super::statement::{ComparedStatement, ContentWord, is_kanji};
use crate::embedding;

/// From here on two words count as the same.
pub(super) const MATCHED: f32 = 0.8;

/// The cosine from which on two words are taken for the same.
const SYNONYMOUS: f32 = 0.55;

/// The best counterparts of the words of two statements.
#[derive(Debug)]
pub(super) struct WordAlignment {
    /// For each older word, its best newer counterpart.
    pub(super) older: Vec<Counterpart>,
    /// For each newer word, its best older counterpart.
    pub(super) newer: Vec<Counterpart>,
    /// Pairs (older, newer) that stand against one another.
    pub(super) clashes: Vec<Clash>,
    /// How many opposites are made good by a negation: "open" and "not closed".
    pub(super) reconciled: usize,
}

/// The nearest word on the other side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counterpart {
    pub(super) similarity: f32,
    pub(super) place: usize,
}

/// Two words that cannot both hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash {
    pub(super) older: usize,
    pub(super) newer: usize,
    pub(super) tie: WordTie,
}

const NO_COUNTERPART: Counterpart = Counterpart { similarity: 0.0, place: usize::MAX };

/// Aligns the words of two statements.
pub(super) fn align(older: &ComparedStatement, newer: &ComparedStatement) -> WordAlignment {
    let mut alignment = WordAlignment {
        older: vec![NO_COUNTERPART; older.words.len()],
        newer: vec![NO_COUNTERPART; newer.words.len()],
        clashes: Vec::new(),
        reconciled: 0,
    };
    let mut ties = Vec::new();
    for (i, a) in older.words.iter().enumerate() {
        for (j, b) in newer.words.iter().enumerate() {
            let (similarity, tie) = compare(a, b);
            if similarity > alignment.older[i].similarity {
                alignment.older[i] = Counterpart { similarity, place: j };
            }
            if similarity > alignment.newer[j].similarity {
                alignment.newer[j] = Counterpart { similarity, place: i };
            }
            if let Some(tie) = tie {
                ties.push(Clash { older: i, newer: j, tie });
            }
        }
    }
    // A black and white dog does not clash with a black one: what has its match is no clash.
    ties.retain(|c| alignment.older[c.older].similarity < MATCHED && alignment.newer[c.newer].similarity < MATCHED);
    let is_clash =
        |c: &Clash| c.tie != WordTie::Opposite || older.words[c.older].is_negated == newer.words[c.newer].is_negated;
    for agreed in ties.iter().filter(|c| !is_clash(c)) {
        alignment.reconciled += 1;
        alignment.older[agreed.older] = Counterpart { similarity: MATCHED, place: agreed.newer };
        alignment.newer[agreed.newer] = Counterpart { similarity: MATCHED, place: agreed.older };
    }
    ties.retain(is_clash);
    alignment.clashes = ties;
    alignment
}

/// How near two words are, and whether they clash.
fn compare(a: &ContentWord, b: &ContentWord) -> (f32, Option<WordTie>) {
    if a.key == b.key {
        return (1.0, None);
    }
    match tie(a.memberships, b.memberships) {
        Some(WordTie::Same) => return (0.9, None),
        Some(WordTie::Akin) => return (0.7, None),
        Some(clash) => return (0.3, Some(clash)),
        None => {}
    }
    if denies_by_form(&a.key, &b.key) {
        return (0.4, Some(WordTie::Opposite));
    }
    (likeness_of_form(&a.key, &b.key).max(likeness_of_meaning(a, b)), None)
}

/// The cosine of what two words mean. Words that stand for one another have more than a half of it, words of
/// one kind a third, others nothing.
fn likeness_of_meaning(a: &ContentWord, b: &ContentWord) -> f32 {
    let (Some(a), Some(b)) = (&a.meaning, &b.meaning) else { return 0.0 };
    let cosine = embedding::cosine(a, b);
    if cosine >= SYNONYMOUS { MATCHED + 0.3 * (cosine - SYNONYMOUS) } else { cosine.max(0.0) }
}

/// 犬 and 子犬, 演奏 and 演奏者, "photograph" and "photographer".
fn likeness_of_form(a: &str, b: &str) -> f32 {
    if is_kanji(a) && is_kanji(b) {
        let shared = a.chars().filter(|c| b.contains(*c)).count() as f32;
        let longer = a.chars().count().max(b.chars().count()) as f32;
        return 0.7 * shared / longer;
    }
    let shared = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let shorter = a.chars().count().min(b.chars().count());
    if shared >= 4 && shared + 1 >= shorter { 0.7 } else { 0.0 }
}
