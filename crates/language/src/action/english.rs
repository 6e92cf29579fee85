//! Something to be done, in English: requests, orders, proposals, needs and promises, weighed.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::{ActionCues, lines};
use crate::english_words::EnglishSentence;

/// The features and their weights; `base` speaks against every sentence.
///
/// Fitted by `tools/fit/actions.py` on the dev split of the Email Intent set (Apache-2.0); the phrases were written by hand.
const WEIGHTS: [(&str, f32); 22] = [
    ("please", 2.3),
    ("ask", 1.5),
    ("propose", 1.4),
    ("report", 1.0),
    ("hand", 1.1),
    ("need", 0.6),
    ("wish", 1.1),
    ("suggest", 1.1),
    ("meet", 1.4),
    ("future", 0.5),
    ("promise", 0.2),
    ("inquire", 1.0),
    ("show", -0.4),
    ("advert", -0.7),
    ("promise_meet", 0.6),
    ("order", 1.2),
    ("order_later", 0.6),
    ("question", 1.2),
    ("you", 0.6),
    ("tells", -0.4),
    ("capitals", -0.4),
    ("long", -0.8),
];
const BASE: f32 = -0.9;

/// The length from which a sentence is as long as it gets, in words.
const LONG: f32 = 40.0;

/// The names of the features, in order.
pub const ACTION_FEATURES: [&str; WEIGHTS.len()] = {
    let mut names = [""; WEIGHTS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = WEIGHTS[at].0;
        at += 1;
    }
    names
};

pub(super) fn score(sentence: &str) -> f32 {
    let features = action_features(sentence);
    BASE + features.iter().zip(&WEIGHTS).map(|(feature, (_, weight))| feature * weight).sum::<f32>()
}

/// What an English sentence is weighed by, each from 0 to 1, in the order of [`ACTION_FEATURES`].
pub fn action_features(sentence: &str) -> [f32; WEIGHTS.len()] {
    let cues = ActionCues::of(sentence);
    let read = EnglishSentence::of(sentence);
    let order = order_at(&read);
    ACTION_FEATURES.map(|name| match name {
        // A meeting that was is nothing to come to.
        "meet" => flag(cues.has("meet") && !cues.has("past")),
        "promise_meet" => flag(cues.has("promise") && cues.has("meet")),
        "order" => flag(order.is_some()),
        "order_later" => flag(gives_order_later(&read, order)),
        "question" => flag(sentence.contains('?')),
        "you" => flag(read.words.iter().any(|word| matches!(word.text.as_str(), "you" | "your" | "u" | "yours"))),
        "tells" => flag(TELLERS.contains(&read.word(0))),
        "capitals" => flag(read.words.iter().filter(|word| word.is_capital).count() * 2 > read.words.len()),
        "long" => (read.words.len() as f32).min(LONG) / LONG,
        cue => flag(cues.has(cue)),
    })
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// Words with which sentences begin that tell something.
const TELLERS: [&str; 15] =
    ["i", "my", "it", "this", "that", "he", "she", "they", "there", "the", "a", "an", "our", "his", "her"];

/// Words that may stand before an order.
const BEFORE_ORDERS: [&str; 20] = [
    "and", "also", "so", "then", "just", "but", "ok", "okay", "hey", "hi", "thanks", "first", "next", "finally",
    "better", "do", "not", "never", "always", "please",
];

/// Where the sentence begins with an order: "Send it", "Tom, don't forget the keys".
fn order_at(read: &EnglishSentence) -> Option<usize> {
    // Whoever is spoken to comes first: "Tom, call me", "Dear all: ...".
    let called = (1..4).find(|at| read.words.get(*at).is_some_and(|word| word.opens));
    let is_name = read.words.first().is_some_and(|word| word.is_capital) && !is_verb(read.word(0));
    let mut at = called.filter(|_| is_name).unwrap_or(0);
    while BEFORE_ORDERS.contains(&read.word(at)) && !(read.word(at) == "do" && read.word(at + 1) != "not") {
        at += 1;
    }
    let follows = read.word(at + 1);
    (is_verb(read.word(at)) && !matches!(follows, "'s" | "is" | "was" | "are" | "were" | "has" | "will")).then_some(at)
}

/// Whether a later clause begins with one: "if it fails, call the office".
fn gives_order_later(read: &EnglishSentence, order: Option<usize>) -> bool {
    let from = order.map_or(1, |at| at + 1);
    (from..read.words.len()).any(|at| {
        let skip = usize::from(matches!(read.word(at), "and" | "then" | "just" | "so"));
        read.words[at].opens && is_verb(read.word(at + skip)) && WORDS.objects.contains(read.word(at + skip + 1))
    })
}

/// Whether a sentence can give an order with the word.
pub(crate) fn is_verb(word: &str) -> bool {
    WORDS.verbs.contains(word)
}

struct OrderWords {
    verbs: HashSet<&'static str>,
    objects: HashSet<&'static str>,
}

static WORDS: LazyLock<OrderWords> = LazyLock::new(|| {
    let of = |wanted: &str| lines().filter(|(kind, _)| *kind == wanted).flat_map(|(_, words)| words).collect();
    OrderWords { verbs: of("verb"), objects: of("object") }
});
