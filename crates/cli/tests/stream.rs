//! `omoide stream`: what it takes from stdin, what it says, and what becomes of a reply that breaks off.

mod hook;
mod server;

use std::fs;
use std::time::Duration;

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};
use server::Serving;

const STREAMS: &str = "/v1/minds/default/streams";

fn turn(sandbox: &CommandSandbox, handle: &str) -> Value {
    sandbox.omoide(&["read", handle, "--json"]).json()["turn"].clone()
}

/// Leaves a journal behind, as a killed process does.
fn leave(sandbox: &CommandSandbox, name: &str, said: &str) {
    let folder = sandbox.file("streaming");
    fs::create_dir_all(&folder).expect("made");
    let start = json!({
        "event": "start", "format": 1, "id": name, "mind": "default", "trigger": "message", "said": said,
        "at": "2026-01-20T14:00:00+09:00", "source": "person", "by": "agent",
    });
    let text = json!({ "event": "text", "text": "First the beans, and " });
    fs::write(folder.join(format!("{name}.0.jsonl")), format!("{start}\n{text}\n{{\"event\":\"te")).expect("written");
}

#[test]
fn text_on_stdin_is_the_reply() {
    let sandbox = CommandSandbox::new();
    let arguments =
        ["stream", "--said", "What shall we plant?", "--person", "Hanako", "--thread", "t", "--project", "garden"];
    let told = sandbox.piped(&arguments, "豆と、peas.\n".as_bytes());
    insta::assert_snapshot!(told.all(), @r"
    exit 0
    --- stdout
    remembered mem_20260120_001
      level     1 (full)
      feeling   neutral, intensity 13, arousal 29 (curiosity)
      category  casual; 71.3% is left after each day
      keywords  peas, 豆
    --- stderr
    ");
    let turn = turn(&sandbox, "mem_20260120_001");
    assert_eq!((&turn["said"], &turn["replied"]), (&json!("What shall we plant?"), &json!("豆と、peas.")));
    assert_eq!((&turn["person"], &turn["thread"]), (&json!("Hanako"), &json!("t")));
    assert!(turn.get("heard_until").is_none() && turn["uid"].is_string());
    assert!(sandbox.omoide(&["show", "mem_20260120_001"]).ok().contains("garden"));
    assert_eq!(fs::read_dir(sandbox.file("streaming")).expect("a folder").count(), 0);
}

#[test]
fn events_are_taken_a_line_each_and_without_an_end_the_reply_was_interrupted() {
    let sandbox = CommandSandbox::new();
    let lines = "{\"text\": \"On it. \"}\n\n{\"tool_start\": {\"tool\": \"Edit\", \"detail\": \"a.rs\"}}\n\
                 {\"tool_end\": {\"tool\": \"Edit\"}}\n{\"text\": \"Done.\"}\n";
    let done = format!("{lines}{{\"done\": true}}\nwhatever comes after it\n");
    let arguments = ["stream", "--said", "Fix a.rs", "--jsonl", "--json"];
    let whole = sandbox.piped(&arguments, done.as_bytes()).json();
    assert_eq!(whole["outcome"], "remembered");
    let of = |answer: &Value| turn(&sandbox, answer["handle"].as_str().expect("a handle"));
    assert_eq!(of(&whole)["replied"], "On it. Done.\n\nEdit a.rs");
    let broken = sandbox.piped(&["stream", "--said", "Fix b.rs", "--jsonl"], lines.as_bytes());
    assert!(broken.err.contains("the reply was interrupted"), "{broken:?}");
    assert_eq!(turn(&sandbox, "mem_20260120_002")["heard_until"], 23);
    assert!(sandbox.omoide(&["read", "mem_20260120_002"]).ok().contains("the reply was interrupted"));
    assert!(sandbox.omoide(&["show", "mem_20260120_002"]).ok().contains("interrupted after 23 characters"));
}

#[test]
fn a_line_that_is_no_event_is_told_and_what_came_before_it_is_kept() {
    let sandbox = CommandSandbox::new();
    for (line, wanted) in [("{\"txt\": 1}", "unknown field `txt`"), ("nonsense", "line 2"), ("[]", "line 2")] {
        let input = format!("{{\"text\": \"Kept before {}. \"}}\n{line}\n", line.len());
        let told = sandbox.piped(&["stream", "--said", "Go on.", "--jsonl"], input.as_bytes()).fails(1);
        assert!(told.contains(wanted) && told.contains("hint:"), "{told}");
    }
    assert_eq!(sandbox.count(), 3);
    assert_eq!(fs::read_dir(sandbox.file("streaming")).expect("a folder").count(), 0);
}

#[test]
fn every_start_recovers_what_a_killed_stream_has_left() {
    for arguments in [&["list"][..], &["remember", "Something."], &["sleep"], &["recall", "beans"], &["stats"]] {
        let sandbox = CommandSandbox::with_memories();
        leave(&sandbox, "01KF0000000000000000000001", "What shall we plant?");
        assert_eq!(
            sandbox.omoide(&["stream", "--status", "--json"]).json()["orphans"].as_array().map(Vec::len),
            Some(1)
        );
        let told = sandbox.omoide(arguments);
        let handle = "an interrupted reply was recovered: mem_20260120_004 (mind default)";
        assert!(told.err.contains(handle), "{arguments:?}: {told:?}");
        let turn = turn(&sandbox, "mem_20260120_004");
        assert_eq!((&turn["replied"], &turn["heard_until"]), (&json!("First the beans, and"), &json!(20)));
        assert_eq!(turn["uid"], "01KF0000000000000000000001");
        assert!(!sandbox.omoide(arguments).err.contains("recovered"));
    }
}

#[test]
fn a_session_that_begins_has_what_was_left_recovered() {
    let machine = hook::Machine::new();
    machine.omoide(&["remember", "The beginning."]);
    let sandbox = CommandSandbox::new();
    leave(&sandbox, "01KF0000000000000000000001", "What shall we plant?");
    fs::rename(sandbox.file("streaming"), machine.data().join("streaming")).expect("moved");
    let mut session = machine.session("s1", "garden");
    session.writes_prompt("Hello.");
    machine.hook_with(
        "session-start",
        session.sent("SessionStart", &json!({ "source": "startup" })).to_string().as_bytes(),
    );
    let is_left = || fs::read_dir(machine.data().join("streaming")).expect("a folder").count() > 0;
    for _ in 0..2_000 {
        if !is_left() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!is_left(), "{}", machine.log());
    let memories = machine.memories("default");
    assert!(memories.iter().any(|memory| memory == "What shall we plant? → First the beans, and"), "{memories:?}");
}

#[test]
fn recovering_by_hand_says_what_there_was() {
    let sandbox = CommandSandbox::new();
    leave(&sandbox, "01KF0000000000000000000001", "What shall we plant?");
    leave(&sandbox, "01KF0000000000000000000002", "And when?");
    let told = sandbox.omoide(&["doctor"]).ok();
    assert!(told.contains("interrupted replies that wait to be recovered: 2"), "{told}");
    let recovered = sandbox.omoide(&["stream", "--recover", "--json"]).json();
    assert_eq!(
        recovered["recovered"][1],
        json!({ "mind": "default", "handle": "mem_20260120_002", "interrupted": true })
    );
    insta::assert_snapshot!(sandbox.omoide(&["stream", "--recover"]).ok(), @"no interrupted reply waits to be remembered");
    insta::assert_snapshot!(sandbox.omoide(&["stream", "--status"]).ok(), @r"
    being streamed: 0
    waiting to be recovered: 0
    ");
}

#[test]
fn a_file_that_is_no_journal_is_set_aside_and_doctor_names_it() {
    let sandbox = CommandSandbox::with_memories();
    fs::create_dir_all(sandbox.file("streaming")).expect("made");
    fs::write(sandbox.file("streaming").join("01KF0000000000000000000001.0.jsonl"), "not ours\n").expect("written");
    sandbox.omoide(&["list"]).ok();
    for arguments in [&["doctor"][..], &["stream", "--status"]] {
        let told = sandbox.omoide(arguments).ok();
        assert!(told.contains("streaming/01KF0000000000000000000001.0.aside is not the journal"), "{told}");
    }
    assert_eq!(sandbox.count(), 3);
}

#[test]
fn what_is_tried_out_has_journals_of_its_own() {
    let sandbox = CommandSandbox::with_memories();
    leave(&sandbox, "01KF0000000000000000000001", "What shall we plant?");
    let dev = sandbox.omoide(&["--profile", "dev", "stream", "--recover", "--json"]).json();
    assert_eq!(dev["recovered"], json!([]));
    assert_eq!(sandbox.count(), 4);
}

#[test]
fn a_secret_of_a_reply_is_in_no_file() {
    let sandbox = CommandSandbox::new();
    let token = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
    let told = sandbox.piped(&["stream", "--said", &format!("Use {token}")], format!("I use {token}.").as_bytes());
    assert!(told.err.contains("github-token"), "{told:?}");
    leave(&sandbox, "01KF0000000000000000000001", &format!("Use {token}"));
    sandbox.omoide(&["list"]).ok();
    assert_eq!(sandbox.holders(token), Vec::<String>::new());
}

#[test]
fn a_stream_over_http_is_remembered_when_it_is_done() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &[]);
    let begun = serving.json("POST", STREAMS, Some(&json!({ "said": "What shall we plant?", "thread": "t" })));
    let path = format!("{STREAMS}/{}", begun["id"].as_str().expect("an id"));
    let add = |piece: Value| serving.json("POST", &path, Some(&piece));
    assert_eq!(add(json!({ "text": "Beans " }))["characters"], 6);
    assert_eq!(add(json!({ "text": "and ", "sync": true }))["synced"], 10);
    add(json!({ "tool_start": { "tool": "Edit", "detail": "list.md" } }));
    add(json!({ "tool_end": { "tool": "Edit" }, "text": "peas." }));
    assert_eq!(serving.json("GET", &path, None)["characters"], 15);
    let other = path.replace("/default/", "/other/");
    assert_eq!(serving.ask("POST", &other, Some(&json!({ "text": "x" }))).expect("an answer").0, 404);
    assert_eq!(serving.ask("POST", &path, Some(&json!({ "txt": "x" }))).expect("an answer").0, 422);
    let done = serving.json("POST", &format!("{path}/done"), Some(&json!({})));
    assert_eq!(done["outcome"], "remembered");
    let (status, text) = serving.ask("POST", &format!("{path}/done"), Some(&json!({}))).expect("an answer");
    assert!(status == 404 && text.contains("unknown_stream"), "{text}");
    let gone = serving.json("POST", STREAMS, Some(&json!({ "said": "Never mind." })));
    let gone = format!("{STREAMS}/{}", gone["id"].as_str().expect("an id"));
    serving.json("DELETE", &gone, None);
    let broken = serving.json("POST", STREAMS, Some(&json!({ "said": "And then?" })));
    let broken = format!("{STREAMS}/{}", broken["id"].as_str().expect("an id"));
    serving.json("POST", &broken, Some(&json!({ "text": "We see" })));
    let broken = serving.json("POST", &format!("{broken}/done"), Some(&json!({ "interrupted": true })));
    serving.terminate();
    let turn_of = |answer: &Value| turn(&sandbox, answer["handle"].as_str().expect("a handle"));
    assert_eq!(turn_of(&done)["replied"], "Beans and peas.\n\nEdit list.md");
    assert_eq!(turn_of(&broken)["heard_until"], 6);
    assert_eq!(sandbox.count(), 2);
}

#[test]
fn a_client_that_goes_away_and_a_server_that_stops_or_is_killed_leave_interrupted_turns() {
    let sandbox = CommandSandbox::new();
    let begin = |serving: &Serving, said: &str, text: &str| {
        let begun = serving.json("POST", STREAMS, Some(&json!({ "said": said })));
        let path = format!("{STREAMS}/{}", begun["id"].as_str().expect("an id"));
        serving.json("POST", &path, Some(&json!({ "text": text, "sync": true })));
        path
    };
    let serving = Serving::start(&sandbox, &["--set", "streaming.idle_seconds=1", "--set", "streaming.max_streams=2"]);
    let idle = begin(&serving, "The first?", "It went away.");
    std::thread::sleep(Duration::from_millis(1_200));
    begin(&serving, "The second?", "The server stops.");
    assert_eq!(serving.ask("GET", &idle, None).expect("an answer").0, 404);
    begin(&serving, "The third?", "The server stops too.");
    let (status, text) = serving.ask("POST", STREAMS, Some(&json!({ "said": "One more?" }))).expect("an answer");
    assert!(status == 503 && text.contains("2 streams are open"), "{text}");
    serving.terminate();
    let serving = Serving::start(&sandbox, &[]);
    let killed = begin(&serving, "The fourth?", "The server is killed.");
    serving.kill();
    let serving = Serving::start(&sandbox, &[]);
    assert_eq!(serving.ask("POST", &killed, Some(&json!({ "text": "x" }))).expect("an answer").0, 404);
    let listed = serving.json("GET", "/v1/minds/default/memories", None).to_string();
    for text in ["It went away.", "The server stops.", "The server stops too.", "The server is killed."] {
        assert_eq!(listed.matches(text).count(), 1, "{text}: {listed}");
    }
    serving.terminate();
    assert_eq!(sandbox.count(), 4);
    let export = sandbox.omoide(&["export", "-"]).ok();
    assert_eq!(export.matches("\"heard_until\":").count(), 4);
}
