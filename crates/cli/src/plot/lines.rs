//! A line chart in braille dots, eight of them a character.

use super::canvas::{Canvas, Frame};
use super::scale::{Label, axis_end, cell};
use super::{Colour, Ink};
use crate::width::width;

/// A line chart of one or several series over a shared x axis.
#[derive(Clone, PartialEq, Debug)]
pub struct LineChart {
    /// What is drawn, the most important first.
    pub series: Vec<Series>,
    /// Levels to be shown across.
    pub thresholds: Vec<ChartLevel>,
    /// Labels below.
    pub x_labels: Vec<Label>,
}

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Its points as x and y, in order of x, from 0 on; what is no number is left out.
    pub points: Vec<(f64, f64)>,
}

/// A level across the chart.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartLevel {
    /// Where it is on the y axis.
    pub at: f64,
    /// What is written beside it.
    pub text: String,
}

/// How dense the lines are: each is told from the others without colour too.
const RHYTHMS: [(usize, usize, &str, Colour); 3] =
    [(1, 1, "⠒⠒⠒⠒", Colour::Cyan), (5, 2, "⠒ ⠒ ", Colour::Magenta), (6, 1, "⠂  ⠂", Colour::Blue)];

/// Dots of a cell, across and down.
const DOTS: (usize, usize) = (2, 4);

impl LineChart {
    /// The chart in so many columns and rows, the legend in one more row below; no lines when
    /// there is nothing to draw or no room for it.
    pub fn draw(&self, columns: usize, rows: usize, ink: Ink) -> Vec<String> {
        let points = self.series.iter().flat_map(|s| &s.points).filter(|p| p.0.is_finite() && p.1.is_finite());
        let (mut x_end, mut highest, mut is_empty) = (0.0_f64, 0.0_f64, true);
        for point in points {
            (x_end, highest, is_empty) = (x_end.max(point.0), highest.max(point.1), false);
        }
        let right = self.thresholds.iter().map(|t| width(&t.text) + 1).max().unwrap_or(0);
        let y_end = axis_end(highest);
        let frame = Frame::within((columns, rows), right, y_end, if x_end > 0.0 { x_end } else { 1.0 });
        let Some(frame) = frame.filter(|_| !is_empty) else { return Vec::new() };

        let mut canvas = Canvas::new(columns, rows + 1);
        self.draw_thresholds(&mut canvas, &frame);
        for (number, series) in self.series.iter().enumerate().rev() {
            draw_series(&mut canvas, &frame, series, number);
        }
        let mut y_values: Vec<f64> = self.thresholds.iter().map(|t| t.at).collect();
        y_values.extend([0.0, y_end, y_end / 2.0, y_end / 4.0, y_end * 0.75]);
        frame.draw_axes(&mut canvas, &y_values, &self.x_labels);
        let legend: Vec<(&str, Colour, &str)> =
            self.series.iter().zip(RHYTHMS.iter().cycle()).map(|(s, rhythm)| (rhythm.2, rhythm.3, &*s.name)).collect();
        canvas.write_legend(frame.left, rows, &legend);
        canvas.lines(ink)
    }

    fn draw_thresholds(&self, canvas: &mut Canvas, frame: &Frame) {
        for threshold in &self.thresholds {
            let Some(row) = frame.row_of(threshold.at) else { continue };
            for column in 0..frame.columns {
                canvas.put(frame.left + column, row, '┈', Some(Colour::Grey));
            }
            let beside = frame.left + frame.columns + 1;
            // Two thresholds in one row would write over each other; the first is the one to see.
            if canvas.is_free(beside, row, 1) {
                canvas.write(beside, row, &threshold.text, Some(Colour::Grey));
            }
        }
    }
}

fn draw_series(canvas: &mut Canvas, frame: &Frame, series: &Series, number: usize) {
    let (period, drawn, _, colour) = RHYTHMS[number % RHYTHMS.len()];
    let (across, down) = (frame.columns * DOTS.0, frame.rows * DOTS.1);
    let mut dots = vec![vec![0_u8; frame.columns]; frame.rows];
    let mut last: Option<usize> = None;
    for x in 0..across {
        let at = x as f64 / (across - 1) as f64 * frame.x_end;
        let dot = value_at(&series.points, at).and_then(|y| cell(y.clamp(0.0, frame.y_end), frame.y_end, down));
        let Some(y) = dot.map(|from_below| down - 1 - from_below) else {
            last = None;
            continue;
        };
        // A steep line is joined up; else it would fall apart into dots.
        let (top, bottom) = last.map_or((y, y), |last| if last < y { (last + 1, y) } else { (y, last.max(y + 1) - 1) });
        last = Some(y);
        for y in top..=bottom.max(top) {
            if (x + y) % period < drawn {
                dots[y / DOTS.1][x / DOTS.0] |= dot_bit(x % DOTS.0, y % DOTS.1);
            }
        }
    }
    for (row, cells) in dots.iter().enumerate() {
        for (column, bits) in cells.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            let braille = char::from_u32(0x2800 + u32::from(*bits)).unwrap_or('·');
            canvas.put(frame.left + column, row, braille, Some(colour));
        }
    }
}

/// The value at `x`, on the straight line between the points around it.
fn value_at(points: &[(f64, f64)], x: f64) -> Option<f64> {
    let after = points.partition_point(|point| point.0 < x);
    let value = match (after.checked_sub(1).and_then(|i| points.get(i)), points.get(after)) {
        (_, Some(next)) if next.0 == x => next.1,
        (Some(before), Some(next)) => before.1 + (next.1 - before.1) * (x - before.0) / (next.0 - before.0),
        // The last point may lie a rounding error before the end of the axis.
        (Some(before), None) if x - before.0 < 1e-6 * x.abs() => before.1,
        _ => return None,
    };
    value.is_finite().then_some(value)
}

/// The bit of a dot in a braille character.
fn dot_bit(across: usize, down: usize) -> u8 {
    const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    BITS[down % 4][across % 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fading(name: &str, coefficient: f64) -> Series {
        Series { name: name.to_owned(), points: (0..=90).map(|n| (f64::from(n), 80.0 * coefficient.powi(n))).collect() }
    }

    fn chart() -> LineChart {
        let threshold = |at, text: &str| ChartLevel { at, text: text.to_owned() };
        LineChart {
            series: vec![fading("left alone", 0.95), fading("recalled tonight", 0.98)],
            thresholds: vec![threshold(50.0, "↑ full"), threshold(20.0, "↑ summary"), threshold(5.0, "↑ trace")],
            x_labels: [0, 30, 60, 90].map(|n| Label { at: f64::from(n), text: format!("+{n}") }).to_vec(),
        }
    }

    #[test]
    fn a_curve_can_be_read_without_colour() {
        insta::assert_snapshot!(chart().draw(78, 18, Ink::Plain).join("\n"));
    }

    #[test]
    fn japanese_labels_keep_to_the_width() {
        let mut chart = chart();
        chart.series[0].name = "そのままにした場合".to_owned();
        chart.thresholds[1].text = "↑ 要約".to_owned();
        for columns in 0..60 {
            for line in chart.draw(columns, 10, Ink::Plain) {
                assert!(width(&line) <= columns, "{columns}: {line}");
            }
        }
        insta::assert_snapshot!(chart.draw(60, 12, Ink::Plain).join("\n"));
    }

    #[test]
    fn nothing_to_draw_and_no_room_give_no_lines() {
        assert!(LineChart { series: vec![], ..chart() }.draw(60, 12, Ink::Plain).is_empty());
        let nonsense = Series { name: String::new(), points: vec![(f64::NAN, f64::NAN), (1.0, f64::INFINITY)] };
        assert!(LineChart { series: vec![nonsense], ..chart() }.draw(60, 12, Ink::Plain).is_empty());
        for (columns, rows) in [(0, 0), (3, 40), (60, 0), (60, 2)] {
            assert!(chart().draw(columns, rows, Ink::Plain).is_empty());
        }
    }

    #[test]
    fn a_single_point_and_holes_are_drawn() {
        let point = Series { name: "one".to_owned(), points: vec![(0.0, 3.0)] };
        assert!(!LineChart { series: vec![point], ..chart() }.draw(60, 12, Ink::Plain).is_empty());
        let holes = Series { name: "holes".to_owned(), points: vec![(0.0, 3.0), (1.0, f64::NAN), (2.0, -4.0)] };
        assert!(!LineChart { series: vec![holes], ..chart() }.draw(60, 12, Ink::Coloured).is_empty());
    }
}
