//! The last night taken back, whole or one step of it: the groups of changes that it left are reversed.

use omoide_core::Date;
use omoide_core::change::NightStep;
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{NightRecord, Writer};

use super::LEFT_UNDONE;
use crate::{Error, Mind};

impl Mind<'_> {
    /// Takes the last night back, as if it had never been, with what a language model understood anew for it; `date` says
    /// which it must be. Slept again, the night has the same understanding without asking again.
    ///
    /// # Errors
    /// [`Error::NoNight`], [`Error::NotTheLastNight`], [`Error::NightTooOld`], or when the store fails.
    pub fn undo_night(&self, date: Option<Date>) -> Result<Date, Error> {
        self.write(|w| {
            let last = self.last_night_to_undo(w, date)?;
            if !last.can_be_undone() {
                return Err(Error::NightTooOld { date: last.date });
            }
            for step in last.steps.iter().rev() {
                self.undo_step_within(w, NightStep { date: last.date, step: step.step })?;
            }
            w.forget_night(&self.name, last.date)?;
            Ok(last.date)
        })
    }

    /// Takes one step of the last night back. The night counts as run, and the step is not run again for it.
    ///
    /// # Errors
    /// As [`Mind::undo_night`], and [`Error::NoStep`] when the night did not run that step.
    pub fn undo_step(&self, date: Option<Date>, step: Step) -> Result<Date, Error> {
        self.write(|w| {
            let last = self.last_night_to_undo(w, date)?;
            if last.report_of(step).is_none() {
                return Err(Error::NoStep { date: last.date, step });
            }
            self.undo_step_within(w, NightStep { date: last.date, step })?;
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

    fn last_night_to_undo(&self, w: &mut dyn Writer, date: Option<Date>) -> Result<NightRecord, Error> {
        let last = w.last_night(&self.name)?.ok_or(Error::NoNight)?;
        match date.filter(|date| *date != last.date) {
            Some(date) => Err(Error::NotTheLastNight { date, last: last.date }),
            None => Ok(last),
        }
    }

    fn undo_step_within(&self, w: &mut dyn Writer, step: NightStep) -> Result<(), Error> {
        let Some(memories) = w.undo_step(&self.name, step)? else {
            return Err(Error::NightTooOld { date: step.date });
        };
        if step.step == Step::Understand {
            self.note_taken_back(w, &memories)?;
        }
        Ok(())
    }
}
