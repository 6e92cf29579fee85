//! What commands tell of what they did: secrets that were taken out, the last key, what can be imported, what was spent.

mod claude;
mod server;

use claude::Session;
use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};
use server::Serving;

const TOKEN: &str = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
const OTHER: &str = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt9";

#[test]
fn remember_says_which_secrets_were_taken_out_how_many_and_how_to_read_what_was_kept() {
    let sandbox = CommandSandbox::new();
    let said = format!("The wiki has {TOKEN}, the forge {OTHER}, and the door password=correct-Horse7");
    let told = sandbox.omoide(&["remember", &said]);
    let err = &told.err;
    assert!(err.contains("before it was stored: github-token × 2, password;"), "{err}");
    assert!(err.contains("kept nowhere") && err.contains("omoide read mem_20260120_001"), "{err}");
    assert!(!told.all().contains("Zk3Qf7") && !told.all().contains("Horse7"), "never the secret itself: {told:?}");
    let kept = sandbox.omoide(&["read", "mem_20260120_001"]).ok();
    assert!(kept.contains("[redacted:github-token]") && !kept.contains("Zk3Qf7"), "{kept}");

    let japanese = sandbox.omoide(&["--lang", "ja", "remember", &format!("鍵は {TOKEN} です")]).err;
    assert!(japanese.contains("取り除い") && japanese.contains("：github-token（"), "{japanese}");
    assert!(japanese.contains("omoide read mem_20260120_002"), "{japanese}");

    let json = sandbox.omoide(&["remember", "--json", &format!("one {TOKEN}, two {OTHER}")]).json();
    assert_eq!(
        (&json["redacted"], &json["redacted_counts"]),
        (&json!(["github-token"]), &json!({ "github-token": 2 }))
    );
    assert!(sandbox.omoide(&["remember", "--json", "no secret here"]).json().get("redacted_counts").is_none());

    let lines = format!("{}\n{}\n", json!({ "said": format!("a {TOKEN}") }), json!({ "said": format!("b {OTHER}") }));
    let told = sandbox.piped(&["remember", "--jsonl"], lines.as_bytes());
    assert!(told.err.contains("github-token × 2"), "{}", told.err);
}

#[test]
fn http_and_mem0_say_how_many_secrets_were_taken_out() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    let said = json!({ "said": format!("the key {TOKEN} and the key {OTHER}") });
    let turn = serving.json("POST", "/v1/minds/default/turns", Some(&said));
    assert_eq!(turn["redacted_counts"], json!({ "github-token": 2 }), "{turn}");
    let added = json!({ "messages": format!("my key is {TOKEN}"), "user_id": "alex" });
    let added = serving.json("POST", "/mem0/v1/memories/", Some(&added));
    assert_eq!(added["results"][0]["redacted"], json!({ "github-token": 1 }), "{added}");
}

#[test]
fn revoking_the_last_key_says_that_nobody_can_ask_and_both_ways_out() {
    let sandbox = CommandSandbox::new();
    for name in ["one", "two", "three", "four"] {
        sandbox.omoide(&["keys", "create", name]).ok();
    }
    let first = sandbox.omoide(&["keys", "revoke", "one"]);
    assert!(!first.err.contains("last key"), "{}", first.err);
    let not_last = sandbox.omoide(&["keys", "revoke", "two", "--json"]).json();
    assert_eq!(not_last["is_last"], false);
    sandbox.omoide(&["keys", "revoke", "three"]).ok();
    let last = sandbox.omoide(&["keys", "revoke", "four"]);
    assert!(last.err.contains("that was the last key: the server answers nobody until there is one"), "{last:?}");
    assert!(last.err.contains("omoide keys create NAME") && last.err.contains("omoide keys open"), "{last:?}");

    sandbox.omoide(&["keys", "create", "five"]).ok();
    assert_eq!(sandbox.omoide(&["keys", "revoke", "five", "--json"]).json()["is_last"], true);
    sandbox.omoide(&["keys", "create", "six"]).ok();
    let japanese = sandbox.omoide(&["--lang", "ja", "--quiet", "keys", "revoke", "six"]).err;
    assert!(japanese.contains("最後の鍵でした"), "a quiet person hears it too: {japanese}");
    assert!(japanese.contains("omoide keys create") && japanese.contains("omoide keys open"), "{japanese}");
}

#[test]
fn install_tells_how_many_sessions_could_be_imported() {
    let sandbox = CommandSandbox::new();
    let none = sandbox.omoide(&["install", "claude-code"]).err;
    assert!(!none.contains("import"), "there is nothing to import: {none}");
    sandbox.omoide(&["uninstall", "claude-code"]).ok();
    for name in ["s1", "s2", "s3"] {
        Session::new(name, "/w").turn("one thing", "1").write(&sandbox.file(".claude/projects/-w"), 0);
    }
    let told = sandbox.omoide(&["install", "claude-code"]).err;
    assert!(
        told.contains("earlier sessions of Claude Code on this machine: 3;")
            && told.contains("omoide import claude-code"),
        "{told}"
    );
    sandbox.omoide(&["uninstall", "claude-code"]).ok();
    let japanese = sandbox.omoide(&["--lang", "ja", "install", "claude-code"]).err;
    assert!(japanese.contains("3件") && japanese.contains("omoide import claude-code"), "{japanese}");
    let json = sandbox.omoide(&["install", "claude-code", "--dry-run", "--json"]).json();
    assert_eq!(json["importable_sessions"], 3);
    let codex = sandbox.omoide(&["install", "codex"]).err;
    assert!(!codex.contains("import"), "{codex}");
}

#[test]
fn right_after_install_the_home_folder_is_not_partly_set_up() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["install", "claude-code"]).ok();
    sandbox.omoide(&["install", "codex"]).ok();
    let in_home = |arguments: &[&str]| {
        let mut command = sandbox.command(arguments);
        command.current_dir(sandbox.path());
        sandbox.run(command, None)
    };
    let status = in_home(&["status"]);
    assert!(!status.out.contains("partly") && !status.err.contains("to mend"), "{status:?}");
    let states = |told: &Value| -> Vec<Value> {
        told["hosts"].as_array().expect("hosts").iter().map(|host| host["state"].clone()).collect()
    };
    let json = in_home(&["status", "--json"]).json();
    assert_eq!(states(&json), ["installed", "not installed", "installed", "installed"]);
    assert_eq!(json["hosts"][3]["is_of_user"], true, "the files of Codex are the same here");
    assert!(in_home(&["status"]).out.contains("same files as user"));

    // What is set up for the project alone is still told, and so is what is missing of it.
    in_home(&["install", "claude-code", "--scope", "project"]).ok();
    assert_eq!(states(&in_home(&["status", "--json"]).json())[1], "installed");
}

#[test]
fn the_cost_route_tells_what_was_spent_apart_from_the_forecast() {
    let sandbox = CommandSandbox::with_memories();
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    let cost = serving.json("GET", "/v1/minds/default/cost", None);
    for span in ["today", "month", "ever"] {
        assert_eq!((&cost["spent"][span]["usd"], &cost["spent"][span]["calls"]), (&json!(0.0), &json!(0)), "{cost}");
    }
    let forecast = &cost["forecast"];
    assert!(forecast["usd_per_year"].as_f64().is_some_and(|usd| usd > 0.0), "{cost}");
    assert_eq!((&cost["usd"], &cost["yen"]), (&forecast["usd_per_year"], &forecast["yen_per_year"]), "the old names");
    let command = sandbox.omoide(&["cost", "--json"]).json();
    assert_eq!((&command["spent"]["today"], &command["forecast"]["year"]), (&command["today"], &Value::Null));
}

#[test]
fn a_restored_backup_says_where_the_store_before_it_is_and_how_to_go_back() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["backup"]).ok();
    let backup = sandbox.backup_file();
    sandbox.omoide(&["remember", "Something newer than the backup."]).ok();
    let told = sandbox.omoide(&["restore-backup", backup.to_str().expect("a path"), "--yes"]);
    let said = format!("{}{}", told.out, told.err);
    assert_eq!((told.code, sandbox.count()), (0, 3), "{said}");
    let back = said.lines().find_map(|line| line.split_once("omoide restore-backup ")).map(|(_, rest)| rest.trim());
    let back = back.unwrap_or_else(|| panic!("it names the command that goes back: {said}"));
    let copy = back.split_whitespace().next().and_then(|file| file.strip_prefix("<dir>/")).expect("a file");
    sandbox.omoide(&["restore-backup", sandbox.file(copy).to_str().expect("a path"), "--yes"]).ok();
    assert_eq!(sandbox.count(), 4, "everything is back");
}

/// What the tool answers over stdio.
fn mcp(sandbox: &CommandSandbox, tool: &str, arguments: &Value) -> String {
    let params = json!({ "name": tool, "arguments": arguments });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let answer: Value =
        serde_json::from_str(&sandbox.piped(&["mcp"], format!("{call}\n").as_bytes()).ok()).expect("JSON");
    answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
}

#[test]
fn what_an_agent_stored_is_the_agents_in_every_front_end() {
    let sandbox = CommandSandbox::new();
    mcp(&sandbox, "remember", &json!({ "text": "The barometer falls before every storm." }));
    let question = "What does the barometer do before a storm?";
    for arguments in [&["recall", question][..], &["recall", question, "--block"]] {
        let told = sandbox.omoide(arguments).ok();
        assert!(told.contains("[L1][agent]"), "{arguments:?}: {told}");
    }
    let read = sandbox.omoide(&["read", "mem_20260120_001"]).ok();
    assert!(read.contains("written down by the agent for me"), "{read}");
    let japanese = sandbox.omoide(&["--lang", "ja", "read", "mem_20260120_001"]).ok();
    assert!(japanese.contains("エージェントがmeのために記録"), "{japanese}");
    let said = sandbox.omoide(&["conversations", "barometer", "--json"]).json();
    assert_eq!(said["passages"][0]["speaker"], "agent", "{said}");

    sandbox.omoide(&["remember", "I like the sound of the barometer."]).ok();
    let own = sandbox.omoide(&["conversations", "sound", "--json"]).json();
    assert_eq!(own["passages"][0]["speaker"], "person", "{own}");
}

#[test]
fn a_memory_has_one_level_in_every_front_end() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "The lighthouse keeper paints the stairs in spring."]).ok();
    sandbox.omoide(&["archive", "mem_20260120_001"]).ok();
    let question = "lighthouse stairs";
    let listed = sandbox.omoide(&["list", "--all", "--json"]).json();
    assert_eq!(listed["memories"][0]["current_level"], 4, "{listed}");
    let line = sandbox.omoide(&["recall", question, "--archived"]).ok();
    let block = sandbox.omoide(&["recall", question, "--archived", "--block"]).ok();
    for told in [line, block] {
        assert!(told.contains("[L4][archived]"), "{told}");
    }
    let agents = mcp(&sandbox, "recall", &json!({ "query": question, "archived": true }));
    assert!(agents.contains("\"current_level\":4"), "{agents}");
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    let asked = json!({ "query": question, "archived": true, "block": true });
    let answer = serving.json("POST", "/v1/minds/default/recall", Some(&asked));
    assert_eq!(answer["hits"][0]["memory"]["current_level"], 4, "{answer}");
    assert!(answer["block"].as_str().is_some_and(|block| block.contains("[L4][archived]")), "{answer}");
}
