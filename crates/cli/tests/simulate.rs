//! `simulate`: a life lived in seconds.

use omoide_testkit::command::CommandSandbox;

const NOW: &str = "2026-11-15T21:00:00+09:00";

fn a_sandbox() -> CommandSandbox {
    CommandSandbox::on(NOW)
}

const A_MONTH: [&str; 5] = ["simulate", "--days", "30", "--per-day", "20"];

fn a_month_and(further: &[&'static str]) -> Vec<&'static str> {
    A_MONTH.iter().chain(further).copied().collect()
}

#[test]
fn a_month_shows_tables_a_chart_and_a_sentence() {
    let sandbox = a_sandbox();
    insta::assert_snapshot!(sandbox.omoide(&A_MONTH).ok());
    assert!(!sandbox.path().join("omoide.db").exists(), "no mind is touched");
}

#[test]
fn the_same_seed_gives_the_same_csv() {
    let sandbox = a_sandbox();
    let lived = |seed| sandbox.omoide(&a_month_and(&["--csv", "-", "--seed", seed])).ok();
    assert_eq!(lived("7"), lived("7"));
    assert_ne!(lived("7"), lived("8"));
}

#[test]
fn csv_has_a_row_for_each_day_and_nothing_else() {
    let sandbox = a_sandbox();
    let csv = sandbox.omoide(&a_month_and(&["--csv", "-", "--json"])).ok();
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
    let sandbox = a_sandbox();
    let svg = sandbox.omoide(&a_month_and(&["--svg", "-", "--lang", "ja"])).ok();
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
    let sandbox = a_sandbox();
    let output = sandbox.omoide(&a_month_and(&["--json", "--start", "2026-01-01"]));
    let value = output.json();
    assert_eq!(value["life"]["start"], "2026-01-01T00:00:00+09:00");
    assert_eq!(value["days"].as_array().map(Vec::len), Some(30));
    assert_eq!(value["by_intensity"].as_array().map(Vec::len), Some(5));
    assert!(value["by_category"]["emotional"].is_array());
}

#[test]
fn parameters_of_the_configuration_count() {
    let sandbox = a_sandbox();
    let archived = |set: &str| {
        let arguments = ["simulate", "--days", "20", "--per-day", "5", "--csv", "-", "--set", set];
        let csv = sandbox.omoide(&arguments).ok();
        let last = csv.lines().last().map(str::to_owned).expect("twenty days");
        last.split(',').nth(4).and_then(|number| number.parse::<usize>().ok()).expect("a number")
    };
    assert!(archived("levels.level3_threshold=0") < archived("levels.level3_threshold=5"));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let sandbox = a_sandbox();
    let output = sandbox.omoide(&a_month_and(&["--csv", "no such folder/life.csv"]));
    assert_eq!(output.code, 1, "{output:?}");
    assert!(output.err.contains("no such folder/life.csv"), "{output:?}");
}

#[test]
fn what_cannot_be_lived_is_refused() {
    let sandbox = a_sandbox();
    for arguments in [
        vec!["simulate", "--days", "0"],
        vec!["simulate", "--start", "someday"],
        vec!["simulate", "--days", "36500", "--per-day", "100000"],
        vec!["simulate", "--csv", "-", "--svg", "-"],
    ] {
        assert_eq!(sandbox.omoide(&arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn a_life_without_memories_is_a_life() {
    let sandbox = a_sandbox();
    let shown = sandbox.omoide(&["simulate", "--days", "2", "--per-day", "0"]).ok();
    assert!(shown.contains("Of 0 memories in 2 days"), "{shown}");
}
