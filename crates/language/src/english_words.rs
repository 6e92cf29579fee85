//! The words of an English sentence as they are said: in lower case, contractions apart, quotations closed.

use std::ops::Range;

use crate::fold::{Script, fold, script};

/// A word in place, in lower case; a contraction is two words at one place.
#[derive(Debug)]
pub(crate) struct EnglishWord {
    pub text: String,
    pub start: usize,
    pub end: usize,
    /// Whether it begins with a capital and goes on in small letters.
    pub is_capital: bool,
    /// Whether a comma, a dash or the like stands before it.
    pub opens: bool,
}

/// The words of one sentence.
pub(crate) struct EnglishSentence {
    pub words: Vec<EnglishWord>,
    pub is_question: bool,
}

impl EnglishSentence {
    /// The words of a sentence, and whether it ends with a question mark.
    pub(crate) fn of(text: &str) -> Self {
        let mut words: Vec<EnglishWord> = Vec::new();
        let mut opens = false;
        let mut quoted_until = 0;
        let mut characters = text.char_indices().peekable();
        while let Some((start, c)) = characters.next() {
            if start < quoted_until {
                continue;
            }
            if !is_letter(c) {
                if let Some(length) = quotation(&text[start..], c) {
                    // What is quoted is one word that nothing is read from.
                    let end = start + length;
                    words.push(EnglishWord { text: "\"\"".to_owned(), start, end, is_capital: true, opens });
                    (quoted_until, opens) = (end, false);
                } else {
                    opens |= matches!(c, ',' | ';' | ':' | '(' | ')' | '—' | '–' | '…' | '.' | '!' | '?' | '/')
                        || (c == '-' && text[..start].ends_with(' ') && text[start + 1..].starts_with(' '))
                        || script(c) != Script::Mark
                        || !c.is_ascii() && !matches!(c, '’' | '‘');
                }
                continue;
            }
            let mut end = start + c.len_utf8();
            while let Some((at, next)) = characters.peek().copied() {
                let joins = matches!(next, '\'' | '’' | '-' | '_' | '.' | '@' | '%' | '+' | '#')
                    && text[at + next.len_utf8()..].starts_with(is_letter)
                    || next == ':' && c.is_ascii_digit() && text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
                if !is_letter(next) && !joins && next != '%' {
                    break;
                }
                end = at + next.len_utf8();
                characters.next();
            }
            push(&mut words, &text[start..end], start, opens);
            opens = false;
        }
        let is_question = text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?').ends_with('?');
        Self { words, is_question }
    }

    /// The word at `at`; empty behind the last.
    pub(crate) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.text.as_str())
    }

    /// Whether one of those words is meant.
    pub(crate) fn has(&self, range: Range<usize>, is_meant: impl Fn(&str) -> bool) -> bool {
        let end = range.end.min(self.words.len());
        self.words[range.start.min(end)..end].iter().any(|word| is_meant(&word.text))
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !matches!(script(c), Script::Hiragana | Script::Katakana | Script::Kanji) || c == '_'
}

/// How long the quotation is that begins with `c`.
fn quotation(rest: &str, c: char) -> Option<usize> {
    let closer = match c {
        '"' => '"',
        '“' => '”',
        '「' => '」',
        '`' => '`',
        _ => return None,
    };
    let body = &rest[c.len_utf8()..];
    body.find(closer).map(|end| c.len_utf8() + end + closer.len_utf8())
}

/// Takes a word in; "I'm" is "i" and "is", "don't" is "do" and "not".
fn push(words: &mut Vec<EnglishWord>, written: &str, start: usize, opens: bool) {
    let mut characters = written.chars();
    let is_capital = characters.next().is_some_and(char::is_uppercase) && characters.any(char::is_lowercase);
    let end = start + written.len();
    let folded = fold(written);
    let (first, second) = match folded.as_str() {
        "im" => ("i", "is"),
        "ive" => ("i", "have"),
        "dont" => ("do", "not"),
        "doesnt" => ("does", "not"),
        "cant" => ("can", "not"),
        "wont" => ("will", "not"),
        "isnt" => ("is", "not"),
        "arent" => ("are", "not"),
        "shes" => ("she", "is"),
        "hes" => ("he", "is"),
        "can't" => ("can", "not"),
        "won't" => ("will", "not"),
        "let's" => ("let's", ""),
        other => match other.rsplit_once('\'') {
            Some((first, "m" | "re")) => (first, "is"),
            Some((first, "s")) => (first, "'s"),
            Some((first, "ve")) => (first, "have"),
            Some((first, "d")) => (first, "would"),
            Some((first, "ll")) => (first, "will"),
            Some((first, "t")) if first.ends_with('n') => (&first[..first.len() - 1], "not"),
            _ => (other, ""),
        },
    };
    words.push(EnglishWord { text: first.to_owned(), start, end, is_capital, opens });
    if !second.is_empty() {
        words.push(EnglishWord { text: second.to_owned(), start, end, is_capital: false, opens: false });
    }
}
