//! What a turn says of tasks: new ones in so many words, and what it resolves (W4, C23).
//!
//! The words are read before the transaction, and the items are written in it. What the agent claims to have done closes an
//! item that is open and makes none of its own: agents claim much.

use omoide_core::ports::store::{NewMemory, Writer};
use omoide_core::{
    ActivityFields, ActivityType, Item, ItemState, Moment, NewActivity, NewItem, Resolution, Seq, Turn, fold,
};
use omoide_language::resolution::resolved;
use omoide_language::same_thing::same_thing;
use omoide_language::task_said::tasks_said;

use crate::{Error, Mind};

/// How many open items are compared with what was said.
const LOOKED_AT: usize = 500;

/// What a turn says of tasks.
#[derive(Clone, Debug, Default)]
pub(super) struct StateSaid {
    tasks: Vec<String>,
    resolved: Vec<ResolvedSaid>,
}

/// Something that is said to be resolved.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedSaid {
    /// The sentence.
    pub words: String,
    /// What was resolved; `None` if the sentence only points to it.
    pub thing: Option<String>,
    /// Whether it is kept where nothing open fits.
    pub stands_alone: bool,
}

/// Where a resolution comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedFrom<'a> {
    /// The memory that says so.
    pub seq: Seq,
    /// Who said it.
    pub person: &'a str,
    /// The conversation.
    pub thread: Option<&'a str>,
    /// When.
    pub at: Moment,
}

impl StateSaid {
    /// What the turn says; `None` for most turns.
    pub(super) fn of(turn: &Turn) -> Option<Box<Self>> {
        let tasks: Vec<String> = tasks_said(&turn.said).into_iter().map(|span| turn.said[span].to_owned()).collect();
        let mut all = in_words(&turn.said, true);
        all.extend(in_words(&turn.replied, false).into_iter().filter(|one| one.thing.is_some()));
        if tasks.is_empty() && all.is_empty() { None } else { Some(Box::new(Self { tasks, resolved: all })) }
    }
}

fn in_words(text: &str, stands_alone: bool) -> Vec<ResolvedSaid> {
    let said = |found: omoide_language::resolution::Resolved| ResolvedSaid {
        words: text[found.sentence].to_owned(),
        thing: found.thing.map(|span| text[span].to_owned()),
        stands_alone,
    };
    resolved(text).into_iter().map(said).collect()
}

impl Mind<'_> {
    /// Writes down what a turn says of tasks, with the memory of the turn.
    pub(super) fn note_state(
        &self,
        w: &mut dyn Writer,
        new: &NewMemory,
        seq: Seq,
        said: &StateSaid,
    ) -> Result<(), Error> {
        let (person, thread) = (new.origin.person.as_str(), new.origin.thread.as_deref());
        for one in &said.resolved {
            self.note_resolution(w, one, ResolvedFrom { seq, person, thread, at: new.created })?;
        }
        for task in &said.tasks {
            let open = w.items(&self.name, ItemState::Open, LOOKED_AT)?;
            if open.iter().all(|item| fold(&item.entry.text) != fold(task)) {
                let (text, person) = (task.clone(), person.to_owned());
                let opened_at = Some(new.created);
                w.add_item(&self.name, &NewItem { text, person, opened_at, memory: Some(seq), resolution: None })?;
            }
        }
        Ok(())
    }

    /// Closes the open item that was resolved; where there is none, keeps the resolution by itself.
    pub(crate) fn note_resolution(
        &self,
        w: &mut dyn Writer,
        said: &ResolvedSaid,
        from: ResolvedFrom<'_>,
    ) -> Result<(), Error> {
        let mut open = w.items(&self.name, ItemState::Open, LOOKED_AT)?;
        let is_before = |item: &Item| item.entry.opened_at.is_some_and(|at| at.unix_micros() <= from.at.unix_micros());
        open.retain(|item| is_before(item) && item.entry.memory != Some(from.seq));
        let meant = match &said.thing {
            Some(thing) => the_best(&open, thing),
            // "The key is renewed, that's done": the sentence itself may name the item.
            None => match the_best(&open, &said.words) {
                None => self.only_one_of_thread(w, &open, from.thread)?,
                named => named,
            },
        };
        let resolution = Resolution { at: from.at, by: Some(from.seq), words: said.words.clone() };
        match (meant, &said.thing) {
            (Some(item), _) => {
                w.resolve_item(&self.name, item.number, Some(&resolution))?;
                self.log_resolution(w, &item.entry.text, from)
            }
            (None, Some(thing)) if said.stands_alone => {
                let (text, person) = (thing.clone(), from.person.to_owned());
                let item = NewItem { text, person, opened_at: None, memory: None, resolution: Some(resolution) };
                w.add_item(&self.name, &item)?;
                self.log_resolution(w, thing, from)
            }
            _ => Ok(()),
        }
    }

    /// Adds the line of a resolution to the activity log. It goes with the turn that says so; what a session says has no turn,
    /// and leaves its words to the item.
    fn log_resolution(&self, w: &mut dyn Writer, text: &str, from: ResolvedFrom<'_>) -> Result<(), Error> {
        let has_turn = w
            .memories(&self.name, &[from.seq])?
            .first()
            .is_some_and(|memory| w.turn(&self.name, memory.id).is_ok_and(|turn| turn.is_some()));
        let content = if has_turn { text.to_owned() } else { String::new() };
        let fields = ActivityFields { content, from: from.person.to_owned(), ..ActivityFields::default() };
        let line = NewActivity { at: from.at, what: ActivityType::IssueResolved, fields };
        w.log_activity(&self.name, &line, Some(from.seq))?;
        Ok(())
    }

    /// The item that a sentence points to without naming it: the only open one of its conversation.
    fn only_one_of_thread<'i>(
        &self,
        w: &dyn Writer,
        open: &'i [Item],
        thread: Option<&str>,
    ) -> Result<Option<&'i Item>, Error> {
        let Some(thread) = thread else { return Ok(None) };
        let seqs: Vec<Seq> = open.iter().filter_map(|item| item.entry.memory).collect();
        let here: Vec<Seq> = w
            .memories(&self.name, &seqs)?
            .into_iter()
            .filter(|memory| memory.origin.thread.as_deref() == Some(thread))
            .map(|memory| memory.seq)
            .collect();
        let mut meant = open.iter().filter(|item| item.entry.memory.is_some_and(|seq| here.contains(&seq)));
        Ok(meant.next().filter(|_| meant.next().is_none()))
    }
}

/// The open item that is most about the thing; none if two are as much.
fn the_best<'i>(open: &'i [Item], thing: &str) -> Option<&'i Item> {
    let mut scored: Vec<(f64, &Item)> =
        open.iter().map(|item| (same_thing(&item.entry.text, thing), item)).filter(|(score, _)| *score > 0.0).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    match scored.as_slice() {
        [(best, _), (second, _), ..] if best == second => None,
        [(_, item), ..] => Some(item),
        [] => None,
    }
}
