//! OpenAI's Chat Completions, which many others speak too.

use omoide_core::ports::{FailureKind, ModelFailure, Question};
use serde_json::{Value, json};

use super::{ProtocolStyle, Said, failed, some, tokens};
use crate::remote::Provider;
use crate::remote::schema::place;

pub(super) fn body(provider: Provider, model: &str, question: &Question<'_>, style: ProtocolStyle) -> Value {
    // OpenAI has renamed it; those who followed it earlier have not.
    let longest = if provider == Provider::OpenAi { "max_completion_tokens" } else { "max_tokens" };
    let mut body = json!({
        "model": model,
        "messages": [
            {"role": "system", "content": question.instructions},
            {"role": "user", "content": question.material},
        ],
    });
    body[longest] = json!(question.max_tokens);
    if style == ProtocolStyle::Shaped {
        body["temperature"] = json!(question.temperature);
        body["response_format"] = json!({
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": true, "schema": place()},
        });
    }
    body
}

pub(super) fn read(body: &Value) -> Result<Said, ModelFailure> {
    let tokens = tokens(&body["usage"], "prompt_tokens", "completion_tokens");
    let choice = &body["choices"][0];
    let message = &choice["message"];
    if message["refusal"].as_str().is_some_and(|said| !said.is_empty()) || choice["finish_reason"] == "content_filter" {
        return Err(failed(FailureKind::Refused, "the model declined to answer", tokens));
    }
    if choice["finish_reason"] == "length" {
        return Err(failed(FailureKind::TooLong, "the answer was cut at its longest", tokens));
    }
    some(message["content"].as_str().unwrap_or_default().to_owned(), tokens)
}
