//! What other programs attach to a memory: a text of theirs, which is kept as it is and goes with the memory.

use omoide_core::MemoryId;

use crate::{Error, Mind};

impl Mind<'_> {
    /// What is attached to a memory.
    ///
    /// # Errors
    /// When the store fails.
    pub fn attachment(&self, memory: MemoryId) -> Result<Option<String>, Error> {
        self.engine.read(|r| r.attachment(&self.name, memory))
    }

    /// Attaches a text to a memory, in place of what was there; none takes it away.
    ///
    /// # Errors
    /// [`Error::NotFound`], or when the store fails.
    pub fn attach(&self, memory: MemoryId, text: Option<&str>) -> Result<(), Error> {
        self.write(|w| {
            w.memory(&self.name, memory)?;
            Ok(w.attach(&self.name, memory, text)?)
        })
    }
}
