//! Lines of the activity log that belong together (S4 トピックグルーピング).
//!
//! Only neighbours do: direct messages with one peer whose gaps are at most half an hour, heartbeats, and runs of one
//! scheduled task. Every other line stands by itself.

use super::{ActivityLine, ActivityType};

/// Microseconds between two messages of one group at most: S4's 30 minutes.
const LONGEST_GAP_MICROS: i64 = 30 * 60 * 1_000_000;

/// What makes lines a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupKind {
    /// Direct messages with one peer.
    Dm,
    /// Heartbeats.
    Heartbeat,
    /// Runs of one scheduled task.
    Cron,
    /// Nothing: it is one line.
    Single,
}

impl GroupKind {
    /// S4's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dm => "DM",
            Self::Heartbeat => "HB",
            Self::Cron => "CRON",
            Self::Single => "single",
        }
    }

    fn of(what: ActivityType) -> Self {
        match what {
            ActivityType::DmSent | ActivityType::DmReceived => Self::Dm,
            ActivityType::HeartbeatStart | ActivityType::HeartbeatEnd => Self::Heartbeat,
            ActivityType::CronExecuted => Self::Cron,
            _ => Self::Single,
        }
    }
}

/// Lines that belong together; there is at least one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActivityGroup<'l> {
    /// What makes them a group.
    pub kind: GroupKind,
    /// The lines, in their order.
    pub lines: &'l [ActivityLine],
}

impl<'l> ActivityGroup<'l> {
    /// The peer of messages, or the name of the task; `None` where there is neither.
    pub fn of(&self) -> Option<&'l str> {
        let first = &self.lines[0];
        let name = match self.kind {
            GroupKind::Dm => first.peer(),
            GroupKind::Cron => &first.fields.task_name,
            GroupKind::Heartbeat | GroupKind::Single => "",
        };
        Some(name).filter(|name| !name.is_empty())
    }
}

/// The groups of lines, in their order.
pub fn groups(lines: &[ActivityLine]) -> Vec<ActivityGroup<'_>> {
    let groups = lines.chunk_by(belong_together);
    groups.map(|lines| ActivityGroup { kind: GroupKind::of(lines[0].what), lines }).collect()
}

/// Whether a line goes on with the group of the line before it.
fn belong_together(before: &ActivityLine, line: &ActivityLine) -> bool {
    let kind = GroupKind::of(line.what);
    // In a list that leaves lines out, the next line need not be a neighbour.
    let are_neighbours = before.date == line.date && before.line.checked_add(1) == Some(line.line);
    are_neighbours
        && GroupKind::of(before.what) == kind
        && match kind {
            GroupKind::Dm => before.peer() == line.peer() && gap_micros(before, line) <= LONGEST_GAP_MICROS,
            GroupKind::Heartbeat => true,
            GroupKind::Cron => before.fields.task_name == line.fields.task_name,
            GroupKind::Single => false,
        }
}

fn gap_micros(before: &ActivityLine, line: &ActivityLine) -> i64 {
    line.at.unix_micros().saturating_sub(before.at.unix_micros())
}
