//! Google's Gemini.

use omoide_core::ports::{FailureKind, ModelFailure, Question, Tokens};
use serde_json::{Value, json};

use super::{ProtocolStyle, Said, failed, some};
use crate::remote::schema::place;

pub(super) fn body(question: &Question<'_>, style: ProtocolStyle) -> Value {
    let mut how = json!({"maxOutputTokens": question.max_tokens});
    if style == ProtocolStyle::Shaped {
        how["temperature"] = json!(question.temperature);
        how["responseMimeType"] = json!("application/json");
        how["responseSchema"] = place();
    }
    json!({
        "systemInstruction": {"parts": [{"text": question.instructions}]},
        "contents": [{"role": "user", "parts": [{"text": question.material}]}],
        "generationConfig": how,
    })
}

pub(super) fn read(body: &Value) -> Result<Said, ModelFailure> {
    let usage = &body["usageMetadata"];
    let count = |name: &str| usage[name].as_u64();
    let tokens = count("promptTokenCount").map(|input| Tokens {
        input,
        // What it thinks is paid for as what it says is.
        output: count("candidatesTokenCount").unwrap_or(0) + count("thoughtsTokenCount").unwrap_or(0),
    });
    let candidate = &body["candidates"][0];
    let is_blocked = body["promptFeedback"]["blockReason"].is_string();
    match candidate["finishReason"].as_str() {
        Some("MAX_TOKENS") => return Err(failed(FailureKind::TooLong, "the answer was cut at its longest", tokens)),
        None | Some("STOP") if !is_blocked => {}
        _ => return Err(failed(FailureKind::Refused, "the model declined to answer", tokens)),
    }
    let parts = candidate["content"]["parts"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_said = |part: &&Value| part["thought"] != true;
    some(parts.iter().filter(is_said).filter_map(|part| part["text"].as_str()).collect(), tokens)
}
