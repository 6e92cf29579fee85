//! What is kept of a conversation between two readings: numbers only.
//!
//! A turn that is not over may hold secrets, private parts and words of folders in which nothing may be remembered, and
//! it may never be over. So its words stay where they are: the outline says in which lines of the file they stand, and
//! they are read there again.

use std::collections::BTreeSet;
use std::io::{self, Read, Seek, SeekFrom};

use serde::{Deserialize, Serialize};

use super::Tally;
use super::entry::{LineSpan, Meaning, PersonSaid, TranscriptEntry};
use super::key::UuidHash;
use super::lines::{LONGEST, RawLine};
use super::open_turn::OpenTurn;
use super::spine::{Branching, Spine};
use super::weave::{OpenStretch, Weave};

/// A [`Weave`] without its words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct WeaveOutline {
    open: Vec<StretchOutline>,
    next: u64,
    newest: Option<u64>,
    known: BTreeSet<u64>,
    repeated: BTreeSet<UuidHash>,
    #[serde(default)]
    spine: Spine,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct StretchOutline {
    turns: Vec<TurnOutline>,
    lines: BTreeSet<UuidHash>,
    answers: BTreeSet<UuidHash>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct TurnOutline {
    number: u64,
    said: LineSpan,
    answers: Vec<LineSpan>,
}

impl WeaveOutline {
    /// The outline of a conversation.
    pub(super) fn of(weave: Weave) -> Self {
        let turn =
            |open: OpenTurn| TurnOutline { number: open.turn.number, said: open.span, answers: open.answer_spans };
        let stretch = |open: OpenStretch| StretchOutline {
            turns: open.turns.into_iter().map(turn).collect(),
            lines: open.lines,
            answers: open.answers,
        };
        Self {
            open: weave.open.into_iter().map(stretch).collect(),
            next: weave.next,
            newest: weave.newest,
            known: weave.known,
            repeated: weave.repeated,
            spine: weave.spine,
        }
    }

    /// How many turns are open.
    pub(super) fn open_turns(&self) -> usize {
        self.open.iter().map(|stretch| stretch.turns.len()).sum()
    }

    /// The conversation, with the words that stand in the file; none when other lines stand there now.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn filled(&self, file: &mut (impl Read + Seek)) -> io::Result<Option<Weave>> {
        let mut open = Vec::with_capacity(self.open.len());
        for outline in &self.open {
            match outline.filled(file)? {
                Some(stretch) => open.push(stretch),
                None => return Ok(None),
            }
        }
        let (known, repeated) = (self.known.clone(), self.repeated.clone());
        let (spine, branching) = (self.spine.clone(), Branching::default());
        Ok(Some(Weave { open, next: self.next, newest: self.newest, known, repeated, spine, branching }))
    }
}

impl StretchOutline {
    fn filled(&self, file: &mut (impl Read + Seek)) -> io::Result<Option<OpenStretch>> {
        let mut turns = Vec::with_capacity(self.turns.len());
        for outline in &self.turns {
            match self.turn(outline, file)? {
                Some(turn) => turns.push(turn),
                None => return Ok(None),
            }
        }
        Ok(Some(OpenStretch { turns, lines: self.lines.clone(), answers: self.answers.clone() }))
    }

    fn turn(&self, outline: &TurnOutline, file: &mut (impl Read + Seek)) -> io::Result<Option<OpenTurn>> {
        let Some(entry) = entry_at(outline.said, file)? else { return Ok(None) };
        let is_here = entry.key.is_none_or(|key| self.lines.contains(&key));
        let Meaning::Said(said) = entry.meaning else { return Ok(None) };
        let mut turn = OpenTurn::new(outline.number, outline.said, *said);
        for span in &outline.answers {
            let Some(entry) = entry_at(*span, file)? else { return Ok(None) };
            let Meaning::Answered(answer) = entry.meaning else { return Ok(None) };
            if entry.key.is_some_and(|key| !self.answers.contains(&key)) {
                return Ok(None);
            }
            turn.add(*span, answer);
        }
        Ok(Some(turn).filter(|_| is_here))
    }
}

/// What the person said in the line at a place of the file; none when another line stands there.
pub(super) fn said_at(span: LineSpan, file: &mut (impl Read + Seek)) -> io::Result<Option<PersonSaid>> {
    Ok(match entry_at(span, file)?.map(|entry| entry.meaning) {
        Some(Meaning::Said(said)) => Some(*said),
        _ => None,
    })
}

/// The line at a place of the file; none when no whole line stands there.
fn entry_at(span: LineSpan, file: &mut (impl Read + Seek)) -> io::Result<Option<TranscriptEntry>> {
    let LineSpan(start, taken) = span;
    if taken == 0 || taken > LONGEST as u64 + 1 {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.by_ref().take(taken).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != taken || bytes.pop() != Some(b'\n') {
        return Ok(None);
    }
    let raw = RawLine { start, bytes: &bytes, taken, is_ended: true, is_too_long: false };
    Ok(Some(TranscriptEntry::read(&raw, &mut Tally::default())))
}
