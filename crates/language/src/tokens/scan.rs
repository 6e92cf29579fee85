//! Cutting a text into tokens, from left to right in one pass.

use super::japanese::{self, Run};
use super::{Token, TokenKind};
use crate::fold::{Script, script};

/// The tokens of a text in their order. Function words in hiragana are not among them; stop words of
/// other kinds are.
pub fn scan(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        at = match script(c) {
            Script::Mark => at + c.len_utf8(),
            Script::Letter => letters(text, at, &mut tokens),
            Script::Katakana => katakana(text, at, &mut tokens),
            Script::Kanji => japanese::kanji(Run { text, start: at }, &mut tokens),
            Script::Hiragana => japanese::hiragana(Run { text, start: at }, &mut tokens),
        };
    }
    tokens
}

fn katakana<'a>(text: &'a str, start: usize, tokens: &mut Vec<Token<'a>>) -> usize {
    let end = japanese::run_end(text, start, Script::Katakana);
    let surface = &text[start..end];
    if surface.chars().any(|c| c != 'ー') {
        tokens.push(Token { surface, root: surface, start, kind: TokenKind::Katakana });
    }
    end
}

fn letters<'a>(text: &'a str, start: usize, tokens: &mut Vec<Token<'a>>) -> usize {
    let (end, kind) = word_of_letters(text, start);
    if let Some(kind) = kind {
        let surface = &text[start..end];
        tokens.push(Token { surface, root: surface, start, kind });
    }
    end
}

/// Where the word ends that begins with a letter at `start`, and its kind when it is a word at all.
pub(super) fn word_of_letters(text: &str, start: usize) -> (usize, Option<TokenKind>) {
    if let Some(end) = url_end(text, start) {
        return (end, Some(TokenKind::Url));
    }
    let end = word_end(text, start);
    let surface = &text[start..end];
    (end, surface.chars().any(char::is_alphanumeric).then(|| kind_of(surface)))
}

fn url_end(text: &str, start: usize) -> Option<usize> {
    let rest = &text.as_bytes()[start..];
    let scheme = [&b"https://"[..], b"http://"].into_iter().find(|s| {
        rest.len() > s.len() && rest[..s.len()].eq_ignore_ascii_case(s) && rest[s.len()].is_ascii_alphanumeric()
    })?;
    let is_part = |b: &u8| b.is_ascii_graphic() && !b"<>\"'`(){}[]|\\^".contains(b);
    let mut length = scheme.len() + rest[scheme.len()..].iter().take_while(|b| is_part(b)).count();
    while b".,;:!?".contains(&rest[length - 1]) {
        length -= 1;
    }
    Some(start + length)
}

fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    loop {
        let mut rest = text[end..].chars();
        let Some(c) = rest.next() else { return end };
        let next = rest.next();
        let joins = next.is_some_and(|n| script(n) == Script::Letter && n != '_');
        if script(c) == Script::Letter || (joins && matches!(c, '-' | '.' | '\'' | '’' | '@')) {
            end += c.len_utf8();
        } else if c == ':' && next == Some(':') && rest.next().is_some_and(|n| script(n) == Script::Letter) {
            end += 2;
        } else if c == '+' && next == Some('+') {
            return end + 2;
        } else if c == '#' && end - start == 1 && !joins {
            return end + 1;
        } else {
            return end;
        }
    }
}

fn kind_of(surface: &str) -> TokenKind {
    let has_letter = surface.chars().any(char::is_alphabetic);
    if !has_letter {
        return TokenKind::Number;
    }
    if let Some((name, host)) = surface.split_once('@') {
        return if !name.is_empty() && host.contains('.') { TokenKind::Email } else { TokenKind::Code };
    }
    let has_joint = surface.contains(['_', '.', ':', '+', '#']);
    let has_digit = surface.chars().any(char::is_numeric);
    if has_joint || has_digit || is_camel_case(surface) { TokenKind::Code } else { TokenKind::Word }
}

fn is_camel_case(surface: &str) -> bool {
    let mut before_is_small = false;
    for c in surface.chars() {
        if before_is_small && c.is_uppercase() {
            return true;
        }
        before_is_small = c.is_lowercase();
    }
    false
}
