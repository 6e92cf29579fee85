//! A block that is being written, part by part, within its tokens.

use omoide_language::token_count;

use super::{Channel, LeftOut, PrimedBlock, PrimedPart};
use crate::recall::block::{CLOSE, OPEN};

/// The tokens of the tags around a block.
pub(super) const FRAME: usize = 12;

/// A block that is being written.
pub(super) struct BlockDraft {
    most: usize,
    pub used: usize,
    pub lines: Vec<String>,
    pub parts: Vec<PrimedPart>,
    pub left_out: Vec<LeftOut>,
}

impl BlockDraft {
    pub fn of(most: usize) -> Self {
        Self { most, used: FRAME, lines: Vec::new(), parts: Vec::new(), left_out: Vec::new() }
    }

    pub fn left(&self) -> usize {
        self.most.saturating_sub(self.used)
    }

    /// Adds lines that are one part, if they fit into so many tokens; returns how many they took.
    pub fn add(&mut self, channel: Channel, text: &str, what: &str, why: &str, room: usize) -> Option<usize> {
        let tokens = token_count::estimate(text) + 1;
        if tokens > room.min(self.left()) {
            return None;
        }
        self.used += tokens;
        self.lines.push(text.to_owned());
        self.parts.push(PrimedPart { channel, what: what.to_owned(), why: why.to_owned(), tokens });
        Some(tokens)
    }

    pub fn leave_out(&mut self, channel: Channel, what: impl Into<String>, why: impl Into<String>) {
        self.left_out.push(LeftOut { channel, what: what.into(), why: why.into() });
    }

    /// Adds a heading and lines below it as far as they fit, each a part; returns the tokens that they took.
    pub fn add_list<I>(&mut self, channel: Channel, heading: &str, items: I, room: usize) -> usize
    where
        I: IntoIterator<Item = (String, String, String)>,
    {
        let before = self.used;
        let (mut is_begun, mut count) = (false, 0);
        for (line, what, why) in items {
            let used = self.used - before;
            let text = if is_begun { line } else { format!("{heading}\n{line}") };
            if self.add(channel, &text, &what, &why, room.saturating_sub(used)).is_some() {
                is_begun = true;
            } else {
                count += 1;
            }
        }
        if count > 0 {
            self.leave_out(channel, count.to_string(), "no room");
        }
        self.used - before
    }

    /// The block.
    pub fn finished(self) -> PrimedBlock {
        let Self { most, lines, parts, left_out, .. } = self;
        let text = if lines.is_empty() { String::new() } else { format!("{OPEN}\n{}\n{CLOSE}", lines.join("\n")) };
        PrimedBlock { tokens: token_count::estimate(&text), text, most_tokens: most, parts, left_out }
    }
}

/// The lines of a block of memories, without its tags.
pub(super) fn lines_of(block: &str) -> &str {
    let inner = block.strip_prefix(OPEN).and_then(|block| block.strip_suffix(CLOSE));
    inner.unwrap_or_default().trim_matches('\n')
}
