//! The noun phrases of English prose: names, terms, and adjectives with their nouns.
//!
//! A light reading of the parts of speech by lists, endings and neighbours; what it does not know it takes
//! for a noun.

use std::ops::Range;

use super::parts::{Uses, rarity, uses};
use crate::fold::fold;
use crate::tokens::{Morpheme, PartOfSpeech, morphemes};

/// A phrase has no more words; of a longer one the last are kept.
const MOST_WORDS: usize = 4;
/// A line that is at least so long may go on in the next one, in bytes.
const WRAPPED_LINE: usize = 40;

/// A noun phrase in place, with how much it tells.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NounPhrase {
    pub(super) place: Range<usize>,
    pub(super) words: Vec<String>,
    pub(super) information: f32,
    /// Whether a heading or the first sentence has it.
    pub(super) sentence: usize,
}

/// The noun phrases of a text in their order.
pub(super) fn phrases(text: &str) -> Vec<NounPhrase> {
    let words = words(text);
    let tags = tags(&words);
    let mut found = Vec::new();
    let mut start = 0;
    while start < words.len() {
        let mut end = start;
        while end < words.len() && joins(tags[end]) && (end == start || words[end].is_beside) {
            end += 1;
        }
        if end > start {
            found.extend(phrase(&words[start..end], &tags[start..end]));
        }
        start = end.max(start + 1);
    }
    found
}

struct TaggedWord<'a> {
    surface: &'a str,
    folded: String,
    start: usize,
    uses: Uses,
    is_code: bool,
    /// Whether only a space or a wrapped line is between it and the word before.
    is_beside: bool,
    opens_sentence: bool,
    is_name: bool,
    is_possessive: bool,
    sentence: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WordTag {
    Other,
    Verb,
    Adjective,
    Noun,
}

fn joins(tag: WordTag) -> bool {
    matches!(tag, WordTag::Adjective | WordTag::Noun)
}

fn words(text: &str) -> Vec<TaggedWord<'_>> {
    let mut words: Vec<TaggedWord<'_>> = Vec::new();
    let mut opens = true;
    let mut sentence = 0;
    let mut before_end = 0;
    let mut line_start = 0;
    for morpheme in morphemes(text) {
        let gap = &text[before_end..morpheme.start];
        let is_wrapped = !gap.contains('\n') || wraps(text, line_start, before_end, morpheme.start);
        if gap.contains('\n') {
            line_start = morpheme.start;
        }
        if !is_wrapped {
            opens = true;
            sentence += 1;
        }
        let is_beside =
            !gap.is_empty() && is_wrapped && words.last().is_some_and(|w| w.start + w.surface.len() == before_end);
        before_end = morpheme.end();
        match morpheme.part {
            PartOfSpeech::Word | PartOfSpeech::Code => {
                words.push(word(&morpheme, is_beside, opens, sentence));
                opens = false;
            }
            PartOfSpeech::Symbol if matches!(morpheme.surface, "." | "!" | "?" | ":" | "。") => {
                opens = true;
                sentence += 1;
            }
            PartOfSpeech::Symbol if matches!(morpheme.surface, "\"" | "(" | "“" | "*" | "-" | "•" | "#") => {}
            _ => opens = false,
        }
    }
    unname_headings(&mut words);
    words
}

/// Whether the line that ends at `end` goes on at `next`.
fn wraps(text: &str, line_start: usize, end: usize, next: usize) -> bool {
    let gap = &text[end..next];
    let is_indented = gap.ends_with(['\t', ' ']);
    let goes_on = text[next..].starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit() || c == '(');
    gap.matches('\n').count() == 1 && end - line_start >= WRAPPED_LINE && (is_indented || goes_on)
}

fn word<'a>(morpheme: &Morpheme<'a>, is_beside: bool, opens_sentence: bool, sentence: usize) -> TaggedWord<'a> {
    let whole = morpheme.surface;
    let bare = whole.strip_suffix("'s").or_else(|| whole.strip_suffix("’s")).unwrap_or(whole);
    let folded = fold(bare);
    let uses = if is_no_keyword(bare, &folded) { Uses::CLOSED } else { uses(&folded) };
    let is_acronym = bare.len() >= 2 && bare.chars().filter(|c| c.is_uppercase()).count() >= 2;
    let is_capital = bare.starts_with(char::is_uppercase) && bare.len() >= 2;
    let is_name = !uses.any(Uses::CLOSED) && (is_acronym || (is_capital && !opens_sentence));
    let is_code = morpheme.part == PartOfSpeech::Code;
    let is_possessive = bare.len() < whole.len();
    TaggedWord {
        surface: bare,
        folded,
        start: morpheme.start,
        uses,
        is_code,
        is_beside,
        opens_sentence,
        is_name,
        is_possessive,
        sentence,
    }
}

/// Titles, contractions and abbreviations that stand for no thing.
fn is_no_keyword(bare: &str, folded: &str) -> bool {
    let is_title =
        matches!(folded, "mr" | "mrs" | "ms" | "miss" | "mx" | "dr" | "prof" | "sir" | "madam" | "st" | "jr" | "sr");
    let is_short_form = matches!(folded, "a.m" | "p.m" | "am" | "pm" | "e.g" | "i.e" | "etc" | "vs" | "ok");
    is_title || is_short_form || bare.contains(['\'', '’'])
}

/// In A Heading Like This a capital does not make a name.
fn unname_headings(words: &mut [TaggedWord<'_>]) {
    for sentence in words.chunk_by_mut(|a, b| a.sentence == b.sentence) {
        let long = sentence.iter().filter(|w| w.surface.len() >= 4).count();
        let capital =
            sentence.iter().filter(|w| w.surface.len() >= 4 && w.surface.starts_with(char::is_uppercase)).count();
        let opens_so = sentence.first().is_some_and(|w| w.surface.starts_with(char::is_uppercase));
        if opens_so && long >= 4 && capital * 10 >= long * 7 {
            for word in sentence {
                word.is_name &= word.surface.chars().nth(1).is_some_and(char::is_uppercase);
            }
        }
    }
}

fn tags(words: &[TaggedWord<'_>]) -> Vec<WordTag> {
    let mut tags = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let before = index.checked_sub(1).filter(|_| word.is_beside).map(|at| (&words[at], tags[at]));
        let after = words.get(index + 1).filter(|next| next.is_beside);
        tags.push(tag(word, before, after));
    }
    tags
}

fn tag(word: &TaggedWord<'_>, before: Option<(&TaggedWord<'_>, WordTag)>, after: Option<&TaggedWord<'_>>) -> WordTag {
    let can = |other| word.uses.any(other);
    let is_one_letter = word.folded.chars().nth(1).is_none();
    if can(Uses::CLOSED) || is_one_letter {
        return WordTag::Other;
    }
    if word.is_code || word.is_name {
        return WordTag::Noun;
    }
    if can(Uses::ADVERB) || can(Uses::PLAIN) {
        return WordTag::Other;
    }
    let is_awaiting_noun = before.is_some_and(|(w, t)| t == WordTag::Adjective || is_before_noun(w));
    let next_is_noun = after.is_some_and(|next| !next.uses.any(Uses::CLOSED) && !next.uses.any(Uses::ADVERB));
    let next_is_determiner = after.is_some_and(|next| is_determiner(&next.folded));
    if can(Uses::GERUND) {
        return if next_is_determiner { WordTag::Verb } else { WordTag::Noun };
    }
    if can(Uses::ING) {
        return ing(word, before, next_is_noun, next_is_determiner);
    }
    if can(Uses::PAST) && !can(Uses::ADJECTIVE) && !can(Uses::NOUN) {
        let follows_noun = before.is_some_and(|(_, t)| t == WordTag::Noun);
        let modifies = next_is_noun && !before.is_some_and(|(w, _)| takes_verb(&w.folded)) && !follows_noun;
        return if modifies { WordTag::Adjective } else { WordTag::Verb };
    }
    if can(Uses::THIRD) || can(Uses::BASE) {
        let after_subject = before.is_some_and(|(w, _)| takes_verb(&w.folded));
        let takes_name = can(Uses::THIRD) && after.is_some_and(|next| next.is_name);
        let follows_plural =
            before.is_some_and(|(w, t)| t == WordTag::Noun && w.folded.ends_with('s') && can(Uses::BASE));
        let governs = (next_is_determiner && !is_awaiting_noun)
            || (takes_name && before.is_some_and(|(_, t)| t == WordTag::Noun))
            || (follows_plural && after.is_some_and(|next| next.folded == "to"));
        let is_noun = can(Uses::NOUN) && !after_subject && !governs;
        return if is_noun || (is_awaiting_noun && !after_subject) { WordTag::Noun } else { WordTag::Verb };
    }
    if can(Uses::ADJECTIVE) && !can(Uses::NOUN) { WordTag::Adjective } else { WordTag::Noun }
}

fn ing(
    word: &TaggedWord<'_>,
    before: Option<(&TaggedWord<'_>, WordTag)>,
    next_is_noun: bool,
    next_is_determiner: bool,
) -> WordTag {
    if next_is_determiner {
        return WordTag::Verb;
    }
    match before {
        Some((_, WordTag::Adjective)) if next_is_noun => WordTag::Adjective,
        Some((_, WordTag::Noun | WordTag::Adjective)) if !next_is_noun => WordTag::Noun,
        Some((w, _)) if is_determiner(&w.folded) || w.folded == "of" => {
            if next_is_noun {
                WordTag::Adjective
            } else {
                WordTag::Noun
            }
        }
        // An -ing form of no listed verb is a term more often than not.
        _ if word.uses.any(Uses::NOUN) && !word.opens_sentence => WordTag::Noun,
        _ => WordTag::Verb,
    }
}

fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "a" | "an"
            | "the"
            | "this"
            | "these"
            | "those"
            | "its"
            | "our"
            | "their"
            | "his"
            | "her"
            | "my"
            | "your"
            | "each"
            | "every"
            | "some"
            | "any"
            | "both"
            | "all"
            | "that"
            | "how"
            | "it"
            | "them"
            | "us"
    )
}

/// Whether a noun is awaited behind the word: a determiner, a preposition, an adjective.
fn is_before_noun(word: &TaggedWord<'_>) -> bool {
    word.uses.any(Uses::PLAIN)
        || word.is_possessive
        || (is_determiner(&word.folded) && !matches!(word.folded.as_str(), "that" | "how" | "it" | "them" | "us"))
        || matches!(
            word.folded.as_str(),
            "of" | "in"
                | "on"
                | "for"
                | "with"
                | "from"
                | "by"
                | "at"
                | "into"
                | "between"
                | "under"
                | "over"
                | "via"
                | "through"
        )
}

/// Whether a verb is awaited behind the word: to, a pronoun, an auxiliary.
fn takes_verb(word: &str) -> bool {
    matches!(
        word,
        "to" | "we"
            | "they"
            | "i"
            | "you"
            | "he"
            | "she"
            | "it"
            | "who"
            | "which"
            | "can"
            | "could"
            | "will"
            | "would"
            | "may"
            | "might"
            | "must"
            | "should"
            | "shall"
            | "not"
            | "do"
            | "does"
            | "did"
            | "don't"
            | "doesn't"
            | "didn't"
            | "can't"
            | "cannot"
            | "won't"
            | "let's"
            | "please"
            | "is"
            | "are"
            | "was"
            | "were"
            | "be"
            | "been"
            | "being"
            | "has"
            | "have"
            | "had"
            | "i'll"
            | "we'll"
            | "you'll"
            | "i'd"
            | "i've"
            | "we've"
            | "also"
            | "that"
    )
}

fn phrase(words: &[TaggedWord<'_>], tags: &[WordTag]) -> Vec<NounPhrase> {
    let mut found = Vec::new();
    // A possessive ends a phrase and begins another, and so does what a name stands behind: my dog, Max.
    let mut start = 0;
    let names_from = words.iter().rposition(|word| !is_proper(word)).map_or(0, |at| at + 1);
    for (index, word) in words.iter().enumerate() {
        let is_before_name = index + 1 == names_from && tags[index] == WordTag::Noun;
        if word.is_possessive || is_before_name || index + 1 == words.len() {
            found.extend(trimmed(&words[start..=index], &tags[start..=index]));
            start = index + 1;
        }
    }
    found
}

/// A name that is no acronym.
fn is_proper(word: &TaggedWord<'_>) -> bool {
    word.is_name && !word.is_code && word.surface.chars().nth(1).is_some_and(char::is_lowercase)
}

fn trimmed(words: &[TaggedWord<'_>], tags: &[WordTag]) -> Option<NounPhrase> {
    let end = tags.iter().rposition(|tag| *tag == WordTag::Noun)? + 1;
    let start = end.saturating_sub(MOST_WORDS);
    let kept = &words[start..end];
    let (first, last) = (kept.first()?, kept.last()?);
    Some(NounPhrase {
        place: first.start..last.start + last.surface.len(),
        words: kept.iter().map(|word| word.folded.clone()).collect(),
        information: information(kept),
        sentence: first.sentence,
    })
}

/// How much a phrase tells by its words alone.
fn information(words: &[TaggedWord<'_>]) -> f32 {
    let names = words.iter().filter(|word| word.is_name || word.is_code).count();
    let of_word = |word: &TaggedWord<'_>| {
        if word.is_name || word.is_code {
            return 1.25;
        }
        let light = if word.uses.any(Uses::LIGHT) { 0.55 } else { 1.0 };
        light * (0.4 + 0.6 * rarity(&word.folded))
    };
    let mean = words.iter().map(of_word).sum::<f32>() / words.len() as f32;
    match words {
        [one] if one.is_name || one.is_code => 2.0,
        [one] if one.uses.any(Uses::LIGHT) => 0.3 * rarity(&one.folded),
        [one] => rarity(&one.folded).cbrt() * (0.7 + 0.06 * one.folded.len().min(10) as f32),
        [_, _] => 1.8 * mean + 0.1 * names as f32,
        [_, _, _] => 1.9 * mean + 0.1 * names as f32,
        _ => 1.6 * mean,
    }
}
