//! `simulate`: a life lived in seconds.

mod binary;

use binary::{omoide, text};
use serde_json::Value;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

const A_MONTH: [&str; 5] = ["simulate", "--days", "30", "--per-day", "20"];

fn a_month_and(further: &[&'static str]) -> Vec<&'static str> {
    A_MONTH.iter().chain(further).copied().collect()
}

#[test]
fn a_month_shows_tables_a_chart_and_a_sentence() {
    let folder = folder();
    insta::assert_snapshot!(text(&omoide(folder.path(), &A_MONTH)));
    assert!(!folder.path().join("omoide.db").exists(), "no mind is touched");
}

#[test]
fn the_same_seed_gives_the_same_csv() {
    let folder = folder();
    let lived = |seed| text(&omoide(folder.path(), &a_month_and(&["--csv", "-", "--seed", seed])));
    assert_eq!(lived("7"), lived("7"));
    assert_ne!(lived("7"), lived("8"));
}

#[test]
fn csv_has_a_row_for_each_day_and_nothing_else() {
    let folder = folder();
    let csv = text(&omoide(folder.path(), &a_month_and(&["--csv", "-", "--json"])));
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("day,level1,level2,level3,archived,recalled,revived,erased"));
    for (place, line) in lines.enumerate() {
        let numbers: Vec<usize> = line.split(',').map(|number| number.parse().expect("a number")).collect();
        assert_eq!(numbers.len(), 8);
        assert_eq!(numbers[0], place + 1);
        assert_eq!(numbers[1..5].iter().sum::<usize>() + numbers[7], 20 * (place + 1));
    }
    assert_eq!(csv.lines().count(), 31);
}

#[test]
fn svg_is_well_formed_and_says_what_it_shows() {
    let folder = folder();
    let svg = text(&omoide(folder.path(), &a_month_and(&["--svg", "-", "--lang", "ja"])));
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("every tag ends");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(svg.contains("<title id=\"title\">30日間、1日20件の記憶</title>"), "{svg}");
    assert_eq!(svg.matches("<polygon").count(), 4);
}

#[test]
fn json_tells_the_life_and_what_was_kept() {
    let folder = folder();
    let output = omoide(folder.path(), &a_month_and(&["--json", "--start", "2026-01-01"]));
    let value: Value = serde_json::from_str(&text(&output)).expect("JSON");
    assert_eq!(value["life"]["start"], "2026-01-01T00:00:00+09:00");
    assert_eq!(value["days"].as_array().map(Vec::len), Some(30));
    assert_eq!(value["by_intensity"].as_array().map(Vec::len), Some(5));
    assert!(value["by_category"]["emotional"].is_array());
}

#[test]
fn parameters_of_the_configuration_count() {
    let folder = folder();
    let archived = |set: &str| {
        let arguments = ["simulate", "--days", "20", "--per-day", "5", "--csv", "-", "--set", set];
        let csv = text(&omoide(folder.path(), &arguments));
        let last = csv.lines().last().map(str::to_owned).expect("twenty days");
        last.split(',').nth(4).and_then(|number| number.parse::<usize>().ok()).expect("a number")
    };
    assert!(archived("levels.level3_threshold=0") < archived("levels.level3_threshold=5"));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = folder();
    let output = omoide(folder.path(), &a_month_and(&["--csv", "no such folder/life.csv"]));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such folder/life.csv"), "{output:?}");
}

#[test]
fn what_cannot_be_lived_is_refused() {
    let folder = folder();
    for arguments in [
        vec!["simulate", "--days", "0"],
        vec!["simulate", "--start", "someday"],
        vec!["simulate", "--days", "36500", "--per-day", "100000"],
        vec!["simulate", "--csv", "-", "--svg", "-"],
    ] {
        assert_eq!(omoide(folder.path(), &arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_life_without_memories_is_a_life() {
    let folder = folder();
    let shown = text(&omoide(folder.path(), &["simulate", "--days", "2", "--per-day", "0"]));
    assert!(shown.contains("Of 0 memories in 2 days"), "{shown}");
}
