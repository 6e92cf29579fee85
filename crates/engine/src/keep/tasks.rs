//! Tasks by hand: what is open and what was resolved, listed, noted, done, opened again and dropped (W4).

use omoide_core::ports::TakenCount;
use omoide_core::ports::store::Reader;
use omoide_core::{
    ActivityFields, ActivityType, DEFAULT_PERSON, Item, ItemNumber, ItemState, Moment, NewActivity, NewItem,
    Resolution, fold,
};

use crate::redaction::TakenKinds;
use crate::{Error, Mind};

/// A task has at most so many characters.
const LONGEST_TASK: usize = 500;
/// How many items are looked through for words.
const LOOKED_AT: usize = 10_000;

/// A task that was noted.
#[derive(Clone, PartialEq, Debug)]
pub struct NotedTask {
    /// The task.
    pub item: Item,
    /// The kinds of secrets that were taken out of its words.
    pub taken: Vec<TakenCount>,
}

impl Mind<'_> {
    /// At most `limit` items: open ones the oldest first; resolved ones the last resolved first, with those of the minds that
    /// share (C32).
    ///
    /// # Errors
    /// When the store fails.
    pub fn tasks(&self, state: ItemState, limit: usize) -> Result<Vec<Item>, Error> {
        let share = &self.parameters().people.share;
        self.engine.look(|r| {
            let mut items = r.items(&self.name, state, limit)?;
            if state == ItemState::Resolved {
                for other in share.shared_with(&self.name, &r.minds()?) {
                    items.extend(r.items(&other, state, limit)?);
                }
                items.sort_by_key(|item| std::cmp::Reverse(resolved_at(item)));
                items.truncate(limit);
            }
            Ok(items)
        })
    }

    /// Notes a task.
    ///
    /// # Errors
    /// [`Error::NoText`], [`Error::TextTooLong`], or when the store fails.
    pub fn add_task(&self, text: &str, person: Option<&str>) -> Result<NotedTask, Error> {
        let mut taken = TakenKinds::new();
        let redactor = self.engine.redactor();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = redactor.kept(&words.join(" "), &mut taken);
        if text.is_empty() {
            return Err(Error::NoText);
        }
        if text.chars().count() > LONGEST_TASK {
            return Err(Error::TextTooLong { bytes: text.len(), limit: LONGEST_TASK });
        }
        let person = redactor.name(person.unwrap_or(DEFAULT_PERSON), &mut taken).into_owned();
        let entry = NewItem { text, person, opened_at: Some(self.now()), memory: None, resolution: None };
        let number = self.write(|w| Ok(w.add_item(&self.name, &entry)?))?;
        Ok(NotedTask { item: Item { number, mind: self.name.clone(), entry }, taken })
    }

    /// Resolves the task that is meant by a number, or by words that only one open task holds.
    ///
    /// # Errors
    /// [`Error::UnknownTask`], [`Error::SeveralTasks`], or when the store fails.
    pub fn finish_task(&self, reference: &str) -> Result<Item, Error> {
        let at = self.now();
        self.write(|w| {
            let item = self.meant_task(w, reference, ItemState::Open)?;
            if !item.is_open() {
                return Ok(item);
            }
            w.resolve_item(&self.name, item.number, Some(&Resolution { at, by: None, words: String::new() }))?;
            // The words of a task that came from a turn go with that turn.
            let fields = ActivityFields { content: item.entry.text.clone(), ..ActivityFields::default() };
            let line = NewActivity { at, what: ActivityType::IssueResolved, fields };
            w.log_activity(&self.name, &line, item.entry.memory)?;
            Ok(w.item(&self.name, item.number)?.unwrap_or(item))
        })
    }

    /// Opens a resolved task again.
    ///
    /// # Errors
    /// As [`Mind::finish_task`].
    pub fn reopen_task(&self, reference: &str) -> Result<Item, Error> {
        let now = self.now();
        self.write(|w| {
            let item = self.meant_task(w, reference, ItemState::Resolved)?;
            if item.entry.opened_at.is_some() {
                w.resolve_item(&self.name, item.number, None)?;
                return Ok(w.item(&self.name, item.number)?.unwrap_or(item));
            }
            // What was never open begins to be, apart from what resolved it.
            w.drop_item(&self.name, item.number)?;
            let by = item.entry.resolution.as_ref().and_then(|resolution| resolution.by);
            let entry = NewItem { opened_at: Some(now), memory: by, resolution: None, ..item.entry };
            let number = w.add_item(&self.name, &entry)?;
            Ok(Item { number, mind: self.name.clone(), entry })
        })
    }

    /// Removes a task for good, open or resolved.
    ///
    /// # Errors
    /// As [`Mind::finish_task`].
    pub fn drop_task(&self, reference: &str) -> Result<Item, Error> {
        self.write(|w| {
            let item = self.meant_task(w, reference, ItemState::Open)?;
            w.drop_item(&self.name, item.number)?;
            Ok(item)
        })
    }

    /// The item of that number, whatever its state, or the only one of the state whose words hold the reference.
    fn meant_task(&self, r: &dyn Reader, reference: &str, state: ItemState) -> Result<Item, Error> {
        let wanted = reference.trim().trim_start_matches(['#', '＃']);
        let unknown = || Error::UnknownTask { reference: reference.chars().take(80).collect() };
        if let Ok(number) = fold(wanted).parse::<i64>() {
            return r.item(&self.name, ItemNumber(number))?.ok_or_else(unknown);
        }
        let needle = fold(wanted);
        let mut found = r.items(&self.name, state, LOOKED_AT)?;
        found.retain(|item| !needle.is_empty() && fold(&item.entry.text).contains(&needle));
        match found.len() {
            0 => Err(unknown()),
            1 => Ok(found.remove(0)),
            _ => {
                let numbers = found.iter().map(|item| item.number.to_string()).take(8).collect();
                Err(Error::SeveralTasks { reference: reference.to_owned(), numbers })
            }
        }
    }
}

fn resolved_at(item: &Item) -> Option<i64> {
    item.entry.resolution.as_ref().map(|resolution| Moment::unix_micros(resolution.at))
}
