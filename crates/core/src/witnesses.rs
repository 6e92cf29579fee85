//! Who heard a turn (C27).

use crate::MindName;

/// The persons and minds that heard a turn, where it names them. A turn without any was heard by its mind and by the person
/// who spoke.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witnesses {
    /// The persons beside the one who spoke.
    pub persons: Vec<String>,
    /// The minds that have a memory of it.
    pub minds: Vec<MindName>,
}

impl Witnesses {
    /// Whether the turn names none.
    pub fn is_empty(&self) -> bool {
        self.persons.is_empty() && self.minds.is_empty()
    }

    /// Each once, in the order of their names, as a store gives them back.
    #[must_use]
    pub fn in_order(mut self) -> Self {
        self.persons.sort();
        self.persons.dedup();
        self.minds.sort();
        self.minds.dedup();
        self
    }
}
