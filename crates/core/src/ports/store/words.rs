//! Finding memories by their words.

/// The index over words: a cache of the texts, always as current as the transaction that looks.
pub trait WordIndex {}
