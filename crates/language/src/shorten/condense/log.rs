//! What a stack trace or a log was about: the error with its place, or how many lines with which errors.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::{MarkLanguage, grouped, short};
use crate::pattern::regex;

/// How much of an error's message is kept, in characters.
const MESSAGE: usize = 60;
/// How many different messages are counted.
const MOST_MESSAGES: usize = 500;
/// A line is read up to here, in bytes.
const LOOKED_AT: usize = 1_000;

/// The mark of lines that are a trace or a log.
pub(super) fn mark(lines: &str, tongue: MarkLanguage) -> String {
    let (mut count, mut logged) = (0_usize, 0_usize);
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        count += 1;
        logged += usize::from(is_log_line(line));
    }
    if logged * 2 > count { log(lines, count, tongue) } else { error(lines, tongue) }
}

/// Whether a block that names no language holds a log or an error.
pub(super) fn is_log_or_trace(body: &str) -> bool {
    let (mut count, mut found) = (0_usize, 0_usize);
    for line in body.lines().filter(|line| !line.trim().is_empty()) {
        count += 1;
        found += usize::from(is_log_line(line) || FRAME.is_match(super::head(line, LOOKED_AT)));
    }
    let first = body.trim_start();
    found * 2 > count || first.starts_with("Traceback (most recent") || first.starts_with("Exception in thread")
}

fn is_log_line(line: &str) -> bool {
    STAMPED.is_match(super::head(line, LOOKED_AT))
}

fn log(lines: &str, count: usize, tongue: MarkLanguage) -> String {
    let mut errors = 0_usize;
    let mut messages: HashMap<String, (usize, usize, &str)> = HashMap::new();
    for (place, line) in lines.lines().enumerate() {
        let line = super::head(line, LOOKED_AT);
        let Some(message) = ERROR_LEVEL.captures(line).and_then(|found| found.name("message")) else { continue };
        errors += 1;
        let message = message.as_str().trim_matches(|c: char| !c.is_alphanumeric());
        // The same error with other numbers is the same error.
        let key: String = message.chars().filter(|c| !c.is_ascii_digit()).take(MESSAGE).collect();
        if messages.len() < MOST_MESSAGES || messages.contains_key(&key) {
            messages.entry(key).or_insert((0, place, message)).0 += 1;
        }
    }
    let most = messages.values().max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1))).map(|found| short(found.2, MESSAGE));
    let counted = grouped(count);
    let wrong = grouped(errors);
    match (tongue, most) {
        (MarkLanguage::English, Some(message)) if count > 1 => {
            let plural = if errors == 1 { "" } else { "s" };
            format!("[log: {counted} lines, {wrong} error{plural}: {message}]")
        }
        (MarkLanguage::Japanese, Some(message)) if count > 1 => {
            format!("[ログ: {counted}行, エラー{wrong}件: {message}]")
        }
        (_, Some(message)) => format!("[{}: {message}]", tongue.pick("log", "ログ")),
        (MarkLanguage::English, None) => {
            let last = lines.lines().next_back().map(unstamped).unwrap_or_default();
            format!("[log: {counted} line{}: {}]", if count == 1 { "" } else { "s" }, short(last, MESSAGE))
        }
        (MarkLanguage::Japanese, None) => {
            let last = lines.lines().next_back().map(unstamped).unwrap_or_default();
            format!("[ログ: {counted}行: {}]", short(last, MESSAGE))
        }
    }
}

/// A line of a log without its time and level.
fn unstamped(line: &str) -> &str {
    let line = super::head(line, LOOKED_AT);
    line[STAMPED.find(line).map_or(0, |found| found.end())..]
        .trim_matches(|c: char| c == ']' || c == ':' || c.is_whitespace())
}

fn error(lines: &str, tongue: MarkLanguage) -> String {
    let is_python = lines.contains("Traceback (most recent") || lines.contains("\n  File \"");
    let mut first: Option<&str> = None;
    let mut last: Option<&str> = None;
    let mut cause: Option<&str> = None;
    let mut place: Option<String> = None;
    for line in lines.lines() {
        let line = super::head(line, LOOKED_AT);
        if let Some(found) = ERROR.find(line) {
            let message = found.as_str().trim_end_matches(':');
            first = first.or(Some(message));
            last = Some(message);
            if line.trim_start().starts_with("Caused by:") {
                cause = Some(message);
            }
        }
        let is_library = LIBRARY.is_match(line);
        if let Some(found) = PLACE.captures(line).filter(|_| !is_library && (place.is_none() || is_python)) {
            let pick = |names: [&str; 2]| names.iter().find_map(|name| found.name(name)).map_or("", |m| m.as_str());
            let file = near(pick(["file", "path"]));
            place = Some(format!("{}:{}", short(file, 50), pick(["line", "row"])));
        }
    }
    let message = cause.or(if is_python { last } else { first });
    // "error[E0308]: …" is known by its number.
    let message =
        message.map(|message| message.trim_start_matches("error").trim_start_matches(": ").replacen("]:", ":", 1));
    let message = message.map(|message| short(message.trim_start_matches('['), MESSAGE)).unwrap_or_default();
    let word = tongue.pick("error", "エラー");
    match place.filter(|place| !message.contains(place.as_str())) {
        Some(place) if message.is_empty() => format!("[{word}: {place}]"),
        Some(place) if tongue == MarkLanguage::Japanese => format!("[{word}: {message} ({place})]"),
        Some(place) => format!("[{word}: {message} in {place}]"),
        None if message.is_empty() => {
            let line = lines.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            format!("[{word}: {}]", short(line, MESSAGE))
        }
        None => format!("[{word}: {message}]"),
    }
}

/// The last two steps of an absolute path; where the program lies on a machine tells nothing.
fn near(path: &str) -> &str {
    if !path.starts_with('/') && !path.contains(":\\") {
        return path;
    }
    let mut steps = path.rmatch_indices(['/', '\\']).map(|(at, _)| at);
    steps.nth(1).map_or(path, |at| &path[at + 1..])
}

static STAMPED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^\s*(?:\[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d:\d\d\S*\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?|\d{1,3}(?:\.\d{1,3}){3}\s-\s\S+\s\[[^\]]{1,40}\]|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s+\d{1,2}\s\d\d:\d\d:\d\d\s\S+|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?[:\s]+\[?\d{4}-\d\d-\d\d\S*\]?)(?:\s+\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b)?",
    )
});

static ERROR_LEVEL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:\b(?:ERROR|FATAL|CRITICAL|Error|error|panic)\b\]?|\b[A-Za-z]\w*(?:Error|Exception)\b)[:\s-]*(?P<message>.{1,200})",
    )
});

static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b[A-Za-z_][\w.]{0,80}(?:Error|Exception)\b(?::\s.{0,200})?|panicked at .{0,120}|error\[E\d+\].{0,120}|^error:.{0,120}|panic: .{0,120}|\b(?:ERROR|FATAL|ERR!)\b.{0,120}",
    )
});

static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"File "(?P<path>[^"]{1,200})", line (?P<row>\d+)|(?P<file>[\w./\\-]{1,120}\.(?:rs|py|js|jsx|mjs|ts|tsx|go|rb|java|kt|c|h|cpp|hpp|cs|swift|php|vue)):(?P<line>\d+)"#,
    )
});

static FRAME: LazyLock<Regex> = LazyLock::new(|| {
    regex(r#"^\s*(?:at\s+\S+.*[(:]\S*:\d+|File\s"[^"]+",\sline\s\d+|\d+:\s+0x[0-9a-f]+|-->\s\S+:\d+)"#)
});

/// Frames that are not of the person's own program.
static LIBRARY: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"node_modules|site-packages|dist-packages|node:internal|/rustc/|/usr/lib|java\.base|\.cargo/registry")
});
