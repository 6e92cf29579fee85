//! Sleep: every night once for its date, missed ones caught up in order, and the last one undone.

mod doubt;
mod report;
pub(crate) mod steps;
mod undo;

use omoide_core::policy::clock::is_to_come;
use omoide_core::policy::night::{Asker, Progress, Step, night_of};
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{NightRecord, Reader, Writer};
use omoide_core::{Date, Moment};

pub use doubt::Consent;
pub use omoide_core::policy::clock::ClockDoubt;
pub use omoide_core::policy::night::DueNight;
pub use report::{NightOutcome, NightSummary};

use crate::{Error, Improvement, Mind};
use steps::episodes::Prepared;

/// Where a night is kept that a person took back and that must not be slept again unasked.
pub(crate) const LEFT_UNDONE: &str = "night_left_undone";

/// Where the time of an import is kept that no night has followed yet.
const IMPORTED_AT: &str = "imported_at";

/// Whether nights are run or only shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SleepMode {
    /// They are run.
    Real,
    /// They are run and taken back before anyone sees it.
    DryRun,
}

/// What came of going to sleep.
#[derive(Clone, PartialEq, Debug)]
pub struct SleepOutcome {
    /// The nights that were run, in order; none when none was due.
    pub nights: Vec<NightOutcome>,
    /// How many are still due: there were more than may be caught up in one go, or they wait.
    pub left: usize,
    /// Why nights wait that are due: nobody vouched for a clock that is in doubt.
    pub doubt: Option<ClockDoubt>,
    /// The nights that were run for dates that have not come, by a clock that was ahead, and are taken back now.
    pub taken_back: usize,
    /// What a language model has done.
    pub improvement: Improvement,
}

/// Where a mind stands with its nights.
#[derive(Clone, PartialEq, Debug)]
pub struct SleepStatus {
    /// The nights so far, oldest first, with what they did.
    pub nights: Vec<(NightRecord, NightSummary)>,
    /// The nights that are due.
    pub due: Vec<DueNight>,
    /// When the next night after those comes.
    pub next: Option<DueNight>,
    /// The hour of the last night.
    pub last_run: Option<Moment>,
    /// Why the nights that are due wait for a person, if they do.
    pub doubt: Option<ClockDoubt>,
}

impl Mind<'_> {
    /// Runs the nights that are due, up to and with that of `until`, or of today, because a person asked for it.
    /// `progress` is called before each with its place and their number.
    ///
    /// # Errors
    /// [`Error::NightToCome`], [`Error::ClockSetBack`], or when a part fails; the nights before the one
    /// that failed are done then.
    pub fn sleep(
        &self,
        until: Option<Date>,
        mode: SleepMode,
        progress: &mut dyn FnMut(usize, usize, DueNight),
    ) -> Result<SleepOutcome, Error> {
        self.sleep_by(Consent::Person, until, mode, progress)
    }

    /// Runs the nights that are due as [`Mind::sleep`] does, with as much trust in the clock as `consent` says. Unasked, in
    /// doubt, nothing is run, and the outcome says why.
    ///
    /// # Errors
    /// As [`Mind::sleep`].
    pub fn sleep_by(
        &self,
        consent: Consent,
        until: Option<Date>,
        mode: SleepMode,
        progress: &mut dyn FnMut(usize, usize, DueNight),
    ) -> Result<SleepOutcome, Error> {
        let now = self.engine.now();
        let standing = self.engine.look(|r| self.night_standing(r, now))?;
        let mut due = standing.due;
        if let Some(date) = until {
            if night_of(date, self.hour(), now).at.unix_micros() > now.unix_micros() {
                return Err(Error::NightToCome { date, now });
            }
            due.retain(|night| night.date <= date);
        }
        let mut outcome = SleepOutcome {
            nights: Vec::new(),
            left: due.len(),
            doubt: self.doubt_left(standing.doubt, consent, now)?,
            taken_back: 0,
            improvement: Improvement::default(),
        };
        if outcome.doubt.is_some() {
            return Ok(outcome);
        }
        outcome.left = due.len().saturating_sub(self.parameters().sleep.max_catch_up_nights as usize);
        due.truncate(due.len() - outcome.left);
        outcome.nights = match mode {
            SleepMode::Real => {
                outcome.taken_back = self.take_back_nights_to_come(now)?;
                self.close_abandoned()?;
                self.sleep_for_real(&due, now, progress, &mut outcome.improvement)?
            }
            SleepMode::DryRun if due.is_empty() => Vec::new(),
            SleepMode::DryRun => self.dream(&due, now, progress)?,
        };
        // Whose step it was done for says nothing to whoever asked.
        outcome.improvement.step = None;
        Ok(outcome)
    }

    /// Sleeps the nights that are due if the last one is overdue (S0 フォールバック), as far as the
    /// parameters want it: for whoever has no schedule.
    ///
    /// # Errors
    /// As [`Mind::sleep`].
    pub fn catch_up(&self) -> Result<Option<SleepOutcome>, Error> {
        if !self.is_overdue()? {
            return Ok(None);
        }
        self.sleep_by(Consent::Unasked, None, SleepMode::Real, &mut |_, _, _| {}).map(Some)
    }

    /// Whether [`Mind::catch_up`] has anything to do.
    ///
    /// # Errors
    /// When the store fails.
    pub fn is_overdue(&self) -> Result<bool, Error> {
        let interval_hours = self.parameters().compression.interval_hours;
        Ok(self.parameters().sleep.catch_up && self.is_due(Asker::Visitor { interval_hours })?)
    }

    /// Whether a night is due that nobody took back by hand, for whoever watches the clock.
    ///
    /// # Errors
    /// When the store fails.
    pub fn is_night_due(&self) -> Result<bool, Error> {
        self.is_due(Asker::Schedule)
    }

    fn is_due(&self, asker: Asker) -> Result<bool, Error> {
        let now = self.engine.now();
        self.engine.look(|r| Ok(self.progress(r, now)?.is_due(asker, self.hour(), now)))
    }

    /// Where the mind stands with its nights.
    ///
    /// # Errors
    /// When the store fails.
    pub fn sleep_status(&self) -> Result<SleepStatus, Error> {
        let now = self.engine.now();
        self.engine.look(|r| {
            let nights = r.nights(&self.name)?;
            let standing = self.night_standing(r, now)?;
            Ok(SleepStatus {
                next: standing.progress.next(self.hour(), now),
                last_run: standing.progress.last.map(|last| last.at),
                due: standing.due,
                doubt: standing.doubt,
                nights: nights.into_iter().map(|night| (night.clone(), NightSummary::read(&night))).collect(),
            })
        })
    }

    fn sleep_for_real(
        &self,
        due: &[DueNight],
        began_at: Moment,
        progress: &mut dyn FnMut(usize, usize, DueNight),
        improvement: &mut Improvement,
    ) -> Result<Vec<NightOutcome>, Error> {
        let mut outcomes = Vec::new();
        for (place, night) in due.iter().enumerate() {
            progress(place, due.len(), *night);
            let outcome = self.run_night_of_go(*night, began_at, improvement);
            outcomes.extend(outcome.inspect_err(|error| self.log_failed_night(*night, began_at, error))?);
        }
        Ok(outcomes)
    }

    /// Runs the steps of a night that were not run yet, whether or not it is due; none when the night was run before.
    /// `improvement` is what a language model has done in this go; the first night of a go asks it.
    ///
    /// # Errors
    /// When a part fails; the steps before the one that failed are done then, and the night can be run again.
    pub fn run_night(&self, night: DueNight, improvement: &mut Improvement) -> Result<Option<NightOutcome>, Error> {
        self.run_night_of_go(night, self.engine.now(), improvement)
    }

    /// The same, as one of the nights of a go that began at `now`.
    fn run_night_of_go(
        &self,
        night: DueNight,
        now: Moment,
        improvement: &mut Improvement,
    ) -> Result<Option<NightOutcome>, Error> {
        let is_first = improvement.step.is_none();
        if is_first {
            self.reindex_some()?;
        }
        let mut outcome = None;
        for step in Step::of_night(night.date) {
            match step {
                // Once for all nights of a catch-up: a night that was missed has had no time of its own.
                Step::Understand if is_first => *improvement = self.understand_step(night)?,
                Step::Sessions if is_first => self.sessions_step(night, improvement)?,
                Step::Episodes => {
                    if is_first {
                        self.reembed_some()?;
                    }
                    self.shorten_for_episodes(night, improvement)?;
                    outcome = self.episodes_step(night, now)?;
                }
                Step::Tiers => self.tiers_step(night)?,
                Step::Archive => self.archive_step(night, improvement)?,
                Step::Understand | Step::Sessions => {}
            }
        }
        // With a language model there was a step after the one that ends the night otherwise; and a night may have been
        // interrupted before its end was noted.
        if self.ends_with_archive() || outcome.is_none() {
            self.write(|w| self.end_night(w, night, now))?;
        }
        Ok(outcome)
    }

    /// Runs the step of the episodes, unless it was run. Where no step comes after it, the night ends in the same
    /// transaction.
    fn episodes_step(&self, night: DueNight, now: Moment) -> Result<Option<NightOutcome>, Error> {
        let mut prepared = self.prepare_episodes(night)?;
        self.write(|w| {
            let is_run = |w: &mut dyn Writer| -> Result<bool, Error> {
                let steps = w.steps_run(&self.name, night.date)?;
                Ok(steps.iter().any(|record| record.step == Step::Episodes)
                    || w.last_night(&self.name)?.is_some_and(|last| last.date >= night.date))
            };
            if is_run(w)? {
                return Ok(None);
            }
            let report = self.apply_episodes(w, night, &mut prepared, now)?;
            if !self.ends_with_archive() {
                self.end_night(w, night, now)?;
            }
            Ok(Some(NightOutcome { date: night.date, at: night.at, report }))
        })
    }

    fn ends_with_archive(&self) -> bool {
        self.engine.has_model()
    }

    /// Notes that a night came to its end, unless another process did or a later one has.
    fn end_night(&self, w: &mut dyn Writer, night: DueNight, now: Moment) -> Result<(), Error> {
        if w.last_night(&self.name)?.is_some_and(|last| last.date >= night.date) {
            return Ok(());
        }
        let record = NightRecord { date: night.date, at: night.at, ran_at: now, steps: Vec::new() };
        w.record_night(&self.name, &record, self.parameters().sleep.undo_nights)?;
        self.log_night(w, night, now)?;
        w.set_state(&self.name, IMPORTED_AT, None)?;
        Ok(w.set_state(&self.name, LEFT_UNDONE, None)?)
    }

    /// Runs the nights in one transaction that is then taken back. Nobody is asked for a night that is only shown.
    fn dream(
        &self,
        due: &[DueNight],
        now: Moment,
        progress: &mut dyn FnMut(usize, usize, DueNight),
    ) -> Result<Vec<NightOutcome>, Error> {
        let mut outcomes = Vec::new();
        let woken = self.engine.parts.store.write(&self.name, &mut |w| {
            outcomes.clear();
            self.reembed_some_within(w).map_err(Error::into_store)?;
            for (place, night) in due.iter().enumerate() {
                progress(place, due.len(), *night);
                let mut dreamt = || -> Result<NightOutcome, Error> {
                    let report = self.apply_episodes(w, *night, &mut Prepared::default(), now)?;
                    self.end_night(w, *night, now)?;
                    Ok(NightOutcome { date: night.date, at: night.at, report })
                };
                outcomes.push(dreamt().map_err(Error::into_store)?);
            }
            Err(StoreError::Caller(Box::new(Waking)))
        });
        match woken {
            Err(StoreError::Caller(cause)) if cause.is::<Waking>() => Ok(outcomes),
            Err(error) => Err(Error::from_store(error)),
            Ok(()) => Ok(outcomes),
        }
    }

    /// How far the mind has come with its nights: the one answer to whether a night is due.
    fn progress(&self, reader: &dyn Reader, now: Moment) -> Result<Progress, Error> {
        let mut last = reader.last_night(&self.name)?;
        let mut to_come = 0;
        if last.as_ref().is_some_and(|night| is_to_come(night.at, now)) {
            let mut nights = reader.nights(&self.name)?;
            let all = nights.len();
            nights.retain(|night| !is_to_come(night.at, now));
            (to_come, last) = (all - nights.len(), nights.pop());
        }
        // What comes after a night begins to age with the next one, however old it is.
        let is_first = last.is_none();
        let imported_at = if is_first { reader.state(&self.name, IMPORTED_AT)? } else { None };
        Ok(Progress {
            first_created: if is_first { reader.first_created(&self.name)? } else { None },
            first_recorded: if is_first { reader.first_recorded(&self.name)? } else { None },
            imported_at: imported_at.and_then(|at| at.parse().ok()),
            last: last.map(|night| DueNight { date: night.date, at: night.at }),
            to_come,
            is_left_undone: reader.state(&self.name, LEFT_UNDONE)?.is_some(),
        })
    }

    /// Notes that an import begins: in a mind without nights so far, those from before it are run only when a person asks
    /// for them (`omoide sleep`), so that a year of memories does not fade at once.
    ///
    /// # Errors
    /// When the store fails.
    pub fn begin_import(&self) -> Result<(), Error> {
        let now = self.engine.now().to_string();
        self.write(|w| {
            if w.last_night(&self.name)?.is_none() {
                w.set_state(&self.name, IMPORTED_AT, Some(&now))?;
            }
            Ok(())
        })
    }

    fn hour(&self) -> u8 {
        u8::try_from(self.parameters().compression.schedule_hour).unwrap_or(23)
    }
}

/// Why a dry run's transaction is taken back.
#[derive(Debug, thiserror::Error)]
#[error("it was only a dream")]
struct Waking;
