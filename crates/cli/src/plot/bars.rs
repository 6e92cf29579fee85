//! Horizontal bars.

use super::{Colour, Ink};
use crate::width::{cut, pad, pad_left, width};

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What stands before it.
    pub label: String,
    /// How long it is; what is no number counts as nothing.
    pub value: f64,
    /// What stands behind the label as its value.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
}

/// An eighth of a cell up to seven eighths.
const PARTS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// The bars below each other, the longest as long as the columns allow.
pub fn bars(bars: &[Bar], columns: usize, ink: Ink) -> Vec<String> {
    let label_width = bars.iter().map(|bar| width(&bar.label)).max().unwrap_or(0);
    let text_width = bars.iter().map(|bar| width(&bar.text)).max().unwrap_or(0);
    let room = columns.saturating_sub(label_width + text_width + 4);
    let longest = bars.iter().map(length).fold(0.0, f64::max);
    bars.iter()
        .map(|bar| {
            let before = format!("{}  {}", pad(&bar.label, label_width), pad_left(&bar.text, text_width));
            let eighths = if longest > 0.0 { length(bar) / longest * room as f64 * 8.0 } else { 0.0 };
            let drawn = ink.paint(bar.colour, &blocks(eighths.round() as usize));
            // A bar that has no room leaves the words, cut to what there is.
            if drawn.is_empty() { cut(&before, columns) } else { format!("{before}  {drawn}") }
        })
        .collect()
}

fn length(bar: &Bar) -> f64 {
    if bar.value.is_finite() { bar.value.max(0.0) } else { 0.0 }
}

fn blocks(eighths: usize) -> String {
    let mut text = "█".repeat(eighths / 8);
    text.extend((eighths % 8).checked_sub(1).map(|part| PARTS[part]));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(label: &str, value: f64) -> Bar {
        Bar { label: label.to_owned(), value, text: format!("{value:.0}"), colour: Colour::Cyan }
    }

    #[test]
    fn bars_stand_below_each_other() {
        let drawn = bars(&[bar("1 全文", 120.0), bar("2 summary", 60.0), bar("3", 1.0), bar("4", 0.0)], 40, Ink::Plain);
        insta::assert_snapshot!(drawn.join("\n"));
    }

    #[test]
    fn no_width_and_no_numbers_do_no_harm() {
        let odd = [bar("none", f64::NAN), bar("below", -5.0), bar("endless", f64::INFINITY), bar("some", 2.0)];
        for columns in 0..40 {
            for line in bars(&odd, columns, Ink::Plain) {
                assert!(width(&line) <= columns, "{columns}: {line}");
            }
        }
        assert!(bars(&[], 40, Ink::Coloured).is_empty());
    }
}
