//! The lines of an export, as JSON has them.

use omoide_core::{ActivityFields, Feedback, MemoryId, Moment, Place, Retention, SessionTier, Shown};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the format, in the header line.
pub const EXPORT_FORMAT: &str = "omoide-export";

/// The version of the format that is written, and the highest one that is read.
pub const EXPORT_VERSION: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ExportHeader {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) mind: String,
    pub(super) program: String,
    pub(super) exported_at: Moment,
    /// The model that the mind's vectors were made by.
    pub(super) embedder: String,
    pub(super) counts: ExportCounts,
}

/// How much an export has.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExportCounts {
    /// Memories, archived ones included.
    pub memories: u64,
    /// Pages.
    pub pages: u64,
    /// Nights that have run.
    pub nights: u64,
}

/// Any line after the first.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ExportLine {
    Night(NightLine),
    NightsPaused(NightsPausedLine),
    Page(PageLine),
    Thread(ThreadLine),
    Memory(Box<MemoryLine>),
    Turn(ExportedTurn),
    Change(ChangeLine),
    Activity(ActivityRecord),
    Person(PersonLine),
    Item(ItemLine),
}

/// A night that has run, or as many of its steps as have.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct NightLine {
    pub(super) date: String,
    /// Its hour and when it ran; missing where only some of its steps have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ran_at: Option<Moment>,
    pub(super) steps: Vec<StepLine>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct StepLine {
    pub(super) step: String,
    pub(super) ran_at: Moment,
    pub(super) report: String,
}

/// A person took a night back: no night runs unasked until one was run on purpose.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct NightsPausedLine {
    pub(super) since: String,
}

/// A page as it is shown.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct PageLine {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) at: Moment,
    pub(super) by: String,
}

/// What is kept of a conversation beside its memories.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ThreadLine {
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) feeling: Option<FeelingLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<Place>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) shown: Vec<MemoryId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) emptied_at: Option<Moment>,
    /// Who spoke last and when, and whether it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) spoken: Option<SpokenLine>,
    /// The last turns of its project, where this thread spoke of it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) latest: Option<LatestLine>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct SpokenLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) person: Option<String>,
    pub(super) last_at: Moment,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) closed_at: Option<Moment>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_ruled: bool,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct FeelingLine {
    pub(super) valence: String,
    pub(super) arousal: u8,
    pub(super) tags: Vec<String>,
    pub(super) at: Moment,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct LatestLine {
    pub(super) at: Moment,
    pub(super) memories: Vec<MemoryId>,
}

/// Everything that is kept of one memory.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct MemoryLine {
    pub(super) id: MemoryId,
    pub(super) handle: String,
    pub(super) kind: String,
    pub(super) created: Moment,
    pub(super) recorded_at: Moment,
    pub(super) person: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thread: Option<String>,
    pub(super) source: String,
    pub(super) intensity: u8,
    pub(super) valence: String,
    pub(super) arousal: u8,
    pub(super) tags: Vec<String>,
    pub(super) category: String,
    pub(super) keywords: Vec<String>,
    /// The tags that the person gave; `tags` are feelings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) own_tags: Vec<String>,
    /// The model that understood it so; the language layer if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) analysed_by: Option<String>,
    pub(super) shown: Shown,
    pub(super) strength: Retention,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<ExportedTurn>,
    pub(super) versions: Vec<VersionLine>,
    pub(super) last_version: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) recalls: Vec<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) feedback: Option<Feedback>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) relations: Vec<RelationLine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) superseded: Vec<SpanLine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ties: Vec<TieLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) named: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) attachment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) session: Option<ExportedSession>,
}

/// A turn, word for word.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ExportedTurn {
    pub(super) said: String,
    pub(super) replied: String,
    pub(super) at: Moment,
    pub(super) person: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thread: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uid: Option<String>,
    /// How many characters of the reply were heard, where it was not heard to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) heard_until: Option<u32>,
    #[serde(default, skip_serializing_if = "ExportedWitnesses::is_empty")]
    pub(super) witnesses: ExportedWitnesses,
}

/// Who heard a turn, where it says so.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub(super) struct ExportedWitnesses {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) persons: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) minds: Vec<String>,
}

impl ExportedWitnesses {
    fn is_empty(&self) -> bool {
        self.persons.is_empty() && self.minds.is_empty()
    }
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct VersionLine {
    pub(super) version: u32,
    pub(super) level: u8,
    pub(super) trigger: String,
    pub(super) content: String,
    pub(super) made_by: String,
    pub(super) made_at: Moment,
}

/// A link that the memory holds.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct RelationLine {
    pub(super) to: MemoryId,
    pub(super) kind: String,
}

/// A stretch of what was said, in bytes, and the newer memory that makes it out of date.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct SpanLine {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) by: MemoryId,
}

/// A tie to an earlier memory.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct TieLine {
    pub(super) to: MemoryId,
    pub(super) kind: String,
    pub(super) strength: f64,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ExportedSession {
    pub(super) resolved: Vec<String>,
    pub(super) tasks: Vec<String>,
    pub(super) memories: Vec<MemoryId>,
    /// Sessions of earlier programs have none, and are hot.
    #[serde(default)]
    pub(super) tier: SessionTier,
}

/// A name that was joined to another one, or chosen to be shown.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct PersonLine {
    pub(super) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) joined_to: Option<String>,
    /// The larger the later it was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) chosen: Option<i64>,
}

/// Something that is open or was resolved.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ItemLine {
    pub(super) text: String,
    pub(super) person: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) opened_at: Option<Moment>,
    /// The memory that opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) memory: Option<MemoryId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resolved_at: Option<Moment>,
    /// The memory that says that it was resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resolved_by: Option<MemoryId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resolution: Option<String>,
}

/// An entry of the change log about a memory.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ChangeLine {
    pub(super) memory: MemoryId,
    /// Changes with the same number are taken back together.
    pub(super) group: u64,
    pub(super) at: Moment,
    pub(super) by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) night: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<String>,
    pub(super) deed: String,
    pub(super) reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<Value>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_undone: bool,
}

/// A line of the activity log. Where it tells of the turn of a memory, the words are the turn's and do not stand here.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ActivityRecord {
    pub(super) date: String,
    pub(super) line: u32,
    pub(super) at: Moment,
    pub(super) what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) memory: Option<MemoryId>,
    #[serde(flatten)]
    pub(super) fields: ActivityFields,
}
