//! A block that is being written, part by part, within its tokens.

use omoide_core::Memory;
use omoide_language::token_count;

use super::{Channel, LeftOut, PrimedBlock, PrimedMemory, PrimedPart};
use crate::MemoryBlock;
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
    pub memories: Vec<PrimedMemory>,
}

impl BlockDraft {
    pub fn of(most: usize) -> Self {
        let (lines, parts, left_out, memories) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { most, used: FRAME, lines, parts, left_out, memories }
    }

    /// The tokens of all that stands between its tags.
    pub fn used_inside(&self) -> usize {
        self.used - FRAME
    }

    /// Lets it have so many tokens from now on.
    pub fn widen(&mut self, most: usize) {
        self.most = most;
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

    /// The same under a title that says something by itself, and so stands there without any lines.
    pub fn add_titled_list<I>(&mut self, channel: Channel, title: &str, what: &str, items: I, room: usize)
    where
        I: IntoIterator<Item = (String, String, String)>,
    {
        let Some(mut used) = self.add(channel, title, what, "is known", room) else {
            self.leave_out(channel, what, "no room");
            return;
        };
        let mut count = 0;
        for (line, what, why) in items {
            match self.add(channel, &line, &what, &why, room - used) {
                Some(tokens) => used += tokens,
                None => count += 1,
            }
        }
        if count > 0 {
            self.leave_out(channel, count.to_string(), "no room");
        }
    }

    /// Adds a block of memories without its tags, each memory a part of the channel and for the reason that `about` says; returns
    /// how many there are.
    pub fn add_memories(
        &mut self,
        block: &MemoryBlock<'_>,
        room: usize,
        about: impl Fn(&Memory) -> (Channel, &'static str),
    ) -> usize {
        let inner = lines_of(&block.text);
        let tokens = token_count::estimate(inner) + 1;
        if inner.is_empty() || tokens > room.min(self.left()) {
            return 0;
        }
        self.used += tokens;
        self.lines.push(inner.to_owned());
        let share = tokens / block.portions.len().max(1);
        for portion in &block.portions {
            let (channel, why) = about(portion.memory);
            let what = portion.memory.handle.clone();
            self.parts.push(PrimedPart { channel, what, why: why.to_owned(), tokens: share });
            self.memories.push(PrimedMemory::from(portion));
        }
        block.portions.len()
    }

    /// Adds all of another draft, which was written into the room that this one has left.
    pub fn append(&mut self, other: Self) {
        self.used += other.used_inside();
        self.lines.extend(other.lines);
        self.parts.extend(other.parts);
        self.left_out.extend(other.left_out);
        self.memories.extend(other.memories);
    }

    /// The block.
    pub fn finished(self) -> PrimedBlock {
        let Self { most, lines, parts, left_out, memories, .. } = self;
        let text = if lines.is_empty() { String::new() } else { format!("{OPEN}\n{}\n{CLOSE}", lines.join("\n")) };
        PrimedBlock { tokens: token_count::estimate(&text), text, most_tokens: most, parts, left_out, memories }
    }
}

/// The lines of a block of memories, without its tags.
fn lines_of(block: &str) -> &str {
    let inner = block.strip_prefix(OPEN).and_then(|block| block.strip_suffix(CLOSE));
    inner.unwrap_or_default().trim_matches('\n')
}
