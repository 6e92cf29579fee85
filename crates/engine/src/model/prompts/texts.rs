//! The files, and what keeps a text inside its frame.

use omoide_core::Tag;
use omoide_core::ports::store::Purpose;

use super::Tongue;

/// A prompt in both languages, counted up whenever its words change.
struct PromptFile {
    version: u32,
    japanese: &'static str,
    english: &'static str,
}

macro_rules! file {
    ($version:literal, $name:literal) => {
        PromptFile {
            version: $version,
            japanese: include_str!(concat!("../../../prompts/", $name, ".ja.md")),
            english: include_str!(concat!("../../../prompts/", $name, ".en.md")),
        }
    };
}

fn file(purpose: Purpose) -> PromptFile {
    match purpose {
        Purpose::Summarise => file!(1, "summarise"),
        Purpose::Trace => file!(1, "keywords"),
        Purpose::Session => file!(1, "session"),
        Purpose::Plan => file!(2, "plan"),
        Purpose::Compress => file!(1, "compress"),
        Purpose::Judge => file!(1, "judge"),
        // A provider is tried out with what it will be asked most.
        Purpose::Analyse | Purpose::Test | Purpose::Embed => file!(1, "analyse"),
    }
}

pub(super) fn version(purpose: Purpose) -> u32 {
    file(purpose).version
}

pub(super) fn of(purpose: Purpose, tongue: Tongue) -> String {
    let file = file(purpose);
    let text = match tongue {
        Tongue::Japanese => file.japanese,
        Tongue::English => file.english,
    };
    let tags: Vec<&str> = Tag::ALL.iter().map(|tag| tag.name()).collect();
    text.replace("{tags}", &tags.join(", "))
}

/// Instructions without a part of the answer: neither the line that says what it is, nor its place in the example.
pub(super) fn without_part(text: &str, part: &str) -> String {
    let about = format!("- {part}:");
    let field = format!(", \"{part}\": ");
    let mut kept = String::with_capacity(text.len());
    for line in text.lines().filter(|line| !line.starts_with(&about)) {
        match line.split_once(&field) {
            Some((before, value)) => {
                let end = [value.find(", \""), value.find('}')].into_iter().flatten().min().unwrap_or(value.len());
                kept.push_str(before);
                kept.push_str(&value[end..]);
            }
            None => kept.push_str(line),
        }
        kept.push('\n');
    }
    kept
}

/// The marks of a frame.
const MARKS: [&str; 3] = ["memory", "trigger", "content"];

/// Whether a line is a mark of a frame; no line of a text is, see [`framed`].
pub(super) fn is_mark(line: &str) -> bool {
    let Some(inner) = line.strip_prefix('<').and_then(|line| line.strip_suffix('>')) else { return false };
    let word = inner.strip_prefix('/').unwrap_or(inner);
    MARKS.iter().any(|mark| word.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
}

/// A text in which no mark of a frame is left.
pub(super) fn framed(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, after) = rest.split_at(at);
        safe.push_str(before);
        let word = after[1..].trim_start_matches(|c: char| c == '/' || c.is_whitespace());
        let is_mark =
            MARKS.iter().any(|mark| word.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark)));
        safe.push(if is_mark { '‹' } else { '<' });
        rest = &after[1..];
    }
    safe.push_str(rest);
    safe
}
