//! What each protocol wants of a request, and how its answers look.

use serde_json::{Value, json};

use super::{Behaviour, KEY, ProviderRequest};

/// A question as a model gets it, whatever the protocol.
#[derive(Clone, Debug)]
pub struct Prompted {
    /// What it is to do.
    pub instructions: String,
    /// What it is to do it with.
    pub material: String,
    /// The shape of the answer, if it was told.
    pub schema: Option<Value>,
}

impl Prompted {
    /// How many memories the question is about.
    pub fn memories(&self) -> usize {
        self.material.matches("<memory number=\"").count()
    }
}

/// The status and the body that answer a request.
pub(super) fn answer(
    asked: &ProviderRequest,
    behaviour: Option<&Behaviour>,
    brain: &dyn Fn(&Prompted) -> String,
    dimensions: usize,
) -> (u16, Value) {
    let body = asked.json();
    let path = asked.path.as_str();
    if path.ends_with("/embeddings") || path.ends_with("/api/embed") || path.ends_with(":batchEmbedContents") {
        return embeddings(asked, &body, behaviour, dimensions);
    }
    let (status, wrapped) = if path.ends_with("/v1/messages") {
        anthropic(asked, &body, behaviour, brain)
    } else if path.ends_with("/chat/completions") {
        chat(asked, &body, behaviour, brain)
    } else if path.ends_with("/responses") {
        responses(asked, &body, behaviour, brain)
    } else if path.ends_with(":generateContent") {
        gemini(asked, &body, behaviour, brain)
    } else if path.ends_with("/api/chat") {
        ollama(&body, behaviour, brain)
    } else {
        (404, json!({"error": {"message": "not found"}}))
    };
    (status, wrapped)
}

/// What a model says, as it was told to behave.
fn said(prompted: &Prompted, behaviour: Option<&Behaviour>, brain: &dyn Fn(&Prompted) -> String) -> String {
    match behaviour {
        Some(Behaviour::Say(text)) => text.clone(),
        Some(Behaviour::TooLong) => "{\"answers\":[{\"number\":1,\"trig".to_owned(),
        _ => brain(prompted),
    }
}

fn wrong(status: u16, kind: &str, message: &str) -> (u16, Value) {
    (status, json!({"type": "error", "error": {"type": kind, "message": message}}))
}

fn is_bearer(asked: &ProviderRequest) -> bool {
    asked.header("authorization") == Some(&format!("Bearer {KEY}"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn is_plain_only(behaviour: Option<&Behaviour>, has_more: bool) -> bool {
    matches!(behaviour, Some(Behaviour::OnlyPlain)) && has_more
}

fn anthropic(
    asked: &ProviderRequest,
    body: &Value,
    behaviour: Option<&Behaviour>,
    brain: &dyn Fn(&Prompted) -> String,
) -> (u16, Value) {
    if asked.header("x-api-key") != Some(KEY) {
        return wrong(401, "authentication_error", "invalid x-api-key");
    }
    if asked.header("anthropic-version").is_none() || !body["max_tokens"].is_u64() || !body["messages"].is_array() {
        return wrong(400, "invalid_request_error", "anthropic-version, max_tokens and messages: field required");
    }
    if is_plain_only(behaviour, body.get("tools").is_some()) {
        return wrong(400, "invalid_request_error", "tools are not supported by this model");
    }
    let tool = &body["tools"][0];
    let prompted = Prompted {
        instructions: text(&body["system"]),
        material: text(&body["messages"][0]["content"]),
        schema: tool.get("input_schema").cloned(),
    };
    let words = said(&prompted, behaviour, brain);
    let content = match serde_json::from_str::<Value>(&words) {
        Ok(input) if prompted.schema.is_some() && input.is_object() => {
            json!([{"type": "tool_use", "id": "toolu_1", "name": tool["name"], "input": input}])
        }
        _ => json!([{"type": "text", "text": words}]),
    };
    let stop = match behaviour {
        Some(Behaviour::TooLong) => "max_tokens",
        Some(Behaviour::Refuse) => "refusal",
        _ => "tool_use",
    };
    let mut answer = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": body["model"],
        "content": if matches!(behaviour, Some(Behaviour::Refuse)) { json!([]) } else { content },
        "stop_reason": stop, "stop_sequence": null,
    });
    if !matches!(behaviour, Some(Behaviour::NoUsage)) {
        let (input, output) = sizes(&prompted, &words);
        answer["usage"] = json!({"input_tokens": input, "output_tokens": output});
    }
    (200, answer)
}

fn chat(
    asked: &ProviderRequest,
    body: &Value,
    behaviour: Option<&Behaviour>,
    brain: &dyn Fn(&Prompted) -> String,
) -> (u16, Value) {
    if !is_bearer(asked) {
        return (
            401,
            json!({"error": {"message": format!("Incorrect API key provided: {:?}", asked.header("authorization")), "code": "invalid_api_key"}}),
        );
    }
    let schema = body["response_format"]["json_schema"].get("schema").cloned();
    if is_plain_only(behaviour, body.get("response_format").is_some()) {
        return wrong(400, "invalid_request_error", "response_format is not supported by this model");
    }
    if schema.as_ref().is_some_and(|schema| schema["type"] != "object" || schema["additionalProperties"] != false) {
        return wrong(400, "invalid_request_error", "Invalid schema for response_format 'answer'");
    }
    let prompted = Prompted {
        instructions: text(&body["messages"][0]["content"]),
        material: text(&body["messages"][1]["content"]),
        schema,
    };
    if prompted.material.is_empty() || !body["model"].is_string() {
        return wrong(400, "invalid_request_error", "model and messages are required");
    }
    let words = said(&prompted, behaviour, brain);
    let is_refused = matches!(behaviour, Some(Behaviour::Refuse));
    let message = if is_refused {
        json!({"role": "assistant", "content": null, "refusal": "I'm sorry, I can't help with that."})
    } else {
        json!({"role": "assistant", "content": words, "refusal": null})
    };
    let reason = if matches!(behaviour, Some(Behaviour::TooLong)) { "length" } else { "stop" };
    let choice = json!({"index": 0, "message": message, "finish_reason": reason});
    let mut answer = json!({"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice]});
    if !matches!(behaviour, Some(Behaviour::NoUsage)) {
        let (input, output) = sizes(&prompted, &words);
        answer["usage"] = json!({"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output});
    }
    (200, answer)
}

fn responses(
    asked: &ProviderRequest,
    body: &Value,
    behaviour: Option<&Behaviour>,
    brain: &dyn Fn(&Prompted) -> String,
) -> (u16, Value) {
    if !is_bearer(asked) {
        return (401, json!({"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}));
    }
    if is_plain_only(behaviour, body.get("text").is_some()) {
        return wrong(400, "invalid_request_error", "text.format is not supported by this model");
    }
    let prompted = Prompted {
        instructions: text(&body["instructions"]),
        material: text(&body["input"]),
        schema: body["text"]["format"].get("schema").cloned(),
    };
    let words = said(&prompted, behaviour, brain);
    let part = if matches!(behaviour, Some(Behaviour::Refuse)) {
        json!({"type": "refusal", "refusal": "I'm sorry, I can't help with that."})
    } else {
        json!({"type": "output_text", "text": words, "annotations": []})
    };
    let mut answer = json!({
        "id": "resp_1", "object": "response", "status": "completed", "incomplete_details": null,
        "output": [
            {"type": "reasoning", "summary": []},
            {"type": "message", "role": "assistant", "content": [part]},
        ],
    });
    if matches!(behaviour, Some(Behaviour::TooLong)) {
        answer["status"] = json!("incomplete");
        answer["incomplete_details"] = json!({"reason": "max_output_tokens"});
    }
    if !matches!(behaviour, Some(Behaviour::NoUsage)) {
        let (input, output) = sizes(&prompted, &words);
        answer["usage"] = json!({"input_tokens": input, "output_tokens": output, "total_tokens": input + output});
    }
    (200, answer)
}

fn gemini(
    asked: &ProviderRequest,
    body: &Value,
    behaviour: Option<&Behaviour>,
    brain: &dyn Fn(&Prompted) -> String,
) -> (u16, Value) {
    if asked.header("x-goog-api-key") != Some(KEY) {
        return (401, json!({"error": {"code": 401, "message": "API key not valid.", "status": "UNAUTHENTICATED"}}));
    }
    let how = &body["generationConfig"];
    if is_plain_only(behaviour, how.get("responseSchema").is_some()) {
        return (
            400,
            json!({"error": {"code": 400, "message": "Unknown name \"responseSchema\"", "status": "INVALID_ARGUMENT"}}),
        );
    }
    let prompted = Prompted {
        instructions: text(&body["systemInstruction"]["parts"][0]["text"]),
        material: text(&body["contents"][0]["parts"][0]["text"]),
        schema: how.get("responseSchema").cloned(),
    };
    let words = said(&prompted, behaviour, brain);
    let reason = match behaviour {
        Some(Behaviour::TooLong) => "MAX_TOKENS",
        Some(Behaviour::Refuse) => "SAFETY",
        _ => "STOP",
    };
    let parts = if reason == "SAFETY" { json!([]) } else { json!([{"text": words}]) };
    let mut answer =
        json!({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}]});
    if !matches!(behaviour, Some(Behaviour::NoUsage)) {
        let (input, output) = sizes(&prompted, &words);
        answer["usageMetadata"] = json!({
            "promptTokenCount": input, "candidatesTokenCount": output, "totalTokenCount": input + output,
        });
    }
    (200, answer)
}

fn ollama(body: &Value, behaviour: Option<&Behaviour>, brain: &dyn Fn(&Prompted) -> String) -> (u16, Value) {
    if is_plain_only(behaviour, body.get("format").is_some()) {
        return (400, json!({"error": "invalid format"}));
    }
    let prompted = Prompted {
        instructions: text(&body["messages"][0]["content"]),
        material: text(&body["messages"][1]["content"]),
        schema: body.get("format").cloned(),
    };
    // Ollama has no way to decline; a model that does says so in words.
    let refusal = "I cannot help with that.".to_owned();
    let is_refused = matches!(behaviour, Some(Behaviour::Refuse));
    let words = if is_refused { refusal } else { said(&prompted, behaviour, brain) };
    let reason = if matches!(behaviour, Some(Behaviour::TooLong)) { "length" } else { "stop" };
    let mut answer = json!({
        "model": body["model"], "message": {"role": "assistant", "content": words}, "done": true, "done_reason": reason,
    });
    if !matches!(behaviour, Some(Behaviour::NoUsage)) {
        let (input, output) = sizes(&prompted, &words);
        answer["prompt_eval_count"] = json!(input);
        answer["eval_count"] = json!(output);
    }
    (200, answer)
}

fn embeddings(asked: &ProviderRequest, body: &Value, behaviour: Option<&Behaviour>, usual: usize) -> (u16, Value) {
    let is_gemini = asked.path.ends_with(":batchEmbedContents");
    let is_ollama = asked.path.ends_with("/api/embed");
    if !is_ollama && !is_bearer(asked) && asked.header("x-goog-api-key") != Some(KEY) {
        return (401, json!({"error": {"message": "invalid key"}}));
    }
    let texts: Vec<String> = if is_gemini {
        let requests = body["requests"].as_array().cloned().unwrap_or_default();
        requests.iter().map(|one| text(&one["content"]["parts"][0]["text"])).collect()
    } else {
        body["input"].as_array().cloned().unwrap_or_default().iter().map(text).collect()
    };
    let asked_for = [&body["dimensions"], &body["output_dimension"], &body["requests"][0]["outputDimensionality"]];
    let asked_for = asked_for.into_iter().find_map(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let size = match behaviour {
        Some(Behaviour::Dimensions(size)) => *size,
        _ => asked_for.unwrap_or(usual),
    };
    let mut vectors: Vec<Vec<f64>> = texts.iter().map(|text| counted(text, size)).collect();
    if matches!(behaviour, Some(Behaviour::OneVectorLess)) {
        vectors.pop();
    }
    let read: usize = texts.iter().map(|text| text.chars().count()).sum();
    if is_gemini {
        let all: Vec<Value> = vectors.iter().map(|vector| json!({"values": vector})).collect();
        return (200, json!({"embeddings": all}));
    }
    if is_ollama {
        return (200, json!({"model": body["model"], "embeddings": vectors, "prompt_eval_count": read}));
    }
    // The order of an answer is told by its numbers and not by its place.
    let data: Vec<Value> = vectors
        .iter()
        .enumerate()
        .rev()
        .map(|(index, vector)| json!({"object": "embedding", "index": index, "embedding": vector}))
        .collect();
    (200, json!({"object": "list", "data": data, "usage": {"prompt_tokens": read, "total_tokens": read}}))
}

/// A vector that two texts with the same characters share, and others hardly.
fn counted(text: &str, size: usize) -> Vec<f64> {
    let mut vector = vec![0.0; size];
    for c in text.chars() {
        vector[c as usize % size.max(1)] += 1.0;
    }
    vector
}

fn sizes(prompted: &Prompted, words: &str) -> (usize, usize) {
    let input = prompted.instructions.chars().count() + prompted.material.chars().count();
    (input.div_ceil(3), words.chars().count().div_ceil(3))
}
