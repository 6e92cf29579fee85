//! Steps 3 and 4: what fell under a threshold, and what its level has no room for, goes down.

use super::draft::{Draft, Rewrite};
use super::report::Transition;
use super::steps_down;
use crate::Level;
use crate::change::Reason;
use crate::formulas::level::level_for;
use crate::formulas::quota::quota;

impl Draft<'_> {
    pub(super) fn apply_thresholds(&mut self) {
        for index in 0..self.sleepers.len() {
            let sleeper = &self.sleepers[index];
            if sleeper.shown.is_active() && !sleeper.shown.protected {
                let target = level_for(sleeper.retention.retention_score, &self.night.parameters.levels);
                self.go_down(index, target, Reason::Threshold);
            }
        }
    }

    pub(super) fn enforce_ratios(&mut self) {
        let base = self.ratio_base();
        if !self.has_crowd(base) {
            return;
        }
        let compression = &self.night.parameters.compression;
        let rounding = compression.ratio_rounding;
        let shares = [
            (Level::Full, compression.level1_ratio),
            (Level::Summary, compression.level2_ratio),
            (Level::Trace, compression.level3_ratio),
        ];
        for (level, ratio) in shares {
            let mut holders: Vec<usize> = (0..self.sleepers.len()).filter(|i| self.counts_at(*i, level)).collect();
            let excess = holders.len().saturating_sub(quota(ratio, base, rounding));
            if excess == 0 {
                continue;
            }
            holders.sort_unstable_by(|a, b| self.weaker_first(*a, *b));
            let below = level.next().unwrap_or(Level::Archived);
            for index in &holders[..excess] {
                self.go_down(*index, below, Reason::Ratio);
            }
        }
    }

    /// Whether the memory takes up room at the level.
    pub(super) fn counts_at(&self, index: usize, level: Level) -> bool {
        let now = &self.sleepers[index].shown;
        now.is_active() && !now.protected && now.level == level
    }

    fn weaker_first(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let key = |i: usize| {
            let (sleeper, now) = (&self.sleepers[i], &self.sleepers[i].retention);
            (now.retention_score, sleeper.created.unix_micros(), now.recall_count, sleeper.id)
        };
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then_with(|| (a.1, a.2, a.3).cmp(&(b.1, b.2, b.3)))
    }

    fn go_down(&mut self, index: usize, target: Level, reason: Reason) {
        let sleeper = self.sleepers[index];
        for (before, after) in steps_down(sleeper.shown, sleeper.last_version, target, self.night.at) {
            if after.version != before.version {
                self.rewrites.push(Rewrite {
                    seq: sleeper.seq,
                    memory: sleeper.id,
                    level: after.level,
                    version: after.version,
                    reason,
                });
            }
            self.report.transitions.push(Transition {
                memory: sleeper.id,
                from: before.level,
                to: after.level,
                reason,
            });
            self.show(index, after, reason);
        }
        self.sleepers[index].last_version = sleeper.last_version.max(self.sleepers[index].shown.version);
    }
}
