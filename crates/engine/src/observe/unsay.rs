//! What was unsaid is not remembered (C26): the message that asks for it, and the turn before it where that is meant.

use omoide_core::change::{Action, Actor, Subject};
use omoide_core::ports::store::{Filter, Writer};
use omoide_core::{Kind, Memory, MemoryId, Moment, Turn};
use omoide_language::unsaying::Unsaying;

use super::Remembered;
use crate::{Error, Mind};

/// Without a thread, "forget that" means what was said within a day.
const SAME_TALK_DAYS: f64 = 1.0;
/// How many of the latest turns are looked through for one without a thread.
const LATEST: usize = 8;

impl Mind<'_> {
    /// Does what a message asks for that is itself not remembered.
    pub(super) fn unsay_as_asked(
        &self,
        w: &mut dyn Writer,
        turn: &Turn,
        what: Unsaying,
        now: Moment,
    ) -> Result<Remembered, Error> {
        let put_away = match what {
            Unsaying::This => None,
            Unsaying::Before | Unsaying::BeforeOnly => self.put_away_before(w, turn, now)?,
        };
        Ok(Remembered::Unsaid { put_away })
    }

    /// Archives the memory of the turn before `turn`, as if the person had done it by hand, so that `undo` brings it back.
    ///
    /// A transcript may be read twice. What was archived once and has come back stays.
    pub(super) fn put_away_before(
        &self,
        w: &mut dyn Writer,
        turn: &Turn,
        now: Moment,
    ) -> Result<Option<(MemoryId, String)>, Error> {
        let Some(memory) = self.turn_before(w, turn)? else { return Ok(None) };
        let log = w.log(&self.name, Some(&Subject::from(&memory)))?;
        let was_archived = log.iter().any(|entry| entry.action() == Action::Archived);
        if was_archived || !memory.shown.is_active() {
            return Ok(None);
        }
        let memory = self.archive_within(w, memory, Actor::Person, now)?;
        Ok(Some((memory.id, memory.handle)))
    }

    fn turn_before(&self, w: &mut dyn Writer, turn: &Turn) -> Result<Option<Memory>, Error> {
        let filter = Filter {
            kinds: vec![Kind::Episode],
            person: Some(turn.person.clone()),
            thread: turn.thread.clone(),
            created: Some(i64::MIN..turn.at.unix_micros().saturating_add(1)),
            newest_first: true,
            limit: Some(if turn.thread.is_some() { 1 } else { LATEST }),
            ..Filter::default()
        };
        let is_of_the_talk = |memory: &Memory| {
            memory.origin.thread == turn.thread
                && (turn.thread.is_some() || turn.at.days_since(memory.created) <= SAME_TALK_DAYS)
        };
        Ok(w.list(&self.name, &filter)?.into_iter().find(is_of_the_talk))
    }
}
