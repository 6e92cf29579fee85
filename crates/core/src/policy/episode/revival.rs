//! The end of step 4: archived memories that recall asked for come back, as far as there is room.

use super::draft::Draft;
use crate::formulas::quota::quota;
use crate::formulas::retention::days_for_score;
use crate::formulas::revival_score::revival_score;
use crate::parameters::{RatioBase, RatioRounding, RevivalCounts, RevivalDays};
use crate::plan::Reason;
use crate::{Condition, Level, Moment};

impl Draft<'_> {
    pub(super) fn revive(&mut self) {
        let mut base = self.ratio_base();
        let mut traces = (0..self.sleepers.len()).filter(|i| self.counts_at(*i, Level::Trace)).count();
        let compression = &self.night.parameters.compression;
        let base_grows = compression.ratio_base == RatioBase::Active;
        for index in self.requests() {
            let sleeper = self.sleepers[index];
            let before = self.sleepers[index].condition;
            let with_it = base + usize::from(base_grows);
            // S0 compares with the share itself: a memory that would exceed it by a fraction stays away.
            let room = quota(compression.level3_ratio, with_it, RatioRounding::Floor);
            let crowded = self.has_crowd(base) && traces + 1 > room;
            let (after, reason) = if crowded {
                self.report.revival_postponed.push(sleeper.id);
                (Condition { revival_requested: false, ..before }, Reason::RevivalPostponed)
            } else {
                self.report.revived.push(sleeper.id);
                if !before.protected {
                    traces += 1;
                    base = with_it;
                }
                (self.revived(sleeper.intensity, before), Reason::Revived)
            };
            self.sleepers[index].condition = after;
            self.changes.push(super::becoming(&sleeper, before, after, reason));
        }
    }

    /// Who was asked for by the night's hour, in the order of asking.
    fn requests(&self) -> Vec<usize> {
        let asked_at = |i: usize| self.sleepers[i].condition.revival_requested_at.map_or(i64::MIN, Moment::unix_micros);
        let mut requests: Vec<usize> = (0..self.sleepers.len())
            .filter(|i| !self.sleepers[*i].condition.is_active() && self.sleepers[*i].condition.revival_requested)
            .filter(|i| !self.sleepers[*i].condition.put_away)
            .filter(|i| asked_at(*i) <= self.night.at.unix_micros())
            .collect();
        requests.sort_by_key(|i| (asked_at(*i), self.sleepers[*i].id));
        requests
    }

    fn revived(&self, intensity: u8, before: Condition) -> Condition {
        let parameters = self.night.parameters;
        let archived_days = before.archived_at.map_or(0, |since| self.night.at.whole_days_since(since));
        let score = revival_score(intensity, archived_days, &parameters.archive, &parameters.levels);
        let memory_days = match parameters.archive.revival_days {
            RevivalDays::Fitted => days_for_score(intensity, before.decay_coefficient, score),
            RevivalDays::Kept => before.memory_days,
        };
        let counted_now = parameters.archive.revival_counts == RevivalCounts::Twice;
        Condition {
            memory_days,
            retention_score: score,
            current_level: Level::Trace,
            archived_at: None,
            revival_requested: false,
            revival_requested_at: None,
            recalled_since_last_batch: true,
            recall_count: before.recall_count.saturating_add(u32::from(counted_now)),
            ..before
        }
    }
}
