//! Lists of memories: which, in what order, and part by part.

use omoide::Mind;
use omoide_core::ports::store::Filter;
use omoide_core::{Category, Kind, Level, Moment, Valence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory::Memory;
use super::request::{beginning, end, invalid};
use crate::Failure;

/// Most entries in one part of a list.
const MOST_IN_A_PART: usize = 200;

/// Which memories are listed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// Of this kind: episode or session.
    pub kind: Option<String>,
    /// At this level, 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub level: Option<u8>,
    /// Of this category.
    pub category: Option<String>,
    /// positive, negative or neutral.
    pub valence: Option<String>,
    /// Of this person; case and width of letters do not count.
    pub person: Option<String>,
    /// Heard by this person: what they said, and what names them as a witness.
    pub heard_by: Option<String>,
    /// Of this conversation.
    pub thread: Option<String>,
    /// With all these tags of one's own or feelings, with commas between them.
    pub tags: Option<String>,
    /// Of this project: its name, its repository, or the path of its folder.
    pub project: Option<String>,
    /// Protected or not.
    pub protected: Option<bool>,
    /// Happened at this time or later: a time, or words such as "last week".
    pub since: Option<String>,
    /// Happened before this time, or up to the end of what words such as yesterday name.
    pub until: Option<String>,
    /// Whose id, keywords, text or original hold these words; case and width of letters do not count.
    pub containing: Option<String>,
    /// newest (the default) or oldest first.
    #[serde(default)]
    pub order: Order,
    /// Most memories in the answer, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<usize>,
    /// Where to go on: `next_cursor` of the answer before.
    pub cursor: Option<String>,
}

/// In which order memories are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
}

impl ListQuery {
    /// The filter that is meant.
    pub fn filter(&self, mind: &Mind<'_>) -> Result<Filter, Failure> {
        let now = mind.now();
        let since = self.since.as_deref().map(|text| beginning("since", text, now)).transpose()?;
        let until = self.until.as_deref().map(|text| end("until", text, now)).transpose()?;
        let (since, until) = (since.map(Moment::unix_micros), until.map(Moment::unix_micros));
        let level = |number| Level::from_number(number).ok_or_else(|| Failure::invalid("level: must be 1 to 4"));
        let tags: Vec<&str> = self.tags.iter().flat_map(|tags| tags.split(',')).collect();
        let tags = mind.wanted_tags(&tags)?;
        Ok(Filter {
            kinds: Kind::listed(
                self.kind
                    .iter()
                    .map(|name| Kind::offered(name))
                    .collect::<Result<Vec<_>, _>>()
                    .map_err(invalid("kind"))?,
            ),
            levels: self.level.into_iter().map(level).collect::<Result<_, _>>()?,
            category: self.category.as_deref().map(Category::named),
            valence: self.valence.as_deref().map(str::parse::<Valence>).transpose().map_err(invalid("valence"))?,
            person: self.person.clone(),
            heard_by: self.heard_by.clone(),
            thread: self.thread.clone(),
            places: self.project.as_deref().map(|name| mind.places_in_project(name)).transpose()?,
            tags: tags.own,
            feelings: tags.feelings,
            protected: self.protected,
            created: (since.is_some() || until.is_some()).then(|| since.unwrap_or(i64::MIN)..until.unwrap_or(i64::MAX)),
            containing: self.containing.clone().filter(|words| !words.is_empty()),
            newest_first: self.order == Order::Newest,
            limit: None,
        })
    }

    /// How many memories an answer has.
    pub fn size(&self) -> Result<usize, Failure> {
        part_size(self.limit)
    }
}

/// How many entries a part of a list has.
pub fn part_size(limit: Option<usize>) -> Result<usize, Failure> {
    match limit.unwrap_or(50) {
        size @ 1..=MOST_IN_A_PART => Ok(size),
        _ => Err(Failure::invalid(format!("limit: must be 1 to {MOST_IN_A_PART}"))),
    }
}

/// A part of a list of memories.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Listed {
    /// The memories.
    pub memories: Vec<Memory>,
    /// Where the list goes on; null at its end.
    pub next_cursor: Option<String>,
}
