//! Tasks over a file of cases: an answer a line, and what is wrong with a bad line.

use std::fs;

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};

/// The answers of a task to some cases.
fn answers(task: &str, cases: &[Value]) -> Vec<Value> {
    let sandbox = CommandSandbox::new();
    let (input, output) = (sandbox.path().join("cases.jsonl"), sandbox.path().join("answers.jsonl"));
    let lines: Vec<String> = cases.iter().map(Value::to_string).collect();
    fs::write(&input, lines.join("\n") + "\n\n").expect("the cases are written");
    let (from, to) = (input.to_string_lossy(), output.to_string_lossy());
    sandbox.omoide(&["eval", task, "--in", from.as_ref(), "--out", to.as_ref()]).ok();
    let written = fs::read_to_string(&output).expect("the answers are there");
    written.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn feelings_have_all_that_the_contract_names() {
    let answers = answers(
        "emotion",
        &[
            json!({ "id": "a", "lang": "ja", "text": "合格した！本当に嬉しい！" }),
            json!({ "id": 7, "lang": "en", "text": "My dog died yesterday. I can't stop crying." }),
        ],
    );
    assert_eq!((&answers[0]["id"], &answers[0]["valence"]), (&json!("a"), &json!("positive")));
    assert_eq!((&answers[1]["id"], &answers[1]["valence"]), (&json!(7), &json!("negative")));
    assert!(answers[0]["valence_score"].as_f64() > answers[1]["valence_score"].as_f64());
    assert!(answers[1]["tags"].as_array().is_some_and(|tags| tags.contains(&json!("sadness"))));
    assert!(answers[0]["arousal"].is_u64() && answers[0]["intensity"].is_u64());
}

#[test]
fn pairs_are_compared() {
    let near = json!({ "id": "1", "a": "犬が走っている", "b": "犬が走り回っています" });
    let far = json!({ "id": "2", "a": "犬が走っている", "b": "女性が本を読んでいる" });
    let scores = answers("similarity", &[near, far]);
    assert!(scores[0]["score"].as_f64() > scores[1]["score"].as_f64());

    let against = json!({ "id": "1", "lang": "en", "a": "I like coffee", "b": "I don't like coffee" });
    let same = json!({ "id": "2", "lang": "en", "a": "I like coffee", "b": "I like coffee" });
    let judged = answers("nli", &[against, same]);
    assert_eq!((&judged[0]["label"], &judged[1]["label"]), (&json!("contradiction"), &json!("entailment")));
    assert!(judged[0]["score"].as_f64() > judged[1]["score"].as_f64());
}

#[test]
fn texts_are_shortened_and_named() {
    let text = "Ana: We moved the release to Friday because the tests failed.\nBen: Fine. I will tell the team.\n";
    let summary = &answers("compress", &[json!({ "id": "1", "lang": "en", "text": text, "max_chars": 60 })])[0];
    let summary = summary["summary"].as_str().expect("a text");
    assert!(!summary.is_empty() && summary.chars().count() <= 60, "{summary}");

    let words = &answers("keywords", &[json!({ "id": "1", "text": "Incremental garbage collection in Rust" })])[0];
    assert!(words["keywords"].to_string().contains("garbage collection"), "{words}");
}

#[test]
fn topics_begin_where_another_errand_comes_up() {
    let said = [
        ("user", "I'm looking for a hotel with parking in Turku."),
        ("assistant", "Hotel Aura has parking and free rooms. Shall I book it?"),
        ("user", "Yes, two nights from Monday."),
        ("assistant", "It is booked. Anything else?"),
        ("user", "What will the weather be in Turku on Monday?"),
        ("assistant", "Sunny, with a little wind and 18 degrees."),
    ];
    let utterances: Vec<Value> = said.map(|(speaker, text)| json!({ "speaker": speaker, "text": text })).into();
    let answer = &answers("threads", &[json!({ "id": "1", "lang": "en", "utterances": utterances })])[0];
    assert_eq!(*answer, json!({ "id": "1", "starts": [0, 4] }));
}

#[test]
fn things_to_do_are_told_from_things_that_are() {
    let case = |id: &str, text: &str| json!({ "id": id, "lang": "en", "text": text });
    let judged = answers("actions", &[case("1", "Please call the dentist."), case("2", "The dentist was friendly.")]);
    assert_eq!((&judged[0]["action"], &judged[1]["action"]), (&json!(true), &json!(false)));
}

#[test]
fn messages_are_sorted_by_what_they_want() {
    let texts = ["hello there", "where is it", "I'm looking for a hotel", "thanks a lot", "予約をお願いします"];
    let cases = texts.map(|text| json!({ "id": text, "lang": "en", "text": text }));
    let kinds: Vec<Value> = answers("msgtype", &cases).iter().map(|answer| answer["type"].clone()).collect();
    assert_eq!(kinds, ["greeting", "question", "request", "other", "request"]);
}

#[test]
fn the_how_to_that_serves_comes_first_and_talk_gets_none() {
    let sandbox = CommandSandbox::new();
    let path = |name: &str| sandbox.path().join(name).to_string_lossy().into_owned();
    let (procedures, queries, output) = (path("procedures.jsonl"), path("queries.jsonl"), path("ranked.jsonl"));
    let steps = json!(["Copy the database\nto the backup disk", "Start the server again"]);
    let lines = [
        json!({ "id": "a", "title": "invoices", "description": "Write an invoice. [bill]", "steps": ["Fill in the hours"] }),
        json!({ "id": "b", "title": "backup", "description": "Save the database.", "steps": steps }),
    ];
    fs::write(&procedures, lines.map(|line| line.to_string()).join("\n")).expect("the how-tos are written");
    let asked = [("1", "copy the database to the backup disk"), ("2", "what a nice day"), ("3", "a bill, please")];
    let asked = asked.map(|(qid, text)| json!({ "qid": qid, "text": text }).to_string());
    fs::write(&queries, asked.join("\n")).expect("the messages are written");
    let files = ["--procedures", &procedures, "--queries", &queries, "--out", &output];
    sandbox.omoide(&[&["eval", "procedures", "--k", "1"], &files[..]].concat()).ok();
    let written = fs::read_to_string(&output).expect("the rankings are there");
    let ranked: Vec<Value> = written.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(ranked[0], json!({ "qid": "1", "ranked": ["b"], "offered": "b" }));
    assert_eq!(ranked[1]["offered"], Value::Null);
    assert_eq!(ranked[2], json!({ "qid": "3", "ranked": ["a"], "offered": "a" }));
}

#[test]
fn sentences_that_fit_what_a_person_said_come_first() {
    let said = |speaker: &str, text: &str| json!({ "speaker": speaker, "text": text });
    let session = json!({ "id": "s", "utterances": [
        said("B", "私は毎週末釣りに行きます。"), said("A", "いいですね。私は庭でトマトを育てています。"),
        said("B", "お子さんは？"), said("A", "娘が一人います。"),
    ] });
    let candidates = [("x", "釣りが趣味だ"), ("y", "トマトを育てている"), ("z", "娘がいる")];
    let candidates: Vec<Value> = candidates.map(|(id, text)| json!({ "id": id, "text": text })).into();
    let case = json!({ "id": "1", "lang": "ja", "person": "A", "sessions": [session], "candidates": candidates });
    let ranked = &answers("profile", &[case])[0]["ranked"];
    assert_eq!(ranked[2], json!("x"), "{ranked}");
}

#[test]
fn a_line_that_is_no_case_is_named() {
    let sandbox = CommandSandbox::new();
    let (input, output) = (sandbox.path().join("cases.jsonl"), sandbox.path().join("answers.jsonl"));
    let (from, to) = (input.to_string_lossy(), output.to_string_lossy());
    let run = || sandbox.omoide(&["eval", "emotion", "--in", from.as_ref(), "--out", to.as_ref()]);
    assert!(run().fails(1).contains("cases.jsonl"));
    fs::write(&input, "{\"id\": 1, \"text\": \"ok\"}\n{\"id\": 2}\n").expect("the cases are written");
    let error = run().fails(1);
    assert!(error.contains("line 2") && error.contains("\"text\" is missing"), "{error}");
    let other = |task: &str| sandbox.omoide(&["eval", task, "--in", from.as_ref(), "--out", to.as_ref()]);
    assert!(other("threads").fails(1).contains("\"utterances\" is missing"));
    assert!(other("profile").fails(1).contains("\"person\" is missing"));
    fs::write(&input, "{\"id\": 1, \"text\": \"half").expect("the cases are written");
    assert!(run().fails(1).contains("line 1"));
}
