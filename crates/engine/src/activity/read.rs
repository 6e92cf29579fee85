//! Lines of the activity log, listed or read by a pointer.

use omoide_core::ports::store::{ActivityPart, Reader};
use omoide_core::{ActivityFields, ActivityLine, ActivityPointer, ActivityType, Date, Moment, fold};
use serde::Serialize;

use crate::{Error, Mind};

/// How many lines are looked at in one step.
const PAGE: usize = 256;

/// Which lines are meant; the default means none, since it has no room for any.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ActivityQuery {
    /// Only of this local date.
    pub date: Option<Date>,
    /// Only from this time on.
    pub since: Option<Moment>,
    /// Only of these types; none named means all.
    pub types: Vec<ActivityType>,
    /// Only those that come from or went to this person or mind, by any of their names; case and width of letters do not
    /// count.
    pub person: Option<String>,
    /// Only what this person heard: lines about turns that they said or witnessed, and lines from and to them.
    pub heard_by: Option<String>,
    /// The last so many.
    pub limit: usize,
}

impl ActivityQuery {
    fn means(&self, line: &ActivityLine, named: &NamedInLines) -> bool {
        let ActivityFields { from, to, .. } = &line.fields;
        let is_of = |names: &Vec<String>| [from, to].iter().any(|name| names.contains(&fold(name.trim())));
        self.date.is_none_or(|date| line.date == date)
            && self.since.is_none_or(|since| line.at.unix_micros() >= since.unix_micros())
            && (self.types.is_empty() || self.types.contains(&line.what))
            && named.persons.as_ref().is_none_or(is_of)
            && named.hearers.as_ref().is_none_or(|names| line.memory.is_some() || is_of(names))
    }

    /// The last date whose lines are too early, if there is one. Local dates of one instant are a day apart at most.
    fn too_early(&self) -> Option<Date> {
        let before_since = self.since.and_then(|since| since.date().yesterday().ok()?.yesterday().ok());
        let before_date = self.date.and_then(|date| date.yesterday().ok());
        before_since.max(before_date)
    }
}

/// The folded names of whom a query means.
struct NamedInLines {
    persons: Option<Vec<String>>,
    hearers: Option<Vec<String>>,
}

/// The lines that a pointer points to.
#[derive(Clone, PartialEq, Debug)]
pub struct PointedLines {
    /// The pointer, as it is written.
    pub pointer: ActivityPointer,
    /// The lines, by number; there is at least one.
    pub lines: Vec<ActivityLine>,
}

impl PointedLines {
    /// The lines in S4's form, an object of JSON each. `ts` is the local time without an offset; what is empty is left out.
    pub fn jsonl(&self) -> String {
        self.lines.iter().map(|line| jsonl(line) + "\n").collect()
    }
}

/// A line in S4's form.
#[derive(Serialize)]
struct JsonLine<'l> {
    ts: String,
    r#type: &'static str,
    #[serde(flatten)]
    fields: &'l ActivityFields,
}

fn jsonl(line: &ActivityLine) -> String {
    let line = JsonLine { ts: line.at.local(), r#type: line.what.name(), fields: &line.fields };
    serde_json::to_string(&line).expect("texts and numbers are JSON")
}

impl Mind<'_> {
    /// The last lines of the activity log that the query means, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub fn activity(&self, query: &ActivityQuery) -> Result<Vec<ActivityLine>, Error> {
        self.engine.look(|r| self.found(r, query))
    }

    /// Every name of someone, folded.
    fn folded_names(&self, r: &dyn Reader, name: &str) -> Result<Vec<String>, Error> {
        let name = self.engine.kept_name(name);
        let mut names: Vec<String> = r.person(&name)?.names.iter().map(|name| fold(name.trim())).collect();
        names.push(fold(name.trim()));
        Ok(names)
    }

    fn found(&self, r: &dyn Reader, query: &ActivityQuery) -> Result<Vec<ActivityLine>, Error> {
        let names = |name: &Option<String>| name.as_deref().map(|name| self.folded_names(r, name)).transpose();
        let named = NamedInLines { persons: names(&query.person)?, hearers: names(&query.heard_by)? };
        let heard_by = query.heard_by.as_deref().map(|name| self.engine.kept_name(name));
        let mut before = query.date.and_then(|date| Some((date.tomorrow().ok()?, 1)));
        let mut found = Vec::new();
        while found.len() < query.limit {
            let step = PAGE.max(query.limit.min(PAGE * 16));
            let part = ActivityPart { before, heard_by: heard_by.as_deref(), ..ActivityPart::default() };
            let page = r.latest_activity(&self.name, &part, step)?;
            let Some(first) = page.first() else { break };
            before = Some((first.date, first.line));
            let is_over = query.too_early().is_some_and(|date| first.date <= date);
            found.extend(page.into_iter().rev().filter(|line| query.means(line, &named)));
            if is_over {
                break;
            }
        }
        found.truncate(query.limit);
        found.reverse();
        Ok(found)
    }

    /// The lines that a pointer such as `activity_log/2026-02-17.jsonl#L12-18` points to. A range may reach past the last
    /// line of its day.
    ///
    /// # Errors
    /// [`Error::NotAPointer`], [`Error::NoActivityDay`], [`Error::NoActivityLine`], or when the store fails.
    pub fn read_pointer(&self, text: &str) -> Result<PointedLines, Error> {
        let pointer: ActivityPointer = text.parse()?;
        let wanted = pointer.lines.clone().unwrap_or(1..=u32::MAX);
        self.engine.look(|r| {
            let lines = r.activity(&self.name, pointer.date, wanted.clone())?;
            if lines.is_empty() {
                return Err(self.not_there(r, &pointer)?);
            }
            Ok(PointedLines { pointer: pointer.clone(), lines })
        })
    }

    /// Why a pointer points to nothing.
    fn not_there(&self, r: &dyn Reader, pointer: &ActivityPointer) -> Result<Error, Error> {
        let dates = r.activity_dates(&self.name)?;
        Ok(match dates.iter().find(|(date, _)| *date == pointer.date) {
            Some((date, last)) => {
                let line = pointer.lines.as_ref().map_or(1, |lines| *lines.start());
                Error::NoActivityLine { date: *date, line, last: *last }
            }
            None => {
                let before = dates.iter().rev().find(|(date, _)| *date < pointer.date).map(|(date, _)| *date);
                let after = dates.iter().find(|(date, _)| *date > pointer.date).map(|(date, _)| *date);
                Error::NoActivityDay { date: pointer.date, before, after }
            }
        })
    }
}
