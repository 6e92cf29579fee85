//! The log: one JSON object a line, without a memory's text and without keys.

use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;

use omoide_core::Moment;
use serde_json::{Value, json};

use crate::Failure;

/// Where lines go.
pub struct ServerLog(Mutex<Box<dyn Write + Send>>);

/// A request that was answered.
pub struct Done<'a> {
    pub id: &'a str,
    pub method: &'a str,
    pub route: &'a str,
    pub status: u16,
    pub took: Duration,
    pub key: Option<&'a str>,
    pub failure: Option<&'a Failure>,
}

impl ServerLog {
    /// A log that is written there.
    pub fn to(sink: Box<dyn Write + Send>) -> Self {
        Self(Mutex::new(sink))
    }

    /// Something that happened.
    pub fn event(&self, at: Moment, what: &str, fields: Value) {
        self.write(at, "info", what, fields);
    }

    /// Something that went wrong beside an answer.
    pub fn failure(&self, at: Moment, what: &str, cause: &str) {
        self.write(at, "error", what, json!({ "cause": cause }));
    }

    /// A request that was answered.
    pub fn request(&self, at: Moment, done: &Done<'_>) {
        let level = if done.status >= 500 { "error" } else { "info" };
        let mut fields = json!({
            "request_id": done.id,
            "method": done.method,
            "route": done.route,
            "status": done.status,
            "ms": (done.took.as_secs_f64() * 1e6).round() / 1e3,
        });
        if let Some(key) = done.key {
            fields["key"] = json!(key);
        }
        if let Some(failure) = done.failure {
            fields["code"] = json!(failure.code.name());
            if let Some(cause) = &failure.cause {
                fields["cause"] = json!(cause);
            }
        }
        self.write(at, level, "request", fields);
    }

    fn write(&self, at: Moment, level: &str, what: &str, fields: Value) {
        let mut line = json!({ "at": at, "level": level, "what": what });
        if let (Some(line), Value::Object(fields)) = (line.as_object_mut(), fields) {
            line.extend(fields);
        }
        let mut sink = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // There is nobody to tell when the log cannot be written.
        let _ = writeln!(sink, "{line}");
    }
}
