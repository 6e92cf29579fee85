//! `list` and `show`: looking at memories without recalling them.

use omoide_testkit::command::CommandSandbox;

#[test]
fn memories_are_a_table_that_fits() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["list"]).all());
    insta::assert_snapshot!("list_in_japanese", sandbox.omoide(&["list", "--lang", "ja"]).all());
}

#[test]
fn filters_leave_out_what_is_not_meant() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["archive", "mem_20260120_003"]).ok();
    sandbox.omoide(&["protect", "mem_20260120_002"]).ok();
    let later = ["remember", "a later thing", "--person", "Ann", "--thread", "t", "--set", "sleep.catch_up=false"];
    sandbox.at("2026-01-25T10:00:00+09:00", &later).ok();
    let total = |arguments: &[&str]| {
        let mut all = vec!["list", "--json"];
        all.extend(arguments);
        sandbox.omoide(&all).json()["total"].as_u64().expect("a number")
    };
    assert_eq!(total(&[]), 4);
    assert_eq!(total(&["--archived"]), 1);
    assert_eq!(total(&["--level", "4"]), 1);
    assert_eq!(total(&["--level", "1"]), 3);
    assert_eq!(total(&["--protected"]), 1);
    assert_eq!(total(&["--valence", "positive"]), 2);
    assert_eq!(total(&["--category", "decision"]), 1);
    assert_eq!(total(&["--kind", "session"]), 0);
    assert_eq!(total(&["--person", "Ann"]), 1);
    assert_eq!(total(&["--thread", "t"]), 1);
    assert_eq!(total(&["--since", "2026-01-21"]), 1);
    assert_eq!(total(&["--until", "2026-01-20"]), 3);
    assert_eq!(total(&["--until", "2026-01-20T14:31:00"]), 1);
    assert_eq!(total(&["--contains", "ケーキ"]), 1);
}

#[test]
fn a_person_is_meant_whatever_the_case_and_width() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "I keep bees behind the house.", "--person", "Ann"]).ok();
    sandbox.omoide(&["remember", "Bees are loud in June.", "--person", "ﾀﾅｶ"]).ok();
    for (name, words) in [("ann", "behind the house"), (" ＡＮＮ", "behind the house"), ("タナカ", "loud in June")]
    {
        let listed = sandbox.omoide(&["list", "--person", name]).ok();
        assert!(listed.contains(words) && listed.lines().count() == 2, "{name}: {listed}");
        let recalled = sandbox.omoide(&["recall", "bees", "--person", name, "--no-gate", "--json"]).json();
        let hits = recalled["hits"].as_array().expect("hits");
        assert!(
            hits.len() == 1 && hits[0]["memory"]["trigger"].as_str().is_some_and(|t| t.contains(words)),
            "{name}: {hits:?}"
        );
    }
    assert_eq!(sandbox.omoide(&["list", "--person", "An"]).err, "no memories match\n");
}

#[test]
fn words_of_an_original_are_found_after_it_was_shortened() {
    let sandbox = CommandSandbox::new();
    let text = "This morning the postman brought a parcel from Oslo, then I had tea with Ｍａｒｉａ on the balcony and we \
                talked for a long while about the weather, her cats, a broken bicycle pump and the neighbours upstairs.";
    let set = "encode.lasting=false";
    sandbox.at("2026-01-20T14:30:00+09:00", &["remember", text, "--set", set]).ok();
    sandbox.at("2026-04-20T14:30:00+09:00", &["sleep", "--trust-clock"]).ok();
    let shown = sandbox.omoide(&["list", "--all", "--json"]).json()["memories"][0].clone();
    assert!(!shown["trigger"].as_str().is_some_and(|shown| shown.contains("bicycle pump")), "{shown}");
    for words in ["PUMP and the", "ｔａｌｋｅｄ ｆｏｒ ａ ｌｏｎｇ", "tea with maria"] {
        let answer = sandbox.omoide(&["list", "--contains", words]);
        assert!(answer.out.contains("mem_20260120_001"), "{words}: {answer:?}");
        assert_eq!(
            answer.err,
            "in 1 of these, only the original has the words; read it: omoide read mem_20260120_001\n"
        );
    }
    let told = sandbox.omoide(&["list", "--contains", "her cats", "--lang", "ja"]).err;
    assert_eq!(told, "うち1件は、元の文だけにその言葉があります。読むには：omoide read mem_20260120_001\n");
    assert_eq!(sandbox.omoide(&["list", "--contains", "bicycle bell"]).err, "no memories match\n");
}

#[test]
fn a_limit_says_how_many_there_are() {
    let sandbox = CommandSandbox::with_memories();
    let answer = sandbox.omoide(&["list", "--limit", "1", "--oldest-first"]);
    assert!(answer.out.contains("mem_20260120_001") && !answer.out.contains("mem_20260120_002"));
    assert_eq!(answer.err, "1 of 3; see all with --all\n");
    assert_eq!(sandbox.omoide(&["list", "--contains", "nowhere"]).err, "no memories match\n");
}

#[test]
fn a_memory_is_shown_with_all_there_is() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["link", "mem_20260120_001", "mem_20260120_002"]).ok();
    insta::assert_snapshot!(sandbox.omoide(&["show", "mem_20260120_001"]).all());
    insta::assert_snapshot!("shown_in_japanese", sandbox.omoide(&["show", "mem_20260120_002", "--lang", "ja"]).all());
    let value = sandbox.omoide(&["show", "mem_20260120_001", "--json"]).json();
    assert_eq!(value["versions"].as_array().map(Vec::len), Some(1));
    assert!(value["turn"]["said"].as_str().is_some_and(|said| said.starts_with("We decided")));
}

#[test]
fn ids_handles_and_their_beginnings_mean_a_memory() {
    let sandbox = CommandSandbox::with_memories();
    let id = sandbox.omoide(&["show", "mem_20260120_002", "--json"]).json()["memory"]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    assert!(sandbox.omoide(&["show", &id]).ok().contains("mem_20260120_002"));
    assert!(sandbox.omoide(&["show", &id.to_lowercase()]).ok().contains("mem_20260120_002"));
    insta::assert_snapshot!("unknown", sandbox.omoide(&["show", "mem_19990101_001"]).all());
    let ambiguous = sandbox.omoide(&["show", "mem_2026"]).fails(1);
    assert!(ambiguous.contains("fits more than one") && ambiguous.contains("mem_20260120_003"), "{ambiguous}");
    let error = sandbox.omoide(&["show", "nothing", "--json"]).fails(1);
    let error: serde_json::Value = serde_json::from_str(&error).expect("JSON");
    assert_eq!(error["error"]["code"], "not_found");
    assert!(error["error"]["hint"].is_string());
}
