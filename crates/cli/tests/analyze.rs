//! `analyze`: what is understood of a text.

use omoide_testkit::command::CommandSandbox;

#[test]
fn a_japanese_turn_is_told_line_by_line() {
    let sandbox = CommandSandbox::new();
    let text = "昨日の夜、猫の名前はタマじゃなくてミケだと覚えておいて。パスワードは hunter2 です。";
    insta::assert_snapshot!(sandbox.omoide(&["analyze", text, "--lang", "ja"]).all());
}

#[test]
fn an_english_turn_is_told_line_by_line() {
    let sandbox = CommandSandbox::new();
    let text = "No, actually my flight to Paris is next Friday at 3pm, not Thursday. Please remember that!";
    insta::assert_snapshot!(sandbox.omoide(&["analyze", text, "--reply", "Noted, have a good trip."]).all());
}

#[test]
fn an_older_text_is_compared() {
    let sandbox = CommandSandbox::new();
    let answer = sandbox.omoide(&["analyze", "I no longer drink coffee.", "--against", "I drink coffee.", "--json"]);
    assert_eq!(answer.json()["agreement"]["relation"], "contradiction");
    let alone = sandbox.omoide(&["analyze", "I drink coffee.", "--json"]).json();
    assert!(alone["agreement"].is_null());
}

#[test]
fn a_program_gets_every_field() {
    let text = "まずテストを流す。次にタグを打つ。最後に公開する。先週の金曜に決めた手順。";
    let value = CommandSandbox::new().omoide(&["analyze", text, "--json"]).json();
    let mut fields: Vec<&String> = value.as_object().expect("an object").keys().collect();
    fields.sort();
    assert_eq!(
        fields,
        [
            "agreement",
            "category",
            "correction",
            "emotional_arousal",
            "emotional_intensity",
            "emotional_tags",
            "emotional_valence",
            "intent",
            "keywords",
            "languages",
            "levels",
            "message_type",
            "procedural",
            "protect",
            "reply",
            "secrets",
            "sentences",
            "stripped",
            "text",
            "times",
            "tokens",
            "topics",
            "words",
        ]
    );
    assert_eq!(value["procedural"]["is_procedural"], true);
    assert_eq!(value["languages"][0], "ja");
    assert_eq!(value["times"][0]["text"], "先週の金曜");
    assert_eq!(value["times"][0]["from"], "2026-01-16T00:00:00+09:00");
    assert_eq!(value["words"][0]["part"], "adverb");
}

#[test]
fn stdin_is_read_where_no_text_is_given() {
    let value = CommandSandbox::new().piped(&["analyze", "-", "--json"], b"fix the login bug\n").json();
    assert_eq!(value["text"], "fix the login bug");
    assert_eq!(value["message_type"], "request");
}

#[test]
fn the_present_can_be_set() {
    let arguments = ["analyze", "明日", "--now", "2024-02-28T10:00:00+09:00", "--json"];
    let value = CommandSandbox::new().omoide(&arguments).json();
    assert_eq!(value["times"][0]["from"], "2024-02-29T00:00:00+09:00");
    let refused = CommandSandbox::new().omoide(&["analyze", "x", "--now", "soon"]).fails(2);
    assert!(refused.contains("soon"), "{refused}");
}

#[test]
fn no_secret_and_nothing_private_is_shown() {
    let text = "key ghp_aB3dE5gH7jK9mN1pQ2sT4vW6xY8zaB3dE5gH and password = \"hunter22\" <private>diary of mine";
    let sandbox = CommandSandbox::new();
    for arguments in [["analyze", text, "--json"], ["analyze", text, "--words"]] {
        let said = sandbox.omoide(&arguments).ok();
        for hidden in ["ghp_", "hunter22", "diary"] {
            assert!(!said.contains(hidden), "{said}");
        }
        assert!(said.contains("github-token"), "{said}");
    }
}

#[test]
fn no_store_is_made() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["analyze", "hello"]).ok();
    assert_eq!(std::fs::read_dir(sandbox.path()).expect("a folder").count(), 0);
}
