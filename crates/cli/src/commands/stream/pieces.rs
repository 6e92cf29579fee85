//! What arrives on stdin while a reply is streamed: text in pieces that end anywhere, or events, a line each.

use omoide_server::wire::{StreamPiece, ToolEvent};
use serde::Deserialize;

/// Text that arrives in pieces; a character may be cut in two.
#[derive(Default)]
pub struct TextPieces {
    /// The beginning of a character.
    begun: Vec<u8>,
}

impl TextPieces {
    /// The text of these bytes and of what was left of those before. What is no UTF-8 becomes U+FFFD, as nobody can be
    /// asked again for a reply that was spoken; NUL too, which no text has.
    pub fn take(&mut self, bytes: &[u8]) -> String {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => self.begun.len() - unfinished(&self.begun),
            Ok(text) => text.len(),
        };
        let rest = self.begun.split_off(whole);
        in_text(&std::mem::replace(&mut self.begun, rest))
    }

    /// What is left at the end.
    pub fn rest(self) -> String {
        in_text(&self.begun)
    }
}

fn in_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\0', "\u{FFFD}")
}

/// How many bytes at the end may be the beginning of a character.
fn unfinished(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_begun = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    if is_begun { last.len() } else { 0 }
}

/// An event as it stands in a line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an event such as {\"text\": \"Hello\"}")]
pub struct StreamLine {
    text: Option<String>,
    tool_start: Option<ToolEvent>,
    tool_end: Option<ToolEvent>,
    /// Whether the reply is whole.
    #[serde(default)]
    pub done: bool,
}

impl StreamLine {
    /// The event in a line.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(bytes: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(bytes)
    }

    /// What it hands in.
    pub fn piece(&self) -> StreamPiece {
        let Self { text, tool_start, tool_end, .. } = self;
        StreamPiece { text: text.clone(), tool_start: tool_start.clone(), tool_end: tool_end.clone(), sync: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_is_cut_anywhere_comes_out_whole() {
        let text = "思い出 is 🌱, naïve.";
        for size in 1..7 {
            let mut pieces = TextPieces::default();
            let mut out: String = text.as_bytes().chunks(size).map(|bytes| pieces.take(bytes)).collect();
            out.push_str(&pieces.rest());
            assert_eq!(out, text, "{size}");
        }
    }

    #[test]
    fn what_is_no_text_costs_only_itself() {
        let mut pieces = TextPieces::default();
        let mut out = pieces.take(b"a\xffb\0c\xe6\x80");
        out.push_str(&pieces.take(b"\x9dd\xe6"));
        out.push_str(&pieces.rest());
        assert_eq!(out, "a\u{FFFD}b\u{FFFD}c思d\u{FFFD}");
    }
}
