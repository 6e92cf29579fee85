//! `curve`: how one memory will fade.

use omoide_testkit::command::CommandSandbox;

const NOW: &str = "2026-11-15T21:00:00+09:00";

/// A mind with one memory; its handle is the same every time.
fn a_mind() -> (CommandSandbox, &'static str) {
    let sandbox = CommandSandbox::on(NOW);
    sandbox.omoide(&["remember", "We decided to move the release to Friday, and I am very happy about it!"]).ok();
    (sandbox, "mem_20261115_001")
}

#[test]
fn a_curve_shows_a_chart_and_says_when_the_memory_falls() {
    let (sandbox, handle) = a_mind();
    insta::assert_snapshot!(sandbox.omoide(&["curve", handle]).ok());
}

#[test]
fn a_curve_speaks_japanese() {
    let (sandbox, handle) = a_mind();
    let shown = sandbox.omoide(&["curve", handle, "--lang", "ja"]).ok();
    assert!(shown.contains("保持スコア") && shown.contains("思い出さなければ："), "{shown}");
}

#[test]
fn json_has_points_and_falls_with_their_dates() {
    let (sandbox, handle) = a_mind();
    let curve = sandbox.omoide(&["curve", handle, "--days", "300", "--json"]).json();
    let points = curve["points"].as_array().expect("points");
    assert_eq!(points.len(), 301);
    assert_eq!(points[0]["date"], "2026-11-15");
    assert_eq!(points[5]["date"], "2026-11-20");
    let scores: Vec<f64> =
        points[1..].iter().map(|p| p["left_alone"]["retention_score"].as_f64().expect("a score")).collect();
    assert!(scores.is_sorted_by(|earlier, later| earlier >= later), "if not recalled, it only fades");
    assert_eq!(curve["fades"], true);
    let fall = &curve["falls"][0];
    let night = usize::try_from(fall["night"].as_u64().expect("a night")).expect("small");
    assert_eq!(points[night]["left_alone"]["level"], fall["level"]);
    assert_eq!(points[night]["date"], fall["date"]);
    assert!(points[night - 1]["left_alone"]["level"].as_u64() < fall["level"].as_u64());
}

#[test]
fn a_missed_night_counts_as_the_first() {
    let (sandbox, handle) = a_mind();
    let curve = sandbox.at("2026-11-17T12:00:00+09:00", &["curve", handle, "--json"]).json();
    assert_eq!(curve["due_nights"], 2);
    assert_eq!(curve["points"][1]["date"], "2026-11-16");
    assert_eq!(curve["points"][3]["date"], "2026-11-18");
}

#[test]
fn a_protected_and_an_archived_memory_do_not_fade() {
    let (sandbox, handle) = a_mind();
    sandbox.omoide(&["protect", handle]).ok();
    let shown = sandbox.omoide(&["curve", handle]).ok();
    assert!(shown.contains("it is protected and does not fade"), "{shown}");
    sandbox.omoide(&["unprotect", handle]).ok();
    sandbox.omoide(&["archive", handle]).ok();
    let shown = sandbox.omoide(&["curve", handle]).ok();
    assert!(shown.contains("it is archived and does not fade"), "{shown}");
    assert_eq!(sandbox.omoide(&["curve", handle, "--json"]).json()["fades"], false);
}

#[test]
fn files_are_written_and_standard_output_carries_only_what_was_asked_for() {
    let (sandbox, handle) = a_mind();
    let csv = sandbox.omoide(&["curve", handle, "--days", "3", "--csv", "-"]).ok();
    assert_eq!(csv.lines().count(), 5);
    assert_eq!(csv.lines().next(), Some("night,date,left_alone,left_alone_level,recalled,recalled_level"));
    let file = sandbox.path().join("curve.svg");
    let path = file.to_str().expect("UTF-8");
    let shown = sandbox.omoide(&["curve", handle, "--svg", path]).ok();
    assert!(shown.contains("if not recalled"));
    let svg = std::fs::read_to_string(&file).expect("it was written");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    let both = sandbox.omoide(&["curve", handle, "--svg", "-", "--csv", "-"]);
    assert_eq!(both.code, 2);
}

#[test]
fn an_unknown_memory_is_the_persons_mistake() {
    let (sandbox, _) = a_mind();
    let output = sandbox.omoide(&["curve", "mem_19990101_001"]);
    assert_eq!((output.code, output.out.as_str()), (1, ""));
    assert!(output.err.contains("mem_19990101_001"), "{output:?}");
}
