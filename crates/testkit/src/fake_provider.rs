//! A provider that a test plays: it speaks every protocol by its path, checks what it is sent as the real ones do, and
//! misbehaves when it is told to.

mod protocols;
mod wire;

use std::collections::VecDeque;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

pub use protocols::Prompted;
use wire::HttpRequest;

/// The key that it wants.
pub const KEY: &str = "sk-test-0123456789abcdef";

/// What it does with one request.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// Answers with a status, headers and a body of the test's choice.
    Status(u16, Vec<(&'static str, &'static str)>, &'static str),
    /// Answers well, but with these words.
    Say(String),
    /// Answers well, with everything that is not ASCII escaped.
    Escaped,
    /// Says that the answer was cut at its longest.
    TooLong,
    /// Declines.
    Refuse,
    /// Does not say what it took.
    NoUsage,
    /// Sends what is not JSON.
    NotJson,
    /// Sends so many bytes of the answer and hangs up.
    CutAfter(usize),
    /// Sends the answer byte by byte, with so many milliseconds between.
    Drip(u64),
    /// Says nothing for so many milliseconds, then answers well.
    Silent(u64),
    /// Hangs up without a word.
    HangUp,
    /// Refuses schemas and temperatures, as some models do.
    OnlyPlain,
    /// Sends vectors of that size.
    Dimensions(usize),
    /// Sends one vector too few.
    OneVectorLess,
}

/// What was asked of it.
#[derive(Clone, Debug)]
pub struct ProviderRequest {
    /// The path.
    pub path: String,
    /// The headers, by their small names.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl ProviderRequest {
    /// The body as JSON; null when it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

type Brain = dyn Fn(&Prompted) -> String + Send + Sync;

struct ProviderState {
    asked: Vec<ProviderRequest>,
    answered: usize,
    script: VecDeque<Behaviour>,
    usual: Option<Behaviour>,
    brain: Arc<Brain>,
    dimensions: usize,
}

/// A provider on this machine, as long as the test runs.
pub struct FakeProvider {
    address: String,
    state: Arc<Mutex<ProviderState>>,
}

impl Default for FakeProvider {
    fn default() -> Self {
        Self::start()
    }
}

impl FakeProvider {
    /// Starts one that answers sensibly.
    ///
    /// # Panics
    /// When this machine has no port left.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(Mutex::new(ProviderState {
            asked: Vec::new(),
            answered: 0,
            script: VecDeque::new(),
            usual: None,
            brain: Arc::new(sensible),
            dimensions: 8,
        }));
        let served = Arc::clone(&state);
        // The thread ends with the process: a test has no other way to stop waiting for callers.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let served = Arc::clone(&served);
                std::thread::spawn(move || serve(stream, &served));
            }
        });
        Self { address, state }
    }

    /// Where it is, without a path.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Misbehaves so, once for each, in this order; then it answers well again.
    pub fn then(&self, behaviours: impl IntoIterator<Item = Behaviour>) -> &Self {
        self.state().script.extend(behaviours);
        self
    }

    /// Misbehaves so whenever nothing else was planned.
    pub fn always(&self, behaviour: Option<Behaviour>) -> &Self {
        self.state().usual = behaviour;
        self
    }

    /// Thinks so from now on.
    pub fn thinking(&self, brain: impl Fn(&Prompted) -> String + Send + Sync + 'static) -> &Self {
        self.state().brain = Arc::new(brain);
        self
    }

    /// Everything that it was asked so far.
    pub fn asked(&self) -> Vec<ProviderRequest> {
        self.state().asked.clone()
    }

    /// How many requests it has answered well, for which a real one would want money.
    pub fn answered(&self) -> usize {
        self.state().answered
    }

    fn state(&self) -> MutexGuard<'_, ProviderState> {
        lock(&self.state)
    }
}

fn lock(state: &Mutex<ProviderState>) -> MutexGuard<'_, ProviderState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One request on one connection.
fn serve(mut stream: std::net::TcpStream, state: &Mutex<ProviderState>) {
    let Some(request) = HttpRequest::read(&stream) else { return };
    let (behaviour, brain, dimensions) = {
        let mut state = lock(state);
        state.asked.push(request.asked.clone());
        let behaviour = state.script.pop_front().or_else(|| state.usual.clone());
        (behaviour, Arc::clone(&state.brain), state.dimensions)
    };
    match &behaviour {
        Some(Behaviour::HangUp) => return,
        Some(Behaviour::Silent(time)) => std::thread::sleep(Duration::from_millis(*time)),
        _ => {}
    }
    let (status, headers, body) = match &behaviour {
        Some(Behaviour::Status(status, headers, body)) => (*status, headers.clone(), (*body).to_owned()),
        Some(Behaviour::NotJson) => (200, Vec::new(), "<html>it works!</html>".to_owned()),
        _ => {
            let (status, body) = protocols::answer(&request.asked, behaviour.as_ref(), &*brain, dimensions);
            (status, Vec::new(), wire::json_text(&body, matches!(behaviour, Some(Behaviour::Escaped))))
        }
    };
    if status == 200 {
        // Before it is sent: who asked may look at once. What breaks off on the way wants its money as well.
        lock(state).answered += 1;
    }
    let (cut_after, pause) = match &behaviour {
        Some(Behaviour::CutAfter(bytes)) => (Some(*bytes), 0),
        Some(Behaviour::Drip(pause)) => (None, *pause),
        _ => (None, 0),
    };
    wire::send(&mut stream, status, &headers, &body, cut_after, pause);
}

/// Answers by the schema, once for each memory of the question.
pub fn sensible(prompted: &Prompted) -> String {
    let count = prompted.memories().max(1);
    let of_one = prompted.schema.as_ref().map(|schema| &schema["properties"]["answers"]["items"]["properties"]);
    let answers: Vec<Value> = (1..=count)
        .map(|number| {
            let mut one = match of_one.and_then(Value::as_object) {
                Some(parts) => parts.iter().map(|(name, part)| (name.clone(), filled(part, number))).collect(),
                None => usual(number),
            };
            one.insert("number".to_owned(), json!(number));
            Value::Object(one)
        })
        .collect();
    json!({"answers": answers}).to_string()
}

/// An analysis, for those who were told no schema.
fn usual(number: usize) -> serde_json::Map<String, Value> {
    let one = json!({
        "emotional_intensity": 50, "emotional_valence": "positive", "emotional_arousal": 50,
        "emotional_tags": ["joy"], "category": "work", "keywords": ["plain"],
        "trigger": format!("trigger {number}"), "content": format!("content {number}"),
    });
    one.as_object().cloned().unwrap_or_default()
}

fn filled(part: &Value, number: usize) -> Value {
    let kind = part["type"].as_str().unwrap_or_default().to_lowercase();
    match kind.as_str() {
        "integer" => part["maximum"].as_i64().map_or(json!(number), |most| json!(most / 2)),
        "array" => json!([filled(&part["items"], number)]),
        _ => match part["enum"].as_array().and_then(|words| words.first()) {
            Some(word) => word.clone(),
            None => json!(format!("モデルの言葉{number}")),
        },
    }
}
