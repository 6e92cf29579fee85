//! Feedback: whether a memory that came to mind was any help (SPEC R9, S3 記憶共鳴フィードバック機構).
//!
//! A report moves the memory's arousal by S3's rule and its rank by a bounded factor; one in its favour also
//! counts as a recall, which S0's next night strengthens it for.

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Entry, Facet, GroupNumber, Plan, Reason, Subject};
use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{Feedback, Life, Memory, MemoryId, Moment, Retention, Revival, Seq, Shown};
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
            let report = StoredReport { resonance: thumb.resonance(), by, reason: Reason::ByHand, group: None };
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

    /// Takes in what a reply told of memories; those that are not there are passed over. It belongs to the group in which
    /// the memory of the reply began, if it has one, so that it is taken back with the reply.
    pub(crate) fn resonate_within(
        &self,
        writer: &mut dyn Writer,
        traces: &[MemoryTrace],
        group: Option<GroupNumber>,
        now: Moment,
    ) -> Result<(), Error> {
        for trace in traces {
            // Only the whole name counts: what a model wrote down from memory may begin like another.
            if let Some(id) = exactly(writer, self, &trace.id)? {
                let memory = writer.memory(&self.name, id)?;
                let report =
                    StoredReport { resonance: trace.resonance, by: Actor::Agent, reason: Reason::Resonated, group };
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
        let mut changes = vec![Change { subject: memory.into(), deed, reason: report.reason }];
        let is_recall = report.resonance > parameters.neutral_resonance;
        if is_recall && report.group.is_some() {
            changes.extend(recalling(memory, now));
        }
        let (mind, at, by) = (self.name.clone(), now, report.by);
        writer.apply(&Plan { mind, at, by, step: None, group: report.group, changes })?;
        if is_recall {
            writer.mark_recalled(&self.name, &[memory.seq], now)?;
        }
        let memory = writer.memory(&self.name, memory.id)?;
        Ok(Rated { memory, before, feedback: after, factor: after.factor(now, parameters) })
    }
}

/// A report that a reply made about a memory, as the change log has it.
pub(crate) struct LoggedReport {
    /// The number of its entry.
    pub(crate) number: i64,
    /// The memory.
    pub(crate) memory: MemoryId,
    /// What had been said of the memory before.
    pub(crate) before: Feedback,
}

impl Mind<'_> {
    /// The reports that a turn made as it was written down.
    pub(crate) fn reports_of(&self, r: &dyn Reader, turn: &Memory) -> Result<Vec<LoggedReport>, Error> {
        let log = r.log(&self.name, Some(&turn.into()))?;
        let Some(began) = log.iter().find(|entry| matches!(entry.deed, Deed::Begin(_))) else { return Ok(Vec::new()) };
        let report = |entry: Entry| match (&entry.deed, entry.subject.memory_id()) {
            (Deed::Set(Facet::Feedback(step)), Some(memory)) if !entry.is_undone => {
                Some(LoggedReport { number: entry.number, memory, before: step.before })
            }
            _ => None,
        };
        Ok(r.group_entries(&self.name, began.group)?.into_iter().filter_map(report).collect())
    }

    /// What is to be said of a memory without a report, as a change: those that came after it count from where it began.
    /// None where that is said already, as after the last report was simply taken back.
    pub(crate) fn rated_without(&self, r: &dyn Reader, report: &LoggedReport) -> Result<Option<Change>, Error> {
        let Ok(memory) = r.memory(&self.name, report.memory) else { return Ok(None) };
        let parameters = &self.parameters().feedback;
        let felt = f64::from(memory.emotion.feeling.arousal) / 100.0;
        let mut after = report.before;
        for entry in r.log(&self.name, Some(&Subject::from(&memory)))? {
            let is_report = entry.number > report.number && !entry.is_undone && entry.reason != Reason::Undone.name();
            if let (true, Deed::Set(Facet::Feedback(step))) = (is_report, &entry.deed) {
                after = after.with(resonance_of(step, felt, parameters.arousal_alpha), felt, entry.at, parameters);
            }
        }
        let before = self.feedback_of(r, memory.seq)?;
        let deed = Deed::Set(Facet::Feedback(BeforeAfter { before, after }));
        Ok((before != after).then(|| Change { subject: (&memory).into(), deed, reason: Reason::Undone }))
    }
}

/// The resonance that moved the arousal of a memory so far, to nine places.
fn resonance_of(step: &BeforeAfter<Feedback>, felt: f64, alpha: f64) -> f64 {
    let before = step.before.arousal.unwrap_or(felt);
    let moved = step.after.arousal.unwrap_or(before) - before;
    let resonance = if alpha > 0.0 { before + moved / alpha } else { f64::from(step.after.ups > step.before.ups) };
    (resonance * 1e9).round() / 1e9
}

/// One report about a memory.
#[derive(Clone, Copy)]
struct StoredReport {
    resonance: f64,
    by: Actor,
    reason: Reason,
    /// The group of the change log that it belongs to; one of its own if there is none.
    group: Option<GroupNumber>,
}

/// The mark that a recall leaves on a memory, as a change that can be taken back; none where it has it already.
fn recalling(memory: &Memory, now: Moment) -> Option<Change> {
    let deed = match (&memory.life, memory.shown.revival) {
        (_, Revival::Barred) => return None,
        (Life::Episode(retention), _) if memory.shown.is_active() => {
            let after = Retention { recalled_since_last_batch: true, ..*retention };
            (!retention.recalled_since_last_batch).then(|| Deed::live(memory.life, Life::Episode(after)))
        }
        _ if memory.shown.is_active() => None,
        _ => {
            let after = Shown { revival: Revival::Asked { at: Some(now) }, ..memory.shown };
            Some(Deed::show(memory.shown, after))
        }
    };
    deed.map(|deed| Change { subject: memory.into(), deed, reason: Reason::Recalled })
}
