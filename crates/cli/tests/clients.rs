//! The server as other people's clients see it: mem0's library, the official MCP client and the protocol's conformance
//! tool, schemathesis, curl.

mod sandbox;
mod server;

use std::process::Command;

use sandbox::Sandbox;
use server::{Serving, client, well};

#[test]
fn mem0s_client_library_works_as_it_does_with_mem0() {
    let sandbox = Sandbox::new();
    let key = sandbox.omoide(&["keys", "create", "mem0", "--right", "admin"]).ok();
    let serving = Serving::start(&sandbox, &[]);
    well(&client("mem0_session.py", &[&format!("{}/mem0", serving.url), key.trim()]));
}

#[test]
fn the_official_mcp_client_works_over_http_in_both_eras() {
    for mode in ["legacy", "auto"] {
        let sandbox = Sandbox::new();
        let key = sandbox.omoide(&["keys", "create", "agent"]).ok();
        let serving = Serving::start(&sandbox, &[]);
        let said = well(&client("mcp_session.py", &["http", &format!("{}/mcp", serving.url), mode, key.trim()]));
        let wanted = if mode == "auto" { "2026-07-28" } else { "2025-11-25" };
        assert_eq!(said.trim(), wanted);
    }
}

/// What the conformance tool can try on a server of tools that are not its own.
const SCENARIOS: [&str; 7] = [
    "server-initialize",
    "ping",
    "logging-set-level",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
];

#[test]
fn the_conformance_tool_of_mcp_finds_no_fault() {
    let sandbox = Sandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights", "--tools", "full"]);
    let python = omoide_testkit::clients::python();
    let tool = "node/node_modules/@modelcontextprotocol/conformance/dist/index.js";
    let tool = python.parent().and_then(std::path::Path::parent).expect("a folder").join(tool);
    for scenario in SCENARIOS {
        let output = Command::new(python.with_file_name("node"))
            .arg(&tool)
            .args(["server", "--url", &format!("{}/mcp", serving.url), "--scenario", scenario])
            .current_dir(sandbox.path())
            .output()
            .expect("node runs");
        let said = well(&output);
        assert!(said.contains("0 failed, 0 warnings"), "{scenario}: {said}");
    }
}

#[test]
fn no_request_that_can_be_thought_of_is_answered_otherwise_than_documented() {
    let sandbox = Sandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    for said in ["The boiler is serviced every May.", "鍵は青い箱の中にある。"] {
        serving.json("POST", "/v1/minds/default/turns", Some(&serde_json::json!({ "said": said })));
    }
    let python = omoide_testkit::clients::python();
    let output = Command::new(python.with_file_name("schemathesis"))
        .args(["run", &format!("{}/v1/openapi.json", serving.url)])
        .args([
            "--checks",
            "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
        ])
        .args(["--exclude-path", "/v1/events", "--max-examples", "5", "--seed", "7", "--request-timeout", "300"])
        .args([
            "--exclude-path",
            "/v1/minds/{mind}/turns/stream",
            "--phases",
            "coverage,fuzzing",
            "--suppress-health-check",
            "all",
            "--no-color",
        ])
        .current_dir(sandbox.path())
        .output()
        .expect("schemathesis runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_examples_of_the_documentation_run_as_they_are_written() {
    let page = include_str!("../../../docs/http-api.md");
    let sandbox = Sandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    let mut count = 0;
    for block in page.split("```sh\n").skip(1) {
        let (script, rest) = block.split_once("```").expect("a block ends");
        let script = script.replace("http://127.0.0.1:8777", &serving.url);
        let output = Command::new("sh").arg("-euc").arg(&script).current_dir(sandbox.path()).output().expect("sh runs");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{script}\n{out}\n{}", String::from_utf8_lossy(&output.stderr));
        // What follows in a block of its own is what the answer must hold.
        if let Some((wanted, _)) = rest.strip_prefix("\n\n```text\n").and_then(|rest| rest.split_once("```")) {
            for line in wanted.lines() {
                assert!(out.contains(line.trim()), "{script}\n{line}\n{out}");
            }
        }
        count += 1;
    }
    assert!(count > 5, "{count}");
}
