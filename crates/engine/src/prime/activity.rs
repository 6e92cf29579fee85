//! What happened lately and is not before the agent already (S4 チャネルB).
//!
//! Whoever is in front comes first, then other people; tools, nights and heartbeats take what is left. So much happens in a
//! day of work that they would crowd out everyone.

use std::collections::HashMap;

use omoide_core::{ActivityLine, ActivityType, MemoryId, fold};
use omoide_language::token_count;

use super::Cue;
use crate::observe::DEFAULT_PERSON;
use crate::recall::briefing::Projects;
use crate::{Error, Mind, Place};

/// How many lines are looked at: about twice as many as a question has room for.
const LOOKED_AT: usize = 48;

/// For so many days something happened lately.
const LATELY_DAYS: f64 = 7.0;

impl Mind<'_> {
    /// The last lines of the activity log that the agent does not know, the oldest first: of other conversations, and since it
    /// last spoke in this one. In a project they are of it, or of none and not personal.
    pub(super) fn happened_lately(&self, cue: &Cue) -> Result<Vec<ActivityLine>, Error> {
        let now = cue.at.unwrap_or_else(|| self.engine.now());
        let hearer = cue.heard_by.as_deref().map(|name| self.engine.kept_name(name));
        let thread = cue.thread.as_deref().map(|name| self.engine.kept_name(name));
        let place = self.engine.kept_place(cue.place.as_ref().unwrap_or(&Place::default()));
        self.engine.look(|r| {
            let spoken = match thread.as_deref() {
                Some(thread) => r.thread_standing(&self.name, thread)?.map(|standing| standing.last_at),
                None => None,
            };
            let mut lines = r.latest_activity(&self.name, None, hearer.as_deref(), LOOKED_AT)?;
            let mut projects = Projects::of(self, r, &place);
            let mut is_told: HashMap<MemoryId, bool> = HashMap::new();
            for id in lines.iter().filter_map(|line| line.memory) {
                if is_told.contains_key(&id) {
                    continue;
                }
                if let Ok(memory) = r.memory(&self.name, id) {
                    let is_said_here = thread.is_some() && memory.origin.thread.as_deref() == thread.as_deref();
                    is_told.insert(id, !is_said_here && projects.may_be_told(&memory)?);
                }
            }
            lines.retain(|line| {
                let is_known =
                    line.memory.is_some_and(|id| cue.without.contains(&id) || is_told.get(&id) == Some(&false));
                let is_later = spoken.is_none_or(|spoken| line.at.unix_micros() >= spoken.unix_micros());
                let is_late = now.days_since(line.at) <= LATELY_DAYS;
                let is_meant = cue.heard_by.is_none() || line.memory.is_some();
                !line.is_bare() && !is_known && is_later && is_late && is_meant && !is_routine(line)
            });
            Ok(lines)
        })
    }
}

/// Whether it tells only that all went as it always does: a night, or another scheduled task, that went well.
fn is_routine(line: &ActivityLine) -> bool {
    line.what == ActivityType::CronExecuted && line.fields.exit_code == Some(0)
}

/// Lines in the order in which they are told where there is no room for all, with what each takes.
pub(super) struct RankedLines<'l> {
    lines: &'l [ActivityLine],
    /// The place and the tokens of each.
    ranked: Vec<(usize, usize)>,
}

impl<'l> RankedLines<'l> {
    pub fn of(lines: &'l [ActivityLine], person: Option<&str>) -> Self {
        let front = fold(person.unwrap_or(DEFAULT_PERSON).trim());
        let mut places: Vec<usize> = (0..lines.len()).collect();
        places.sort_by_key(|place| (rank(&lines[*place], &front), std::cmp::Reverse(*place)));
        let cost = |place: usize| token_count::estimate(&lines[place].shown()) + 1;
        Self { lines, ranked: places.into_iter().map(|place| (place, cost(place))).collect() }
    }

    /// Those that are told within so many tokens, in their own order.
    pub fn within(&self, tokens: usize) -> Vec<ActivityLine> {
        let (mut taken, mut used) = (Vec::new(), 0);
        for (place, cost) in &self.ranked {
            if used + cost <= tokens {
                used += cost;
                taken.push(*place);
            }
        }
        taken.sort_unstable();
        taken.into_iter().map(|place| self.lines[place].clone()).collect()
    }
}

/// What comes first is least.
fn rank(line: &ActivityLine, front: &str) -> u8 {
    let is_with_front = || [&line.fields.from, &line.fields.to].iter().any(|name| fold(name.trim()) == front);
    match line.what {
        ActivityType::ToolUse
        | ActivityType::HeartbeatStart
        | ActivityType::HeartbeatEnd
        | ActivityType::CronExecuted => 2,
        _ if is_with_front() => 0,
        _ => 1,
    }
}
