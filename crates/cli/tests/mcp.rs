//! `omoide mcp` as hosts start it: by its messages, and with the official client library.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};

fn lines(sandbox: &CommandSandbox, arguments: &[&str], messages: &[Value]) -> Vec<Value> {
    let input: String = messages.iter().map(|message| format!("{message}\n")).collect();
    let answer = sandbox.piped(arguments, input.as_bytes());
    assert_eq!(answer.err, "", "nothing is said beside the protocol");
    answer.ok().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[test]
fn a_session_leaves_memories_that_other_commands_see() {
    let sandbox = CommandSandbox::new();
    let remember = json!({ "name": "remember", "arguments": { "text": "The boiler is serviced every May." } });
    let answers = lines(
        &sandbox,
        &["mcp"],
        &[
            request(1, "initialize", json!({ "protocolVersion": "2025-11-25", "capabilities": {} })),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            request(2, "tools/call", remember),
        ],
    );
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert_eq!(answers[1]["result"]["isError"], false);
    assert!(sandbox.omoide(&["recall", "boiler"]).ok().contains("every May"));
}

#[test]
fn initialize_makes_no_store_and_reads_none() {
    let sandbox = CommandSandbox::new();
    std::fs::write(sandbox.store(), "this is no store").expect("a file");
    let answers = lines(
        &sandbox,
        &["mcp", "--tools", "full"],
        &[
            request(1, "initialize", json!({ "protocolVersion": "2025-06-18" })),
            request(2, "tools/list", json!({})),
            request(3, "tools/call", json!({ "name": "recall", "arguments": { "query": "anything" } })),
        ],
    );
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-06-18");
    assert!(answers[1]["result"]["tools"].as_array().is_some_and(|tools| tools.len() > 10));
    let failed = answers.iter().find(|answer| answer["id"] == 3).expect("an answer");
    assert_eq!(failed["result"]["isError"], true, "{failed}");
    let text = std::fs::read_to_string(sandbox.store()).expect("the file");
    assert_eq!(text, "this is no store");
}

#[test]
fn a_mind_of_its_own_and_only_reading() {
    let sandbox = CommandSandbox::new();
    let remember = json!({ "name": "remember", "arguments": { "text": "Rex likes carrots." } });
    lines(&sandbox, &["mcp", "--mind", "rex"], &[request(1, "tools/call", remember.clone())]);
    assert_eq!(sandbox.omoide(&["minds", "--json"]).json()["minds"][0]["mind"], "rex");
    let refused = lines(&sandbox, &["mcp", "--read-only"], &[request(1, "tools/call", remember)]);
    assert_eq!(refused[0]["error"]["code"], -32602);
}

#[test]
fn what_was_answered_survives_a_kill() {
    let sandbox = CommandSandbox::new();
    let mut command = sandbox.command(&["mcp"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let remember = json!({ "name": "remember", "arguments": { "text": "The spare key is under the blue pot." } });
    writeln!(stdin, "{}", request(1, "tools/call", remember)).expect("written");
    let mut line = String::new();
    stdout.read_line(&mut line).expect("an answer");
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert!(line.contains("remembered"), "{line}");
    assert!(sandbox.omoide(&["recall", "spare key"]).ok().contains("blue pot"));
}

#[test]
fn the_official_client_uses_every_tool_in_both_eras() {
    let sandbox = CommandSandbox::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/mcp_session.py");
    for mode in ["legacy", "auto"] {
        let output = Command::new(omoide_testkit::clients::python())
            .args([script, "stdio", env!("CARGO_BIN_EXE_omoide"), mode])
            .env("OMOIDE_DATA_DIR", sandbox.path().join(mode))
            .output()
            .expect("python runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{mode}:\n{said}\n{}", String::from_utf8_lossy(&output.stdout));
    }
}
