//! What is done to a text before it is split.

use regex::Regex;
use unicode_categories::UnicodeCategories;
use unicode_normalization::UnicodeNormalization;

use super::precompiled::Precompiled;

/// One step.
#[derive(Debug)]
pub(super) enum Normalizer {
    /// BERT's own: which of its four parts are done.
    Bert {
        cleans: bool,
        spaces_chinese: bool,
        strips_accents: bool,
        lowers: bool,
    },
    /// The table that comes with a SentencePiece model.
    Precompiled(Precompiled),
    /// SentencePiece's own way with its table, if it has one; `squeezes` says whether spaces at the ends and all but
    /// one between words go.
    SentencePiece {
        table: Option<Precompiled>,
        squeezes: bool,
    },
    /// All that is found is replaced.
    Replace(Regex, String),
    /// White space at the ends goes.
    Strip {
        left: bool,
        right: bool,
    },
    /// The text gets this in front, unless it is empty.
    Prepend(String),
    Lowercase,
    StripAccents,
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
    Nmt,
}

impl Normalizer {
    pub(super) fn apply(&self, text: &str) -> String {
        match self {
            Self::Bert { cleans, spaces_chinese, strips_accents, lowers } => {
                let mut text = text.to_owned();
                if *cleans {
                    text = text.chars().filter(|c| !is_noise(*c)).map(|c| if is_space(c) { ' ' } else { c }).collect();
                }
                if *spaces_chinese {
                    text = with_spaces_around_chinese(&text);
                }
                if *strips_accents {
                    text = text.nfd().filter(|c| !c.is_mark_nonspacing()).collect();
                }
                if *lowers { lower(&text) } else { text }
            }
            Self::SentencePiece { table, squeezes } => {
                let normal = table.as_ref().map_or_else(|| text.to_owned(), |table| table.apply_longest(text));
                if !*squeezes {
                    return normal;
                }
                normal.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
            }
            Self::Precompiled(table) => table.apply(text),
            Self::Replace(pattern, with) => pattern.replace_all(text, regex::NoExpand(with)).into_owned(),
            Self::Strip { left, right } => {
                let text = if *left { text.trim_start() } else { text };
                if *right { text.trim_end() } else { text }.to_owned()
            }
            Self::Prepend(_) if text.is_empty() => String::new(),
            Self::Prepend(before) => format!("{before}{text}"),
            Self::Lowercase => lower(text),
            Self::StripAccents => text.chars().filter(|c| !c.is_mark()).collect(),
            Self::Nfc => text.nfc().collect(),
            Self::Nfd => text.nfd().collect(),
            Self::Nfkc => text.nfkc().collect(),
            Self::Nfkd => text.nfkd().collect(),
            Self::Nmt => text.chars().filter_map(nmt).collect(),
        }
    }
}

/// Letter by letter: the last letter of a word has no form of its own here.
fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || c.is_whitespace()
}

fn is_noise(c: char) -> bool {
    let is_control = !matches!(c, '\t' | '\n' | '\r') && c.is_other();
    matches!(c, '\0' | '\u{fffd}') || is_control
}

fn with_spaces_around_chinese(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    for c in text.chars() {
        if is_chinese(c) {
            spaced.extend([' ', c, ' ']);
        } else {
            spaced.push(c);
        }
    }
    spaced
}

fn is_chinese(c: char) -> bool {
    matches!(
        u32::from(c),
        0x4E00..=0x9FFF
            | 0x3400..=0x4DBF
            | 0x20000..=0x2A6DF
            | 0x2A700..=0x2B73F
            | 0x2B740..=0x2B81F
            | 0x2B920..=0x2CEAF
            | 0xF900..=0xFAFF
            | 0x2F800..=0x2FA1F
    )
}

fn nmt(c: char) -> Option<char> {
    match u32::from(c) {
        0x0001..=0x0008 | 0x000B | 0x000E..=0x001F | 0x007F | 0x008F | 0x009F => None,
        0x0009 | 0x000A | 0x000C | 0x000D | 0x1680 | 0x200B..=0x200F | 0x2028 | 0x2029 | 0x2581 | 0xFEFF | 0xFFFD => {
            Some(' ')
        }
        _ => Some(c),
    }
}
