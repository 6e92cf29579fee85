//! Items: what is open and what was resolved, per mind.
//!
//! An item goes with the memory that opened it, and a resolution with the memory that says so: whoever erases a memory, or
//! takes back its beginning, takes them along, and undoing that brings both back.

use super::StoreError;
use crate::{Item, ItemNumber, ItemState, MindName, NewItem, Resolution};

/// Reads items.
pub trait Items {
    /// Returns at most `limit` items of the mind: open ones the oldest first, resolved ones the last resolved first.
    fn items(&self, mind: &MindName, state: ItemState, limit: usize) -> Result<Vec<Item>, StoreError>;

    /// Returns the item of that number; `None` if the mind has none.
    fn item(&self, mind: &MindName, number: ItemNumber) -> Result<Option<Item>, StoreError>;
}

/// Writes items.
pub trait ItemWriter {
    /// Notes an item.
    fn add_item(&mut self, mind: &MindName, item: &NewItem) -> Result<ItemNumber, StoreError>;

    /// Sets how an item was resolved; `None` opens it again. Returns false if the mind has no such item.
    fn resolve_item(
        &mut self,
        mind: &MindName,
        number: ItemNumber,
        resolution: Option<&Resolution>,
    ) -> Result<bool, StoreError>;

    /// Removes an item for good. Returns false if the mind has no such item.
    fn drop_item(&mut self, mind: &MindName, number: ItemNumber) -> Result<bool, StoreError>;
}
