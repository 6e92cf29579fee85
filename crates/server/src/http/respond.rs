//! From a request to its answer: the guard, the key, the route, the work; then the log and the figures.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::body::{Body as _, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response};
use serde_json::json;
use tokio::time::Instant;

use super::answer::{Body, TextReply, problem};
use super::call::HttpCall;
use super::listen::Entrance;
use super::log::Done;
use super::route::{RouteHandler, RouteMatch};
use super::traces::{Span, SpanKind, TraceContext};
use super::{App, access, body, guard};
use crate::keys::random_hex;
use crate::{Code, Failure};

/// The name of what leads nowhere, in figures.
const NOWHERE: &str = "nowhere";

/// What is known of a request besides its answer.
struct Seen {
    route: &'static str,
    path: &'static str,
    key: Option<String>,
    /// Whether some of its body was not read.
    has_unread_body: bool,
    /// When the work of it began and ended, where work was done that blocks.
    worked: Option<(Instant, Instant)>,
}

/// Answers a request.
pub async fn respond(
    app: Arc<App>,
    request: Request<Incoming>,
    entrance: Entrance,
) -> Result<Response<Body>, Infallible> {
    let began = Instant::now();
    let id = request_id(request.headers());
    let method = request.method().clone();
    let origin = request.headers().get(header::ORIGIN).cloned();
    let trace = app.traces.as_ref().and_then(|_| TraceContext::of(request.headers()));
    let mut seen = Seen { route: NOWHERE, path: "", key: None, has_unread_body: false, worked: None };
    app.metrics.begin();
    let outcome = route(&app, request, entrance, &mut seen).await;
    app.metrics.end();
    let (mut response, failure) = match outcome {
        Ok(response) => (response, None),
        Err(failure) => (problem(&failure, &id), Some(failure)),
    };
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if seen.has_unread_body {
        // What was not read cannot be told from the next request.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    allow_origin(&app, origin, &mut response);
    let status = response.status().as_u16();
    let took = began.elapsed();
    app.metrics.count(seen.route, status, took);
    let is_wanted = app.settings.logs_requests || failure.as_ref().is_some_and(|failure| failure.code.is_ours());
    if is_wanted {
        let done = Done {
            id: &id,
            method: method.as_str(),
            route: seen.route,
            status,
            took,
            key: seen.key.as_deref(),
            failure: failure.as_ref(),
        };
        app.log.request(app.engine.now(), &done);
    }
    if let Some(context) = trace {
        let asked = TracedRequest { id, method, began, took };
        trace_request(&app, context, &asked, &seen, (status, failure.as_ref()));
    }
    Ok(response)
}

/// A request, as far as its trace tells of it.
struct TracedRequest {
    id: String,
    method: Method,
    began: Instant,
    took: Duration,
}

/// Hands in the spans of a request: the whole of it, and the work that it waited for.
fn trace_request(
    app: &App,
    context: TraceContext,
    asked: &TracedRequest,
    seen: &Seen,
    outcome: (u16, Option<&Failure>),
) {
    let Some(traces) = &app.traces else { return };
    let ended_at = app.engine.now();
    if let Some((began, ended)) = seen.worked {
        let since = asked.took.saturating_sub(ended.saturating_duration_since(asked.began));
        let before = i64::try_from(since.as_micros()).unwrap_or(0);
        let waited = began.saturating_duration_since(asked.began);
        traces.add(Span {
            context: context.child(),
            name: format!("work {}", seen.route),
            kind: SpanKind::Internal,
            ended_at: omoide_core::Moment::new(ended_at.unix_micros() - before, 0),
            took: ended.saturating_duration_since(began),
            attributes: vec![("omoide.waited_ms", json!(waited.as_secs_f64() * 1e3))],
            has_failed: false,
        });
    }
    let (status, failure) = outcome;
    let mut attributes = vec![
        ("http.request.method", json!(asked.method.as_str())),
        ("http.response.status_code", json!(status)),
        ("url.scheme", json!("http")),
        ("omoide.request_id", json!(asked.id)),
    ];
    if !seen.path.is_empty() {
        attributes.push(("http.route", json!(seen.path)));
    }
    if let Some(failure) = failure {
        attributes.push(("error.type", json!(failure.code.name())));
    }
    let name = if seen.path.is_empty() { asked.method.to_string() } else { format!("{} {}", asked.method, seen.path) };
    let has_failed = status >= 500;
    traces.add(Span { context, name, kind: SpanKind::Server, ended_at, took: asked.took, attributes, has_failed });
}

async fn route(
    app: &Arc<App>,
    request: Request<Incoming>,
    entrance: Entrance,
    seen: &mut Seen,
) -> Result<Response<Body>, Failure> {
    let (parts, incoming) = request.into_parts();
    seen.has_unread_body = !incoming.is_end_stream();
    guard::check(&parts.uri, &parts.headers, &app.settings)?;
    if parts.method == Method::OPTIONS && parts.headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD) {
        return Ok(TextReply::empty(204).into_response());
    }
    let (route, params) = match app.routes.find(&parts.method, parts.uri.path())? {
        RouteMatch::Route(route, params) => (route, params),
        RouteMatch::Nothing => return Err(Failure::new(Code::UnknownRoute, "see GET /v1/openapi.json")),
        RouteMatch::OtherMethods(methods) => {
            let names: Vec<&str> = methods.iter().map(|method| method.as_str()).collect();
            return Err(Failure::new(Code::WrongMethod, format!("this path takes {}", names.join(", "))));
        }
    };
    (seen.route, seen.path) = (route.name, route.path);
    let mut call = HttpCall {
        access: access::Caller::of_anyone(),
        headers: parts.headers,
        params,
        query: parts.uri.query().unwrap_or_default().to_owned(),
        body: hyper::body::Bytes::new(),
    };
    if let Some(operation) = route.operation {
        call.access = access::of(app, entrance, parts.uri.path(), &call.headers)?;
        seen.key = call.access.key_id().map(str::to_owned);
        call.access.demand(operation)?;
        if app.is_closing.load(Ordering::Relaxed) {
            return Err(Failure::new(Code::Closing, Code::Closing.title()));
        }
    }
    match &route.run {
        RouteHandler::Streaming(run) => {
            let response = run(Arc::clone(app), call, incoming).await?;
            seen.has_unread_body = false;
            Ok(response)
        }
        RouteHandler::Waiting(run) => {
            let (bytes, _hold) = body::read(incoming, &app.held, &app.settings.limits).await?;
            seen.has_unread_body = false;
            call.body = bytes;
            run(Arc::clone(app), call).await
        }
        RouteHandler::Blocking(_) => {
            let (bytes, hold) = body::read(incoming, &app.held, &app.settings.limits).await?;
            seen.has_unread_body = false;
            call.body = bytes;
            work(app, seen, call, hold).await
        }
    }
}

/// Has the work of a route done by those who may block.
async fn work(app: &Arc<App>, seen: &mut Seen, call: HttpCall, hold: body::Hold) -> Result<Response<Body>, Failure> {
    let (shared, name) = (Arc::clone(app), seen.route);
    let done = app.work.run(move || {
        let began = Instant::now();
        let route = shared.routes.all().iter().find(|route| route.name == name);
        let Some(RouteHandler::Blocking(run)) = route.map(|route| &route.run) else {
            return Err(Failure::ours(Code::Internal, "a route was lost"));
        };
        let reply = run(&shared, &call);
        drop(hold);
        Ok((reply, began, Instant::now()))
    });
    let (reply, began, ended) = done.await?;
    seen.worked = Some((began, ended));
    Ok(reply?.into_response())
}

/// The name that whoever asks gives the request, if it can stand in a log, or one of our own.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get("x-request-id").and_then(|value| value.to_str().ok());
    let is_plain = |text: &&str| {
        (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    given.filter(is_plain).map_or_else(random_hex::<8>, str::to_owned)
}

/// Tells a browser that a page which was named may have the answer. Without names, nothing is told.
fn allow_origin(app: &App, origin: Option<HeaderValue>, response: &mut Response<Body>) {
    let Some(origin) = origin else { return };
    let is_named = origin.to_str().is_ok_and(|text| app.settings.origins.iter().any(|named| named == text));
    if !is_named {
        return;
    }
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    let methods = "GET, POST, PUT, PATCH, DELETE";
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
    let names = "authorization, content-type, x-api-key, x-request-id, omoide-mind";
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(names));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_could_forge_a_line_of_the_log_is_not_taken() {
        let of = |value: &[u8]| {
            let mut headers = HeaderMap::new();
            headers.insert("x-request-id", HeaderValue::from_bytes(value).expect("a value"));
            request_id(&headers)
        };
        assert_eq!(of(b"trace-1.2_3"), "trace-1.2_3");
        for odd in [&b"a b"[..], b"", b"\xe6\x80\x9d", &[b'a'; 65], b"{\"x\":1}"] {
            assert_eq!(of(odd).len(), 16, "{odd:?}");
        }
    }
}
