//! The steps that ask a language model. Without one they do nothing and leave no row.

use omoide_core::Seq;
use omoide_core::change::NightStep;
use omoide_core::policy::night::{DueNight, Step};
use omoide_core::ports::store::StepRecord;
use serde::Serialize;

use crate::{Error, Improvement, Mind, Stop};

/// What a step that asks a language model reports.
#[derive(Serialize)]
struct ModelReport {
    calls: u64,
    analysed: u64,
    shortened: u64,
    sessions: u64,
    repaired: u64,
    replaced: u64,
}

impl Mind<'_> {
    /// Has turns understood anew: first those of a night that was taken back, which nobody has to be asked about again.
    pub(crate) fn understand_step(&self, night: DueNight) -> Result<Improvement, Error> {
        let step = NightStep { date: night.date, step: Step::Understand };
        let again: Vec<Seq> = self.improve_again(step)?;
        let mut done = self.understand_turns(1, Some(step))?;
        done.understood.extend(again);
        self.record_model_step(step, &Improvement::default(), &done)?;
        Ok(done)
    }

    /// Has the conversations summed up that came to rest.
    pub(crate) fn sessions_step(&self, night: DueNight, done: &mut Improvement) -> Result<(), Error> {
        self.in_step(NightStep { date: night.date, step: Step::Sessions }, done, |done| self.improve_sessions(done))
    }

    /// Has the texts made that the episodes of the night will show; they belong to the step of the episodes.
    pub(crate) fn shorten_for_episodes(&self, night: DueNight, done: &mut Improvement) -> Result<(), Error> {
        unless_it_fails(done, |done| self.improve_shortenings(night.at, night.date, done))
    }

    /// Has it said in a sentence what went into the archive.
    pub(crate) fn archive_step(&self, night: DueNight, done: &mut Improvement) -> Result<(), Error> {
        self.in_step(NightStep { date: night.date, step: Step::Archive }, done, |done| {
            self.improve_archive(night.date, done)
        })
    }

    fn in_step(
        &self,
        step: NightStep,
        done: &mut Improvement,
        more: impl FnOnce(&mut Improvement) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let before = done.clone();
        done.step = Some(step);
        unless_it_fails(done, more)?;
        self.record_model_step(step, &before, done)
    }

    fn record_model_step(&self, step: NightStep, before: &Improvement, after: &Improvement) -> Result<(), Error> {
        let report = ModelReport {
            calls: after.calls - before.calls,
            analysed: after.analysed - before.analysed,
            shortened: after.shortened - before.shortened,
            sessions: after.sessions - before.sessions,
            repaired: after.repaired - before.repaired,
            replaced: after.replaced - before.replaced,
        };
        if report.calls == 0 && after.understood.len() == before.understood.len() {
            return Ok(());
        }
        let report = serde_json::to_string(&report).expect("numbers are always JSON");
        let record = StepRecord { step: step.step, ran_at: self.engine.now(), report, can_be_undone: true };
        self.write(|w| Ok(w.record_step(&self.name, step.date, &record)?))
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
