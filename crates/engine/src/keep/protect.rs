//! Protection: what must never fade, and its limit (S0 保護記憶).

use omoide_core::change::{Actor, Change, Deed, Plan, Reason};
use omoide_core::ports::store::Writer;
use omoide_core::{Memory, Moment, Shown};

use crate::engine::find;
use crate::{Error, Mind};

/// What came of the wish to protect a new memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Protection {
    /// Nobody wished it.
    NotAsked,
    /// It is protected.
    Given,
    /// As many are protected as may be, so it is stored unprotected.
    Full {
        /// The limit.
        limit: usize,
        /// The protected ones, oldest first: handle, date and what they begin with.
        oldest: Vec<(String, Moment, String)>,
    },
}

impl Mind<'_> {
    /// Protects a memory: it never fades, is never archived and never erased.
    ///
    /// # Errors
    /// [`Error::ProtectionFull`] with the protected ones, oldest first, so that a person can choose
    /// which to release; and as [`Mind::find`].
    pub fn protect(&self, reference: &str, by: Actor) -> Result<Memory, Error> {
        let now = self.engine.now();
        self.write(|w| {
            let memory = find(w, &self.name, reference)?;
            if memory.shown.protected {
                return Ok(memory);
            }
            let protected = w.protected(&self.name)?;
            let limit = self.parameters().protection.max_protected_memories as usize;
            if protected.len() >= limit {
                return Err(Error::ProtectionFull { limit, oldest: protected.iter().map(beginning).collect() });
            }
            self.show_by_hand(w, &memory, Shown { protected: true, ..memory.shown }, by, now)
        })
    }

    /// Lets a memory fade again.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn unprotect(&self, reference: &str, by: Actor) -> Result<Memory, Error> {
        let now = self.engine.now();
        self.write(|w| {
            let memory = find(w, &self.name, reference)?;
            if !memory.shown.protected {
                return Ok(memory);
            }
            self.show_by_hand(w, &memory, Shown { protected: false, ..memory.shown }, by, now)
        })
    }

    /// The protected memories, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub fn protected(&self) -> Result<Vec<Memory>, Error> {
        self.engine.read(|r| r.protected(&self.name))
    }

    pub(crate) fn show_by_hand(
        &self,
        writer: &mut dyn Writer,
        memory: &Memory,
        after: Shown,
        by: Actor,
        at: Moment,
    ) -> Result<Memory, Error> {
        let deed = Deed::show(memory.shown, after);
        writer.apply(&self.by_hand(vec![(memory, deed)], by, at))?;
        Ok(writer.memory(&self.name, memory.id)?)
    }

    /// A plan of deeds that someone wished.
    pub(crate) fn by_hand(&self, deeds: Vec<(&Memory, Deed)>, by: Actor, at: Moment) -> Plan {
        let changes = deeds
            .into_iter()
            .map(|(memory, deed)| Change { subject: memory.into(), deed, reason: Reason::ByHand })
            .collect();
        Plan { mind: self.name.clone(), at, by, step: None, group: None, changes }
    }
}

/// How a person recognises a memory: its handle, its time, and what it begins with.
pub(crate) fn beginning(memory: &Memory) -> (String, Moment, String) {
    let joined = memory.text.joined();
    (memory.handle.clone(), memory.created, joined.chars().take(60).collect())
}
