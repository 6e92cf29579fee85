//! How a prompt was understood and searched for (S3 検索クエリ生成, SPEC R4).

use crate::ports::TimeHint;
use crate::{Intent, TagSet, Valence};

/// How one prompt was really searched for: made of what ranked, and of nothing else.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryPlan {
    /// The words whose vector was compared with memories; none where a time or a feeling is all that is asked for.
    pub semantic_query: String,
    /// The words that were looked up, as the index knows them; none where the profile looks none up.
    pub words: Vec<String>,
    /// Names and phrases of the prompt, the most distinctive first, at most three: a language model's, or by rule.
    pub keywords: Vec<String>,
    /// What was searched for to the letter: what the prompt has in quotes, and the keywords of a language model.
    pub phrases: Vec<String>,
    /// What the prompt is after; the profile `intent` ranks by it.
    pub intent: Intent,
    /// The time that it asks for.
    pub time: Option<TimeHint>,
    /// The people that it names, without their titles: in the order of naming, then those who are named in another way
    /// and speak in memories.
    pub people: Vec<String>,
    /// The feeling by which it asks for memories.
    pub feeling: Option<WantedFeeling>,
    /// The project that it is said in.
    pub project: Option<String>,
    /// What the gate took it for; nothing where the gate was open or there was nothing to judge.
    pub judged_as: Option<JudgedAs>,
    /// The language model that planned the search, if one did.
    pub planned_by: Option<String>,
}

/// A feeling that memories are asked for by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WantedFeeling {
    /// Whether it is good or bad.
    pub valence: Valence,
    /// Its names; none where only good or bad is asked for.
    pub tags: TagSet,
}

/// What the gate takes a prompt for: each is judged by measures of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgedAs {
    /// It asks for something.
    Question,
    /// It tells something, or wants something done.
    Statement,
    /// It is a piece of a talk or of a text.
    Passage,
}

impl JudgedAs {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Statement => "statement",
            Self::Passage => "passage",
        }
    }
}
