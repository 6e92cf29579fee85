//! `omoide eval profile`: which sentences are true of a person, by what the person said in some sessions.

use omoide_language::profile::{OwnWords, PersonVoice};
use serde_json::{Map, Value, json};

/// The candidates, the likeliest first.
///
/// # Errors
/// The name of what the case lacks.
pub fn ranked(case: &Map<String, Value>) -> Result<Value, &'static str> {
    let person = case.get("person").and_then(Value::as_str).ok_or("person")?;
    let mut said = Vec::new();
    for session in case.get("sessions").and_then(Value::as_array).ok_or("sessions")? {
        said.extend(said_in(session, person));
    }
    let voice = PersonVoice::new(&said);
    let mut ranked = Vec::new();
    for candidate in case.get("candidates").and_then(Value::as_array).ok_or("candidates")? {
        let sentence = candidate.get("text").and_then(Value::as_str).ok_or("text")?;
        ranked.push((voice.support(sentence), candidate.get("id").ok_or("id")?));
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(json!({ "ranked": ranked.iter().map(|(_, id)| id).collect::<Vec<_>>() }))
}

fn said_in<'c>(session: &'c Value, person: &str) -> Vec<OwnWords<'c>> {
    let text = |utterance: &'c Value| utterance.get("text").and_then(Value::as_str).unwrap_or_default();
    let speaker = |utterance: &'c Value| utterance.get("speaker").and_then(Value::as_str).unwrap_or_default();
    let mut said = Vec::new();
    let mut before = "";
    for utterance in session.get("utterances").and_then(Value::as_array).into_iter().flatten() {
        if speaker(utterance) == person {
            said.push(OwnWords { said: text(utterance), before });
        }
        before = text(utterance);
    }
    said
}
