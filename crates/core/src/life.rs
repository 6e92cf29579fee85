//! What changes about a memory: what it shows of itself, and how it lives.

use serde::{Deserialize, Serialize};

use crate::{Kind, Level, Moment};

/// What a memory shows of itself; the same for every kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// The version of the text that is shown.
    pub version: u32,
    /// How much of it is shown.
    #[serde(with = "level_number")]
    pub level: Level,
    /// Since when it is archived.
    pub archived_at: Option<Moment>,
    /// Never compressed, archived or erased.
    pub protected: bool,
    /// Whether it can come back from the archive by being recalled.
    pub revival: Revival,
}

impl Shown {
    /// What a memory shows when it is new: its original, whole.
    pub const NEW: Self =
        Self { version: 1, level: Level::Full, archived_at: None, protected: false, revival: Revival::NOT_ASKED };

    /// Whether it takes part in nights.
    pub fn is_active(&self) -> bool {
        self.archived_at.is_none()
    }

    /// Whether someone put it into the archive by hand: only a hand brings it back.
    pub fn is_put_away(&self) -> bool {
        self.revival == Revival::Barred
    }
}

/// Whether an archived memory can come back by being recalled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Revival {
    /// No recall is waiting for it. `last_at` is when a recall last asked and was put off.
    NotAsked {
        /// When that was.
        last_at: Option<Moment>,
    },
    /// A recall asked for it.
    Asked {
        /// When, where it is known.
        at: Option<Moment>,
    },
    /// Someone put it into the archive by hand: no recall can ask for it.
    Barred,
}

impl Revival {
    /// Nobody has ever asked.
    pub const NOT_ASKED: Self = Self::NotAsked { last_at: None };

    /// Whether a recall asked for the memory.
    pub fn is_asked(self) -> bool {
        matches!(self, Self::Asked { .. })
    }

    /// When a recall last asked.
    pub fn at(self) -> Option<Moment> {
        match self {
            Self::NotAsked { last_at } => last_at,
            Self::Asked { at } => at,
            Self::Barred => None,
        }
    }
}

/// How a memory lives: what its own memory system counts and computes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// An episode fades by S0's retention.
    Episode(Retention),
    /// A memory of a kind that no night lets fade: it stays as strong as it began.
    Steady {
        /// How strong, 0 to 100.
        strength: f64,
    },
}

impl Life {
    /// How strong the memory is now, 0 to 100, whatever its kind.
    pub fn strength(&self) -> f64 {
        match self {
            Self::Episode(retention) => retention.retention_score,
            Self::Steady { strength } => *strength,
        }
    }

    /// How often it was used.
    pub fn uses(&self) -> u32 {
        match self {
            Self::Episode(retention) => retention.recall_count,
            Self::Steady { .. } => 0,
        }
    }

    /// S0's numbers. What does not fade has those of a memory that lost nothing.
    pub fn retention(&self) -> Retention {
        match self {
            Self::Episode(retention) => *retention,
            Self::Steady { strength } => Retention {
                memory_days: 0.0,
                decay_coefficient: 1.0,
                retention_score: *strength,
                recall_count: 0,
                recalled_since_last_batch: false,
            },
        }
    }

    /// The life that S0's numbers mean for a memory of that kind.
    pub fn of(kind: Kind, retention: Retention) -> Self {
        match kind {
            Kind::Episode => Self::Episode(retention),
            _ => Self::Steady { strength: retention.retention_score },
        }
    }
}

/// What S0 counts of an episode. The fields have S0's names.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Retention {
    /// How old the memory feels, in days; halved by a recall.
    pub memory_days: f64,
    /// What is left of it after each day, 0 to 1.
    pub decay_coefficient: f64,
    /// 0 to 100: what is left of it now.
    pub retention_score: f64,
    /// How many nights found it recalled.
    pub recall_count: u32,
    /// Set by recall, taken by the night.
    pub recalled_since_last_batch: bool,
}

mod level_number {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::Level;

    pub fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(level.number())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Level::from_number(number).ok_or_else(|| serde::de::Error::custom(format!("no level {number}")))
    }
}
