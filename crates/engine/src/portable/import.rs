//! Taking a whole mind in, as another store wrote it down.
//!
//! The file is read three times in one transaction: what is to be done with each line, then memories and what stands by
//! itself, then what connects memories. So a killed import has changed nothing, and a link may point to a later line.
//! Vectors and words are made after that, in batches; whoever is killed there goes on with the next import.

use std::collections::HashMap;
use std::io::{Read, Seek};

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Facet, GroupNumber, Plan, Reason, Subject};
use omoide_core::policy::night::Step;
use omoide_core::ports::StoreError;
use omoide_core::ports::TakenCount;
use omoide_core::ports::store::{NightRecord, StepRecord, WholeMemory, Writer};
use omoide_core::{LatestTurns, Life, MemoryId};

use super::activity::SameLines;
use super::clean::LineCleaner;
use super::line::{ExportLine, NightLine, PageLine, PersonLine, ThreadLine};
use super::plan::{BadLine, CheckedLine, Fate, ImportPlan, night_date};
use super::source::ExportFile;
use super::whole::feeling;
use crate::sleep::LEFT_UNDONE;
use crate::{Error, Mind};

/// Whether an import is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportMode {
    /// It is done.
    Write,
    /// It is done and taken back: only what it would do is told.
    DryRun,
}

/// What an import did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MindImport {
    /// The mind that the export is of.
    pub mind: String,
    /// The version of the program that wrote it.
    pub program: String,
    /// Memories that are written.
    pub memories: u64,
    /// Memories that were there.
    pub known: u64,
    /// Memories that were erased from this mind before, and stay erased.
    pub erased: u64,
    /// Memories that got another handle, because theirs was taken.
    pub renamed: u64,
    /// Memories that got another id, because theirs was taken.
    pub new_ids: u64,
    /// Turns without a memory that are written.
    pub turns: u64,
    /// Pages that are written.
    pub pages: u64,
    /// Pages of this mind that say something else and stay, by path.
    pub differing_pages: Vec<String>,
    /// Nights that now count as run.
    pub nights: u64,
    /// Lines of the activity log that are written.
    pub activity: u64,
    /// Lines that could not be taken.
    pub bad_lines: Vec<BadLine>,
    /// Memories that the header counts and that the file lacks: it was cut off.
    pub missing: u64,
    /// The kinds of secrets that were taken out, each once.
    pub taken: Vec<TakenCount>,
    /// Memories that have no vector under the active model yet: `reembed` makes it.
    pub without_vector: u64,
}

impl MindImport {
    /// Whether the mind has anything that it did not have before.
    pub fn has_added(&self) -> bool {
        self.memories + self.turns + self.pages + self.nights + self.activity > 0
    }
}

/// Why a dry run's transaction is taken back.
#[derive(Debug, thiserror::Error)]
#[error("it was only a trial")]
struct Trial;

impl Mind<'_> {
    /// Takes in what [`Mind::export`] wrote. What is there already stays as it is, so it may be run twice. `progress` is
    /// called with the bytes that were read.
    ///
    /// If this mind has run no night, the nights of the export count as its own. Else the nights that it still has to run
    /// would age imported memories a second time, so the days that they had added are taken off first.
    ///
    /// # Errors
    /// [`Error::NotAnExport`], [`Error::NewerExport`], [`Error::File`], or when the store fails; nothing was taken in then,
    /// or only vectors and words are missing.
    pub fn import<S: Read + Seek>(
        &self,
        source: &mut S,
        mode: ImportMode,
        progress: &mut dyn FnMut(u64),
    ) -> Result<MindImport, Error> {
        let mut file = ExportFile::new(source)?;
        let mut report = MindImport::default();
        let written = self.engine.parts.store.write(&self.name, &mut |w| {
            report = self.take_in(w, &mut file, progress).map_err(Error::into_store)?;
            if mode == ImportMode::DryRun { Err(StoreError::Caller(Box::new(Trial))) } else { Ok(()) }
        });
        match written {
            Ok(()) => {}
            Err(StoreError::Caller(cause)) if cause.is::<Trial>() => return Ok(report),
            // Where there is no store, everything is new.
            Err(StoreError::Missing { .. }) if mode == ImportMode::DryRun => {
                return self.take_into_nothing(&mut file, progress);
            }
            Err(error) => return Err(Error::from_store(error)),
        }
        self.reindex(&mut |_, _| {})?;
        if report.memories > 0 {
            self.join_words()?;
        }
        self.reembed_locally()?;
        report.without_vector = u64::try_from(self.without_active_vector()?).unwrap_or(u64::MAX);
        Ok(report)
    }

    fn take_into_nothing(&self, file: &mut ExportFile<'_>, progress: &mut dyn FnMut(u64)) -> Result<MindImport, Error> {
        let plan = self.plan_import(None, file, progress)?;
        let mut report = report(file, &plan);
        let mut cleaner = LineCleaner::new(self.engine.redactor());
        file.each_line(&mut |_, _, line| {
            match line.and_then(|line| self.checked(line, &mut cleaner)).map(|checked| checked.line) {
                Ok(ExportLine::Page(_)) => report.pages += 1,
                Ok(ExportLine::Turn(_)) => report.turns += 1,
                Ok(ExportLine::Activity(_)) => report.activity += 1,
                Ok(ExportLine::Night(night)) => report.nights += u64::from(night.at.is_some()),
                _ => {}
            }
            Ok(())
        })?;
        Ok(report)
    }

    fn take_in(
        &self,
        w: &mut dyn Writer,
        file: &mut ExportFile<'_>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<MindImport, Error> {
        let mut plan = self.plan_import(Some(w), file, progress)?;
        // Else the first that gets another handle would take that of a later line.
        w.reserve_handles(&self.name, &std::mem::take(&mut plan.handles))?;
        let report = report(file, &plan);
        let cleaner = LineCleaner::new(self.engine.redactor());
        let mut import = Importing {
            mind: self,
            plan,
            report,
            cleaner,
            groups: HashMap::new(),
            same_lines: SameLines::default(),
            chosen: Vec::new(),
        };
        let names = w.person_names()?;
        file.each_line(&mut |_, _, line| match line {
            Ok(line) => import.put(w, line),
            Err(_) => Ok(()),
        })?;
        import.choose_names(w, &names)?;
        file.each_line(&mut |_, _, line| match line {
            Ok(line) => import.connect(w, line),
            Err(_) => Ok(()),
        })?;
        Ok(import.report)
    }
}

/// What is told of a plan, before anything is done.
fn report(file: &ExportFile<'_>, plan: &ImportPlan) -> MindImport {
    let [memories, known, erased] = plan.counts();
    let is_renamed = |(own, fate): &(&MemoryId, &Fate)| matches!(fate, Fate::New(id, _) if id != *own);
    let new_ids = plan.fates.iter().filter(is_renamed).count();
    let lines = u64::try_from(plan.fates.len() + plan.bad.len()).unwrap_or(u64::MAX);
    MindImport {
        mind: file.header.mind.clone(),
        program: file.header.program.clone(),
        memories,
        known,
        erased,
        new_ids: u64::try_from(new_ids).unwrap_or(u64::MAX),
        bad_lines: plan.bad.clone(),
        missing: file.header.counts.memories.saturating_sub(lines),
        taken: plan.taken.clone(),
        ..MindImport::default()
    }
}

/// An import on its way.
pub(super) struct Importing<'e, 'm> {
    pub(super) mind: &'e Mind<'m>,
    pub(super) plan: ImportPlan,
    pub(super) report: MindImport,
    pub(super) cleaner: LineCleaner<'e>,
    /// The groups of the change log, by their numbers in the file.
    pub(super) groups: HashMap<u64, GroupNumber>,
    pub(super) same_lines: SameLines,
    /// Names of persons that someone chose.
    pub(super) chosen: Vec<PersonLine>,
}

impl Importing<'_, '_> {
    /// Writes what stands by itself.
    fn put(&mut self, w: &mut dyn Writer, line: ExportLine) -> Result<(), Error> {
        let Ok(CheckedLine { line, whole }) = self.mind.checked(line, &mut self.cleaner) else { return Ok(()) };
        if let Some(whole) = whole {
            return self.memory(w, *whole);
        }
        let name = &self.mind.name;
        match line {
            ExportLine::Night(night) if self.plan.takes_nights => self.night(w, &night),
            ExportLine::NightsPaused(paused) if self.plan.takes_nights => {
                Ok(w.set_state(name, LEFT_UNDONE, Some(&paused.since))?)
            }
            ExportLine::Page(page) => self.page(w, page),
            ExportLine::Thread(thread) => self.thread(w, &thread),
            ExportLine::Person(person) => self.person(w, person),
            ExportLine::Turn(turn) => {
                self.report.turns += u64::from(w.insert_turn(name, &turn.into())?);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn memory(&mut self, w: &mut dyn Writer, mut whole: WholeMemory) -> Result<(), Error> {
        let own = whole.memory.id;
        let Some(Fate::New(id, None)) = self.plan.fates.get(&own).copied() else { return Ok(()) };
        whole.memory.id = id;
        // A link to a memory that stays erased is no link.
        whole.memory.relations.retain_mut(|relation| {
            let id = self.there(relation.to);
            relation.to = id.unwrap_or(relation.to);
            id.is_some()
        });
        let fades = whole.memory.shown.is_active() && !whole.memory.shown.protected;
        if let Life::Episode(retention) = &mut whole.memory.life
            && fades
        {
            let happened = whole.memory.created.unix_micros();
            let repeated = self.plan.nights_to_repeat.iter().filter(|at| at.unix_micros() > happened).count();
            if repeated > 0 {
                retention.memory_days = (retention.memory_days - repeated as f64).max(0.0);
            }
        }
        let (seq, handle) = w.insert_whole(&self.mind.name, &whole)?;
        self.report.renamed += u64::from(handle != whole.memory.handle);
        self.plan.fates.insert(own, Fate::New(id, Some(seq)));
        Ok(())
    }

    /// The id in this mind of a memory of the file; one that the file lacks keeps its own.
    fn there(&self, id: MemoryId) -> Option<MemoryId> {
        self.plan.fates.get(&id).map_or(Some(id), |fate| fate.id())
    }

    fn night(&mut self, w: &mut dyn Writer, night: &NightLine) -> Result<(), Error> {
        let (name, Ok(date)) = (&self.mind.name, night_date(&night.date)) else { return Ok(()) };
        for line in &night.steps {
            // A step of a later version is passed over.
            let Some(step) = Step::named(&line.step) else { continue };
            let record = StepRecord { step, ran_at: line.ran_at, report: line.report.clone(), can_be_undone: false };
            w.record_step(name, date, &record)?;
        }
        if let (Some(at), Some(ran_at)) = (night.at, night.ran_at) {
            w.record_night(name, &NightRecord { date, at, ran_at, steps: Vec::new() }, u32::MAX)?;
            self.report.nights += 1;
        }
        Ok(())
    }

    /// Writes a page; one that is there stays.
    fn page(&mut self, w: &mut dyn Writer, page: PageLine) -> Result<(), Error> {
        let name = &self.mind.name;
        if let Some(there) = w.page(name, &page.path)? {
            if there.text != page.text {
                self.report.differing_pages.push(page.path);
            }
            return Ok(());
        }
        let by = [Actor::Person, Actor::Night].into_iter().find(|actor| actor.name() == page.by);
        let by = by.unwrap_or(Actor::Agent);
        let version = w.write_page(name, &page.path, &page.text, by, page.at)?;
        let deed = Deed::Set(Facet::PageVersion(BeforeAfter { before: None, after: Some(version) }));
        let change = Change { subject: Subject::Page(page.path), deed, reason: Reason::ByHand };
        w.apply(&Plan { mind: name.clone(), at: page.at, by, step: None, group: None, changes: vec![change] })?;
        self.report.pages += 1;
        Ok(())
    }

    /// Writes what is kept of a conversation; one that is there stays.
    fn thread(&mut self, w: &mut dyn Writer, line: &ThreadLine) -> Result<(), Error> {
        let mind = &self.mind.name;
        // A memory outside any conversation has one under its id, and may have another id here.
        let own = line.name.parse::<MemoryId>().ok().filter(|id| self.plan.fates.contains_key(id));
        let name = match own {
            Some(id) => match self.plan.fates.get(&id) {
                Some(Fate::New(id, _)) => id.to_string(),
                _ => return Ok(()),
            },
            None => line.name.clone(),
        };
        if w.thread(mind, &name)?.is_some() {
            return Ok(());
        }
        let ids = |ids: &[MemoryId]| ids.iter().filter_map(|id| self.there(*id)).collect::<Vec<_>>();
        if let Some(felt) = &line.feeling
            && let Ok(feeling) = feeling(&felt.valence, felt.arousal, &felt.tags)
        {
            w.keep_feeling(mind, &name, Some((&feeling, felt.at)))?;
        }
        if let Some(place) = &line.place {
            w.keep_place(mind, &name, place)?;
        }
        if !line.shown.is_empty() {
            w.keep_shown(mind, &name, &ids(&line.shown))?;
        }
        if let Some(at) = line.emptied_at {
            w.keep_emptied(mind, &name, at)?;
        }
        if let Some(spoken) = &line.spoken {
            let person = spoken.person.as_deref().unwrap_or_default();
            w.keep_spoken(mind, &name, person, spoken.last_at, spoken.is_ruled)?;
            if let Some(at) = spoken.closed_at {
                w.close_thread(mind, &name, at)?;
            }
        }
        let project = line.place.as_ref().and_then(|place| place.project_print());
        if let (Some(latest), Some(project)) = (&line.latest, project) {
            let there = w.latest_turns(mind, project)?;
            if there.is_none_or(|there| there.at.unix_micros() < latest.at.unix_micros()) {
                let latest = LatestTurns { thread: name, at: latest.at, memories: ids(&latest.memories) };
                w.keep_latest_turns(mind, project, &latest)?;
            }
        }
        Ok(())
    }
}
