//! A memory's curve as a chart.

use omoide::{Curve, CurvePoint};
use omoide_core::Level;
use omoide_core::parameters::Levels;
use omoide_home::lang::{Lang, say};

use super::nights::CurveNights;
use crate::plot::{ChartLevel, Label, LineChart, Series, ticks};
use crate::svg::Caption;
use crate::telling;

/// How many dates stand below it, at most.
const DATES: usize = 5;

/// Retention over the nights, with the levels' thresholds across.
pub(super) fn of(curve: &Curve, nights: &CurveNights, levels: &Levels, lang: Lang) -> LineChart {
    let last = curve.left_alone.last().map_or(0, |point| point.night);
    let threshold = |at: f64, level: Level| ChartLevel { at, text: format!("↑ {}", telling::level(level, lang)) };
    LineChart {
        series: vec![
            series(lang.pick("if not recalled", "思い出さない場合"), &curve.left_alone),
            series(lang.pick("if recalled before the next night", "次の夜間処理までに思い出した場合"), &curve.recalled),
        ],
        thresholds: vec![
            threshold(levels.level1_threshold, Level::Full),
            threshold(levels.level2_threshold, Level::Summary),
            threshold(levels.level3_threshold, Level::Trace),
        ],
        x_labels: ticks(f64::from(last), DATES)
            .into_iter()
            .filter(|night| night.fract() == 0.0)
            .map(|night| Label { at: night, text: nights.date(night as u32).to_string() })
            .collect(),
    }
}

/// What the chart is called.
pub(super) fn caption(curve: &Curve, lang: Lang) -> Caption {
    let memory = &curve.memory;
    let handle = &memory.handle;
    let level = memory.shown.level;
    let last = curve.left_alone.last().map_or(0.0, |point| point.retention_score);
    let (score, nights) = (memory.life.retention().retention_score, curve.left_alone.len().saturating_sub(1));
    Caption {
        title: say!(lang, "How {handle} will fade", "{handle}が薄れていく様子"),
        description: say!(
            lang,
            "Retention of a memory at level {level}: {score:.1} now, {last:.1} after {nights} nights if not recalled.",
            "レベル{level}の記憶の保持スコア。現在{score:.1}、思い出さなければ{nights}日後に{last:.1}。"
        ),
        x_axis: lang.pick("night", "日数").to_owned(),
        y_axis: lang.pick("retention", "保持スコア").to_owned(),
    }
}

fn series(name: &str, points: &[CurvePoint]) -> Series {
    let points = points.iter().map(|point| (f64::from(point.night), point.retention_score)).collect();
    Series { name: name.to_owned(), points }
}
