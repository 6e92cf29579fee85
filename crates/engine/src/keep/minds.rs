//! A mind as a whole: another name for it, or its end.

use omoide_core::change::Actor;
use omoide_core::{MemoryId, MindName};

use crate::{Engine, Error};

impl Engine {
    /// Gives a mind another name; everything that belongs to it stays with it.
    ///
    /// # Errors
    /// [`Error::UnknownMind`], or [`Error::MindTaken`] when there is one of the new name that has anything.
    pub fn rename_mind(&self, mind: &MindName, to: &MindName) -> Result<(), Error> {
        self.known(mind)?;
        self.mind(mind.clone()).write(|w| {
            if w.minds()?.contains(to) {
                return Err(Error::MindTaken { name: to.to_string() });
            }
            Ok(w.rename_mind(mind, to)?)
        })?;
        self.readings.forget();
        Ok(())
    }

    /// Erases a mind for good, with everything that belongs to it, protected memories too. Returns what there was of
    /// memories.
    ///
    /// # Errors
    /// [`Error::UnknownMind`], or when the store fails.
    pub fn erase_mind(&self, mind: &MindName, by: Actor) -> Result<Vec<MemoryId>, Error> {
        // What a killed stream has left of it is a memory first, and then goes with the others.
        self.recover_streams()?;
        self.known(mind)?;
        let now = self.now();
        let erased = self.mind(mind.clone()).write(|w| Ok(w.erase_mind(mind, by, now)?))?;
        self.readings.forget();
        Ok(erased)
    }

    fn known(&self, mind: &MindName) -> Result<(), Error> {
        let known = self.minds()?;
        if known.contains(mind) {
            return Ok(());
        }
        let known = known.iter().map(ToString::to_string).collect();
        Err(Error::UnknownMind { name: mind.to_string(), known })
    }
}
