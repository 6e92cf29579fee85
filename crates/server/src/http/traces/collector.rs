//! Where spans are sent: OTLP over HTTP, in its JSON form, as the variables of OpenTelemetry or a person say.

use std::fmt;
use std::time::Duration;

use percent_encoding::percent_decode_str;

use super::span::{Span, document};

/// How long a collector may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the server is called where nobody says otherwise.
const SERVICE: &str = "omoide";

/// A collector of spans.
#[derive(Clone, PartialEq, Eq)]
pub struct Collector {
    /// The whole address.
    url: String,
    headers: Vec<(String, String)>,
    service: String,
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What stands in the headers is often a key.
        f.debug_struct("Collector").field("url", &self.url).field("service", &self.service).finish_non_exhaustive()
    }
}

impl Collector {
    /// The collector that someone means by an address such as `http://localhost:4318`, or by the variables of
    /// OpenTelemetry; none when there is neither, or when these say that nothing is to be sent.
    pub fn meant(address: Option<&str>, variable: &dyn Fn(&str) -> Option<String>) -> Option<Self> {
        let url = match address {
            Some(address) => Some(below(address)),
            None => from_variables(variable),
        }?;
        let headers = variable("OTEL_EXPORTER_OTLP_TRACES_HEADERS").or_else(|| variable("OTEL_EXPORTER_OTLP_HEADERS"));
        let service = variable("OTEL_SERVICE_NAME").unwrap_or_else(|| SERVICE.to_owned());
        Some(Self { url, headers: pairs(&headers.unwrap_or_default()), service })
    }

    pub(super) fn agent(&self) -> ureq::Agent {
        ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            // What stands in the headers is for this address.
            .max_redirects(0)
            .user_agent(concat!("omoide/", env!("CARGO_PKG_VERSION")))
            .build()
            .into()
    }

    /// Sends spans; why not, if they were not taken.
    pub(super) fn send(&self, agent: &ureq::Agent, spans: &[Span]) -> Result<(), String> {
        let mut request = agent.post(&self.url).content_type("application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let answer = request.send(document(&self.service, spans).to_string()).map_err(|error| error.to_string())?;
        match answer.status().as_u16() {
            200..=299 => Ok(()),
            status => Err(format!("the collector answers {status}")),
        }
    }
}

fn from_variables(variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let says = |name: &str, word: &str| variable(name).is_some_and(|value| value.trim().eq_ignore_ascii_case(word));
    let is_off = says("OTEL_SDK_DISABLED", "true")
        || variable("OTEL_TRACES_EXPORTER").is_some_and(|names| !names.split(',').any(|name| name.trim() == "otlp"))
        // What is meant for the other protocol does not understand this one.
        || says("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc")
        || (variable("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL").is_none() && says("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"));
    if is_off {
        return None;
    }
    // The one for traces is meant as it is, the one for everything has a path for each.
    variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
        .or_else(|| variable("OTEL_EXPORTER_OTLP_ENDPOINT").map(|address| below(&address)))
}

fn below(address: &str) -> String {
    format!("{}/v1/traces", address.trim().trim_end_matches('/'))
}

/// `name=value,name=value`, the values percent-encoded.
fn pairs(text: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let value = percent_decode_str(value.trim()).decode_utf8_lossy().into_owned();
        Some((name.trim().to_owned(), value)).filter(|(name, _)| !name.is_empty())
    };
    text.split(',').filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(address: Option<&str>, variables: &[(&str, &str)]) -> Option<Collector> {
        let find = |name: &str| Some(variables.iter().find(|(known, _)| *known == name)?.1.to_owned());
        Collector::meant(address, &find)
    }

    #[test]
    fn nothing_is_sent_unasked() {
        assert_eq!(meant(None, &[]), None);
        assert_eq!(meant(None, &[("OTEL_SERVICE_NAME", "memory"), ("OTEL_EXPORTER_OTLP_HEADERS", "a=b")]), None);
        let everything = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318");
        for off in [
            ("OTEL_SDK_DISABLED", "true"),
            ("OTEL_TRACES_EXPORTER", "none"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
            ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc"),
        ] {
            assert_eq!(meant(None, &[everything, off]), None, "{off:?}");
        }
    }

    #[test]
    fn an_address_for_everything_has_a_path_for_traces() {
        let url = |collector: Option<Collector>| collector.expect("a collector").url;
        let everything = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/");
        assert_eq!(url(meant(None, &[everything])), "http://collector:4318/v1/traces");
        let traces = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://other:4318/here");
        assert_eq!(url(meant(None, &[everything, traces])), "http://other:4318/here");
        assert_eq!(url(meant(Some("http://mine:1"), &[everything, traces])), "http://mine:1/v1/traces");
    }

    #[test]
    fn headers_are_pairs_with_encoded_values() {
        let headers = ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc, x-team = notes,broken,=none");
        let collector = meant(Some("http://mine:1"), &[headers]).expect("a collector");
        let wanted = [("authorization", "Bearer abc"), ("x-team", "notes")];
        assert_eq!(collector.headers, wanted.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
