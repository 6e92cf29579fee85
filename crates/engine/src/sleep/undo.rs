//! The last night taken back, whole or one step of it: the groups of changes that it left are reversed.

use omoide_core::change::{Deed, Facet, NightStep};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{NightRecord, Purpose, SessionNotes, Writer};
use omoide_core::{Date, Seq};

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
            self.take_night_back(w, &last)?;
            Ok(last.date)
        })
    }

    /// Takes back the night of `date`, which must be the last one, or all that were run in one go with the last one, and
    /// leaves them undone: no night is run unasked until one is run on purpose. Returns their dates, the earliest first.
    ///
    /// # Errors
    /// As [`Mind::undo_night`].
    pub fn undo_nights(&self, date: Option<Date>) -> Result<Vec<Date>, Error> {
        let dates = match date {
            Some(_) => vec![self.undo_night(date)?],
            None => self.undo_last_go()?,
        };
        let earliest = dates.first().map(Date::to_string);
        self.write(|w| Ok(w.set_state(&self.name, LEFT_UNDONE, earliest.as_deref())?))?;
        Ok(dates)
    }

    /// Takes back all the nights that were run in one go with the last one, the last first. Returns their dates, the
    /// earliest first. Each is taken back by itself: after a kill, the rest can be taken back as well.
    ///
    /// # Errors
    /// [`Error::NoNight`], [`Error::NightTooOld`], or when the store fails.
    fn undo_last_go(&self) -> Result<Vec<Date>, Error> {
        let last = self.engine.read(|r| r.last_night(&self.name))?.ok_or(Error::NoNight)?;
        let mut dates = vec![self.undo_night(Some(last.date))?];
        loop {
            let before = self.engine.read(|r| r.last_night(&self.name))?;
            let Some(night) = before.filter(|night| night.ran_at == last.ran_at && night.can_be_undone()) else {
                break;
            };
            dates.push(self.undo_night(Some(night.date))?);
        }
        dates.reverse();
        Ok(dates)
    }

    /// Takes back what can be taken back of a night, and forgets that it was run.
    pub(super) fn take_night_back(&self, w: &mut dyn Writer, night: &NightRecord) -> Result<(), Error> {
        for step in night.steps.iter().rev().filter(|step| step.can_be_undone) {
            self.undo_step_within(w, NightStep { date: night.date, step: step.step })?;
        }
        Ok(w.forget_night(&self.name, night.date)?)
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

    fn last_night_to_undo(&self, w: &mut dyn Writer, date: Option<Date>) -> Result<NightRecord, Error> {
        let last = w.last_night(&self.name)?.ok_or(Error::NoNight)?;
        match date.filter(|date| *date != last.date) {
            Some(date) => Err(Error::NotTheLastNight { date, last: last.date }),
            None => Ok(last),
        }
    }

    fn undo_step_within(&self, w: &mut dyn Writer, step: NightStep) -> Result<(), Error> {
        let summed_up = if step.step == Step::Sessions { self.summed_up_in(w, step)? } else { Vec::new() };
        let Some(memories) = w.undo_step(&self.name, step)? else {
            return Err(Error::NightTooOld { date: step.date });
        };
        match step.step {
            Step::Understand => self.note_taken_back(w, &memories)?,
            // Their texts are gone, so that whoever runs the night again asks again.
            Step::Sessions => w.release(&self.name, Purpose::Session, &summed_up)?,
            Step::Archive => {
                let mut seqs = Vec::new();
                for id in &memories {
                    seqs.extend(w.memory(&self.name, *id).ok().map(|memory| memory.seq));
                }
                w.release(&self.name, Purpose::Compress, &seqs)?;
            }
            Step::Tiers | Step::Episodes => {}
        }
        Ok(())
    }

    /// The turns of the sessions that a step summed up. What the model noted of them is forgotten with its texts.
    fn summed_up_in(&self, w: &mut dyn Writer, step: NightStep) -> Result<Vec<Seq>, Error> {
        let mut turns = Vec::new();
        for entry in w.step_entries(&self.name, step)? {
            let is_summary = matches!(entry.deed, Deed::Begin(_) | Deed::Set(Facet::Shown(_)));
            let Some(id) = entry.subject.memory_id().filter(|_| is_summary) else { continue };
            let Ok(session) = w.memory(&self.name, id) else { continue };
            let Some(notes) = w.session(&self.name, session.seq)? else { continue };
            turns.extend(&notes.memories);
            let bare = SessionNotes { memories: notes.memories, ..SessionNotes::default() };
            w.keep_session(&self.name, session.seq, &bare)?;
        }
        Ok(turns)
    }
}
