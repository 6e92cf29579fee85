//! The tables of S1, S3 and S4: what their formulas give, to the last digit.
//!
//! Read from where the golden scenarios are read, and those kept with the tests always.

mod golden_folders;

use std::collections::HashMap;

use golden_folders::golden_tables;
use omoide::core::formulas::arousal_update::arousal_update;
use omoide::core::formulas::preferences::top_topics;
use omoide::core::formulas::ranking::composite::composite;
use omoide::core::formulas::ranking::final_score::final_score;
use omoide::core::formulas::ranking::spreading::{Adjacency, SpreadReach, spread};
use omoide::core::formulas::ranking::time_decay::time_decay;
use omoide::core::formulas::salience::{novelty, relatedness, salience};
use omoide::core::policy::session::{Rounding, consolidated};
use omoide::core::{Intent, Parameters, Seq};
use serde_json::Value;

/// All tables of a seed.
fn tables(spec: &str) -> Vec<Value> {
    let tables: Vec<Value> = golden_tables().into_iter().filter(|golden| golden["spec"] == spec).collect();
    assert!(!tables.is_empty(), "no table of {spec} was found");
    tables
}

fn rows<'t>(table: &'t Value, name: &str) -> &'t [Value] {
    let rows = table[name].as_array().expect("a list of rows");
    assert!(!rows.is_empty());
    rows
}

fn number(row: &Value, name: &str) -> f64 {
    row[name].as_f64().unwrap_or_else(|| panic!("{name} is no number in {row}"))
}

fn assert_near(table: &Value, got: f64, want: f64, row: &Value) {
    let allowed = number(&table["tolerance"], "abs").max(number(&table["tolerance"], "rel") * want.abs());
    assert!((got - want).abs() <= allowed, "{got} is not {want}: {row}");
}

#[test]
fn composite_scores_are_s3s() {
    let parameters = Parameters::default().intent;
    for table in tables("003") {
        for (name, weights) in table["intent_weights"].as_object().expect("weights by intent") {
            let ours = parameters.weights(Intent::named(name).expect("an intent"));
            assert_eq!(weights, &serde_json::json!([ours.distance, ours.arousal, ours.time]), "{name}");
        }
        for row in rows(&table, "composite") {
            let intent = Intent::named(row["intent"].as_str().expect("a name")).expect("an intent");
            let days = number(row, "age_days");
            assert_near(&table, time_decay(days, parameters.time_decay_rate), number(row, "decay"), row);
            let terms = composite(number(row, "distance"), number(row, "arousal"), days, intent, &parameters);
            assert_near(&table, terms.sum(), number(row, "composite"), row);
        }
    }
}

#[test]
fn arousal_moves_as_s3_says() {
    for table in tables("003") {
        for row in rows(&table, "arousal_update") {
            let got = arousal_update(number(row, "old"), number(row, "resonance"), number(row, "alpha"));
            assert_near(&table, got, number(row, "new"), row);
        }
    }
}

#[test]
fn preferences_are_s1s() {
    for table in tables("001") {
        let preferences = &table["preferences"];
        let talks: Vec<Vec<&str>> = rows(preferences, "conversations").iter().map(texts).collect();
        let top: Vec<(&str, u64)> = rows(preferences, "top")
            .iter()
            .map(|row| (row[0].as_str().expect("a topic"), row[1].as_u64().expect("a count")))
            .collect();
        assert_eq!(top_topics(&talks, top.len()), top);
    }
}

#[test]
fn final_scores_are_s4s() {
    let parameters = Parameters::default().activation;
    for table in tables("004") {
        for row in rows(&table, "final_score") {
            let count = u32::try_from(row["access_count"].as_u64().expect("a count")).expect("a small one");
            let pagerank = row["pagerank"].as_f64();
            let terms = final_score(number(row, "similarity"), number(row, "age_days"), count, pagerank, &parameters);
            assert_near(&table, terms.sum(), number(row, "final_score"), row);
        }
    }
}

#[test]
fn activation_spreads_as_s4s_pagerank() {
    for table in tables("004") {
        let tolerance = number(&table, "pagerank_tolerance");
        for graph in rows(&table, "pagerank") {
            let names: Vec<&str> = texts(&graph["nodes"]);
            let place = |name: &str| Seq(names.iter().position(|n| *n == name).expect("a node") as i64);
            let links = rows(graph, "edges").iter().map(|edge| (place(texts(edge)[0]), place(texts(edge)[1]), 1.0));
            let adjacency = Adjacency::new((0..names.len()).map(|place| Seq(place as i64)), links.collect());
            let node = |name: &str| adjacency.node(place(name)).expect("a node");
            let seeds: Vec<(u32, f64)> = texts(&graph["seeds"]).into_iter().map(|seed| (node(seed), 1.0)).collect();
            let damping = number(graph, "alpha");
            let reach = SpreadReach { damping, threshold: tolerance / 1e4, most_pushed: usize::MAX };
            let Ok(found) = spread(&mut &adjacency, &seeds, reach);
            let activation: HashMap<Seq, f64> =
                found.activation.iter().map(|(node, x)| (adjacency.seq(*node).expect("a node"), *x)).collect();
            for (name, want) in graph["scores"].as_object().expect("scores by node") {
                let got = activation.get(&place(name)).copied().unwrap_or(0.0);
                let want = want.as_f64().expect("a number");
                assert!((got - want).abs() <= tolerance, "{name}: {got} is not {want}");
            }
        }
    }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a name")).collect()
}

#[test]
fn salience_is_s1s() {
    let parameters = Parameters::default().salience;
    for table in tables("001") {
        for row in rows(&table, "salience") {
            let near: Vec<f64> =
                row["similarities"].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
            let mentions = u32::try_from(row["mention_count"].as_u64().expect("a count")).expect("a small one");
            assert_near(&table, novelty(&near, &parameters), number(row, "novelty"), row);
            assert_near(&table, relatedness(&near, &parameters), number(row, "relatedness"), row);
            let terms = salience(number(row, "emotion"), &near, mentions, &parameters);
            assert_near(&table, terms.sum(), number(row, "salience"), row);
        }
    }
}

#[test]
fn what_is_consolidated_is_s1s_share_rounded_down() {
    let share = Parameters::default().sessions.long_term_share;
    for table in tables("001") {
        for row in rows(&table, "consolidated") {
            let scored: Vec<(String, f64)> = row["scored"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|one| (one[0].as_str().expect("an id").to_owned(), one[1].as_f64().expect("a number")))
                .collect();
            let got = consolidated(&scored, share, Rounding::Down);
            assert_eq!(serde_json::json!(got), row["consolidated"], "{row}");
        }
    }
}
