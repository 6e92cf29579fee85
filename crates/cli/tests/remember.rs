//! `remember`: a turn becomes a memory.

use serde_json::Value;

use omoide_testkit::command::CommandSandbox;

#[test]
fn a_first_memory_needs_no_preparation() {
    let sandbox = CommandSandbox::new();
    let answer =
        sandbox.omoide(&["remember", "I love walking with Rex in the park!", "--reply", "That sounds lovely."]);
    insta::assert_snapshot!(answer.all());
}

#[test]
fn a_memory_is_told_in_japanese() {
    let text = "今日は娘の誕生日。公園でケーキを食べて、本当にうれしかった！忘れないで";
    let answer = CommandSandbox::new().omoide(&["remember", text, "--lang", "ja"]);
    insta::assert_snapshot!(answer.all());
}

#[test]
fn json_has_the_seeds_names() {
    let value = CommandSandbox::new()
        .omoide(&["remember", "I love Rex!", "--json", "--person", "Ann", "--thread", "t1"])
        .json();
    assert_eq!(value["outcome"], "remembered");
    let memory = value["memory"].as_object().expect("an object");
    for name in [
        "id",
        "handle",
        "kind",
        "created",
        "memory_days",
        "recalled_since_last_batch",
        "recall_count",
        "emotional_intensity",
        "emotional_valence",
        "emotional_arousal",
        "emotional_tags",
        "decay_coefficient",
        "category",
        "keywords",
        "current_level",
        "trigger",
        "content",
        "relations",
        "retention_score",
        "archived_at",
        "protected",
        "revival_requested",
        "revival_requested_at",
        "person",
        "thread",
        "source",
        "mind",
    ] {
        assert!(memory.contains_key(name), "{name}");
    }
    assert_eq!(memory["person"], "Ann");
    assert_eq!(memory["thread"], "t1");
    assert_eq!(memory["created"], omoide_testkit::command::DAY);
}

#[test]
fn the_same_words_are_remembered_once() {
    let sandbox = CommandSandbox::new();
    let first = sandbox.omoide(&["remember", "Rex is a dog", "-q"]).ok();
    assert_eq!(first, "mem_20260120_001\n");
    assert_eq!(sandbox.omoide(&["remember", "Rex is a dog"]).ok(), "already remembered: mem_20260120_001\n");
    assert_eq!(sandbox.count(), 1);
}

#[test]
fn text_comes_from_stdin_by_a_dash_or_by_itself() {
    let sandbox = CommandSandbox::new();
    sandbox.piped(&["remember", "-"], "一つ目の話\n".as_bytes()).ok();
    sandbox.piped(&["remember"], b"a second story\r\n").ok();
    let memories = sandbox.omoide(&["list", "--json", "--oldest-first"]).json();
    assert_eq!(memories["memories"][0]["trigger"], "一つ目の話");
    assert_eq!(memories["memories"][1]["trigger"], "a second story");
}

#[test]
fn a_time_without_an_offset_is_local() {
    let sandbox = CommandSandbox::new();
    let value = sandbox.omoide(&["remember", "Rex", "--at", "2026-01-19T08:00", "--json"]).json();
    assert_eq!(value["memory"]["created"], "2026-01-19T08:00:00+09:00");
    assert_eq!(value["memory"]["handle"], "mem_20260119_001");
}

#[test]
fn lines_of_json_are_remembered_and_bad_ones_named() {
    let sandbox = CommandSandbox::new();
    let lines = "{\"said\": \"one\", \"uid\": \"a\"}\n\n{\"said\": \"one again\", \"uid\": \"a\"}\nnot json\n\
                 {\"said\": \"two\", \"at\": \"yesterdy\"}\n{\"said\": \"three\", \"typo\": 1}\n\
                 {\"said\": \"four\", \"replied\": \"yes\", \"at\": \"2026-01-19T08:00:00+09:00\", \"person\": \"Ann\"}\n{\"said\": \"\"}\n";
    let answer = sandbox.piped(&["remember", "--jsonl"], lines.as_bytes());
    insta::assert_snapshot!(answer.all());
    assert_eq!(sandbox.count(), 2);
    let again = sandbox.piped(&["remember", "--jsonl", "--json"], b"{\"said\": \"one\", \"uid\": \"a\"}\n").ok();
    let answers: Vec<Value> = again.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&answers[0]["line"], &answers[1]["already_remembered"]), (&Value::from(1), &Value::from(1)));
}

#[test]
fn at_the_limit_of_protection_the_memory_is_kept_and_the_person_is_shown_what_to_release() {
    let sandbox = CommandSandbox::new();
    let limit = ["--set", "protection.max_protected_memories=2"];
    for text in ["first promise", "second promise"] {
        sandbox.omoide(&["remember", text, "--protect", limit[0], limit[1]]).ok();
    }
    let answer = sandbox.omoide(&["remember", "third promise", "--protect", limit[0], limit[1]]);
    insta::assert_snapshot!(answer.all());
    let answer = sandbox.omoide(&["protect", "mem_20260120_003", limit[0], limit[1]]);
    assert!(answer.fails(1).contains("omoide unprotect mem_20260120_001"));
    sandbox.omoide(&["unprotect", "mem_20260120_001", limit[0], limit[1]]).ok();
    sandbox.omoide(&["protect", "mem_20260120_003", limit[0], limit[1]]).ok();
}

#[test]
fn commands_to_the_host_and_private_text_are_not_remembered() {
    let sandbox = CommandSandbox::new();
    assert_eq!(sandbox.omoide(&["remember", "/clear", "--json"]).json()["outcome"], "command");
    assert_eq!(
        sandbox.omoide(&["remember", "<private>my diary</private>", "--json"]).json()["outcome"],
        "nothing_left"
    );
    assert_eq!(sandbox.count(), 0);
}

#[test]
fn another_mind_knows_nothing_of_it() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["remember", "my own", "--mind", "other"]).ok();
    assert_eq!(sandbox.omoide(&["list", "--mind", "other", "--json"]).json()["total"], 1);
    insta::assert_snapshot!(sandbox.omoide(&["minds"]).ok());
    assert!(sandbox.omoide(&["list", "--mind", "a/b"]).fails(2).contains("cannot be the name of a mind"));
}

#[test]
fn what_is_tried_out_has_a_store_of_its_own() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["remember", "only a try", "--profile", "dev"]).ok();
    assert_eq!(sandbox.count(), 3);
    assert!(sandbox.file("omoide-dev.db").exists());
}

#[test]
fn what_is_stored_on_purpose_lasts_and_lines_are_talk() {
    let sandbox = CommandSandbox::new();
    let stored = sandbox.omoide(&["remember", "The tulips in the yard are yellow.", "--json"]).json();
    assert_eq!(stored["memory"]["category"], "lasting");
    assert!(stored["memory"]["emotional_intensity"].as_u64() >= Some(60));
    let off = ["--set", "encode.lasting=false"];
    let by_s0 = sandbox.omoide(&["remember", "The roses in the yard are red.", "--json", off[0], off[1]]).json();
    assert_eq!(by_s0["memory"]["category"], "casual");
    let lines = "{\"said\": \"The lilies in the yard are white.\"}\n{\"said\": \"hey, I'm Petra and I mend clocks\"}\n";
    let answers = sandbox.piped(&["remember", "--jsonl", "--json"], lines.as_bytes()).ok();
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers[0]["memory"]["category"], "casual");
    assert_eq!(answers[1]["memory"]["category"], "lasting");
}

#[test]
fn who_asks_not_to_be_remembered_is_not_and_is_told_so() {
    let sandbox = CommandSandbox::new();
    let answer = sandbox.omoide(&["remember", "Please don't remember this, but I cried at work."]).ok();
    assert_eq!(answer, "not remembered, as you asked\n");
    sandbox.omoide(&["remember", "I gave notice at the bakery.", "--thread", "t1"]).ok();
    let answer = sandbox.omoide(&["remember", "forget that", "--thread", "t1"]).ok();
    assert_eq!(
        answer,
        "archived what was said before, as you asked: mem_20260120_001 (omoide undo mem_20260120_001 brings it back)\n"
    );
    let list = sandbox.omoide(&["list", "--json"]).json();
    assert_eq!((list["total"].as_u64(), list["memories"][0]["current_level"].as_u64()), (Some(1), Some(4)));
    sandbox.omoide(&["undo", "mem_20260120_001"]).ok();
    assert_eq!(sandbox.omoide(&["list", "--json"]).json()["memories"][0]["current_level"], 1);
    let answer = sandbox.omoide(&["remember", "これは覚えないで", "--lang", "ja"]).ok();
    assert_eq!(answer, "ご希望のとおり、覚えませんでした\n");
}
