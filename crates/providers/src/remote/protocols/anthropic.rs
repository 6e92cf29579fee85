//! Anthropic's Messages; an answer of a shape is the input of a tool that the model has to use.

use omoide_core::ports::{FailureKind, ModelFailure, Question, Tokens};
use serde_json::{Value, json};

use super::{ProtocolStyle, Said, failed, some};
use crate::remote::schema::place;

const TOOL: &str = "answer";

pub(super) fn body(model: &str, question: &Question<'_>, style: ProtocolStyle) -> Value {
    let mut body = json!({
        "model": model,
        "max_tokens": question.max_tokens,
        "system": question.instructions,
        "messages": [{"role": "user", "content": question.material}],
    });
    if style == ProtocolStyle::Shaped {
        body["temperature"] = json!(question.temperature.min(1.0));
        body["tools"] = json!([{
            "name": TOOL,
            "description": "Gives the answer.",
            "input_schema": place(),
        }]);
        body["tool_choice"] = json!({"type": "tool", "name": TOOL});
    }
    body
}

pub(super) fn read(body: &Value) -> Result<Said, ModelFailure> {
    let usage = &body["usage"];
    let count = |name: &str| usage[name].as_u64();
    let cached = count("cache_creation_input_tokens").unwrap_or(0) + count("cache_read_input_tokens").unwrap_or(0);
    let tokens = count("input_tokens")
        .zip(count("output_tokens"))
        .map(|(input, output)| Tokens { input: input + cached, output });
    match body["stop_reason"].as_str() {
        Some("max_tokens" | "model_context_window_exceeded") => {
            return Err(failed(FailureKind::TooLong, "the answer was cut at its longest", tokens));
        }
        Some("refusal") => return Err(failed(FailureKind::Refused, "the model declined to answer", tokens)),
        _ => {}
    }
    let blocks = body["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    if let Some(tool) = blocks.iter().find(|block| block["type"] == "tool_use") {
        return some(tool["input"].to_string(), tokens);
    }
    let text: String = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
    some(text, tokens)
}
