//! The conversations that a mind has memories of.

use super::super::App;
use super::super::call::HttpCall;
use super::super::route::{Route, RouteInfo, Verb};
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{ThreadStands, ThreadsListed, ThreadsQuery};

/// The routes.
pub fn routes() -> Vec<Route> {
    let place = RouteInfo(
        Verb::Get,
        "/v1/minds/{mind}/threads",
        "list_threads",
        "The conversations that there are memories of, in parts.",
    );
    let show = RouteInfo(
        Verb::Get,
        "/v1/minds/{mind}/threads/{thread}",
        "get_thread",
        "A conversation as it stands: its last turns, who speaks, what it is about, and its sessions.",
    );
    let close = RouteInfo(
        Verb::Post,
        "/v1/minds/{mind}/threads/{thread}/close",
        "close_thread",
        "Closes a conversation: what was said in it last becomes a session. A further turn opens it again.",
    );
    vec![
        Route::new(place, Operation::Look, list).asking::<ThreadsQuery>(),
        Route::new(show, Operation::Look, |app, call| -> Result<ThreadStands, Failure> {
            Ok(call.mind(app)?.thread(call.param("thread"))?.into())
        }),
        Route::new(close, Operation::Remember, |app, call| -> Result<ThreadStands, Failure> {
            Ok(call.mind(app)?.end_thread(call.param("thread"))?.into())
        }),
    ]
}

fn list(app: &App, call: &HttpCall) -> Result<ThreadsListed, Failure> {
    let mind = call.mind(app)?;
    let query: ThreadsQuery = call.query()?;
    let cursor = query.cursor.as_deref().map(str::parse).transpose();
    let cursor = cursor.map_err(|()| Failure::invalid("cursor: it must be one that the server returned"))?;
    Ok(mind.threads(cursor.as_ref(), query.size()?)?.into())
}
