//! Drawing in the terminal: lines, stacked areas and bars, as text of a given width.
//!
//! Everything here is pure and can be read without colour; colour only adds to it.

mod areas;
mod bars;
mod canvas;
mod destination;
mod lines;
mod number;
mod scale;

pub use areas::{Areas, Band};
pub use bars::{Bar, bars};
pub use destination::{ChartFiles, Stdout};
pub use lines::{ChartLevel, LineChart, Series};
pub use number::{grouped, percent};
pub use scale::{Label, axis_end, axis_number, ticks};

use crate::style::{self, TextStyle};
use crate::terminal;

/// How wide drawings get: the eye loses its line in wider ones.
const WIDEST: usize = 100;

/// How many columns a drawing may take.
pub fn columns(is_terminal: bool) -> usize {
    terminal::columns(is_terminal).min(WIDEST)
}

/// Whether colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Characters only.
    Plain,
    /// With ANSI colours.
    Coloured,
}

impl Ink {
    /// Colours where text is set off too: on a terminal, unless the person set `NO_COLOR`.
    pub fn of(style: &TextStyle) -> Self {
        let sample = "█";
        if style.bold(sample) == sample { Self::Plain } else { Self::Coloured }
    }

    /// `text` in that colour.
    fn paint(self, colour: Colour, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Coloured => style::set_off(text, colour.code()),
        }
    }
}

/// The colours that drawings use; terminals choose what they look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Level 1, and the first line.
    Cyan,
    /// Level 2.
    Blue,
    /// Level 3, and the second line.
    Magenta,
    /// The archive, axes and thresholds.
    Grey,
}

impl Colour {
    /// Those of levels 1 to 4.
    pub const LEVELS: [Self; 4] = [Self::Cyan, Self::Blue, Self::Magenta, Self::Grey];

    fn code(self) -> u8 {
        match self {
            Self::Cyan => 36,
            Self::Blue => 34,
            Self::Magenta => 35,
            Self::Grey => 90,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_ink_leaves_text_alone() {
        assert_eq!(Ink::Plain.paint(Colour::Cyan, "full"), "full");
        let painted = style::printable(&Ink::Coloured.paint(Colour::Cyan, "full"));
        assert_eq!(painted, "\x1b[36mfull\x1b[0m");
        assert_eq!(Ink::Coloured.paint(Colour::Cyan, ""), "");
    }

    #[test]
    fn whoever_wants_no_colour_gets_none() {
        let environment = omoide_home::environment::Environment::from_iter([("NO_COLOR", "1")]);
        assert_eq!(Ink::of(&TextStyle::for_stdout(&environment)), Ink::Plain);
    }
}
