//! Taking out what was never said by the person: injected blocks, tool output, private stretches (C7, C8).

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::fold::fold;

/// The tags whose blocks are dropped with all that is in them.
const DROPPED: [&str; 22] = [
    "memories",
    "private",
    "system-reminder",
    "command-name",
    "command-message",
    "command-args",
    "command-contents",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "task-notification",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "user-prompt-submit-hook",
    "post-tool-use-hook",
    "new-diagnostics",
    "tool_result",
    "tool_use_error",
    "function_results",
    "ide_opened_file",
    "ide_selection",
];

/// The text without injected blocks, tool output and private stretches.
///
/// An opening tag that is never closed takes the rest of the text with it when it begins a line, and
/// `<private>` does so wherever it stands; `</private>` that was never opened takes what stands before it. Brackets and
/// letters may be full-width. A tag in backticks is a mention of it and stays; of `<private>`, only if the backticks
/// enclose nothing else, since a stray one could stand anywhere. A text with nothing to drop comes back as it was;
/// otherwise the white space around what was dropped goes too.
pub fn strip(text: &str) -> String {
    let drops = drops(text);
    if drops.is_empty() {
        return text.to_owned();
    }
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for (start, end) in drops {
        append(&mut kept, &text[from..start]);
        from = end;
    }
    append(&mut kept, &text[from..]);
    kept.trim().to_owned()
}

/// Whether the text is a slash command: its first character that is not white space is `/`.
pub fn is_command(text: &str) -> bool {
    text.trim_start().starts_with('/')
}

/// Joins what is left before and after a drop with one line break or space at most.
fn append(kept: &mut String, piece: &str) {
    if kept.is_empty() {
        kept.push_str(piece);
        return;
    }
    let tail = piece.trim_start();
    let gap = &piece[..piece.len() - tail.len()];
    let left = kept.trim_end().len();
    let has_break = gap.contains('\n') || kept[left..].contains('\n');
    let has_space = !gap.is_empty() || left < kept.len();
    kept.truncate(left);
    if has_break {
        kept.push('\n');
    } else if has_space {
        kept.push(' ');
    }
    kept.push_str(tail);
}

struct MarkupTag {
    start: usize,
    end: usize,
    name: usize,
    is_closing: bool,
    closed_at: Option<usize>,
    /// A closing tag that closes something.
    is_paired: bool,
}

fn drops(text: &str) -> Vec<(usize, usize)> {
    let tags = pair(find_tags(text));
    let mut drops: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for tag in &tags {
        let is_private = DROPPED[tag.name] == PRIVATE;
        if tag.is_closing {
            // Its beginning was forgotten: what was meant to be private is lost rather than kept.
            if is_private && !tag.is_paired && tag.start >= from {
                drops.clear();
                drops.push((0, tag.end));
                from = tag.end;
            }
            continue;
        }
        // The same where its end is forgotten, in a block or not.
        let hides_the_rest = is_private && tag.closed_at.is_none();
        if hides_the_rest {
            drops.push((tag.start.max(from), text.len()));
            return drops;
        }
        if tag.start < from {
            continue;
        }
        let end = match tag.closed_at {
            Some(end) => end,
            None if begins_line(text, tag.start) => text.len(),
            None => continue,
        };
        drops.push((tag.start, end));
        from = end;
    }
    drops
}

const PRIVATE: &str = "private";

fn find_tags(text: &str) -> Vec<MarkupTag> {
    // Most texts have no tag, and then the pattern need not be made.
    if !text.contains(['<', '\u{FF1C}']) && !text.contains("&lt;") {
        return Vec::new();
    }
    let mut mentions = Mentions::new(text);
    TAG.captures_iter(text)
        .filter_map(|found| {
            let whole = found.get(0)?;
            let written = found.get(2).or_else(|| found.get(4))?.as_str();
            let name: String = fold(written).chars().filter(|c| !is_invisible(*c)).collect();
            let name = DROPPED.iter().position(|d| *d == name)?;
            let is_closing = found.get(1).or_else(|| found.get(3)).is_some();
            let (start, end) = (whole.start(), whole.end());
            let tag = MarkupTag { start, end, name, is_closing, closed_at: None, is_paired: false };
            let is_mention =
                if DROPPED[name] == PRIVATE { mentions.enclose(start, end) } else { mentions.covers(start, end) };
            (!is_mention).then_some(tag)
        })
        .collect()
}

/// Gives every opening tag the end of its own closing tag; blocks of one name nest.
fn pair(mut tags: Vec<MarkupTag>) -> Vec<MarkupTag> {
    let mut open: HashMap<usize, Vec<usize>> = HashMap::new();
    for index in 0..tags.len() {
        let stack = open.entry(tags[index].name).or_default();
        if !tags[index].is_closing {
            stack.push(index);
        } else if let Some(opener) = stack.pop() {
            tags[opener].closed_at = Some(tags[index].end);
            tags[index].is_paired = true;
        }
    }
    tags
}

fn begins_line(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end_matches([' ', '\t', '\u{3000}']);
    before.is_empty() || before.ends_with('\n')
}

/// Inline code spans, looked at line by line as tags are found from left to right.
pub(crate) struct Mentions<'a> {
    text: &'a str,
    line: (usize, usize),
    ticks: Vec<usize>,
}

impl<'a> Mentions<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, line: (0, 0), ticks: Vec::new() }
    }

    /// Whether the span that the stretch lies in begins and ends with a tag: `<private>x</private>` in backticks.
    pub(crate) fn enclose(&mut self, start: usize, end: usize) -> bool {
        if !self.covers(start, end) {
            return false;
        }
        let before = self.ticks.partition_point(|tick| *tick < start);
        let span = &self.text[self.ticks[before - 1] + 1..self.ticks[before]];
        span.starts_with(['<', '\u{FF1C}']) && span.ends_with(['>', '\u{FF1E}'])
    }

    /// Whether the stretch lies between an odd backtick and the next one of its line.
    pub(crate) fn covers(&mut self, start: usize, end: usize) -> bool {
        if start >= self.line.1 {
            let line_start = self.text[self.line.1..start].rfind('\n').map_or(self.line.1, |at| self.line.1 + at + 1);
            let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at + 1);
            self.ticks = self.text[line_start..line_end].match_indices('`').map(|(at, _)| line_start + at).collect();
            self.line = (line_start, line_end);
        }
        let before = self.ticks.partition_point(|tick| *tick < start);
        before % 2 == 1 && self.ticks.get(before).is_some_and(|tick| *tick >= end)
    }
}

/// A tag of a name that is dropped. The brackets of `<private>` may be full-width or escaped, and its letters too.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    let names: Vec<&str> = DROPPED.into_iter().filter(|name| *name != PRIVATE).collect();
    let names = names.join("|");
    let wide = |c: char| char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c);
    let hidden = r"[\u{AD}\u{200B}-\u{200F}\u{2060}-\u{2064}\u{FEFF}\u{FE00}-\u{FE0F}\u{E0000}-\u{E007F}]*";
    let letters: Vec<String> = PRIVATE.chars().map(|c| format!("[{c}{}]", wide(c))).collect();
    let private = letters.join(hidden);
    let private = format!(
        "(?:<|\u{FF1C}|&lt;){hidden}\\s*([/\u{FF0F}])?{hidden}\\s*({private}){hidden}(?:\\s[^<>\u{FF1C}\u{FF1E}]*?)?(?:>|\u{FF1E}|&gt;)"
    );
    let shape = format!(r"(?i)(?:<(/)?\s*({names})(?:\s[^<>]*)?>|{private})");
    Regex::new(&shape).expect("the names are plain words")
});

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_blocks_and_reminders_are_dropped() {
        assert_eq!(strip("<memories>\n昔の話\n</memories>\nこんにちは"), "こんにちは");
        assert_eq!(strip("前 <Memories count=\"2\">x</MEMORIES> 後"), "前 後");
        assert_eq!(strip("a\n<system-reminder>b</system-reminder>\nc"), "a\nc");
        assert_eq!(strip("<command-name>/x</command-name>\n<local-command-stdout>y</local-command-stdout>"), "");
        assert_eq!(strip("done <task-notification>z</task-notification>"), "done");
    }

    #[test]
    fn private_stretches_are_dropped_entirely() {
        assert_eq!(strip("名前は<private>山田</private>です"), "名前はです");
        assert_eq!(strip("a <PRIVATE>b</Private> c"), "a c");
        assert_eq!(strip("a<private>b<private>c</private>d</private>e"), "ae");
        assert_eq!(strip("a <private reason=\"x\">\nb\n\nc</private > d"), "a d");
    }

    #[test]
    fn a_private_stretch_that_is_never_closed_hides_all_that_follows() {
        assert_eq!(strip("my pin is <private>1234 and more\nlines"), "my pin is");
        assert_eq!(strip("x <private>a <private>b</private> c"), "x");
        assert_eq!(strip("</private> a <Private>b"), "a");
        assert_eq!(strip("<memories>a <private>b</memories> c"), "");
    }

    #[test]
    fn a_private_stretch_whose_beginning_was_forgotten_hides_all_before_it() {
        assert_eq!(strip("my pin is 1234</private> and the rest"), "and the rest");
        assert_eq!(strip("a <private>b</private> c </private> d"), "d");
        assert_eq!(strip("<private>a</private> b"), "b");
    }

    #[test]
    fn a_private_stretch_may_be_written_in_full_width_or_with_what_cannot_be_seen() {
        for text in [
            "a ＜private＞b＜/private＞ c",
            "a ＜private＞b</private> c",
            "a ＜ｐｒｉｖａｔｅ＞b＜／ｐｒｉｖａｔｅ＞ c",
            "a <private >b</private > c",
            "a < private >b< /private> c",
            "a <PRIVATE>b</PRIVATE> c",
            "a <pri\u{200b}vate>b</priv\u{00ad}ate> c",
            "a &lt;private&gt;b&lt;/private&gt; c",
        ] {
            assert_eq!(strip(text), "a c", "{text}");
        }
    }

    #[test]
    fn a_stray_backtick_does_not_keep_what_is_private() {
        assert_eq!(strip("a ` b <private>c</private> d"), "a ` b d");
        assert_eq!(strip("a ` b <private>c</private> d ` e"), "a ` b d ` e");
        assert_eq!(strip("it`s `x` <private>c</private> and `y`"), "it`s `x` and `y`");
        assert_eq!(strip("`key: <private>c</private>`"), "`key: `");
        assert_eq!(strip("a `<private>` b <private>c"), "a `<private>` b");
    }

    #[test]
    fn an_unclosed_block_takes_the_rest_only_when_it_begins_a_line() {
        assert_eq!(strip("hi\n<memories>\nold things"), "hi");
        assert_eq!(strip("the <memories> tag is ours"), "the <memories> tag is ours");
    }

    #[test]
    fn blocks_nest() {
        assert_eq!(strip("a<memories>b<memories>c</memories>d</memories>e"), "ae");
    }

    #[test]
    fn a_mention_in_backticks_stays() {
        let text = "`<memories>` と `</memories>` で囲む";
        assert_eq!(strip(text), text);
        let spread = "write `<private>x</private>` to hide x";
        assert_eq!(strip(spread), spread);
    }

    #[test]
    fn a_block_cannot_be_closed_early_by_a_mention() {
        assert_eq!(strip("<memories>a `</memories>` b</memories>c"), "c");
    }

    #[test]
    fn slash_commands_begin_with_a_slash_behind_any_white_space() {
        assert!(is_command("/clear") && is_command(" \u{3000}\n/help me") && is_command("/"));
        assert!(!is_command("a / b") && !is_command("") && !is_command("／全角"));
    }
}
