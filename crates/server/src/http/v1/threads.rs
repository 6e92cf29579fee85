//! The conversations that a mind has memories of.

use super::super::App;
use super::super::call::HttpCall;
use super::super::route::{Route, RouteInfo, Verb};
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{ThreadsListed, ThreadsQuery};

/// The route.
pub fn routes() -> Vec<Route> {
    let place = RouteInfo(
        Verb::Get,
        "/v1/minds/{mind}/threads",
        "list_threads",
        "The conversations that there are memories of, in parts.",
    );
    vec![Route::new(place, Operation::Look, list).asking::<ThreadsQuery>()]
}

fn list(app: &App, call: &HttpCall) -> Result<ThreadsListed, Failure> {
    let mind = call.mind(app)?;
    let query: ThreadsQuery = call.query()?;
    let cursor = query.cursor.as_deref().map(str::parse).transpose();
    let cursor = cursor.map_err(|()| Failure::invalid("cursor: it must be one that the server returned"))?;
    Ok(mind.threads(cursor.as_ref(), query.size()?)?.into())
}
