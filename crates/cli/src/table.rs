//! Tables and lists of labels for people, aligned by what the characters take on a terminal.

use crate::width::{cut, pad, pad_left, width};

/// The room between two columns.
const GAP: &str = "  ";

/// The least that the last column is cut to.
const LEAST: usize = 12;

/// A table whose last column gives way when there is too little room.
#[derive(Clone, Debug, Default)]
pub struct Table {
    heads: Vec<String>,
    is_number: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows; a head that begins with `>` is one of a column of numbers.
    pub fn new(heads: &[&str]) -> Self {
        Self {
            heads: heads.iter().map(|head| head.trim_start_matches('>').to_owned()).collect(),
            is_number: heads.iter().map(|head| head.starts_with('>')).collect(),
            rows: Vec::new(),
        }
    }

    /// With one more row.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table in at most `room` columns, if it can be made so narrow.
    pub fn render(&self, room: Option<usize>) -> String {
        let last = self.heads.len().saturating_sub(1);
        let mut widths: Vec<usize> = self.heads.iter().map(|head| width(head)).collect();
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate() {
                widths[column] = widths[column].max(width(cell));
            }
        }
        if let Some(room) = room {
            let others: usize = widths[..last].iter().map(|width| width + GAP.len()).sum();
            widths[last] = widths[last].min(room.saturating_sub(others).max(LEAST));
        }
        let lines = std::iter::once(&self.heads).chain(&self.rows).map(|row| self.line(row, &widths));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let cell = cut(cell, widths[column]);
            if self.is_number[column] { pad_left(&cell, widths[column]) } else { pad(&cell, widths[column]) }
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    }
}

/// Labels with what they say, one below the other, set in by two.
pub fn labelled(lines: &[(&str, String)]) -> String {
    let widest = lines.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let line = |(label, text): &(&str, String)| format!("  {}{GAP}{text}", pad(label, widest)).trim_end().to_owned();
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_what_is_seen() {
        let mut table = Table::new(&["name", ">n", "text"]);
        table.push(vec!["思い出".into(), "5".into(), "a long text that does not fit".into()]);
        table.push(vec!["x".into(), "12".into(), "short".into()]);
        assert_eq!(table.render(Some(24)), "name     n  text\n思い出   5  a long text…\nx       12  short");
    }
}
