//! Whatever is sent over MCP, the answer is a message of the protocol, and nothing fails here.

#![no_main]

mod sent;

use std::cell::RefCell;
use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use omoide_core::MindName;
use omoide_server::Code;
use omoide_server::mcp::{LazyEngine, Mcp, ToolSet};
use omoide_testkit::sandbox::Sandbox;
use sent::Vocabulary;
use serde_json::{Value, json};

/// After how many inputs a mind is left for a new one, so that what is found does not take long to find again.
const INPUTS_PER_MIND: u32 = 2_000;

const METHODS: [&str; 12] = [
    "initialize",
    "server/discover",
    "ping",
    "logging/setLevel",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "notifications/initialized",
];

/// What stands in messages beside what the tools take.
const NAMES: [&str; 8] = ["jsonrpc", "id", "method", "params", "uri", "_meta", "protocolVersion", "cursor"];

static TOOLS: LazyLock<Value> = LazyLock::new(|| {
    let engine = LazyEngine::of(Sandbox::default().engine);
    let listed = Mcp::new(&engine, MindName::default(), ToolSet::Full)
        .answer(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    serde_json::from_str(&listed.expect("an answer")).expect("JSON")
});

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let words =
        ["2.0", "2026-07-28", "2025-06-18", "mem_20260301_001", "omoide://memories/recent", "2026-03-01", "default"];
    Vocabulary::of(&TOOLS, &NAMES, &words)
});

struct State {
    /// Its store goes with it.
    _sandbox: Sandbox,
    engine: LazyEngine,
    inputs: u32,
}

impl State {
    fn new() -> Self {
        let sandbox = Sandbox::default();
        let engine = LazyEngine::of(sandbox.engine.clone());
        let state = Self { _sandbox: sandbox, engine, inputs: 0 };
        for said in ["The boiler is serviced every May.", "鍵は青い箱の中にある。"] {
            let arguments = json!({ "name": "remember", "arguments": { "text": said } });
            let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": arguments });
            let _ = state.answer(&message.to_string());
        }
        state
    }

    fn answer(&self, text: &str) -> Option<String> {
        Mcp::new(&self.engine, MindName::default(), ToolSet::Full).answer(text)
    }
}

thread_local! {
    static STATE: RefCell<Option<State>> = const { RefCell::new(None) };
}

/// A message: mostly one that is nearly right.
fn message(bytes: &mut Unstructured<'_>) -> Result<String> {
    let kind = bytes.int_in_range(0..=9)?;
    let params = match kind {
        0 => return bytes.arbitrary(),
        1 => return Ok(VOCABULARY.value(bytes)?.to_string()),
        2..=7 => {
            let tools = TOOLS["result"]["tools"].as_array().map_or(&[][..], Vec::as_slice);
            json!({ "name": bytes.choose(tools)?["name"], "arguments": VOCABULARY.object(bytes)? })
        }
        _ => Value::Object(VOCABULARY.object(bytes)?),
    };
    let method = if kind < 8 { "tools/call" } else { *bytes.choose(&METHODS)? };
    Ok(json!({ "jsonrpc": "2.0", "id": VOCABULARY.value(bytes)?, "method": method, "params": params }).to_string())
}

fn check(answer: &Value) {
    if let Value::Array(answers) = answer {
        return answers.iter().for_each(check);
    }
    assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
    assert!(answer["result"].is_object() != answer["error"].is_object(), "{answer}");
    assert_ne!(answer["error"]["code"], -32603, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
    let is_ours = |code: &Code| code.is_ours() && text.starts_with(&format!("{}: ", code.name()));
    assert!(answer["result"]["isError"] != true || !Code::ALL.iter().any(is_ours), "{answer}");
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(text) = message(&mut Unstructured::new(bytes)) else { return Corpus::Reject };
    STATE.with_borrow_mut(|state| {
        if state.as_ref().is_none_or(|state| state.inputs >= INPUTS_PER_MIND) {
            *state = Some(State::new());
        }
        let state = state.as_mut().expect("it was made");
        state.inputs += 1;
        if let Some(answer) = state.answer(&text) {
            check(&serde_json::from_str(&answer).expect("an answer is JSON"));
        }
    });
    Corpus::Keep
});
