//! `omoide activity` and pointers in `omoide read`: what happened, in words and in JSON.

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};

const LATER: &str = "2026-01-20T15:00:00+09:00";

/// A day with a message from another agent, a task, a message of the person and a memory that was written.
fn lived() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    for words in [
        vec![
            "activity",
            "add",
            "dm_received",
            "Is the release ready?",
            "--from",
            "hina",
            "--at",
            "2026-01-20T09:00:00+09:00",
        ],
        vec!["activity", "add", "dm_sent", "Almost.", "--to", "hina", "--at", "2026-01-20T09:20:00+09:00"],
        vec![
            "activity",
            "add",
            "cron_executed",
            "--task-name",
            "backup",
            "--exit-code",
            "-1",
            "--at",
            "2026-01-20T10:00:00+09:00",
        ],
        vec!["remember", "The spare key hangs behind the blue door."],
    ] {
        sandbox.omoide(&words).ok();
    }
    sandbox
}

fn types(listed: &Value) -> Vec<&str> {
    let lines = listed["lines"].as_array().expect("lines");
    lines.iter().map(|line| line["type"].as_str().expect("a type")).collect()
}

#[test]
fn what_happened_is_told_in_groups_with_pointers() {
    let sandbox = lived();
    insta::assert_snapshot!(sandbox.omoide(&["activity"]).ok());
    let listed = sandbox.omoide(&["activity", "--json"]).json();
    assert_eq!(types(&listed), ["dm_received", "dm_sent", "cron_executed", "memory_write"]);
    let line = &listed["lines"][2];
    assert_eq!(
        (&line["exit_code"], &line["task_name"], &line["label"]),
        (&json!(-1), &json!("backup"), &json!("CRON"))
    );
    assert_eq!((line["pointer"].as_str(), line["line"].as_u64()), (Some("activity_log/2026-01-20.jsonl#L3"), Some(3)));
    assert!(line.get("content").is_none(), "{line}");
    assert!(listed["lines"][3]["memory"].is_string(), "{listed}");
}

#[test]
fn lines_are_chosen_by_day_time_type_person_and_number() {
    let sandbox = lived();
    let listed = |flags: &[&str]| sandbox.at(LATER, &[&["activity", "--json"], flags].concat()).json();
    assert_eq!(types(&listed(&["-n", "1"])), ["memory_write"]);
    assert_eq!(types(&listed(&["--person", "Ｈｉｎａ"])), ["dm_received", "dm_sent"]);
    assert_eq!(types(&listed(&["--type", "dm_sent", "--type", "cron_executed"])), ["dm_sent", "cron_executed"]);
    assert_eq!(types(&listed(&["--since", "2026-01-20T10:00"])), ["cron_executed", "memory_write"]);
    assert_eq!(types(&listed(&["--date", "today"])).len(), 4);
    assert_eq!(types(&listed(&["--date", "yesterday"])), [""; 0]);
    let told = sandbox.omoide(&["activity", "--date", "2025-01-01", "--lang", "ja"]);
    assert_eq!((told.out.as_str(), told.err.trim()), ("", "当てはまるアクティビティの行はありません"));
    assert!(sandbox.omoide(&["activity", "--type", "party"]).fails(2).contains("message_received"));
    assert_eq!(sandbox.omoide(&["activity", "--mind", "other", "--json"]).json()["lines"], json!([]));
}

#[test]
fn a_pointer_is_read_as_lines_of_json() {
    let sandbox = lived();
    let told = sandbox.omoide(&["read", "activity_log/2026-01-20.jsonl#L1-2"]).ok();
    assert_eq!(
        told,
        "{\"ts\":\"2026-01-20T09:00:00\",\"type\":\"dm_received\",\"content\":\"Is the release ready?\",\"from\":\"hina\"}\n\
         {\"ts\":\"2026-01-20T09:20:00\",\"type\":\"dm_sent\",\"content\":\"Almost.\",\"to\":\"hina\"}\n"
    );
    assert_eq!(sandbox.omoide(&["read", "(-> activity_log/2026-01-20.jsonl)"]).ok().lines().count(), 4);
    let value = sandbox.omoide(&["read", "activity_log/2026-01-20.jsonl#L3", "--json"]).json();
    assert_eq!((&value["lines"][0]["line"], value["lines"].as_array().map(Vec::len)), (&json!(3), Some(1)));
    insta::assert_snapshot!(sandbox.omoide(&["read", "activity_log/2026-01-20.jsonl#L7"]).fails(1));
    insta::assert_snapshot!(
        "no_such_day_in_japanese",
        sandbox.omoide(&["read", "activity_log/2026-01-21.jsonl", "--lang", "ja"]).fails(1)
    );
    insta::assert_snapshot!("no_pointer", sandbox.omoide(&["read", "activity_log/tomorrow#7"]).fails(1));
}

#[test]
fn a_line_that_cannot_be_added_is_refused_with_what_helps() {
    let sandbox = CommandSandbox::new();
    insta::assert_snapshot!(sandbox.omoide(&["activity", "add", "error"]).fails(1));
    insta::assert_snapshot!(
        "before_1970_in_japanese",
        sandbox.omoide(&["activity", "add", "error", "x", "--at", "1960-01-01", "--lang", "ja"]).fails(1)
    );
    assert!(
        sandbox.omoide(&["activity", "add", "error", "x", "--at", "2027-01-01"]).fails(1).contains("in the future")
    );
    assert!(sandbox.omoide(&["activity", "add", "nonsense", "x"]).fails(2).contains("heartbeat_start"));
    sandbox.omoide(&["activity", "add"]).fails(2);
    assert_eq!(sandbox.omoide(&["activity", "--json"]).json()["lines"], json!([]));
    assert_eq!(
        sandbox.omoide(&["activity", "add", "heartbeat_start"]).ok(),
        "added activity_log/2026-01-20.jsonl#L1\n"
    );
    let quiet = sandbox.piped(&["activity", "add", "error", "-", "--quiet"], "from a pipe\n".as_bytes()).ok();
    assert_eq!(quiet, "activity_log/2026-01-20.jsonl#L2\n");
    assert!(sandbox.omoide(&["activity"]).ok().contains("ERR from a pipe"));
}

#[test]
fn secrets_are_taken_out_of_texts_and_names() {
    let sandbox = CommandSandbox::new();
    let token = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
    let answer = sandbox.omoide(&["activity", "add", "dm_sent", token, "--to", token, "--channel", token]);
    assert!(answer.err.contains("github-token"), "{}", answer.err);
    assert!(!sandbox.omoide(&["activity", "--json"]).ok().contains(token));
    let store = std::fs::read(sandbox.store()).expect("a store");
    assert!(!store.windows(token.len()).any(|bytes| bytes == token.as_bytes()));
}

#[test]
fn a_log_comes_along_with_an_export_and_stays_after_an_erasure_without_words() {
    let sandbox = lived();
    let said =
        sandbox.omoide(&["list", "--json"]).json()["memories"][0]["handle"].as_str().expect("a handle").to_owned();
    let file = sandbox.store().with_file_name("mind.jsonl");
    let file = file.to_str().expect("a path");
    sandbox.omoide(&["export", file]).ok();
    let other = CommandSandbox::new();
    let imported = other.omoide(&["import", "omoide", file, "--json"]).json();
    assert_eq!(imported["activity"], 4, "{imported}");
    assert_eq!(other.omoide(&["activity"]).ok(), sandbox.omoide(&["activity"]).ok());
    other.omoide(&["erase", &said, "--yes"]).ok();
    let told = other.omoide(&["activity"]).ok();
    assert!(told.contains("[14:30] MEM (no words left)") && !told.contains("blue door"), "{told}");
    assert_eq!(
        other.omoide(&["read", "activity_log/2026-01-20.jsonl#L4"]).ok(),
        "{\"ts\":\"2026-01-20T14:30:00\",\"type\":\"memory_write\"}\n"
    );
}
