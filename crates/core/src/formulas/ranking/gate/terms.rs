//! What the gate looks at.

/// What the gate looks at, whatever the profile.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GateTerms {
    /// How like the prompt the memory is.
    pub similarity: f64,
    /// The share of the prompt's words, by how telling they are, that the memory and its neighbours have.
    pub coverage: f64,
    /// Whether it is from the time that the prompt is about, or holds what the prompt has in quotes.
    pub is_meant: bool,
    /// How much of a Japanese prompt's own wording it has; only the best are looked at so closely.
    pub wording: Option<HeldWording>,
    /// How much less bearing is asked of it than of one memory among very many: 0 for nothing less.
    pub ease: f64,
    /// What the memory by itself shares with the prompt.
    pub shared: SharedWords,
    /// How much of what the prompt's words mean stands together in it, from 0 to 1; only of the best.
    pub meaning: f64,
    /// How much of what its nearest sentence means the prompt has, from 0 to 1; only of the best.
    pub touched: f64,
    /// How near a sentence comes that has a value of the kind that is asked for, as a share of its nearest sentence.
    pub answers: f64,
    /// How like the prompt its likest sentence is; only of the best.
    pub sentence: f64,
    /// How likely it is to have to do with the prompt.
    pub probability: f64,
    /// How many memories it was found among.
    pub among: usize,
    /// Whether another model than the built-in one was asked about the prompt.
    pub is_known_to_model: bool,
    /// By how many spreads its similarity is above that of all memories.
    pub height: f64,
    /// Whether it is of the project that the prompt is said in.
    pub is_here: bool,
    /// Whether it is of another project than that one, and the prompt does not name it.
    pub is_elsewhere: bool,
}

impl GateTerms {
    /// What the gate sees of a memory together with the one that it stands in for.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let share = |wording: &Option<HeldWording>| wording.map_or(0.0, |held| held.share);
        Self {
            similarity: self.similarity.max(other.similarity),
            coverage: self.coverage.max(other.coverage),
            is_meant: self.is_meant || other.is_meant,
            wording: if share(&self.wording) >= share(&other.wording) { self.wording } else { other.wording },
            ease: self.ease.max(other.ease),
            shared: if self.shared.telling >= other.shared.telling { self.shared } else { other.shared },
            meaning: self.meaning.max(other.meaning),
            touched: self.touched.max(other.touched),
            answers: self.answers.max(other.answers),
            sentence: self.sentence.max(other.sentence),
            height: self.height.max(other.height),
            ..*self
        }
    }
}

/// How much of a prompt's own wording a memory has.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HeldWording {
    /// The share of the prompt's kanji, katakana and digits that stand in it in stretches of the prompt.
    pub share: f64,
    /// The share of these among all that the prompt asks for: 0 for a prompt in English, 1 for most in Japanese.
    pub weight: f64,
}

/// What a memory by itself shares with the prompt.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SharedWords {
    /// The share of the prompt's words, by how telling they are.
    pub share: f64,
    /// How rare the rarest of them is: 0 for a word of all memories, 1 for one that no other memory has.
    pub rarest: f64,
    /// How telling the most telling of them is in everyday language.
    pub most_telling: f64,
    /// All of them together.
    pub telling: f64,
    /// How many words.
    pub count: u32,
    /// Whether something that the prompt writes as a name, as a rule a person, is among them.
    pub has_person: bool,
    /// The share of the names in the prompt that stand neither in the memory nor beside it.
    pub lacking: f64,
}
