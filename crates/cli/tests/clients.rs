//! The server as other people's clients see it: mem0's library, the official MCP client, the protocol's conformance tool
//! and its inspector, schemathesis.

mod server;

use std::process::Command;

use omoide_testkit::command::CommandSandbox;
use server::{Serving, client, well};

#[test]
fn mem0s_client_library_works_as_it_does_with_mem0() {
    let sandbox = CommandSandbox::new();
    let key = sandbox.omoide(&["keys", "create", "mem0", "--right", "admin"]).ok();
    let serving = Serving::start(&sandbox, &[]);
    well(&client("mem0_session.py", &[&format!("{}/mem0", serving.url), key.trim()]));
}

#[test]
fn the_official_mcp_client_works_over_http_in_both_eras() {
    for mode in ["legacy", "auto"] {
        let sandbox = CommandSandbox::new();
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
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights", "--tools", "full"]);
    for scenario in SCENARIOS {
        let output = node_tool("conformance/dist/index.js")
            .args(["server", "--url", &format!("{}/mcp", serving.url), "--scenario", scenario])
            .current_dir(sandbox.path())
            .output()
            .expect("node runs");
        let said = well(&output);
        assert!(said.contains("0 failed, 0 warnings"), "{scenario}: {said}");
    }
}

/// What the inspector is asked to do, and a word that its answer must have.
const INSPECTED: [(&[&str], &str); 7] = [
    // Strictly: with what hosts other than its own could not read in a tool's schema.
    (&["tools/list", "--strict"], "inputSchema"),
    (&["tools/call", "--tool-name", "remember", "--tool-arg", "text=The boiler is serviced every May."], "remembered"),
    (&["tools/call", "--tool-name", "recall", "--tool-arg", "query=When is the boiler serviced?"], "every May"),
    (&["resources/list"], "omoide://memories/recent"),
    (&["resources/read", "--uri", "omoide://memories/recent"], "boiler"),
    (&["prompts/list"], "remind_me"),
    (&["prompts/get", "--prompt-name", "remind_me", "--prompt-args", "topic=the boiler"], "every May"),
];

#[test]
fn the_inspector_of_mcp_finds_its_way_over_both_transports() {
    for (era, is_over_http) in [("legacy", false), ("modern", true)] {
        let sandbox = CommandSandbox::new();
        let serving = is_over_http.then(|| Serving::start(&sandbox, &["--no-nights", "--tools", "full"]));
        for (asked, wanted) in INSPECTED {
            let mut inspector = node_tool("inspector/clients/launcher/build/index.js");
            inspector.arg("--cli").env("HOME", sandbox.path()).current_dir(sandbox.path());
            match &serving {
                Some(serving) => inspector.arg(format!("{}/mcp", serving.url)),
                None => inspector.args([env!("CARGO_BIN_EXE_omoide"), "mcp"]).args(set_for(&sandbox)),
            };
            let output = inspector.args(["--protocol-era", era, "--method"]).args(asked).output().expect("node runs");
            let said = well(&output);
            assert!(said.contains(wanted), "{asked:?}: {said}");
            let complaints = String::from_utf8_lossy(&output.stderr);
            assert!(!complaints.contains("Warning"), "{asked:?}: {complaints}");
        }
    }
}

/// A tool of MCP that runs in Node.
fn node_tool(path: &str) -> Command {
    let python = omoide_testkit::clients::python();
    let packages = python.parent().and_then(std::path::Path::parent).expect("a folder").join("node/node_modules");
    let mut command = Command::new(python.with_file_name("node"));
    command.arg(packages.join("@modelcontextprotocol").join(path));
    command
}

/// The environment of a sandbox, as the inspector hands it on.
fn set_for(sandbox: &CommandSandbox) -> Vec<String> {
    let command = sandbox.command(&["mcp"]);
    let set = command.get_envs().filter_map(|(name, value)| Some((name.to_str()?, value?.to_str()?)));
    set.flat_map(|(name, value)| ["-e".to_owned(), format!("{name}={value}")]).collect()
}

#[test]
fn no_request_that_can_be_thought_of_is_answered_otherwise_than_documented() {
    let sandbox = CommandSandbox::new();
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
