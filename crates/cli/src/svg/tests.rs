//! Tests of the SVG charts.

use super::page::escape;
use super::*;
use crate::plot::{Band, ChartLevel, Label, Series};

fn caption() -> Caption {
    Caption {
        title: "Rex & <Mio>".to_owned(),
        description: "\"levels\" over 'days'".to_owned(),
        x_axis: "日".to_owned(),
        y_axis: "memories".to_owned(),
    }
}

fn life() -> Areas {
    let band = |name: &str, values: [f64; 4]| Band { name: name.to_owned(), values: values.to_vec() };
    Areas {
        bands: vec![
            band("1 full", [100.0, 120.0, 130.0, 150.0]),
            band("2 summary", [0.0, 60.0, 110.0, 140.0]),
            band("3 trace", [0.0, 20.0, 80.0, 100.0]),
            band("4 archived", [0.0, 0.0, 80.0, 310.0]),
        ],
        x_range: (1.0, 4.0),
        x_labels: [1, 2, 3, 4].map(|n| Label { at: f64::from(n), text: n.to_string() }).to_vec(),
    }
}

fn curve() -> LineChart {
    let series = |name: &str, coefficient: f64| Series {
        name: name.to_owned(),
        points: (0..=20).map(|n| (f64::from(n), 80.0 * coefficient.powi(n))).collect(),
    };
    LineChart {
        series: vec![series("left alone", 0.9), series("recalled tonight", 0.95)],
        thresholds: vec![ChartLevel { at: 50.0, text: "↑ full".to_owned() }],
        x_labels: vec![Label { at: 10.0, text: "11-25".to_owned() }],
    }
}

/// Panics unless every element that is opened is closed, in order.
fn assert_balanced(xml: &str) {
    let mut open = Vec::new();
    for piece in xml.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("every tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_life_is_drawn_as_stacked_areas() {
    let svg = areas(&life(), &caption());
    assert_balanced(&svg);
    assert_eq!(svg, areas(&life(), &caption()));
    insta::assert_snapshot!(svg);
}

#[test]
fn a_curve_is_drawn_with_its_thresholds() {
    let svg = lines(&curve(), &caption());
    assert_balanced(&svg);
    insta::assert_snapshot!(svg);
}

#[test]
fn words_cannot_break_out_of_the_markup() {
    assert_eq!(escape("<a href=\"x\">&'\u{0}\n"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39; ");
}

#[test]
fn nothing_to_draw_and_no_numbers_give_an_empty_chart() {
    let nothing = Areas { bands: vec![], x_range: (1.0, 1.0), x_labels: vec![] };
    let nonsense = Series { name: "?".to_owned(), points: vec![(f64::NAN, 1.0), (0.0, f64::INFINITY)] };
    for svg in [
        areas(&nothing, &caption()),
        areas(&Areas { bands: vec![Band { name: "?".to_owned(), values: vec![f64::NAN] }], ..nothing }, &caption()),
        lines(&LineChart { series: vec![nonsense], ..curve() }, &caption()),
        lines(&LineChart { series: vec![], thresholds: vec![], x_labels: vec![] }, &caption()),
    ] {
        assert_balanced(&svg);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
