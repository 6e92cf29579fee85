//! A line with its widths and cases folded, which remembers where each of its bytes came from.

use std::ops::Range;

/// Longer lines are read in pieces of this many characters, so that no map grows with the text.
const LONGEST: usize = 4_096;

pub(super) struct TableLine {
    pub(super) folded: String,
    /// For each byte of `folded` the byte of the original; nothing when they are the same.
    origins: Option<Vec<u32>>,
    length: usize,
}

impl TableLine {
    /// Folds character by character, unlike [`crate::fold`], so that every place is known.
    pub(super) fn of(original: &str) -> Self {
        if original.is_ascii() {
            return Self { folded: original.to_ascii_lowercase(), origins: None, length: original.len() };
        }
        let mut folded = String::with_capacity(original.len());
        let mut origins = Vec::with_capacity(original.len());
        for (at, c) in original.char_indices() {
            let c = folded_character(c);
            folded.push(c);
            // A piece is far shorter than what fits.
            origins.resize(folded.len(), u32::try_from(at).unwrap_or(u32::MAX));
        }
        Self { folded, origins: Some(origins), length: original.len() }
    }

    /// The place in the original of a place in the folded line.
    pub(super) fn place(&self, folded: Range<usize>) -> Range<usize> {
        let Some(origins) = &self.origins else { return folded };
        let origin = |at: usize| origins.get(at).map_or(self.length, |origin| *origin as usize);
        origin(folded.start)..origin(folded.end)
    }
}

/// The line in pieces that are short enough; they are cut behind a character that is no letter, if possible.
pub(super) fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = match rest.char_indices().nth(LONGEST) {
            None => rest.len(),
            Some((end, _)) => {
                let tail = rest[..end].char_indices().rev().take(64);
                tail.map(|(at, c)| (at + c.len_utf8(), c)).find(|(_, c)| !c.is_alphanumeric()).map_or(end, |(at, _)| at)
            }
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

fn folded_character(c: char) -> char {
    match c {
        'A'..='Z' => c.to_ascii_lowercase(),
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(c) - 0xFEE0).map_or(c, |narrow| narrow.to_ascii_lowercase())
        }
        '\u{3000}' | '\u{A0}' | '\u{202F}' | '\u{2009}' => ' ',
        '\u{2018}' | '\u{2019}' | '\u{02BC}' => '\'',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '〜' => '~',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_original() {
        let line = TableLine::of("あ３日前、Ｘ");
        assert_eq!(line.folded, "あ3日前、x");
        let start = line.folded.find('3').expect("it is there");
        let place = line.place(start..start + "3日前".len());
        assert_eq!(&"あ３日前、Ｘ"[place], "３日前");
        assert_eq!(line.place(0..line.folded.len()), 0.."あ３日前、Ｘ".len());
    }

    #[test]
    fn pieces_make_up_the_line() {
        let line = "漢字 ".repeat(5_000);
        assert!(pieces(&line).count() > 2);
        assert_eq!(pieces(&line).collect::<String>(), line);
        assert_eq!(pieces("").count(), 0);
    }
}
