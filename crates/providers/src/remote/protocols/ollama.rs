//! Ollama.

use omoide_core::ports::{FailureKind, ModelFailure, Question};
use serde_json::{Value, json};

use super::{ProtocolStyle, Said, failed, some, tokens};
use crate::remote::schema::place;

/// Characters that a token stands for at least, so that the window holds the whole question.
const BYTES_A_TOKEN: usize = 2;

/// The smallest window.
const WINDOW: usize = 4096;

pub(super) fn body(model: &str, question: &Question<'_>, style: ProtocolStyle) -> Value {
    let asked = (question.instructions.len() + question.material.len()) / BYTES_A_TOKEN;
    // Without a window large enough Ollama silently drops the beginning of a question.
    let window = (asked + question.max_tokens as usize).next_multiple_of(1024).max(WINDOW);
    let mut options = json!({"num_predict": question.max_tokens, "num_ctx": window});
    let mut body = json!({
        "model": model,
        "stream": false,
        "messages": [
            {"role": "system", "content": question.instructions},
            {"role": "user", "content": question.material},
        ],
    });
    if style == ProtocolStyle::Shaped {
        options["temperature"] = json!(question.temperature);
        body["format"] = place();
    }
    body["options"] = options;
    body
}

pub(super) fn read(body: &Value) -> Result<Said, ModelFailure> {
    let tokens = tokens(body, "prompt_eval_count", "eval_count");
    if body["done"] == false {
        return Err(failed(FailureKind::CutOff, "the answer broke off", tokens));
    }
    if body["done_reason"] == "length" {
        return Err(failed(FailureKind::TooLong, "the answer was cut at its longest", tokens));
    }
    some(body["message"]["content"].as_str().unwrap_or_default().to_owned(), tokens)
}
