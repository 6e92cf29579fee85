//! What a night did, for whoever asks.

use omoide_core::policy::episode::NightReport;
use omoide_core::policy::night::Step;
use omoide_core::ports::store::NightRecord;
use omoide_core::{Date, Level, Moment};
use serde::{Deserialize, Serialize};

/// A night that was run, or would be.
#[derive(Clone, PartialEq, Debug)]
pub struct NightOutcome {
    /// The date that it belongs to.
    pub date: Date,
    /// Its hour.
    pub at: Moment,
    /// What it did.
    pub report: NightReport,
}

/// A night's report as it is kept in the store.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct NightSummary {
    /// How many grew a day older.
    pub faded: usize,
    /// How many were strengthened by recall.
    pub recalled: usize,
    /// Steps down above the archive.
    pub compressed: usize,
    /// Steps into the archive.
    pub archived: usize,
    /// Came back.
    pub revived: usize,
    /// Were asked for without room.
    pub revival_postponed: usize,
    /// References dropped.
    pub links_removed: usize,
    /// References turned round.
    pub links_flipped: usize,
    /// References added.
    pub links_added: usize,
    /// Erased.
    pub erased: usize,
    /// Memories at levels 1 to 4 afterwards.
    pub counts: [usize; 4],
}

impl NightSummary {
    pub(crate) fn of(report: &NightReport) -> Self {
        let archived = report.transitions.iter().filter(|t| t.to == Level::Archived).count();
        Self {
            faded: report.faded,
            recalled: report.recalled,
            compressed: report.transitions.len() - archived,
            archived,
            revived: report.revived.len(),
            revival_postponed: report.revival_postponed.len(),
            links_removed: report.links_removed.len(),
            links_flipped: report.links_flipped.len(),
            links_added: report.links_added.len(),
            erased: report.erased.len(),
            counts: report.counts,
        }
    }

    /// As a night's record tells it; what cannot be read counts as nothing.
    pub fn read(night: &NightRecord) -> Self {
        let report = night.report_of(Step::Episodes).unwrap_or_default();
        serde_json::from_str(report).unwrap_or_default()
    }
}
