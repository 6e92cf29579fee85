//! `omoide provider` and `omoide cost`, and nights with a language model, against a provider that this test plays.

use std::collections::HashMap;
use std::process::Stdio;
use std::time::Duration;

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::fake_provider::{Behaviour, FakeProvider, KEY};
use serde_json::Value;

/// Every way to a language model: the provider, the address below the fake one, and the variable of its key.
const WAYS: [(&str, &str, &str); 6] = [
    ("anthropic", "", "ANTHROPIC_API_KEY"),
    ("openai", "/v1", "OPENAI_API_KEY"),
    ("openai_responses", "/v1", "OPENAI_API_KEY"),
    ("gemini", "/v1beta", "GEMINI_API_KEY"),
    ("ollama", "", "OLLAMA_API_KEY"),
    ("compatible", "/v1", "OMOIDE_API_KEY"),
];

fn use_it(sandbox: &CommandSandbox, fake: &FakeProvider, more: &[&str]) -> String {
    let url = format!("{}/v1", fake.address());
    let mut words = vec!["provider", "use", "compatible", "--base-url", &url, "--model", "small-1"];
    words.extend(more);
    sandbox.with(&[("OMOIDE_API_KEY", KEY)], &words).ok()
}

/// The command at that time, with the key.
fn at(sandbox: &CommandSandbox, now: &str, words: &[&str]) -> omoide_testkit::command::CommandAnswer {
    sandbox.with(&[("OMOIDE_API_KEY", KEY), ("OMOIDE_NOW", now)], words)
}

fn remember_many(sandbox: &CommandSandbox, count: usize) {
    let lines: String = (0..count)
        .map(|n| {
            format!("{{\"said\": \"散歩の話その{n}、公園で犬に会った\", \"replied\": \"それはよかったですね。\"}}\n")
        })
        .collect();
    sandbox.piped(&["remember", "--jsonl"], lines.as_bytes()).ok();
}

fn count(sandbox: &CommandSandbox, sql: &str) -> i64 {
    let store = rusqlite::Connection::open(sandbox.store()).expect("the store opens");
    store.query_row(sql, [], |row| row.get(0)).expect("a number")
}

#[test]
fn every_protocol_can_be_tried_with_one_command() {
    for (provider, path, variable) in WAYS {
        let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
        sandbox.omoide(&["remember", "今日は晴れ"]).ok();
        let url = format!("{}{path}", fake.address());
        let words = ["provider", "test", provider, "--base-url", &url, "--model", "small-1", "--json"];
        let tried = sandbox.with(&[(variable, KEY)], &words).json();
        assert_eq!(tried["grade"], "repaired", "{provider}: the fake one's keywords stand nowhere: {tried}");
        assert!(tried["input_tokens"].as_u64() > Some(0), "{provider}");
        assert_eq!(count(&sandbox, "SELECT count(*) FROM calls WHERE purpose = 'test' AND state = 'answered'"), 1);
        assert!(!std::fs::read_to_string(sandbox.file("omoide.toml")).unwrap_or_default().contains(KEY));
    }
}

#[test]
fn one_command_leads_from_a_key_to_a_provider_in_use() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    let said = use_it(&sandbox, &fake, &[]);
    assert!(
        said.contains("the next night would ask about 3 turns") && said.contains("llm.daily_tokens = 500000"),
        "{said}"
    );
    let file = std::fs::read_to_string(sandbox.file("omoide.toml")).expect("a configuration");
    assert!(file.contains("provider = \"compatible\"") && file.contains("daily_usd = 1.0") && !file.contains(KEY));
    let list = sandbox.with(&[("OMOIDE_API_KEY", KEY)], &["provider", "list", "--json"]).json();
    assert_eq!(list["llm"]["model"], "small-1");
    sandbox.omoide(&["provider", "use", "none"]).ok();
    let list = sandbox.omoide(&["provider", "list", "--json"]).json();
    assert_eq!(list["llm"]["provider"], "none");
}

#[test]
fn a_key_from_stdin_is_kept_where_only_its_owner_reads_it() {
    let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
    let url = format!("{}/v1", fake.address());
    let words = ["provider", "use", "compatible", "--base-url", &url, "--model", "small-1", "--key-stdin"];
    sandbox.piped(&words, format!("{KEY}\n").as_bytes()).ok();
    let key = sandbox.file("keys/compatible");
    assert_eq!(std::fs::read_to_string(&key).expect("the key"), KEY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&key).expect("it is there").permissions().mode() & 0o777, 0o600);
    }
    let tried = sandbox.omoide(&["provider", "test"]).ok();
    assert!(tried.contains("compatible") && !tried.contains(KEY));
}

#[test]
fn a_dry_run_of_use_changes_nothing() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    let said = use_it(&sandbox, &fake, &["--dry-run"]);
    assert!(said.contains("nothing was changed"), "{said}");
    assert!(!std::fs::read_to_string(sandbox.file("omoide.toml")).unwrap_or_default().contains("compatible"));
}

#[test]
fn what_is_wrong_is_told_with_the_command_that_helps() {
    let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
    let no_key = sandbox.omoide(&["provider", "test", "anthropic"]).fails(1);
    assert!(no_key.contains("there is no key for anthropic") && no_key.contains("ANTHROPIC_API_KEY"), "{no_key}");
    let url = format!("{}/v1", fake.address());
    let words = ["provider", "test", "openai", "--base-url", &url, "--model", "x"];
    let wrong = sandbox.with(&[("OPENAI_API_KEY", "sk-wrong-0123456789")], &words).fails(1);
    assert!(wrong.contains("does not accept the key") && !wrong.contains("sk-wrong"), "{wrong}");
    let unknown = sandbox.omoide(&["provider", "test", "nobody"]).fails(2);
    assert!(unknown.contains("there are: anthropic"), "{unknown}");
    let far = ["provider", "test", "compatible", "--base-url", "http://models.example/v1", "--model", "x"];
    let unprotected = sandbox.with(&[("OMOIDE_API_KEY", KEY)], &far).fails(1);
    assert!(unprotected.contains("is not encrypted, so no key is sent"), "{unprotected}");
}

#[test]
fn a_night_with_a_model_is_told_and_paid_from_the_budget() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    use_it(&sandbox, &fake, &[]);
    let dry = at(&sandbox, "2026-01-21T09:00:00+09:00", &["sleep", "--dry-run", "--json"]).json();
    assert_eq!(dry["estimate"]["turns"], 3, "{dry}");
    assert_eq!(fake.asked().len(), 1, "only the trial");
    let night = at(&sandbox, "2026-01-21T09:00:00+09:00", &["sleep", "--json"]).json();
    assert_eq!(night["improvement"]["analysed"], 3, "{night}");
    let cost = at(&sandbox, "2026-01-21T09:00:00+09:00", &["cost", "--calls", "5", "--json"]).json();
    let calls = cost["calls"].as_array().expect("calls");
    assert!(calls.iter().any(|call| call["purpose"] == "analyse" && call["result"] == "answered"), "{cost}");
    assert!(cost["month"]["input_tokens"].as_u64() > Some(0));
    let handles = sandbox.omoide(&["list", "--json"]).json();
    let handle = handles["memories"][0]["handle"].as_str().expect("a handle").to_owned();
    let shown = sandbox.omoide(&["show", &handle, "--json"]).json();
    assert_eq!(shown["analysed_by"], "compatible/small-1 analyse-1", "{shown}");
    let doctor = at(&sandbox, "2026-01-21T09:00:00+09:00", &["doctor"]).ok();
    assert!(doctor.contains("compatible can be used"), "{doctor}");
}

#[test]
fn a_provider_that_fails_does_not_keep_a_night_from_ending() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    use_it(&sandbox, &fake, &[]);
    fake.always(Some(Behaviour::Status(401, Vec::new(), "{}")));
    let night = at(&sandbox, "2026-01-21T09:00:00+09:00", &["sleep", "--json"]).json();
    assert_eq!(night["nights"].as_array().map(Vec::len), Some(1));
    assert_eq!(night["improvement"]["stopped_by"], "unauthorised");
    assert_eq!(night["improvement"]["left"], 3);
    let doctor = at(&sandbox, "2026-01-21T09:01:00+09:00", &["doctor"]).ok();
    assert!(doctor.contains("is not used until"), "{doctor}");
    // Without its key it is done without, and everything else goes on.
    let keyless = sandbox.with(&[("OMOIDE_NOW", "2026-01-21T10:00:00+09:00")], &["recall", "SQLite"]);
    assert!(keyless.ok().contains("SQLite"));
}

#[test]
fn nothing_secret_leaves() {
    let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
    let planted = [
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "hunter2-correct-horse",
        "-----BEGIN RSA PRIVATE KEY-----",
    ];
    for (n, secret) in planted.iter().enumerate() {
        let said = format!("Number {n}: my password is {secret} and we spoke about the garden");
        sandbox.omoide(&["remember", &said, "--reply", "I will water it."]).ok();
    }
    sandbox.omoide(&["remember", "keep this <private>the safe is behind the painting</private> and the roses"]).ok();
    use_it(&sandbox, &fake, &[]);
    at(&sandbox, "2026-01-21T09:00:00+09:00", &["sleep"]).ok();
    at(&sandbox, "2026-02-21T09:00:00+09:00", &["sleep"]).ok();
    let asked = fake.asked();
    assert!(asked.len() > 1);
    assert!(asked.iter().any(|asked| asked.body.contains("garden")), "the rest was sent");
    for asked in asked {
        for secret in planted.iter().chain(&["behind the painting", KEY]) {
            assert!(!asked.body.contains(secret), "{secret} was sent: {}", asked.body);
        }
    }
}

#[test]
fn a_budget_that_runs_out_leaves_the_rest_for_another_night() {
    let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
    remember_many(&sandbox, 60);
    use_it(&sandbox, &fake, &["--daily-tokens", "7000"]);
    let night = at(&sandbox, "2026-01-21T09:00:00+09:00", &["sleep", "--json"]).json();
    let done = &night["improvement"];
    assert_eq!(done["stopped_by"], "llm.daily_tokens", "{night}");
    assert!(done["left"].as_u64() > Some(0) && done["analysed"].as_u64() > Some(0), "{night}");
    let cost = at(&sandbox, "2026-01-21T09:00:00+09:00", &["cost", "--json"]).json();
    let today = &cost["today"];
    let spent = today["input_tokens"].as_u64().expect("tokens") + today["output_tokens"].as_u64().expect("tokens");
    assert!(spent <= 7_000, "{cost}");
    let next = at(&sandbox, "2026-01-22T09:00:00+09:00", &["sleep", "--json"]).json();
    assert!(next["improvement"]["left"].as_u64() < done["left"].as_u64(), "{next}");
}

/// The memories that every request was about, by a word that only one of them has.
fn asked_about(fake: &FakeProvider) -> HashMap<String, usize> {
    let mut times = HashMap::new();
    for asked in fake.asked() {
        let body = asked.json();
        let material = body["messages"][1]["content"].as_str().unwrap_or_default().to_owned();
        let is_analysis =
            body["messages"][0]["content"].as_str().is_some_and(|text| text.contains("emotional_intensity"));
        for part in material.split("散歩の話その").skip(1).filter(|_| is_analysis) {
            let number: String = part.chars().take_while(char::is_ascii_digit).collect();
            *times.entry(number).or_default() += 1;
        }
    }
    times
}

#[test]
fn a_night_that_is_killed_is_resumed_and_nothing_is_paid_twice() {
    let (sandbox, fake) = (CommandSandbox::new(), FakeProvider::start());
    remember_many(&sandbox, 64);
    use_it(&sandbox, &fake, &[]);
    fake.always(Some(Behaviour::Silent(60)));
    let now = "2026-01-21T09:00:00+09:00";
    // Killed again and again, a little later each time.
    for round in 1..=5_u64 {
        let mut night = sandbox
            .command(&["sleep"])
            .env("OMOIDE_API_KEY", KEY)
            .env("OMOIDE_NOW", now)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let before = fake.asked().len();
        for _ in 0..2_000 {
            if fake.asked().len() > before {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(round * 23));
        night.kill().expect("it can be killed");
        night.wait().expect("it ends");
    }
    fake.always(None);
    let night = at(&sandbox, now, &["sleep", "--json"]).json();
    assert_eq!(night["nights"].as_array().map(Vec::len), Some(1), "{night}");
    let times = asked_about(&fake);
    assert!(times.values().all(|times| *times == 1), "nothing is asked twice: {times:?}");
    // Every request is in the ledger before it is sent; those that were killed stay open and count with the most that
    // they can cost.
    let requests = i64::try_from(fake.asked().len()).expect("a number");
    let calls = count(&sandbox, "SELECT count(*) FROM calls");
    assert!(calls >= requests && calls <= requests + 5, "{calls} calls, {requests} requests");
    assert_eq!(count(&sandbox, "SELECT count(*) FROM calls WHERE answer IS NOT NULL"), 0);
    let open = count(&sandbox, "SELECT coalesce(sum(memories), 0) FROM calls WHERE state = 'open'");
    let understood = count(&sandbox, "SELECT count(*) FROM descriptions WHERE analysed_by IS NOT NULL");
    assert_eq!(understood + open, 64, "what was answered was used");
    assert!(count(&sandbox, "SELECT min(input_tokens) FROM calls WHERE state = 'open' OR state = 'answered'") > 0);
}

#[test]
fn an_answer_that_was_left_behind_is_used_without_being_paid_again() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    use_it(&sandbox, &fake, &[]);
    let now = "2026-01-21T09:00:00+09:00";
    at(&sandbox, now, &["sleep"]).ok();
    let asked = fake.asked().len();
    // As if it had been killed right after the answer came.
    let store = rusqlite::Connection::open(sandbox.store()).expect("the store opens");
    let body = fake.asked().iter().rev().find(|a| a.body.contains("emotional_intensity")).expect("a request").json();
    let count_of = body["messages"][1]["content"].as_str().expect("material").matches("<memory number").count();
    let one = |n: usize| {
        serde_json::json!({"number": n, "emotional_intensity": 77, "emotional_valence": "negative",
        "emotional_arousal": 5, "emotional_tags": [], "category": "decision", "keywords": [], "trigger": "", "content": ""})
    };
    let answers: Vec<Value> = (1..=count_of).map(one).collect();
    let answer = serde_json::json!({"answers": answers}).to_string();
    let number: i64 = store
        .query_row("SELECT max(number) FROM calls WHERE purpose = 'analyse'", [], |row| row.get(0))
        .expect("a call");
    store.execute("UPDATE calls SET answer = ?1 WHERE number = ?2", rusqlite::params![answer, number]).expect("set");
    store.execute("UPDATE tasks SET state = 'asked', made = NULL WHERE call = ?1", [number]).expect("set");
    drop(store);
    at(&sandbox, "2026-01-22T09:00:00+09:00", &["sleep"]).ok();
    assert_eq!(count(&sandbox, "SELECT count(*) FROM memories WHERE emotional_intensity = 77"), count_of as i64);
    let again = fake.asked().iter().skip(asked).filter(|a| a.body.contains("emotional_intensity")).count();
    assert_eq!(again, 0);
}

#[test]
fn embeddings_of_a_provider_are_used_beside_the_built_in_ones() {
    let (sandbox, fake) = (CommandSandbox::with_memories(), FakeProvider::start());
    let url = format!("{}/v1", fake.address());
    let words = ["provider", "use", "compatible", "--embedding", "--base-url", &url, "--model", "embed-1", "--json"];
    let used = sandbox.with(&[("OMOIDE_API_KEY", KEY)], &words).json();
    assert_eq!(used["dimensions"], 8, "{used}");
    sandbox.with(&[("OMOIDE_API_KEY", KEY)], &["reembed"]).ok();
    let by = |model: &str| {
        count(
            &sandbox,
            &format!("SELECT count(*) FROM vectors v JOIN models m ON m.number = v.model WHERE m.name = '{model}'"),
        )
    };
    assert_eq!((by("compatible:embed-1"), by("static-256-1")), (3, 3));
    assert!(count(&sandbox, "SELECT sum(input_tokens) FROM calls WHERE purpose = 'embed'") > 0);
    let requests = fake.asked().len();
    // Remembering waits for nobody.
    sandbox.with(&[("OMOIDE_API_KEY", KEY)], &["remember", "A new turn about the garden"]).ok();
    assert_eq!(fake.asked().len(), requests);
    let found = sandbox.with(&[("OMOIDE_API_KEY", KEY)], &["recall", "SQLite"]).ok();
    assert!(found.contains("SQLite"));
    fake.always(Some(Behaviour::HangUp));
    let found = sandbox.with(&[("OMOIDE_API_KEY", KEY)], &["recall", "SQLite"]).ok();
    assert!(found.contains("SQLite"), "without it, the built-in ones do");
}
