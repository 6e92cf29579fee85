//! Charts as standalone SVG files: what [`crate::plot`] draws in a terminal, for documents and the web.
//!
//! They need nothing from elsewhere, say in words what they show, and follow the reader's light or dark
//! theme. The same chart always gives the same file.

mod page;
#[cfg(test)]
mod tests;

use page::SvgPage;

use crate::plot::{Areas, LineChart, axis_end, ticks};

/// What a chart is called and what it shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Caption {
    /// The heading.
    pub title: String,
    /// What there is to see, for those who cannot see it.
    pub description: String,
    /// What is counted along the x axis.
    pub x_axis: String,
    /// What is counted along the y axis.
    pub y_axis: String,
}

/// What stays free to the right of a plot.
const MARGIN: f64 = 36.0;

/// The same where thresholds are named there.
const THRESHOLD_MARGIN: f64 = 124.0;

/// A chart of stacked areas.
pub fn areas(chart: &Areas, caption: &Caption) -> String {
    let edges = stacked_edges(chart);
    let highest = edges.last().map_or(0.0, |edge| edge.iter().copied().fold(0.0, f64::max));
    let y_end = axis_end(highest);
    let mut page = SvgPage::new(caption, chart.x_range, y_end, MARGIN);
    let (first, last) = chart.x_range;
    let steps = edges.first().map_or(0, Vec::len);
    let x_of = |step: usize| match steps {
        0 | 1 => first,
        _ => first + (last - first) * step as f64 / (steps - 1) as f64,
    };
    let mut below = vec![0.0; steps];
    for (number, edge) in edges.iter().enumerate() {
        let upper = edge.iter().enumerate().map(|(step, y)| (x_of(step), *y));
        let lower = below.iter().enumerate().map(|(step, y)| (x_of(step), *y)).rev();
        page.area(&upper.chain(lower).collect::<Vec<_>>(), number);
        below.clone_from(edge);
    }
    page.axes(&ticks(y_end, 5), &chart.x_labels);
    page.area_legend(chart.bands.iter().map(|band| band.name.as_str()));
    page.finish()
}

/// A line chart with its thresholds.
pub fn lines(chart: &LineChart, caption: &Caption) -> String {
    let all = || chart.series.iter().flat_map(|s| &s.points).filter(|p| p.0.is_finite() && p.1.is_finite());
    let x_end = all().map(|point| point.0).fold(0.0, f64::max);
    let y_end = axis_end(all().map(|point| point.1).fold(0.0, f64::max));
    let mut page = SvgPage::new(caption, (0.0, x_end), y_end, THRESHOLD_MARGIN);
    for threshold in chart.thresholds.iter().filter(|t| (0.0..=y_end).contains(&t.at)) {
        page.threshold(threshold.at, &threshold.text);
    }
    for (number, series) in chart.series.iter().enumerate() {
        let points: Vec<_> = series.points.iter().copied().filter(|p| p.0.is_finite() && p.1.is_finite()).collect();
        page.line(&points, number);
    }
    page.axes(&ticks(y_end, 5), &chart.x_labels);
    page.line_legend(chart.series.iter().map(|series| series.name.as_str()));
    page.finish()
}

/// The upper edge of each band; what is no number counts as nothing.
fn stacked_edges(chart: &Areas) -> Vec<Vec<f64>> {
    let steps = chart.bands.iter().map(|band| band.values.len()).max().unwrap_or(0);
    let mut sums = vec![0.0; steps];
    chart
        .bands
        .iter()
        .map(|band| {
            for (sum, value) in sums.iter_mut().zip(&band.values) {
                *sum += if value.is_finite() { value.max(0.0) } else { 0.0 };
            }
            sums.clone()
        })
        .collect()
}
