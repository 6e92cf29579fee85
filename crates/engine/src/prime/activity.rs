//! What happened lately and is not before the agent already (S4 チャネルB).
//!
//! Whoever is in front comes first, then other people; tools, nights and heartbeats take what is left. So much happens in a
//! day of work that they would crowd out everyone.

use std::collections::HashMap;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{ActivityPart, Reader};
use omoide_core::{ActivityLine, ActivityType, DEFAULT_PERSON, MemoryId, Moment, fold};
use omoide_language::token_count;

use super::Cue;
use crate::recall::briefing::Projects;
use crate::{Error, Mind, Place};

/// How many lines about people are told at most: more than a question has room for. So many are read at once, and so many
/// pages of them where they may not be told here.
const LINES_OF_PEOPLE: usize = 32;
const MOST_PAGES: usize = 4;

/// How many lines about tools, nights and heartbeats are told at most.
const LINES_OF_MACHINES: usize = 8;

/// For so many days something happened lately.
const LATELY_DAYS: i64 = 7;

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
            let lately = now.plus_days(-LATELY_DAYS);
            let mut log = RecentLog {
                mind: self,
                reader: r,
                after: spoken.filter(|spoken| spoken.unix_micros() > lately.unix_micros()).unwrap_or(lately),
                hearer: hearer.as_deref(),
                thread: thread.as_deref(),
                without: &cue.without,
                projects: Projects::of(self, r, &place),
                is_told: HashMap::new(),
            };
            let mut lines = log.last_lines(|what| !is_of_machine(what), LINES_OF_PEOPLE, MOST_PAGES)?;
            // Where people fill the room, nothing is left for tools.
            if lines.len() < LINES_OF_PEOPLE {
                lines.extend(log.last_lines(is_of_machine, LINES_OF_MACHINES, 1)?);
            }
            lines.sort_by_key(|line| (line.date, line.line));
            Ok(lines)
        })
    }
}

/// The end of the activity log, as far as the agent does not know it and may be told.
struct RecentLog<'a> {
    mind: &'a Mind<'a>,
    reader: &'a dyn Reader,
    /// What was before is known, or long ago.
    after: Moment,
    /// Only what this person heard.
    hearer: Option<&'a str>,
    /// What was said in this conversation is before the agent.
    thread: Option<&'a str>,
    /// These memories are, too.
    without: &'a [MemoryId],
    projects: Projects<'a>,
    /// Whether lines of a memory may be told: several are of the same one.
    is_told: HashMap<MemoryId, bool>,
}

impl RecentLog<'_> {
    /// The last lines of such types, at most `wanted`, of so many pages.
    fn last_lines(
        &mut self,
        is_wanted: impl Fn(ActivityType) -> bool,
        wanted: usize,
        pages: usize,
    ) -> Result<Vec<ActivityLine>, Error> {
        let types: Vec<ActivityType> = ActivityType::ALL.into_iter().filter(|what| is_wanted(*what)).collect();
        // A day more, because lines are kept under the dates of their own time zones.
        let since = self.after.plus_days(-1).date();
        let mut part = ActivityPart { since: Some(since), heard_by: self.hearer, types: Some(&types), before: None };
        let mut lines = Vec::new();
        for _ in 0..pages {
            let page = self.reader.latest_activity(&self.mind.name, &part, wanted)?;
            let Some(first) = page.first() else { break };
            part.before = Some((first.date, first.line));
            let is_last = page.len() < wanted;
            for line in page.into_iter().rev() {
                if lines.len() < wanted && self.may_be_told(&line)? {
                    lines.push(line);
                }
            }
            if is_last || lines.len() >= wanted {
                break;
            }
        }
        Ok(lines)
    }

    fn may_be_told(&mut self, line: &ActivityLine) -> Result<bool, Error> {
        if line.is_bare() || line.at.unix_micros() < self.after.unix_micros() || is_routine(line) {
            return Ok(false);
        }
        // What is of no turn, nobody heard.
        let Some(id) = line.memory else { return Ok(self.hearer.is_none()) };
        if let Some(known) = self.is_told.get(&id) {
            return Ok(*known);
        }
        let may = match self.reader.memory(&self.mind.name, id) {
            Ok(_) if self.without.contains(&id) => false,
            Ok(memory) => {
                let is_said_here = self.thread.is_some() && memory.origin.thread.as_deref() == self.thread;
                !is_said_here && self.projects.may_be_told(&memory)?
            }
            Err(StoreError::NotFound { .. }) => false,
            Err(error) => return Err(error.into()),
        };
        self.is_told.insert(id, may);
        Ok(may)
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
        what if is_of_machine(what) => 2,
        _ if is_with_front() => 0,
        _ => 1,
    }
}

/// Whether lines of that type tell of no person.
fn is_of_machine(what: ActivityType) -> bool {
    matches!(
        what,
        ActivityType::ToolUse | ActivityType::HeartbeatStart | ActivityType::HeartbeatEnd | ActivityType::CronExecuted
    )
}
