//! Step 8: archived memories that meet the conditions are erased (S0 完全消去).

use super::draft::Draft;
use crate::change::{Change, Deed, Reason, Subject};
use crate::parameters::ConditionMode;

impl Draft<'_> {
    pub(super) fn erase_expired(&mut self) {
        if !self.night.parameters.archive.auto_delete_enabled {
            return;
        }
        for index in 0..self.sleepers.len() {
            if self.is_expired(index) {
                let sleeper = &self.sleepers[index];
                self.report.erased.push(sleeper.id);
                self.changes.push(Change {
                    subject: Subject::memory(sleeper.id, sleeper.seq),
                    deed: Deed::End,
                    reason: Reason::Expired,
                });
            }
        }
    }

    fn is_expired(&self, index: usize) -> bool {
        let sleeper = &self.sleepers[index];
        let archive = &self.night.parameters.archive;
        let Some(since) = sleeper.shown.archived_at.filter(|_| !sleeper.shown.protected) else { return false };
        let is_old = self.night.at.whole_days_since(since) > i64::from(archive.retention_days);
        let is_unused = archive.delete_require_zero_recall.then_some(sleeper.retention.recall_count == 0);
        let is_faint = f64::from(sleeper.intensity) < archive.delete_max_intensity;
        let mut tests = [Some(is_old), is_unused, Some(is_faint)].into_iter().flatten();
        match archive.delete_condition_mode {
            ConditionMode::And => tests.all(|holds| holds),
            ConditionMode::Or => tests.any(|holds| holds),
        }
    }
}
