//! Undo: the last change to one memory taken back.

use omoide_core::change::{Action, Actor, Deed, Entry, Facet, GroupNumber, Subject};
use omoide_core::ports::store::{Undoing, UnsaidMemory, Writer};
use omoide_core::{Memory, MemoryId};

use crate::engine::find;
use crate::{Error, Mind};

/// What was taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct Undone {
    /// The memory, as it is now.
    pub memory: Memory,
    /// What had been done, the last first.
    pub actions: Vec<Action>,
    /// Whether its retention is so low that the next night will do it again.
    pub will_fade_again: bool,
}

impl Mind<'_> {
    /// Takes the last change to a memory back: one by hand, or all that one night did to it, or that a newer memory made
    /// something of it out of date. Of a memory to which nothing was done, what it made out of date itself. A turn that was
    /// taken back comes back.
    ///
    /// # Errors
    /// [`Error::NothingToUndo`], [`Error::ProtectionFull`] when it would have to be protected again,
    /// and as [`Mind::find`].
    pub fn undo(&self, reference: &str, by: Actor) -> Result<Undone, Error> {
        let undoing = Undoing { at: self.engine.now(), by };
        self.write(|w| {
            let memory = match find(w, &self.name, reference) {
                Err(error @ Error::NotFound { .. }) => return self.brought_back(w, reference, undoing)?.ok_or(error),
                found => found?,
            };
            let log = w.log(&self.name, Some(&Subject::from(&memory)))?;
            let Some(last) = log.iter().rfind(|entry| can_be_undone(entry)) else {
                return self.take_corrections_back(w, memory, &log, undoing);
            };
            self.refuse_full_protection(w, &memory, &log, last.group)?;
            let is_of_it = |entry: &Entry| entry.subject.memory_id() == Some(memory.id) && can_be_undone(entry);
            let entries = w.reverse(&self.name, last.group, undoing, &mut { is_of_it })?;
            let is_reassessed = entries.iter().any(|entry| matches!(entry.deed, Deed::Set(Facet::Assessment(_))));
            let version_before = memory.shown.version;
            let memory = w.memory(&self.name, memory.id)?;
            self.ensure_vector(w, &memory)?;
            if is_reassessed || memory.shown.version != version_before {
                self.reword(w, &memory)?;
            }
            let actions = super::history::in_the_log(entries.iter()).map(Entry::action).collect();
            Ok(Undone { actions, will_fade_again: self.will_fade_again(&memory), memory })
        })
    }

    /// Brings back a turn that was taken back; none where no such turn waits.
    fn brought_back(&self, w: &mut dyn Writer, reference: &str, undoing: Undoing) -> Result<Option<Undone>, Error> {
        let wanted = reference.trim();
        let is_it = |one: &UnsaidMemory| {
            one.handle.eq_ignore_ascii_case(wanted) || wanted.parse::<MemoryId>().is_ok_and(|id| id == one.id)
        };
        let Some(unsaid) = w.unsaid(&self.name)?.into_iter().rfind(is_it) else { return Ok(None) };
        w.bring_back(&self.name, unsaid.group, undoing)?;
        let memory = w.memory(&self.name, unsaid.id)?;
        self.settle_again(w, &memory)?;
        self.ensure_vector(w, &memory)?;
        let will_fade_again = self.will_fade_again(&memory);
        Ok(Some(Undone { memory, actions: vec![Action::Unsaid], will_fade_again }))
    }

    /// Refuses to protect a memory again when there is no room for it.
    fn refuse_full_protection(
        &self,
        w: &mut dyn Writer,
        memory: &Memory,
        log: &[Entry],
        group: GroupNumber,
    ) -> Result<(), Error> {
        let protects_again = |entry: &Entry| match &entry.deed {
            Deed::Set(Facet::Shown(step)) => step.before.protected && !step.after.protected,
            _ => false,
        };
        let is_meant = |entry: &&Entry| entry.group == group && !entry.is_undone;
        if memory.shown.protected || !log.iter().filter(is_meant).any(protects_again) {
            return Ok(());
        }
        let limit = self.parameters().protection.max_protected_memories as usize;
        let protected = w.protected(&self.name)?;
        if protected.len() < limit {
            return Ok(());
        }
        let oldest = protected.iter().map(super::protect::beginning).collect();
        Err(Error::ProtectionFull { limit, oldest })
    }

    /// Takes back what a memory made out of date: its own writing cannot be undone, but that can.
    fn take_corrections_back(
        &self,
        w: &mut dyn Writer,
        memory: Memory,
        log: &[Entry],
        undoing: Undoing,
    ) -> Result<Undone, Error> {
        let mut is_correction = |entry: &Entry| match &entry.deed {
            Deed::Set(Facet::Superseded(step)) => {
                let is_new = |by| !step.before.iter().any(|span| span.by == by);
                step.after.iter().any(|span| span.by == memory.id && is_new(span.by))
            }
            _ => false,
        };
        let began = log.iter().find(|entry| matches!(entry.deed, Deed::Begin(_)));
        let taken_back = match began {
            Some(began) => w.reverse(&self.name, began.group, undoing, &mut is_correction)?,
            None => Vec::new(),
        };
        if taken_back.is_empty() {
            return Err(Error::NothingToUndo { handle: memory.handle });
        }
        Ok(Undone { actions: vec![Action::Superseded], will_fade_again: self.will_fade_again(&memory), memory })
    }

    fn will_fade_again(&self, memory: &Memory) -> bool {
        let entitled = omoide_core::formulas::level::level_for(memory.life.strength(), &self.parameters().levels);
        memory.shown.is_active() && !memory.shown.protected && entitled > memory.shown.level
    }
}

/// Whether an entry stands for a change that a person can take back.
fn can_be_undone(entry: &Entry) -> bool {
    !entry.is_undone && !matches!(entry.action(), Action::Remembered | Action::Undone | Action::Erased | Action::Unsaid)
}
