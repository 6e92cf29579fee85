//! What hooks leave in the activity log: prompts, tools and replies of a session, once, and what failed.

#![cfg(unix)]

mod hook;

use serde_json::{Value, json};

use hook::Machine;

/// The lines of the log, as they are listed.
fn lines(machine: &Machine) -> Vec<Value> {
    let listed: Value = serde_json::from_str(&machine.omoide(&["activity", "-n", "500", "--json"])).expect("JSON");
    listed["lines"].as_array().expect("lines").clone()
}

fn told(machine: &Machine) -> Vec<String> {
    let line = |line: &Value| {
        let text = line.get("summary").or(line.get("content")).and_then(Value::as_str).unwrap_or_default();
        format!("{} {text}", line["label"].as_str().expect("a label"))
    };
    lines(machine).iter().map(line).collect()
}

/// The agent uses a tool, in a line of its own.
fn uses(session: &mut hook::Session<'_>, tool: &str, input: Value) {
    let content = json!([{ "type": "tool_use", "id": "t", "name": tool, "input": input }]);
    session.write("assistant", &json!({ "message": { "role": "assistant", "content": content } }));
    let result = json!([{ "type": "tool_result", "tool_use_id": "t", "content": "output of the tool" }]);
    session.write("user", &json!({ "message": { "role": "user", "content": result } }));
}

#[test]
fn a_session_leaves_its_prompts_tools_and_replies_once() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    session.asks("Where is the watering can?");
    uses(&mut session, "Read", json!({ "file_path": "/w/garden/tools.md" }));
    uses(
        &mut session,
        "Bash",
        json!({ "command": "grep -r can . --token=ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8\nls" }),
    );
    session.answers("It stands behind the shed.");
    machine.settle();
    let wanted = [
        "MSG< Where is the watering can?",
        "TOOL Read /w/garden/tools.md",
        "TOOL Bash grep -r can . --token=[redacted:github-token]",
        "MSG> It stands behind the shed.",
    ];
    assert_eq!(told(&machine), wanted);
    let all = lines(&machine);
    assert_eq!((&all[1]["tool"], &all[0]["from"]), (&json!("Read"), &json!("me")));
    let at = |line: &Value| line["at"].as_str().expect("a time").to_owned();
    assert!(at(&all[0]) < at(&all[1]) && at(&all[1]) < at(&all[3]), "each has its own time: {all:?}");
    // Reading the same transcript again, by whatever way, adds nothing.
    session.stops("It stands behind the shed.");
    session.ends();
    machine.settle();
    machine.omoide(&["import", "claude-code"]);
    assert_eq!(told(&machine), wanted);
}

#[test]
fn what_hooks_could_not_do_is_in_the_log_after_the_next_worker() {
    let machine = Machine::new();
    machine.hook_with("stop", b"not JSON");
    let mut session = machine.session("s1", "garden");
    session.asks("Where is the rake?");
    session.answers("In the shed, with ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8 on it.");
    machine.settle();
    assert!(machine.log().contains("secrets were removed"), "{}", machine.log());
    let errors = || told(&machine).into_iter().filter(|line| line.starts_with("ERR")).collect::<Vec<_>>();
    assert_eq!(errors().len(), 1, "{:?}", errors());
    assert!(errors()[0].starts_with("ERR hook stop: ") && errors()[0].contains("JSON"), "{:?}", errors());
    session.asks("And the spade?");
    session.answers("Beside it.");
    machine.settle();
    assert_eq!(errors().len(), 1, "a failure is carried over once");
}
