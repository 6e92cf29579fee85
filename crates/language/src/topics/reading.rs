//! What is read from one utterance, once: its words, its vector, the fields of life it names, and what it does in talk.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::embedding::{self, cosine};
use crate::fold::{fold, is_japanese};
use crate::lexicon::{PhraseTable, data_lines};
use crate::tokens::content_words;

/// Only so much of each end of a long text is read, in characters: topics are opened at the beginning and closed at the
/// end.
const LOOKED_AT: usize = 400;
/// Words more usual than this say nothing about a topic (see [`embedding::rarity`]).
const USUAL: f32 = 5.0;

/// So many words may stand before an opener in its clause: "oh and by the way".
const WORDS_BEFORE_OPENER: usize = 2;

/// Who says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TalkRole {
    /// A person, or a character that talks as one.
    Person,
    /// An assistant, who answers and seldom changes the subject.
    Assistant,
}

/// What someone said, read once; reading costs more than comparing, so whoever follows a talk keeps the last few.
#[derive(Clone, Debug)]
pub struct Utterance {
    pub(super) speaker: TalkRole,
    /// How much each content word tells.
    pub(super) words: HashMap<String, f32>,
    pub(super) vector: Option<Vec<f32>>,
    pub(super) floor: f32,
    pub(super) cues: [u16; TopicCue::COUNT],
    /// How often each field of life is named.
    pub(super) fields: Vec<u16>,
    pub(super) has_question: bool,
    pub(super) ends_in_question: bool,
    pub(super) is_japanese: bool,
}

impl Utterance {
    /// Reads what someone said; its vector is that of the built-in table.
    pub fn new(speaker: TalkRole, text: &str) -> Self {
        let ends = ends_of(text);
        let folded = fold(&ends);
        let (mut cues, mut fields) = ([0; TopicCue::COUNT], vec![0; TABLE.fields]);
        for found in TABLE.phrases.find_all(&folded) {
            match *found.value {
                PhraseMeaning::TopicCue(cue) if stands(cue, &folded[..found.start]) => cues[cue as usize] += 1,
                PhraseMeaning::TopicCue(_) => {}
                PhraseMeaning::Field(field) => fields[field] += 1,
            }
        }
        let words = content_words(&ends).into_iter().map(|word| {
            let weight = (embedding::rarity(&word) - USUAL).max(0.0);
            (word, weight)
        });
        Self {
            speaker,
            words: words.collect(),
            vector: embedding::query_vector(&ends).map(Vec::from),
            floor: 0.0,
            cues,
            fields,
            has_question: folded.contains('?') || ends_in_question(&folded),
            ends_in_question: ends_in_question(&folded),
            is_japanese: is_japanese(&folded),
        }
    }

    /// The same, with a vector of another embedder; `floor` is the cosine that its unrelated texts have.
    #[must_use]
    pub fn with_vector(mut self, vector: Option<Vec<f32>>, floor: f32) -> Self {
        (self.vector, self.floor) = (vector, floor);
        self
    }

    /// Whether it changes the subject in so many words.
    pub fn opens_subject(&self) -> bool {
        self.has(TopicCue::Opens)
    }

    pub(super) fn has(&self, cue: TopicCue) -> bool {
        self.cues[cue as usize] > 0
    }
}

/// What a phrase does in talk; the names are those of `data/topics.tsv`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TopicCue {
    /// Changes the subject in so many words.
    Opens,
    /// Comes with something further.
    Adds,
    Greets,
    /// Says what is wanted, as the first words of an errand do.
    Wants,
    /// Tells or asks what people who get to know each other do.
    Tells,
    /// Ends an errand: thanks, goodbyes, what was booked.
    Closes,
    /// Takes up what was just said.
    Takes,
    /// Points back.
    Refers,
}

impl TopicCue {
    const ALL: [(&'static str, Self); 8] = [
        ("opens", Self::Opens),
        ("adds", Self::Adds),
        ("greets", Self::Greets),
        ("wants", Self::Wants),
        ("tells", Self::Tells),
        ("closes", Self::Closes),
        ("takes", Self::Takes),
        ("refers", Self::Refers),
    ];
    const COUNT: usize = Self::ALL.len();
}

pub(super) fn opens_subject(text: &str) -> bool {
    let folded = fold(&ends_of(text));
    let is_opener = |meaning: PhraseMeaning| meaning == PhraseMeaning::TopicCue(TopicCue::Opens);
    TABLE
        .phrases
        .find_all(&folded)
        .iter()
        .any(|at| is_opener(*at.value) && stands(TopicCue::Opens, &folded[..at.start]))
}

/// Whether a cue stands where it does what it says: "by the way" near the beginning of a clause ("oh, and by the way"),
/// a word that takes something up at the very beginning.
fn stands(cue: TopicCue, before: &str) -> bool {
    let most = match cue {
        TopicCue::Opens => WORDS_BEFORE_OPENER,
        TopicCue::Takes => 0,
        _ => return true,
    };
    let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, ' ' | '\'' | '-');
    let clause = before.rsplit(is_mark).next().unwrap_or_default();
    clause.split_whitespace().count() <= most
}

/// The cosine of two vectors of any length, 0 for unrelated texts of their embedder.
pub(super) fn nearness(a: &[f32], b: &[f32], floor: f32) -> Option<f32> {
    let dot = |a: &[f32], b: &[f32]| -> f32 {
        match (a.try_into(), b.try_into()) {
            (Ok(a), Ok(b)) => cosine(a, b),
            _ => a.iter().zip(b).map(|(x, y)| x * y).sum(),
        }
    };
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    (a.len() == b.len() && lengths > f32::EPSILON).then(|| (dot(a, b) / lengths - floor) / (1.0 - floor))
}

/// Whether the last sentence asks. Japanese often leaves the mark out.
fn ends_in_question(folded: &str) -> bool {
    const ENDINGS: [&str; 6] = ["ですか", "ますか", "でしょうか", "ましたか", "ませんか", "かな"];
    let said = folded.trim_end_matches(|c: char| c.is_whitespace() || "!.。~〜」)".contains(c));
    let bare = said.trim_end_matches(['?', 'ね', 'ー']);
    said.ends_with('?') || ENDINGS.iter().any(|ending| bare.ends_with(ending))
}

fn ends_of(text: &str) -> std::borrow::Cow<'_, str> {
    let Some((head, _)) = text.char_indices().nth(LOOKED_AT) else { return text.into() };
    let Some((tail, _)) = text.char_indices().rev().nth(LOOKED_AT) else { return text.into() };
    if tail <= head { text.into() } else { format!("{}\n{}", &text[..head], &text[tail..]).into() }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PhraseMeaning {
    TopicCue(TopicCue),
    Field(usize),
}

struct TopicTable {
    phrases: PhraseTable<PhraseMeaning>,
    fields: usize,
}

static TABLE: LazyLock<TopicTable> = LazyLock::new(|| {
    let mut fields: Vec<&str> = Vec::new();
    let mut phrases = Vec::new();
    for (name, words) in lines() {
        let meaning = match TopicCue::ALL.into_iter().find(|(cue, _)| *cue == name) {
            Some((_, cue)) => PhraseMeaning::TopicCue(cue),
            None => PhraseMeaning::Field(fields.iter().position(|field| *field == name).unwrap_or_else(|| {
                fields.push(name);
                fields.len() - 1
            })),
        };
        phrases.extend(words.map(|word| (word.to_owned(), meaning)));
    }
    TopicTable { phrases: PhraseTable::new(phrases), fields: fields.len() }
});

pub(super) fn lines() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
    data_lines(include_str!("../../data/topics.tsv")).filter_map(|line| {
        let (name, words) = line.split_once('\t')?;
        Some((name, words.split(',').map(str::trim).filter(|word| !word.is_empty())))
    })
}
