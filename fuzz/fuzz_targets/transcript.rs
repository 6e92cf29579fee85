//! A session file of anything, whole and in pieces: every line is kept or dropped for a reason, and every turn was said.

#![no_main]

use std::io::Cursor as File;

use libfuzzer_sys::fuzz_target;
use omoide::core::{MindName, Moment};
use omoide::transcript::{MemoryNote, SessionState, TranscriptCursor, folder_of, read, read_on};

fuzz_target!(|file: (u16, &[u8])| {
    let (cut, bytes) = file;
    let whole = read(bytes).expect("bytes can be read");
    assert_eq!(whole.tally.lines, whole.tally.kept + whole.tally.dropped.values().sum::<u64>());
    assert_eq!(whole.tally.bytes, bytes.len() as u64);
    let (mind, at) = (MindName::default(), Moment::new(0, 0));
    for turn in &whole.turns {
        assert!(!turn.said.is_empty() && !turn.said.contains('\0'));
        let _ = (turn.observation(&mind, at), turn.reply(), turn.project());
    }
    let _ = folder_of(bytes).expect("bytes can be read");

    let cut = usize::from(cut) % (bytes.len() + 1);
    let first = read_on(&mut File::new(&bytes[..cut]), &TranscriptCursor::default(), SessionState::Open).expect("it is read");
    let written = serde_json::to_vec(&first.cursor).expect("JSON");
    let cursor = serde_json::from_slice(&written).expect("a cursor");
    let rest = read_on(&mut File::new(bytes), &cursor, SessionState::Ended(&[])).expect("it is read");
    assert!(!rest.is_restart);
    assert!(first.turns.iter().chain(&rest.turns).all(|turn| !turn.said.is_empty()));
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = MemoryNote::read("note.md", text);
    }
});
