//! The life of one memory so far.

use std::collections::HashSet;

use omoide_core::change::{Action, BeforeAfter, Deed, Entry, Facet, GroupNumber, Subject};
use omoide_core::ports::store::Faded;
use omoide_core::{Life, Memory, MemoryId, Moment, TextVersion, Turn};

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
    /// Something that the change log has.
    Logged(Box<Logged>),
    /// A night's fading, or a night that found it recalled.
    Faded(Faded, Moment),
}

/// A change to a memory as its history tells it: what it shows and how strong it is, changed at once, is one thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Logged {
    /// The entry of the change log.
    pub entry: Entry,
    /// How it lived before and after, where that changed too.
    pub life: Option<BeforeAfter<Life>>,
}

impl Event {
    fn order(&self) -> (bool, i64, i64) {
        match self {
            // Fading is the night's first step, so it comes before what the night did next.
            Self::Faded(_, at) => (true, at.unix_micros(), i64::MIN),
            // A memory written down late was there before it was written.
            Self::Logged(logged) => {
                let entry = &logged.entry;
                (entry.action() != Action::Remembered, entry.at.unix_micros(), entry.number)
            }
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
            let log = r.log(&self.name, Some(&Subject::Memory { id, seq: None }))?;
            if !is_there && log.is_empty() {
                return Err(Error::NotFound { reference: reference.to_owned() });
            }
            let mut events: Vec<Event> =
                in_the_log(log.iter()).map(|entry| Event::Logged(Box::new(Logged::of(entry, &log)))).collect();
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

impl Logged {
    fn of(entry: &Entry, log: &[Entry]) -> Self {
        let life = |other: &Entry| match &other.deed {
            Deed::Set(Facet::Life(step)) if other.group == entry.group => Some(*step),
            _ => None,
        };
        Self { entry: entry.clone(), life: log.iter().find_map(life) }
    }
}

/// The entries that a person is told of: a change of strength that goes with a change of what is shown is not told by
/// itself.
pub(crate) fn in_the_log<'e>(entries: impl Iterator<Item = &'e Entry> + Clone) -> impl Iterator<Item = &'e Entry> {
    let shows = |entry: &&Entry| matches!(entry.deed, Deed::Set(Facet::Shown(_)));
    let groups: HashSet<GroupNumber> = entries.clone().filter(shows).map(|entry| entry.group).collect();
    entries.filter(move |entry| {
        let is_life = matches!(entry.deed, Deed::Set(Facet::Life(_)));
        !(is_life && groups.contains(&entry.group))
    })
}
