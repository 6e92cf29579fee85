//! What was understood of a memory, and by whom.

use crate::{Category, Emotion};

/// What was understood of a memory: what decides how it fades and what it resonates with.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// What it felt like.
    pub emotion: Emotion,
    /// What it was about.
    pub category: Category,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// Who understood it so: a model and its prompt; none is the language layer.
    pub made_by: Option<String>,
}
