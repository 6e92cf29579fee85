//! Where sentences end, in Japanese and English.

use std::ops::Range;

use crate::fold::{Script, script};
use crate::prose::{ProsePart, parts};

/// A quotation that is not closed after this many characters is none.
const LONGEST_QUOTE: usize = 300;

/// Of a long text, only so many characters are what a person says; what is pasted is longer.
const SAID_CHARACTERS: usize = 6_000;

/// The sentences of a text in their order, trimmed, none empty.
///
/// A line break ends a sentence, but for a fenced block of code, which is one. What is quoted in 「」 or
/// stands in （） stays within its sentence.
pub fn sentences(text: &str) -> Vec<&str> {
    spans(text).into_iter().map(|span| &text[span]).collect()
}

/// As much of the beginning of a text as a person says.
pub(crate) fn said_part(text: &str) -> &str {
    text.char_indices().nth(SAID_CHARACTERS).map_or(text, |(end, _)| &text[..end])
}

/// Hands out the sentences that a person wrote, up to so many bytes each, with where they begin: no code, and nothing behind
/// `>`, which is someone else's.
pub(crate) fn each_said(text: &str, longest: usize, mut read: impl FnMut(&str, usize)) {
    for part in parts(said_part(text)) {
        let ProsePart::Prose(line) = part else { continue };
        if line.trim_start().starts_with(['>', '＞', '|']) {
            continue;
        }
        let offset = line.as_ptr() as usize - text.as_ptr() as usize;
        for span in spans(line).into_iter().filter(|span| span.len() <= longest) {
            read(&line[span.clone()], offset + span.start);
        }
    }
}

/// The places of the sentences, in bytes, without the white space around them.
pub(crate) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut plain_from = 0;
    for block in fenced_blocks(text) {
        plain_spans(text, plain_from..block.start, &mut spans);
        push(&mut spans, text, block.clone());
        plain_from = block.end;
    }
    plain_spans(text, plain_from..text.len(), &mut spans);
    spans
}

/// The blocks between fences, with the fences. A fence that is never closed opens none.
fn fenced_blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut opened: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            opened = match opened {
                Some(start) => {
                    blocks.push(start..at + line.len());
                    None
                }
                None => Some(at),
            };
        }
        at += line.len();
    }
    blocks
}

fn plain_spans(text: &str, range: Range<usize>, spans: &mut Vec<Range<usize>>) {
    let mut start = range.start;
    let mut quotes = Quotes::default();
    let mut before = ' ';
    let mut characters = text[range.clone()].char_indices().peekable();
    while let Some((offset, c)) = characters.next() {
        let at = range.start + offset;
        quotes.read(c);
        let next = characters.peek().map(|(_, n)| *n);
        let place = SentenceMark { text, line_start: start, at, c, before, next };
        if quotes.is_outside() && place.ends_sentence() {
            push(spans, text, start..at + c.len_utf8());
            start = at + c.len_utf8();
        }
        before = c;
    }
    push(spans, text, start..range.end);
}

/// How deep in quotations a place is.
#[derive(Default)]
struct Quotes {
    depth: usize,
    length: usize,
}

impl Quotes {
    fn read(&mut self, c: char) {
        match c {
            '「' | '『' | '（' => self.depth += 1,
            '」' | '』' | '）' => self.depth = self.depth.saturating_sub(1),
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => self.depth = 0,
            _ => {}
        }
        self.length = if self.depth == 0 { 0 } else { self.length + 1 };
        if self.length > LONGEST_QUOTE {
            self.depth = 0;
        }
    }

    fn is_outside(&self) -> bool {
        self.depth == 0
    }
}

/// A character with what stands around it.
struct SentenceMark<'a> {
    text: &'a str,
    line_start: usize,
    at: usize,
    c: char,
    before: char,
    next: Option<char>,
}

impl SentenceMark<'_> {
    fn ends_sentence(&self) -> bool {
        let closes_next = self.next.is_some_and(|n| is_ender(n) || is_closer(n) || n == '\u{FE0F}');
        let is_last = self.next.is_none_or(char::is_whitespace);
        match self.c {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => true,
            '。' | '！' | '？' | '｡' | '‼' | '⁉' => !closes_next && !self.next.is_some_and(is_emoji),
            '!' | '?' => !closes_next && (is_last || self.next.is_some_and(|n| !n.is_ascii() && !is_emoji(n))),
            '.' | '．' => !closes_next && (is_last || self.next.is_some_and(is_japanese)) && self.is_full_stop(),
            '…' => is_last && self.opens_another() && self.follows_text(),
            'w' | 'ｗ' | '笑' => is_last && self.next != Some('\n') && self.is_laughter() && self.opens_another(),
            c if is_emoji(c) || c == '\u{FE0F}' => self.emoji_ends(),
            c if is_closer(c) => {
                is_ender(self.before) && !closes_next && (is_last || self.next.is_some_and(char::is_uppercase))
            }
            _ => false,
        }
    }

    /// Whether what comes after the space begins like a sentence.
    fn opens_another(&self) -> bool {
        self.following().is_some_and(|n| n.is_uppercase() || is_japanese(n))
    }

    fn following(&self) -> Option<char> {
        self.text[self.at + self.c.len_utf8()..].chars().find(|n| !matches!(n, ' ' | '\u{3000}' | '\t'))
    }

    fn follows_text(&self) -> bool {
        self.text[self.line_start..self.at].chars().any(char::is_alphanumeric)
    }

    fn is_laughter(&self) -> bool {
        let rest = self.text[self.line_start..self.at].trim_end_matches(['w', 'ｗ', '笑']);
        rest.chars().next_back().is_some_and(is_japanese)
    }

    /// The last emoji of a row ends a sentence: before a space and a beginning, or between a sentence's end
    /// and what is no particle (楽しかった😊明日も, but not 🍣を食べた).
    fn emoji_ends(&self) -> bool {
        let Some(next) = self.next else { return false };
        let goes_on =
            is_emoji(next) || matches!(next, '\u{FE0F}' | '\u{200D}' | '\u{1F3FB}'..='\u{1F3FF}') || is_closer(next);
        if goes_on || is_ender(next) || self.before == '\u{200D}' || !self.follows_text() {
            return false;
        }
        if next.is_whitespace() {
            return self.opens_another();
        }
        let said =
            self.text[self.line_start..self.at].trim_end_matches(|c| is_emoji(c) || c == '\u{FE0F}' || c == '\u{200D}');
        let is_said = said.ends_with(|c| "たよねだすいるなぁぜぞわんー！？!?。".contains(c));
        is_said && is_japanese(next) && !"をがにはのでとも".contains(next)
    }

    fn is_full_stop(&self) -> bool {
        let before = &self.text[self.line_start..self.at];
        if before.ends_with('.') || before.ends_with('．') {
            // Wait... what? goes on, and "I see... Then" does not.
            return !self.following().is_some_and(char::is_lowercase) && self.follows_text();
        }
        // The number of an item in a list.
        if before.trim_start().chars().all(|c| c.is_ascii_digit()) {
            return false;
        }
        let tail = before.bytes().rev().take(8).take_while(|b| b.is_ascii_alphanumeric() || *b == b'.').count();
        let word = &before[before.len() - tail..];
        let goes_on = self.following().is_some_and(|n| n.is_lowercase() || n.is_ascii_digit());
        match abbreviation(word) {
            Abbreviation::None => true,
            Abbreviation::Before => false,
            Abbreviation::Either => !goes_on,
        }
    }
}

/// What a word with a full stop behind it is.
enum Abbreviation {
    None,
    /// One that something always follows: Mr.
    Before,
    /// One that can end a sentence: Inc.
    Either,
}

fn abbreviation(word: &str) -> Abbreviation {
    let folded = word.to_ascii_lowercase();
    match folded.as_str() {
        "mr" | "mrs" | "ms" | "dr" | "prof" | "st" | "vs" | "e.g" | "i.e" | "cf" | "fig" | "figs" | "eq" | "gen"
        | "col" | "lt" | "sgt" | "rev" | "hon" | "mt" | "messrs" | "viz" => Abbreviation::Before,
        "inc" | "ltd" | "co" | "corp" | "etc" | "jr" | "sr" | "al" | "no" | "nos" | "est" | "approx" | "dept"
        | "vol" | "ch" | "sec" | "pp" | "ed" | "eds" | "jan" | "feb" | "mar" | "apr" | "jun" | "jul" | "aug"
        | "sep" | "sept" | "oct" | "nov" | "dec" | "ver" | "ave" | "min" | "max" => Abbreviation::Either,
        _ if word.len() == 1 && word != "I" && word != "i" && word.bytes().all(|b| b.is_ascii_uppercase()) => {
            Abbreviation::Before
        }
        _ if word.len() == 1 && folded != "i" && word.bytes().all(|b| b.is_ascii_alphabetic()) => Abbreviation::Before,
        _ if word.contains('.') && word.split('.').all(|part| part.len() == 1 || part == "Ph") => Abbreviation::Either,
        _ => Abbreviation::None,
    }
}

fn is_ender(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '!' | '?' | '.' | '．' | '｡' | '‼' | '⁉')
}

fn is_closer(c: char) -> bool {
    matches!(c, '」' | '』' | '）' | ')' | '"' | '”' | '’' | '】' | ']')
}

fn is_japanese(c: char) -> bool {
    matches!(script(c), Script::Hiragana | Script::Katakana | Script::Kanji)
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1F300}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{2B50}') && !matches!(c, '★' | '☆' | '♪')
}

fn push(spans: &mut Vec<Range<usize>>, text: &str, span: Range<usize>) {
    let piece = &text[span.clone()];
    let trimmed = piece.trim();
    if !trimmed.is_empty() {
        let start = span.start + (piece.len() - piece.trim_start().len());
        spans.push(start..start + trimmed.len());
    }
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn japanese_sentences_end_with_their_marks() {
        assert_eq!(sentences("やった！できた。次は？\n設計の話"), ["やった！", "できた。", "次は？", "設計の話"]);
        assert_eq!(sentences("「行こう。」と言った。帰る。"), ["「行こう。」と言った。", "帰る。"]);
        assert_eq!(sentences("行った（疲れた。）。寝る"), ["行った（疲れた。）。", "寝る"]);
    }

    #[test]
    fn english_sentences_end_before_a_space() {
        assert_eq!(
            sentences("Dr. Smith uses v1.2. It works! \"Really?\" Yes."),
            ["Dr. Smith uses v1.2.", "It works!", "\"Really?\"", "Yes."]
        );
        assert_eq!(sentences("open foo.rs and a != b"), ["open foo.rs and a != b"]);
        assert_eq!(sentences("i went home. it was late."), ["i went home.", "it was late."]);
    }

    #[test]
    fn abbreviations_numbers_and_addresses_do_not_end_a_sentence() {
        for whole in [
            "Mr. Tanaka of Acme Inc. is in the U.S. now, e.g. in N.Y.",
            "It costs 3.50 dollars, see https://example.com/a?b=1.2 for more.",
            "See Fig. 3 and pp. 10 to 12 by J. K. Rowling et al. there.",
            "1. Buy milk",
            "Wait... what is that?",
            "……そう、仕方ないね",
            "🍣を食べた",
            "I love 🍕 and pasta",
            "Node.jsを使う",
        ] {
            assert_eq!(sentences(whole), [whole]);
        }
        assert_eq!(sentences("He lives in the U.S. She does not."), ["He lives in the U.S.", "She does not."]);
        assert_eq!(sentences("I see... Then go."), ["I see...", "Then go."]);
    }

    #[test]
    fn chat_ends_sentences_by_lines_laughter_and_emoji() {
        assert_eq!(sentences("楽しかった😊明日も行く"), ["楽しかった😊", "明日も行く"]);
        assert_eq!(sentences("ありがとう！😭😭 また行こう"), ["ありがとう！😭😭", "また行こう"]);
        assert_eq!(sentences("まじかwww それはない"), ["まじかwww", "それはない"]);
        assert_eq!(sentences("そうか… じゃあ帰る"), ["そうか…", "じゃあ帰る"]);
        assert_eq!(sentences("今日は休み\n明日は仕事\n\nつらい"), ["今日は休み", "明日は仕事", "つらい"]);
        assert_eq!(sentences("OK.次は設計"), ["OK.", "次は設計"]);
        assert_eq!(sentences("Great! 🎉 See you"), ["Great!", "🎉 See you"]);
    }

    #[test]
    fn items_of_a_list_are_sentences_and_a_block_of_code_is_one() {
        assert_eq!(sentences("- milk\n- eggs\n・卵"), ["- milk", "- eggs", "・卵"]);
        assert_eq!(
            sentences("See:\n```rust\nlet a = 1;\nlet b = 2;\n```\nDone."),
            ["See:", "```rust\nlet a = 1;\nlet b = 2;\n```", "Done."]
        );
        assert_eq!(sentences("```\nno end\nhere"), ["```", "no end", "here"]);
    }

    #[test]
    fn a_quotation_that_is_never_closed_does_not_swallow_the_text() {
        let text = format!("「{}。次の文。", "あ".repeat(400));
        assert_eq!(sentences(&text).len(), 2);
    }
}
