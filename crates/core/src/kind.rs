//! The kinds of memory that one mind has.

/// Which memory system a memory belongs to; each keeps its own lifecycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    /// One turn, as trigger → content, with emotion.
    Episode,
    /// The summary of a closed stretch of conversation.
    Session,
    /// The persona's own summary of a day, later of a week.
    Day,
    /// What is known, apart from when it was learnt.
    Knowledge,
    /// How a thing is done.
    Procedure,
    /// A procedure that several minds share.
    Skill,
    /// A page about a person, thing or idea.
    Entity,
    /// A page of the dream diary.
    Insight,
    /// A chunk of an outside document.
    Document,
}

/// There is no kind of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no memory kind called \"{0}\"")]
pub struct UnknownKind(pub String);

impl Kind {
    /// All kinds, in the order of the glossary.
    pub const ALL: [Self; 9] = [
        Self::Episode,
        Self::Session,
        Self::Day,
        Self::Knowledge,
        Self::Procedure,
        Self::Skill,
        Self::Entity,
        Self::Insight,
        Self::Document,
    ];

    /// The kinds that something writes. Commands, schemas and documents offer these; a store may hold any kind.
    pub const OFFERED: [Self; 2] = [Self::Episode, Self::Session];

    /// The kinds that a list shows: those that someone asks for, or all but sessions, which say again what their turns say.
    pub fn listed(asked: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let asked: Vec<Self> = asked.into_iter().collect();
        if asked.is_empty() { Self::ALL.into_iter().filter(|kind| *kind != Self::Session).collect() } else { asked }
    }

    /// The kind of that name, if something writes it.
    ///
    /// # Errors
    /// When nothing writes memories of that kind.
    pub fn offered(name: &str) -> Result<Self, UnknownKind> {
        Self::OFFERED.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownKind(name.to_owned()))
    }

    /// The word for it in stores, commands and wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Episode => "episode",
            Self::Session => "session",
            Self::Day => "day",
            Self::Knowledge => "knowledge",
            Self::Procedure => "procedure",
            Self::Skill => "skill",
            Self::Entity => "entity",
            Self::Insight => "insight",
            Self::Document => "document",
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| UnknownKind(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_nothing_writes_is_read_from_a_store_but_not_offered() {
        assert_eq!("insight".parse(), Ok(Kind::Insight));
        assert_eq!(Kind::offered("insight"), Err(UnknownKind("insight".to_owned())));
        assert_eq!(Kind::offered("episode"), Ok(Kind::Episode));
    }
}
