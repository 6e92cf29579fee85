//! Code, traces, logs, diffs, data and tables as short marks of what they were about, in the text's own language.

mod code;
mod log;

use crate::fold::is_japanese;
use crate::prose::{ProsePart, parts};

/// What of a text decides in which language its marks are, in bytes.
const LOOKED_AT: usize = 4_000;

/// The language that marks are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MarkLanguage {
    English,
    Japanese,
}

impl MarkLanguage {
    fn of(text: &str) -> Self {
        let prose: String = parts(head(text, 16 * LOOKED_AT))
            .into_iter()
            .filter_map(|part| if let ProsePart::Prose(line) = part { Some(line) } else { None })
            .take(200)
            .collect();
        if is_japanese(head(&prose, LOOKED_AT)) { Self::Japanese } else { Self::English }
    }

    fn pick<'a>(self, english: &'a str, japanese: &'a str) -> &'a str {
        if self == Self::Japanese { japanese } else { english }
    }
}

/// The text with each block that is no prose replaced by a mark such as `[code: Rust, fn parse]`.
pub(super) fn condense(text: &str) -> String {
    let parts = parts(text);
    let has_table = text.contains("\n|") || text.starts_with('|');
    if !has_table && parts.iter().all(|part| matches!(part, ProsePart::Prose(_))) {
        return text.to_owned();
    }
    let tongue = MarkLanguage::of(text);
    let mut condensed = String::new();
    let mut table: Vec<&str> = Vec::new();
    for part in parts {
        if let ProsePart::Prose(line) = part
            && is_table_row(line)
        {
            table.push(line);
            continue;
        }
        close_table(&mut condensed, &mut table, tongue);
        match part {
            ProsePart::Prose(line) => condensed.push_str(line),
            ProsePart::Code(language, body) => push_mark(&mut condensed, &code::mark(language, body, tongue)),
            ProsePart::Trace(lines) => push_mark(&mut condensed, &log::mark(lines, tongue)),
        }
    }
    close_table(&mut condensed, &mut table, tongue);
    condensed.trim().to_owned()
}

fn is_table_row(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.ends_with('|') && line.len() > 2
}

/// A table becomes its headings and the number of its rows; fewer rows than three stay.
fn close_table(condensed: &mut String, table: &mut Vec<&str>, tongue: MarkLanguage) {
    let rows = std::mem::take(table);
    if rows.len() < 3 {
        rows.iter().for_each(|row| condensed.push_str(row));
        return;
    }
    let cells = rows[0].trim().trim_matches('|').split('|').map(str::trim).filter(|cell| !cell.is_empty());
    let headings: Vec<String> = cells.take(5).map(|cell| short(cell, 20)).collect();
    let is_rule = |row: &&&str| !row.chars().any(char::is_alphanumeric);
    let count = grouped(rows.len() - 1 - rows.iter().filter(is_rule).count().min(rows.len() - 1));
    let counted = tongue.pick("rows", "行");
    let gap = tongue.pick(" ", "");
    push_mark(condensed, &format!("[{}: {}; {count}{gap}{counted}]", tongue.pick("table", "表"), headings.join(", ")));
}

fn push_mark(condensed: &mut String, mark: &str) {
    if !condensed.is_empty() && !condensed.ends_with('\n') {
        condensed.push('\n');
    }
    condensed.push_str(mark);
    condensed.push('\n');
}

/// At most `most` characters, with `…` where there were more; without brackets, which end a mark.
fn short(text: &str, most: usize) -> String {
    let text = text.trim();
    let mut kept: String = text
        .chars()
        .take(most)
        .map(|c| match c {
            '[' => '(',
            ']' => ')',
            other => other,
        })
        .collect();
    if text.chars().nth(most).is_some() {
        let end = kept.rfind(' ').filter(|at| at * 2 > kept.len()).unwrap_or(kept.len());
        kept.truncate(end);
        kept.push('…');
    }
    kept
}

/// 1203 is `1,203`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The beginning of a text, at most that many bytes.
fn head(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_marks_in_the_language_of_the_text() {
        for (text, condensed) in [
            (
                "見て\n```rust\nfn parse() {}\nstruct Date;\n```\nどう？",
                "見て\n[コード: Rust, fn parse, struct Date]\nどう？",
            ),
            ("Look:\n```py\ndef load(path):\n    pass\n```", "Look:\n[code: Python, def load]"),
            ("```\n1 + 1\n```", "[code]"),
            ("```sql\nSELECT * FROM users WHERE id = 3;\n```", "[code: SQL, FROM users]"),
            ("```bash\ngit rebase -i HEAD~3\n```", "[command: git rebase -i HEAD~3]"),
            (
                "変更点\n```diff\n--- a/src/main.rs\n+++ b/src/main.rs\n@@ -1 +1,2 @@\n-a\n+b\n+c\n```",
                "変更点\n[差分: src/main.rs, +2 -1]",
            ),
            ("```json\n{\"name\": \"x\", \"age\": 3}\n```", "[JSON: name, age]"),
            ("比較\n| 方式 | 速度 |\n|---|---|\n| A | 1 |\n| B | 2 |\n以上", "比較\n[表: 方式, 速度; 2行]\n以上"),
        ] {
            assert_eq!(condense(text), condensed, "{text}");
        }
    }

    #[test]
    fn a_trace_becomes_its_error_and_its_place() {
        for (text, condensed) in [
            (
                "落ちた\nTraceback (most recent call last):\n  File \"app.py\", line 3, in main\n    run()\nValueError: bad date\n",
                "落ちた\n[エラー: ValueError: bad date (app.py:3)]",
            ),
            (
                "It fails.\nTypeError: x is undefined\n    at foo (node_modules/a/b.js:1:2)\n    at bar (src/a.js:10:2)\n",
                "It fails.\n[error: TypeError: x is undefined in src/a.js:10]",
            ),
            ("thread 'main' panicked at src/main.rs:42:5:\n", "[error: panicked at src/main.rs:42:5]"),
            (
                "error[E0308]: mismatched types\n --> src/lib.rs:7:9\n",
                "[error: E0308: mismatched types in src/lib.rs:7]",
            ),
        ] {
            assert_eq!(condense(text), condensed, "{text}");
        }
    }

    #[test]
    fn a_log_becomes_its_length_and_its_errors() {
        let mut text = String::from("help\n");
        for second in 0..1_203 {
            let level = if second % 401 == 0 { "ERROR connection refused" } else { "INFO request served" };
            text.push_str(&format!("2026-01-20T14:{:02}:{:02}Z {level}\n", second / 60 % 60, second % 60));
        }
        assert_eq!(condense(&text), "help\n[log: 1,203 lines, 3 errors: connection refused]");
    }

    #[test]
    fn prose_stays_as_it_is() {
        for text in ["ただの文。\n二行目。", "", "a | b", "| one row |\n"] {
            assert_eq!(condense(text).trim(), text.trim());
        }
    }
}
