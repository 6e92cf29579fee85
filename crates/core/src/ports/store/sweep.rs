//! Sweeping secrets out of what is stored already: in a store, and in copies of it.

/// How a stored text is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextSort {
    /// A name that something is found by.
    Name,
    /// Words of a turn, a memory or a page.
    Text,
    /// JSON, whose names and values are looked at one by one; any other text counts as words.
    Json,
}

/// A secret that stands in a stored text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSecret {
    /// Its kind.
    pub kind: &'static str,
    /// The secret itself, by which it is found elsewhere; nothing for a part that is private as a whole. Nobody is told it.
    pub value: String,
}

/// A stored text as it should have been stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SweptText {
    /// The text without its secrets.
    pub text: String,
    /// The secrets.
    pub secrets: Vec<StoredSecret>,
}

/// Knows what may not be stored.
pub trait Sweeper {
    /// The text as it should have been stored; `None` if it may stay as it is. What comes out may stay.
    fn sweep(&self, sort: TextSort, text: &str) -> Option<SweptText>;
}

/// Where a secret is stored. It says nothing of the secret but its kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SecretPlace {
    /// What holds it: `texts`, `turns`, `threads`, and so on.
    pub table: String,
    /// Which of those: the handle of a memory, or the number or key of the row.
    pub subject: String,
    /// The kinds of secrets, each once, in the order of the alphabet.
    pub kinds: Vec<&'static str>,
}
