//! What of a text is prose: code, stack traces and logs are set apart from what a person wrote.

use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

/// A stretch of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProsePart<'a> {
    /// A line that someone wrote, with its line break.
    Prose(&'a str),
    /// A fenced block: its language, if named, and its body.
    Code(&'a str, &'a str),
    /// Lines of a stack trace or a log.
    Trace(&'a str),
}

/// The parts of a text, in order; together they cover all of it but the fences.
pub(crate) fn parts(text: &str) -> Vec<ProsePart<'_>> {
    let mut parts = Vec::new();
    let mut lines = ProseLines { text, at: 0 };
    let mut open: Option<LineRun> = None;
    while let Some((start, line)) = lines.next_line() {
        if let Some(run) = open.as_mut().filter(|run| run.takes(line)) {
            run.end = lines.at;
            continue;
        }
        if let Some(run) = open.take() {
            parts.push(run.part(text));
        }
        let fence = line.trim_start();
        if fence.starts_with("```") || fence.starts_with("~~~") {
            parts.push(fenced(text, fence, &mut lines));
        } else if is_trace_line(line) {
            open = Some(LineRun { kind: LineKind::Trace, start, end: lines.at });
        } else if is_diff_start(line) {
            open = Some(LineRun { kind: LineKind::Diff, start, end: lines.at });
        } else if let Some(end) = unfenced_code(text, start, line) {
            lines.at = end;
            parts.push(ProsePart::Code("", &text[start..end]));
        } else {
            parts.push(ProsePart::Prose(line));
        }
    }
    if let Some(run) = open {
        parts.push(run.part(text));
    }
    parts
}

#[derive(Clone, Copy)]
enum LineKind {
    Trace,
    Diff,
}

/// Lines of one kind that go on for as long as lines fit.
struct LineRun {
    kind: LineKind,
    start: usize,
    end: usize,
}

impl LineRun {
    fn takes(&self, line: &str) -> bool {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            return false;
        }
        match self.kind {
            LineKind::Trace => is_trace_line(line) || goes_on_with_trace(line),
            LineKind::Diff => {
                is_diff_start(line) || (line.starts_with(['+', '-', ' ', '\\', '@']) && line.trim().len() > 1)
            }
        }
    }

    fn part<'a>(&self, text: &'a str) -> ProsePart<'a> {
        let lines = &text[self.start..self.end];
        match self.kind {
            LineKind::Trace => ProsePart::Trace(lines),
            LineKind::Diff => ProsePart::Code("diff", lines),
        }
    }
}

/// Whether a line in a trace shows the source or explains: indented, behind a bar, or a note.
fn goes_on_with_trace(line: &str) -> bool {
    let trimmed = line.trim();
    let is_indented = line.starts_with("  ") || line.starts_with('\t');
    !trimmed.is_empty()
        && trimmed.is_ascii()
        && (is_indented || trimmed.starts_with("note:") || trimmed.starts_with("= ") || trimmed.starts_with('|'))
}

fn is_diff_start(line: &str) -> bool {
    ["diff --git ", "@@ -", "--- a/", "+++ b/", "Index: "].iter().any(|start| line.starts_with(start))
}

/// Fewer lines of code than this are read as prose.
const LEAST_CODE_LINES: usize = 3;
/// How far code is looked for at a time, so that the time stays linear.
const MOST_CODE_LINES: usize = 400;

/// Where code without a fence ends that begins with this line, or `None` if it is prose.
fn unfenced_code(text: &str, start: usize, first: &str) -> Option<usize> {
    if !is_code_line(first) {
        return None;
    }
    let mut lines = ProseLines { text, at: start };
    let (mut found, mut end) = (0, start);
    for _ in 0..MOST_CODE_LINES {
        let Some((_, line)) = lines.next_line() else { break };
        if is_code_line(line) {
            found += 1;
            end = lines.at;
        } else if !(line.trim().is_empty() || line.starts_with("  ") || line.starts_with('\t')) || is_trace_line(line) {
            break;
        }
        // A stretch that has shown nothing for long is no code, whatever comes after it.
        if found < LEAST_CODE_LINES && lines.at - start > 4_000 {
            break;
        }
    }
    (found >= LEAST_CODE_LINES).then_some(end)
}

/// Whether a line can hardly be anything but code or data.
fn is_code_line(line: &str) -> bool {
    let line = line.trim();
    if line.len() > 400 || line.is_empty() {
        return false;
    }
    let has_marks = line.contains(['=', '(', '{', '[', '<']);
    let is_closing = matches!(line, "}" | "};" | "})" | "});" | "}," | "]" | "]," | "{" | "[" | ");" | "end");
    let is_member =
        line.starts_with('"') && (line.ends_with(',') || line.ends_with(['{', '['])) && line.contains("\":");
    let is_statement = (line.ends_with(';') || line.ends_with(" {")) && has_marks;
    let is_definition = has_marks
        && [
            "def ",
            "fn ",
            "pub ",
            "class ",
            "const ",
            "let ",
            "var ",
            "function ",
            "func ",
            "async ",
            "export ",
            "impl ",
            "struct ",
            "enum ",
            "public ",
            "private ",
            "static ",
            "#include",
            "return ",
            "if (",
            "for (",
            "while (",
            "self.",
            "this.",
            "@",
        ]
        .iter()
        .any(|opening| line.starts_with(opening));
    let is_import = ["import ", "from ", "use ", "using ", "package "].iter().any(|opening| line.starts_with(opening))
        && (line.ends_with(';') || line.contains(" import ") || line.split_whitespace().count() == 2);
    let is_block = line.ends_with(':')
        && ["def ", "class ", "if ", "for ", "while ", "with ", "try:", "else:", "except"]
            .iter()
            .any(|opening| line.starts_with(opening))
        && line.is_ascii();
    is_closing || is_member || is_statement || is_definition || is_import || is_block
}

/// The prose of a text alone, without code, traces, inline code and addresses.
pub(crate) fn prose(text: &str) -> String {
    let mut prose = String::with_capacity(text.len().min(1 << 16));
    for part in parts(text) {
        if let ProsePart::Prose(line) = part {
            prose.push_str(line);
        }
    }
    if !prose.contains('`') && !prose.contains("://") {
        return prose;
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

struct ProseLines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> ProseLines<'a> {
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

fn fenced<'a>(text: &'a str, fence: &'a str, lines: &mut ProseLines<'a>) -> ProsePart<'a> {
    let mark = &fence[..3];
    let rest = fence.trim_start_matches(['`', '~']);
    // ```code``` on one line.
    if let Some(body) = rest.trim_end().strip_suffix(mark) {
        return ProsePart::Code("", body);
    }
    let language = rest.trim();
    let from = lines.at;
    while let Some((start, line)) = lines.next_line() {
        if line.trim_start().starts_with(mark) {
            return ProsePart::Code(language, &text[from..start]);
        }
    }
    ProsePart::Code(language, &text[from..])
}

fn is_trace_line(line: &str) -> bool {
    line.len() < 4_000 && may_be_of_trace(line) && TRACE_LINE.is_match(line)
}

/// What lines of a trace begin with, beside numbers and the names of errors.
const TRACE_BEGINNINGS: [&str; 34] = [
    "at ",
    "at\t",
    "File",
    "Traceback",
    "Caused",
    "...",
    "thread",
    "[",
    "TRACE",
    "DEBUG",
    "INFO",
    "WARN",
    "ERROR",
    "FATAL",
    "error",
    "warning:",
    "npm",
    "yarn",
    "Exception",
    "goroutine",
    "panic:",
    "-->",
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
];

/// Whether a line begins as lines of a trace do, or names an error: most lines do neither, and a process that reads a
/// single line need not make the pattern for it.
fn may_be_of_trace(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    line.starts_with(|first: char| first.is_ascii_digit())
        || TRACE_BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
        || line.contains("Error")
        || line.contains("Exception")
}

static TRACE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?x)^[\ \t]*(?:
            at[\ \t]+[^\ \t\r\n]+.*[(:][^\ \t\r\n]*:[0-9]+ |
            File[\ \t]"[^"]+",[\ \t]line[\ \t][0-9]+ |
            Traceback[\ \t]\(most[\ \t]recent |
            Caused[\ \t]by: |
            [0-9]+:[\ \t]+0x[0-9a-f]+ |
            [0-9]+:[\ \t]+[A-Za-z0-9_]+(::[A-Za-z0-9_]+)+ |
            \.\.\.[\ \t][0-9]+[\ \t]more |
            thread[\ \t]'[^']*'.*panicked[\ \t]at |
            \[?[0-9]{4}-[0-9][0-9]-[0-9][0-9][T\ ][0-9][0-9]:[0-9][0-9]:[0-9][0-9][^\ \t\r\n]*\]?[\ \t]+\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b |
            \[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]?[:\ \t]+\[?[0-9]{4}-[0-9][0-9]-[0-9][0-9] |
            [A-Za-z_][A-Za-z0-9_.]*(?:Error|Exception)(?::[\ \t]|[\ \t\r\n]*$) |
            error\[E[0-9]{4}\]: |
            error:[\ \t][^\ \t\r\n].*|warning:[\ \t][^\ \t\r\n]+.*(?:unused|deprecated) |
            (?:npm|yarn)[\ \t](?:ERR!|error) |
            Exception[\ \t]in[\ \t]thread |
            goroutine[\ \t][0-9]+[\ \t]\[ |
            panic:[\ \t] |
            \[?[0-9][0-9]:[0-9][0-9]:[0-9][0-9](?:[.,][0-9]+)?\]?[\ \t]+\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b |
            [0-9]{1,3}(?:\.[0-9]{1,3}){3}[\ \t]-[\ \t][^\ \t\r\n]+[\ \t]\[ |
            (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[\ \t]+[0-9]{1,2}[\ \t][0-9][0-9]:[0-9][0-9]:[0-9][0-9][\ \t][^\ \t\r\n]+[\ \t][^\ \t\r\n]+: |
            -->[\ \t][^\ \t\r\n]+:[0-9]+:[0-9]+
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
                ProsePart::Prose("見て\n"),
                ProsePart::Code("rust", "fn main() {}\n"),
                ProsePart::Trace("TypeError: x is undefined\n    at foo (a.js:1:2)\n"),
                ProsePart::Prose("なんで？"),
            ]
        );
        assert_eq!(prose(text), "見て\nなんで？");
        assert!(has_code(text) && !has_code("ただの文"));
    }

    #[test]
    fn code_without_a_fence_is_code() {
        let code = "def load(path):\n    with open(path) as f:\n        return json.load(f)\n";
        assert_eq!(
            parts(&format!("見て\n{code}どう？")),
            [ProsePart::Prose("見て\n"), ProsePart::Code("", code), ProsePart::Prose("どう？")]
        );
        let diff = "diff --git a/x.rs b/x.rs\n@@ -1,2 +1,2 @@\n-let a = 1;\n+let a = 2;\n";
        assert_eq!(parts(&format!("{diff}fixed?")), [ProsePart::Code("diff", diff), ProsePart::Prose("fixed?")]);
    }

    #[test]
    fn prose_is_no_code() {
        for text in [
            "I like tea;\nI like coffee;\nand I like milk;\nreally.",
            "- one (1)\n- two (2)\n- three (3)\n",
            "from Monday\nto Friday\nI work.",
            "会議は10時から;\n昼は休み;\n夕方に再開;\n",
            "class starts at nine (room 3)\nlet me know (please)\nsee you",
        ] {
            assert!(parts(text).iter().all(|part| matches!(part, ProsePart::Prose(_))), "{text}");
        }
    }

    #[test]
    fn an_unclosed_fence_reaches_to_the_end() {
        assert_eq!(parts("```\nx"), [ProsePart::Code("", "x")]);
    }
}
