//! Our own API, under `/v1`, and what stands beside it: health, figures, documentation.

mod activity;
mod associate;
mod events;
mod memories;
mod minds;
mod people;
mod prime;
mod stream;
mod streams;
mod tasks;
mod threads;
mod turns;

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::answer::TextReply;
use super::route::{Given, Route, RouteHandler, RouteInfo, Verb, schema};
use crate::{Code, Failure};

/// All routes.
pub fn routes() -> Vec<Route> {
    let mut all = open();
    all.extend(minds::routes());
    all.extend(turns::routes());
    all.extend(streams::routes());
    all.extend(memories::routes());
    all.extend(threads::routes());
    all.extend(activity::routes());
    all.extend(people::routes());
    all.extend(prime::routes());
    all.extend(associate::routes());
    all.extend(tasks::routes());
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
        anyone(RouteInfo(Verb::Get, "/health", "health", "Whether the server is alive."), |_, _| {
            TextReply::json(200, &json!({ "status": "ok" }))
        }),
        anyone(
            RouteInfo(Verb::Get, "/ready", "ready", "Whether the server can answer: its store can be read."),
            |app, _| {
                if app.is_closing.load(Ordering::Relaxed) {
                    return Err(Failure::new(Code::Closing, Code::Closing.title()));
                }
                app.engine.store().revision().map_err(omoide::Error::from)?;
                TextReply::json(200, &json!({ "status": "ok" }))
            },
        ),
        anyone(RouteInfo(Verb::Get, "/v1/openapi.json", "openapi", "This document."), |app, _| {
            TextReply::json(200, &super::openapi::of(app.routes.all()))
        }),
        Route {
            gives: Given { status: 200, media_type: "text/plain; version=0.0.4", schema: None },
            run: RouteHandler::Blocking(Box::new(|app, call| {
                let bytes = app.metrics.text(app, &call.access).into_bytes();
                Ok(TextReply { status: 200, media_type: "text/plain; version=0.0.4", bytes })
            })),
            operation: Some(crate::rights::Operation::Look),
            ..anyone(RouteInfo(Verb::Get, "/metrics", "metrics", "Figures for Prometheus."), |_, _| {
                Ok(TextReply::empty(200))
            })
        },
    ]
}

fn anyone(
    RouteInfo(method, path, name, summary): RouteInfo,
    run: impl Fn(&super::App, &super::call::HttpCall) -> Result<TextReply, Failure> + Send + Sync + 'static,
) -> Route {
    Route {
        method: method.into(),
        path,
        name,
        summary,
        operation: None,
        query: None,
        body: None,
        gives: Given { status: 200, media_type: "application/json", schema: Some(schema::<Value>) },
        run: RouteHandler::Blocking(Box::new(run)),
    }
}
