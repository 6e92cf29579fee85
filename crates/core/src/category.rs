//! What a turn was about, as far as forgetting is concerned.

/// S0's four categories, which set how fast a memory fades.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// Small talk, greetings.
    Casual,
    /// Work, technical discussion.
    Work,
    /// Decisions of weight.
    Decision,
    /// The personal and the felt.
    Emotional,
    /// A word from elsewhere that is none of the four; it fades by the base coefficient.
    Other(Box<str>),
}

impl Category {
    /// The four that S0 names.
    pub const KNOWN: [Self; 4] = [Self::Casual, Self::Work, Self::Decision, Self::Emotional];

    /// The category called `name`.
    pub fn named(name: &str) -> Self {
        Self::KNOWN.into_iter().find(|c| c.name() == name).unwrap_or_else(|| Self::Other(name.into()))
    }

    /// The word for it in stores, commands and wires.
    pub fn name(&self) -> &str {
        match self {
            Self::Casual => "casual",
            Self::Work => "work",
            Self::Decision => "decision",
            Self::Emotional => "emotional",
            Self::Other(name) => name,
        }
    }
}

impl std::fmt::Display for Category {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
