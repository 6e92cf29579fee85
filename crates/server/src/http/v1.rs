//! Our own API, under `/v1`, and what stands beside it: health, figures, documentation.

mod events;
mod memories;
mod minds;
mod stream;
mod threads;
mod turns;

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::answer::Reply;
use super::route::{Given, Place, Route, Run, Verb, schema};
use crate::{Code, Failure};

/// All routes.
pub fn routes() -> Vec<Route> {
    let mut all = open();
    all.extend(minds::routes());
    all.extend(turns::routes());
    all.extend(memories::routes());
    all.extend(threads::routes());
    all.extend(events::routes());
    all.extend(super::memory_tool::routes());
    all.extend(super::mcp::routes());
    all.extend(super::hooks::routes());
    all.extend(super::mem0::routes());
    all
}

/// What anyone may ask.
fn open() -> Vec<Route> {
    vec![
        anyone(Place(Verb::Get, "/health", "health", "Whether the server is alive."), |_, _| {
            Reply::json(200, &json!({ "status": "ok" }))
        }),
        anyone(
            Place(Verb::Get, "/ready", "ready", "Whether the server can answer: its store can be read."),
            |app, _| {
                if app.is_closing.load(Ordering::Relaxed) {
                    return Err(Failure::new(Code::Closing, Code::Closing.title()));
                }
                app.engine.store().revision().map_err(omoide::Error::from)?;
                Reply::json(200, &json!({ "status": "ok" }))
            },
        ),
        anyone(Place(Verb::Get, "/v1/openapi.json", "openapi", "This document."), |app, _| {
            Reply::json(200, &super::openapi::of(app.routes.all()))
        }),
        Route {
            gives: Given { status: 200, media_type: "text/plain; version=0.0.4", schema: None },
            run: Run::Blocking(Box::new(|app, _| {
                let bytes = app.metrics.text(app).into_bytes();
                Ok(Reply { status: 200, media_type: "text/plain; version=0.0.4", bytes })
            })),
            right: Some(crate::keys::Right::Read),
            ..anyone(Place(Verb::Get, "/metrics", "metrics", "Figures for Prometheus."), |_, _| Ok(Reply::empty(200)))
        },
    ]
}

fn anyone(
    Place(method, path, name, summary): Place,
    run: impl Fn(&super::App, &super::call::Call) -> Result<Reply, Failure> + Send + Sync + 'static,
) -> Route {
    Route {
        method: method.into(),
        path,
        name,
        summary,
        right: None,
        query: None,
        body: None,
        gives: Given { status: 200, media_type: "application/json", schema: Some(schema::<Value>) },
        run: Run::Blocking(Box::new(run)),
    }
}
