//! Steps 1 and 2: a day passes, or a recall gives days back.

use super::draft::{Draft, Sleeper};
use crate::Retention;
use crate::change::Reason;
use crate::formulas::reinforcement::{Strength, reinforced};
use crate::formulas::retention::retention_score;
use crate::parameters::{FirstBatch, ProtectedDecay};

impl Draft<'_> {
    pub(super) fn fade(&mut self) {
        for index in 0..self.sleepers.len() {
            if !self.sleepers[index].shown.is_active() {
                continue;
            }
            let sleeper = self.sleepers[index];
            let (after, reason) = self.after_a_day(&sleeper);
            if after != sleeper.retention {
                match reason {
                    Reason::Recalled => self.report.recalled += 1,
                    _ => self.report.faded += 1,
                }
                self.live(index, after, reason);
            }
        }
    }

    fn after_a_day(&self, sleeper: &Sleeper) -> (Retention, Reason) {
        let before = sleeper.retention;
        let parameters = self.night.parameters;
        let hour = self.night.at.unix_micros();
        // A recall that was noted after the night's hour belongs to the next night, and its flag stays.
        let by_now = sleeper.recalls.is_none_or(|span| span.first.unix_micros() <= hour);
        let later = sleeper.recalls.is_some_and(|span| span.last.unix_micros() > hour);
        let was_recalled = before.recalled_since_last_batch && by_now;
        let mut after = Retention { recalled_since_last_batch: before.recalled_since_last_batch && later, ..before };
        let reason = if was_recalled { Reason::Recalled } else { Reason::Faded };

        if sleeper.shown.protected && parameters.protection.protected_decay == ProtectedDecay::Frozen {
            return (after, reason);
        }
        if was_recalled {
            let strength = reinforced(
                Strength {
                    memory_days: before.memory_days,
                    decay_coefficient: before.decay_coefficient,
                    recall_count: before.recall_count,
                },
                &parameters.recall,
                &parameters.retention,
            );
            after.memory_days = strength.memory_days;
            after.decay_coefficient = strength.decay_coefficient;
            after.recall_count = strength.recall_count;
        } else if !(parameters.compression.first_batch == FirstBatch::FractionOnly && self.is_fresh(sleeper)) {
            after.memory_days += 1.0;
        }
        after.retention_score = retention_score(sleeper.intensity, after.decay_coefficient, after.memory_days);
        (after, reason)
    }
}
