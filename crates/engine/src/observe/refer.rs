//! Which turn a reference means: a uid, the handle or the id of its memory, or the number of the turn.

use omoide_core::change::{Action, Subject};
use omoide_core::ports::store::{Reader, Undoing, Writer};
use omoide_core::{Kind, Memory, MemoryId, Moment, Turn, TurnId};

use super::taken_back::{UnsaidTurns, cut, unknown};
use super::{Observation, Remembered};
use crate::{Error, Mind};

/// What a reference to a turn leads to.
pub(super) enum Reference {
    /// The memories of the turn.
    There(Vec<Memory>),
    /// It was taken back.
    Unsaid,
    /// No turn is called so.
    Unknown,
}

/// Where the mark is kept that a turn with this uid was taken back: it does not come back when its source is read again.
pub(super) fn tombstone(uid: &str) -> String {
    format!("unsaid:{uid}")
}

impl Observation {
    /// Whether it takes turns back.
    pub fn unsays(&self) -> bool {
        self.revises.is_some() || self.retracts.is_some() || self.branch_of.is_some()
    }
}

impl Mind<'_> {
    /// The turn that is meant. Names count whole: what begins like one is another.
    pub(super) fn refer(&self, r: &dyn Reader, reference: &str) -> Result<Reference, Error> {
        let name = &*self.engine.kept_name(reference.trim());
        let mut ids = r.memories_of_uid(&self.name, name)?;
        if ids.is_empty() && r.state(&self.name, &tombstone(name))?.is_some() {
            return Ok(Reference::Unsaid);
        }
        if ids.is_empty()
            && let Some(id) = self.called_exactly(r, name)?
        {
            ids = self.sharing_the_turn(r, id)?;
        }
        if ids.is_empty()
            && let Ok(number) = name.parse()
        {
            ids = r.memories_of_turn(&self.name, TurnId(number))?;
        }
        if ids.is_empty() {
            let is_unsaid = self.was_unsaid(r, name)?;
            return Ok(if is_unsaid { Reference::Unsaid } else { Reference::Unknown });
        }
        let memories = ids.into_iter().map(|id| r.memory(&self.name, id)).collect::<Result<Vec<_>, _>>()?;
        Ok(Reference::There(memories))
    }

    fn called_exactly(&self, r: &dyn Reader, name: &str) -> Result<Option<MemoryId>, Error> {
        let is_it = |(id, handle): &(MemoryId, String)| {
            handle.eq_ignore_ascii_case(name) || name.parse::<MemoryId>().is_ok_and(|named| named == *id)
        };
        if name.is_empty() {
            return Ok(None);
        }
        Ok(r.resolve(&self.name, name, 1)?.into_iter().find(is_it).map(|(id, _)| id))
    }

    fn sharing_the_turn(&self, r: &dyn Reader, id: MemoryId) -> Result<Vec<MemoryId>, Error> {
        let memory = r.memory(&self.name, id)?;
        match r.turn_of(&self.name, memory.seq)? {
            Some(turn) if memory.kind == Kind::Episode => Ok(r.memories_of_turn(&self.name, turn)?),
            _ => Err(Error::NotATurn { handle: memory.handle }),
        }
    }

    fn was_unsaid(&self, r: &dyn Reader, name: &str) -> Result<bool, Error> {
        if let Ok(id) = name.parse::<MemoryId>() {
            let log = r.log(&self.name, Some(&Subject::Memory { id, seq: None }))?;
            return Ok(log.iter().any(|entry| entry.action() == Action::Unsaid && !entry.is_undone));
        }
        Ok(r.unsaid(&self.name)?.iter().any(|one| one.handle.eq_ignore_ascii_case(name)))
    }

    /// Whether the turn with this uid was taken back.
    pub(super) fn is_taken_back(&self, r: &dyn Reader, uid: Option<&str>) -> Result<bool, Error> {
        match uid {
            Some(uid) => Ok(r.state(&self.name, &tombstone(uid))?.is_some()),
            None => Ok(false),
        }
    }

    /// The turn that an observation revises or goes on from, whose person, thread and time it shares where it names none.
    pub(super) fn turn_before_it(&self, observation: &Observation) -> Result<Option<Turn>, Error> {
        let Some(reference) = observation.revises.as_deref().or(observation.branch_of.as_deref()) else {
            return Ok(None);
        };
        self.engine.look(|r| match self.refer(r, reference)? {
            Reference::There(memories) => match memories.first() {
                Some(memory) => Ok(r.turn(&self.name, memory.id)?),
                None => Ok(None),
            },
            Reference::Unsaid | Reference::Unknown => Ok(None),
        })
    }

    /// Takes back what an observation wants to be taken back, before it is written itself. A call that is repeated changes
    /// nothing.
    pub(super) fn unsay_for(
        &self,
        w: &mut dyn Writer,
        observation: &Observation,
        turn: Option<&Turn>,
        now: Moment,
    ) -> Result<UnsaidTurns, Error> {
        let (mut unsaid, mut memories) = (UnsaidTurns::default(), Vec::new());
        if !observation.unsays() {
            return Ok(unsaid);
        }
        let twin = match turn {
            Some(turn) => w.same_turn(&self.name, turn)?.map(|(id, _)| id),
            None => None,
        };
        if let Some(reference) = &observation.retracts {
            match self.refer(w, reference)? {
                Reference::There(found) => memories.extend(found),
                Reference::Unsaid => {}
                Reference::Unknown if observation.has_several_minds() => unsaid.unknown = Some(cut(reference)),
                Reference::Unknown => return Err(unknown(reference)),
            }
        }
        if let Some(reference) = &observation.revises {
            match self.refer(w, reference)? {
                Reference::There(found) => {
                    for memory in found {
                        if Some(memory.id) != twin || !self.has_words(w, &memory, turn)? {
                            memories.push(memory);
                        }
                    }
                }
                Reference::Unsaid => {}
                Reference::Unknown => unsaid.unknown = Some(cut(reference)),
            }
        }
        if let Some(reference) = &observation.branch_of {
            match self.left_by_branch(w, reference, turn, twin) {
                Err(Error::UnknownTurn { reference }) if observation.has_several_minds() => {
                    unsaid.unknown = Some(reference);
                }
                left => memories.extend(left?),
            }
        }
        unsaid.add(self.take_back(w, memories, Undoing { at: now, by: observation.by })?);
        // Who only revises keeps what was shown with the turn.
        if observation.revises.is_none() && !unsaid.is_empty() {
            let thread = unsaid.turns.first().and_then(|one| one.turn.thread.clone());
            self.forget_context(w, thread.as_deref())?;
        }
        Ok(unsaid)
    }

    fn has_words(&self, r: &dyn Reader, memory: &Memory, turn: Option<&Turn>) -> Result<bool, Error> {
        let (Some(kept), Some(turn)) = (r.turn(&self.name, memory.id)?, turn) else { return Ok(false) };
        Ok(kept.said == turn.said && kept.replied == turn.replied && kept.heard_until == turn.heard_until)
    }

    /// What a conversation leaves that goes on from an earlier turn: what was said after it, if it goes on in the same
    /// thread.
    fn left_by_branch(
        &self,
        r: &dyn Reader,
        reference: &str,
        turn: Option<&Turn>,
        twin: Option<MemoryId>,
    ) -> Result<Vec<Memory>, Error> {
        let Reference::There(memories) = self.refer(r, reference)? else { return Err(unknown(reference)) };
        // A turn that is known by its uid has branched before; what was said since belongs to the branch.
        if twin.is_some() && turn.is_some_and(|turn| turn.uid.is_some()) {
            return Ok(Vec::new());
        }
        let thread = turn.and_then(|turn| turn.thread.as_deref());
        let is_same = memories.iter().any(|memory| memory.origin.thread.as_deref() == thread);
        if turn.is_some() && !is_same {
            return Ok(Vec::new());
        }
        let mut after = self.said_after(r, &memories)?;
        after.retain(|memory| Some(memory.id) != twin);
        Ok(after)
    }

    /// What comes of an observation that is itself no turn but took some back.
    pub(super) fn only_unsaid(unsaid: UnsaidTurns, otherwise: Remembered, observation: &Observation) -> Remembered {
        if observation.unsays() { Remembered::TookBack { unsaid } } else { otherwise }
    }
}

/// What was heard of a reply: its first characters. What is private or secret is found in the whole of it, so that no half
/// of it stays.
pub(super) fn heard_part(replied: &str, until: u32, clean: &mut dyn FnMut(&str) -> String) -> Option<String> {
    let (end, _) = replied.char_indices().nth(usize::try_from(until).unwrap_or(usize::MAX))?;
    let (whole, part) = (clean(replied), clean(&replied[..end]));
    let same = whole.chars().zip(part.chars()).take_while(|(one, other)| one == other);
    let kept: usize = same.map(|(c, _)| c.len_utf8()).sum();
    Some(part[..kept].trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_half_of_a_secret_is_heard() {
        let mut clean = |text: &str| text.replace("s3cr3t", "[redacted:key]");
        assert_eq!(heard_part("The key is s3cr3t, yes", 14, &mut clean).as_deref(), Some("The key is"));
        assert_eq!(heard_part("The key is s3cr3t, yes", 18, &mut clean).as_deref(), Some("The key is [redacted:key],"));
        assert_eq!(heard_part("雨が降る", 2, &mut clean).as_deref(), Some("雨が"));
        assert_eq!(heard_part("雨が降る", 4, &mut clean), None);
    }
}
