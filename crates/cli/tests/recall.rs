//! `recall`: what a prompt brings to mind.

use omoide_testkit::command::CommandSandbox;

#[test]
fn a_fresh_machine_has_nothing_to_recall_and_that_is_no_failure() {
    insta::assert_snapshot!(CommandSandbox::new().omoide(&["recall", "anything"]).all());
}

#[test]
fn words_bring_the_memory_back() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "which store did we decide on, SQLite?"]).all());
}

#[test]
fn every_term_of_the_rank_is_explained() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "SQLite", "store", "--explain"]).all());
    insta::assert_snapshot!(
        "explained_in_japanese",
        sandbox.omoide(&["recall", "娘の誕生日のケーキ", "--explain", "--lang", "ja"]).all()
    );
}

#[test]
fn an_irrelevant_prompt_is_answered_with_silence() {
    let sandbox = CommandSandbox::with_memories();
    let answer = sandbox.omoide(&["recall", "quantum chromodynamics lattice"]);
    insta::assert_snapshot!(answer.all());
    let value = sandbox.omoide(&["recall", "quantum chromodynamics lattice", "--json"]).json();
    assert_eq!(value["silence"], "nothing_relevant");
}

#[test]
fn a_block_is_what_an_agent_reads() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "SQLite store", "--block"]).all());
}

#[test]
fn recall_leaves_a_mark_unless_told_not_to() {
    let sandbox = CommandSandbox::with_memories();
    let is_marked = || {
        sandbox.omoide(&["show", "mem_20260120_001", "--json"]).json()["memory"]["recalled_since_last_batch"] == true
    };
    sandbox.omoide(&["recall", "SQLite store", "--no-mark"]).ok();
    assert!(!is_marked());
    sandbox.omoide(&["recall", "SQLite store"]).ok();
    assert!(is_marked());
}

#[test]
fn related_memories_stand_beneath_their_hit() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["link", "mem_20260120_001", "mem_20260120_003", "--type", "continues"]).ok();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "SQLite store"]).ok());
    let value = sandbox.omoide(&["recall", "SQLite store", "--json"]).json();
    assert_eq!(value["related"][0]["type"], "continues");
    assert_eq!(
        sandbox.omoide(&["recall", "SQLite store", "--depth", "0", "--json"]).json()["related"],
        serde_json::json!([])
    );
}

#[test]
fn a_terminal_never_gets_the_codes_that_a_memory_holds() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "red \u{1b}[31malert\u{1b}[0m for Rex"]).ok();
    for command in
        [["recall", "alert Rex"].as_slice(), &["list"], &["show", "mem_2026"], &["history", "mem_2026", "--texts"]]
    {
        assert!(!sandbox.omoide(command).ok().contains('\u{1b}'), "{command:?}");
    }
}

fn handles(sandbox: &CommandSandbox, arguments: &[&str]) -> Vec<String> {
    let mut all = vec!["recall", "--json", "--no-mark"];
    all.extend(arguments);
    let value = sandbox.omoide(&all).json();
    let hits = value["hits"].as_array().expect("hits").iter();
    hits.map(|hit| hit["memory"]["handle"].as_str().expect("a handle").to_owned()).collect()
}

/// Three memories about Rex, of different people, times, feelings and sources.
fn about_rex() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    for (at, arguments) in [
        ("2025-12-30T10:00:00+09:00", ["remember", "Rex ran away, I am so sad and afraid.", "--person", "Yumi"]),
        ("2026-01-14T10:00:00+09:00", ["remember", "Rex came back, I am so happy!", "--person", "Ken"]),
        ("2026-01-20T10:00:00+09:00", ["remember", "Rex weighs 12 kg, says the vet.", "--source", "document"]),
    ] {
        sandbox.at(at, &arguments).ok();
    }
    sandbox
}

const RAN_AWAY: &str = "mem_20251230_001";
const CAME_BACK: &str = "mem_20260114_001";
const WEIGHS: &str = "mem_20260120_001";

#[test]
fn a_recall_finds_only_what_is_in_its_scope() {
    let sandbox = about_rex();
    assert_eq!(handles(&sandbox, &["Rex"]).len(), 3);
    for (scope, found) in [
        (["--person", "Yumi"].as_slice(), [RAN_AWAY].as_slice()),
        (&["--trust", "agent"], &[RAN_AWAY, CAME_BACK]),
        (&["--valence", "positive"], &[CAME_BACK]),
        (&["--since", "2026-01-20"], &[WEIGHS]),
        (&["--since", "last week"], &[CAME_BACK, WEIGHS]),
        (&["--since", "先週", "--until", "先週"], &[CAME_BACK]),
        (&["--until", "last year"], &[RAN_AWAY]),
        (&["--as-of", "2026-01-14"], &[RAN_AWAY, CAME_BACK]),
        (&["--as-of", "2026-01-14T09:00"], &[RAN_AWAY]),
        (&["--as-of", "先月"], &[RAN_AWAY]),
        (&["--level", "3", "--level", "4"], &[]),
        (&["--kind", "session"], &[]),
        (&["--in-thread", "elsewhere"], &[]),
    ] {
        let mut arguments = vec!["Rex"];
        arguments.extend(scope);
        let mut handles = handles(&sandbox, &arguments);
        handles.sort();
        assert_eq!(handles, found, "{scope:?}");
    }
    let tags = sandbox.omoide(&["show", CAME_BACK, "--json"]).json()["memory"]["emotional_tags"].clone();
    let tag = tags[0].as_str().expect("a feeling");
    assert!(handles(&sandbox, &["Rex", "--tag", tag]).contains(&CAME_BACK.to_owned()));
    let category = sandbox.omoide(&["show", WEIGHS, "--json"]).json()["memory"]["category"].clone();
    let category = category.as_str().expect("a category");
    assert!(handles(&sandbox, &["Rex", "--category", category]).contains(&WEIGHS.to_owned()));
    assert!(handles(&sandbox, &["Rex", "--category", "nothing_of_the_kind"]).is_empty());
}

#[test]
fn a_scope_that_cannot_be_meant_is_refused() {
    let sandbox = about_rex();
    insta::assert_snapshot!("bad_time", sandbox.omoide(&["recall", "Rex", "--since", "tomorow"]).all());
    let japanese = ["recall", "Rex", "--as-of", "そのうち", "--lang", "ja"];
    insta::assert_snapshot!("bad_time_in_japanese", sandbox.omoide(&japanese).all());
    let empty = ["recall", "Rex", "--since", "2026-01-20", "--until", "2026-01-19"];
    insta::assert_snapshot!("empty_time", sandbox.omoide(&empty).all());
    for bad in [["--trust", "nobody"], ["--kind", "insight"], ["--level", "5"], ["--budget", "3"]] {
        let error = sandbox.omoide(&["recall", "Rex", bad[0], bad[1]]).fails(2);
        assert!(error.contains(bad[0]) && error.contains(bad[1]), "{error}");
    }
    let error = sandbox.omoide(&["recall", "Rex", "--profile", "loudness"]).fails(1);
    assert!(error.contains("loudness") && error.contains("fused, resonance, intent, activation"), "{error}");
}

#[test]
fn every_profile_ranks_and_explains_itself() {
    let sandbox = about_rex();
    for profile in ["fused", "resonance", "intent", "activation"] {
        let arguments = ["recall", "Rex came back", "--profile", profile, "--explain", "--no-mark"];
        let value = sandbox.omoide(&[&arguments[..], &["--json"]].concat()).json();
        assert_eq!(value["hits"][0]["memory"]["handle"], CAME_BACK, "{profile}");
        assert_eq!(value["hits"][0]["terms"]["profile"], profile);
        assert_eq!(value["hits"][0]["terms"]["total"], value["hits"][0]["score"]);
        insta::assert_snapshot!(format!("ranked_by_{profile}"), sandbox.omoide(&arguments).ok());
    }
}

#[test]
fn a_way_to_rank_and_a_profile_of_the_configuration_go_together() {
    let sandbox = about_rex();
    std::fs::write(sandbox.file("omoide.toml"), "[profiles.one.retrieval]\ntop_k = 1\n").expect("written");
    let flags = ["--profile", "one", "recall", "Rex", "--json", "--explain", "--no-mark", "--profile", "resonance"];
    let value = sandbox.omoide(&flags).json();
    assert_eq!(value["hits"].as_array().expect("hits").len(), 1);
    assert_eq!(value["hits"][0]["terms"]["profile"], "resonance");
    assert_eq!(handles(&sandbox, &["Rex", "--profile", "one"]).len(), 1);
}

#[test]
fn a_program_is_told_how_the_prompt_was_understood() {
    let sandbox = about_rex();
    let value = sandbox.omoide(&["recall", "Where was Rex last week?", "--json", "--explain"]).json();
    let plan = &value["plan"];
    assert_eq!(plan["time"]["from"], "2026-01-12T00:00:00+09:00");
    assert_eq!(plan["time"]["to"], "2026-01-19T00:00:00+09:00");
    assert_eq!(plan["keywords"], serde_json::json!(["Rex"]));
    assert!(plan["semantic_query"].is_string() && plan["intent"].is_string() && plan["people"].is_array());
    let clues = value["hits"][0]["terms"]["clues"].as_object().expect("clues");
    let sum: f64 = clues.values().filter_map(|clue| clue["part"].as_f64()).sum();
    let relevance = value["hits"][0]["terms"]["relevance"].as_f64().expect("a number");
    assert!((sum - relevance).abs() < 1e-9, "{sum} {relevance}");
}

#[test]
fn the_gate_can_be_left_open() {
    let sandbox = about_rex();
    assert!(handles(&sandbox, &["quantum chromodynamics"]).is_empty());
    assert!(!handles(&sandbox, &["quantum chromodynamics", "--no-gate"]).is_empty());
}

#[test]
fn a_long_memory_is_cut_to_the_budget_and_read_on_demand() {
    let sandbox = CommandSandbox::new();
    let long = "The replica of Tokyo answered within two seconds. ".repeat(100);
    sandbox.omoide(&["remember", &long]).ok();
    sandbox.omoide(&["remember", "The key of Tokyo is in the blue box."]).ok();
    let words = |more: &[&str]| sandbox.omoide(&[&["recall", "Tokyo replica key", "--no-mark"], more].concat()).ok();
    insta::assert_snapshot!("within_a_budget", words(&["--budget", "150"]));
    insta::assert_snapshot!("within_a_budget_in_japanese", words(&["--budget", "150", "--lang", "ja"]));
    insta::assert_snapshot!("block_within_a_budget", words(&["--budget", "150", "--block"]));
    let small = words(&["--set", "retrieval.budget_tokens=150"]);
    assert_eq!(small, words(&["--budget", "150"]));
    assert!(words(&["--budget", "100000"]).len() > 4_000);
    let value: serde_json::Value =
        serde_json::from_str(&words(&["--budget", "150", "--json", "--block"])).expect("JSON");
    let cut: Vec<_> = value["hits"].as_array().expect("hits").iter().map(|hit| &hit["shown"]).collect();
    let long = cut.iter().find(|shown| shown["is_whole"] == false).expect("the long one");
    assert_eq!(long["continued"], "omoide read mem_20260120_001");
    assert!(value["block"].as_str().expect("a block").contains("(continued: omoide read mem_20260120_001)"));
}

#[test]
fn those_that_found_no_room_are_counted() {
    let sandbox = CommandSandbox::new();
    for place in ["kitchen", "garden", "cellar", "attic"] {
        sandbox
            .omoide(&["remember", &format!("The {place} of the house. {}", "It was painted again. ".repeat(20))])
            .ok();
    }
    let answer = sandbox.omoide(&["recall", "house", "--no-gate", "--budget", "120"]);
    assert!(answer.err.contains("2 more were recalled"), "{}", answer.err);
}

#[test]
fn what_is_of_another_project_or_in_the_open_thread_is_left_out() {
    let sandbox = CommandSandbox::new();
    let lines = [
        r#"{"said": "Run the tests of the shop with make check-shop.", "thread": "s1", "project": "shop"}"#,
        r#"{"said": "Run the tests of the blog with make check-blog.", "thread": "b1", "project": "blog"}"#,
        r#"{"said": "Run the tests of the mill with make check-mill.", "project": "mill"}"#,
    ];
    sandbox.piped(&["remember", "--jsonl"], lines.join("\n").as_bytes()).ok();
    sandbox.omoide(&["remember", "Run the tests of the dam with make check-dam.", "--project", "dam"]).ok();
    let found = |more: &[&str]| sandbox.omoide(&[&["recall", "run the tests", "--no-mark"], more].concat()).ok();
    for (project, check) in
        [("shop", "check-shop"), ("blog", "check-blog"), ("mill", "check-mill"), ("dam", "check-dam")]
    {
        let found = found(&["--project", project]);
        assert!(found.contains(check) && found.lines().count() == 1, "{project}: {found}");
    }
    assert_eq!(found(&["--project", "shop", "--thread", "s1"]), "");
    assert!(found(&["--project", "shop", "--thread", "s1", "--own-turns"]).contains("check-shop"));
    sandbox.omoide(&["recall", "run the tests", "--own-turns"]).fails(2);
}

/// Twenty-five memories: two of them say nothing, and one is archived.
fn with_twenty_five() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    let things =
        ["bicycle", "lantern", "cello", "boiler", "fern", "museum", "train", "invoice", "balcony", "attic", "wallet"];
    let mut lines: Vec<String> = things
        .iter()
        .flat_map(|thing| {
            [format!("The {thing} was repaired on Friday."), format!("I lent my {thing} to Paul, long ago.")]
        })
        .collect();
    lines.extend(["Thanks!", "Ok", "The sauna closes at ten."].map(str::to_owned));
    for (minute, line) in lines.iter().enumerate() {
        sandbox.at(&format!("2026-01-20T14:{minute:02}:00+09:00"), &["remember", line, "-q"]).ok();
    }
    sandbox.omoide(&["archive", "mem_20260120_025"]).ok();
    sandbox
}

#[test]
fn without_a_gate_as_many_are_shown_as_were_asked_for() {
    let sandbox = with_twenty_five();
    for profile in ["fused", "resonance", "intent", "activation"] {
        let told =
            sandbox.omoide(&["recall", "zebra crossing", "--no-gate", "-k", "20", "--no-mark", "--profile", profile]);
        let hits = told.out.lines().filter(|line| line.starts_with('[')).count();
        assert_eq!((hits, told.err.as_str()), (20, ""), "{profile}: {told:?}");
    }
    let told = sandbox.omoide(&["recall", "bicycle", "--no-gate", "-k", "30", "--no-mark"]);
    assert_eq!(told.out.lines().filter(|line| line.starts_with('[')).count(), 22, "{told:?}");
    assert!(told.out.lines().next().is_some_and(|line| line.contains("bicycle")), "the best comes first: {told:?}");
    assert!(told.err.starts_with("these 22 of 25 memories are all that can be recalled"), "{told:?}");
    let told = sandbox.omoide(&["recall", "bicycle", "--no-gate", "-k", "30", "--no-mark", "--lang", "ja"]).err;
    assert!(told.starts_with("思い出せるのは25件のうちこの22件です"), "{told}");
}

#[test]
fn a_block_keeps_to_its_size_and_says_what_was_left_out() {
    let sandbox = with_twenty_five();
    let words = ["recall", "repaired", "--no-gate", "-k", "20", "--no-mark", "--budget", "200"];
    let block: Vec<&str> = words.iter().copied().chain(["--block"]).collect();
    for words in [words.as_slice(), &block] {
        let told = sandbox.omoide(words);
        assert!(told.err.contains("more were recalled; a larger --budget shows them"), "{told:?}");
    }
}

#[test]
fn a_capital_letter_alone_names_nobody() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "The backup of the archive is slow.", "--person", "Zorblat"]).ok();
    sandbox.omoide(&["remember", "We moved the archive to Postgres.", "--person", "Ann"]).ok();
    let people = |words: &str| {
        let recalled = sandbox.omoide(&["recall", words, "--explain", "--json", "--no-mark"]).json();
        recalled["plan"]["people"].clone()
    };
    assert_eq!(people("Is the Archive in Postgres or in Oracle since Friday?"), serde_json::json!([]));
    assert_eq!(people("What did Noor say about Postgres?"), serde_json::json!(["Noor"]));
    assert_eq!(people("Is the archive slow for Zorblat?"), serde_json::json!(["Zorblat"]), "it is known as a speaker");
}
