//! Lines of the activity log out and in again. A line about a turn names the memory of the turn, not its words.

use std::collections::HashMap;

use omoide_core::ports::store::Writer;
use omoide_core::{ActivityFields, ActivityLine, ActivityType, Date};

use super::import::Importing;
use super::line::ActivityRecord;
use super::plan::LineFault;
use crate::Error;

impl From<ActivityLine> for ActivityRecord {
    fn from(line: ActivityLine) -> Self {
        let ActivityLine { date, line, at, what, mut fields, memory } = line;
        if memory.is_some() {
            leave_to_turn(what, &mut fields);
        }
        Self { date: date.to_string(), line, at, what: what.name().to_owned(), memory, fields }
    }
}

/// Takes out what is read from the turn.
fn leave_to_turn(what: ActivityType, fields: &mut ActivityFields) {
    match what {
        ActivityType::MessageReceived | ActivityType::MemoryWrite => (fields.content, fields.from) = Default::default(),
        ActivityType::ResponseSent => (fields.content, fields.to) = Default::default(),
        _ => {}
    }
}

impl ActivityRecord {
    /// The line that is meant.
    ///
    /// # Errors
    /// When a field holds what no line can have.
    pub(super) fn checked(&self, most_bytes: usize) -> Result<ActivityLine, LineFault> {
        let date: Date = self.date.parse().map_err(|_| LineFault::unfit("date", &self.date))?;
        let what = ActivityType::named(&self.what).ok_or_else(|| LineFault::unfit("what", &self.what))?;
        if self.line == 0 || self.line == u32::MAX {
            return Err(LineFault::unfit("line", self.line));
        }
        let mut fields = self.fields.clone();
        let words = fields.words_mut();
        let bytes = words.iter().map(|word| word.len()).sum();
        if bytes > most_bytes {
            return Err(LineFault::TooLong { bytes, limit: most_bytes });
        }
        if words.iter().any(|word| word.contains('\0')) {
            return Err(LineFault::unfit("activity", "NUL"));
        }
        Ok(ActivityLine { date, line: self.line, at: self.at, what, fields, memory: self.memory })
    }
}

/// How many lines of the day that is being read say the same: a second one is another line.
#[derive(Default)]
pub(super) struct SameLines {
    date: Option<Date>,
    counts: HashMap<String, u32>,
}

impl SameLines {
    /// How many that say the same came before this one.
    fn before(&mut self, line: &ActivityLine) -> u32 {
        if self.date != Some(line.date) {
            *self = Self { date: Some(line.date), counts: HashMap::new() };
        }
        let said = format!("{:?}", (line.at, line.what, &line.fields, line.memory));
        let count = self.counts.entry(said).or_default();
        *count += 1;
        *count - 1
    }
}

impl Importing<'_, '_> {
    /// Adds a line of the activity log, unless it is there. What a line said of a memory that stays erased is not taken; a
    /// line about a memory that could not be taken waits for a better file.
    pub(super) fn activity(&mut self, w: &mut dyn Writer, record: &ActivityRecord) -> Result<(), Error> {
        let limit = self.mind.parameters().encode.max_text_bytes as usize;
        let Ok(mut line) = record.checked(limit) else { return Ok(()) };
        let memory = match line.memory {
            Some(id) if !self.plan.fates.contains_key(&id) => return Ok(()),
            Some(id) => self.place(w, id)?,
            None => None,
        };
        if line.memory.is_some() && memory.is_none() {
            (line.fields, line.memory) = (ActivityFields::default(), None);
        }
        let earlier = self.same_lines.before(&line);
        self.report.activity += u64::from(w.import_activity(&self.mind.name, &line, memory, earlier)?);
        Ok(())
    }
}
