//! What a turn felt like (S0 感情分類システム): valence, arousal, tags, and how much it mattered.
//!
//! Each feeling word is a cue: how good or bad, how agitated, which tags. Negation turns a cue, intensifiers
//! and softeners scale it, "but" makes what stands before it count less, marks move the arousal. The cues and
//! marks, the text's vector and, for Latin text, its words are the evidence that fitted heads weigh; there is
//! no openly licensed Japanese text to fit on, so that in Japanese the cues' sum decides and the heads that
//! are the same for every language only lean on it.

mod asked;
mod cues;
mod evidence;
mod heads;
mod intensity;
mod lean;
mod marks;
mod plain;
mod tagging;
mod wishes;
mod words;

use omoide_core::{Category, Emotion, Feeling};

use crate::fold::{fold, is_japanese};
use crate::message::{MessageType, message_type};
use crate::prose::prose;
pub use asked::{FeelingAsked, feeling_asked, is_about_more};
use cues::FeelingCue;
pub use evidence::FeelingEvidence;
use lean::Lean;
use marks::Marks;
use plain::PlainText;

/// How much the reply counts beside what the person said.
const REPLY_WEIGHT: f32 = 0.3;
/// The arousal of a plain sentence, as S0's 「了解、やっておく」 has it.
const PLAIN_AROUSAL: f32 = 30.0;
/// How far one spread of the English head moves the arousal, and how many spreads it can.
const HEAD_AROUSAL: f32 = 7.0;
const MOST_SPREADS: f32 = 2.0;

/// What a text felt like, with how strong its strongest word was.
#[derive(Clone, PartialEq, Debug)]
pub struct EmotionReading {
    /// Valence, arousal and tags.
    pub feeling: Feeling,
    /// 0 for no feeling word at all, 1 mild, 3 strong, 5 for what wounds.
    pub strength: f32,
    /// The same of what the person said, without the reply.
    pub(crate) own_strength: f32,
    /// How good or bad, −1 to 1.
    pub score: f32,
    /// How agitated cues and marks are beside those of most texts, in spreads.
    pub(crate) agitation: f32,
}

/// The feeling of a text by itself.
pub fn read(text: &str) -> EmotionReading {
    read_turn(text, "")
}

/// How strong the strongest feeling word of a text is, as in [`Reading::strength`], without the rest.
pub(crate) fn strength(text: &str) -> f32 {
    strongest(&cues::find(&PlainText::of(&fold(&prose(text)))))
}

fn strongest(cues: &[FeelingCue]) -> f32 {
    cues.iter().map(FeelingCue::strength).fold(0.0, f32::max)
}

/// What the fitted heads see of a text; the weights are fitted on it.
pub fn evidence(text: &str) -> FeelingEvidence {
    TurnSide::of(text).evidence
}

/// The feeling of a turn: mainly what the person said, the reply counting less.
pub fn read_turn(said: &str, replied: &str) -> EmotionReading {
    let own = TurnSide::of(said);
    let other = TurnSide::of(replied);
    let lean = own.lean().with_reply(&other.lean(), REPLY_WEIGHT);
    let valence = lean.valence();
    let echo: Vec<FeelingCue> = other.cues.iter().map(|cue| cue.clone().scaled(REPLY_WEIGHT)).collect();
    let arousal = arousal(&own, &echo);
    let cues: Vec<FeelingCue> = own.cues.iter().cloned().chain(echo).collect();
    let tags = tagging::tags(&cues, own.english.as_ref(), own.marks, valence, arousal);
    EmotionReading {
        feeling: Feeling { valence, arousal: percent(arousal), tags },
        strength: strongest(&cues),
        own_strength: strongest(&own.cues),
        score: lean.score,
        agitation: heads::common(&own.evidence).arousal,
    }
}

/// The emotion of a turn that belongs to `category`, with its intensity by S0's rubric.
pub fn emotion(said: &str, replied: &str, category: &Category) -> Emotion {
    by_reading(said, category, read_turn(said, replied))
}

/// The same for a turn that was read already.
pub(crate) fn by_reading(said: &str, category: &Category, reading: EmotionReading) -> Emotion {
    let intensity = intensity::intensity(said, category, &reading);
    Emotion { intensity, feeling: reading.feeling }
}

/// One side of a turn.
struct TurnSide {
    text: String,
    cues: Vec<FeelingCue>,
    marks: Marks,
    evidence: FeelingEvidence,
    /// What the English heads say, if the text is in Latin letters.
    english: Option<heads::English>,
}

impl TurnSide {
    fn of(text: &str) -> Self {
        let text = prose(text);
        let plain = PlainText::of(&fold(&text));
        let cues = cues::find(&plain);
        let marks = Marks::of(&text);
        let evidence = FeelingEvidence::of(&text, &plain, &cues, marks);
        let has_words = plain.characters.iter().any(char::is_ascii_alphabetic);
        let english = (has_words && !is_japanese(&text)).then(|| heads::english(&evidence));
        Self { text, cues, marks, evidence, english }
    }

    fn lean(&self) -> Lean {
        match &self.english {
            Some(english) => Lean::by_heads(english, &self.cues, self.is_cry()),
            None => Lean::by_cues(&self.cues, self.marks, heads::common(&self.evidence)),
        }
    }

    /// Whether it cries out; who only wants something done at once does not.
    fn is_cry(&self) -> bool {
        self.marks.exclamations > 0 && message_type(&self.text) != MessageType::Request
    }
}

fn arousal(own: &TurnSide, echo: &[FeelingCue]) -> f32 {
    let level = match level(&own.cues) {
        Some(level) => level,
        None => PLAIN_AROUSAL + REPLY_WEIGHT * (level(echo).unwrap_or(PLAIN_AROUSAL) - PLAIN_AROUSAL),
    };
    let spreads = own.english.map_or(0.0, |english| english.arousal.clamp(-MOST_SPREADS, MOST_SPREADS));
    (level + own.marks.arousal() + HEAD_AROUSAL * spreads).clamp(0.0, 100.0)
}

/// Near the most agitated of the cues, drawn a little to their mean.
fn level(cues: &[FeelingCue]) -> Option<f32> {
    let most = cues.iter().map(|c| c.arousal).reduce(f32::max)?;
    let weight: f32 = cues.iter().map(|c| c.strength() + 0.1).sum();
    let mean = cues.iter().map(|c| c.arousal * (c.strength() + 0.1)).sum::<f32>() / weight;
    Some(0.7 * most + 0.3 * mean)
}

fn percent(value: f32) -> u8 {
    value.round().clamp(0.0, 100.0) as u8
}

#[cfg(test)]
mod tests;
