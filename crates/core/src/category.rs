//! What a turn was about, as far as forgetting is concerned.

/// S0's four categories and what lasts (C31), which set how fast a memory fades.
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
    /// What stays true of someone or something, rules that stand, and what was stored on purpose.
    Lasting,
    /// A word from elsewhere that is none of these; it fades by the base coefficient.
    Other(Box<str>),
}

impl Category {
    /// Those with a name of their own: the four of S0 first.
    pub const KNOWN: [Self; 5] = [Self::Casual, Self::Work, Self::Decision, Self::Emotional, Self::Lasting];

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
            Self::Lasting => "lasting",
            Self::Other(name) => name,
        }
    }
}

impl std::fmt::Display for Category {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
