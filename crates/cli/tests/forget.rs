//! `omoide forget`: what matches is shown, asked about, and put away; `erase` is another thing.

use omoide_testkit::command::CommandSandbox;

const A: &str = "mem_20260120_001";
const B: &str = "mem_20260120_002";
const C: &str = "mem_20260120_003";

const QUESTION: &str = "Why did we decide to use SQLite for the store?";

fn comes_to_mind(sandbox: &CommandSandbox, now: &str) -> bool {
    let hits = sandbox.at(now, &["recall", QUESTION, "--json"]).json()["hits"].clone();
    hits.as_array().expect("a list").iter().any(|hit| hit["memory"]["handle"] == A)
}

#[test]
fn without_a_terminal_it_shows_what_matches_and_changes_nothing() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["forget", "SQLite"]).all());
    insta::assert_snapshot!("in_japanese", sandbox.omoide(&["forget", "SQLite", "--lang", "ja"]).all());
    let told = sandbox.omoide(&["forget", "SQLite", "--json"]).fails(1);
    assert!(told.contains("not_agreed") && told.contains(A), "{told}");
    assert!(comes_to_mind(&sandbox, "2026-01-20T15:00:00+09:00"));
}

#[test]
fn a_dry_run_asks_nobody_and_changes_nothing() {
    let sandbox = CommandSandbox::with_memories();
    let told = sandbox.omoide(&["forget", "SQLite", "--dry-run"]);
    assert!(told.err.contains("1 would be archived; nothing was changed"), "{}", told.err);
    assert!(told.ok().contains(A));
    let told = sandbox.omoide(&["forget", "SQLite", "--dry-run", "--yes", "--json"]).json();
    assert_eq!((&told["matches"][0]["handle"], &told["put_away"]), (&A.into(), &serde_json::json!([])));
    assert!(!sandbox.omoide(&["history", A]).ok().contains("archived"));
}

#[test]
fn what_is_forgotten_does_not_come_back_by_itself() {
    let sandbox = CommandSandbox::with_memories();
    let told = sandbox.omoide(&["forget", "sqlite", "--yes"]);
    assert!(told.err.contains(&format!("omoide restore {A}")), "{}", told.err);
    assert!(told.err.contains(&format!("omoide erase {A}")), "{}", told.err);
    assert!(told.ok().ends_with(&format!("{A} was archived\n")));
    for day in ["2026-01-20T15:00:00+09:00", "2026-01-21T12:00:00+09:00", "2026-01-22T12:00:00+09:00"] {
        assert!(!comes_to_mind(&sandbox, day), "{day}");
        sandbox.at(day, &["sleep"]).ok();
    }
    assert!(sandbox.omoide(&["forget", "sqlite", "--yes"]).err.contains("no memory matches"));
    sandbox.omoide(&["restore", A]).ok();
    assert!(comes_to_mind(&sandbox, "2026-01-23T12:00:00+09:00"));
    sandbox.omoide(&["forget", A, "--yes"]).ok();
    assert!(sandbox.omoide(&["forget", A, "--yes"]).fails(1).contains("is archived"));
    sandbox.omoide(&["undo", A]).ok();
    assert!(comes_to_mind(&sandbox, "2026-01-23T12:00:00+09:00"));
}

#[test]
fn what_words_mean_is_found_too_and_what_is_protected_stays() {
    let sandbox = CommandSandbox::with_memories();
    let told = sandbox.omoide(&["forget", "娘の誕生日はどうだった？", "--dry-run", "--json"]).json();
    assert_eq!(told["matches"][0]["handle"], B);
    sandbox.omoide(&["protect", A]).ok();
    let told = sandbox.omoide(&["forget", "SQLite", "--yes"]);
    assert!(told.err.contains(&format!("{A} is protected and stays")), "{}", told.err);
    assert_eq!(told.ok(), "");
    let told = sandbox.omoide(&["forget", "e", "--yes", "--limit", "1", "--json"]).json();
    assert_eq!((&told["put_away"], &told["protected"]), (&serde_json::json!([C]), &serde_json::json!([A])));
    sandbox.omoide(&["forget"]).fails(2);
    assert!(sandbox.omoide(&["forget", " "]).fails(1).contains("no text"));
    assert!(sandbox.omoide(&["forget", "mem_20200101_001", "--yes"]).fails(1).contains("no memory called"));
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_a_person_chooses_all_some_or_none() {
    let sandbox = CommandSandbox::with_memories();
    let forget = |typed: &str| sandbox.on_a_terminal(&[], &["forget", A, C], typed);
    let none = forget("n\n");
    assert_eq!(none.code, 1);
    assert!(none.out.contains("archive all 2? [y/N, or numbers such as: 1 3]"), "{}", none.out);
    assert!(none.out.contains("nothing was archived"), "{}", none.out);
    assert!(forget("7\n").out.contains("neither y nor numbers from 1 to 2"));
    let some = forget("2\n").ok();
    assert!(some.contains(&format!("{C} was archived")) && !some.contains(&format!("{A} was archived")), "{some}");
    let all = sandbox.on_a_terminal(&[], &["forget", A, B, "--lang", "ja"], "はい\n").ok();
    assert!(
        all.contains(&format!("{A}をアーカイブに移しました")) && all.contains(&format!("{B}をアーカイブに移しました")),
        "{all}"
    );
}
