//! `omoide models` and `omoide reembed`: models come, go and are changed, and recall works throughout.

use std::process::Stdio;
use std::time::Duration;

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::models::real_model;
use serde_json::Value;

const MODEL: &str = "all-MiniLM-L6-v2";

fn with_model() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    let folder = real_model(MODEL);
    sandbox.omoide(&["models", "add", folder.to_str().expect("a path"), "--quiet"]).ok();
    sandbox
}

fn recalled(sandbox: &CommandSandbox, prompt: &str) -> Vec<String> {
    let answer = sandbox.omoide(&["recall", "--json", "--no-mark", prompt]).json();
    let hits = answer["memories"].as_array().or_else(|| answer["hits"].as_array()).expect("a list").clone();
    hits.iter().map(text).collect()
}

fn text(hit: &Value) -> String {
    let memory = if hit["memory"].is_object() { &hit["memory"] } else { hit };
    memory["trigger"].as_str().or_else(|| memory["text"]["trigger"].as_str()).expect("a text").to_owned()
}

/// How many vectors each model has, by the beginning of its name.
fn vectors(sandbox: &CommandSandbox, model: &str) -> i64 {
    let store = rusqlite::Connection::open(sandbox.store()).expect("the store opens");
    store
        .query_row(
            "SELECT count(*) FROM vectors v JOIN models m ON m.number = v.model WHERE m.name LIKE ?1 || '%'",
            [model],
            |row| row.get(0),
        )
        .expect("a number")
}

/// As if the memories had been made with a model that no longer exists.
fn forget_the_model(sandbox: &CommandSandbox) {
    let store = rusqlite::Connection::open(sandbox.store()).expect("the store opens");
    store.execute("UPDATE models SET name = 'ngram-256-1'", []).expect("it is renamed");
}

#[test]
fn a_model_is_added_used_and_removed() {
    let sandbox = with_model();
    sandbox.omoide(&["remember", "The puppy slept all afternoon in the sun"]).ok();
    assert_eq!(vectors(&sandbox, MODEL), 0);
    let said = sandbox.omoide(&["models", "use", MODEL]).ok();
    assert!(said.contains("1 of 1 memories have no vector of this model yet"), "{said}");
    let list = sandbox.omoide(&["models", "list", "--json"]).json();
    let active: Vec<&str> = list["installed"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|model| model["is_active"] == true)
        .map(|model| model["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(active, [MODEL]);

    sandbox.omoide(&["remember", "The hound barked at the postman"]).ok();
    assert_eq!((vectors(&sandbox, MODEL), vectors(&sandbox, "static")), (1, 2), "both models' vectors are kept");
    assert_eq!(recalled(&sandbox, "a hound that barks").len(), 1);
    let dry = sandbox.omoide(&["reembed", "--dry-run", "--json"]).json();
    assert_eq!((&dry["missing"], &dry["embedded"]), (&Value::from(1), &Value::from(0)));
    assert_eq!(vectors(&sandbox, MODEL), 1);
    let done = sandbox.omoide(&["reembed", "--json"]).json();
    assert_eq!((&done["missing"], &done["embedded"]), (&Value::from(1), &Value::from(1)));
    assert_eq!(vectors(&sandbox, MODEL), 2);
    let dogs = recalled(&sandbox, "what does my dog do");
    assert!(dogs.iter().any(|text| text.contains("hound")), "no word of it is the same: {dogs:?}");

    let refused = sandbox.omoide(&["models", "remove", MODEL]).fails(1);
    assert!(refused.contains("in use") && refused.contains("omoide models use builtin"), "{refused}");
    sandbox.omoide(&["models", "use", "builtin"]).ok();
    sandbox.omoide(&["models", "remove", MODEL]).ok();
    assert_eq!(sandbox.omoide(&["reembed", "--prune", "--json"]).json()["dropped"], 2);
    assert_eq!((vectors(&sandbox, MODEL), vectors(&sandbox, "static")), (0, 2));
    assert!(sandbox.omoide(&["models", "test", MODEL]).fails(1).contains("no model called"));
}

#[test]
fn a_model_is_tried_on_both_languages() {
    let sandbox = with_model();
    let tried = sandbox.omoide(&["models", "test", MODEL, "--json"]).json();
    assert_eq!((&tried["name"], &tried["dimensions"]), (&Value::from(MODEL), &Value::from(384)));
    assert!(tried["ms_per_text"].as_f64().is_some_and(|ms| ms > 0.0));
    let pairs = tried["pairs"].as_array().expect("a list");
    assert!(pairs.len() >= 8);
    assert!(pairs[0]["similarity"].as_f64() > pairs[1]["similarity"].as_f64());
    let builtin = sandbox.omoide(&["models", "test"]).ok();
    assert!(builtin.contains("builtin (static-256-1)") && builtin.contains("犬の散歩"), "{builtin}");
    let japanese = sandbox.omoide(&["models", "test", "--lang", "ja"]).ok();
    assert!(japanese.contains("次元") && japanese.contains("類似度"), "{japanese}");
}

#[test]
fn memories_of_a_model_that_is_gone_are_found_by_words_then_embedded_again() {
    let sandbox = CommandSandbox::with_memories();
    forget_the_model(&sandbox);
    assert_eq!(recalled(&sandbox, "SQLite store file").len(), 1, "by its words");
    let report = sandbox.omoide(&["doctor"]).ok();
    assert!(report.contains("3 memories have no vector of static-256-1"), "{report}");
    // A new memory is no reason to forget the old ones.
    sandbox.omoide(&["remember", "We keep the backups on another disk."]).ok();
    assert_eq!((vectors(&sandbox, "ngram"), vectors(&sandbox, "static")), (3, 1));
    sandbox.at("2026-01-21T14:30:00+09:00", &["sleep"]).ok();
    let whole = sandbox.omoide(&["reembed", "--dry-run", "--json"]).json();
    assert_eq!(whole["missing"], 0, "the night has embedded them");
    let old = vectors(&sandbox, "ngram");
    assert_eq!(sandbox.omoide(&["reembed", "--prune", "--json"]).json()["dropped"], old);
    assert_eq!(vectors(&sandbox, "ngram"), 0);
    assert!(!sandbox.omoide(&["doctor"]).ok().contains("no vector"));
}

#[test]
fn a_reembedding_that_was_killed_goes_on_where_it_stopped() {
    let sandbox = with_model();
    let lines: Vec<String> = (0..400)
        .map(|number| {
            format!("{{\"said\": \"Note {number}: we talked about the harbour and {number} boats in the rain\"}}")
        })
        .collect();
    sandbox.piped(&["remember", "--jsonl", "--quiet"], lines.join("\n").as_bytes()).ok();
    sandbox.omoide(&["models", "use", MODEL, "--quiet"]).ok();
    let all = vectors(&sandbox, "static");
    assert_eq!(all, 400);
    let mut command = sandbox.command(&["reembed"]);
    let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    while vectors(&sandbox, MODEL) == 0 {
        assert!(running.try_wait().expect("it can be asked").is_none(), "it ended before it began");
        std::thread::sleep(Duration::from_millis(5));
    }
    running.kill().expect("it is killed");
    running.wait().expect("it ends");
    let some = vectors(&sandbox, MODEL);
    assert!(some > 0 && some < all, "{some} of {all}");
    assert!(!recalled(&sandbox, "boats in the harbour, note 7").is_empty(), "recall works meanwhile");
    let rest = sandbox.omoide(&["reembed", "--json"]).json();
    assert_eq!(rest["embedded"], all - some);
    assert_eq!(vectors(&sandbox, MODEL), all, "each once");
}

#[test]
fn a_model_that_is_lost_is_done_without_and_told_of() {
    let sandbox = with_model();
    sandbox.omoide(&["models", "use", MODEL, "--quiet"]).ok();
    std::fs::write(sandbox.file("models").join(MODEL).join("model.safetensors"), b"no weights").expect("it is written");
    let answer = sandbox.omoide(&["remember", "The puppy slept all afternoon"]);
    assert!(answer.err.contains("so the built-in one is used instead"), "{}", answer.err);
    answer.ok();
    let answer = sandbox.omoide(&["recall", "puppy"]);
    assert!(answer.out.contains("puppy") && answer.err.contains("built-in one"), "{answer:?}");
    let report = sandbox.omoide(&["doctor"]);
    assert!(report.out.contains("models: the model all-MiniLM-L6-v2 cannot be used"), "{}", report.out);
    report.fails(1);
    assert!(sandbox.omoide(&["reembed"]).fails(1).contains("omoide models use builtin"));
    assert!(sandbox.omoide(&["models", "test", MODEL]).fails(1).contains("have changed"));
    std::fs::remove_dir_all(sandbox.file("models")).expect("it goes");
    sandbox.omoide(&["remember", "The kettle is broken"]).ok();
    assert_eq!(recalled(&sandbox, "kettle"), ["The kettle is broken"]);
}

#[test]
fn without_a_network_the_way_out_is_named_in_both_languages() {
    let sandbox = CommandSandbox::new();
    let nobody = ["--set", "embedding.hub=http://127.0.0.1:9"];
    let english = sandbox.omoide(&["models", "pull", "multilingual-e5-small", nobody[0], nobody[1]]);
    assert!(english.err.contains("http://127.0.0.1:9 cannot be reached"), "{}", english.err);
    assert!(english.err.contains("omoide models add DIR"), "{}", english.err);
    english.fails(1);
    let environment = [("OMOIDE__EMBEDDING__HUB", "http://127.0.0.1:9")];
    let japanese = sandbox.with(&environment, &["models", "pull", "gte-small", "--lang", "ja"]).fails(1);
    assert!(japanese.contains("つながりません") && japanese.contains("omoide models add フォルダ"), "{japanese}");
    let unknown = sandbox.omoide(&["models", "pull", "nothing"]).fails(1);
    assert!(unknown.contains("there is no known model called \"nothing\""), "{unknown}");
    let list = sandbox.omoide(&["models", "list", "--lang", "ja"]).ok();
    assert!(list.contains("multilingual-e5-small") && list.contains("ダウンロードするには"), "{list}");
}

#[test]
fn what_is_no_model_is_refused_with_the_reason() {
    let sandbox = CommandSandbox::new();
    let refused = sandbox.omoide(&["models", "add", "."]).fails(1);
    assert!(refused.contains("config.json"), "{refused}");
    assert!(sandbox.omoide(&["models", "use", "nothing"]).fails(1).contains("omoide models pull nothing"));
    let wrong = sandbox.omoide(&["recall", "x", "--set", "embedding.model=e5"]).fails(1);
    assert!(wrong.contains("embedding.provider") && wrong.contains("omoide models use e5"), "{wrong}");
    let wrong = sandbox.omoide(&["recall", "x", "--set", "embedding.dimensions=100"]).fails(1);
    assert!(wrong.contains("256 components"), "{wrong}");
}
