//! The end of step 4: archived memories that recall asked for come back, as far as there is room.

use super::draft::{Draft, Sleeper};
use crate::change::Reason;
use crate::formulas::quota::quota;
use crate::formulas::retention::days_for_score;
use crate::formulas::revival_score::revival_score;
use crate::parameters::{RatioBase, RatioRounding, RevivalCounts, RevivalDays};
use crate::{Level, Moment, Retention, Revival, Shown};

impl Draft<'_> {
    pub(super) fn revive(&mut self) {
        let mut base = self.ratio_base();
        let mut traces = (0..self.sleepers.len()).filter(|i| self.counts_at(*i, Level::Trace)).count();
        let compression = &self.night.parameters.compression;
        let base_grows = compression.ratio_base == RatioBase::Active;
        for index in self.requests() {
            let sleeper = self.sleepers[index];
            let with_it = base + usize::from(base_grows);
            // S0 compares with the share itself: a memory that would exceed it by a fraction stays away.
            let room = quota(compression.level3_ratio, with_it, RatioRounding::Floor);
            let crowded = self.has_crowd(base) && traces + 1 > room;
            if crowded {
                self.report.revival_postponed.push(sleeper.id);
                let put_off = Revival::NotAsked { last_at: sleeper.shown.revival.at() };
                self.show(index, Shown { revival: put_off, ..sleeper.shown }, Reason::RevivalPostponed);
                continue;
            }
            self.report.revived.push(sleeper.id);
            if !sleeper.shown.protected {
                traces += 1;
                base = with_it;
            }
            let (shown, retention) = self.revived(&sleeper);
            self.show(index, shown, Reason::Revived);
            self.live(index, retention, Reason::Revived);
        }
    }

    /// Who was asked for by the night's hour, in the order of asking.
    fn requests(&self) -> Vec<usize> {
        let asked_at = |i: usize| self.sleepers[i].shown.revival.at().map_or(i64::MIN, Moment::unix_micros);
        let mut requests: Vec<usize> = (0..self.sleepers.len())
            .filter(|i| !self.sleepers[*i].shown.is_active() && self.sleepers[*i].shown.revival.is_asked())
            .filter(|i| asked_at(*i) <= self.night.at.unix_micros())
            .collect();
        requests.sort_by_key(|i| (asked_at(*i), self.sleepers[*i].id));
        requests
    }

    fn revived(&self, sleeper: &Sleeper) -> (Shown, Retention) {
        let parameters = self.night.parameters;
        let Sleeper { intensity, shown, retention: before, .. } = *sleeper;
        let archived_days = shown.archived_at.map_or(0, |since| self.night.at.whole_days_since(since));
        let score = revival_score(intensity, archived_days, &parameters.archive, &parameters.levels);
        let memory_days = match parameters.archive.revival_days {
            RevivalDays::Fitted => days_for_score(intensity, before.decay_coefficient, score),
            RevivalDays::Kept => before.memory_days,
        };
        let counted_now = parameters.archive.revival_counts == RevivalCounts::Twice;
        let retention = Retention {
            memory_days,
            retention_score: score,
            recalled_since_last_batch: true,
            recall_count: before.recall_count.saturating_add(u32::from(counted_now)),
            ..before
        };
        (Shown { level: Level::Trace, archived_at: None, revival: Revival::NOT_ASKED, ..shown }, retention)
    }
}
