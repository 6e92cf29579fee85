//! Session files of Claude Code: lines of JSON in, the turns of a person out.
//!
//! The format is internal to its host and changes between versions, so every line is read for itself: what
//! cannot be read or is no part of the conversation is counted by its reason ([`Dropped`]) and never stops the
//! rest. A person speaks in one line of twenty or so; tool results, side chains, recaps, commands and notices
//! stand in lines that look the same.
//!
//! [`read`] takes a whole file and orders its lines by the graph of their uuids. [`read_on`] takes what a file
//! has grown by since a [`TranscriptCursor`]. Nothing is written, and nothing here knows where the files are.

mod dropped;
mod entry;
mod key;
mod line;
mod lines;
mod loose;
mod memory_note;
mod observed;
mod open_turn;
mod order;
mod outline;
mod spine;
mod stop;
mod tail;
mod text;
mod turn;
mod weave;

use std::io::{self, BufRead};

pub use dropped::{Dropped, Tally};
pub use memory_note::MemoryNote;
pub use observed::{HOST, uid_of};
pub use stop::{AgentStop, StopOutcome, characters, cleaned};
pub use tail::{Increment, LeftTurn, SessionState, TranscriptCursor, read_on};
pub use turn::{TranscriptTurn, project_of};

use entry::TranscriptEntry;
use lines::Lines;
use open_turn::OpenTurn;
use weave::Weave;

/// How many lines of a session may come before one that tells its folder.
const FIRST_LINES: usize = 64;

/// What was found in a whole file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TranscriptReading {
    /// The turns, in the order of the conversation, without those that were left when someone went back.
    pub turns: Vec<TranscriptTurn>,
    /// Those that were left.
    pub left: Vec<TranscriptTurn>,
    /// What became of the lines.
    pub tally: Tally,
}

/// Reads a whole file: its turns in the order of the graph, whatever the order of the lines.
///
/// Only what was said, what was answered and how lines hang together is kept in memory, never a tool's output.
///
/// # Errors
/// When the input cannot be read; a line that makes no sense is no error.
pub fn read(input: impl BufRead) -> io::Result<TranscriptReading> {
    let mut tally = Tally::default();
    let mut entries = Vec::new();
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next()? {
        entries.push(TranscriptEntry::read(&line, &mut tally));
    }
    let mut weave = Weave::default();
    let mut closed = Vec::new();
    for entry in order::by_graph(entries, &mut tally) {
        weave.take(entry, &mut tally, &mut closed);
    }
    weave.finish(&mut closed);
    // A turn whose branch was left closes late, but was said when it was said.
    closed.sort_by_key(|open| open.turn.number);
    let turns = closed.into_iter().map(OpenTurn::close);
    let (left, turns) = turns.partition(|turn: &TranscriptTurn| weave.spine.is_left(turn.number));
    Ok(TranscriptReading { turns, left, tally })
}

/// The folder that a session works in, by the first lines of its file.
///
/// # Errors
/// When the input cannot be read.
pub fn folder_of(input: impl BufRead) -> io::Result<Option<String>> {
    let mut lines = Lines::new(input);
    for _ in 0..FIRST_LINES {
        let Some(line) = lines.next()? else { break };
        if let Ok(Some(folder)) = line::read(line.bytes, |line| line.folder.map(std::borrow::Cow::into_owned)) {
            return Ok(Some(folder));
        }
    }
    Ok(None)
}

/// A number that tells whether bytes are the same as before, in every version of the program.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    key::print(bytes, 0)
}

#[cfg(test)]
mod tests;
