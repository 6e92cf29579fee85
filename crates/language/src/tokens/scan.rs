//! The tokens of a text: its words by their outer kind.

use super::{Morpheme, PartOfSpeech, Token, TokenKind, morphemes};
use crate::fold::{Script, script};

/// The longest path that is seen as one, in bytes.
const LONGEST_PATH: usize = 200;

/// The tokens of a text in their order. Function words in hiragana are not among them; stop words of
/// other kinds are. Neighbouring words in kanji are one token.
pub fn scan(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    for morpheme in morphemes(text) {
        let Some(kind) = kind_of_morpheme(&morpheme) else { continue };
        match tokens.last_mut() {
            Some(last) if kind == TokenKind::Kanji && last.kind == kind && last.end() == morpheme.start => {
                last.surface = &text[last.start..morpheme.end()];
                last.root = last.surface;
            }
            _ => tokens.push(token(morpheme.surface, morpheme.start, kind)),
        }
    }
    tokens
}

fn token(surface: &str, start: usize, kind: TokenKind) -> Token<'_> {
    let bare = surface.trim_end_matches(|c| script(c) == Script::Hiragana);
    let root = if kind == TokenKind::Inflected && !bare.is_empty() { bare } else { surface };
    Token { surface, root, start, kind }
}

fn kind_of_morpheme(morpheme: &Morpheme<'_>) -> Option<TokenKind> {
    let has = |wanted| morpheme.surface.chars().any(|c| script(c) == wanted);
    match morpheme.part {
        PartOfSpeech::Word => Some(TokenKind::Word),
        PartOfSpeech::Code => Some(TokenKind::Code),
        PartOfSpeech::Url => Some(TokenKind::Url),
        PartOfSpeech::Email => Some(TokenKind::Email),
        PartOfSpeech::Symbol | PartOfSpeech::Emoji => None,
        PartOfSpeech::Number if has(Script::Letter) => Some(TokenKind::Number),
        PartOfSpeech::Verb | PartOfSpeech::Adjective if has(Script::Kanji) => Some(TokenKind::Inflected),
        _ if has(Script::Kanji) => Some(TokenKind::Kanji),
        _ if morpheme.surface.chars().all(|c| c == 'ー') => None,
        _ if has(Script::Katakana) && !has(Script::Hiragana) => Some(TokenKind::Katakana),
        part if part.is_grammar() || is_function_noun(part) || morpheme.surface.chars().nth(1).is_none() => None,
        _ => Some(TokenKind::Hiragana),
    }
}

fn is_function_noun(part: PartOfSpeech) -> bool {
    matches!(
        part,
        PartOfSpeech::Pronoun
            | PartOfSpeech::DependentNoun
            | PartOfSpeech::Adnominal
            | PartOfSpeech::Prefix
            | PartOfSpeech::Suffix
            | PartOfSpeech::Counter
    )
}

/// Where the word ends that begins with a letter at `start`, and its kind when it is a word at all.
pub(super) fn word_of_letters(text: &str, start: usize) -> (usize, Option<TokenKind>) {
    if let Some(end) = url_end(text, start) {
        return (end, Some(TokenKind::Url));
    }
    if let Some(end) = path_end(text, start) {
        return (end, Some(TokenKind::Code));
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

/// Where a path ends whose last part is a file's name with an ending: `src/main.rs`, not `and/or`.
fn path_end(text: &str, start: usize) -> Option<usize> {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || b"_-./".contains(b);
    let run = text.as_bytes()[start..].iter().take(LONGEST_PATH).take_while(|b| is_part(b)).count();
    let path = text[start..start + run].trim_end_matches(['.', '-', '/']);
    let (folders, name) = path.rsplit_once('/')?;
    let (stem, ending) = name.rsplit_once('.')?;
    let is_ending = (1..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_path =
        is_ending && !stem.is_empty() && !folders.is_empty() && ending.bytes().any(|b| b.is_ascii_alphabetic());
    is_path.then_some(start + path.len())
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
