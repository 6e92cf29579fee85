//! The stream of events (server-sent events).

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::body::Bytes;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::super::App;
use super::super::answer::{Body, streamed};
use super::super::call::HttpCall;
use super::super::route::{Given, Route, RouteHandler, RouteInfo, Verb};
use crate::Failure;
use crate::rights::Operation;
use crate::wire::Nothing;

/// How often a silent stream says that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How often it looks whether the server is about to stop, or the key was revoked.
const LOOK: Duration = Duration::from_millis(500);
/// Events that a listener may be behind.
const BUFFERED: usize = 64;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EventsQuery {
    /// Only of this mind.
    mind: Option<String>,
}

/// The route.
pub fn routes() -> Vec<Route> {
    let place = RouteInfo(Verb::Get, "/v1/events", "events", "What happens, as it happens (server-sent events).");
    vec![
        Route {
            gives: Given { status: 200, media_type: "text/event-stream", schema: None },
            run: RouteHandler::Waiting(|app, call| Box::pin(listen(app, call))),
            ..Route::new(place, Operation::Look, |_, _| Ok(Nothing {}))
        }
        .asking::<EventsQuery>(),
    ]
}

async fn listen(app: Arc<App>, call: HttpCall) -> Result<hyper::Response<Body>, Failure> {
    let wanted = call.query::<EventsQuery>()?.mind;
    let access = call.access;
    let mut events = app.events.listen();
    let (sender, pieces) = mpsc::channel::<Bytes>(BUFFERED);
    let (app, is_closing) = (Arc::clone(&app), move |app: &App| app.is_closing.load(Ordering::Relaxed));
    tokio::spawn(async move {
        let mut silent = Duration::ZERO;
        if sender.send(Bytes::from_static(b": listening\n\n")).await.is_err() {
            return;
        }
        while !is_closing(&app) {
            let event = tokio::time::timeout(LOOK, events.recv()).await;
            if access.demand_still(&app).is_err() {
                return;
            }
            let piece = match event {
                Ok(Ok(event)) => {
                    let is_wanted = wanted.as_ref().is_none_or(|mind| mind == event.mind.as_str());
                    if !is_wanted || !access.may_see(&event.mind) {
                        continue;
                    }
                    Bytes::from(event.line())
                }
                Ok(Err(RecvError::Lagged(missed))) => Bytes::from(format!("event: missed\ndata: {missed}\n\n")),
                Ok(Err(RecvError::Closed)) => return,
                Err(_) => {
                    silent += LOOK;
                    if silent < HEARTBEAT && !sender.is_closed() {
                        continue;
                    }
                    Bytes::from_static(b": still here\n\n")
                }
            };
            silent = Duration::ZERO;
            if sender.send(piece).await.is_err() {
                return;
            }
        }
    });
    Ok(streamed("text/event-stream", pieces))
}
