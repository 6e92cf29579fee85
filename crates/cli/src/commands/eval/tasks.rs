//! The tasks: a case in, an answer out.

use omoide_language::agreement::{self, SentenceRelation};
use omoide_language::message::{self, MessageType};
use omoide_language::topics::{self, TalkRole, Utterance};
use omoide_language::{action, category, emotion, keywords, shorten, similarity};
use serde_json::{Map, Value, json};

use super::profile;

/// How many keywords a text is asked for.
const KEYWORDS: usize = 10;

/// Something to measure.
#[derive(Clone, Copy, Debug)]
pub enum EvalTask {
    /// What a text feels like.
    Emotion,
    /// How near two texts are.
    Similarity,
    /// Whether the newer text contradicts the older.
    Nli,
    /// A summary.
    Compress,
    /// Keywords.
    Keywords,
    /// Where topics begin.
    Threads,
    /// Whether something is to be done.
    Actions,
    /// What a message wants.
    Msgtype,
    /// Which sentences are true of a person.
    Profile,
}

impl EvalTask {
    /// The answer to a case.
    ///
    /// # Errors
    /// The name of what the case lacks.
    pub fn answer(self, case: &Map<String, Value>) -> Result<Map<String, Value>, &'static str> {
        let text = |name: &'static str| case.get(name).and_then(Value::as_str).ok_or(name);
        let answer = match self {
            Self::Emotion => felt(text("text")?),
            Self::Similarity => json!({ "score": similarity::similarity(text("a")?, text("b")?) }),
            Self::Nli => {
                let agreement = agreement::agreement(text("a")?, text("b")?);
                json!({ "label": label(agreement.relation), "score": agreement.contradiction })
            }
            Self::Compress => {
                let most = case.get("max_chars").and_then(Value::as_u64).ok_or("max_chars")?;
                json!({ "summary": shorten::summarise(text("text")?, usize::try_from(most).unwrap_or(usize::MAX)) })
            }
            Self::Keywords => json!({ "keywords": keywords::ranked(text("text")?, KEYWORDS) }),
            Self::Profile => profile::ranked(case)?,
            Self::Actions => json!({ "action": action::is_action(text("text")?) }),
            Self::Msgtype => json!({ "type": wanted(text("text")?) }),
            Self::Threads => json!({ "starts": topics::starts(&talk(case)?) }),
        };
        match answer {
            Value::Object(answer) => Ok(answer),
            _ => Ok(Map::new()),
        }
    }
}

/// The utterances of a case; what a speaker called `assistant` says is an assistant's.
fn talk(case: &Map<String, Value>) -> Result<Vec<Utterance>, &'static str> {
    let utterances = case.get("utterances").and_then(Value::as_array).ok_or("utterances")?;
    let read = |utterance: &Value| {
        let text = utterance.get("text").and_then(Value::as_str).ok_or("text")?;
        let is_assistant = utterance.get("speaker").and_then(Value::as_str) == Some("assistant");
        Ok(Utterance::new(if is_assistant { TalkRole::Assistant } else { TalkRole::Person }, text))
    };
    utterances.iter().map(read).collect()
}

fn label(relation: SentenceRelation) -> &'static str {
    match relation {
        SentenceRelation::Contradicts => "contradiction",
        SentenceRelation::Entails => "entailment",
        SentenceRelation::Open => "neutral",
    }
}

fn wanted(text: &str) -> &'static str {
    match message::message_kind(text) {
        MessageType::Statement | MessageType::Heartbeat => "other",
        kind => kind.name(),
    }
}

fn felt(text: &str) -> Value {
    let emotion = emotion::emotion(text, "", &category::category(text, ""));
    json!({
        "valence": emotion.feeling.valence.name(),
        "valence_score": emotion::read(text).score,
        "arousal": emotion.feeling.arousal,
        "intensity": emotion.intensity,
        "tags": emotion.feeling.tags.iter().map(|tag| tag.name()).collect::<Vec<_>>(),
    })
}
