//! Categories, feelings, kinds and the like in Japanese: what a person reads, and what they may write.

use omoide_testkit::command::CommandSandbox;

/// The handles that a command lists.
fn listed(sandbox: &CommandSandbox, words: &[&str]) -> Vec<String> {
    let arguments = [&["list", "--json"], words].concat();
    let memories = sandbox.omoide(&arguments).json()["memories"].clone();
    let handle = |memory: &serde_json::Value| memory["handle"].as_str().map(str::to_owned);
    memories.as_array().expect("a list").iter().filter_map(handle).collect()
}

#[test]
fn people_read_the_japanese_words_and_programs_the_stored_ones() {
    let sandbox = CommandSandbox::with_memories();
    let list = sandbox.omoide(&["list", "--lang", "ja"]).ok();
    assert!(list.contains("感情") && list.contains("決定") && list.contains("雑談"), "{list}");
    assert!(!list.contains("emotional") && !list.contains("decision") && !list.contains("casual"), "{list}");
    let shown = sandbox.omoide(&["show", "mem_20260120_002", "--lang", "ja"]).ok();
    for word in ["エピソード", "（喜び", "感情強度"] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
    for word in ["episode", "joy", "person\n"] {
        assert!(!shown.contains(word), "{word}: {shown}");
    }
    let stats = sandbox.omoide(&["stats", "--lang", "ja"]).ok();
    assert!(stats.contains("決定 1") && stats.contains("快 ") && !stats.contains("positive"), "{stats}");
    let analysed = sandbox.omoide(&["analyze", "家族と旅行に行くの？", "--lang", "ja"]).ok();
    assert!(analysed.contains("質問") && analysed.contains("旅行"), "{analysed}");
    assert!(!analysed.contains("question") && !analysed.contains("travel"), "{analysed}");
    sandbox.omoide(&["archive", "mem_20260120_001"]).ok();
    let related = sandbox.omoide(&["related", "mem_20260120_001", "--lang", "ja"]).ok();
    assert!(related.contains("[アーカイブ]") && !related.contains("[archived]"), "{related}");
    let json = sandbox.omoide(&["show", "mem_20260120_002", "--lang", "ja", "--json"]).json();
    assert_eq!(json["memory"]["category"], "emotional", "{json}");
}

#[test]
fn a_japanese_word_is_taken_wherever_a_stored_one_is() {
    let sandbox = CommandSandbox::with_memories();
    for (stored, japanese) in [
        (["--category", "decision"], ["--category", "決定"]),
        (["--valence", "positive"], ["--valence", "快"]),
        (["--kind", "episode"], ["--kind", "エピソード"]),
    ] {
        let found = listed(&sandbox, &stored);
        assert!(!found.is_empty(), "{stored:?}");
        assert_eq!(listed(&sandbox, &japanese), found, "{japanese:?}");
    }
    let recalled = |words: &[&str]| {
        let arguments = [&["recall", "娘の誕生日", "--no-mark", "--json"], words].concat();
        sandbox.omoide(&arguments).json()["hits"].as_array().map(Vec::len)
    };
    assert_eq!(recalled(&["--tag", "喜び"]), recalled(&["--tag", "joy"]));
    assert_eq!(recalled(&["--tag", "喜び"]), Some(1));
    assert_eq!(recalled(&["--trust", "人"]), recalled(&["--trust", "person"]));
    let remembered = sandbox.omoide(&["remember", "船は正午に出る。", "--source", "文書", "--json"]).json();
    let handle = remembered["memory"]["handle"].as_str().expect("a handle").to_owned();
    assert_eq!(sandbox.omoide(&["show", &handle, "--json"]).json()["memory"]["source"], "document");
    let linked = sandbox.omoide(&["link", "mem_20260120_001", &handle, "--type", "矛盾", "--json"]).json();
    assert_eq!(linked["type"], "contradicts", "{linked}");
    let help = sandbox.omoide(&["recall", "--help", "--lang", "ja"]).ok();
    assert!(help.contains("joy 喜び") && help.contains("negative 不快"), "{help}");
    let wrong = sandbox.omoide(&["list", "--valence", "苦い", "--lang", "ja"]).fails(2);
    assert!(wrong.contains("の値「苦い」は使えません"), "{wrong}");
}
