//! S0's own tables and worked examples, read from `docs/spec/examples` and put through the formulas.

use std::collections::HashMap;

use omoide_core::formulas::decay_coefficient::decay_coefficient;
use omoide_core::formulas::initial_memory_days::initial_memory_days;
use omoide_core::formulas::level::level_for;
use omoide_core::formulas::quota::quota;
use omoide_core::formulas::ranking::resonance::resonance;
use omoide_core::formulas::reinforcement::{Strength, reinforced};
use omoide_core::formulas::retention::retention_score;
use omoide_core::formulas::revival_score::revival_score;
use omoide_core::formulas::yearly_cost::{Usage, yearly_cost};
use omoide_core::parameters::{RatioRounding, Value};
use omoide_core::{Category, Feeling, Level, Parameters, RelationType, Tag};

/// A year of a hundred memories a day (S0 付録).
const MEMORIES_OF_A_YEAR: usize = 36_500;

#[test]
fn the_coefficient_moves_through_its_range_with_intensity() {
    let retention = Parameters::default().retention;
    for row in rows("decay_by_intensity.csv") {
        let category = Category::named(row.text("category"));
        let got = decay_coefficient(&category, row.number("intensity"), &retention);
        assert_near(got, row.number("decay_coefficient"), 1e-12, &row);
    }
}

#[test]
fn every_category_has_its_range_and_the_half_lives_that_follow_from_it() {
    let retention = Parameters::default().retention;
    let rows = rows("decay_ranges.csv");
    assert_eq!(rows.len(), Category::KNOWN.iter().filter(|category| **category != Category::Lasting).count());
    for row in rows {
        let category = Category::named(row.text("category"));
        let range = retention.decay_by_category.range(&category).expect("one of the four has a range");
        assert_near(range.min, row.number("min"), 1e-12, &row);
        assert_near(range.max, row.number("max"), 1e-12, &row);
        for (coefficient, column) in [(range.min, "half_life_days_at_min"), (range.max, "half_life_days_at_max")] {
            let half_life_days: f64 = row.number(column);
            assert_near(retention_score(100, coefficient, half_life_days), 50.0, 0.1, &row);
        }
    }
}

#[test]
fn a_memory_is_born_as_old_as_its_first_night_will_find_it() {
    for row in rows("initial_memory_days.csv") {
        let created = row.text("created").parse().expect("a time");
        let got = initial_memory_days(created, row.number("schedule_hour"));
        assert_near(got, row.number("memory_days"), 0.0005, &row);
    }
}

#[test]
fn a_recall_gives_half_of_the_days_back() {
    let parameters = Parameters::default();
    for row in rows("recall_examples.csv") {
        let before =
            Strength { memory_days: row.number("memory_days_before"), decay_coefficient: 0.9, recall_count: 0 };
        let after = reinforced(before, &parameters.recall, &parameters.retention);
        assert_near(after.memory_days, row.number("memory_days_after"), 1e-12, &row);
        assert_near(after.decay_coefficient, 0.92, 1e-12, &row);
        assert_eq!(after.recall_count, 1);
    }
}

#[test]
fn a_score_on_a_threshold_belongs_to_the_level_below_it() {
    let levels = Parameters::default().levels;
    for row in rows("level_thresholds.csv") {
        let level = Level::from_number(row.number("level")).expect("a level");
        assert_eq!(level_for(row.number("up_to"), &levels), level, "{row:?}");
        let just_above = if row.text("above").is_empty() { 0.0 } else { row.number::<f64>("above") + 1e-9 };
        assert_eq!(level_for(just_above, &levels), level, "{row:?}");
    }
}

#[test]
fn retention_falls_as_the_simulation_says() {
    let coefficient = Parameters::default().retention.base_decay_coefficient;
    for row in rows("decay_simulation.csv") {
        let got = retention_score(row.number("intensity"), coefficient, row.number("days"));
        assert_near(got.round(), row.number("rounded_score"), 1e-12, &row);
    }
}

// S0 says "about a year"; its own formula says 389 days.
#[test]
fn an_average_memory_outlives_its_first_year() {
    let parameters = Parameters::default();
    let level_after =
        |days| level_for(retention_score(35, parameters.retention.base_decay_coefficient, days), &parameters.levels);
    assert_eq!(level_after(365.0), Level::Trace);
    assert_eq!(level_after(388.0), Level::Trace);
    assert_eq!(level_after(389.0), Level::Archived);
}

#[test]
fn the_bands_of_intensity_and_arousal_leave_no_gap() {
    for field in ["intensity", "arousal"] {
        let mut next = 0;
        for row in rows("emotion_bands.csv").iter().filter(|row| row.text("field") == field) {
            assert_eq!(row.number::<u8>("from"), next, "{row:?}");
            next = row.number::<u8>("to") + 1;
        }
        assert_eq!(next, 101, "{field}");
    }
}

#[test]
fn the_tags_are_the_seeds_in_its_order() {
    let names: Vec<String> = rows("emotion_tags.csv").iter().map(|row| row.text("tag").to_owned()).collect();
    assert_eq!(names, Tag::ALL.map(Tag::name));
}

#[test]
fn the_relation_types_are_the_seeds_in_its_order() {
    let names: Vec<String> = rows("relation_types.csv").iter().map(|row| row.text("type").to_owned()).collect();
    assert_eq!(names, RelationType::ALL.map(RelationType::name));
}

#[test]
fn every_parameter_of_the_seed_has_its_name_and_default() {
    let mut values = HashMap::new();
    Parameters::default().visit(&mut |parameter, value| {
        values.insert(parameter.path, value);
    });
    for row in rows("defaults.csv") {
        let path = format!("{}.{}", row.text("section"), row.text("key"));
        let value = values.get(path.as_str()).unwrap_or_else(|| panic!("{path} is missing"));
        let ours = row.text("ours");
        let default = if ours.is_empty() { row.text("default") } else { ours };
        match value {
            Value::Number(n) => assert_near(*n, default.parse().expect("a number"), 1e-12, &row),
            Value::Count(n) => assert_eq!(n.to_string(), default, "{path}"),
            Value::Switch(is_on) => assert_eq!(is_on.to_string(), default, "{path}"),
            Value::Word(word) => assert_eq!(*word, default, "{path}"),
            Value::Text(text) => assert_eq!(text.as_str(), default, "{path}"),
            Value::Names(names) => assert_eq!(names.join(" "), default, "{path}"),
        }
    }
}

#[test]
fn the_example_resonates_by_its_terms() {
    let parameters = Parameters::default().resonance;
    for row in rows("resonance_example.csv") {
        let terms = resonance(&feeling(&row, "memory"), &feeling(&row, "current"), &parameters);
        assert_near(terms.valence, row.number("valence"), 1e-12, &row);
        assert_near(terms.arousal, row.number("arousal"), 1e-12, &row);
        assert_near(terms.tags, row.number("tags"), 1e-12, &row);
        assert_near(terms.sum(), row.number("sum"), 1e-12, &row);
    }
}

#[test]
fn a_revived_memory_starts_with_what_the_archive_left_of_it() {
    let parameters = Parameters::default();
    for row in rows("revival_score.csv") {
        let got = revival_score(
            row.number("intensity"),
            row.number("archived_days"),
            &parameters.archive,
            &parameters.levels,
        );
        assert_near(got, row.number("score"), 0.00005, &row);
    }
}

#[test]
fn the_shares_of_a_year_make_a_whole() {
    let compression = Parameters::default().compression;
    let ratios = [compression.level1_ratio, compression.level2_ratio, compression.level3_ratio];
    let mut rest = MEMORIES_OF_A_YEAR;
    for row in rows("ratio_distribution.csv") {
        let level: usize = row.number("level");
        let memories: usize = row.number("memories");
        match ratios.get(level - 1) {
            Some(ratio) => {
                assert_near(*ratio, row.number("ratio"), 1e-12, &row);
                assert_eq!(quota(*ratio, MEMORIES_OF_A_YEAR, RatioRounding::Floor), memories);
            }
            None => {
                assert_near(compression.delete_ratio, row.number("ratio"), 1e-12, &row);
                assert_eq!(rest, memories, "the archive gets what is left");
            }
        }
        rest -= memories;
    }
    assert_eq!(rest, 0);
}

#[test]
fn what_a_full_level_cannot_hold_goes_down() {
    let compression = Parameters::default().compression;
    let mut passing = MEMORIES_OF_A_YEAR;
    for (row, ratio) in rows("yearly_compressions.csv").iter().zip([compression.level1_ratio, compression.level2_ratio])
    {
        passing -= quota(ratio, MEMORIES_OF_A_YEAR, RatioRounding::Floor);
        assert_eq!(passing, row.number::<usize>("memories"), "{row:?}");
    }
}

#[test]
fn the_seeds_year_costs_what_the_seed_says() {
    let parameters = Parameters::default();
    let terms = yearly_cost(&Usage::default(), &parameters.compression, &parameters.cost);
    for row in rows("yearly_cost.csv") {
        let got = match row.text("term") {
            "embedding_million_tokens" => terms.embedding_tokens / 1e6,
            "input_million_tokens" => terms.input_tokens / 1e6,
            "output_million_tokens" => terms.output_tokens / 1e6,
            "embedding_usd" => terms.embedding_usd,
            "model_usd" => terms.model_usd,
            "sum_usd" => terms.sum_usd(),
            other => panic!("no term called {other}"),
        };
        assert_near(got, row.number("value"), row.number("tolerance"), &row);
    }
}

fn feeling(row: &Row, whose: &str) -> Feeling {
    let field = |name: &str| row.text(&format!("{whose}_{name}")).to_owned();
    Feeling {
        valence: field("valence").parse().expect("a valence"),
        arousal: field("arousal").parse().expect("an arousal"),
        tags: field("tags").split_whitespace().map(|tag| tag.parse().expect("a tag")).collect(),
    }
}

fn assert_near(got: f64, want: f64, tolerance: f64, row: &Row) {
    assert!((got - want).abs() <= tolerance, "{got} instead of {want}: {row:?}");
}

/// A row of an example file, by column.
#[derive(Debug)]
struct Row(HashMap<String, String>);

impl Row {
    fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}: {self:?}"))
    }

    fn number<T: std::str::FromStr>(&self, column: &str) -> T {
        self.text(column).parse().unwrap_or_else(|_| panic!("{column} cannot be read: {self:?}"))
    }
}

/// The rows of an example file: comments begin with `#`, then the columns are named. The files read here
/// have no quoted fields.
fn rows(name: &str) -> Vec<Row> {
    let path = format!("{}/../../docs/spec/examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().expect("a line of column names").split(',').collect();
    let rows: Vec<Row> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields.len(), columns.len(), "{name}: {line}");
            Row(columns.iter().zip(fields).map(|(c, f)| ((*c).to_owned(), f.to_owned())).collect())
        })
        .collect();
    assert!(!rows.is_empty(), "{name} has no rows");
    rows
}
