//! Code and stack traces as what they were about: the language, the names, the error.

use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

use crate::fold::is_japanese;
use crate::prose::{Part, parts};

const MOST_NAMES: usize = 3;

/// The text with each block of code or trace replaced by a short mark such as `[rust: main.rs, parse]`.
pub(super) fn condense(text: &str) -> String {
    let parts = parts(text);
    if parts.iter().all(|part| matches!(part, Part::Prose(_))) {
        return text.to_owned();
    }
    let nameless = if is_japanese(text) { "[コード]" } else { "[code]" };
    let mut condensed = String::new();
    for part in parts {
        match part {
            Part::Prose(line) => condensed.push_str(line),
            Part::Code(language, body) => push_mark(&mut condensed, nameless, language, &names(body)),
            Part::Trace(lines) => push_mark(&mut condensed, nameless, "", &error_and_places(lines)),
        }
    }
    condensed.trim().to_owned()
}

fn push_mark(condensed: &mut String, nameless: &str, language: &str, names: &[&str]) {
    let language = language.split(|c: char| !c.is_alphanumeric() && c != '+' && c != '#').next().unwrap_or_default();
    let language: String = language.chars().take(16).collect();
    let names = names.join(", ");
    let mark = match (language.is_empty(), names.is_empty()) {
        (false, false) => format!("[{language}: {names}]"),
        (false, true) => format!("[{language}]"),
        (true, false) => format!("[{names}]"),
        (true, true) => nameless.to_owned(),
    };
    if !condensed.is_empty() && !condensed.ends_with('\n') {
        condensed.push('\n');
    }
    condensed.push_str(&mark);
    condensed.push('\n');
}

fn names(body: &str) -> Vec<&str> {
    distinct(
        DEFINED
            .captures_iter(body)
            .filter_map(|found| found.name("name").or_else(|| found.name("file")))
            .map(|m| m.as_str()),
    )
}

fn error_and_places(lines: &str) -> Vec<&str> {
    let errors = ERROR.find_iter(lines).map(|m| m.as_str().trim()).take(1);
    let files = FILE.find_iter(lines).map(|m| m.as_str()).filter(|f| !f.contains("Error") && !f.contains("Exception"));
    distinct(errors.chain(files.take(2)))
}

fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut kept: Vec<&str> = Vec::new();
    for name in names {
        if kept.len() == MOST_NAMES {
            break;
        }
        if name.len() <= 80 && !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept
}

static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:\b(?:fn|def|class|struct|enum|trait|impl|function|interface|module|func)\s+(?P<name>[A-Za-z_]\w{1,40}))|(?P<file>\b[\w-]{1,40}\.(?:rs|py|js|ts|tsx|jsx|go|rb|java|kt|c|h|cpp|hpp|cs|swift|toml|json|ya?ml|md|sql|sh|html|css)\b)",
    )
});

static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?m)\b[A-Za-z_][\w.]{0,60}(?:Error|Exception)\b(?::[^\n]{0,40})?|panicked at [^\n]{0,40}|error\[E\d+\][^\n]{0,40}|\b(?:ERROR|FATAL)\b[^\n]{0,40}",
    )
});

static FILE: LazyLock<Regex> = LazyLock::new(|| regex(r"\b[\w-]{1,40}\.[a-z]{1,4}(?::\d+)?\b"));

#[cfg(test)]
mod tests {
    use super::condense;

    #[test]
    fn code_becomes_its_language_and_names() {
        assert_eq!(
            condense("見て\n```rust\nfn parse() {}\nstruct Date;\n```\nどう？"),
            "見て\n[rust: parse, Date]\nどう？"
        );
        assert_eq!(condense("```\n1 + 1\n```"), "[code]");
    }

    #[test]
    fn a_stack_trace_becomes_its_error() {
        let text =
            "落ちた\nTraceback (most recent call last):\n  File \"app.py\", line 3, in main\nValueError: bad date\n";
        let condensed = condense(text);
        assert!(condensed.starts_with("落ちた\n[ValueError: bad date, app.py"), "{condensed}");
    }
}
