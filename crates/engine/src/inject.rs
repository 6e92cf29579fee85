//! Recalled memories as a block for a prompt (S0 注入形式).
//!
//! Whatever a memory contains, it cannot close or forge the block: the tags are blunted, and every
//! further line of a text is set in, so that none looks like a memory of its own.

use std::borrow::Cow;

use omoide_core::{Level, Memory};

const OPEN: &str = "<memories>";
const CLOSE: &str = "</memories>";

/// The block for a prompt; empty when there is nothing to say.
pub fn block<'m>(memories: impl IntoIterator<Item = &'m Memory>) -> String {
    let lines: Vec<String> = memories.into_iter().map(line).collect();
    if lines.is_empty() { String::new() } else { format!("{OPEN}\n{}\n{CLOSE}", lines.join("\n")) }
}

fn line(memory: &Memory) -> String {
    let condition = &memory.condition;
    // An archived memory's text is that of a trace.
    let (level, mark) =
        if condition.is_active() { (condition.current_level, "") } else { (Level::Trace, "[archived]") };
    let (trigger, content) = (harmless(&memory.text.trigger), harmless(&memory.text.content));
    let text = match (trigger.is_empty(), content.is_empty()) {
        (false, false) => format!("{trigger} → {content}"),
        (false, true) => trigger.into_owned(),
        (true, _) => content.into_owned(),
    };
    format!("- [{}][L{level}]{mark} {text}", memory.created.date())
}

fn harmless(text: &str) -> Cow<'_, str> {
    let has_break = text.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']);
    let has_tag = text.contains('<');
    if !has_break && !has_tag {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '<' && is_our_tag(rest) {
            out.push('‹');
        } else if matches!(c, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}') {
            out.push_str("\n  ");
        } else if c == '\r' {
            if !rest[1..].starts_with('\n') {
                out.push_str("\n  ");
            }
        } else {
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

/// Whether the text begins with an opening or closing tag of the block, however it is spelt.
fn is_our_tag(text: &str) -> bool {
    let mut rest = text[1..].chars().filter(|c| !c.is_whitespace() && *c != '/' && !c.is_control());
    "memories".chars().all(|wanted| rest.next().is_some_and(|c| c.to_lowercase().eq([wanted])))
}
