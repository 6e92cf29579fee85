//! Sleep: every night once for its date, missed ones caught up in order, and the last one undone.

pub(crate) mod due;
pub(crate) mod night;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{NightRecord, Reader};
use omoide_core::{Date, Moment};

use crate::sleep::night::{Improved, LAST_RUN, LEFT_UNDONE, NightOutcome, NightSummary, Prepared, last_run};
use crate::{Error, Improvement, Mind, Stop};

/// Whether nights are run or only shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SleepMode {
    /// They are run.
    Real,
    /// They are run and taken back before anyone sees it.
    DryRun,
}

/// A night that is due.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DueNight {
    /// The date that it belongs to.
    pub date: Date,
    /// Its hour.
    pub at: Moment,
}

/// What came of going to sleep.
#[derive(Clone, PartialEq, Debug)]
pub struct SleepOutcome {
    /// The nights that were run, in order; none when none was due.
    pub nights: Vec<NightOutcome>,
    /// How many are still due, when there were more than may be caught up in one go.
    pub left: usize,
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
}

impl Mind<'_> {
    /// Runs the nights that are due, up to and with that of `until`, or of today. `progress` is
    /// called before each with its place and their number.
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
        let now = self.engine.now();
        let mut due = self.engine.look(|r| self.due_nights(r, now))?;
        if let Some(date) = until {
            if self.hour_of(date, now).unix_micros() > now.unix_micros() {
                return Err(Error::NightToCome { date, now });
            }
            due.retain(|night| night.date <= date);
        }
        if due.is_empty() {
            self.refuse_a_clock_set_back(now)?;
        }
        let left = due.len().saturating_sub(self.parameters().sleep.max_catch_up_nights as usize);
        due.truncate(due.len() - left);
        let mut improvement = Improvement::default();
        let nights = match mode {
            SleepMode::Real if due.is_empty() => Vec::new(),
            SleepMode::Real => self.sleep_for_real(&due, now, progress, &mut improvement)?,
            SleepMode::DryRun => self.dream(&due, now, progress)?,
        };
        Ok(SleepOutcome { nights, left, improvement })
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
        self.sleep(None, SleepMode::Real, &mut |_, _, _| {}).map(Some)
    }

    /// Whether [`Mind::catch_up`] has anything to do.
    ///
    /// # Errors
    /// When the store fails.
    pub fn is_overdue(&self) -> Result<bool, Error> {
        if !self.parameters().sleep.catch_up {
            return Ok(false);
        }
        let now = self.engine.now();
        let hours = f64::from(self.parameters().compression.interval_hours);
        self.engine.look(|r| {
            let is_long_ago = last_run(r, self)?.is_none_or(|last| now.days_since(last) * 24.0 >= hours);
            let is_left_undone = r.state(&self.name, LEFT_UNDONE)?.is_some();
            Ok(is_long_ago && !is_left_undone && self.first_due_night(r, now)?.is_some())
        })
    }

    /// Runs one night at an hour of the caller's choice, for the date of that hour; a date that was
    /// slept already is left alone.
    ///
    /// # Errors
    /// When a part fails; nothing was changed then.
    pub fn sleep_at(&self, at: Moment) -> Result<Option<NightOutcome>, Error> {
        self.reembed_some()?;
        self.reindex_some()?;
        self.sleep_once(DueNight { date: at.date(), at }, self.engine.now(), None)
    }

    /// Where the mind stands with its nights.
    ///
    /// # Errors
    /// When the store fails.
    pub fn sleep_status(&self) -> Result<SleepStatus, Error> {
        let now = self.engine.now();
        self.engine.look(|r| {
            let nights = r.nights(&self.name)?;
            let due = self.due_nights(r, now)?;
            let tomorrow = |d: DueNight| d.date.tomorrow().ok();
            let last = due.last().copied().or_else(|| {
                let night = nights.last()?;
                Some(DueNight { date: night.date, at: night.at })
            });
            let next = match last {
                Some(night) => tomorrow(night),
                None => r.first_created(&self.name)?.map(|first| self.first_night(first)),
            };
            Ok(SleepStatus {
                due,
                next: next.map(|date| DueNight { date, at: self.hour_of(date, now) }),
                last_run: last_run(r, self)?,
                nights: nights.into_iter().map(|night| (night.clone(), NightSummary::read(&night.report))).collect(),
            })
        })
    }

    /// Takes the last night back, as if it had never been, with what a language model understood anew for it; `date` says
    /// which it must be. Slept again, the night has the same understanding without asking again.
    ///
    /// # Errors
    /// [`Error::NoNight`], [`Error::NotTheLastNight`], [`Error::NightTooOld`], or when the store fails.
    pub fn undo_night(&self, date: Option<Date>) -> Result<Date, Error> {
        self.write(|w| {
            let last = w.last_night(&self.name)?.ok_or(Error::NoNight)?;
            if let Some(date) = date.filter(|date| *date != last.date) {
                return Err(Error::NotTheLastNight { date, last: last.date });
            }
            if !w.undo_night(&self.name, last.date)? {
                return Err(Error::NightTooOld { date: last.date });
            }
            let summary = NightSummary::read(&last.report);
            if let Some(improved) = &summary.improved {
                self.take_back_improvements(w, improved)?;
            }
            let before = summary.previous_run.map(|at| at.to_string());
            w.set_state(&self.name, LAST_RUN, before.as_deref())?;
            Ok(last.date)
        })
    }

    /// Leaves an undone night undone: nights are not caught up by themselves until one was slept on
    /// purpose.
    ///
    /// # Errors
    /// When the store fails.
    pub fn leave_undone(&self, date: Date) -> Result<(), Error> {
        self.write(|w| Ok(w.set_state(&self.name, LEFT_UNDONE, Some(&date.to_string()))?))
    }

    fn sleep_for_real(
        &self,
        due: &[DueNight],
        now: Moment,
        progress: &mut dyn FnMut(usize, usize, DueNight),
        improvement: &mut Improvement,
    ) -> Result<Vec<NightOutcome>, Error> {
        // Once for all of them: a night that was missed has had no time of its own.
        self.reindex_some()?;
        let again = self.improve_again()?;
        *improvement = self.improve(1)?;
        improvement.understood.extend(again);
        unless_it_fails(improvement, |done| self.improve_sessions(now, done))?;
        self.reembed_some()?;
        let mut outcomes = Vec::new();
        for (place, night) in due.iter().enumerate() {
            progress(place, due.len(), *night);
            unless_it_fails(improvement, |done| self.improve_shortenings(night.at, night.date, done))?;
            // Whoever takes the first of them back takes back what came before it.
            let understood = std::mem::take(&mut improvement.understood);
            let improved = (!understood.is_empty())
                .then(|| Improved { since: now, memories: understood.iter().map(|seq| seq.0).collect() });
            let Some(outcome) = self.sleep_once(*night, now, improved)? else { continue };
            unless_it_fails(improvement, |done| self.improve_archive(&outcome, done))?;
            outcomes.push(outcome);
        }
        Ok(outcomes)
    }

    fn sleep_once(
        &self,
        night: DueNight,
        now: Moment,
        improved: Option<Improved>,
    ) -> Result<Option<NightOutcome>, Error> {
        let mut prepared = self.prepare(night.at, night.date)?;
        prepared.improved = improved;
        self.write(|w| {
            // Another process may have slept it in the meantime.
            if w.last_night(&self.name)?.is_some_and(|last| last.date >= night.date) {
                return Ok(None);
            }
            self.night(w, night.at, night.date, &mut prepared, now).map(Some)
        })
    }

    /// Runs the nights in one transaction that is then taken back.
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
                let outcome = self.night(w, night.at, night.date, &mut Prepared::default(), now);
                outcomes.push(outcome.map_err(Error::into_store)?);
            }
            Err(StoreError::Caller(Box::new(Waking)))
        });
        match woken {
            Err(StoreError::Caller(cause)) if cause.is::<Waking>() => Ok(outcomes),
            Err(error) => Err(Error::from_store(error)),
            Ok(()) => Ok(outcomes),
        }
    }

    /// The first night that is due.
    fn first_due_night(&self, reader: &dyn Reader, now: Moment) -> Result<Option<DueNight>, Error> {
        let after_last_night = reader.last_night(&self.name)?.and_then(|night| night.date.tomorrow().ok());
        let after_last_run = match last_run(reader, self)? {
            Some(at) => Some(self.first_night(at)),
            None => reader.first_created(&self.name)?.map(|at| self.first_night(at)),
        };
        let Some(date) = after_last_run.max(after_last_night) else { return Ok(None) };
        Ok(Some(DueNight { date, at: self.hour_of(date, now) })
            .filter(|night| night.at.unix_micros() <= now.unix_micros()))
    }

    fn due_nights(&self, reader: &dyn Reader, now: Moment) -> Result<Vec<DueNight>, Error> {
        let Some(first) = self.first_due_night(reader, now)? else { return Ok(Vec::new()) };
        let after = |night: &DueNight| {
            let date = night.date.tomorrow().ok()?;
            Some(DueNight { date, at: self.hour_of(date, now) })
        };
        let is_due = |night: &DueNight| night.at.unix_micros() <= now.unix_micros();
        Ok(std::iter::successors(Some(first), after).take_while(is_due).collect())
    }

    /// The date of the first night whose hour is after `moment`.
    fn first_night(&self, moment: Moment) -> Date {
        let date = moment.date();
        let is_over = self.hour_of(date, moment).unix_micros() <= moment.unix_micros();
        if is_over { date.tomorrow().unwrap_or(date) } else { date }
    }

    fn hour_of(&self, date: Date, like: Moment) -> Moment {
        like.at_hour(date, u8::try_from(self.parameters().compression.schedule_hour).unwrap_or(23))
    }

    fn refuse_a_clock_set_back(&self, now: Moment) -> Result<(), Error> {
        let last = self.engine.read(|r| r.last_night(&self.name))?;
        match last {
            // Within a day it is a journey or a summer time, not a clock that jumped.
            Some(night) if night.at.days_since(now) > 1.0 => Err(Error::ClockSetBack { now, last: night.date }),
            _ => Ok(()),
        }
    }
}

/// Has a model do more. A budget that is too small for turns may do for these, which take less; a provider that fails does
/// not.
fn unless_it_fails(
    done: &mut Improvement,
    more: impl FnOnce(&mut Improvement) -> Result<(), Error>,
) -> Result<(), Error> {
    if matches!(done.stop, Some(Stop::Failed(_) | Stop::Breaker { .. })) {
        return Ok(());
    }
    let stop = done.stop.take();
    more(done)?;
    done.stop = stop.or(done.stop.take());
    Ok(())
}

/// Why a dry run's transaction is taken back.
#[derive(Debug, thiserror::Error)]
#[error("it was only a dream")]
struct Waking;
