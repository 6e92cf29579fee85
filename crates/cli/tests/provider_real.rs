//! A real language model on this machine, end to end: turns in, memories out, and every answer in the ledger.
//!
//! It is very small (135 million weights) and judges feelings badly. So nothing is said here about how good its answers
//! are: only that they are held to their shape, checked, counted, and told from those of the language layer.

use omoide_testkit::command::{CommandAnswer, CommandSandbox};
use omoide_testkit::models::RealLanguageModel;
use serde_json::Value;

const NIGHT: &str = "2026-01-21T09:00:00+09:00";
const BY_MODEL: &str = "compatible/smollm2-135m analyse-1";

const TURNS: [[&str; 2]; 3] = [
    ["I finally passed the driving test! I am so happy and grateful to my teacher.", "Congratulations, well done."],
    ["We decided to move the database to PostgreSQL next month.", "I will plan the migration."],
    ["My grandmother is in hospital and I am afraid of losing her.", "I am sorry. Tell me about her."],
];

fn with(sandbox: &CommandSandbox, model: &RealLanguageModel, words: &[&str]) -> CommandAnswer {
    let url = format!("llm.base_url={}", model.base_url());
    let settings = [
        "llm.provider=compatible",
        "llm.model=smollm2-135m",
        url.as_str(),
        // A small model keeps one turn apart from no other.
        "llm.turns_per_call=1",
        "llm.max_tokens=400",
        "llm.timeout_seconds=600",
        "llm.daily_tokens=100000",
        "llm.monthly_tokens=100000",
    ];
    let mut words = words.to_vec();
    for setting in &settings {
        words.extend(["--set", *setting]);
    }
    sandbox.at(NIGHT, &words)
}

fn memories(sandbox: &CommandSandbox) -> Vec<Value> {
    let list = sandbox.omoide(&["list", "--json"]).json();
    let handles = list["memories"].as_array().expect("memories").iter().map(|memory| memory["handle"].clone());
    handles.map(|handle| sandbox.omoide(&["show", handle.as_str().expect("a handle"), "--json"]).json()).collect()
}

#[test]
fn a_real_small_model_understands_the_turns_of_a_night() {
    let model = RealLanguageModel::start();
    let sandbox = CommandSandbox::new();
    for [said, replied] in TURNS {
        sandbox.omoide(&["remember", said, "--reply", replied]).ok();
    }
    let before = memories(&sandbox);
    assert!(before.iter().all(|memory| memory["analysed_by"] != BY_MODEL));

    let night = with(&sandbox, &model, &["sleep", "--json"]).json();
    let done = &night["improvement"];
    let number = |name: &str| done[name].as_u64().unwrap_or_else(|| panic!("{name} is a number: {night}"));
    // A grammar holds it to the shape, so that no answer is cut or cannot be read.
    assert_eq!((number("analysed"), number("left")), (3, 0), "{night}");
    assert!(number("calls") >= 3 && number("input_tokens") > 900 && number("output_tokens") > 100, "{night}");

    for memory in memories(&sandbox) {
        assert_eq!(memory["analysed_by"], BY_MODEL, "{memory}");
        let text = memory.to_string();
        for percentage in ["emotional_intensity", "emotional_arousal"] {
            let value = found(&memory, percentage).and_then(Value::as_u64);
            assert!(value.is_some_and(|value| value <= 100), "{percentage}: {text}");
        }
    }
    // What it makes up is not kept: keywords stand in their turn, and the words of a turn stay what they were.
    let after = memories(&sandbox);
    for memory in &after {
        let turn = TURNS.iter().find(|[said, _]| memory.to_string().contains(said)).expect("its turn is kept");
        let turn = turn.join(" ").to_lowercase();
        for keyword in found(memory, "keywords").and_then(Value::as_array).expect("keywords") {
            let keyword = keyword.as_str().expect("a word").to_lowercase();
            assert!(turn.contains(&keyword), "{keyword}: {memory}");
        }
    }

    let cost = with(&sandbox, &model, &["cost", "--calls", "20", "--json"]).json();
    assert_eq!(cost["month"]["usd"], 0.0, "what runs here costs tokens and no money: {cost}");
    let month = &cost["month"];
    let both = month["input_tokens"].as_u64().zip(month["output_tokens"].as_u64());
    assert_eq!(both, Some((number("input_tokens"), number("output_tokens"))), "{cost}");
    let calls = cost["calls"].as_array().expect("calls");
    assert!(calls.iter().all(|call| call["result"] == "answered"), "{cost}");

    // Whoever tries it is told what it is worth.
    let tried = with(&sandbox, &model, &["provider", "test", "--json"]).json();
    assert!(tried["grade"] != "unusable" && tried["feeling_understood"].is_boolean(), "{tried}");

    // The same night is not paid for twice.
    let again = with(&sandbox, &model, &["sleep", "--json"]).json();
    assert_eq!(again["improvement"]["calls"], 0, "{again}");
}

/// The value of that name, wherever it stands.
fn found<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    match value {
        Value::Object(parts) => parts.get(name).or_else(|| parts.values().find_map(|part| found(part, name))),
        Value::Array(list) => list.iter().find_map(|part| found(part, name)),
        _ => None,
    }
}
