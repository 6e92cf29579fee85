//! `export` and `import omoide`: a whole mind out and in again.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use omoide_testkit::command::{CommandAnswer, CommandSandbox};
use serde_json::{Value, json};

/// When, in which conversation, what was said and what was replied.
const TURNS: [[&str; 4]; 12] = [
    ["2026-02-02T09:00:00+00:00", "a", "Hi, I'm Petra, and this is my garden site.", "Welcome, Petra."],
    ["2026-02-02T09:04:00+00:00", "a", "We never publish on Sundays, the editor is off.", "Understood."],
    [
        "2026-02-02T09:09:00+00:00",
        "a",
        "The photo gallery loads slowly. It loads all 40 pictures at once.",
        "I made it load them as they come into view. The first paint takes 0.8 seconds now instead of 6.",
    ],
    [
        "2026-02-03T20:00:00+00:00",
        "b",
        "弟の健太が来週遊びに来る。そばアレルギーだから気をつけないと。",
        "わかりました。そば粉にも注意ですね。",
    ],
    ["2026-02-03T20:05:00+00:00", "b", "うん", "はい。"],
    ["2026-02-04T08:30:00+00:00", "c", "The dentist appointment is on February 19 at 9.", "I'll keep that in mind."],
    ["2026-02-06T10:00:00+00:00", "d", "Add a page about compost.", "Done, with three photographs."],
    ["2026-02-09T18:00:00+00:00", "e", "I cried all evening, grandma's old cat Momo died.", "I'm so sorry about Momo."],
    ["2026-02-10T08:00:00+00:00", "f", "They moved the dentist appointment to February 26 at 14:30.", "Noted."],
    ["2026-02-14T12:00:00+00:00", "h", "The tulips are out already, what a mild winter.", "Lovely."],
    ["2026-02-15T21:00:00+00:00", "i", "健太とラーメンを食べた。すごく楽しかった！", "よかったですね。"],
    ["2026-02-19T19:00:00+00:00", "k", "Long day, nothing special.", "Rest well."],
];

/// What is asked at the end of that life.
const QUESTIONS: [&str; 8] = [
    "What's my name?",
    "Publish the new page on Sunday please",
    "When is my dentist appointment?",
    "今夜は健太とそばでも食べに行こうかな",
    "What made me sad lately?",
    "先週の日曜は何をしてた？",
    "How long did the gallery take to load before?",
    "good night!",
];

const END: &str = "2026-02-20T08:00:00+00:00";

/// A life of some weeks, with a night after every day, recalls, links, protection and an archive.
fn lived() -> CommandSandbox {
    let sandbox = CommandSandbox::on(END);
    let mut day = 2;
    for [at, thread, said, replied] in TURNS {
        let today: u32 = at[8..10].parse().expect("a day");
        for night in day + 1..=today {
            sandbox.at(&format!("2026-02-{night:02}T03:10:00+00:00"), &["sleep"]).ok();
        }
        day = today;
        let line = json!({ "said": said, "replied": replied, "at": at, "thread": thread, "project": "garden" });
        feed(&sandbox, at, &["remember", "--jsonl"], &format!("{line}\n")).ok();
        if thread == "e" {
            sandbox.at(at, &["recall", "the gallery"]).ok();
        }
    }
    let now = "2026-02-19T20:00:00+00:00";
    let all = memories(&sandbox, "default");
    let handle = |words: &str| {
        let found = all.iter().find(|memory| memory.to_string().contains(words)).expect("a memory");
        found["handle"].as_str().expect("a handle").to_owned()
    };
    sandbox.at(now, &["link", &handle("Momo"), &handle("ラーメン")]).ok();
    sandbox.at(now, &["protect", &handle("アレルギー")]).ok();
    sandbox.at(now, &["archive", &handle("Long day")]).ok();
    sandbox.at("2026-02-20T03:10:00+00:00", &["sleep"]).ok();
    sandbox
}

/// The command at that time, with something on stdin.
fn feed(sandbox: &CommandSandbox, now: &str, arguments: &[&str], stdin: &str) -> CommandAnswer {
    let mut command = sandbox.command(arguments);
    command.env("OMOIDE_NOW", now);
    sandbox.run(command, Some(stdin.as_bytes()))
}

fn memories(sandbox: &CommandSandbox, mind: &str) -> Vec<Value> {
    sandbox.omoide(&["list", "--all", "--json", "--mind", mind]).json()["memories"]
        .as_array()
        .expect("memories")
        .clone()
}

/// The life of a memory without what every night does to it: that is kept only while the night can be undone.
fn history(sandbox: &CommandSandbox, id: &str) -> Vec<Value> {
    let told = sandbox.omoide(&["history", id, "--json"]).json();
    let mut events = told["events"].as_array().expect("events").clone();
    events.retain(|event| event["what"] != "faded" && event["what"] != "strengthened");
    for event in &mut events {
        for field in ["retention_before", "memory_days_before"] {
            event.as_object_mut().expect("an object").remove(field);
        }
    }
    events
}

fn exported(sandbox: &CommandSandbox, name: &str) -> String {
    let file = sandbox.file(name).display().to_string();
    sandbox.omoide(&["export", &file]).ok();
    file
}

/// The lines of an export without the first.
fn body(file: impl AsRef<Path>) -> String {
    let text = fs::read_to_string(file).expect("read");
    text.split_once('\n').expect("a header").1.to_owned()
}

#[test]
fn a_life_that_was_carried_elsewhere_answers_the_same() {
    let here = lived();
    let file = exported(&here, "mind.jsonl");
    let there = CommandSandbox::on(END);
    let imported = there.omoide(&["import", "omoide", &file, "--json"]).json();
    assert_eq!((&imported["memories"], &imported["bad_lines"]), (&json!(stored(&here)), &json!([])), "{imported}");
    for question in QUESTIONS {
        let asked = ["recall", question, "--json", "--no-mark", "--explain"];
        assert_eq!(here.omoide(&asked).json(), there.omoide(&asked).json(), "{question}");
        let block = ["recall", question, "--no-mark", "--block"];
        assert_eq!(here.omoide(&block).ok(), there.omoide(&block).ok(), "{question}");
    }
    let all = memories(&here, "default");
    assert_eq!(all, memories(&there, "default"));
    assert!(all.iter().any(|memory| memory["current_level"] != 1), "something has faded: {all:?}");
    for memory in &all {
        let id = memory["id"].as_str().expect("an id");
        for command in ["show", "related", "read"] {
            let asked = [command, id, "--json"];
            assert_eq!(here.omoide(&asked).json(), there.omoide(&asked).json(), "{command} {id}");
        }
        assert_eq!(history(&here, id), history(&there, id));
    }
    // Both have the same nights before them, and live on alike.
    for sandbox in [&here, &there] {
        sandbox.at("2026-02-23T04:00:00+00:00", &["sleep"]).ok();
    }
    assert_eq!(memories(&here, "default"), memories(&there, "default"));
    there.omoide(&["doctor"]).ok();
}

#[test]
fn a_person_reads_what_an_export_and_an_import_did() {
    let here = CommandSandbox::with_memories();
    let file = exported(&here, "mind.jsonl");
    let there = CommandSandbox::new();
    let shown = |text: String| text.replace(&file, "FILE");
    insta::assert_snapshot!("dry_run", shown(there.omoide(&["import", "omoide", &file, "--dry-run"]).all()));
    assert!(!there.store().exists(), "a dry run makes no store");
    insta::assert_snapshot!("first", shown(there.omoide(&["import", "omoide", &file]).all()));
    insta::assert_snapshot!("second", shown(there.omoide(&["import", "omoide", &file]).all()));
    insta::assert_snapshot!(
        "second_in_japanese",
        shown(there.omoide(&["import", "omoide", &file, "--lang", "ja"]).all())
    );
    let other = here.file("other.jsonl").display().to_string();
    let shown = |text: String| text.replace(&other, "FILE");
    insta::assert_snapshot!("exported", shown(here.omoide(&["export", &other]).all()));
    insta::assert_snapshot!("is_there", shown(here.omoide(&["export", &other]).all()));
    insta::assert_snapshot!(
        "replaced_in_japanese",
        shown(here.omoide(&["export", &other, "--force", "--lang", "ja"]).all())
    );
    let told = here.omoide(&["export", &other, "--force", "--json"]).json();
    assert_eq!((&told["memories"], &told["format"], &told["mind"]), (&json!(3), &json!("jsonl"), &json!("default")));
    assert_eq!(told["bytes"], fs::metadata(&other).expect("there").len());
}

#[test]
fn an_export_goes_to_stdout_or_to_a_file_of_its_owner() {
    let sandbox = CommandSandbox::with_memories();
    let file = exported(&sandbox, "mind.jsonl");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o600);
    }
    let whole = fs::read_to_string(&file).expect("read");
    assert_eq!(sandbox.omoide(&["export"]).ok(), whole);
    assert_eq!(sandbox.omoide(&["export", "-"]).ok(), whole);
    let folder = sandbox.path().display().to_string();
    sandbox.omoide(&["export", &folder, "--force"]).fails(1);
    assert!(sandbox.omoide(&["export", "--mind", "nobody"]).fails(1).contains("omoide minds"));
    let left: Vec<_> = fs::read_dir(sandbox.path()).expect("read").filter_map(Result::ok).collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().ends_with(".tmp")), "{left:?}");
}

#[test]
fn a_mind_is_copied_into_another_of_the_same_store() {
    let sandbox = CommandSandbox::with_memories();
    let file = exported(&sandbox, "mind.jsonl");
    let into = ["import", "omoide", &file, "--mind", "copy", "--json"];
    let first = sandbox.omoide(&into).json();
    assert_eq!((&first["memories"], &first["new_ids"], &first["new_handles"]), (&json!(3), &json!(3), &json!(0)));
    let second = sandbox.omoide(&into).json();
    assert_eq!((&second["memories"], &second["already_there"]), (&json!(0), &json!(3)));
    let texts = |mind: &str| {
        memories(&sandbox, mind).iter().map(|m| (m["handle"].clone(), m["trigger"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(texts("default"), texts("copy"));
}

#[test]
fn a_dry_run_counts_as_the_import_does() {
    let here = CommandSandbox::with_memories();
    let file = exported(&here, "mind.jsonl");
    let there = CommandSandbox::new();
    // Another memory that has the first handle of the day.
    there.omoide(&["remember", "something else"]).ok();
    let mut told = there.omoide(&["import", "omoide", &file, "--dry-run", "--json"]).json();
    assert_eq!(memories(&there, "default").len(), 1);
    told["is_dry_run"] = json!(false);
    assert_eq!(told["new_handles"], 1, "{told}");
    assert_eq!(told, there.omoide(&["import", "omoide", &file, "--json"]).json());
}

#[test]
fn bad_lines_are_named_and_the_rest_is_taken() {
    let here = CommandSandbox::with_memories();
    let file = exported(&here, "mind.jsonl");
    let text = fs::read_to_string(&file).expect("read");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.contains("\"type\":\"memory\"")).expect("a memory");
    lines[first] = lines[first].replace("\"source\":\"person\"", "\"source\":\"oracle\"");
    lines.push("no JSON".to_owned());
    fs::write(&file, lines.join("\n")).expect("written");
    let there = CommandSandbox::new();
    let answer = there.omoide(&["import", "omoide", &file]);
    insta::assert_snapshot!("bad_lines", answer.all().replace(&file, "FILE"));
    let japanese = CommandSandbox::new().omoide(&["import", "omoide", &file, "--lang", "ja"]);
    insta::assert_snapshot!("bad_lines_in_japanese", japanese.all().replace(&file, "FILE"));
    assert_eq!(memories(&there, "default").len(), 2);
}

#[test]
fn what_is_no_export_is_refused_with_the_way_out() {
    let sandbox = CommandSandbox::new();
    let file = sandbox.file("other.jsonl");
    let name = file.display().to_string();
    let mut told = Vec::new();
    for text in ["{\"said\": \"hello\"}\n", "{\"format\":\"omoide-export\",\"version\":7}\n"] {
        fs::write(&file, text).expect("written");
        told.push(sandbox.omoide(&["import", "omoide", &name]).all());
    }
    told.push(sandbox.omoide(&["import", "omoide", "-"]).all());
    fs::remove_file(&file).expect("removed");
    told.push(sandbox.omoide(&["import", "omoide", &name]).all().replace(&name, "FILE"));
    insta::assert_snapshot!("refused", told.join("\n"));
}

#[test]
fn remember_reads_the_turns_of_an_export() {
    let here = lived();
    let text = here.omoide(&["export"]).ok();
    let there = CommandSandbox::on(END);
    let answer = feed(&there, END, &["remember", "--jsonl"], &text);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(answer.out, "remembered 12, already known 0, skipped 0\n");
    let turn = |sandbox: &CommandSandbox, memory: &Value| {
        let shown = sandbox.omoide(&["show", memory["id"].as_str().expect("an id"), "--json"]).json();
        (shown["turn"].clone(), shown["place"]["project"].clone(), shown["memory"]["created"].clone())
    };
    let turns = |sandbox: &CommandSandbox| {
        memories(sandbox, "default").iter().map(|memory| turn(sandbox, memory)).collect::<Vec<_>>()
    };
    assert_eq!(turns(&here), turns(&there));
    assert_eq!(feed(&there, END, &["remember", "--jsonl"], &text).out, "remembered 0, already known 12, skipped 0\n");
}

#[test]
fn markdown_is_for_people() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["remember", "# no heading\n- no list\n<b>no tag</b>", "--reply", "```\nno fence"]).ok();
    insta::assert_snapshot!("markdown", sandbox.omoide(&["export", "--format", "markdown"]).ok());
    insta::assert_snapshot!(
        "markdown_in_japanese",
        sandbox.omoide(&["export", "--format", "markdown", "--lang", "ja"]).ok()
    );
}

#[test]
fn an_import_that_was_killed_is_done_again() {
    let here = lived();
    let file = exported(&here, "mind.jsonl");
    let question = ["recall", QUESTIONS[2], "--json", "--no-mark", "--explain"];
    let expected = here.omoide(&question).json();
    // Before it writes, while it does, and as soon as the memories are there but not yet their words and vectors.
    for moment in [Some(5), Some(60), Some(150), None] {
        let there = CommandSandbox::on(END);
        let mut command = there.command(&["import", "omoide", &file, "--quiet"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        match moment {
            Some(milliseconds) => std::thread::sleep(Duration::from_millis(milliseconds)),
            None => {
                while stored(&there) == 0 && child.try_wait().expect("asked").is_none() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
        assert!([0, stored(&here)].contains(&stored(&there)), "all or nothing is there");
        there.omoide(&["import", "omoide", &file]).ok();
        assert_eq!(body(exported(&there, "again.jsonl")), body(&file), "killed at {moment:?}");
        assert_eq!(there.omoide(&question).json(), expected, "killed at {moment:?}");
    }
}

/// How many memories a store holds, whoever writes to it meanwhile.
fn stored(sandbox: &CommandSandbox) -> u64 {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let count = rusqlite::Connection::open_with_flags(sandbox.store(), flags)
        .and_then(|store| store.query_row("SELECT count(*) FROM memories", [], |row| row.get::<_, i64>(0)));
    count.map_or(0, i64::cast_unsigned)
}
