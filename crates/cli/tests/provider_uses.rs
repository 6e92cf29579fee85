//! What a provider is used for beside nights: keys from a command, planned searches, judgements.

use omoide_testkit::command::{CommandAnswer, CommandSandbox};
use omoide_testkit::fake_provider::{Behaviour, FakeProvider, KEY};

/// The command with a provider that has its key from elsewhere.
fn with(sandbox: &CommandSandbox, fake: &FakeProvider, more: &[&str], words: &[&str]) -> CommandAnswer {
    let url = format!("llm.base_url={}/v1", fake.address());
    let mut words = words.to_vec();
    for setting in ["llm.provider=compatible", "llm.model=small-1", &url, "llm.daily_tokens=100000"] {
        words.extend(["--set", setting]);
    }
    for setting in ["llm.monthly_tokens=100000"].iter().chain(more) {
        words.extend(["--set", *setting]);
    }
    sandbox.omoide(&words)
}

#[cfg(unix)]
#[test]
fn a_key_comes_from_a_command_and_is_kept_nowhere() {
    let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
    let url = format!("{}/v1", fake.address());
    let runs = sandbox.file("runs");
    let command = format!("sh -c 'echo run >> {}; echo {KEY}'", runs.display());
    let words = ["provider", "use", "compatible", "--base-url", &url, "--model", "small-1", "--key-command", &command];
    sandbox.omoide(&words).ok();
    assert_eq!(fake.asked().len(), 1);
    let before = std::fs::read_to_string(&runs).expect("it ran").len();
    // Whoever asks nobody does not run it.
    sandbox.omoide(&["remember", "今日は晴れ"]).ok();
    sandbox.omoide(&["recall", "晴れ"]).ok();
    assert_eq!(std::fs::read_to_string(&runs).expect("it ran").len(), before);
    sandbox.at("2026-01-22T09:00:00+09:00", &["sleep"]).ok();
    assert!(fake.asked().len() > 1, "a night asks");
    for file in std::fs::read_dir(sandbox.file("")).expect("a folder") {
        let path = file.expect("a file").path();
        let holds = std::fs::read(&path).is_ok_and(|bytes| bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()));
        // The configuration has the command, which in this test spells the key out.
        assert!(!holds || path.ends_with("omoide.toml"), "{}", path.display());
    }
}

#[cfg(unix)]
#[test]
fn a_command_without_a_key_is_told_and_nothing_of_what_it_said() {
    let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
    let url = format!("{}/v1", fake.address());
    let try_with = |command: &str| {
        let words = ["provider", "test", "compatible", "--base-url", &url, "--model", "x", "--key-command", command];
        sandbox.omoide(&words).fails(1)
    };
    let locked = try_with("sh -c 'echo the keyring is locked; exit 1'");
    assert!(locked.contains("the command sh for the key failed") && !locked.contains("is locked"), "{locked}");
    assert!(try_with("no-such-program-here").contains("no-such-program-here for the key cannot be run"));
    assert!(try_with("'open").contains("cannot be read"));
    assert!(try_with("sh \"-c\"").contains("single quotes"));
    assert!(fake.asked().is_empty());
}

#[test]
fn a_search_is_planned_only_when_someone_says_so() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    let key = format!("llm.key_file={}", key_file(&sandbox));
    let more = [key.as_str()];
    with(&sandbox, &fake, &more, &["recall", "SQLite"]).ok();
    assert!(fake.asked().is_empty());
    let planned = with(&sandbox, &fake, &more, &["recall", "SQLite", "--plan", "--json"]).json();
    assert_eq!(planned["planned"]["by"], "compatible/small-1 plan-2", "{planned}");
    assert!(!planned["hits"].as_array().expect("hits").is_empty());
    fake.always(Some(Behaviour::Status(500, Vec::new(), "{}")));
    let slow = [key.as_str(), "llm.plan_seconds=0.5"];
    let alone = with(&sandbox, &fake, &slow, &["recall", "SQLite", "--plan", "--json"]).json();
    assert_eq!(alone["planned"]["by"], "rules", "{alone}");
    assert!(!alone["hits"].as_array().expect("hits").is_empty(), "and finds all the same");
    let nobody = sandbox.omoide(&["recall", "SQLite", "--plan"]);
    assert!(nobody.err.contains("no language model is in use"), "{}", nobody.err);
}

#[test]
fn statements_are_judged_by_the_language_model_in_use() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    let key = format!("llm.key_file={}", key_file(&sandbox));
    let words = ["provider", "judge", "The shop is open.", "The shop is closed.", "--json"];
    let judged = with(&sandbox, &fake, &[&key], &words).json();
    assert!(judged["pairs"][0]["verdict"].is_string(), "{judged}");
    let table = with(&sandbox, &fake, &[&key], &["provider", "judge"]).ok();
    assert!(table.contains("of 6 as expected"), "{table}");
    let cost = sandbox.omoide(&["cost", "--calls", "9", "--json"]).json();
    let calls = cost["calls"].as_array().expect("calls");
    assert!(calls.iter().all(|call| call["purpose"] == "judge") && calls.len() == 3, "{cost}");
    let nobody = sandbox.omoide(&["provider", "judge"]).fails(1);
    assert!(nobody.contains("there is no model that can judge") && nobody.contains("--folder"), "{nobody}");
    let nothing = sandbox.omoide(&["provider", "judge", "--folder", "nowhere"]);
    assert_eq!(nothing.code, 1, "{}", nothing.err);
}

fn key_file(sandbox: &CommandSandbox) -> String {
    let path = sandbox.file("key");
    std::fs::write(&path, KEY).expect("written");
    path.display().to_string()
}

/// Every way to a language model and to an embedder: the provider, the address below the fake one, the variable of its
/// key, and whether it is tried for its embeddings.
const WAYS: [(&str, &str, &str, bool); 10] = [
    ("anthropic", "", "ANTHROPIC_API_KEY", false),
    ("openai", "/v1", "OPENAI_API_KEY", false),
    ("openai_responses", "/v1", "OPENAI_API_KEY", false),
    ("gemini", "/v1beta", "GEMINI_API_KEY", false),
    ("ollama", "", "OLLAMA_API_KEY", false),
    ("compatible", "/v1", "OMOIDE_API_KEY", false),
    ("openai", "/v1", "OPENAI_API_KEY", true),
    ("gemini", "/v1beta", "GEMINI_API_KEY", true),
    ("ollama", "", "OLLAMA_API_KEY", true),
    ("voyage", "/v1", "VOYAGE_API_KEY", true),
];

#[test]
fn every_protocol_says_what_it_answers_and_takes() {
    let mut told = String::new();
    for (provider, path, variable, is_embedding) in WAYS {
        let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
        let url = format!("{}{path}", fake.address());
        let mut words = vec!["provider", "test", provider, "--base-url", &url, "--model", "small-1"];
        words.extend(is_embedding.then_some("--embedding"));
        let said = sandbox.with(&[(variable, KEY)], &words).ok();
        let line = |line: &str| match line.rsplit_once(", ") {
            Some((rest, time)) if time.ends_with(" ms") => format!("{rest}, … ms\n"),
            _ => format!("{line}\n"),
        };
        told.extend(said.replace(fake.address(), "http://fake").lines().map(line));
        told.push('\n');
    }
    insta::assert_snapshot!("every_protocol", told);
}
