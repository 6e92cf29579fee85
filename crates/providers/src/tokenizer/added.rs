//! Tokens that are found in the text as it comes, before anything else is done to it.

use serde::Deserialize;

/// A token as the file lists it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct AddedToken {
    pub(super) id: u32,
    pub(super) content: String,
    #[serde(default)]
    single_word: bool,
    #[serde(default)]
    lstrip: bool,
    #[serde(default)]
    rstrip: bool,
    #[serde(default)]
    pub(super) normalized: bool,
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextPart<'t> {
    Token(u32),
    Text(&'t str),
}

/// All of them, the longest first.
#[derive(Debug, Default)]
pub(super) struct AddedTokens(Vec<AddedToken>);

impl AddedTokens {
    pub(super) fn new(mut tokens: Vec<AddedToken>) -> Self {
        tokens.retain(|token| !token.content.is_empty());
        tokens.sort_by_key(|token| std::cmp::Reverse(token.content.len()));
        Self(tokens)
    }

    /// The text in pieces, in order.
    pub(super) fn part<'t>(&self, text: &'t str) -> Vec<TextPart<'t>> {
        let mut pieces = Vec::new();
        let (mut from, mut at) = (0, 0);
        while at < text.len() {
            let Some(token) = self.0.iter().find(|token| token.is_at(text, at)) else {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            };
            let (mut begin, mut end) = (at, at + token.content.len());
            if token.lstrip {
                begin = from + text[from..begin].trim_end().len();
            }
            if token.rstrip {
                end = text.len() - text[end..].trim_start().len();
            }
            if from < begin {
                pieces.push(TextPart::Text(&text[from..begin]));
            }
            pieces.push(TextPart::Token(token.id));
            (from, at) = (end, end);
        }
        if from < text.len() {
            pieces.push(TextPart::Text(&text[from..]));
        }
        pieces
    }
}

impl AddedToken {
    fn is_at(&self, text: &str, at: usize) -> bool {
        if !text[at..].starts_with(&self.content) {
            return false;
        }
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let after = text[at + self.content.len()..].chars().next();
        !self.single_word || !(is_letter(text[..at].chars().next_back()) || is_letter(after))
    }
}
