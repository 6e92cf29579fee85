//! The text of a memory, and the versions that it has had.

use serde::{Deserialize, Serialize};

use crate::{Level, Moment};

/// The two halves of an episode: what set it off and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Text {
    /// What the person said or did.
    pub trigger: String,
    /// The reaction to it.
    pub content: String,
}

impl Text {
    /// Both halves in one string: what is embedded.
    pub fn joined(&self) -> String {
        match (self.trigger.is_empty(), self.content.is_empty()) {
            (_, true) => self.trigger.clone(),
            (true, false) => self.content.clone(),
            (false, false) => format!("{} {}", self.trigger, self.content),
        }
    }
}

/// One version of a memory's text; version 1 is the original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextVersion {
    /// 1 for the original, counting up.
    pub version: u32,
    /// The level that the text was made for.
    pub level: Level,
    /// The text.
    pub text: Text,
    /// How it came to be.
    pub made: Making,
    /// When it was made.
    pub made_at: Moment,
}

/// How a version of a text came to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Making {
    /// It is what was first written down.
    Original,
    /// It says the same in fewer words.
    Shortened {
        /// The language layer, or a model and its prompt.
        by: String,
    },
    /// Someone put it right. From then on nights shorten this text.
    Edited,
}

impl Making {
    /// The word for it in stores and wires: `original`, `edited`, or who shortened it.
    pub fn word(&self) -> &str {
        match self {
            Self::Original => ORIGINAL,
            Self::Shortened { by } => by,
            Self::Edited => EDITED,
        }
    }

    /// The making that `word` stands for.
    pub fn of_word(word: &str) -> Self {
        match word {
            ORIGINAL => Self::Original,
            EDITED => Self::Edited,
            by => Self::Shortened { by: by.to_owned() },
        }
    }
}

const ORIGINAL: &str = "original";
const EDITED: &str = "edited";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_making_is_known_by_its_word() {
        for made in [Making::Original, Making::Edited, Making::Shortened { by: "someone/small-1 trace-1".to_owned() }] {
            assert_eq!(Making::of_word(made.word()), made);
        }
    }
}
