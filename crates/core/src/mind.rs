//! The name of a mind.

use std::fmt;
use std::str::FromStr;

/// One agent's whole memory, by name; everything belongs to exactly one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MindName(String);

/// The text cannot name a mind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" cannot be the name of a mind: use 1 to 64 letters, digits, '-', '_' or '.'")]
pub struct BadName {
    /// What was given.
    pub name: String,
}

impl MindName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for MindName {
    fn default() -> Self {
        Self("default".to_owned())
    }
}

impl FromStr for MindName {
    type Err = BadName;

    fn from_str(name: &str) -> Result<Self, BadName> {
        let fits = (1..=64).contains(&name.chars().count())
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
        if fits { Ok(Self(name.to_owned())) } else { Err(BadName { name: name.chars().take(80).collect() }) }
    }
}

impl fmt::Display for MindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
