//! A request that was let in: who asks, for what, of which mind.

use hyper::body::Bytes;
use hyper::header::HeaderMap;
use omoide::Mind;
use omoide_core::{MindName, Moment};
use serde::de::DeserializeOwned;

use super::App;
use super::access::Caller;
use super::body::is_json;
use crate::audit::Act;
use crate::{Code, Failure};

/// A request that was let in.
pub struct HttpCall {
    pub access: Caller,
    pub headers: HeaderMap,
    /// What stands in the places of the path.
    pub params: Vec<(String, String)>,
    /// What stands after the question mark.
    pub query: String,
    pub body: Bytes,
}

impl HttpCall {
    /// What stands in that place of the path.
    pub fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The name of the mind in the path, if whoever asks may see it.
    pub fn mind_name(&self) -> Result<MindName, Failure> {
        let name: MindName =
            self.param("mind").parse().map_err(|error: omoide_core::BadName| Failure::invalid(error.to_string()))?;
        self.access.demand_mind(&name)?;
        Ok(name)
    }

    /// The mind in the path.
    pub fn mind<'a>(&self, app: &'a App) -> Result<Mind<'a>, Failure> {
        Ok(app.engine.mind(self.mind_name()?))
    }

    /// The mind that a header or a question names, or the usual one.
    pub fn mind_beside(&self, app: &App) -> Result<MindName, Failure> {
        let Some(name) = self.headers.get("omoide-mind") else { return self.access.usual_mind(&app.settings.mind) };
        let name = name.to_str().unwrap_or_default();
        let name: MindName = name.parse().map_err(|error: omoide_core::BadName| Failure::invalid(error.to_string()))?;
        self.access.demand_mind(&name)?;
        Ok(name)
    }

    /// The question as a type.
    pub fn query<Q: DeserializeOwned>(&self) -> Result<Q, Failure> {
        serde_urlencoded::from_str(&self.query).map_err(|error| Failure::new(Code::BadRequest, error.to_string()))
    }

    /// The body as a type; no body is an empty object.
    pub fn json<B: DeserializeOwned>(&self) -> Result<B, Failure> {
        if self.body.is_empty() {
            return serde_json::from_str("{}").map_err(|error| Failure::new(Code::BadRequest, error.to_string()));
        }
        if !is_json(&self.headers) {
            return Err(Failure::new(Code::WrongMediaType, "send it as content-type: application/json"));
        }
        // The message has a place and the name of a field, and never a value of more than a word.
        serde_json::from_slice(&self.body).map_err(|error| {
            let code = if error.is_data() { Code::Invalid } else { Code::BadRequest };
            Failure::new(code, error.to_string())
        })
    }

    /// Puts an act of weight down.
    pub fn audit(&self, app: &App, now: Moment, mind: Option<&MindName>, act: &str, what: &str) {
        let entry = Act { key: self.access.key_id(), mind: mind.map(MindName::as_str), act, what };
        if let Err(error) = app.audit.add(now, entry) {
            app.log.failure(now, "audit", &error.to_string());
        }
    }
}
