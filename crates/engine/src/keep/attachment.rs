//! What other programs attach to a memory: a text of theirs, which goes with the memory. It is kept as it is, but for
//! secrets.

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
        let text = text.map(|text| self.engine.redactor().attachment(text));
        self.write(|w| {
            w.memory(&self.name, memory)?;
            Ok(w.attach(&self.name, memory, text.as_deref())?)
        })
    }
}
