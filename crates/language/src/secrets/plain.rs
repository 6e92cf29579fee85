//! A text as it reads: without invisible characters and full-width forms, with the way back to the original.
//!
//! Secrets are looked for here and cut in the original, so that a zero-width space in a key hides nothing and
//! the rest of the text keeps its own characters.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

/// A text as it reads.
pub(super) struct ReadText<'a> {
    original: &'a str,
    text: Cow<'a, str>,
    /// Where the distance between the two texts changes, in the order of both.
    shifts: Vec<Shift>,
}

#[derive(Clone, Copy)]
struct Shift {
    plain: usize,
    original: usize,
}

impl<'a> ReadText<'a> {
    pub(super) fn of(original: &'a str) -> Self {
        if original.is_ascii() || original.chars().all(is_plain) {
            return Self { original, text: Cow::Borrowed(original), shifts: Vec::new() };
        }
        let mut text = String::with_capacity(original.len());
        let mut shifts = Vec::new();
        let mut characters = original.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            if is_plain(c) {
                text.push(c);
                continue;
            }
            shifts.push(Shift { plain: text.len(), original: at });
            // A half-width kana and its voicing mark are one character.
            let is_voiced = matches!(c, '\u{FF66}'..='\u{FF9D}');
            let mark =
                if is_voiced { characters.next_if(|(_, next)| matches!(next, '\u{FF9E}' | '\u{FF9F}')) } else { None };
            match mark {
                Some((_, mark)) => text.extend([c, mark].into_iter().nfkc()),
                None => text.extend(read_as(c)),
            }
            let next = characters.peek().map_or(original.len(), |(next, _)| *next);
            shifts.push(Shift { plain: text.len(), original: next });
        }
        Self { original, text: Cow::Owned(text), shifts }
    }

    /// The text with the parts joined that a line break tears apart: what stands at the end of a line and at the
    /// beginning of the next, both without a space, could be one token.
    pub(super) fn unwrapped(original: &'a str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut shifts = Vec::new();
        let mut from = 0;
        for (at, _) in original.match_indices('\n') {
            let line = original[from.min(at)..at].trim_end_matches(['\r', '\\']);
            let rest = &original[at + 1..];
            let next = rest.trim_start_matches([' ', '\t']);
            let is_torn = line.ends_with(is_token_character) && next.starts_with(is_token_character);
            if at < from || !is_torn {
                continue;
            }
            text.push_str(line);
            shifts.push(Shift { plain: text.len(), original: from + line.len() });
            from = at + 1 + (rest.len() - next.len());
            shifts.push(Shift { plain: text.len(), original: from });
        }
        text.push_str(&original[from..]);
        Self { original, text: Cow::Owned(text), shifts }
    }

    /// Where a text was joined within a place of it.
    pub(super) fn joints(&self, place: &Range<usize>) -> impl Iterator<Item = usize> {
        let within = |at: &usize| place.start < *at && *at < place.end;
        self.shifts.iter().step_by(2).map(|shift| shift.plain).filter(within)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The place in the original of a place in this text.
    pub(super) fn original(&self, place: &Range<usize>) -> Range<usize> {
        if self.shifts.is_empty() {
            return place.clone();
        }
        // Invisible characters at the edge of a secret stay with what stands around it.
        let start = self.shifts.partition_point(|shift| shift.plain <= place.start);
        let end = self.shifts.partition_point(|shift| shift.plain < place.end);
        let moved = |count: usize, at: usize| {
            let before = count.checked_sub(1).map_or(Shift { plain: 0, original: 0 }, |last| self.shifts[last]);
            let next = self.shifts.get(count).map_or(self.original.len(), |shift| shift.original);
            (before.original + (at - before.plain)).min(next)
        };
        let end = self
            .shifts
            .get(end)
            .filter(|shift| shift.plain == place.end)
            .map_or_else(|| moved(end, place.end), |shift| shift.original);
        floor(self.original, moved(start, place.start))..ceil(self.original, end)
    }
}

fn is_token_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '/' | '=' | '.')
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn ceil(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// Whether the character reads as it is written.
fn is_plain(c: char) -> bool {
    match c {
        '\0'..='\u{7F}' => true,
        '\u{A0}' | '\u{AD}' | '\u{85}' => false,
        '\u{80}'..='\u{33F}' => true,
        '\u{3001}'..='\u{3163}' | '\u{3400}'..='\u{9FFF}' => true,
        '\u{2000}'..='\u{2011}' | '\u{2018}'..='\u{201F}' | '\u{2028}'..='\u{202F}' => false,
        '\u{205F}'..='\u{206F}' | '\u{2212}' | '\u{24B6}'..='\u{24E9}' | '\u{3000}' | '\u{3164}' => false,
        '\u{FF01}'..='\u{FF9F}' | '\u{FFA0}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}' => false,
        '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' => false,
        '\u{1D400}'..='\u{1D7FF}' | '\u{E0000}'..='\u{E0FFF}' => false,
        _ => true,
    }
}

/// What the character reads as; nothing for what cannot be seen.
fn read_as(c: char) -> Option<char> {
    match c {
        '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => Some(' '),
        '\u{2010}' | '\u{2011}' | '\u{2212}' => Some('-'),
        '\u{2018}'..='\u{201B}' => Some('\''),
        '\u{201C}'..='\u{201F}' => Some('"'),
        '\u{FF01}'..='\u{FF9F}' | '\u{1D400}'..='\u{1D7FF}' | '\u{24B6}'..='\u{24E9}' => [c].into_iter().nfkc().next(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again_in_the_original() {
        let original = "a\u{200b}ｂ　ﾊﾟ“c”\u{00ad}d";
        let plain = ReadText::of(original);
        assert_eq!(plain.as_str(), "ab パ\"c\"d");
        let of = |part: &str| {
            let at = plain.as_str().find(part).expect("it is there");
            &original[plain.original(&(at..at + part.len()))]
        };
        assert_eq!((of("a"), of("b"), of("パ"), of("c"), of("d")), ("a", "ｂ", "ﾊﾟ", "c", "d"));
        assert_eq!((of("ab"), of("\"c\"")), ("a\u{200b}ｂ", "“c”"));
    }

    #[test]
    fn what_a_line_break_tears_apart_is_joined() {
        let original = "ab\n  cd ef\ngh \nij";
        let joined = ReadText::unwrapped(original);
        assert_eq!(joined.as_str(), "abcd efgh \nij");
        assert_eq!(&original[joined.original(&(1..3))], "b\n  c");
        assert_eq!(&original[joined.original(&(2..3))], "c");
        assert_eq!(&original[joined.original(&(0..2))], "ab");
        assert_eq!(joined.joints(&(0..9)).collect::<Vec<_>>(), [2, 7]);
    }

    #[test]
    fn a_text_that_reads_as_it_is_written_is_not_copied() {
        assert!(matches!(ReadText::of("鍵は「key」です。").text, Cow::Borrowed(_)));
    }
}
