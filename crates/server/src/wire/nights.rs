//! Minds, their nights and their figures.

use omoide::{ClockDoubt, NightOutcome, NightSummary, SleepOutcome, SleepStatus, Stop};
use omoide_core::policy::episode::{LinkChange, NightReport};
use omoide_core::ports::store::NightRecord;
use omoide_core::{Date, Level, MemoryId, Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The minds that a key may see.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Minds {
    /// By name.
    pub minds: Vec<MindSummary>,
}

/// A mind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MindSummary {
    /// Its name.
    pub mind: String,
    /// How many memories it has.
    pub memories: u64,
}

/// The nights of a mind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Nights {
    /// Those that were slept, oldest first.
    pub nights: Vec<NightKept>,
    /// The dates that are due.
    pub due: Vec<String>,
    /// When the next night after those comes.
    pub next: Option<String>,
    /// When a night was last run.
    pub last_run: Option<String>,
    /// Why the nights that are due wait for a person; null when they do not.
    pub waiting: Option<WaitingNights>,
}

/// Why nights that are due wait: the clock is not believed, or they would age memories that were imported.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WaitingNights {
    /// `long_gap`, `clock_set_back`, or `imported`: only a person lets those run (`omoide sleep`).
    pub reason: &'static str,
    /// How many are due; after a clock was set back, how many were run for dates that have not come.
    pub nights: usize,
}

impl From<ClockDoubt> for WaitingNights {
    fn from(doubt: ClockDoubt) -> Self {
        match doubt {
            ClockDoubt::LongGap { nights } => Self { reason: "long_gap", nights },
            ClockDoubt::Imported { nights } => Self { reason: "imported", nights },
            ClockDoubt::SetBack { nights, .. } => Self { reason: "clock_set_back", nights },
        }
    }
}

/// A night that was slept.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NightKept {
    /// The date that it belongs to.
    pub date: String,
    /// Its hour.
    pub at: String,
    /// When it was really run.
    pub ran_at: String,
    /// Whether it can still be undone.
    pub can_be_undone: bool,
    /// What it did.
    pub did: Counts,
}

/// What a night did, in numbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Counts {
    /// Grew a day older.
    pub faded: usize,
    /// Were strengthened by recall.
    pub recalled: usize,
    /// Steps down above the archive.
    pub compressed: usize,
    /// Steps into the archive.
    pub archived: usize,
    /// Came back from it.
    pub revived: usize,
    /// Were asked for without room.
    pub revival_postponed: usize,
    /// References added.
    pub links_added: usize,
    /// References dropped.
    pub links_removed: usize,
    /// Erased by the conditions of the configuration.
    pub erased: usize,
    /// Memories at levels 1 to 4 afterwards.
    pub levels: [usize; 4],
}

impl Counts {
    fn kept(did: &NightSummary) -> Self {
        Self {
            faded: did.faded,
            recalled: did.recalled,
            compressed: did.compressed,
            archived: did.archived,
            revived: did.revived,
            revival_postponed: did.revival_postponed,
            links_added: did.links_added,
            links_removed: did.links_removed,
            erased: did.erased,
            levels: did.counts,
        }
    }

    fn done(night: &NightOutcome) -> Self {
        let report = &night.report;
        let archived = report.transitions.iter().filter(|step| step.to == Level::Archived).count();
        Self {
            faded: report.faded,
            recalled: report.recalled,
            compressed: report.transitions.len() - archived,
            archived,
            revived: report.revived.len(),
            revival_postponed: report.revival_postponed.len(),
            links_added: report.links_added.len(),
            links_removed: report.links_removed.len(),
            erased: report.erased.len(),
            levels: report.counts,
        }
    }
}

impl From<&(NightRecord, NightSummary)> for NightKept {
    fn from((night, did): &(NightRecord, NightSummary)) -> Self {
        Self {
            date: night.date.to_string(),
            at: night.at.to_string(),
            ran_at: night.ran_at.to_string(),
            can_be_undone: night.can_be_undone(),
            did: Counts::kept(did),
        }
    }
}

impl From<SleepStatus> for Nights {
    fn from(status: SleepStatus) -> Self {
        Self {
            nights: status.nights.iter().map(NightKept::from).collect(),
            due: status.due.iter().map(|night| night.date.to_string()).collect(),
            next: status.next.map(|night| night.at.to_string()),
            last_run: status.last_run.map(|at| at.to_string()),
            waiting: status.doubt.map(WaitingNights::from),
        }
    }
}

/// Which nights to run.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SleepRequest {
    /// Up to and with that of this day, a date or words such as yesterday; of today if not given.
    pub until: Option<String>,
    /// Only show what they would do.
    #[serde(default)]
    pub dry_run: bool,
    /// The clock is right, although turns or nights were recorded later than it says.
    #[serde(default)]
    pub trust_clock: bool,
}

/// What came of going to sleep.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SleepDone {
    /// The nights that were run, or would be, in order.
    pub nights: Vec<NightDone>,
    /// How many are still due.
    pub left: usize,
    /// Why they wait for a person; null when they do not.
    pub waiting: Option<WaitingNights>,
    /// How many nights were taken back that had been run for dates that have not come.
    pub taken_back: usize,
    /// Whether nothing was really changed.
    pub is_dry_run: bool,
    /// What a language model did beside.
    pub improvement: Improvement,
    /// What a language model would be asked in the first of these nights; null unless nothing was really changed.
    pub estimate: Option<Estimate>,
}

/// A night that was run, or would be.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NightDone {
    /// The date that it belongs to.
    pub date: String,
    /// Its hour.
    pub at: String,
    /// What it did, in numbers.
    pub did: Counts,
    /// What it did, memory by memory.
    pub changes: NightChanges,
}

/// What a night did, memory by memory, by their ids.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NightChanges {
    /// Steps from one level to another.
    pub transitions: Vec<Transition>,
    /// Came back from the archive.
    pub revived: Vec<String>,
    /// Were asked for without room.
    pub revival_postponed: Vec<String>,
    /// References added.
    pub links_added: Vec<NightLink>,
    /// References dropped.
    pub links_removed: Vec<NightLink>,
    /// References that point the other way now.
    pub links_flipped: Vec<NightLink>,
    /// Erased by the conditions of the configuration.
    pub erased: Vec<String>,
}

/// A memory's step from one level to another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Transition {
    /// The memory.
    pub id: String,
    /// From which level.
    pub from: u8,
    /// To which.
    pub to: u8,
    /// Why.
    pub reason: &'static str,
}

/// A reference that a night touched.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NightLink {
    /// The one that points.
    pub from: String,
    /// The other.
    pub to: String,
}

impl NightChanges {
    fn of(report: &NightReport) -> Self {
        let ids = |ids: &[MemoryId]| ids.iter().map(MemoryId::to_string).collect();
        let links = |links: &[LinkChange]| {
            links.iter().map(|link| NightLink { from: link.from.to_string(), to: link.to.to_string() }).collect()
        };
        let transition = |step: &omoide_core::policy::episode::Transition| Transition {
            id: step.memory.to_string(),
            from: step.from.number(),
            to: step.to.number(),
            reason: step.reason.name(),
        };
        Self {
            transitions: report.transitions.iter().map(transition).collect(),
            revived: ids(&report.revived),
            revival_postponed: ids(&report.revival_postponed),
            links_added: links(&report.links_added),
            links_removed: links(&report.links_removed),
            links_flipped: links(&report.links_flipped),
            erased: ids(&report.erased),
        }
    }
}

/// What a language model did in a night.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Improvement {
    /// How often it was asked.
    pub calls: u64,
    /// Turns that it understood.
    pub analysed: u64,
    /// Texts that it made shorter.
    pub shortened: u64,
    /// Sessions that it summed up.
    pub sessions: u64,
    /// Answers that it had to put right.
    pub repaired: u64,
    /// Answers that the language layer had to replace.
    pub replaced: u64,
    /// Tokens that it read.
    pub input_tokens: u64,
    /// Tokens that it wrote.
    pub output_tokens: u64,
    /// US dollars.
    pub usd: f64,
    /// Turns that are left for another night.
    pub left: u64,
    /// Why nothing more was asked: a parameter, `breaker`, or the word of the failure.
    pub stopped_by: Option<&'static str>,
}

impl Improvement {
    fn of(done: &omoide::Improvement) -> Self {
        Self {
            calls: done.calls,
            analysed: done.analysed,
            shortened: done.shortened,
            sessions: done.sessions,
            repaired: done.repaired,
            replaced: done.replaced,
            input_tokens: done.tokens.input,
            output_tokens: done.tokens.output,
            usd: done.nanodollars as f64 / 1e9,
            left: done.left,
            stopped_by: done.stop.as_ref().map(stop_name),
        }
    }
}

/// The word for why nothing more was asked.
pub fn stop_name(stop: &Stop) -> &'static str {
    match stop {
        Stop::Limit(limit) => limit.parameter(),
        Stop::Breaker { .. } => "breaker",
        Stop::Failed(failure) => failure.kind.name(),
        Stop::Enough => "llm.turns_per_night",
    }
}

/// What a language model would be asked in a night.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Estimate {
    /// About so many turns.
    pub turns: u64,
    /// About so many texts to be shortened.
    pub texts: u64,
    /// In so many calls.
    pub calls: u64,
    /// Tokens that it would read.
    pub input_tokens: u64,
    /// Tokens that it would write.
    pub output_tokens: u64,
    /// US dollars.
    pub usd: f64,
}

impl Estimate {
    fn of(estimate: &omoide::NightEstimate) -> Self {
        Self {
            turns: estimate.turns,
            texts: estimate.texts,
            calls: estimate.calls,
            input_tokens: estimate.tokens.input,
            output_tokens: estimate.tokens.output,
            usd: estimate.nanodollars as f64 / 1e9,
        }
    }
}

impl NightDone {
    /// As it is sent.
    pub fn of(night: &NightOutcome) -> Self {
        Self {
            date: night.date.to_string(),
            at: night.at.to_string(),
            did: Counts::done(night),
            changes: NightChanges::of(&night.report),
        }
    }
}

impl SleepDone {
    /// As it is sent; `estimate` is what a language model would be asked.
    pub fn of(outcome: &SleepOutcome, is_dry_run: bool, estimate: Option<&omoide::NightEstimate>) -> Self {
        Self {
            nights: outcome.nights.iter().map(NightDone::of).collect(),
            left: outcome.left,
            waiting: outcome.doubt.map(WaitingNights::from),
            taken_back: outcome.taken_back,
            is_dry_run,
            improvement: Improvement::of(&outcome.improvement),
            estimate: estimate.map(Estimate::of),
        }
    }
}

/// Which night to take back.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoNight {
    /// Its day, a date or words such as yesterday, which must be that of the last night; if not given, all nights that were run in one go with the last.
    pub date: Option<String>,
}

/// What was taken back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UndoneNights {
    /// The date of the last night.
    pub date: String,
    /// The dates of all nights, the earliest first.
    pub dates: Vec<String>,
}

impl UndoneNights {
    /// As it is sent.
    pub fn of(dates: &[Date]) -> Self {
        let dates: Vec<String> = dates.iter().map(Date::to_string).collect();
        Self { date: dates.last().cloned().unwrap_or_default(), dates }
    }
}

/// How a mind is doing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Stats {
    /// The mind.
    pub mind: String,
    /// When this was true.
    pub at: String,
    /// Memories at levels 1 to 4.
    pub levels: [u64; 4],
    /// Memories by kind.
    pub kinds: std::collections::BTreeMap<String, u64>,
    /// Memories by category.
    pub categories: std::collections::BTreeMap<String, u64>,
    /// Protected memories.
    pub protected: u64,
    /// References.
    pub relations: u64,
    /// Verbatim turns.
    pub turns: u64,
    /// Nights.
    pub nights: u64,
    /// Characters of the shown texts at levels 1 to 4.
    pub characters: [u64; 4],
    /// Memories a day.
    pub memories_per_day: f64,
    /// The first memory's time.
    pub first: Option<String>,
    /// The last memory's time.
    pub last: Option<String>,
    /// Bytes of the store, all minds together.
    pub store_bytes: u64,
}

impl Stats {
    /// As it is sent.
    pub fn of(mind: &str, stats: &omoide::Stats) -> Self {
        let census = &stats.census;
        let time = |at: Moment| at.to_string();
        Self {
            mind: mind.to_owned(),
            at: stats.at.to_string(),
            levels: census.levels,
            kinds: census.kinds.iter().cloned().collect(),
            categories: census.categories.iter().cloned().collect(),
            protected: census.protected,
            relations: census.relations,
            turns: census.turns,
            nights: census.nights,
            characters: stats.characters,
            memories_per_day: stats.memories_per_day,
            first: census.span.map(|(first, _)| time(first)),
            last: census.span.map(|(_, last)| time(last)),
            store_bytes: stats.size.bytes,
        }
    }
}
