//! `omoide tag`, `omoide untag` and `--tag`: words of one's own for memories.

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};

const A: &str = "mem_20260120_001";
const B: &str = "mem_20260120_002";
const C: &str = "mem_20260120_003";

fn handles(answer: &Value, field: &str) -> Vec<String> {
    let memory = |one: &Value| if field == "hits" { one["memory"].clone() } else { one.clone() };
    let list = answer[field].as_array().expect("a list").iter().map(memory);
    list.map(|memory| memory["handle"].as_str().expect("a handle").to_owned()).collect()
}

fn listed(sandbox: &CommandSandbox, tags: &[&str]) -> Vec<String> {
    let flags = tags.iter().flat_map(|tag| ["--tag", tag]);
    let words: Vec<&str> = ["list", "--oldest-first", "--json"].into_iter().chain(flags).collect();
    handles(&sandbox.omoide(&words).json(), "memories")
}

fn tags(sandbox: &CommandSandbox, handle: &str) -> Value {
    sandbox.omoide(&["show", handle, "--json"]).json()["memory"]["tags"].clone()
}

#[test]
fn memories_are_tagged_listed_and_untagged() {
    let sandbox = CommandSandbox::with_memories();
    assert!(sandbox.omoide(&["tag"]).err.contains("omoide tag garden ID"));
    let told = sandbox.omoide(&["tag", "Garden, #todo", A, B]).ok();
    assert_eq!(told, format!("{A} is tagged: garden, todo\n{B} is tagged: garden, todo\n"));
    assert_eq!(sandbox.omoide(&["tag", "庭", B, "--lang", "ja"]).ok(), format!("{B}のタグ：garden、todo、庭\n"));
    assert_eq!(listed(&sandbox, &["garden"]), [A, B]);
    assert_eq!(listed(&sandbox, &["ＧＡＲＤＥＮ", "庭"]), [B], "all of them, in any case and width");
    insta::assert_snapshot!(sandbox.omoide(&["tag"]).ok());
    insta::assert_snapshot!("in_a_list", sandbox.omoide(&["list"]).ok());
    assert!(sandbox.omoide(&["show", B]).ok().contains("garden, todo, 庭"));
    assert_eq!(sandbox.omoide(&["untag", "Todo", A, B]).ok().lines().next(), Some(&*format!("{A} is tagged: garden")));
    assert_eq!(sandbox.omoide(&["untag", "garden", A]).ok(), format!("{A} has no tags\n"));
    assert_eq!((tags(&sandbox, A), tags(&sandbox, B)), (json!([]), json!(["garden", "庭"])));
    assert_eq!(sandbox.omoide(&["tag", "--json"]).json()["tags"][0], json!({ "tag": "garden", "memories": 1 }));
}

#[test]
fn a_recall_may_be_of_tagged_memories_only_and_a_tag_is_a_word_to_find_by() {
    let sandbox = CommandSandbox::with_memories();
    let recall = |more: &[&str]| {
        let words =
            ["recall", "SQLite for the store, the weather today, 娘の誕生日", "--no-mark", "--no-gate", "--json"];
        handles(&sandbox.omoide(&[&words, more].concat()).json(), "hits")
    };
    assert_eq!(recall(&[]).len(), 3);
    sandbox.omoide(&["tag", "zeppelin", B, C]).ok();
    sandbox.omoide(&["tag", "spare", C]).ok();
    assert_eq!(recall(&["--tag", "Zeppelin"]).len(), 2);
    assert_eq!(recall(&["--tag", "zeppelin", "--tag", "spare"]), [C]);
    assert_eq!(recall(&["--tag", "nothing"]), [] as [String; 0]);
    let told = sandbox.omoide(&["recall", "What?", "--tag", "zepelin", "--no-mark"]);
    assert!(told.err.contains("no memory has the tag \"zepelin\"; the tags that there are: spare, zeppelin"));
    let found = sandbox.omoide(&["list", "--contains", "zeppelin", "--json"]).json();
    assert_eq!(found["total"], 2);
    assert_eq!(handles(&sandbox.omoide(&["recall", "zeppelin spare", "--json"]).json(), "hits")[0], C);
}

#[test]
fn feelings_are_told_apart_from_tags() {
    let sandbox = CommandSandbox::with_memories();
    assert_eq!(listed(&sandbox, &["joy"]), [B], "the feeling that was found in it");
    let told = sandbox.omoide(&["tag", "Joy", A]).fails(1);
    assert!(told.contains("\"joy\" is the name of a feeling") && told.contains("omoide list --tag joy"), "{told}");
    sandbox.omoide(&["tag", "party", B]).ok();
    let memory = sandbox.omoide(&["show", B, "--json"]).json()["memory"].clone();
    assert_eq!(memory["tags"], json!(["party"]));
    assert!(!memory["emotional_tags"].as_array().expect("a list").contains(&json!("party")));
    assert!(!memory["keywords"].to_string().contains("party"));
    assert_eq!(listed(&sandbox, &["joy", "party"]), [B]);
    let two = sandbox.omoide(&["recall", "cake", "--tag", "joy", "--tag", "love"]).fails(2);
    assert!(two.contains("about one feeling"), "{two}");
}

#[test]
fn what_cannot_be_a_tag_is_refused_and_changes_nothing() {
    let sandbox = CommandSandbox::with_memories();
    let long = "x".repeat(51);
    for bad in [long.as_str(), "", " # ", ","] {
        assert!(sandbox.omoide(&["tag", bad, A]).fails(1).contains("cannot be a tag"), "{bad:?}");
    }
    let swapped = sandbox.omoide(&["tag", A, "garden"]).fails(2);
    assert!(
        swapped.contains("the tag comes first") && swapped.contains(&format!("omoide tag garden {A}")),
        "{swapped}"
    );
    assert!(sandbox.omoide(&["tag", "garden"]).fails(2).contains("omoide list --tag garden"));
    assert!(sandbox.omoide(&["tag", "garden", A, "mem_20200101_001"]).fails(1).contains("no memory called"));
    let many: Vec<String> = (0..21).map(|number| format!("t{number}")).collect();
    assert!(sandbox.omoide(&["tag", &many.join(","), A]).fails(1).contains("more than 20 tags"));
    assert_eq!(tags(&sandbox, A), json!([]), "all or none");
    let token = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
    let told = sandbox.omoide(&["tag", token, A]);
    assert!(told.err.contains("secrets were removed before it was stored: github-token"), "{}", told.err);
    assert_eq!(sandbox.holders(token), Vec::<String>::new());
    assert_eq!(listed(&sandbox, &[token]), [A], "it is still found by what was typed");
}

#[test]
fn tags_survive_nights_edits_backups_and_new_vectors_and_go_with_an_undo() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["tag", "garden", A]).ok();
    sandbox.omoide(&["tag", "todo", A]).ok();
    let history = sandbox.omoide(&["history", A]).ok();
    assert!(history.contains("tagged") && history.contains("+todo"), "{history}");
    assert_eq!(sandbox.omoide(&["undo", A]).ok(), format!("{A}: undone: tagged\n"));
    assert_eq!(tags(&sandbox, A), json!(["garden"]));
    sandbox.omoide(&["edit", A, "We use PostgreSQL.", "--category", "work"]).ok();
    sandbox.at("2026-02-20T12:00:00+09:00", &["sleep"]).ok();
    sandbox.omoide(&["reembed"]).ok();
    assert_eq!(tags(&sandbox, A), json!(["garden"]));
    sandbox.omoide(&["backup"]).ok();
    sandbox.omoide(&["untag", "garden", A]).ok();
    let backup = sandbox.backup_file();
    sandbox.omoide(&["restore-backup", &backup.to_string_lossy(), "--yes"]).ok();
    assert_eq!(tags(&sandbox, A), json!(["garden"]));
    sandbox.omoide(&["erase", A, "--yes", "--everywhere"]).ok();
    assert_eq!(sandbox.omoide(&["tag", "--json"]).json()["tags"], json!([]));
    assert_eq!(sandbox.holders("tag: garden"), Vec::<String>::new(), "an erasure leaves no tag behind");
}
