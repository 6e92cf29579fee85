//! The names and compound nouns of Japanese prose.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::fold::{Script, fold, fold_word, script};
use crate::lexicon::data_lines;
use crate::tokens::{Morpheme, PartOfSpeech, compound_length, is_empty_word, is_title, morphemes};

/// A noun or compound in place, in the form that equal ones share, with how much it tells.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct JapaneseTerm<'a> {
    pub(super) surface: &'a str,
    pub(super) key: String,
    pub(super) information: f32,
}

/// What could be keywords of a line, in the order of the line.
pub(super) fn terms(line: &str) -> Vec<JapaneseTerm<'_>> {
    let found = morphemes(line);
    let mut terms = Vec::new();
    let mut index = 0;
    while index < found.len() {
        let length = match found[index].part {
            PartOfSpeech::Word => names_length(line, &found[index..]),
            _ => compound_length(&found[index..]),
        };
        let parts = &found[index..index + length];
        let next = found.get(index + length).filter(|next| next.start == parts[length - 1].end());
        terms.extend(term(line, parts, next));
        index += length;
    }
    terms
}

/// How many words beside each other are one name: New York.
fn names_length(line: &str, found: &[Morpheme<'_>]) -> usize {
    let is_name = |m: &Morpheme<'_>| m.part == PartOfSpeech::Word && m.surface.starts_with(char::is_uppercase);
    let pairs = found.windows(2).take(3);
    1 + pairs.take_while(|p| is_name(&p[0]) && is_name(&p[1]) && &line[p[0].end()..p[1].start] == " ").count()
}

fn term<'a>(line: &'a str, parts: &[Morpheme<'a>], next: Option<&Morpheme<'_>>) -> Option<JapaneseTerm<'a>> {
    let kept = without_empty_ends(parts);
    let (first, last) = (kept.first()?, kept.last()?);
    let surface = &line[first.start..last.end()];
    let key = if kept.len() == 1 && first.part == PartOfSpeech::Word {
        crate::tokens::stem(&fold(surface))
    } else {
        kept.iter().map(|m| fold_word(&m.base)).collect()
    };
    let is_person =
        next.is_some_and(|m| is_title(m.surface) && matches!(m.part, PartOfSpeech::Suffix | PartOfSpeech::Noun));
    let base = if kept.len() > 1 { compound(kept) } else { single(first, &key) };
    if base <= 0.0 {
        return None;
    }
    let information = if is_person { base.max(1.4) * 1.5 } else { base };
    Some(JapaneseTerm { surface, key, information })
}

/// Without the stop words at either end: 今回 of 今回設計, 時 of 起動時 stays.
fn without_empty_ends<'b, 'a>(parts: &'b [Morpheme<'a>]) -> &'b [Morpheme<'a>] {
    if parts.len() == 1 {
        return parts;
    }
    let is_empty = |m: &Morpheme<'_>| m.part == PartOfSpeech::AdverbialNoun && is_empty_word(m, &fold_word(&m.base));
    let start = parts.iter().position(|m| !is_empty(m)).unwrap_or(parts.len());
    let end = parts.iter().rposition(|m| !is_empty(m)).map_or(start, |at| at + 1);
    &parts[start..end]
}

fn compound(parts: &[Morpheme<'_>]) -> f32 {
    let is_generic = |m: &Morpheme<'_>| is_general_noun(&m.base) || is_empty_word(m, &fold_word(&m.base));
    let has_name = parts.iter().any(|m| m.part.is_name());
    if parts.iter().all(is_generic) {
        0.9
    } else if has_name {
        2.1
    } else {
        1.9
    }
}

fn single(morpheme: &Morpheme<'_>, key: &str) -> f32 {
    let folded = fold_word(&morpheme.base);
    if is_empty_word(morpheme, &folded) {
        return 0.0;
    }
    let length = key.chars().count();
    let all = |wanted| folded.chars().all(|c| script(c) == wanted);
    match morpheme.part {
        PartOfSpeech::Code | PartOfSpeech::Word => 2.0,
        PartOfSpeech::Person | PartOfSpeech::Organisation => 2.1,
        PartOfSpeech::Place => 2.0,
        PartOfSpeech::AdverbialNoun => 0.5,
        PartOfSpeech::AdjectivalNoun if !all(Script::Katakana) => 0.4,
        part if part.is_noun() => {
            if is_general_noun(&folded) {
                0.8
            } else if all(Script::Katakana) {
                if length >= 3 { 1.8 } else { 1.3 }
            } else if all(Script::Hiragana) {
                if length >= 3 { 1.2 } else { 0.6 }
            } else if length >= 2 {
                1.6
            } else {
                1.0
            }
        }
        // Too little for a keyword when it stands once; a trace takes it when there is nothing better.
        PartOfSpeech::Verb | PartOfSpeech::Adjective => 0.3,
        _ => 0.0,
    }
}

/// Whether a folded word is a noun too general to tell what a text is about by itself.
pub(super) fn is_general_noun(folded: &str) -> bool {
    GENERIC.contains(folded)
}

static GENERIC: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    data_lines(include_str!("../../data/generic_nouns_ja.txt")).flat_map(str::split_whitespace).collect()
});
