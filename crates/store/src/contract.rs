//! The contract of the indexes, which runs here over blocks that are kept elsewhere too.

#[path = "../tests/contract/vectors.rs"]
pub(crate) mod vectors;
#[allow(dead_code, reason = "what a night erases is kept with its rows, and so is not elsewhere")]
#[path = "../tests/contract/words.rs"]
pub(crate) mod words;
