//! The tiers of sessions (S1 §2): hot for a day, warm for a month, then long-term or archived.

use serde::{Deserialize, Serialize};

use crate::Moment;

/// Where a session is on its way into long-term memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Of the last day.
    #[default]
    Hot,
    /// Of the last month.
    Warm,
    /// Salient enough to stay.
    LongTerm,
    /// Less salient than others of its time: it is in the archive.
    Archived,
}

impl Tier {
    /// All tiers, in the order in which a session passes through them.
    pub const ALL: [Self; 4] = [Self::Hot, Self::Warm, Self::LongTerm, Self::Archived];

    /// The word for it in stores, commands and wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hot => "hot",
            Self::Warm => "warm",
            Self::LongTerm => "long_term",
            Self::Archived => "archived",
        }
    }

    /// The tier called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

/// The tier of a session, and what decided it.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SessionTier {
    /// The tier.
    pub tier: Tier,
    /// Since when; `None` for one that is as it began.
    pub since: Option<Moment>,
    /// Its salience, 0 to 1, once a night has compared it with others.
    pub salience: Option<f64>,
}
