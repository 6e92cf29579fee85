//! What other programs attach to a memory: one text of theirs, kept as it is.

use super::StoreError;
use crate::{MemoryId, MindName};

/// Reading attachments.
pub trait Attachments {
    /// The text that is attached to a memory, if one is.
    fn attachment(&self, mind: &MindName, memory: MemoryId) -> Result<Option<String>, StoreError>;
}

/// Writing attachments.
pub trait AttachmentWriter {
    /// Attaches a text to a memory in place of the one before; `None` takes it away. A memory that is not there is
    /// passed over. The attachment is erased with its memory, and comes back with it when a night is undone.
    fn attach(&mut self, mind: &MindName, memory: MemoryId, text: Option<&str>) -> Result<(), StoreError>;
}
