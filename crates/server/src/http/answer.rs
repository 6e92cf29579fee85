//! Answers: JSON, problems as problem+json, and streams.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::Response;
use hyper::body::{Body as _, Bytes, Frame};
use hyper::header::{self, HeaderValue};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;

use crate::{Code, Failure};

/// The body of an answer.
pub type Body = UnsyncBoxBody<Bytes, Infallible>;

/// An answer of text that is there as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextReply {
    /// The status.
    pub status: u16,
    /// The type of the text.
    pub media_type: &'static str,
    /// The text.
    pub bytes: Vec<u8>,
}

impl TextReply {
    /// A value as JSON.
    pub fn json(status: u16, value: &impl Serialize) -> Result<Self, Failure> {
        let bytes = serde_json::to_vec(value).map_err(|error| Failure::ours(Code::Internal, error.to_string()))?;
        Ok(Self { status, media_type: "application/json", bytes })
    }

    /// Nothing but a status.
    pub fn empty(status: u16) -> Self {
        Self { status, media_type: "", bytes: Vec::new() }
    }

    /// The answer.
    pub fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Full::new(Bytes::from(self.bytes)).boxed_unsync());
        *response.status_mut() = hyper::StatusCode::from_u16(self.status).unwrap_or_default();
        if !self.media_type.is_empty() {
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        }
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// A failure as an answer.
pub fn problem(failure: &Failure, request_id: &str) -> Response<Body> {
    let code = failure.code;
    let value = json!({
        "type": format!("urn:omoide:problem:{}", code.name()),
        "title": code.title(),
        "status": code.status(),
        "detail": failure.detail,
        "code": code.name(),
        "request_id": request_id,
    });
    let reply = TextReply {
        status: code.status(),
        media_type: "application/problem+json",
        bytes: value.to_string().into_bytes(),
    };
    let mut response = reply.into_response();
    let headers = response.headers_mut();
    match code {
        Code::Unauthorized => {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"omoide\""));
        }
        Code::RateLimited | Code::Overloaded | Code::Busy | Code::Closing => {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        _ => {}
    }
    response
}

/// A body that others send piece by piece.
pub struct Pieces(pub mpsc::Receiver<Bytes>);

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.get_mut().0.poll_recv(cx).map(|piece| piece.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// An answer whose body is sent piece by piece.
pub fn streamed(media_type: &'static str, pieces: mpsc::Receiver<Bytes>) -> Response<Body> {
    let body = Pieces(pieces);
    debug_assert!(!body.is_end_stream());
    let mut response = Response::new(body.boxed_unsync());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_what_it_is_and_how_to_go_on() {
        let response = problem(&Failure::new(Code::RateLimited, "60 a minute"), "r1");
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        let without_key = problem(&Failure::new(Code::Unauthorized, "no key"), "r1");
        assert!(without_key.headers().contains_key(header::WWW_AUTHENTICATE));
    }
}
