//! Columns of passwords: tables of Markdown, and values separated by commas or tabs.

use std::ops::Range;

use super::accept::{Around, Binding, is_secret};
use super::label::{SecretLabel, SecretNoun};
use super::value::{Look, SecretValue};

/// The places of the values in the column that a label heads, or in the cell beside it.
///
/// `rows` are the rows of a table that was read before; a label in them heads no other table, so that each row is read once.
pub(super) fn cells(text: &str, label: &SecretLabel, rows: &mut Range<usize>) -> Vec<Range<usize>> {
    if rows.contains(&label.place.start) {
        return Vec::new();
    }
    let near = super::floor(text, label.place.start.saturating_sub(LONGEST_HEADER));
    let Some(start) = text[near..label.place.start].rfind('\n').map(|at| near + at + 1).or((near == 0).then_some(0))
    else {
        return Vec::new();
    };
    let line = super::value::line_from(text, start);
    let Some(separator) = ['|', '\t', ',', ';']
        .into_iter()
        .find(|separator| is_cell(line, label.place.start - start, label.place.end - start, *separator))
    else {
        return Vec::new();
    };
    let header = split(line, separator);
    let Some(column) = header.iter().position(|cell| (cell.start..=cell.end).contains(&(label.place.start - start)))
    else {
        return Vec::new();
    };
    let is_table =
        header.len() > 1 && (separator == '|' || header.iter().all(|cell| !line[cell.clone()].trim().is_empty()));
    if !is_table {
        return Vec::new();
    }
    let mut places = Vec::new();
    if separator == '|' && column == 0 && header.len() == 2 {
        places.extend(taken(text, label, start, &header[1], Look::Digits));
    }
    let mut from = start + line.len() + 1;
    while from < text.len() {
        let row = super::value::line_from(text, from);
        if !text[from + row.len()..].starts_with('\n') && from + row.len() < text.len() {
            break;
        }
        let row_cells = split(row, separator);
        if row_cells.len() != header.len() {
            break;
        }
        places.extend(taken(text, label, from, &row_cells[column], Look::Word));
        from += row.len() + 1;
    }
    // Two columns may both be secret; a label beside this one heads its own.
    *rows = (start + line.len() + 1).min(from)..from;
    places
}

const LONGEST_HEADER: usize = 400;

fn taken(text: &str, label: &SecretLabel, line: usize, cell: &Range<usize>, least: Look) -> Option<Range<usize>> {
    let written = &text[line + cell.start..line + cell.end];
    let trimmed = written.trim().trim_matches(['"', '`', '\'', '*']);
    let start = line + cell.start + written.find(trimmed)?;
    let value = SecretValue { text: trimmed, place: start..start + trimmed.len(), is_quoted: true };
    let around = Around { binding: Binding::Mark, after: "", is_paired: true, is_code: false, ends: true };
    let is_value = value.look() >= least && value.look() != Look::Words && label.named != SecretNoun::Login;
    (is_value && is_secret(label, &value, around)).then_some(value.place)
}

/// Whether the label is all of its cell.
fn is_cell(line: &str, start: usize, end: usize, separator: char) -> bool {
    let dressing = [' ', '"', '*', '`', '\'', '\r', '\u{3000}'];
    let (before, behind) = (line[..start].trim_end_matches(dressing), line[end..].trim_start_matches(dressing));
    let behind = ["(ja)", "（仮）"].iter().fold(behind, |rest, aside| rest.trim_start_matches(aside));
    let is_edge = |part: &str, is_at: bool| part.is_empty() || is_at;
    let words = before.rsplit(separator).next().unwrap_or_default();
    let is_qualified = words.chars().count() <= 16 && !words.contains(['.', ':', '=', '。', '、', '?', '!']);
    (before.ends_with(separator) || before.is_empty() || is_qualified)
        && is_edge(behind, behind.starts_with(separator))
        && line.contains(separator)
}

/// The cells of a row; the edges of a table of Markdown are no cells.
fn split(line: &str, separator: char) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut start = 0;
    for part in line.split(separator) {
        cells.push(start..start + part.len());
        start += part.len() + separator.len_utf8();
    }
    if separator == '|' {
        if cells.first().is_some_and(|cell| line[cell.clone()].trim().is_empty()) {
            cells.remove(0);
        }
        if cells.last().is_some_and(|cell| line[cell.clone()].trim().is_empty()) {
            cells.pop();
        }
    }
    cells
}
