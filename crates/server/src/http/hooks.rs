//! Hooks of hosts, answered by the server: no process is started, and the index is warm.

use std::fmt;
use std::sync::Arc;

use super::App;
use super::answer::TextReply;
use super::call::HttpCall;
use super::route::{Route, RouteHandler, RouteInfo, Verb};
use crate::keys::Right;
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

/// The route.
pub fn routes() -> Vec<Route> {
    let place = RouteInfo(Verb::Post, "/hooks/{word}", "hook", "A hook of a host, with what the host sends.");
    vec![Route {
        run: RouteHandler::Blocking(Box::new(answer)),
        ..Route::new(place, Right::Write, |_, _| Ok(Nothing {}))
    }]
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
    Ok(TextReply { status: 200, media_type: "application/json", bytes: text.into_bytes() })
}
