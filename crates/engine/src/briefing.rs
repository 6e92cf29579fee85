//! What a session should know when it begins: what was open last time in the project, and what is protected.

use omoide_core::Memory;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::Reader;

use crate::{Error, Mind, Place, place};

/// How many protected memories are told; they never fade, so the latest are the ones that still matter most.
const PROTECTED: usize = 8;

impl Mind<'_> {
    /// The last turns of the place's project, oldest first, unless they are of `thread` itself; then protected
    /// memories, the latest first. Nothing is marked: being told is not being recalled.
    ///
    /// # Errors
    /// When the store fails.
    pub fn briefing(&self, place: &Place, thread: &str) -> Result<Vec<Memory>, Error> {
        self.engine.look(|r| {
            let mut told = self.open_last_time(r, place, thread)?;
            let mut kept = r.protected(&self.name)?;
            kept.sort_by(|a, b| b.created.unix_micros().cmp(&a.created.unix_micros()).then(b.id.cmp(&a.id)));
            let is_new = |memory: &Memory| told.iter().all(|other| other.id != memory.id);
            let kept: Vec<Memory> = kept.into_iter().filter(is_new).take(PROTECTED).collect();
            told.extend(kept);
            Ok(told)
        })
    }

    fn open_last_time(&self, reader: &dyn Reader, place: &Place, thread: &str) -> Result<Vec<Memory>, Error> {
        let Some((other, memories)) = place::latest_in(reader, &self.name, place)? else { return Ok(Vec::new()) };
        if other == thread {
            return Ok(Vec::new());
        }
        let mut told = Vec::new();
        for id in memories {
            match reader.memory(&self.name, id) {
                Ok(memory) if memory.condition.is_active() => told.push(memory),
                // It was erased or archived since.
                Ok(_) | Err(StoreError::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(told)
    }
}
