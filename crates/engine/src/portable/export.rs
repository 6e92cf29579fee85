//! Writing a whole mind down, part by part, as it was at one moment.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use omoide_core::change::GroupNumber;
use omoide_core::ports::TakenCount;
use omoide_core::ports::store::{Filter, LoggedChange, NightRecord, Reader, StepRecord};
use omoide_core::{Date, Memory, Moment};
use serde_json::Value;

use super::clean::LineCleaner;
use super::line::{
    ChangeLine, EXPORT_FORMAT, EXPORT_VERSION, ExportCounts, ExportHeader, ExportLine, FeelingLine, LatestLine,
    MemoryLine, NightLine, NightsPausedLine, PageLine, SpokenLine, StepLine, ThreadLine,
};
use crate::sleep::LEFT_UNDONE;
use crate::{Error, Mind};

/// How many rows are read at once.
const PAGE: usize = 128;
/// How many lines of the activity log are read at once.
const ACTIVITY_PAGE: u32 = 512;

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExportReport {
    /// How much there was.
    pub counts: ExportCounts,
    /// The kinds of secrets that were taken out on the way, each once.
    pub taken: Vec<TakenCount>,
}

/// Something that was written, for those who watch: how many memories of how many.
pub type ExportedParts<'p> = &'p mut dyn FnMut(u64, u64);

impl Mind<'_> {
    /// Writes the whole mind as lines of JSON: a header, then a line for every night, page, conversation, memory, turn
    /// without a memory, entry of the change log about a memory, line of the activity log, joined name of a person, and
    /// item. All of it is read in one transaction, a few memories at a time.
    ///
    /// # Errors
    /// [`Error::File`] when `out` cannot be written, or when the store fails; what was written so far is no export then.
    pub fn export(&self, out: &mut dyn Write, progress: ExportedParts<'_>) -> Result<ExportReport, Error> {
        self.engine.look(|r| {
            let mut writing = Exporting {
                mind: self,
                reader: r,
                out: &mut *out,
                cleaner: LineCleaner::new(self.engine.redactor()),
                threads: HashSet::new(),
            };
            let counts = writing.header()?;
            writing.nights()?;
            writing.pages()?;
            writing.thread("")?;
            writing.memories(counts.memories, &mut *progress)?;
            writing.turns()?;
            writing.changes()?;
            writing.activity()?;
            writing.persons_and_items()?;
            writing.out.flush().map_err(Error::File)?;
            Ok(ExportReport { counts, taken: writing.cleaner.taken })
        })
    }

    pub(super) fn export_counts(&self, r: &dyn Reader) -> Result<ExportCounts, Error> {
        let many = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        Ok(ExportCounts {
            memories: r.count(&self.name, &Filter::default())?,
            pages: many(r.pages(&self.name)?.len()),
            nights: many(r.nights(&self.name)?.len()),
        })
    }
}

struct Exporting<'e, 'm> {
    mind: &'e Mind<'m>,
    reader: &'e dyn Reader,
    out: &'e mut dyn Write,
    cleaner: LineCleaner<'e>,
    /// The conversations that have their line.
    threads: HashSet<String>,
}

impl Exporting<'_, '_> {
    fn header(&mut self) -> Result<ExportCounts, Error> {
        let counts = self.mind.export_counts(self.reader)?;
        let header = ExportHeader {
            format: EXPORT_FORMAT.to_owned(),
            version: EXPORT_VERSION,
            mind: self.mind.name.to_string(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            exported_at: self.mind.now(),
            embedder: self.mind.engine.parts.embedders.active().model().to_owned(),
            counts,
        };
        self.write(&header)?;
        Ok(counts)
    }

    fn line(&mut self, mut line: ExportLine) -> Result<(), Error> {
        self.cleaner.clean(&mut line);
        self.write(&line)
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), Error> {
        let json = serde_json::to_string(line).map_err(|error| Error::File(error.into()))?;
        self.out.write_all(printable(&json).as_bytes()).map_err(Error::File)?;
        self.out.write_all(b"\n").map_err(Error::File)
    }

    fn nights(&mut self) -> Result<(), Error> {
        let name = &self.mind.name;
        let nights = self.reader.nights(name)?;
        let last = nights.last().map(|night| night.date);
        for night in nights {
            let NightRecord { date, at, ran_at, steps } = night;
            self.night(date, Some((at, ran_at)), steps)?;
        }
        // A night that was interrupted has run some of its steps, and those must not be run again.
        let first = match last {
            Some(last) => last.tomorrow().ok(),
            None => self.reader.first_created(name)?.map(Moment::date),
        };
        let today = self.mind.now().date();
        let days = std::iter::successors(first, |date| date.tomorrow().ok()).take_while(|date| *date <= today);
        for date in days {
            let steps = self.reader.steps_run(name, date)?;
            if !steps.is_empty() {
                self.night(date, None, steps)?;
            }
        }
        match self.reader.state(name, LEFT_UNDONE)? {
            Some(since) => self.line(ExportLine::NightsPaused(NightsPausedLine { since })),
            None => Ok(()),
        }
    }

    fn night(&mut self, date: Date, run: Option<(Moment, Moment)>, steps: Vec<StepRecord>) -> Result<(), Error> {
        let (at, ran_at) = run.unzip();
        let step =
            |step: StepRecord| StepLine { step: step.step.name().to_owned(), ran_at: step.ran_at, report: step.report };
        let steps = steps.into_iter().map(step).collect();
        self.line(ExportLine::Night(NightLine { date: date.to_string(), at, ran_at, steps }))
    }

    fn pages(&mut self) -> Result<(), Error> {
        for page in self.reader.pages(&self.mind.name)? {
            let (path, text, at, by) = (page.path, page.text, page.at, page.by);
            self.line(ExportLine::Page(PageLine { path, text, at, by }))?;
        }
        Ok(())
    }

    fn memories(&mut self, all: u64, progress: ExportedParts<'_>) -> Result<(), Error> {
        let (mut after, mut done) = (None, 0);
        loop {
            let page = self.reader.whole_memories(&self.mind.name, after, PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.memory.seq);
            for whole in page {
                self.thread_of(&whole.memory)?;
                self.line(ExportLine::Memory(Box::new(MemoryLine::from(whole))))?;
                done += 1;
            }
            progress(done, all.max(done));
        }
    }

    /// The line of the memory's conversation, before the first of its memories. A memory outside any conversation has one
    /// of its own, under its id.
    fn thread_of(&mut self, memory: &Memory) -> Result<(), Error> {
        match &memory.origin.thread {
            Some(thread) if self.threads.insert(thread.clone()) => self.thread(thread),
            Some(_) => Ok(()),
            None => self.thread(&memory.id.to_string()),
        }
    }

    fn thread(&mut self, name: &str) -> Result<(), Error> {
        let Some(thread) = self.reader.thread(&self.mind.name, name)? else { return Ok(()) };
        let project = thread.place.as_ref().and_then(|place| place.project_print());
        let latest = match project {
            Some(project) => self.reader.latest_turns(&self.mind.name, project)?,
            None => None,
        };
        let latest = latest.filter(|latest| latest.thread == name);
        let spoken = self.reader.thread_standing(&self.mind.name, name)?;
        let line = ThreadLine {
            name: name.to_owned(),
            feeling: thread.feeling.map(|(feeling, at)| FeelingLine {
                valence: feeling.valence.name().to_owned(),
                arousal: feeling.arousal,
                tags: feeling.tags.iter().map(|tag| tag.name().to_owned()).collect(),
                at,
            }),
            place: thread.place,
            shown: thread.shown,
            emptied_at: thread.emptied_at,
            spoken: spoken.map(|one| SpokenLine {
                person: one.person,
                last_at: one.last_at,
                closed_at: one.closed_at,
                is_ruled: one.is_ruled,
            }),
            latest: latest.map(|latest| LatestLine { at: latest.at, memories: latest.memories }),
        };
        let is_bare = line.feeling.is_none()
            && line.place.is_none()
            && line.shown.is_empty()
            && line.emptied_at.is_none()
            && line.spoken.is_none();
        if is_bare { Ok(()) } else { self.line(ExportLine::Thread(line)) }
    }

    fn turns(&mut self) -> Result<(), Error> {
        let mut after = None;
        loop {
            let page = self.reader.turns_without_memory(&self.mind.name, after, PAGE)?;
            let Some((last, _)) = page.last() else { return Ok(()) };
            after = Some(*last);
            for (_, turn) in page {
                self.line(ExportLine::Turn(turn.into()))?;
            }
        }
    }

    fn activity(&mut self) -> Result<(), Error> {
        for (date, last) in self.reader.activity_dates(&self.mind.name)? {
            let mut from = 1;
            while from <= last {
                let to = from.saturating_add(ACTIVITY_PAGE - 1);
                for line in self.reader.activity(&self.mind.name, date, from..=to)? {
                    self.line(ExportLine::Activity(line.into()))?;
                }
                from = to.saturating_add(1);
            }
        }
        Ok(())
    }

    fn persons_and_items(&mut self) -> Result<(), Error> {
        for line in self.mind.person_lines(self.reader)? {
            self.line(ExportLine::Person(line))?;
        }
        for line in self.mind.item_lines(self.reader)? {
            self.line(ExportLine::Item(line))?;
        }
        Ok(())
    }

    fn changes(&mut self) -> Result<(), Error> {
        let mut groups: HashMap<GroupNumber, u64> = HashMap::new();
        let mut after = 0;
        loop {
            let page = self.reader.logged_changes(&self.mind.name, after, PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.number;
            for change in page {
                let next = groups.len() as u64 + 1;
                let group = *groups.entry(change.group).or_insert(next);
                self.line(ExportLine::Change(change_line(change, group)))?;
            }
        }
    }
}

fn change_line(change: LoggedChange, group: u64) -> ChangeLine {
    let value = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
    ChangeLine {
        memory: change.memory,
        group,
        at: change.at,
        by: change.by,
        night: change.step.map(|step| step.date.to_string()),
        step: change.step.map(|step| step.step.name().to_owned()),
        deed: change.deed,
        reason: change.reason,
        before: change.before.map(value),
        after: change.after.map(value),
        is_undone: change.is_undone,
    }
}

/// JSON in which everything that a terminal would act on is escaped; whoever parses it loses nothing.
fn printable(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_control() || is_reordering(c) {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character changes the order in which others are shown.
pub(super) fn is_reordering(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
