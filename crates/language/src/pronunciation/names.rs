//! How names in kanji are read.
//!
//! The table is made by `tools/word_pairs/readings.py`: a line a name, sorted by bytes, with its readings in romaji.

use super::romaji;
use crate::sorted_lines::SortedLines;

static TABLE: SortedLines = SortedLines(include_str!("../../data/readings_ja.tsv"));

/// The keys of a name in kanji, or with kanji in it; none of a name that the table does not have.
pub(super) fn keys(name: &str) -> Vec<String> {
    let readings = TABLE.find(name).unwrap_or_default().split_ascii_whitespace();
    readings.filter_map(romaji::of_letters).collect()
}
