//! What can be understood of a text.

use super::BoxError;
use crate::{Category, Emotion, Level, MemoryId, Moment, QueryWords, Text, Wording, Words};

/// What was understood of one turn (S0 記憶生成).
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// What it felt like.
    pub emotion: Emotion,
    /// What it was about.
    pub category: Category,
    /// Names and terms, the most telling first, at most eight.
    pub keywords: Vec<String>,
    /// The full memory: what set it off, and the reaction.
    pub text: Text,
    /// Whether the person asked for it never to be forgotten.
    pub protect: bool,
    /// Whether it tells something that stays true, or a rule that stands.
    pub is_lasting: bool,
}

/// The time that a prompt speaks of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeHint {
    /// "Last time": the more recent, the better.
    Recent,
    /// "Last week": from the first moment to before the second.
    Within(Moment, Moment),
}

/// A memory that is to be made shorter.
#[derive(Clone, Copy, Debug)]
pub struct Shortening<'a> {
    /// Which memory.
    pub memory: MemoryId,
    /// Its original text; summaries are never made from summaries.
    pub original: &'a Text,
    /// Its keywords.
    pub keywords: &'a [String],
    /// For which level: a summary or a trace.
    pub level: Level,
}

/// Reads texts. The language layer always can; a language model can do it better.
pub trait Understanding: Send + Sync {
    /// Its name, which is stored with what it made.
    fn name(&self) -> &str;

    /// Understands a turn. At most `max_characters` of it go into the analysis' text.
    fn analyse(&self, said: &str, replied: &str, max_characters: usize) -> Analysis;

    /// Makes a memory's text shorter; `None` where that would gain nothing, so that the memory keeps the text it has.
    ///
    /// # Errors
    /// When it could not be asked.
    fn shorten(&self, wish: Shortening<'_>) -> Result<Option<Text>, BoxError>;

    /// What a prompt is about, as far as forgetting is concerned.
    fn category(&self, prompt: &str) -> Category;

    /// The time that a prompt speaks of, seen from `now`.
    fn time_hint(&self, prompt: &str, now: Moment) -> Option<TimeHint>;

    /// The words of a text that carry its content, folded so that equal words compare equal, without
    /// repeats, in the order of the text.
    fn content_words(&self, text: &str) -> Vec<String>;

    /// The number of the rules by which [`Understanding::words`] are taken; words by other rules are not
    /// compared with a query.
    fn words_version(&self) -> u32;

    /// The words of a memory, for an index over words.
    fn words(&self, wording: &Wording) -> Words;

    /// What a query asks an index over words for.
    fn query_words(&self, query: &str) -> QueryWords;

    /// Whether the text has the phrase in it word for word, whatever its case, width and spacing.
    fn contains_phrase(&self, text: &str, phrase: &str) -> bool;

    /// The text without secrets, each replaced by a mark that says what it was.
    fn redact(&self, text: &str) -> String;
}
