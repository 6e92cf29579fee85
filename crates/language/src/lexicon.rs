//! A table of phrases that is looked up at every place of a text, the longest phrase first.
//!
//! Phrases are given as in the data files: `^` before a phrase asks for the beginning of a clause,
//! `$` after it for the end of one, `*` after a Latin phrase lets the word go on (`frustrat*`).

use std::collections::HashMap;

use crate::fold::{Script, fold, script};

/// Phrases with a value each, found by their first character.
#[derive(Debug)]
pub(crate) struct PhraseTable<T> {
    buckets: HashMap<char, Vec<LexiconPhrase<T>>>,
}

#[derive(Debug)]
struct LexiconPhrase<T> {
    text: String,
    shape: PhraseShape,
    value: T,
}

#[derive(Clone, Copy, Debug)]
struct PhraseShape {
    edges: Edges,
    whole_word: Option<Script>,
}

/// A phrase that was found, with its place in the folded text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhraseMatch<'a, T> {
    pub start: usize,
    pub end: usize,
    pub value: &'a T,
}

impl<T> PhraseTable<T> {
    pub(crate) fn new(entries: impl IntoIterator<Item = (String, T)>) -> Self {
        let mut buckets: HashMap<char, Vec<LexiconPhrase<T>>> = HashMap::new();
        for (written, value) in entries {
            let (text, shape) = read_phrase(&written);
            if let Some(first) = text.chars().next() {
                buckets.entry(first).or_default().push(LexiconPhrase { text, shape, value });
            }
        }
        for bucket in buckets.values_mut() {
            // Stable, so that of two equal phrases the one written first is tried first; one that asks
            // for a clause goes before one that does not.
            bucket.sort_by_key(|p| {
                (
                    usize::MAX - p.text.len(),
                    !(p.shape.edges.opens_clause || p.shape.edges.closes_clause),
                    p.shape.edges.goes_on,
                )
            });
        }
        Self { buckets }
    }

    /// Every phrase of the folded text, none overlapping another.
    pub(crate) fn find_all<'t>(&'t self, folded: &str) -> Vec<PhraseMatch<'t, T>> {
        let mut found = Vec::new();
        let mut before = None;
        let mut free_from = 0;
        for (start, c) in folded.char_indices() {
            if start >= free_from
                && let Some(hit) = self.find_at(folded, start, before)
            {
                free_from = hit.end;
                found.push(hit);
            }
            before = Some(c);
        }
        found
    }

    /// The longest phrase that begins at `start`, when `before` is the character in front of it.
    pub(crate) fn find_at<'t>(
        &'t self,
        folded: &str,
        start: usize,
        before: Option<char>,
    ) -> Option<PhraseMatch<'t, T>> {
        let rest = &folded[start..];
        let first = rest.chars().next()?;
        if first.is_ascii_alphanumeric() && before.is_some_and(|b| script(b) == Script::Letter) {
            return None;
        }
        let bucket = self.buckets.get(&first)?;
        bucket.iter().find_map(|phrase| {
            let end = phrase.end_in(rest, before)?;
            Some(PhraseMatch { start, end: start + end, value: &phrase.value })
        })
    }
}

impl<T> LexiconPhrase<T> {
    fn end_in(&self, rest: &str, before: Option<char>) -> Option<usize> {
        let after = rest.strip_prefix(self.text.as_str())?;
        let next = after.chars().next();
        if self.shape.edges.opens_clause && before.is_some_and(|b| script(b) != Script::Mark) {
            return None;
        }
        if self.shape.edges.closes_clause && !closes_clause(after) {
            return None;
        }
        if let Some(own) = self.shape.whole_word {
            if before.is_some_and(|b| script(b) == own) {
                return None;
            }
            if self.shape.edges.goes_on {
                let tail = after.chars().take_while(|c| script(*c) == own).map(char::len_utf8).sum::<usize>();
                return Some(self.text.len() + tail);
            }
            if next.is_some_and(|n| script(n) == own) {
                return None;
            }
        }
        Some(self.text.len())
    }
}

fn closes_clause(after: &str) -> bool {
    let tail = after.trim_start_matches(['よ', 'ね', 'な', 'ぞ', 'ぜ', 'わ', 'ー', 'ぁ', 'ぇ', 'っ', '〜', '~']);
    tail.chars().next().is_none_or(|c| script(c) == Script::Mark)
}

/// Where a phrase of a list may stand: `^` before it opens a clause, `$` behind it closes one, and `*` behind
/// Latin letters lets the word go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edges {
    pub opens_clause: bool,
    pub closes_clause: bool,
    pub goes_on: bool,
}

impl Edges {
    /// The edges of a phrase as a list has it, and the phrase without their marks. A face such as `^_^` or
    /// `^-^` has none.
    pub fn of(written: &str) -> (Self, &str) {
        let (opens_clause, rest) = match written.strip_prefix('^') {
            Some(rest) if !rest.is_empty() && !rest.starts_with(['_', '^', 'o', '-']) => (true, rest),
            _ => (false, written),
        };
        let (closes_clause, rest) = match rest.strip_suffix('$') {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, rest),
        };
        let (goes_on, rest) = match rest.strip_suffix('*') {
            Some(rest) if rest.ends_with(|c: char| c.is_ascii_alphabetic()) => (true, rest),
            _ => (false, rest),
        };
        (Self { opens_clause, closes_clause, goes_on }, rest)
    }
}

fn read_phrase(written: &str) -> (String, PhraseShape) {
    let (edges, rest) = Edges::of(written);
    let text = fold(rest);
    let whole_word = whole_word(&text);
    (text, PhraseShape { edges, whole_word })
}

/// The script at whose edges the phrase must lie: Latin words are never found within others, nor are
/// short katakana words and single kanji, which are often parts of unrelated words.
fn whole_word(text: &str) -> Option<Script> {
    let first = script(text.chars().next()?);
    let length = text.chars().count();
    let uniform = text.chars().all(|c| script(c) == first);
    match first {
        Script::Letter => Some(Script::Letter),
        Script::Katakana if uniform && length <= 3 => Some(Script::Katakana),
        Script::Kanji if length == 1 => Some(Script::Kanji),
        _ => None,
    }
}

/// The lines of a data file, without comments and blank ones.
pub(crate) fn data_lines(data: &str) -> impl Iterator<Item = &str> {
    data.lines().map(|l| l.trim_end_matches('\r')).filter(|l| !l.trim().is_empty() && !l.starts_with("# "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> PhraseTable<u8> {
        PhraseTable::new(
            [("cat", 1), ("frustrat*", 2), ("^やった$", 3), ("記憶", 4), ("記憶力", 5), ("バグ", 6), ("can't wait", 7)]
                .map(|(p, v)| (p.to_owned(), v)),
        )
    }

    fn values(text: &str) -> Vec<u8> {
        table().find_all(&fold(text)).into_iter().map(|f| *f.value).collect()
    }

    #[test]
    fn latin_phrases_are_whole_words() {
        assert_eq!(values("a Cat, concatenated; cats"), [1]);
        assert_eq!(values("so frustrating! I can’t wait"), [2, 7]);
    }

    #[test]
    fn the_longest_phrase_wins() {
        assert_eq!(values("記憶力と記憶"), [5, 4]);
    }

    #[test]
    fn clause_marks_keep_a_verb_from_being_a_cheer() {
        assert_eq!(values("やったー！"), [3]);
        assert!(values("昨日やった作業").is_empty());
    }

    #[test]
    fn a_short_katakana_word_is_not_found_in_a_longer_one() {
        assert_eq!(values("バグを直す"), [6]);
        assert!(values("バグダッド").is_empty());
    }
}
