//! Text analysis.

use std::ops::Range;

use super::BoxError;
use crate::{Category, Emotion, Level, MemoryId, Moment, QueryWords, Text, Wording, Words};

/// The analysis of one turn (S0 記憶生成).
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The emotion.
    pub emotion: Emotion,
    /// The category, which sets how fast the memory fades.
    pub category: Category,
    /// Names and terms, the most informative first, at most eight.
    pub keywords: Vec<String>,
    /// The text of the memory: trigger and content.
    pub text: Text,
    /// Whether the person asked to protect it.
    pub protect: bool,
    /// Whether it states a lasting fact or a standing rule.
    pub is_lasting: bool,
}

/// The time that a prompt refers to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeHint {
    /// "Last time": the more recent, the better.
    Recent,
    /// "Last week": from the first moment (included) to the second (excluded).
    Within(Moment, Moment),
}

/// A request to shorten a memory.
#[derive(Clone, Copy, Debug)]
pub struct Shortening<'a> {
    /// The memory.
    pub memory: MemoryId,
    /// Its original text. A summary is never made from another summary.
    pub original: &'a Text,
    /// Its keywords.
    pub keywords: &'a [String],
    /// The target level: summary or trace.
    pub level: Level,
}

/// A text without its secrets, and what was taken out of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Redaction {
    /// The text with a label in the place of each secret.
    pub text: String,
    /// The secrets that were taken out, in the order of the text. They do not overlap.
    pub taken: Vec<TakenSecret>,
}

impl Redaction {
    /// A text in which no secret was found.
    pub fn nothing(text: &str) -> Self {
        Self { text: text.to_owned(), taken: Vec::new() }
    }

    /// The kinds of the secrets, each once, in the order of the text.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<&'static str> = Vec::new();
        for secret in &self.taken {
            if !kinds.contains(&secret.kind) {
                kinds.push(secret.kind);
            }
        }
        kinds
    }

    /// How many secrets there were of each kind, in the order of the text.
    pub fn counts(&self) -> Vec<TakenCount> {
        let mut counts = Vec::new();
        for secret in &self.taken {
            TakenCount { kind: secret.kind, count: 1 }.add_to(&mut counts);
        }
        counts
    }
}

/// How many secrets of a kind were taken out. It never holds a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakenCount {
    /// The kind, as the label names it.
    pub kind: &'static str,
    /// In how many places one stood.
    pub count: usize,
}

impl TakenCount {
    /// Adds this count to those of the same kind.
    pub fn add_to(self, counts: &mut Vec<Self>) {
        match counts.iter_mut().find(|known| known.kind == self.kind) {
            Some(known) => known.count += self.count,
            None => counts.push(self),
        }
    }

    /// All kinds for a message, with their numbers where there is more than one: `github-token × 2, password`.
    pub fn listed(counts: &[Self]) -> String {
        let one = |secret: &Self| match secret.count {
            1 => secret.kind.to_owned(),
            count => format!("{} × {count}", secret.kind),
        };
        counts.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// A secret that was taken out of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenSecret {
    /// Its kind, as the label names it: `password`, `github-token`, `private-key`.
    pub kind: &'static str,
    /// Its place in the text that was given, in bytes.
    pub place: Range<usize>,
}

/// Analyses texts. The language layer is always available; a language model may do better.
pub trait Understanding: Send + Sync {
    /// Its name. It is stored with every text it makes.
    fn name(&self) -> &str;

    /// Analyses a turn. The resulting text has at most `max_characters` characters.
    fn analyse(&self, said: &str, replied: &str, max_characters: usize) -> Analysis;

    /// Returns a shorter text, or `None` if shortening would gain nothing and the memory should keep its text.
    ///
    /// # Errors
    /// When the underlying model fails.
    fn shorten(&self, wish: Shortening<'_>) -> Result<Option<Text>, BoxError>;

    /// Returns the category of a prompt.
    fn category(&self, prompt: &str) -> Category;

    /// Returns the time that a prompt refers to, relative to `now`.
    fn time_hint(&self, prompt: &str, now: Moment) -> Option<TimeHint>;

    /// Returns the content words of a text, normalised and without repeats, in the order of the text.
    fn content_words(&self, text: &str) -> Vec<String>;

    /// The version of the rules behind [`Understanding::words`]. Words of another version never match a query.
    fn words_version(&self) -> u32;

    /// Returns the words of a memory for the word index.
    fn words(&self, wording: &Wording) -> Words;

    /// Returns the words of a query for the word index.
    fn query_words(&self, query: &str) -> QueryWords;

    /// Whether the text contains the phrase, ignoring case, character width and spacing.
    fn contains_phrase(&self, text: &str, phrase: &str) -> bool;

    /// Replaces each secret by a label of its kind, and says what was taken out. Redacting the result takes out nothing more.
    fn redacted(&self, text: &str) -> Redaction;

    /// Returns the text with each secret replaced by a label of its kind.
    fn redact(&self, text: &str) -> String {
        self.redacted(text).text
    }
}
