//! The protocols: how a question is written down for each, and how an answer is read.

mod anthropic;
mod chat;
mod gemini;
mod ollama;
mod responses;

use omoide_core::ports::{FailureKind, ModelFailure, Question, Tokens};
use serde_json::Value;

use super::Provider;
use super::schema::{self, Bounds};

/// What an answer says, and what it took.
pub(super) type Said = (String, Option<Tokens>);

/// How much of what a provider has to offer is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProtocolStyle {
    /// With the shape of the answer, in the provider's own way.
    Shaped,
    /// In words alone.
    Plain,
}

/// A way to speak to a language model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    Anthropic,
    Chat,
    Responses,
    Gemini,
    Ollama,
}

impl Protocol {
    /// What a provider speaks; none for one without language models.
    pub(super) fn of(provider: Provider) -> Option<Self> {
        match provider {
            Provider::Anthropic => Some(Self::Anthropic),
            Provider::OpenAi | Provider::Compatible => Some(Self::Chat),
            Provider::OpenAiResponses => Some(Self::Responses),
            Provider::Gemini => Some(Self::Gemini),
            Provider::Ollama => Some(Self::Ollama),
            Provider::Voyage => None,
        }
    }

    pub(super) fn path(self, model: &str) -> String {
        match self {
            Self::Anthropic => "/v1/messages".to_owned(),
            Self::Chat => "/chat/completions".to_owned(),
            Self::Responses => "/responses".to_owned(),
            Self::Gemini => format!("/models/{}:generateContent", model.trim_start_matches("models/")),
            Self::Ollama => "/api/chat".to_owned(),
        }
    }

    pub(super) fn headers(self, key: Option<&str>) -> Vec<(&'static str, String)> {
        let Some(key) = key else { return Vec::new() };
        match self {
            Self::Anthropic => vec![("x-api-key", key.to_owned()), ("anthropic-version", "2023-06-01".to_owned())],
            Self::Gemini => vec![("x-goog-api-key", key.to_owned())],
            Self::Chat | Self::Responses | Self::Ollama => vec![("authorization", format!("Bearer {key}"))],
        }
    }

    /// A question as it is sent.
    pub(super) fn body(self, provider: Provider, model: &str, question: &Question<'_>, style: ProtocolStyle) -> String {
        let body = match self {
            Self::Anthropic => anthropic::body(model, question, style),
            Self::Chat => chat::body(provider, model, question, style),
            Self::Responses => responses::body(model, question, style),
            Self::Gemini => gemini::body(question, style),
            Self::Ollama => ollama::body(model, question, style),
        };
        let schema = match (self, provider) {
            (Self::Gemini, _) => schema::gemini_schema(question.shape),
            (Self::Ollama, _) | (_, Provider::Compatible) => schema::json_schema(question.shape, Bounds::All),
            _ => schema::json_schema(question.shape, Bounds::WithoutTexts),
        };
        schema::placed(&body, &schema)
    }

    pub(super) fn read(self, body: &Value) -> Result<Said, ModelFailure> {
        match self {
            Self::Anthropic => anthropic::read(body),
            Self::Chat => chat::read(body),
            Self::Responses => responses::read(body),
            Self::Gemini => gemini::read(body),
            Self::Ollama => ollama::read(body),
        }
    }
}

/// Tokens under two names; none unless both are there.
fn tokens(usage: &Value, input: &str, output: &str) -> Option<Tokens> {
    Some(Tokens { input: usage[input].as_u64()?, output: usage[output].as_u64()? })
}

/// A failure that took tokens all the same.
fn failed(kind: FailureKind, message: &str, tokens: Option<Tokens>) -> ModelFailure {
    ModelFailure { tokens, ..ModelFailure::new(kind, message) }
}

/// What was said, unless nothing was.
fn some(text: String, tokens: Option<Tokens>) -> Result<Said, ModelFailure> {
    if text.trim().is_empty() {
        return Err(failed(FailureKind::Unreadable, "the answer has no text in it", tokens));
    }
    Ok((text, tokens))
}
