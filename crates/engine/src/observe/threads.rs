//! Which thread a turn belongs to, and whether a stretch of it is over (S1 §3.2).
//!
//! Where a host names its conversations, those are the threads. Where nobody does, a turn goes on with the person's last
//! thread unless there was a pause, someone opens another subject or the topic changes.

use omoide_core::Place;
use omoide_core::policy::session::{CutLimits, SpokenTurn, begins_stretch};
use omoide_core::ports::store::{NewMemory, ThreadStanding, Writer};

use super::{place, topics};
use crate::{Error, Mind};

/// How many turns back the topic is looked at.
const LOOKED_BACK: usize = 4;

/// What a turn is the end of; what ends more is greater.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Over {
    /// A stretch of this thread, which goes on.
    Stretch(String),
    /// What a turn of this thread was cut by: the turn was taken back.
    Recut(String),
    /// This whole thread: the talk goes on in another.
    Thread(String),
}

impl Over {
    pub(super) fn thread(&self) -> &str {
        match self {
            Self::Stretch(thread) | Self::Recut(thread) | Self::Thread(thread) => thread,
        }
    }
}

impl Mind<'_> {
    /// Where threads are cut.
    pub(crate) fn cut_limits(&self) -> CutLimits {
        let sessions = &self.parameters().sessions;
        CutLimits {
            idle_minutes: sessions.idle_minutes,
            max_turns: sessions.max_turns as usize,
            by_topic: sessions.by_topic,
        }
    }

    /// Gives a turn its thread where it has none and wants one, and notes that it was said there. Returns what it is the end
    /// of.
    pub(super) fn speak(
        &self,
        w: &mut dyn Writer,
        new: &mut NewMemory,
        place: Option<&Place>,
        finds_thread: bool,
    ) -> Result<Option<Over>, Error> {
        let mut over = None;
        let is_ruled = new.origin.thread.is_none() && finds_thread && self.parameters().sessions.own_threads;
        if is_ruled {
            over = self.find_thread(w, new, place)?;
        }
        let Some(thread) = new.origin.thread.clone() else { return Ok(None) };
        let said = new.turn.as_ref().map_or("", |turn| turn.said.as_str());
        if over.is_none()
            && let Some(standing) = w.thread_standing(&self.name, &thread)?
            && standing.waiting > 0
            && begins_stretch(&self.spoken(said, new), standing.last_at, standing.waiting, &self.cut_limits())
        {
            over = Some(Over::Stretch(thread.clone()));
        }
        w.keep_spoken(&self.name, &thread, &new.origin.person, new.created, is_ruled)?;
        Ok(over)
    }

    /// Puts a turn into the person's last thread, or begins one with it and ends the last.
    fn find_thread(
        &self,
        w: &mut dyn Writer,
        new: &mut NewMemory,
        place: Option<&Place>,
    ) -> Result<Option<Over>, Error> {
        let last = w.ruled_thread(&self.name, &new.origin.person)?;
        let goes_on = match &last {
            Some(last) => !self.is_elsewhere(w, last, place)? && !self.begins_thread(w, new, last)?,
            None => false,
        };
        let (name, over) = match last {
            Some(last) if goes_on => (last.name, None),
            last => (format!("talk-{}", new.id), last.map(|last| Over::Thread(last.name))),
        };
        new.origin.thread = Some(name.clone());
        if let Some(turn) = &mut new.turn {
            turn.thread = Some(name);
        }
        Ok(over)
    }

    /// Whether a turn is said in another project than the thread: each project has its own talk.
    fn is_elsewhere(&self, w: &dyn Writer, last: &ThreadStanding, place: Option<&Place>) -> Result<bool, Error> {
        let none = Place::default();
        Ok(!place::is_same(w, &self.name, &last.name, place.unwrap_or(&none))?)
    }

    /// Whether a turn begins another thread than the person's last one.
    fn begins_thread(&self, w: &dyn Writer, new: &NewMemory, last: &ThreadStanding) -> Result<bool, Error> {
        let said = new.turn.as_ref().map_or("", |turn| turn.said.as_str());
        // Working memory that is full ends a stretch, not the thread.
        if begins_stretch(&self.spoken(said, new), last.last_at, 0, &self.cut_limits()) {
            return Ok(true);
        }
        if !self.parameters().sessions.by_topic {
            return Ok(false);
        }
        let before = w.last_turns(&self.name, &last.name, LOOKED_BACK)?;
        let turns: Vec<(&str, &str)> =
            before.iter().map(|(_, turn)| (turn.said.as_str(), turn.replied.as_str())).collect();
        Ok(topics::begins_topic(&turns, said, &self.engine.readings))
    }

    fn spoken(&self, said: &str, new: &NewMemory) -> SpokenTurn {
        SpokenTurn { at: new.created, opens_subject: topics::opens_subject(said), is_apart: false }
    }
}
