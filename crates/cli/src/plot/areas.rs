//! Stacked areas: how a whole is made up, and how that changes.

use super::canvas::{Canvas, Frame};
use super::scale::{Label, axis_end, ticks};
use super::{Colour, Ink};

/// A chart of up to four bands on top of each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Areas {
    /// The bands, the lowest first.
    pub bands: Vec<Band>,
    /// The x of the first and of the last value.
    pub x_range: (f64, f64),
    /// Labels below, in units of x.
    pub x_labels: Vec<Label>,
}

/// One band.
#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    /// What the legend calls it.
    pub name: String,
    /// Its thickness at each step; what is no number counts as nothing.
    pub values: Vec<f64>,
}

/// The fillings of the bands, the densest for what is most alive.
const FILLS: [char; 4] = ['█', '▓', '▒', '░'];

/// The fillings as the legend shows them.
const SAMPLES: [&str; 4] = ["██", "▓▓", "▒▒", "░░"];

impl Areas {
    /// The chart in so many columns and rows, the legend in one more row below; no lines when
    /// there is nothing to draw or no room for it.
    pub fn draw(&self, columns: usize, rows: usize, ink: Ink) -> Vec<String> {
        let steps = self.bands.iter().map(|band| band.values.len()).max().unwrap_or(0);
        let highest = (0..steps).map(|step| self.sums(step).last().copied().unwrap_or(0.0)).fold(0.0, f64::max);
        let (first, last) = self.x_range;
        let length = if last > first { last - first } else { 1.0 };
        let y_end = axis_end(highest);
        let frame = Frame::within((columns, rows), 0, y_end, length);
        let Some(frame) = frame.filter(|_| steps > 0) else { return Vec::new() };

        let mut canvas = Canvas::new(columns, rows + 1);
        for column in 0..frame.columns {
            let step = column * (steps - 1) / (frame.columns - 1).max(1);
            self.draw_column(&mut canvas, &frame, column, &self.sums(step));
        }
        let labels: Vec<Label> =
            self.x_labels.iter().map(|label| Label { at: label.at - first, ..label.clone() }).collect();
        frame.draw_axes(&mut canvas, &ticks(y_end, (frame.rows / 3).clamp(1, 5)), &labels);
        let styles = SAMPLES.iter().zip(Colour::LEVELS).cycle();
        let legend: Vec<(&str, Colour, &str)> =
            self.bands.iter().zip(styles).map(|(band, (sample, colour))| (*sample, colour, &*band.name)).collect();
        canvas.write_legend(frame.left, rows, &legend);
        canvas.lines(ink)
    }

    /// The upper edge of each band at a step.
    fn sums(&self, step: usize) -> Vec<f64> {
        let mut sum = 0.0;
        let thickness = |band: &Band| band.values.get(step).copied().filter(|v| v.is_finite()).unwrap_or(0.0).max(0.0);
        self.bands
            .iter()
            .map(|band| {
                sum += thickness(band);
                sum
            })
            .collect()
    }

    fn draw_column(&self, canvas: &mut Canvas, frame: &Frame, column: usize, edges: &[f64]) {
        for row in 0..frame.rows {
            // A cell belongs to the band that its middle lies in.
            let middle = (row as f64 + 0.5) / frame.rows as f64 * frame.y_end;
            if let Some(band) = edges.iter().position(|edge| middle < *edge) {
                let style = band % FILLS.len();
                let from_above = frame.rows - 1 - row;
                canvas.put(frame.left + column, from_above, FILLS[style], Some(Colour::LEVELS[style]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::width::width;

    fn chart(names: [&str; 4]) -> Areas {
        let band = |name: &str, at: fn(f64) -> f64| Band {
            name: name.to_owned(),
            values: (1..=90).map(|day| at(f64::from(day))).collect(),
        };
        Areas {
            bands: vec![
                band(names[0], |day| day * 1.5),
                band(names[1], |day| day * 2.0),
                band(names[2], |day| 100.0 * day / (day + 20.0)),
                band(names[3], |day| day * day / 20.0),
            ],
            x_range: (1.0, 90.0),
            x_labels: [1, 30, 60, 90].map(|n| Label { at: f64::from(n), text: n.to_string() }).to_vec(),
        }
    }

    const ENGLISH: [&str; 4] = ["1 full", "2 summary", "3 trace", "4 archived"];

    #[test]
    fn four_levels_can_be_told_apart_without_colour() {
        insta::assert_snapshot!(chart(ENGLISH).draw(72, 16, Ink::Plain).join("\n"));
    }

    #[test]
    fn every_line_keeps_to_the_width() {
        let japanese = chart(["1 全文", "2 要約", "3 キーワード", "4 アーカイブ"]);
        for columns in 0..60 {
            for line in japanese.draw(columns, 9, Ink::Plain) {
                assert!(width(&line) <= columns, "{columns}: {line}");
            }
        }
    }

    #[test]
    fn nothing_to_draw_and_no_room_give_no_lines() {
        assert!(Areas { bands: vec![], ..chart(ENGLISH) }.draw(60, 12, Ink::Plain).is_empty());
        assert!(chart(ENGLISH).draw(0, 0, Ink::Plain).is_empty());
        let nonsense = Band { name: "?".to_owned(), values: vec![f64::NAN, -1.0, f64::INFINITY] };
        let lines = Areas { bands: vec![nonsense], ..chart(ENGLISH) }.draw(40, 8, Ink::Coloured);
        assert!(lines.iter().take(6).all(|line| !line.contains('█')));
    }

    #[test]
    fn one_day_is_a_chart_too() {
        let band = Band { name: "full".to_owned(), values: vec![100.0] };
        let lines = Areas { bands: vec![band], x_range: (1.0, 1.0), x_labels: vec![] }.draw(40, 8, Ink::Plain);
        assert!(lines[0].contains("█"), "{lines:#?}");
    }
}
