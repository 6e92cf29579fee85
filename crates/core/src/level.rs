//! How much of a memory is left to see.

/// 1 full, 2 summary, 3 trace, 4 archived.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// The conversation with its context and feeling.
    Full,
    /// A summary of one or two sentences.
    Summary,
    /// Keywords only.
    Trace,
    /// Out of active recall, frozen.
    Archived,
}

impl Level {
    /// All levels, from the fullest down.
    pub const ALL: [Self; 4] = [Self::Full, Self::Summary, Self::Trace, Self::Archived];

    /// S0's number for it, 1 to 4.
    pub fn number(self) -> u8 {
        match self {
            Self::Full => 1,
            Self::Summary => 2,
            Self::Trace => 3,
            Self::Archived => 4,
        }
    }

    /// The level with S0's number.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.number() == number)
    }

    /// One step further down; there is none below the archive.
    pub fn next(self) -> Option<Self> {
        Self::from_number(self.number() + 1)
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.number())
    }
}
