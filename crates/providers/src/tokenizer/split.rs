//! Where a normalised text is cut into words.

use unicode_categories::UnicodeCategories;

/// One way of cutting.
#[derive(Debug)]
pub(super) enum Splitter {
    /// At white space, which goes, and around punctuation, which stays.
    Bert,
    /// At white space, which goes.
    Whitespace,
    /// Spaces become marks, and a word begins at each.
    Metaspace { mark: char, prepends: bool, splits: bool },
}

/// The words that all of them in turn make of the text.
pub(super) fn all(splitters: &[Splitter], text: &str) -> Vec<String> {
    let mut words = vec![text.to_owned()];
    for splitter in splitters {
        words = words.iter().flat_map(|word| splitter.apply(word)).collect();
    }
    words.retain(|word| !word.is_empty());
    words
}

impl Splitter {
    fn apply(&self, text: &str) -> Vec<String> {
        match self {
            Self::Whitespace => text.split_whitespace().map(str::to_owned).collect(),
            Self::Bert => bert(text),
            Self::Metaspace { mark, prepends, splits } => metaspace(text, *mark, *prepends, *splits),
        }
    }
}

fn bert(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for run in text.split_whitespace() {
        let mut from = 0;
        for (at, c) in run.char_indices().filter(|(_, c)| is_punctuation(*c)) {
            words.push(run[from..at].to_owned());
            from = at + c.len_utf8();
            words.push(run[at..from].to_owned());
        }
        words.push(run[from..].to_owned());
    }
    words
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || c.is_punctuation()
}

fn metaspace(text: &str, mark: char, prepends: bool, splits: bool) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut marked = String::with_capacity(text.len() + 3);
    if prepends && !text.starts_with([' ', mark]) {
        marked.push(mark);
    }
    marked.extend(text.chars().map(|c| if c == ' ' { mark } else { c }));
    if !splits {
        return vec![marked];
    }
    let mut words = Vec::new();
    let mut from = 0;
    for (at, _) in marked.match_indices(mark).filter(|(at, _)| *at > 0) {
        words.push(marked[from..at].to_owned());
        from = at;
    }
    words.push(marked[from..].to_owned());
    words
}
