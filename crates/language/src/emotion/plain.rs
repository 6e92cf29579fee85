//! A text as feeling words are looked up in it: katakana read as hiragana, drawn-out letters cut short.

use crate::fold::{Script, script};
use crate::tokens::morphemes;

/// The most of a text that is read for its feeling: what is between its head and its tail changes nothing
/// that a reader would notice, and a log of any size costs the same.
const MOST_OF_AN_END: usize = 12_000;

/// The characters of a folded text, made plain.
#[derive(Clone, Default, Debug)]
pub(super) struct PlainText {
    /// Katakana as hiragana; no run of a letter longer than a word has it; blanks one space.
    pub(super) characters: Vec<char>,
    /// Whether the character was written in katakana.
    pub(super) is_katakana: Vec<bool>,
    /// Whether a word begins at the character, as the dictionary cuts the text; empty for a text in Latin.
    begins_word: Vec<bool>,
    /// Where the character stands in the text it was taken from, in bytes.
    places: Vec<usize>,
}

impl PlainText {
    pub(super) fn of(folded: &str) -> Self {
        let mut plain = Self::default();
        let (head, tail) = ends(folded);
        plain.add(head);
        if !tail.is_empty() {
            plain.push('\n', false, 0);
            plain.add(tail);
        }
        plain
    }

    fn add(&mut self, folded: &str) {
        let from = self.len();
        self.extend(folded);
        if !folded.chars().any(|c| script(c) == Script::Hiragana) {
            return;
        }
        self.begins_word.resize(from, true);
        let morphemes = morphemes(folded);
        let mut next = morphemes.iter().map(|morpheme| morpheme.start).peekable();
        self.begins_word.extend(self.places[from..].iter().map(|place| {
            while next.next_if(|start| start < place).is_some() {}
            next.peek() == Some(place)
        }));
    }

    pub(super) fn clear(&mut self) {
        self.characters.clear();
        self.is_katakana.clear();
        self.begins_word.clear();
        self.places.clear();
    }

    /// Adds the characters of `folded` behind those that are there.
    pub(super) fn extend(&mut self, folded: &str) {
        let (mut last, mut run) = ('\0', 0_usize);
        for (place, c) in folded.char_indices() {
            let c = if c.is_whitespace() && c != '\n' { ' ' } else { c };
            run = if c == last { run + 1 } else { 1 };
            last = c;
            if run > longest_run(c) {
                // "sooo" is "so": a second letter was kept only because a word could have it.
                if run == 3 && c.is_ascii_alphabetic() && c != 'w' {
                    self.pop();
                }
                continue;
            }
            let plain = hiragana(c);
            let goes_on = c == 'ー' && self.is_katakana.last().copied().unwrap_or(false);
            self.push(plain, plain != c || goes_on, place);
        }
    }

    /// Whether a word can begin at `place`: it does by the dictionary, or nobody knows.
    pub(super) fn may_begin_word(&self, place: usize) -> bool {
        self.begins_word.get(place).copied().unwrap_or(true)
    }

    fn push(&mut self, c: char, is_katakana: bool, place: usize) {
        self.characters.push(c);
        self.is_katakana.push(is_katakana);
        self.places.push(place);
    }

    fn pop(&mut self) {
        self.characters.pop();
        self.is_katakana.pop();
        self.places.pop();
    }

    pub(super) fn len(&self) -> usize {
        self.characters.len()
    }

    pub(super) fn at(&self, place: usize) -> Option<char> {
        self.characters.get(place).copied()
    }

    pub(super) fn before(&self, place: usize) -> Option<char> {
        self.at(place.checked_sub(1)?)
    }

    /// Whether `words` stand at `place`.
    pub(super) fn has_at(&self, place: usize, words: &str) -> bool {
        let mut rest = self.characters.get(place..).unwrap_or_default().iter();
        words.chars().all(|c| rest.next() == Some(&c))
    }

    /// Whether a clause ends at `place`, but for a particle that says nothing.
    pub(super) fn closes_clause(&self, place: usize) -> bool {
        let mut place = place;
        while self.at(place).is_some_and(|c| "よねなぞぜわーぁぃぇぉっ〜~wあ".contains(c)) {
            place += 1;
        }
        self.at(place).is_none_or(|c| script(c) == Script::Mark || matches!(c, '笑' | '草' | '泣'))
    }

    /// The place where the clause that `place` lies in begins, at most so many characters back.
    pub(super) fn clause_from(&self, place: usize, most: usize) -> usize {
        let least = place.saturating_sub(most);
        (least..place).rev().find(|at| is_clause_mark(self.characters[*at])).map_or(least, |at| at + 1)
    }
}

pub(super) fn is_clause_mark(c: char) -> bool {
    matches!(c, '。' | '、' | '.' | '!' | '?' | ',' | ';' | '\n' | '…' | '」' | '「')
}

/// How long a run of one character may be before it only draws the word out.
fn longest_run(c: char) -> usize {
    match c {
        ' ' | 'ー' | '〜' | '~' | 'っ' | 'ッ' => 1,
        '.' | 'w' | '\n' => 3,
        c if c.is_alphabetic() => 2,
        _ => 4,
    }
}

fn hiragana(c: char) -> char {
    match c {
        '\u{30A1}'..='\u{30F6}' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        other => other,
    }
}

/// The head and the tail of a long text; all of a short one is its head.
fn ends(text: &str) -> (&str, &str) {
    if text.len() <= 2 * MOST_OF_AN_END {
        return (text, "");
    }
    let head = (0..=MOST_OF_AN_END).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let tail = (text.len() - MOST_OF_AN_END..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    (&text[..head], &text[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        PlainText::of(text).characters.into_iter().collect()
    }

    #[test]
    fn katakana_and_drawn_out_words_become_plain() {
        assert_eq!(plain("ツラい"), "つらい");
        assert_eq!(plain("soooo  good"), "so good");
        assert_eq!(plain("やばいいいい"), "やばいい");
        assert_eq!(plain("えーーーっ"), "えーっ");
        assert_eq!(plain("good"), "good");
    }

    #[test]
    fn only_the_ends_of_a_long_text_are_read() {
        let text = "あ".repeat(20_000);
        assert!(PlainText::of(&text).len() < 10_000);
    }
}
