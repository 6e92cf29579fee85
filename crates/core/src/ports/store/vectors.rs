//! Finding memories by their vectors.

/// The index over vectors: a cache of them, always as current as the transaction that looks.
pub trait VectorIndex {}
