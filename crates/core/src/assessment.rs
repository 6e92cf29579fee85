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
    /// The tags that people gave it.
    pub tags: Vec<String>,
    /// Who understood it so: a model and its prompt, or [`Assessment::BY_HAND`]; none is the language layer.
    pub made_by: Option<String>,
}

impl Assessment {
    /// In [`Assessment::made_by`]: a person set the category.
    pub const BY_HAND: &str = "person";

    /// Keeps what a person set in the one before: nobody else changes it afterwards.
    pub fn keep_set_by_hand(&mut self, before: &Self) {
        self.tags.clone_from(&before.tags);
        if before.made_by.as_deref() == Some(Self::BY_HAND) {
            self.category.clone_from(&before.category);
        }
    }
}
