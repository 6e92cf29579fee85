//! What killed processes left: each journal becomes the turn that it would have been, or as much of it as was said.

use omoide_core::ports::{OrphanFate, StoreError};
use omoide_core::{StreamJournal, streamed_text};

use super::{MindName, Remembered, ReplyEnding, remember};
use crate::{Engine, Error};

/// A turn that was recovered.
#[derive(Clone, Debug)]
pub struct RecoveredTurn {
    /// The mind that remembers it.
    pub mind: MindName,
    /// Its readable name.
    pub handle: String,
    /// Whether the reply had broken off.
    pub is_interrupted: bool,
}

impl Engine {
    /// Remembers what streams have left whose process is gone, and removes their journals. It costs nothing where there
    /// are none, may be done by several at once, and does each turn once. A journal that cannot be remembered is set aside.
    ///
    /// # Errors
    /// When the store or a journal fails; what is not done stays for the next time.
    pub fn recover_streams(&self) -> Result<Vec<RecoveredTurn>, Error> {
        let mut recovered = Vec::new();
        let Some(journals) = &self.journals else { return Ok(recovered) };
        if !journals.has_orphans() {
            return Ok(recovered);
        }
        let visited = journals.visit_orphans(self.now(), &mut |journal| {
            let (fate, turn) = self.recover(journal).map_err(Error::into_store)?;
            recovered.extend(turn);
            Ok(fate)
        });
        match visited {
            // Nothing was ever remembered here: whoever makes the store takes them in.
            Err(StoreError::Missing { .. }) => Ok(recovered),
            visited => visited.map(|()| recovered).map_err(Error::from_store),
        }
    }

    fn recover(&self, journal: &StreamJournal) -> Result<(OrphanFate, Option<RecoveredTurn>), Error> {
        let ending = if journal.is_done() { ReplyEnding::Whole } else { ReplyEnding::Interrupted };
        let text = streamed_text(&journal.events);
        match remember(self, journal.id, journal.start.clone(), (&text, &journal.events), ending) {
            Ok(Remembered::Anew { memory, .. }) => {
                let is_interrupted = ending == ReplyEnding::Interrupted;
                let turn = RecoveredTurn { mind: memory.mind, handle: memory.handle, is_interrupted };
                Ok((OrphanFate::Remove, Some(turn)))
            }
            Ok(_) => Ok((OrphanFate::Remove, None)),
            Err(error) if error.is_about_the_text() => Ok((OrphanFate::SetAside, None)),
            Err(error) => Err(error),
        }
    }
}
