//! One request to a provider: sent, tried again where that costs nothing, and read to its end.
//!
//! What fails before a model can have worked (no connection, 429, 5xx) is tried again, after the time that the
//! provider names or twice as long as before. What may have been worked on (an answer that breaks off, or does not come
//! in time) is not: it may have to be paid.

use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use omoide_core::ports::{Cancellation, FailureKind, ModelFailure};
use serde_json::Value;
use ureq::http::HeaderMap;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

use super::{Endpoint, Pause, Sleeping};

/// How long it may take to be connected.
const TO_CONNECT: Duration = Duration::from_secs(15);

/// The first pause between attempts, and the longest one that is waited through.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// A token has so many bytes of a request at least: providers count what is asked before they read it.
const BYTES_A_TOKEN: u64 = 3;

/// A longer answer is none.
const MOST_BYTES: usize = 64 << 20;

/// How much of what a provider says about a failure is told.
const TOLD: usize = 300;

/// How providers are reached.
#[derive(Clone)]
pub struct ProviderConnection {
    /// How long an answer may take.
    pub timeout: Duration,
    /// How often it is asked for.
    pub attempts: u32,
    /// Most requests a minute.
    pub requests_per_minute: u32,
    /// Most tokens a minute, as a provider counts them beforehand; 0 is no limit.
    pub tokens_per_minute: u32,
    /// Through which proxy.
    pub proxy: ProxyChoice,
    /// A PEM file of certificates to trust instead of the usual ones.
    pub ca_file: Option<PathBuf>,
    /// How time passes between attempts.
    pub waiting: Arc<dyn Pause>,
}

impl Default for ProviderConnection {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(120),
            attempts: 4,
            requests_per_minute: 50,
            tokens_per_minute: 0,
            proxy: ProxyChoice::FromEnvironment,
            ca_file: None,
            waiting: Arc::new(Sleeping),
        }
    }
}

/// Which proxy is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProxyChoice {
    /// That of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
    FromEnvironment,
    /// None.
    None,
    /// This one.
    At(String),
}

/// What a provider answered with.
pub(super) struct ProviderReply {
    pub(super) body: Value,
    pub(super) attempts: u32,
}

/// A way to one provider.
pub(super) struct Http {
    agent: ureq::Agent,
    reach: ProviderConnection,
    endpoint: Endpoint,
    next: Mutex<Option<Instant>>,
}

/// What came of one attempt.
enum Attempt {
    Answered(Vec<u8>),
    /// It may be tried again, after so long if the provider says so.
    Again(ModelFailure),
    Failed(ModelFailure),
}

impl Http {
    pub(super) fn new(endpoint: Endpoint, reach: ProviderConnection) -> Result<Self, ModelFailure> {
        let tls = match &reach.ca_file {
            None => TlsConfig::builder().build(),
            Some(file) => TlsConfig::builder().root_certs(roots(file)?).build(),
        };
        let mut config = ureq::Agent::config_builder()
            .timeout_global(Some(reach.timeout))
            .timeout_connect(Some(TO_CONNECT.min(reach.timeout)))
            .http_status_as_error(false)
            // A key is for the address that it was given for.
            .max_redirects(0)
            // A connection that died while it was idle looks like an answer that broke off.
            .max_idle_connections(0)
            .user_agent(concat!("omoide/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls);
        match &reach.proxy {
            ProxyChoice::FromEnvironment => {}
            ProxyChoice::None => config = config.proxy(None),
            ProxyChoice::At(address) => {
                let proxy = ureq::Proxy::new(address).map_err(|_| {
                    ModelFailure::new(FailureKind::Rejected, format!("\"{address}\" is not the address of a proxy"))
                })?;
                config = config.proxy(Some(proxy));
            }
        }
        Ok(Self { agent: config.build().into(), reach, endpoint, next: Mutex::new(None) })
    }

    pub(super) fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Sends a request and returns the JSON that it is answered with, of so many tokens at most.
    pub(super) fn post(
        &self,
        path: &str,
        headers: &[(&'static str, String)],
        body: &str,
        longest_answer: u64,
        cancellation: &Cancellation,
    ) -> Result<ProviderReply, ModelFailure> {
        let url = format!("{}{path}", self.endpoint.base_url);
        let tokens = body.len() as u64 / BYTES_A_TOKEN + longest_answer;
        let mut pause = FIRST_PAUSE;
        let mut attempts = 0;
        loop {
            self.keep_pace(tokens, cancellation);
            if cancellation.is_cancelled() {
                return Err(ModelFailure::new(FailureKind::Cancelled, "cancelled"));
            }
            attempts += 1;
            match self.attempt(&url, headers, body, cancellation) {
                Attempt::Answered(bytes) => {
                    let body = serde_json::from_slice(&bytes).map_err(|error| {
                        // A page of someone on the way is not the provider's answer, and costs nothing.
                        let is_theirs = bytes.trim_ascii_start().first() == Some(&b'{');
                        let kind = if is_theirs { FailureKind::Unreadable } else { FailureKind::Unavailable };
                        self.failure(kind, &format!("the answer is not JSON: {error}"))
                    })?;
                    return Ok(ProviderReply { body, attempts });
                }
                Attempt::Failed(failure) => return Err(failure),
                Attempt::Again(failure) => {
                    let time = failure.retry_after.unwrap_or(pause);
                    if attempts >= self.reach.attempts || time > LONGEST_PAUSE {
                        return Err(failure);
                    }
                    self.reach.waiting.wait(time, cancellation);
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Waits until the next request, of so many tokens, may be sent.
    fn keep_pace(&self, tokens: u64, cancellation: &Cancellation) {
        let mut gap = Duration::from_secs(60) / self.reach.requests_per_minute.max(1);
        if self.reach.tokens_per_minute > 0 {
            // A request of more than a minute's tokens goes by itself.
            let minutes = (tokens as f64 / f64::from(self.reach.tokens_per_minute)).min(1.0);
            gap = gap.max(Duration::from_secs_f64(60.0 * minutes));
        }
        #[expect(clippy::disallowed_methods, reason = "requests are paced by real time")]
        let now = Instant::now();
        let wait = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = next.map_or(now, |next| next.max(now));
            *next = Some(at + gap);
            at - now
        };
        if !wait.is_zero() {
            self.reach.waiting.wait(wait, cancellation);
        }
    }

    fn attempt(
        &self,
        url: &str,
        headers: &[(&'static str, String)],
        text: &str,
        cancellation: &Cancellation,
    ) -> Attempt {
        let mut request = self.agent.post(url).content_type("application/json");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let mut answer = match request.send(text) {
            Ok(answer) => answer,
            Err(error) => return self.unsent(error),
        };
        let status = answer.status().as_u16();
        let named = named_pause(answer.headers());
        let body = read(answer.body_mut().as_reader(), cancellation);
        match (status, body) {
            (200..=299, Ok(bytes)) => Attempt::Answered(bytes),
            (200..=299, Err(failure)) => {
                Attempt::Failed(ModelFailure { message: self.at(&failure.message), ..failure })
            }
            (_, body) => self.refused(status, named, &body.unwrap_or_default()),
        }
    }

    /// A request that nothing came back for.
    fn unsent(&self, error: ureq::Error) -> Attempt {
        use std::io::ErrorKind;
        let said = error.to_string();
        match error {
            ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve)
            | ureq::Error::HostNotFound
            | ureq::Error::ConnectionFailed => Attempt::Again(self.failure(FailureKind::Unavailable, &said)),
            ureq::Error::Timeout(_) => Attempt::Failed(self.failure(FailureKind::TimedOut, "no answer in time")),
            ureq::Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => {
                Attempt::Again(self.failure(FailureKind::Unavailable, "nobody answers there"))
            }
            ureq::Error::Io(error) if is_break(error.kind()) => {
                Attempt::Failed(self.failure(FailureKind::CutOff, "the connection broke off"))
            }
            _ => Attempt::Failed(self.failure(FailureKind::Unavailable, &said)),
        }
    }

    /// What a status says that is no success.
    fn refused(&self, status: u16, named: Option<Duration>, body: &[u8]) -> Attempt {
        let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
        let said = message(&body);
        let has_no_money = status == 402 || said.contains("insufficient_quota") || code(&body) == "insufficient_quota";
        let (kind, can_help) = match status {
            401 | 403 => (FailureKind::Unauthorised, false),
            402 => (FailureKind::RateLimited, false),
            404 => (FailureKind::UnknownModel, false),
            429 => (FailureKind::RateLimited, !has_no_money),
            408 | 500..=599 => (FailureKind::Unavailable, true),
            _ => (FailureKind::Rejected, false),
        };
        // Providers repeat a part of a wrong key; nothing of it is passed on.
        let said = if kind == FailureKind::Unauthorised { String::new() } else { said };
        let said = if said.is_empty() { format!("answered {status}") } else { format!("answered {status}: {said}") };
        let failure = ModelFailure { retry_after: named.or_else(|| pause_in_body(&body)), ..self.failure(kind, &said) };
        if can_help { Attempt::Again(failure) } else { Attempt::Failed(failure) }
    }

    fn failure(&self, kind: FailureKind, said: &str) -> ModelFailure {
        ModelFailure::new(kind, self.at(said))
    }

    /// What was said, and where, without the key.
    fn at(&self, said: &str) -> String {
        let text = format!("{}: {said}", self.endpoint.base_url);
        let text = self.endpoint.key.as_ref().map_or(text.clone(), |key| key.scrub(&text));
        text.chars().take(TOLD).collect()
    }
}

/// The certificates of a PEM file.
fn roots(file: &PathBuf) -> Result<RootCerts, ModelFailure> {
    let bad = |why: String| ModelFailure::new(FailureKind::Rejected, format!("{}: {why}", file.display()));
    let pem = std::fs::read(file).map_err(|error| bad(error.to_string()))?;
    let certificates: Vec<_> = parse_pem(&pem)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(Ok(certificate)),
            Ok(_) => None,
            Err(error) => Some(Err(bad(error.to_string()))),
        })
        .collect::<Result<_, _>>()?;
    if certificates.is_empty() {
        return Err(bad("there is no certificate in it".to_owned()));
    }
    Ok(RootCerts::new_with_certs(&certificates))
}

/// Reads an answer to its end.
fn read(mut reader: impl Read, cancellation: &Cancellation) -> Result<Vec<u8>, ModelFailure> {
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        if cancellation.is_cancelled() {
            return Err(ModelFailure::new(FailureKind::Cancelled, "cancelled"));
        }
        match reader.read(&mut piece) {
            Ok(0) => return Ok(bytes),
            Ok(count) => bytes.extend(&piece[..count]),
            Err(error) => {
                let ours = error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>());
                let is_late = matches!(ours, Some(ureq::Error::Timeout(_)));
                let kind = if is_late { FailureKind::TimedOut } else { FailureKind::CutOff };
                return Err(ModelFailure::new(kind, "the answer broke off"));
            }
        }
        if bytes.len() > MOST_BYTES {
            return Err(ModelFailure::new(FailureKind::Unreadable, "the answer does not end"));
        }
    }
}

fn is_break(kind: std::io::ErrorKind) -> bool {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    matches!(kind, BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof)
}

/// The pause that a provider names in its headers: seconds, milliseconds, or a date seen from its own.
fn named_pause(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    if let Some(millis) = text("retry-after-ms").and_then(number) {
        return Duration::try_from_secs_f64(millis / 1000.0).ok();
    }
    let after = text("retry-after")?;
    if let Some(seconds) = number(after) {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let seconds = |date: &str| jiff::fmt::rfc2822::parse(date).ok().map(|at| at.timestamp().as_second());
    let pause = seconds(after)? - seconds(text("date")?)?;
    Some(Duration::from_secs(u64::try_from(pause).unwrap_or(0)))
}

/// The pause that Gemini names in its answer: `"retryDelay": "17s"`.
fn pause_in_body(body: &Value) -> Option<Duration> {
    let details = body["error"]["details"].as_array()?;
    let delay = details.iter().find_map(|detail| detail["retryDelay"].as_str())?;
    let seconds: f64 = delay.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// What a provider says about a failure.
fn message(body: &Value) -> String {
    let error = &body["error"];
    let said = [&error["message"], error, &body["message"], &body["detail"]];
    said.into_iter().find_map(Value::as_str).unwrap_or_default().to_owned()
}

fn code(body: &Value) -> &str {
    let error = &body["error"];
    [&error["code"], &error["type"]].into_iter().find_map(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value"))).collect()
    }

    #[test]
    fn a_pause_is_read_in_every_way_that_it_is_written() {
        let seconds = |pairs: &[(&'static str, &'static str)]| named_pause(&headers(pairs)).map(|p| p.as_secs_f64());
        assert_eq!(seconds(&[("retry-after", "7")]), Some(7.0));
        assert_eq!(seconds(&[("retry-after", "0.5")]), Some(0.5));
        assert_eq!(seconds(&[("retry-after-ms", "1500"), ("retry-after", "9")]), Some(1.5));
        let date = "Fri, 31 Dec 1999 23:59:30 GMT";
        assert_eq!(seconds(&[("date", date), ("retry-after", "Fri, 31 Dec 1999 23:59:59 GMT")]), Some(29.0));
        assert_eq!(seconds(&[("date", date), ("retry-after", "Fri, 31 Dec 1999 23:59:00 GMT")]), Some(0.0));
        for nonsense in ["", "soon", "-3", "NaN", "1e400"] {
            assert_eq!(named_pause(&headers(&[("retry-after", nonsense)])), None, "{nonsense}");
        }
        let body = serde_json::json!({"error": {"details": [{"@type": "x"}, {"retryDelay": "17s"}]}});
        assert_eq!(pause_in_body(&body), Some(Duration::from_secs(17)));
    }
}
