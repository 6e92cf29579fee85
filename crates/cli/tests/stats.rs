//! `stats`: how a mind is doing, in numbers.

use omoide_testkit::command::CommandSandbox;

const NOW: &str = "2026-11-15T21:00:00+09:00";

fn an_empty_mind() -> CommandSandbox {
    let sandbox = CommandSandbox::on(NOW);
    sandbox.omoide(&["init"]).ok();
    sandbox
}

fn a_mind() -> CommandSandbox {
    let sandbox = an_empty_mind();
    let said = [
        ("2026-11-15T08:00:00+09:00", "Good morning."),
        ("2026-11-15T12:30:00+09:00", "We decided to move the release to Friday."),
        ("2026-11-15T20:15:00+09:00", "I am so happy that Rex is well again!"),
    ];
    for (at, words) in said {
        sandbox.at(at, &["remember", words]).ok();
    }
    sandbox
}

/// The shown text without the size of the file, which depends on the version of SQLite.
fn without_size(shown: &str) -> String {
    shown.lines().filter(|line| !line.trim_start().starts_with("size")).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_empty_mind_has_numbers_too() {
    let sandbox = an_empty_mind();
    insta::assert_snapshot!(without_size(&sandbox.omoide(&["stats", "--cost"]).ok()));
    assert_eq!(sandbox.omoide(&["stats", "--json"]).json()["memories"], 0);
}

#[test]
fn a_mind_is_counted_from_all_sides() {
    let sandbox = a_mind();
    insta::assert_snapshot!(without_size(&sandbox.omoide(&["stats"]).ok()));
    let stats = sandbox.omoide(&["stats", "--json"]).json();
    assert_eq!(stats["memories"], 3);
    assert_eq!(stats["levels"][0], 3);
    assert_eq!(stats["kinds"]["episode"], 3);
    assert_eq!(stats["memories_per_day"], 3.0);
    assert!(stats["bytes"].as_u64().is_some_and(|bytes| bytes > 0));
    assert!(stats.get("cost").is_none());
}

#[test]
fn the_estimate_follows_the_minds_own_figures() {
    let sandbox = a_mind();
    let shown = sandbox.omoide(&["stats", "--cost"]).ok();
    assert!(shown.contains("Omoide itself spends nothing"), "{shown}");
    let cost = sandbox.omoide(&["stats", "--cost", "--json"]).json()["cost"].clone();
    assert_eq!(cost["assumptions"]["memories_per_day"], 3.0);
    assert_eq!(cost["assumptions"]["summary_characters"], 280.0, "there is no summary yet");
    assert!(cost["assumptions"]["full_characters"].as_f64().is_some_and(|characters| characters < 100.0));
    assert_eq!(cost["spent_by_omoide_usd"], 0.0);
    let (usd, yen) = (cost["usd"].as_f64().expect("dollars"), cost["yen"].as_f64().expect("yen"));
    assert!(usd > 0.0 && (yen - usd * 150.0).abs() < 1e-6);
}

#[test]
fn the_estimate_of_an_empty_mind_is_the_designs() {
    let sandbox = an_empty_mind();
    let cost = sandbox.omoide(&["stats", "--cost", "--json"]).json()["cost"].clone();
    let usd = cost["usd"].as_f64().expect("dollars");
    assert!((usd - 325.16).abs() < 1.0, "{usd}");
}

#[test]
fn stats_speak_japanese() {
    let sandbox = a_mind();
    let shown = sandbox.omoide(&["stats", "--cost", "--lang", "ja"]).ok();
    assert!(shown.contains("記憶3件") && shown.contains("費用がかかりません"), "{shown}");
}
