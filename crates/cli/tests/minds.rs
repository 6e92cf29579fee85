//! `omoide minds rename` and `omoide minds erase`: a mind as a whole, also beside others who use it.

use std::io::Read;
use std::process::Stdio;

use omoide_testkit::command::CommandSandbox;
use serde_json::json;

fn remember(sandbox: &CommandSandbox, mind: &str, text: &str) {
    sandbox.omoide(&["remember", text, "--mind", mind]).ok();
}

fn minds(sandbox: &CommandSandbox) -> Vec<(String, u64)> {
    let listed = sandbox.omoide(&["minds", "--json"]).json();
    let mind = |one: &serde_json::Value| {
        (one["mind"].as_str().expect("a name").to_owned(), one["memories"].as_u64().expect("a number"))
    };
    listed["minds"].as_array().expect("a list").iter().map(mind).collect()
}

fn pairs(wanted: &[(&str, u64)]) -> Vec<(String, u64)> {
    wanted.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

/// Two minds with two memories and one.
fn sandbox() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    remember(&sandbox, "home", "The spare key of the shed hangs behind the blue door.");
    remember(&sandbox, "home", "The heron comes to the pond in the morning.");
    remember(&sandbox, "work", "The store of the otters runs on port 5433.");
    sandbox
}

#[test]
fn a_mind_is_renamed_with_all_that_it_has() {
    let sandbox = sandbox();
    sandbox.omoide(&["tag", "garden", "mem_20260120_002", "--mind", "home"]).ok();
    let key = sandbox.omoide(&["keys", "create", "laptop", "--for", "home", "--json"]).json();
    let answer = sandbox.omoide(&["minds", "rename", "home", "garden"]);
    assert!(answer.err.contains(key["id"].as_str().expect("an id")), "{}", answer.err);
    assert!(answer.err.contains("otherwise a new home begins"), "{}", answer.err);
    assert_eq!(answer.ok(), "home is now called garden\n");
    assert_eq!(minds(&sandbox), pairs(&[("garden", 2), ("work", 1)]));
    let found = sandbox.omoide(&["recall", "Where does the spare key hang?", "--mind", "garden"]).ok();
    assert!(found.contains("blue door"), "{found}");
    assert_eq!(sandbox.omoide(&["list", "--tag", "garden", "--mind", "garden", "--json"]).json()["total"], 1);
    let keys = sandbox.omoide(&["keys", "list", "--json"]).json();
    assert_eq!(keys["keys"][0]["minds"], json!(["garden"]));
    remember(&sandbox, "home", "A new beginning.");
    assert_eq!(minds(&sandbox), pairs(&[("garden", 2), ("home", 1), ("work", 1)]));
    sandbox.omoide(&["doctor"]).ok();
}

#[test]
fn a_name_that_is_taken_unknown_or_none_changes_nothing() {
    let sandbox = sandbox();
    assert!(sandbox.omoide(&["minds", "rename", "home", "work"]).fails(1).contains("called \"work\" already"));
    let told = sandbox.omoide(&["minds", "rename", "hom", "garden"]).fails(1);
    assert!(told.contains("no mind called \"hom\"") && told.contains("home, work"), "{told}");
    let told = sandbox.omoide(&["minds", "erase", "hom", "--yes", "--lang", "ja"]).fails(1);
    assert!(told.contains("「hom」という心はありません") && told.contains("home、work"), "{told}");
    assert!(
        sandbox.omoide(&["minds", "rename", "home", "my garden"]).fails(2).contains("cannot be the name of a mind")
    );
    assert_eq!(minds(&sandbox), pairs(&[("home", 2), ("work", 1)]));
}

#[test]
fn an_erased_mind_leaves_nothing_behind_and_others_stay() {
    let sandbox = sandbox();
    sandbox.omoide(&["protect", "mem_20260120_001", "--mind", "home"]).ok();
    sandbox.omoide(&["archive", "mem_20260120_002", "--mind", "home"]).ok();
    sandbox.at("2026-01-21T12:00:00+09:00", &["sleep", "--mind", "home"]).ok();
    sandbox.omoide(&["backup"]).ok();
    let told = sandbox.omoide(&["minds", "erase", "home"]).fails(1);
    assert!(told.contains("2 memories of home would be erased for good") && told.contains("--yes"), "{told}");
    assert_eq!(minds(&sandbox), pairs(&[("home", 2), ("work", 1)]));
    let told = sandbox.omoide(&["minds", "erase", "home", "--yes"]).ok();
    assert!(told.starts_with("the mind home was erased for good, with 2 memories\n"), "{told}");
    assert!(told.contains("backups/omoide-20260120-143000.db still contains it"), "{told}");
    assert_eq!(minds(&sandbox), pairs(&[("work", 1)]));
    for trace in ["blue door", "heron"] {
        assert_eq!(sandbox.holders(trace), ["omoide-20260120-143000.db"], "{trace}");
    }
    assert!(sandbox.omoide(&["recall", "Which port?", "--mind", "work"]).ok().contains("5433"));
    sandbox.omoide(&["doctor"]).ok();
    remember(&sandbox, "home", "A new beginning.");
    assert_eq!(minds(&sandbox), pairs(&[("home", 1), ("work", 1)]));
    let value = sandbox.omoide(&["minds", "erase", "work", "--yes", "--everywhere", "--json"]).json();
    assert_eq!((&value["memories"], &value["copies"]["is_erased"]), (&json!(1), &json!(true)));
    assert_eq!(sandbox.holders("otters"), Vec::<String>::new());
    sandbox.omoide(&["doctor"]).ok();
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_the_name_is_typed_again() {
    let sandbox = sandbox();
    let erase = |typed: &str| sandbox.on_a_terminal(&[], &["minds", "erase", "home"], typed);
    let no = erase("yes\n");
    assert_eq!(no.code, 1);
    assert!(no.out.contains("Type its name to erase it:") && no.out.contains("nothing was erased"), "{}", no.out);
    assert!(erase("home\n").ok().contains("the mind home was erased for good, with 2 memories"));
    assert_eq!(minds(&sandbox), pairs(&[("work", 1)]));
}

#[test]
fn whoever_writes_at_the_same_time_mixes_nothing_up() {
    let sandbox = sandbox();
    let lines: String = (0..300).map(|number| format!("{{\"said\": \"Turn {number} of the long talk.\"}}\n")).collect();
    let file = sandbox.file("turns.jsonl");
    std::fs::write(&file, lines).expect("written");
    let mut command = sandbox.command(&["remember", "--jsonl", "--mind", "home", "--quiet"]);
    let input = std::fs::File::open(&file).expect("a file");
    let mut writer = command.stdin(input).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    sandbox.omoide(&["minds", "rename", "home", "garden"]).ok();
    sandbox.omoide(&["minds", "erase", "work", "--yes"]).ok();
    let status = writer.wait().expect("it ends");
    let mut said = String::new();
    writer.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert!(status.success(), "{said}");
    let found = minds(&sandbox);
    assert_eq!(found.iter().map(|(_, count)| count).sum::<u64>(), 302, "{found:?}");
    assert!(found.iter().all(|(name, _)| name == "garden" || name == "home"), "{found:?}");
    sandbox.omoide(&["doctor"]).ok();
}
