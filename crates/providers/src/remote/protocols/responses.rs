//! OpenAI's Responses.

use omoide_core::ports::{FailureKind, ModelFailure, Question};
use serde_json::{Value, json};

use super::{ProtocolStyle, Said, failed, some, tokens};
use crate::remote::schema::place;

pub(super) fn body(model: &str, question: &Question<'_>, style: ProtocolStyle) -> Value {
    let mut body = json!({
        "model": model,
        "instructions": question.instructions,
        "input": question.material,
        "max_output_tokens": question.max_tokens,
        // Nothing that is asked is to be kept there.
        "store": false,
    });
    if style == ProtocolStyle::Shaped {
        body["temperature"] = json!(question.temperature);
        body["text"] = json!({"format": {
            "type": "json_schema",
            "name": "answer",
            "strict": true,
            "schema": place(),
        }});
    }
    body
}

pub(super) fn read(body: &Value) -> Result<Said, ModelFailure> {
    let tokens = tokens(&body["usage"], "input_tokens", "output_tokens");
    if body["status"] == "incomplete" {
        let is_filtered = body["incomplete_details"]["reason"] == "content_filter";
        let (kind, said) = if is_filtered {
            (FailureKind::Refused, "the model declined to answer")
        } else {
            (FailureKind::TooLong, "the answer was cut at its longest")
        };
        return Err(failed(kind, said, tokens));
    }
    if body["status"] == "failed" {
        return Err(failed(FailureKind::Unreadable, "the model failed in the middle of its answer", tokens));
    }
    let items = body["output"].as_array().map(Vec::as_slice).unwrap_or_default();
    let parts = items.iter().filter_map(|item| item["content"].as_array()).flatten();
    let mut text = String::new();
    for part in parts {
        match part["type"].as_str() {
            Some("refusal") => return Err(failed(FailureKind::Refused, "the model declined to answer", tokens)),
            Some("output_text") => text.push_str(part["text"].as_str().unwrap_or_default()),
            _ => {}
        }
    }
    some(text, tokens)
}
