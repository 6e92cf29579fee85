//! MCP over HTTP (streamable HTTP): one message in, one out, without sessions.

use hyper::header::HeaderMap;
use serde_json::Value;

use super::App;
use super::answer::TextReply;
use super::call::HttpCall;
use super::route::{Given, Route, RouteHandler, RouteInfo, Verb};
use crate::mcp::{Mcp, STATELESS, header_fault, status_of_answer};
use crate::rights::Operation;
use crate::wire::Nothing;
use crate::{Code, Failure};

/// The route.
pub fn routes() -> Vec<Route> {
    let place = RouteInfo(Verb::Post, "/mcp", "mcp", "MCP: one message, or a list of them.");
    vec![Route {
        gives: Given { status: 200, media_type: "application/json", schema: None },
        run: RouteHandler::Blocking(Box::new(answer)),
        ..Route::new(place, Operation::Look, |_, _| Ok(Nothing {}))
    }]
}

fn answer(app: &App, call: &HttpCall) -> Result<TextReply, Failure> {
    if !super::body::is_json(&call.headers) {
        return Err(Failure::new(Code::WrongMediaType, "send it as content-type: application/json"));
    }
    let mind = call.mind_beside(app)?;
    let mcp = Mcp::new(&app.mcp, mind, app.settings.tools)
        .with_right(call.access.right())
        .seeing_all_minds(call.access.may_see_all())
        .reaching(call.access.minds())
        .audited(&app.audit, call.access.key_id());
    let text = String::from_utf8_lossy(&call.body);
    let message = serde_json::from_str::<Value>(&text).ok();
    let is_stateless =
        header(&call.headers, "mcp-protocol-version").is_some_and(|version| STATELESS.contains(&version));
    if let Some(message) = message.as_ref().filter(|_| is_stateless)
        && let Some(fault) = header_fault(message, &|name| header(&call.headers, name))
    {
        return Ok(json(400, fault));
    }
    match mcp.answer(&text) {
        None => Ok(TextReply::empty(202)),
        Some(answer) => {
            let status = if is_stateless { status_of_answer(&answer) } else { 200 };
            Ok(json(status, answer))
        }
    }
}

fn json(status: u16, text: String) -> TextReply {
    TextReply { status, media_type: "application/json", bytes: text.into_bytes() }
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}
