//! Items: what is open and what was resolved (W4, C23).

use std::fmt;

use crate::{MindName, Moment, Seq};

/// The number of an item, by which people name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemNumber(pub i64);

impl fmt::Display for ItemNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Something that someone wants done, or that was resolved without having been noted before.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Its number.
    pub number: ItemNumber,
    /// The mind that noted it.
    pub mind: MindName,
    /// What it holds.
    pub entry: NewItem,
}

/// An item to be noted.
#[derive(Clone, PartialEq, Debug)]
pub struct NewItem {
    /// What is to be done, or what was resolved, in the words of whoever said it.
    pub text: String,
    /// Who said it.
    pub person: String,
    /// Since when it is open; `None` for a resolution of something that nobody noted.
    pub opened_at: Option<Moment>,
    /// The memory of the turn that opened it; `None` if someone noted it by hand.
    pub memory: Option<Seq>,
    /// How it was resolved; `None` while it is open.
    pub resolution: Option<Resolution>,
}

/// How an item was resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolution {
    /// When.
    pub at: Moment,
    /// The memory of the turn or of the session that says so; `None` if someone resolved it by hand.
    pub by: Option<Seq>,
    /// The words that say so; empty if someone resolved it by hand.
    pub words: String,
}

impl Item {
    /// Whether it is still to be done.
    pub fn is_open(&self) -> bool {
        self.entry.resolution.is_none()
    }
}

/// Which items are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemState {
    /// Those that are open.
    Open,
    /// Those that were resolved.
    Resolved,
}
