//! What memories are connected with.

/// The connections between memories.
pub trait Graph {}
