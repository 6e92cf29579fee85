//! What a session file has grown by: reading on from where the last reading stopped.
//!
//! A hook has some milliseconds for a file of fifty megabytes, so only new bytes are read, and the lines of turns that are
//! not over. Of those the [`TranscriptCursor`] keeps where they stand and no word; they are delivered when they close, or
//! when the session ends. A file that is no longer what it was (cut short, replaced, written anew) is read from its
//! beginning; whoever keeps turns by their uuid does not get one twice.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use serde::{Deserialize, Serialize};

use super::entry::{Meaning, TranscriptEntry};
use super::key::print;
use super::lines::Lines;
use super::open_turn::OpenTurn;
use super::outline::{WeaveOutline, said_at};
use super::spine::TurnPlace;
use super::stop::{AgentStop, StopOutcome, Stops};
use super::weave::Weave;
use super::{Tally, TranscriptTurn};

/// How much of the beginning, and of the end of what was read, is compared with the file.
const COMPARED_BYTES: u64 = 1024;
/// How much is read at once.
const CHUNK_BYTES: usize = 256 * 1024;
/// How much is read in one call, so that a large file is not held as a whole.
const STEP_BYTES: u64 = 64 * 1024 * 1024;

/// Where a reading stopped, with all that is needed to go on. It can be written down, and holds no word of the
/// conversation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TranscriptCursor {
    offset: u64,
    beginning: u64,
    end: u64,
    weave: WeaveOutline,
    /// The print of the answer that was delivered last.
    #[serde(default)]
    last_answer: Option<u64>,
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
pub enum SessionState<'s> {
    /// It does: the last line may still be written, and the last turn answered.
    Open,
    /// The agent has answered: what was said until then is delivered. What was said later is not answered yet.
    Answered(&'s [AgentStop<'s>]),
    /// It is over, after these answers: all that is there is delivered.
    Ended(&'s [AgentStop<'s>]),
}

/// What a file has grown by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Increment {
    /// The turns that have closed.
    pub turns: Vec<TranscriptTurn>,
    /// Turns, of those that were delivered before or are now, that were left when someone went back.
    pub left: Vec<LeftTurn>,
    /// Those that had been left and that someone goes on from.
    pub resumed: Vec<LeftTurn>,
    /// Where to go on.
    pub cursor: TranscriptCursor,
    /// What became of the lines that were read.
    pub tally: Tally,
    /// Whether the file was not the one that the cursor knows, and was read from its beginning.
    pub is_restart: bool,
    /// Whether there is more to read at once. The session counts as open until all is read.
    pub has_more: bool,
    /// What became of each answer that events told; nothing while there is more to read.
    pub stops: Vec<StopOutcome>,
}

/// A turn that was left, or gone on from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftTurn {
    /// The uuid of the person's line.
    pub uuid: String,
    /// The folder that the host worked in.
    pub folder: Option<String>,
}

/// Reads on from a cursor; a fresh one reads from the beginning. What is added to the file meanwhile is left to the next
/// call.
///
/// # Errors
/// When the file cannot be read; the cursor is good for another attempt then.
pub fn read_on(
    file: &mut (impl Read + Seek),
    cursor: &TranscriptCursor,
    state: SessionState<'_>,
) -> io::Result<Increment> {
    read_some(file, cursor, state, STEP_BYTES)
}

fn read_some(
    file: &mut (impl Read + Seek),
    cursor: &TranscriptCursor,
    state: SessionState<'_>,
    most: u64,
) -> io::Result<Increment> {
    let length = file.seek(SeekFrom::End(0))?;
    let known = if is_same(file, cursor, length)? { cursor.weave.filled(file)? } else { None };
    let is_restart = known.is_none();
    let begun = if is_restart { &TranscriptCursor::default() } else { cursor };
    let (mut offset, mut weave) = (begun.offset, known.unwrap_or_default());
    file.seek(SeekFrom::Start(offset))?;
    let input = BufReader::with_capacity(CHUNK_BYTES, file.by_ref().take(length.saturating_sub(offset)));
    let mut lines = Lines::from(input, offset);
    let (mut closed, mut tally) = (Vec::new(), Tally::default());
    let is_over = matches!(state, SessionState::Ended(_));
    let has_more = loop {
        if offset - begun.offset >= most {
            break offset < length;
        }
        let Some(line) = lines.next()? else { break false };
        if !line.is_ended && !is_over {
            break false;
        }
        let mut counted = Tally::default();
        let entry = TranscriptEntry::read(&line, &mut counted);
        // A line that breaks off may be written to its end by whoever takes the session up again.
        let is_cut = !line.is_ended && matches!(entry.meaning, Meaning::Void);
        if !is_cut {
            offset += line.taken;
        }
        tally.add(&counted);
        weave.take(entry, &mut tally, &mut closed);
    };
    let (stops, last_answer) =
        finish(if has_more { SessionState::Open } else { state }, &mut weave, &mut closed, begun);
    closed.sort_by_key(|open| open.turn.number);
    let branching = std::mem::take(&mut weave.branching);
    let is_left = |turn: &&TurnPlace| weave.spine.is_left(turn.number);
    let closed_late = closed.iter().map(|open| TurnPlace { number: open.turn.number, span: open.span });
    let mut left: Vec<TurnPlace> =
        branching.left.into_iter().chain(closed_late).filter(|turn| is_left(&turn)).collect();
    left.sort_unstable_by_key(|turn| turn.number);
    left.dedup();
    let resumed: Vec<TurnPlace> = branching.resumed.into_iter().filter(|turn| !is_left(&turn)).collect();
    let (left, resumed) = (named(&left, file)?, named(&resumed, file)?);
    let turns = closed.into_iter().map(OpenTurn::close).collect();
    let (beginning, end) = prints(file, offset)?;
    let cursor = TranscriptCursor { offset, beginning, end, weave: WeaveOutline::of(weave), last_answer };
    Ok(Increment { turns, left, resumed, cursor, tally, is_restart, has_more, stops })
}

/// The turns at those places of the file; a line without a uuid cannot be told from another.
fn named(turns: &[TurnPlace], file: &mut (impl Read + Seek)) -> io::Result<Vec<LeftTurn>> {
    let mut named = Vec::new();
    for turn in turns {
        if let Some(said) = said_at(turn.span, file)? {
            let folder = said.folder.clone();
            named.extend(said.uuid.map(|uuid| LeftTurn { uuid, folder }));
        }
    }
    Ok(named)
}

/// Closes what is over; says what became of the answers, and what the last one was.
fn finish(
    state: SessionState<'_>,
    weave: &mut Weave,
    closed: &mut Vec<OpenTurn>,
    begun: &TranscriptCursor,
) -> (Vec<StopOutcome>, Option<u64>) {
    let (SessionState::Answered(stops) | SessionState::Ended(stops)) = state else {
        return (Vec::new(), begun.last_answer);
    };
    let mut turns: Vec<&OpenTurn> = closed.iter().chain(weave.open.iter().flat_map(|open| &open.turns)).collect();
    // An agent does not answer what was left.
    turns.retain(|open| !weave.spine.is_left(open.turn.number));
    turns.sort_by_key(|open| open.turn.number);
    let stops = Stops::resolve(stops, &turns, begun.last_answer);
    if matches!(state, SessionState::Ended(_)) {
        weave.finish(closed);
    } else {
        weave.finish_answered(|stretch| stops.is_answered(&stretch.turns), closed);
    }
    (stops.outcomes, stops.last_answer)
}

/// Whether the file is the one that the cursor knows; a fresh cursor knows every file.
fn is_same(file: &mut (impl Read + Seek), cursor: &TranscriptCursor, length: u64) -> io::Result<bool> {
    let is_fresh = cursor.offset == 0;
    Ok(is_fresh || (length >= cursor.offset && prints(file, cursor.offset)? == (cursor.beginning, cursor.end)))
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

    fn on(text: &str, cursor: &TranscriptCursor, state: SessionState<'_>) -> (Vec<(String, String)>, Increment) {
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
        let (turns, ended) = on(&file, &closed.cursor, SessionState::Ended(&[]));
        assert_eq!((turns, ended.cursor.open_turns()), (vec![pair("two", "third")], 0));
        let (turns, _) = on(&file, &ended.cursor, SessionState::Ended(&[]));
        assert!(turns.is_empty());
    }

    #[test]
    fn a_cursor_holds_numbers_and_no_word() {
        let file = prompt("u1", "", "hunter2") + &answer("a1", "u1", "swordfish") + &prompt("u2", "x", "open sesame");
        let (_, begun) = on(&file, &TranscriptCursor::default(), SessionState::Open);
        assert_eq!(begun.cursor.open_turns(), 2);
        let mut values = vec![serde_json::to_value(&begun.cursor).expect("JSON")];
        while let Some(value) = values.pop() {
            match value {
                serde_json::Value::String(text) => panic!("\"{text}\" is kept"),
                serde_json::Value::Array(all) => values.extend(all),
                serde_json::Value::Object(all) => values.extend(all.into_iter().map(|(_, value)| value)),
                _ => {}
            }
        }
    }

    #[test]
    fn the_lines_of_open_turns_are_compared_too() {
        let file = prompt("u1", "", "one")
            + &prompt("s1", "x", &"long ".repeat(400))
            + &answer("a1", "s1", "first")
            + &answer("a3", "s1", &"long ".repeat(400));
        let more = file.clone() + &answer("a2", "u1", "of one");
        let (_, begun) = on(&file, &TranscriptCursor::default(), SessionState::Open);
        let (turns, same) = on(&more, &begun.cursor, SessionState::Ended(&[]));
        assert_eq!((turns[0].clone(), same.is_restart), (pair("one", "of one"), false));
        // Length and end are as they were, and so is the beginning where only an answer is another one.
        for (line, other) in [("\"u1\"", "\"v1\""), ("\"a1\"", "\"b1\"")] {
            let changed = more.replacen(line, other, 1);
            assert!(on(&changed, &begun.cursor, SessionState::Ended(&[])).1.is_restart, "{line}");
        }
    }

    #[test]
    fn a_cursor_of_an_earlier_form_goes_on_unless_it_held_words() {
        let file = prompt("u1", "", "one") + &answer("a1", "u1", "first");
        let (_, ended) = on(&file, &TranscriptCursor::default(), SessionState::Ended(&[]));
        let mut earlier = serde_json::to_value(&ended.cursor).expect("JSON");
        earlier.as_object_mut().expect("an object").remove("last_answer");
        assert_eq!(
            serde_json::from_value::<TranscriptCursor>(earlier.clone()).expect("a cursor").offset(),
            file.len() as u64
        );
        let turn = serde_json::to_value(&ended.turns[0]).expect("JSON");
        let stretch = serde_json::json!({ "turns": [{ "turn": turn, "answers": [] }], "lines": [1], "answers": [] });
        earlier["weave"]["open"] = serde_json::json!([stretch]);
        assert!(serde_json::from_value::<TranscriptCursor>(earlier).is_err());
    }

    #[test]
    fn a_large_file_is_read_in_steps() {
        let mut file = String::new();
        for turn in 0..40 {
            file += &prompt(&format!("u{turn}"), &format!("a{}", turn - 1), &format!("said {turn}"));
            file += &answer(&format!("a{turn}"), &format!("u{turn}"), &format!("answered {turn}"));
        }
        let whole = on(&file, &TranscriptCursor::default(), SessionState::Ended(&[])).0;
        let (mut cursor, mut turns, mut steps) = (TranscriptCursor::default(), Vec::new(), 0);
        loop {
            let mut input = File::new(file.as_bytes());
            let step = read_some(&mut input, &cursor, SessionState::Ended(&[]), 500).expect("reads");
            turns.extend(step.turns.iter().map(|turn| (turn.said.clone(), turn.answered.clone())));
            cursor = step.cursor;
            steps += 1;
            if !step.has_more {
                break;
            }
        }
        assert_eq!(turns, whole);
        assert!(steps > 10, "{steps}");
    }

    #[test]
    fn a_line_that_is_still_written_waits_and_at_the_end_is_read_if_it_can_be() {
        let file = prompt("u1", "", "one") + answer("a1", "u1", "whole").trim_end();
        let (_, open) = on(&file, &TranscriptCursor::default(), SessionState::Open);
        assert_eq!(open.tally.lines, 1);
        let (turns, _) = on(&file, &open.cursor, SessionState::Ended(&[]));
        assert_eq!(turns, [pair("one", "whole")]);
        let (turns, cut) = on(&file[..file.len() - 3], &open.cursor, SessionState::Ended(&[]));
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
        let (turns, shorter) = on(&prompt("u1", "", "one"), &read.cursor, SessionState::Ended(&[]));
        assert_eq!((turns, shorter.is_restart), (vec![pair("one", "")], true));
        let (_, same) = on(&long, &read.cursor, SessionState::Open);
        assert_eq!((same.is_restart, same.tally.bytes), (false, 0));
    }
}
