//! The life of one memory so far.

use omoide_core::ports::store::{Action, Faded, LogEntry};
use omoide_core::{Memory, MemoryId, Moment, TextVersion, Turn};

use crate::engine::find_id;
use crate::{Error, Mind};

/// The life of one memory so far.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    /// Its id.
    pub id: MemoryId,
    /// The memory; erased ones have only their log.
    pub memory: Option<Memory>,
    /// What was done to it, and what the nights that can still be undone took from it, oldest first.
    pub events: Vec<Event>,
    /// Every version of its text, the original first.
    pub versions: Vec<TextVersion>,
    /// The turn that it remembers, word for word.
    pub turn: Option<Turn>,
}

/// Something that happened to a memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// An entry of the lifecycle log.
    Logged(Box<LogEntry>),
    /// A night's fading, or a night that found it recalled.
    Faded(Faded, Moment),
}

impl Event {
    fn order(&self) -> (bool, i64, i64) {
        match self {
            // Fading is the night's first step, so it comes before what the night did next.
            Self::Faded(_, at) => (true, at.unix_micros(), i64::MIN),
            // A memory written down late was there before it was written.
            Self::Logged(entry) => (entry.action != Action::Remembered, entry.at.unix_micros(), entry.number),
        }
    }
}

impl Mind<'_> {
    /// The life of a memory so far; an erased one is found by its full id.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn history(&self, reference: &str) -> Result<History, Error> {
        self.engine.look(|r| {
            let (id, is_there) = match find_id(r, &self.name, reference) {
                Ok(id) => (id, true),
                Err(error @ Error::NotFound { .. }) => (reference.trim().parse().map_err(|_| error)?, false),
                Err(error) => return Err(error),
            };
            let log = r.log(&self.name, Some(id))?;
            if !is_there && log.is_empty() {
                return Err(Error::NotFound { reference: reference.to_owned() });
            }
            let mut events: Vec<Event> = log.into_iter().map(|entry| Event::Logged(Box::new(entry))).collect();
            let mut history = History { id, memory: None, events: Vec::new(), versions: Vec::new(), turn: None };
            if is_there {
                let hours: std::collections::HashMap<_, _> =
                    r.nights(&self.name)?.into_iter().map(|night| (night.date, night.at)).collect();
                let faded = r.fadings(&self.name, id)?;
                events.extend(faded.into_iter().filter_map(|f| Some(Event::Faded(f, *hours.get(&f.date)?))));
                history.memory = Some(r.memory(&self.name, id)?);
                history.versions = r.versions(&self.name, id)?;
                history.turn = r.turn(&self.name, id)?;
            }
            events.sort_by_key(Event::order);
            history.events = events;
            Ok(history)
        })
    }
}
