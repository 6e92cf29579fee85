//! An import that is only tried says what the import then does, and an import of long ago stays readable.

mod claude;

use std::fs;

use claude::Session;
use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};

/// A folder of everything that an import meets: sessions that repeat each other, turns without words, commands, secrets,
/// private parts, words that ask for protection, folders that are closed, notes, and a file that cannot be understood.
fn with_everything() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    let shelf = sandbox.file(".claude/projects/-w-aquarium");
    let first = Session::new("s1", "/w/aquarium")
        .turn("The pump is too loud at night", "I lowered its speed.")
        .turn("<command-name>/clear</command-name>", "ok")
        .turn("<private>my diary</private>", "")
        .turn("The token is ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8", "Noted.")
        .turn("Don't remember this: the surprise party is on Friday", "All right.")
        .turn("Remember this for ever: Mika is allergic to peanuts", "I will.")
        .turn("   ", "I waited.");
    first.write(&shelf, 100);
    first.resumed_as("s2").turn("We decided to keep axolotls", "Noted.").write(&shelf, 200);
    let secret = sandbox.file("secret");
    fs::create_dir_all(secret.join("inner")).expect("made");
    fs::write(secret.join(".omoide"), "private = true\n").expect("written");
    let inner = secret.join("inner").display().to_string();
    Session::new("s3", &inner)
        .turn("The safe is behind the painting", "I see.")
        .turn("And the spare key too", "I see.")
        .write(&sandbox.file(".claude/projects/-secret-inner"), 300);
    let note = "---\nname: pumps\ndescription: How pumps are treated\ntype: feedback\n---\n\nNever stop a pump.\n";
    claude::write(&shelf.join("memory/feedback_pumps.md"), note, 300);
    let note = note.replace("pump", "safe");
    claude::write(&sandbox.file(".claude/projects/-secret-inner/memory/feedback_safes.md"), &note, 300);
    claude::write(&shelf.join("odd.jsonl"), "not JSON at all\n{\"type\":\"user\"}\n", 350);
    sandbox
}

fn counts(told: &Value) -> Value {
    let mut told = told.clone();
    told.as_object_mut().expect("an object").remove("is_dry_run");
    told
}

#[test]
fn a_tried_import_counts_as_the_import_does() {
    let sandbox = with_everything();
    let tried = sandbox.omoide(&["import", "claude-code", "--dry-run", "--json"]).json();
    assert!(!sandbox.store().exists(), "nothing was changed");
    let done = sandbox.omoide(&["import", "claude-code", "--json"]).json();
    assert_eq!(counts(&tried), counts(&done));
    assert_eq!(sandbox.count(), done["remembered"].as_u64().expect("a number"));
    // Every reason is there, so that the comparison compares something.
    assert_eq!(done["redacted_counts"], json!({ "github-token": 1 }), "{done}");
    assert_eq!((&done["private"], &done["redacted"]), (&json!(3), &json!(1)), "{done}");
    for reason in ["remembered", "repeated", "skipped"] {
        assert!(done[reason].as_u64().is_some_and(|count| count > 0), "{reason}: {done}");
    }
    let stored = String::from_utf8_lossy(&fs::read(sandbox.store()).expect("read")).into_owned();
    assert!(
        stored.contains("too loud") && !stored.contains("behind the painting"),
        "nothing of a private folder is kept"
    );

    // What is known already is counted alike too, and what was erased.
    let erased = sandbox.omoide(&["list", "--json"]).json()["memories"][0]["handle"].clone();
    sandbox.omoide(&["erase", erased.as_str().expect("a name"), "--yes"]).ok();
    let grown = Session::new("s9", "/w/aquarium").turn("The heater is new", "Good.");
    grown.write(&sandbox.file(".claude/projects/-w-aquarium"), 500);
    let s1 = sandbox.file(".claude/projects/-w-aquarium/s1.jsonl");
    let longer = format!("{}\n", fs::read_to_string(&s1).expect("read"));
    claude::write(&s1, &longer, 600);
    let tried = sandbox.omoide(&["import", "claude-code", "--dry-run", "--json"]).json();
    let done = sandbox.omoide(&["import", "claude-code", "--json"]).json();
    assert_eq!(counts(&tried), counts(&done));
    assert!(done["already_remembered"].as_u64().is_some_and(|count| count > 0), "{done}");
}

#[test]
fn protection_that_runs_out_is_foreseen() {
    let sandbox = CommandSandbox::new();
    let wishes = (0..53).fold(Session::new("s1", "/w"), |session, number| {
        session.turn(&format!("Never forget this: box {number} holds the winter coats"), "I will keep it.")
    });
    wishes.write(&sandbox.file(".claude/projects/-w"), 100);
    let tried = sandbox.omoide(&["import", "claude-code", "--dry-run", "--json"]).json();
    let done = sandbox.omoide(&["import", "claude-code", "--json"]).json();
    assert_eq!(counts(&tried), counts(&done));
    assert_eq!(done["left_unprotected"], 3, "{done}");
}

#[test]
fn a_folder_that_is_opened_again_is_imported_then() {
    let sandbox = with_everything();
    sandbox.omoide(&["import", "claude-code"]).ok();
    fs::remove_file(sandbox.file("secret/.omoide")).expect("removed");
    let again = sandbox.omoide(&["import", "claude-code", "--json"]).json();
    assert_eq!((&again["remembered"], &again["private"]), (&json!(3), &json!(0)), "{again}");
}

/// A session of each month of a year that ends on the sandbox's first day.
fn with_a_year() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    for month in 1..=12 {
        let at = format!("2025-{month:02}-10T10:00:00.000Z");
        let line = json!({
            "type": "user", "uuid": format!("u{month}"), "sessionId": format!("s{month}"), "timestamp": at, "cwd": "/w",
            "message": { "role": "user", "content": format!("In month {month} we painted room {month} of the old mill green") },
        });
        claude::write(&sandbox.file(&format!(".claude/projects/-w/s{month}.jsonl")), &format!("{line}\n"), 0);
    }
    sandbox
}

fn levels(sandbox: &CommandSandbox, now: &str) -> Vec<u64> {
    let listed = sandbox.at(now, &["list", "--all", "--json"]).json();
    let memories = listed["memories"].as_array().expect("memories");
    memories.iter().map(|memory| memory["current_level"].as_u64().expect("a level")).collect()
}

#[test]
fn an_import_of_a_year_stays_readable_until_the_person_lets_the_nights_catch_up() {
    let sandbox = with_a_year();
    let told = sandbox.omoide(&["import", "claude-code"]).err;
    assert!(told.contains("can be read in full") && told.contains("omoide sleep"), "{told}");
    // A week of use, with all the nights that come by themselves.
    for day in 21..=27 {
        let now = format!("2026-01-{day}T14:30:00+09:00");
        let said = sandbox.at(&now, &["remember", &format!("Day {day}: the lemon tree has blossoms")]);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(!said.err.contains("imported"), "it is not told with every command: {}", said.err);
    }
    let last = "2026-01-28T14:30:00+09:00";
    let of_imports = levels(&sandbox, last);
    assert_eq!((of_imports.len(), of_imports.iter().max()), (19, Some(&1)), "nothing has faded");
    let status = sandbox.at(last, &["sleep", "status"]).out;
    assert!(status.contains("memories that were imported") && status.contains("omoide sleep --dry-run"), "{status}");
    let japanese = sandbox.at(last, &["--lang", "ja", "sleep", "status"]).out;
    assert!(japanese.contains("取り込んだ記憶") && japanese.contains("全文のまま読めます"), "{japanese}");
    let json = sandbox.at(last, &["sleep", "status", "--json"]).json();
    assert_eq!(json["waiting"]["reason"], "imported", "{json}");
    let doctor = sandbox.at(last, &["doctor"]).out;
    assert!(doctor.contains("memories that were imported"), "{doctor}");

    sandbox.at(last, &["sleep"]).ok();
    assert!(levels(&sandbox, last).iter().any(|level| *level > 1), "now they have aged");
    let after = sandbox.at(last, &["sleep", "status", "--json"]).json();
    assert_eq!((&after["waiting"], &after["due"]), (&Value::Null, &json!([])), "{after}");
    sandbox.at(last, &["sleep", "undo"]).ok();
    assert_eq!(levels(&sandbox, last).iter().max(), Some(&1), "and can be taken back");
}
