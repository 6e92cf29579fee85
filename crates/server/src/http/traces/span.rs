//! Spans, whose trace they belong to, and how OTLP writes them.

use std::time::Duration;

use hyper::header::HeaderMap;
use omoide_core::Moment;
use serde_json::{Value, json};

use crate::keys::random_hex;

/// The trace that a request belongs to, and its place there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceContext {
    trace_id: String,
    span_id: String,
    parent_id: Option<String>,
}

/// Which side of a call a span is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpanKind {
    /// Work within the server.
    Internal,
    /// A request that was answered.
    Server,
}

/// Something that took time.
#[derive(Clone, PartialEq, Debug)]
pub struct Span {
    /// Where it belongs.
    pub context: TraceContext,
    /// What it is called: few names, whatever is asked.
    pub name: String,
    /// Which side of a call it is.
    pub kind: SpanKind,
    /// When it ended.
    pub ended_at: Moment,
    /// How long it took.
    pub took: Duration,
    /// What is known of it, by the names that OpenTelemetry has for it.
    pub attributes: Vec<(&'static str, Value)>,
    /// Whether the server failed.
    pub has_failed: bool,
}

impl TraceContext {
    /// The place of a request: in the trace that it names (`traceparent`), or in one of its own. None when whoever
    /// asks does not want it to be traced.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let given = headers.get("traceparent").and_then(|value| value.to_str().ok()).and_then(parent);
        match given {
            Some((_, _, false)) => None,
            Some((trace_id, parent_id, true)) => {
                Some(Self { trace_id, span_id: random_hex::<8>(), parent_id: Some(parent_id) })
            }
            None => Some(Self { trace_id: random_hex::<16>(), span_id: random_hex::<8>(), parent_id: None }),
        }
    }

    /// A place below this one.
    pub fn child(&self) -> Self {
        Self { trace_id: self.trace_id.clone(), span_id: random_hex::<8>(), parent_id: Some(self.span_id.clone()) }
    }
}

/// What a `traceparent` says: the trace, the span, and whether it is recorded.
fn parent(text: &str) -> Option<(String, String, bool)> {
    let mut parts = text.trim().split('-');
    let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_hex = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    let is_some = |text: &str| text.bytes().any(|byte| byte != b'0');
    // Later versions may have further parts; this one has none.
    let is_known = is_hex(version, 2) && version != "ff" && (version != "00" || parts.next().is_none());
    let is_good = is_known && is_hex(trace, 32) && is_some(trace) && is_hex(span, 16) && is_some(span);
    let flags = u8::from_str_radix(flags, 16).ok().filter(|_| is_good && is_hex(flags, 2))?;
    Some((trace.to_owned(), span.to_owned(), flags & 1 == 1))
}

/// The spans as a request to a collector.
pub fn document(service: &str, spans: &[Span]) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    let resource = [("service.name", json!(service)), ("service.version", json!(version))];
    json!({ "resourceSpans": [{
        "resource": { "attributes": attributes(&resource) },
        "scopeSpans": [{
            "scope": { "name": "omoide", "version": version },
            "spans": spans.iter().map(written).collect::<Vec<_>>(),
        }],
    }]})
}

fn written(span: &Span) -> Value {
    // Numbers of 64 bits are text in this form.
    let end = i128::from(span.ended_at.unix_micros()) * 1_000;
    let start = end - i128::try_from(span.took.as_nanos()).unwrap_or(0);
    json!({
        "traceId": span.context.trace_id,
        "spanId": span.context.span_id,
        "parentSpanId": span.context.parent_id.as_deref().unwrap_or_default(),
        "name": span.name,
        "kind": match span.kind { SpanKind::Internal => 1, SpanKind::Server => 2 },
        "startTimeUnixNano": start.max(0).to_string(),
        "endTimeUnixNano": end.max(0).to_string(),
        "attributes": attributes(&span.attributes),
        "status": if span.has_failed { json!({ "code": 2 }) } else { json!({}) },
    })
}

fn attributes(known: &[(&'static str, Value)]) -> Vec<Value> {
    let value = |value: &Value| match value {
        Value::Number(number) if number.is_f64() => json!({ "doubleValue": number }),
        Value::Number(number) => json!({ "intValue": number.to_string() }),
        Value::Bool(is_so) => json!({ "boolValue": is_so }),
        Value::String(text) => json!({ "stringValue": text }),
        other => json!({ "stringValue": other.to_string() }),
    };
    known.iter().map(|(key, known)| json!({ "key": key, "value": value(known) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    fn context(traceparent: &str) -> Option<TraceContext> {
        let mut headers = HeaderMap::new();
        headers.insert("traceparent", traceparent.parse().expect("a value"));
        TraceContext::of(&headers)
    }

    #[test]
    fn a_request_goes_on_with_the_trace_that_it_names() {
        let context = context(&format!("00-{TRACE}-00f067aa0ba902b7-01")).expect("it is traced");
        assert_eq!(context.trace_id, TRACE);
        assert_eq!(context.parent_id.as_deref(), Some("00f067aa0ba902b7"));
        let child = context.child();
        assert_eq!((child.trace_id.as_str(), child.parent_id), (TRACE, Some(context.span_id)));
    }

    #[test]
    fn a_request_that_is_not_to_be_traced_is_not() {
        assert_eq!(context(&format!("00-{TRACE}-00f067aa0ba902b7-00")), None);
    }

    #[test]
    fn what_names_no_trace_begins_one() {
        let zeros = "0".repeat(32);
        for odd in [
            String::new(),
            "nonsense".to_owned(),
            format!("00-{zeros}-00f067aa0ba902b7-01"),
            format!("00-{TRACE}-0000000000000000-01"),
            format!("ff-{TRACE}-00f067aa0ba902b7-01"),
            format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
            format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()),
        ] {
            let context = context(&odd).expect("it is traced");
            assert_eq!((context.trace_id.len(), context.span_id.len(), context.parent_id), (32, 16, None), "{odd}");
            assert_ne!(context.trace_id, TRACE);
        }
    }
}
