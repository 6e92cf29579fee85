//! What English words can be in a sentence, as far as a small list and their endings tell.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lexicon::data_lines;

/// What a word can be; more than one of it may hold.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Uses(u16);

impl Uses {
    /// A word that only holds a sentence together.
    pub(super) const CLOSED: Self = Self(1);
    pub(super) const ADVERB: Self = Self(1 << 1);
    /// An adjective that says too little to begin a term.
    pub(super) const PLAIN: Self = Self(1 << 2);
    pub(super) const ADJECTIVE: Self = Self(1 << 3);
    pub(super) const NOUN: Self = Self(1 << 4);
    /// A noun too general to be a term alone.
    pub(super) const LIGHT: Self = Self(1 << 5);
    /// An -ing word that is a noun or begins terms.
    pub(super) const GERUND: Self = Self(1 << 6);
    /// A verb's base form.
    pub(super) const BASE: Self = Self(1 << 7);
    /// A verb's form with -s.
    pub(super) const THIRD: Self = Self(1 << 8);
    /// A verb's past form or participle.
    pub(super) const PAST: Self = Self(1 << 9);
    /// A verb's form with -ing.
    pub(super) const ING: Self = Self(1 << 10);

    /// Whether it can be any of `other`.
    pub(super) fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What a folded word can be; nothing for one that neither the list nor its ending tells of, which then
/// is a noun most of the time.
pub(super) fn uses(word: &str) -> Uses {
    if let Some(listed) = LISTED.get(word) {
        return *listed;
    }
    by_ending(word)
}

/// Whether a word is an adjective that compares: "newer", "largest".
pub(super) fn is_compared(word: &str) -> bool {
    let is_adjective =
        |base: &str| LISTED.get(base).is_some_and(|uses| uses.any(Uses::PLAIN) || uses.any(Uses::ADJECTIVE));
    let Some(base) = word.strip_suffix("er").or_else(|| word.strip_suffix("est")) else { return false };
    // "Large", "big" and "happy" do not keep their endings.
    let is_doubled =
        base.is_ascii() && base.len() > 2 && base.as_bytes()[base.len() - 1] == base.as_bytes()[base.len() - 2];
    is_adjective(base)
        || is_adjective(&format!("{base}e"))
        || is_doubled && is_adjective(&base[..base.len() - 1])
        || base.strip_suffix('i').is_some_and(|base| is_adjective(&format!("{base}y")))
}

fn by_ending(word: &str) -> Uses {
    if !word.is_ascii() || word.len() < 5 {
        return Uses::default();
    }
    if let Some((_, last)) = word.rsplit_once('-')
        && (last.ends_with("ed")
            || matches!(last, "based" | "free" | "aware" | "like" | "time" | "term" | "driven" | "scale"))
    {
        return Uses::ADJECTIVE;
    }
    if word.ends_with("ly") {
        return Uses::ADVERB;
    }
    if word.ends_with("ing") {
        return Uses(Uses::ING.0 | Uses::NOUN.0);
    }
    if word.ends_with("ed") {
        return Uses::PAST;
    }
    const ADJECTIVES: [&str; 11] = ["al", "ive", "ous", "ful", "less", "able", "ible", "ic", "ary", "ular", "ish"];
    if ADJECTIVES.iter().any(|ending| word.ends_with(ending)) { Uses::ADJECTIVE } else { Uses::default() }
}

static LISTED: LazyLock<HashMap<Cow<'static, str>, Uses>> = LazyLock::new(|| {
    let mut listed: HashMap<Cow<'static, str>, Uses> = HashMap::with_capacity(8_000);
    let mut add = |word: Cow<'static, str>, uses: Uses| listed.entry(word).or_default().add(uses);
    for (kind, words) in data_lines(include_str!("../../data/parts_en.txt")).filter_map(|line| line.split_once(':')) {
        for word in words.split_whitespace() {
            match kind {
                "verb" => add_verb(word, &mut add),
                "either" => {
                    add_verb(word, &mut add);
                    add(word.into(), Uses::NOUN);
                    add(third(word).into(), Uses::NOUN);
                }
                "adverb" => add(word.into(), Uses::ADVERB),
                "plain" => add(word.into(), Uses::PLAIN),
                "adjective" => add(word.into(), Uses::ADJECTIVE),
                "noun" => add(word.into(), Uses::NOUN),
                "light" => add(word.into(), Uses(Uses::LIGHT.0 | Uses::NOUN.0)),
                "gerund" => add(word.into(), Uses(Uses::GERUND.0 | Uses::NOUN.0)),
                _ => add(word.into(), Uses::CLOSED),
            }
        }
    }
    add_irregular(&mut listed);
    listed
});

fn add_verb(base: &'static str, add: &mut impl FnMut(Cow<'static, str>, Uses)) {
    add(base.into(), Uses::BASE);
    add(third(base).into(), Uses::THIRD);
    let stem = base.strip_suffix('e').filter(|stem| !stem.ends_with(['e', 'o', 'y'])).unwrap_or(base);
    let past = match base.strip_suffix('y').filter(|front| !front.ends_with(['a', 'e', 'o', 'u'])) {
        Some(front) => format!("{front}ied"),
        None => format!("{}ed", base.strip_suffix('e').unwrap_or(base)),
    };
    add(past.into(), Uses::PAST);
    add(format!("{stem}ing").into(), Uses::ING);
    if let Some(doubled) = doubled(base) {
        add(format!("{doubled}ed").into(), Uses::PAST);
        add(format!("{doubled}ing").into(), Uses::ING);
    }
}

fn third(base: &str) -> String {
    match base.strip_suffix('y').filter(|front| !front.ends_with(['a', 'e', 'o', 'u'])) {
        Some(front) => format!("{front}ies"),
        None if base.ends_with(['s', 'x', 'z']) || base.ends_with("ch") || base.ends_with("sh") => format!("{base}es"),
        None => format!("{base}s"),
    }
}

/// Planned, mapping: the last consonant of a short vowel's syllable twice.
fn doubled(base: &str) -> Option<String> {
    let mut last = base.chars().rev();
    let (end, vowel, before) = (last.next()?, last.next()?, last.next()?);
    let is_vowel = |c: char| "aeiou".contains(c);
    (!is_vowel(end) && !"wxy".contains(end) && is_vowel(vowel) && !is_vowel(before)).then(|| format!("{base}{end}"))
}

fn add_irregular(listed: &mut HashMap<Cow<'static, str>, Uses>) {
    for (base, forms) in data_lines(include_str!("../../data/irregular_en.txt")).filter_map(|line| line.split_once(':'))
    {
        if !listed.get(base.trim()).is_some_and(|uses| uses.any(Uses::BASE)) {
            continue;
        }
        for form in forms.split_whitespace() {
            if !listed.contains_key(form) {
                listed.insert(form.into(), Uses::PAST);
            }
        }
    }
}

/// How common a folded word is in everyday talk: 0 for the commonest, 1 for one that is not among the
/// common ones.
pub(super) fn rarity(word: &str) -> f32 {
    match COMMON.get(word) {
        Some(rank) => *rank as f32 / COMMON.len().max(1) as f32,
        None => 1.0,
    }
}

static COMMON: LazyLock<HashMap<&'static str, usize>> = LazyLock::new(|| {
    let words = data_lines(include_str!("../../data/common_words_en.txt")).flat_map(str::split_whitespace);
    words.enumerate().map(|(rank, word)| (word, rank)).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_verbs_are_known() {
        for (word, uses_of_it) in [
            ("proposes", Uses::THIRD),
            ("proposed", Uses::PAST),
            ("proposing", Uses::ING),
            ("planned", Uses::PAST),
            ("mapping", Uses::GERUND),
            ("applies", Uses::THIRD),
            ("applied", Uses::PAST),
            ("wrote", Uses::PAST),
            ("quickly", Uses::ADVERB),
            ("polynomials", Uses::default()),
            ("object-oriented", Uses::ADJECTIVE),
            ("statistical", Uses::ADJECTIVE),
        ] {
            assert!(uses(word).any(uses_of_it) || uses(word) == uses_of_it, "{word}: {:?}", uses(word));
        }
        assert!(!uses("signal").any(Uses::ADJECTIVE));
    }

    #[test]
    fn common_words_are_less_rare() {
        assert!(rarity("people") < rarity("interview") && rarity("interview") < rarity("eigenvalue"));
    }
}
