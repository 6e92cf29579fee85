//! Hooks of hosts, answered by the server: no process is started, and the index is warm.
//!
//! A hook that comes by the loopback lets the server prove first that it knows the key of the place where the hook read
//! its address: another program may listen there since. The answer then has a proof as well.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::App;
use super::access::NONCE;
use super::answer::TextReply;
use super::call::HttpCall;
use super::route::{Route, RouteHandler, RouteInfo, Verb};
use crate::proof::proof;
use crate::rights::Operation;
use crate::wire::Nothing;
use crate::{Code, Failure};

/// Answers the hook of that name: the mind that is usual for whoever runs it, and what the host sends.
type Answer = dyn Fn(&str, Option<&str>, &[u8]) -> Result<Option<String>, String> + Send + Sync;

/// How hooks are answered.
#[derive(Clone)]
pub struct HookRoutes(Arc<Answer>);

impl HookRoutes {
    /// In that way.
    pub fn new(
        answer: impl Fn(&str, Option<&str>, &[u8]) -> Result<Option<String>, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(answer))
    }
}

impl fmt::Debug for HookRoutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooks")
    }
}

/// What shows that the server knows the key that it wrote down for hooks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerProof {
    /// Over the nonce of the hook.
    pub proof: String,
}

/// An answer to a hook, and what shows that it is the server's.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvenAnswer {
    /// What the hook prints.
    pub answer: String,
    /// Over the nonce of the hook and the answer.
    pub proof: String,
}

/// The proof of a server for a nonce.
pub fn server_proof(key: &str, nonce: &str) -> String {
    proof(key.as_bytes(), "server", &[nonce.as_bytes()])
}

/// The proof of an answer to the hook that sent a nonce.
pub fn answer_proof(key: &str, nonce: &str, answer: &str) -> String {
    proof(key.as_bytes(), "answer", &[nonce.as_bytes(), answer.as_bytes()])
}

/// The routes.
pub fn routes() -> Vec<Route> {
    let place = RouteInfo(Verb::Post, "/hooks/{word}", "hook", "A hook of a host, with what the host sends.");
    let proof = RouteInfo(Verb::Get, "/hooks/proof", "hook_proof", "Whether this is the server that a hook means.");
    vec![
        Route {
            run: RouteHandler::Blocking(Box::new(answer)),
            ..Route::new(place, Operation::Remember, |_, _| Ok(Nothing {}))
        },
        Route {
            run: RouteHandler::Blocking(Box::new(prove)),
            operation: None,
            ..Route::new(proof, Operation::Look, |_, _| Ok(Nothing {}))
        },
    ]
}

fn nonce(call: &HttpCall) -> Option<&str> {
    call.headers.get(NONCE).and_then(|value| value.to_str().ok())
}

fn prove(app: &App, call: &HttpCall) -> Result<TextReply, Failure> {
    match (&app.settings.local_key, nonce(call)) {
        (Some(key), Some(nonce)) => TextReply::json(200, &ServerProof { proof: server_proof(key, nonce) }),
        _ => Err(Failure::new(Code::UnknownRoute, "there is no such proof here")),
    }
}

fn answer(app: &App, call: &HttpCall) -> Result<TextReply, Failure> {
    // Which mind is meant depends on the folder, so whoever asks must be good for all.
    call.access.demand_all_minds()?;
    let Some(hooks) = &app.settings.hooks else {
        return Err(Failure::new(Code::UnknownRoute, "this server answers no hooks"));
    };
    let mind = call.headers.get("omoide-mind").and_then(|value| value.to_str().ok());
    let answered = (hooks.0)(call.param("word"), mind, &call.body).map_err(Failure::invalid)?;
    // A host wants an object even where there is nothing to say.
    let text = answered.unwrap_or_else(|| "{}".to_owned());
    if let (Some(key), Some(nonce)) = (&app.settings.local_key, nonce(call)) {
        let proof = answer_proof(key, nonce, &text);
        return TextReply::json(200, &ProvenAnswer { answer: text, proof });
    }
    Ok(TextReply { status: 200, media_type: "application/json", bytes: text.into_bytes() })
}
