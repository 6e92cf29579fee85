//! How memories are named: an id that never collides, and a handle that a person can type.

use std::fmt;
use std::str::FromStr;

use ulid::Ulid;

use crate::{Date, Kind, Moment};

/// A memory's id: time-ordered and free of collisions between processes and machines (a ULID).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemoryId(Ulid);

/// The text is no memory id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a memory id")]
pub struct NotAnId {
    /// What was given.
    pub text: String,
}

impl MemoryId {
    /// The id of something that came to be at `at`, told apart from its neighbours by 80 random bits.
    pub fn new(at: Moment, random: u128) -> Self {
        Self(Ulid::from_parts(at.unix_millis() & ((1 << 48) - 1), random & ((1 << 80) - 1)))
    }

    /// The id as a number, in the order of its text.
    pub fn to_u128(self) -> u128 {
        self.0.0
    }

    /// The id with that number.
    pub fn from_u128(number: u128) -> Self {
        Self(Ulid(number))
    }
}

impl fmt::Display for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut buffer = [0; ulid::ULID_LEN];
        f.write_str(self.0.array_to_str(&mut buffer))
    }
}

impl fmt::Debug for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for MemoryId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        Ulid::from_string(text).map(Self).map_err(|_| NotAnId { text: text.chars().take(80).collect() })
    }
}

impl serde::Serialize for MemoryId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for MemoryId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A memory's place in the order of insertion: the store's own key.
///
/// It is only good inside one store, and only while the memory is there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seq(pub i64);

/// What a kind's handles of one date begin with: `mem_20260120_` for the first episode of that day.
///
/// The store appends the day's running number, so handles read `mem_20260120_001`.
pub fn handle_prefix(kind: Kind, date: Date) -> String {
    let word = match kind {
        Kind::Episode => "mem",
        other => other.name(),
    };
    format!("{word}_{:04}{:02}{:02}_", date.year(), date.month(), date.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_time_and_read_back() {
        let early = MemoryId::new("2026-01-20T14:30:00+09:00".parse().expect("a time"), u128::MAX);
        let late = MemoryId::new("2026-01-20T14:30:00.001+09:00".parse().expect("a time"), 0);
        assert!(early < late);
        assert!(early.to_string() < late.to_string());
        assert_eq!(early.to_string().parse(), Ok(early));
        assert!("mem_20260120_001".parse::<MemoryId>().is_err());
    }

    #[test]
    fn handles_begin_with_the_seeds_form() {
        assert_eq!(handle_prefix(Kind::Episode, jiff::civil::date(2026, 1, 20)), "mem_20260120_");
        assert_eq!(handle_prefix(Kind::Insight, jiff::civil::date(2026, 1, 20)), "insight_20260120_");
    }
}
