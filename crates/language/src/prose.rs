//! What of a text is prose: code, stack traces and logs are set apart from what a person wrote.

use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

/// A stretch of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    /// A line that someone wrote, with its line break.
    Prose(&'a str),
    /// A fenced block: its language, if named, and its body.
    Code(&'a str, &'a str),
    /// Lines of a stack trace or a log.
    Trace(&'a str),
}

/// The parts of a text, in order; together they cover all of it but the fences.
pub(crate) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = Lines { text, at: 0 };
    let mut trace_start: Option<usize> = None;
    while let Some((start, line)) = lines.next_line() {
        let fence = line.trim_start();
        let is_fence = fence.starts_with("```") || fence.starts_with("~~~");
        let is_trace = !is_fence && is_trace_line(line);
        if is_trace {
            trace_start.get_or_insert(start);
            continue;
        }
        if let Some(from) = trace_start.take() {
            parts.push(Part::Trace(&text[from..start]));
        }
        if is_fence {
            parts.push(fenced(text, fence, &mut lines));
        } else {
            parts.push(Part::Prose(line));
        }
    }
    if let Some(from) = trace_start {
        parts.push(Part::Trace(&text[from..]));
    }
    parts
}

/// The prose of a text alone, without code, traces, inline code and addresses.
pub(crate) fn prose(text: &str) -> String {
    let mut prose = String::with_capacity(text.len().min(1 << 16));
    for part in parts(text) {
        if let Part::Prose(line) = part {
            prose.push_str(line);
        }
    }
    match ASIDES.replace_all(&prose, " ") {
        std::borrow::Cow::Borrowed(_) => prose,
        std::borrow::Cow::Owned(replaced) => replaced,
    }
}

/// Whether the text has a fenced block or a trace in it.
pub(crate) fn has_code(text: &str) -> bool {
    text.contains("```") || text.lines().take(2_000).any(is_trace_line)
}

struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next_line(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let start = self.at;
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
        Some((start, &self.text[start..self.at]))
    }
}

fn fenced<'a>(text: &'a str, fence: &'a str, lines: &mut Lines<'a>) -> Part<'a> {
    let mark = &fence[..3];
    let rest = fence.trim_start_matches(['`', '~']);
    // ```code``` on one line.
    if let Some(body) = rest.trim_end().strip_suffix(mark) {
        return Part::Code("", body);
    }
    let language = rest.trim();
    let from = lines.at;
    while let Some((start, line)) = lines.next_line() {
        if line.trim_start().starts_with(mark) {
            return Part::Code(language, &text[from..start]);
        }
    }
    Part::Code(language, &text[from..])
}

fn is_trace_line(line: &str) -> bool {
    line.len() < 4_000 && line.bytes().any(|b| b.is_ascii_alphanumeric()) && TRACE_LINE.is_match(line)
}

static TRACE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?x)^\s*(?:
            at\s+\S+.*[(:]\S*:\d+ |
            File\s"[^"]+",\sline\s\d+ |
            Traceback\s\(most\srecent |
            Caused\sby: |
            \d+:\s+0x[0-9a-f]+ |
            \d+:\s+\w+(::\w+)+ |
            \.\.\.\s\d+\smore |
            thread\s'[^']*'.*panicked\sat |
            \[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d:\d\d\S*\]?\s+\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b |
            \[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]?[:\s]+\[?\d{4}-\d\d-\d\d |
            [A-Za-z_][\w.]*(?:Error|Exception)(?::\s|\s*$) |
            error\[E\d{4}\]: |
            -->\s\S+:\d+:\d+
        )"#,
    )
});

static ASIDES: LazyLock<Regex> = LazyLock::new(|| regex(r"`[^`\n]{1,200}`|https?://[!-~]+"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_traces_and_prose_are_told_apart() {
        let text = "見て\n```rust\nfn main() {}\n```\nTypeError: x is undefined\n    at foo (a.js:1:2)\nなんで？";
        assert_eq!(
            parts(text),
            [
                Part::Prose("見て\n"),
                Part::Code("rust", "fn main() {}\n"),
                Part::Trace("TypeError: x is undefined\n    at foo (a.js:1:2)\n"),
                Part::Prose("なんで？"),
            ]
        );
        assert_eq!(prose(text), "見て\nなんで？");
        assert!(has_code(text) && !has_code("ただの文"));
    }

    #[test]
    fn an_unclosed_fence_reaches_to_the_end() {
        assert_eq!(parts("```\nx"), [Part::Code("", "x")]);
    }
}
