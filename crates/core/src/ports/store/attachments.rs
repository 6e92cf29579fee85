//! Attachments: one text per memory that another program stores with it.

use super::StoreError;
use crate::{MemoryId, MindName};

/// Reading attachments.
pub trait Attachments {
    /// Returns the attachment of a memory, if it has one.
    fn attachment(&self, mind: &MindName, memory: MemoryId) -> Result<Option<String>, StoreError>;
}

/// Writing attachments.
pub trait AttachmentWriter {
    /// Replaces the attachment of a memory; `None` removes it. An unknown memory is ignored. The attachment is erased
    /// together with its memory and restored with it when a night is undone.
    fn attach(&mut self, mind: &MindName, memory: MemoryId, text: Option<&str>) -> Result<(), StoreError>;
}
