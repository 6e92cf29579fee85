//! A rectangle of character cells that drawings are put together on.

use super::scale::{Label, axis_number, cell, place};
use super::{Colour, Ink};
use crate::width::{cut, width};

/// Cells of one character each; what is drawn outside is lost.
#[derive(Clone, Debug)]
pub struct Canvas {
    columns: usize,
    rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Cell {
    /// `None` behind a character that takes two cells.
    character: Option<char>,
    colour: Option<Colour>,
}

const EMPTY: Cell = Cell { character: Some(' '), colour: None };

impl Canvas {
    /// An empty one.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows: vec![vec![EMPTY; columns]; rows] }
    }

    /// Draws one character that takes one cell.
    pub fn put(&mut self, column: usize, row: usize, character: char, colour: Option<Colour>) {
        if let Some(cell) = self.rows.get_mut(row).and_then(|cells| cells.get_mut(column)) {
            *cell = Cell { character: Some(character), colour };
        }
    }

    /// Writes a text from that cell on, as much of it as there is room for.
    pub fn write(&mut self, column: usize, row: usize, text: &str, colour: Option<Colour>) {
        let mut column = column;
        for c in cut(text, self.columns.saturating_sub(column)).chars() {
            let cells = width(c.encode_utf8(&mut [0; 4]));
            // A mark that joins the character before it has no cell of its own; labels can do without.
            if cells == 0 {
                continue;
            }
            self.put(column, row, c, colour);
            if cells == 2
                && let Some(cell) = self.rows.get_mut(row).and_then(|cells| cells.get_mut(column + 1))
            {
                *cell = Cell { character: None, colour };
            }
            column += cells;
        }
    }

    /// Writes samples with their names into a row from that column on, or from further left if they need it.
    pub fn write_legend(&mut self, column: usize, row: usize, entries: &[(&str, Colour, &str)]) {
        const GAP: usize = 3;
        let needed = |(sample, _, name): &(&str, Colour, &str)| width(sample) + 1 + width(name) + GAP;
        let all = entries.iter().map(needed).sum::<usize>().saturating_sub(GAP);
        let mut column = column.min(self.columns.saturating_sub(all));
        for entry in entries {
            let (sample, colour, name) = entry;
            self.write(column, row, sample, Some(*colour));
            self.write(column + width(sample) + 1, row, name, None);
            column += needed(entry);
        }
    }

    /// Whether nothing is drawn in these cells of the row, and they are all there.
    pub fn is_free(&self, column: usize, row: usize, cells: usize) -> bool {
        self.rows
            .get(row)
            .and_then(|row| row.get(column..column + cells))
            .is_some_and(|row| row.iter().all(|cell| *cell == EMPTY))
    }

    /// The rows as lines, without spaces at their ends.
    pub fn lines(&self, ink: Ink) -> Vec<String> {
        self.rows.iter().map(|row| line(row, ink)).collect()
    }
}

/// Neighbours of one colour share their escape codes: a year's plot would else be mostly codes.
fn line(row: &[Cell], ink: Ink) -> String {
    let end = row.iter().rposition(|cell| *cell != EMPTY).map_or(0, |last| last + 1);
    let mut line = String::new();
    for run in row[..end].chunk_by(|a, b| a.colour == b.colour) {
        let text: String = run.iter().filter_map(|cell| cell.character).collect();
        match run[0].colour {
            Some(colour) => line.push_str(&ink.paint(colour, &text)),
            None => line.push_str(&text),
        }
    }
    line
}

/// The part of a chart's canvas that is drawn in, with its axes around it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// The first column of the plot.
    pub left: usize,
    /// Columns of the plot.
    pub columns: usize,
    /// Rows of the plot.
    pub rows: usize,
    /// Where the y axis ends; it begins at 0.
    pub y_end: f64,
    /// Where the x axis ends; it begins at 0.
    pub x_end: f64,
}

impl Frame {
    /// What is left of so many columns and rows after the axes and a right margin; `None` if that is nothing.
    pub fn within((columns, rows): (usize, usize), right: usize, y_end: f64, x_end: f64) -> Option<Self> {
        let left = width(&axis_number(y_end)) + 2;
        let columns = columns.checked_sub(left + right)?;
        // The axis and its labels take two rows.
        let rows = rows.checked_sub(2)?;
        (columns >= 2 && rows >= 1).then_some(Self { left, columns, rows, y_end, x_end })
    }

    /// The row of a value on the y axis.
    pub fn row_of(&self, value: f64) -> Option<usize> {
        cell(value, self.y_end, self.rows).map(|from_below| self.rows - 1 - from_below)
    }

    /// Draws both axes: numbers at `y_values`, and labels below as far as they do not touch.
    pub fn draw_axes(&self, canvas: &mut Canvas, y_values: &[f64], x_labels: &[Label]) {
        let axis = Some(Colour::Grey);
        for row in 0..self.rows {
            canvas.put(self.left - 1, row, '│', axis);
        }
        for value in y_values {
            let Some(row) = self.row_of(*value) else { continue };
            let text = axis_number(*value);
            let cells = width(&text);
            let Some(column) = (self.left - 1).checked_sub(cells + 1) else { continue };
            if canvas.is_free(column, row, cells) {
                canvas.write(column, row, &text, None);
                canvas.put(self.left - 1, row, '┤', axis);
            }
        }
        canvas.put(self.left - 1, self.rows, '└', axis);
        for column in 0..self.columns {
            canvas.put(self.left + column, self.rows, '─', axis);
        }
        for label in x_labels {
            self.draw_x_label(canvas, label);
        }
    }

    fn draw_x_label(&self, canvas: &mut Canvas, label: &Label) {
        let Some(column) = place(label.at, self.x_end, self.columns) else { return };
        let cells = width(&label.text);
        let room = self.left + self.columns;
        let start = (self.left + column).saturating_sub(cells / 2).min(room.saturating_sub(cells));
        // One free cell on each side keeps two labels from reading as one.
        let (from, upto) = (start.saturating_sub(1), (start + cells + 1).min(room));
        if start + cells <= room && canvas.is_free(from, self.rows + 1, upto.saturating_sub(from)) {
            canvas.write(start, self.rows + 1, &label.text, None);
            canvas.put(self.left + column, self.rows, '┴', Some(Colour::Grey));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::style::printable;

    use super::*;

    #[test]
    fn wide_characters_take_two_cells_and_lines_keep_their_width() {
        let mut canvas = Canvas::new(8, 1);
        canvas.write(0, 0, "全文abcdef", None);
        assert_eq!(canvas.lines(Ink::Plain), ["全文abc…"]);
        canvas.put(0, 9, 'x', None);
        canvas.write(7, 0, "要", None);
        assert_eq!(width(&canvas.lines(Ink::Plain)[0]), 8);
    }

    #[test]
    fn neighbours_of_one_colour_share_their_codes() {
        let mut canvas = Canvas::new(4, 1);
        canvas.write(0, 0, "全ab", Some(Colour::Blue));
        let painted: Vec<String> = canvas.lines(Ink::Coloured).iter().map(|line| printable(line)).collect();
        assert_eq!(painted, ["\x1b[34m全ab\x1b[0m"]);
    }

    #[test]
    fn there_is_no_frame_without_room() {
        assert_eq!(Frame::within((5, 10), 0, 100.0, 1.0), None);
        assert_eq!(Frame::within((40, 2), 0, 100.0, 1.0), None);
        assert!(Frame::within((40, 3), 0, 100.0, 1.0).is_some());
    }
}
