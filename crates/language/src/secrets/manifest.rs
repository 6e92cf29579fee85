//! Secrets of Kubernetes: every value under `data` of a manifest whose kind is `Secret`.

use std::ops::Range;

use super::value::is_value;

/// The places of the values.
pub(super) fn values(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    if !text.contains("kind: Secret") {
        return places;
    }
    // How deep the block of data is that the lines are in.
    let mut depth: Option<usize> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let from = start;
        start += line.len();
        let body = line.trim();
        let indent = line.len() - line.trim_start().len();
        if body.is_empty() {
            continue;
        }
        match depth {
            Some(least) if indent > least => {
                places.extend(value_in(line).map(|place| from + place.start..from + place.end))
            }
            _ => depth = matches!(body, "data:" | "stringData:").then_some(indent),
        }
    }
    places
}

/// The value of `name: value`, or all of a line that only goes on.
fn value_in(line: &str) -> Option<Range<usize>> {
    let body = line.trim();
    let from = match body.split_once(':') {
        Some((name, _)) if name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-\"'".contains(&b)) => {
            line.find(':')? + 1
        }
        _ => line.find(body)?,
    };
    let value = line[from..].trim().trim_matches(['"', '\'']);
    let start = from + line[from..].find(value)?;
    let is_block = value.is_empty() || value.starts_with(['|', '>', '#']) || value.contains("[redacted:");
    (!is_block && is_value(value)).then(|| start..start + value.len())
}
