//! What a session file has grown by: reading on from where the last reading stopped.
//!
//! A hook has some milliseconds for a file of fifty megabytes, so only new bytes are read. Turns that are not
//! closed yet are kept in the [`TranscriptCursor`] and delivered when they are, or when the session ends. A file that is
//! no longer what it was (cut short, replaced, written anew) is read from its beginning; whoever keeps turns
//! by their uuid does not get one twice.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use omoide_core::Moment;
use serde::{Deserialize, Serialize};

use super::entry::{Meaning, TranscriptEntry};
use super::key::print;
use super::lines::Lines;
use super::weave::Weave;
use super::{Tally, TranscriptTurn};

/// How much of the beginning, and of the end of what was read, is compared with the file.
const COMPARED_BYTES: u64 = 1024;
/// How much is read at once.
const CHUNK_BYTES: usize = 256 * 1024;

/// Where a reading stopped, with all that is needed to go on. It can be written down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TranscriptCursor {
    offset: u64,
    beginning: u64,
    end: u64,
    weave: Weave,
}

impl TranscriptCursor {
    /// How many bytes of the file were read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many turns were begun and not delivered.
    pub fn open_turns(&self) -> usize {
        self.weave.open_turns()
    }
}

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionState {
    /// It does: the last line may still be written, and the last turn answered.
    Open,
    /// The agent had answered, at that time: what was said until then is delivered. What was said later is not
    /// answered yet.
    Answered(Moment),
    /// It is over: all that is there is delivered.
    Ended,
}

/// What a file has grown by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Increment {
    /// The turns that have closed.
    pub turns: Vec<TranscriptTurn>,
    /// Where to go on.
    pub cursor: TranscriptCursor,
    /// What became of the lines that were read.
    pub tally: Tally,
    /// Whether the file was not the one that the cursor knows, and was read from its beginning.
    pub is_restart: bool,
}

/// Reads on from a cursor; a fresh one reads from the beginning.
///
/// # Errors
/// When the file cannot be read; the cursor is good for another attempt then.
pub fn read_on(file: &mut (impl Read + Seek), cursor: &TranscriptCursor, state: SessionState) -> io::Result<Increment> {
    let is_restart = cursor.offset > 0 && !is_same(file, cursor)?;
    let TranscriptCursor { mut offset, mut weave, .. } =
        if is_restart { TranscriptCursor::default() } else { cursor.clone() };
    file.seek(SeekFrom::Start(offset))?;
    let mut lines = Lines::new(BufReader::with_capacity(CHUNK_BYTES, &mut *file));
    let (mut turns, mut tally) = (Vec::new(), Tally::default());
    while let Some(line) = lines.next()? {
        if !line.is_ended && state != SessionState::Ended {
            break;
        }
        let mut counted = Tally::default();
        let entry = TranscriptEntry::read(&line, &mut counted);
        // A line that breaks off may be written to its end by whoever takes the session up again.
        let is_cut = !line.is_ended && matches!(entry.meaning, Meaning::Void);
        if !is_cut {
            offset += line.taken;
        }
        tally.add(&counted);
        weave.take(entry, &mut tally, &mut turns);
    }
    match state {
        SessionState::Open => {}
        SessionState::Answered(at) => weave.finish_until(at, &mut turns),
        SessionState::Ended => weave.finish(&mut turns),
    }
    turns.sort_by_key(|turn| turn.number);
    let (beginning, end) = prints(file, offset)?;
    Ok(Increment { turns, cursor: TranscriptCursor { offset, beginning, end, weave }, tally, is_restart })
}

fn is_same(file: &mut (impl Read + Seek), cursor: &TranscriptCursor) -> io::Result<bool> {
    let length = file.seek(SeekFrom::End(0))?;
    Ok(length >= cursor.offset && prints(file, cursor.offset)? == (cursor.beginning, cursor.end))
}

/// The prints of the beginning of a file and of the bytes before `offset`.
fn prints(file: &mut (impl Read + Seek), offset: u64) -> io::Result<(u64, u64)> {
    let compared = offset.min(COMPARED_BYTES);
    let mut print_at = |start: u64| -> io::Result<u64> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.by_ref().take(compared).read_to_end(&mut bytes)?;
        Ok(print(&bytes, bytes.len() as u64))
    };
    Ok((print_at(0)?, print_at(offset - compared)?))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor as File;

    use super::*;

    fn prompt(uuid: &str, parent: &str, text: &str) -> String {
        format!(
            "{{\"type\":\"user\",\"uuid\":\"{uuid}\",\"parentUuid\":\"{parent}\",\"message\":{{\"content\":\"{text}\"}}}}\n"
        )
    }

    fn answer(uuid: &str, parent: &str, text: &str) -> String {
        format!(
            "{{\"type\":\"assistant\",\"uuid\":\"{uuid}\",\"parentUuid\":\"{parent}\",\"message\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}}}\n"
        )
    }

    fn on(text: &str, cursor: &TranscriptCursor, state: SessionState) -> (Vec<(String, String)>, Increment) {
        let increment = read_on(&mut File::new(text.as_bytes()), cursor, state).expect("reads");
        let turns = increment.turns.iter().map(|turn| (turn.said.clone(), turn.answered.clone())).collect();
        (turns, increment)
    }

    fn pair(said: &str, answered: &str) -> (String, String) {
        (said.to_owned(), answered.to_owned())
    }

    #[test]
    fn an_open_turn_is_delivered_when_it_closes_or_the_session_ends() {
        let mut file = prompt("u1", "", "one") + &answer("a1", "u1", "first");
        let (turns, begun) = on(&file, &TranscriptCursor::default(), SessionState::Open);
        assert_eq!((turns.len(), begun.cursor.open_turns()), (0, 1));
        file += &answer("a2", "a1", "second");
        file += &prompt("u2", "a2", "two");
        let written = serde_json::to_string(&begun.cursor).expect("JSON");
        let (turns, closed) = on(&file, &serde_json::from_str(&written).expect("a cursor"), SessionState::Open);
        assert_eq!(turns, [pair("one", "first\n\nsecond")]);
        file += &answer("a3", "u2", "third");
        let (turns, ended) = on(&file, &closed.cursor, SessionState::Ended);
        assert_eq!((turns, ended.cursor.open_turns()), (vec![pair("two", "third")], 0));
        let (turns, _) = on(&file, &ended.cursor, SessionState::Ended);
        assert!(turns.is_empty());
    }

    #[test]
    fn an_answer_closes_what_was_said_before_it_and_nothing_later() {
        let timed = |uuid: &str, parent: &str, text: &str, second: u32| {
            let at = format!("\"timestamp\":\"2026-01-20T05:00:{second:02}Z\",\"type\"");
            prompt(uuid, parent, text).replacen("\"type\"", &at, 1)
        };
        let at = |second: u32| format!("2026-01-20T05:00:{second:02}Z").parse().expect("a time");
        let mut file = timed("u1", "", "one", 1) + &answer("a1", "u1", "first");
        file += &timed("u2", "a1", "two", 9);
        let (turns, first) = on(&file, &TranscriptCursor::default(), SessionState::Answered(at(5)));
        assert_eq!((turns, first.cursor.open_turns()), (vec![pair("one", "first")], 1));
        file += &answer("a2", "u2", "second");
        let (turns, again) = on(&file, &first.cursor, SessionState::Answered(at(5)));
        assert_eq!((turns.len(), again.cursor.open_turns()), (0, 1));
        let (turns, last) = on(&file, &again.cursor, SessionState::Answered(at(12)));
        assert_eq!((turns, last.cursor.open_turns()), (vec![pair("two", "second")], 0));
    }

    #[test]
    fn a_line_that_is_still_written_waits_and_at_the_end_is_read_if_it_can_be() {
        let file = prompt("u1", "", "one") + answer("a1", "u1", "whole").trim_end();
        let (_, open) = on(&file, &TranscriptCursor::default(), SessionState::Open);
        assert_eq!(open.tally.lines, 1);
        let (turns, _) = on(&file, &open.cursor, SessionState::Ended);
        assert_eq!(turns, [pair("one", "whole")]);
        let (turns, cut) = on(&file[..file.len() - 3], &open.cursor, SessionState::Ended);
        assert_eq!((turns, cut.cursor.offset()), (vec![pair("one", "")], open.cursor.offset()));
    }

    #[test]
    fn a_file_that_is_another_one_is_read_from_its_beginning() {
        let long = prompt("u1", "", "one") + &answer("a1", "u1", "x") + &prompt("u2", "a1", "two");
        let (_, read) = on(&long, &TranscriptCursor::default(), SessionState::Open);
        let other =
            prompt("w1", "", "new") + &answer("b1", "w1", "y") + &prompt("w2", "b1", "old") + &answer("b2", "w2", "z");
        let (turns, anew) = on(&other, &read.cursor, SessionState::Open);
        assert_eq!((turns, anew.is_restart), (vec![pair("new", "y")], true));
        let (turns, shorter) = on(&prompt("u1", "", "one"), &read.cursor, SessionState::Ended);
        assert_eq!((turns, shorter.is_restart), (vec![pair("one", "")], true));
        let (_, same) = on(&long, &read.cursor, SessionState::Open);
        assert_eq!((same.is_restart, same.tally.bytes), (false, 0));
    }
}
