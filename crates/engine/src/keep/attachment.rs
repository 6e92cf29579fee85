//! What other programs attach to a memory: a text of theirs, which is kept as it is and goes when the memory is erased.

use omoide_core::MemoryId;
use omoide_core::ports::store::Writer;

use crate::{Error, Mind};

impl Mind<'_> {
    /// What is attached to a memory.
    ///
    /// # Errors
    /// When the store fails.
    pub fn attachment(&self, memory: MemoryId) -> Result<Option<String>, Error> {
        self.engine.read(|r| r.state(&self.name, &key(memory)))
    }

    /// Attaches a text to a memory, in place of what was there; none takes it away.
    ///
    /// # Errors
    /// [`Error::NotFound`], or when the store fails.
    pub fn attach(&self, memory: MemoryId, text: Option<&str>) -> Result<(), Error> {
        self.engine.write(|w| {
            w.memory(&self.name, memory)?;
            Ok(w.set_state(&self.name, &key(memory), text)?)
        })
    }

    /// Takes away what is attached to memories that are gone.
    pub(crate) fn detach(&self, writer: &mut dyn Writer, memories: &[MemoryId]) -> Result<(), Error> {
        for memory in memories {
            writer.set_state(&self.name, &key(*memory), None)?;
        }
        Ok(())
    }
}

fn key(memory: MemoryId) -> String {
    format!("attached:{memory}")
}
