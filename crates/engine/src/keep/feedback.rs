//! Feedback: whether a memory that came to mind was any help (SPEC R9, S3 記憶共鳴フィードバック機構).
//!
//! A report moves the memory's arousal by S3's rule and its rank by a bounded factor; one in its favour also
//! counts as a recall, which S0's next night strengthens it for.

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Facet, Plan, Reason};
use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{Feedback, Memory, Moment, Seq};
use omoide_language::memory_trace::MemoryTrace;

use crate::engine::find;
use crate::upkeep::names::exactly;
use crate::{Error, Mind};

/// What someone thinks of a memory that came to mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thumb {
    /// It helped.
    Up,
    /// It did not.
    Down,
}

impl Thumb {
    /// As a resonance, on S3's scale.
    fn resonance(self) -> f64 {
        match self {
            Self::Up => 1.0,
            Self::Down => 0.0,
        }
    }
}

/// A memory after a report.
#[derive(Clone, PartialEq, Debug)]
pub struct Rated {
    /// The memory.
    pub memory: Memory,
    /// What was said of it before.
    pub before: Feedback,
    /// What was said of it by now.
    pub feedback: Feedback,
    /// What its rank is multiplied with now.
    pub factor: f64,
}

impl Mind<'_> {
    /// Says of a memory whether it helped.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn rate(&self, reference: &str, thumb: Thumb, by: Actor) -> Result<Rated, Error> {
        let now = self.engine.now();
        self.write(|w| {
            let memory = find(w, &self.name, reference)?;
            let report = StoredReport { resonance: thumb.resonance(), by, reason: Reason::ByHand };
            self.report(w, &memory, report, now)
        })
    }

    /// What was said of a memory so far.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn feedback(&self, reference: &str) -> Result<Feedback, Error> {
        self.engine.look(|r| {
            let memory = find(r, &self.name, reference)?;
            self.feedback_of(r, memory.seq)
        })
    }

    /// Takes in what a reply told of memories; those that are not there are passed over.
    pub(crate) fn resonate_within(
        &self,
        writer: &mut dyn Writer,
        traces: &[MemoryTrace],
        now: Moment,
    ) -> Result<(), Error> {
        for trace in traces {
            // Only the whole name counts: what a model wrote down from memory may begin like another.
            if let Some(id) = exactly(writer, self, &trace.id)? {
                let memory = writer.memory(&self.name, id)?;
                let report = StoredReport { resonance: trace.resonance, by: Actor::Agent, reason: Reason::Resonated };
                self.report(writer, &memory, report, now)?;
            }
        }
        Ok(())
    }

    pub(crate) fn feedback_of(&self, reader: &dyn Reader, seq: Seq) -> Result<Feedback, Error> {
        Ok(reader.feedback(&self.name, &[seq])?.pop().map(|(_, feedback)| feedback).unwrap_or_default())
    }

    fn report(
        &self,
        writer: &mut dyn Writer,
        memory: &Memory,
        report: StoredReport,
        now: Moment,
    ) -> Result<Rated, Error> {
        let parameters = &self.parameters().feedback;
        let before = self.feedback_of(writer, memory.seq)?;
        let felt = f64::from(memory.emotion.feeling.arousal) / 100.0;
        let after = before.with(report.resonance, felt, now, parameters);
        let deed = Deed::Set(Facet::Feedback(BeforeAfter { before, after }));
        let change = Change { subject: memory.into(), deed, reason: report.reason };
        let (mind, at, by) = (self.name.clone(), now, report.by);
        writer.apply(&Plan { mind, at, by, step: None, group: None, changes: vec![change] })?;
        if report.resonance > parameters.neutral_resonance {
            writer.mark_recalled(&self.name, &[memory.seq], now)?;
        }
        let memory = writer.memory(&self.name, memory.id)?;
        Ok(Rated { memory, before, feedback: after, factor: after.factor(now, parameters) })
    }
}

/// One report about a memory.
#[derive(Clone, Copy)]
struct StoredReport {
    resonance: f64,
    by: Actor,
    reason: Reason,
}
