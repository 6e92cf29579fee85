//! Which turn the agent answered when it stopped: by its words and by the order of the file, not by clocks.
//!
//! The event of a host tells what the agent said last, and the hook saw how long the file was. A file may lag behind:
//! then it lacks the last answer, or even what was answered. Its times tell little; a file that is synchronised from
//! elsewhere can be hours off.

use std::collections::BTreeSet;

use omoide_core::Moment;
use omoide_language::{secrets, strip};

use super::key::print;
use super::open_turn::OpenTurn;
use super::text;

/// That the agent has answered, as an event told it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentStop<'a> {
    /// When.
    pub at: Moment,
    /// How many bytes the file had then; none where nobody looked. Times have to do then.
    pub length: Option<u64>,
    /// What the agent said last, as [`cleaned`] leaves it.
    pub answer: Option<&'a str>,
    /// How many characters it has where it was not written down, as [`characters`] counts them.
    pub withheld: Option<u64>,
}

/// Where an answer is that an event told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopOutcome {
    /// The file has it, or had it before, or the event told none.
    Written,
    /// The file does not have it. It belongs to the turn with that number, which is delivered.
    Missing(u64),
    /// The file does not seem to have it, and nobody else does. It belongs to the turn with that number.
    Withheld(u64),
    /// The file does not have it, nor anything that it could answer.
    Unasked,
}

/// A text as it may be written down before it is remembered: without private parts and secrets.
pub fn cleaned(text: &str) -> String {
    secrets::redact(strip::strip(text).trim())
}

/// How many characters a text has, by which an answer is known again that was not written down.
pub fn characters(text: &str) -> u64 {
    text::clean(text.trim()).chars().count() as u64
}

/// What stops say about turns.
pub(super) struct Stops<'s> {
    stops: &'s [AgentStop<'s>],
    /// The turns that were answered.
    answered: BTreeSet<u64>,
    pub(super) outcomes: Vec<StopOutcome>,
    /// The print of the last answer that is delivered.
    pub(super) last_answer: Option<u64>,
}

impl<'s> Stops<'s> {
    /// Finds the turn of each stop among those that were not delivered yet, in the order of the file. `last_answer` is
    /// the print of the answer that was delivered last.
    pub(super) fn resolve(stops: &'s [AgentStop<'s>], turns: &[&OpenTurn], last_answer: Option<u64>) -> Self {
        let mut all = Self { stops, answered: BTreeSet::new(), outcomes: Vec::new(), last_answer };
        // The last one first: what it answers is nothing that waits for an earlier one.
        for stop in stops.iter().rev() {
            let (outcome, number) = all.find(stop, turns);
            all.outcomes.push(outcome);
            if let Some(number) = number {
                let is_last = all.answered.is_empty();
                all.answered.insert(number);
                all.last_answer = stop.answer.filter(|_| is_last).map(print_of).or(all.last_answer);
            }
        }
        all.outcomes.reverse();
        all
    }

    fn find(&self, stop: &AgentStop<'_>, turns: &[&OpenTurn]) -> (StopOutcome, Option<u64>) {
        let number = |turn: &&OpenTurn| turn.turn.number;
        let (before, after): (Vec<&OpenTurn>, Vec<&OpenTurn>) = turns.iter().partition(|turn| is_before(turn, stop));
        if let Some(characters) = stop.withheld {
            let has_it = |turn: &&&OpenTurn| turn.has_answer_of(characters);
            return match (before.iter().rev().find(has_it).or_else(|| after.iter().find(has_it)), before.last()) {
                (Some(turn), _) => (StopOutcome::Written, Some(number(turn))),
                (None, Some(turn)) => (StopOutcome::Withheld(number(turn)), Some(number(turn))),
                (None, None) => (StopOutcome::Unasked, None),
            };
        }
        let Some(answer) = stop.answer.filter(|answer| !answer.is_empty()) else {
            return (StopOutcome::Written, before.last().map(number));
        };
        let has_it = |turn: &&&OpenTurn| cleaned(&turn.answered()).contains(answer);
        if let Some(turn) = before.iter().rev().find(has_it).or_else(|| after.iter().find(has_it)) {
            return (StopOutcome::Written, Some(number(turn)));
        }
        if let Some(turn) = before.last() {
            return (StopOutcome::Missing(number(turn)), Some(number(turn)));
        }
        // Hooks may run twice for one answer.
        if self.last_answer == Some(print_of(answer)) {
            return (StopOutcome::Written, None);
        }
        let first = after.first().filter(|turn| stop.length.is_some() && !self.answered.contains(&number(turn)));
        match first {
            Some(turn) => (StopOutcome::Missing(number(turn)), Some(number(turn))),
            None => (StopOutcome::Unasked, None),
        }
    }

    /// Whether a stretch is over: all of it was said before the last stop, or a stop answers a part of it.
    pub(super) fn is_answered(&self, turns: &[OpenTurn]) -> bool {
        let is_claimed = turns.iter().any(|open| self.answered.contains(&open.turn.number));
        is_claimed || self.stops.last().is_some_and(|last| turns.iter().all(|open| is_before(open, last)))
    }
}

fn is_before(open: &OpenTurn, stop: &AgentStop<'_>) -> bool {
    match stop.length {
        Some(length) => open.span.0 < length,
        None => open.turn.at().is_none_or(|said| said.unix_micros() <= stop.at.unix_micros()),
    }
}

fn print_of(answer: &str) -> u64 {
    print(answer.as_bytes(), 3)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor as File;

    use super::super::{Increment, SessionState, TranscriptCursor, read_on};
    use super::*;

    /// A line whose time is so many hours off.
    fn line(kind: &str, uuid: &str, parent: &str, text: &str, hour: i64) -> String {
        let at = format!("2026-01-20T{hour:02}:00:00Z");
        let content = serde_json::json!([{ "type": "text", "text": text }]);
        let line = serde_json::json!({
            "type": kind, "uuid": uuid, "parentUuid": parent, "timestamp": at, "message": { "content": content },
        });
        format!("{line}\n")
    }

    fn stop(length: usize, answer: &str) -> AgentStop<'_> {
        let at = "2026-01-20T12:00:00Z".parse().expect("a time");
        AgentStop { at, length: Some(length as u64), answer: Some(answer), withheld: None }
    }

    fn on(file: &str, cursor: &TranscriptCursor, state: SessionState<'_>) -> Increment {
        read_on(&mut File::new(file.as_bytes()), cursor, state).expect("reads")
    }

    fn said(increment: &Increment) -> Vec<&str> {
        increment.turns.iter().map(|turn| turn.said.as_str()).collect()
    }

    #[test]
    fn an_answer_closes_what_was_said_before_it_whatever_the_clocks_say() {
        for hour in [2, 12, 22] {
            let first = line("user", "u1", "", "one", hour) + &line("assistant", "a1", "u1", "first", hour);
            let mut file = first.clone() + &line("user", "u2", "a1", "two", hour);
            let stops = [stop(first.len(), "first")];
            let read = on(&file, &TranscriptCursor::default(), SessionState::Answered(&stops));
            assert_eq!((said(&read), &read.stops[..]), (vec!["one"], &[StopOutcome::Written][..]), "{hour}");
            file += &line("assistant", "a2", "u2", "second", hour);
            let later = [stop(file.len(), "second")];
            let read = on(&file, &read.cursor, SessionState::Answered(&later));
            assert_eq!((said(&read), &read.stops[..]), (vec!["two"], &[StopOutcome::Written][..]), "{hour}");
            assert_eq!(read.cursor.open_turns(), 0);
        }
    }

    #[test]
    fn an_answer_that_the_file_lacks_belongs_to_the_last_thing_said_before_it_or_the_first_after_it() {
        for hour in [2, 12, 22] {
            let one = line("user", "u1", "", "one", hour);
            let two = one.clone() + &line("user", "u2", "u1", "two", hour);
            for (file, length, state_turns, number) in
                [(&one, one.len(), vec!["one"], 0), (&two, one.len(), vec!["one"], 0), (&one, 0, vec!["one"], 0)]
            {
                let stops = [stop(length, "missing")];
                let read = on(file, &TranscriptCursor::default(), SessionState::Answered(&stops));
                assert_eq!((said(&read), read.stops[0]), (state_turns, StopOutcome::Missing(number)), "{hour}");
            }
        }
        let stops = [stop(0, "missing")];
        let read = on("", &TranscriptCursor::default(), SessionState::Answered(&stops));
        assert_eq!(read.stops, [StopOutcome::Unasked]);
    }

    #[test]
    fn words_go_before_places() {
        // What was said first was interrupted; what is answered came late into the file.
        let one = line("user", "u1", "", "one", 12);
        let file = one.clone()
            + &line("user", "u2", "u1", "two", 12)
            + &line("assistant", "a2", "u2", "It is <private>x</private> in the box.", 12);
        let answer = cleaned("It is <private>x</private> in the box.");
        let stops = [stop(one.len(), &answer)];
        let read = on(&file, &TranscriptCursor::default(), SessionState::Answered(&stops));
        assert_eq!((said(&read), read.stops[0]), (vec!["one", "two"], StopOutcome::Written));
    }

    #[test]
    fn an_answer_that_comes_twice_answers_nothing_else() {
        let mut file = line("user", "u1", "", "one", 12) + &line("assistant", "a1", "u1", "first", 12);
        let stops = [stop(file.len(), "first")];
        let read = on(&file, &TranscriptCursor::default(), SessionState::Answered(&stops));
        let again = on(&file, &read.cursor, SessionState::Answered(&stops));
        assert_eq!((said(&again), again.stops[0]), (vec![], StopOutcome::Written));
        file += &line("user", "u2", "a1", "two", 12);
        let ended = on(&file, &again.cursor, SessionState::Ended(&stops));
        assert_eq!((said(&ended), ended.stops[0]), (vec!["two"], StopOutcome::Written));
    }

    #[test]
    fn an_answer_that_was_not_written_down_is_known_by_its_length() {
        let one = line("user", "u1", "", "one", 22);
        let answered = one.clone() + &line("assistant", "a1", "u1", "the key\u{0} is 鍵", 22);
        let withheld = Some(characters(" the key is 鍵\n"));
        let stops = [AgentStop { answer: None, withheld, ..stop(one.len(), "") }];
        let fresh = TranscriptCursor::default();
        assert_eq!(on(&answered, &fresh, SessionState::Answered(&stops)).stops, [StopOutcome::Written]);
        assert_eq!(on(&one, &fresh, SessionState::Answered(&stops)).stops, [StopOutcome::Withheld(0)]);
        assert_eq!(on("", &fresh, SessionState::Answered(&stops)).stops, [StopOutcome::Unasked]);
    }

    #[test]
    fn several_answers_find_their_turns() {
        let one = line("user", "u1", "", "one", 2);
        let two = one.clone() + &line("user", "u2", "u1", "two", 2);
        let stops = [stop(one.len(), "to one"), stop(two.len(), "to two")];
        let read = on(&two, &TranscriptCursor::default(), SessionState::Ended(&stops));
        assert_eq!(read.stops, [StopOutcome::Missing(0), StopOutcome::Missing(1)]);
        // An answer to something that was delivered long ago takes nothing from the one after it.
        let stops = [stop(0, "stale"), stop(two.len(), "to two")];
        let read = on(&one, &TranscriptCursor::default(), SessionState::Ended(&stops));
        assert_eq!(read.stops, [StopOutcome::Unasked, StopOutcome::Missing(0)]);
    }

    #[test]
    fn where_nobody_saw_the_length_times_have_to_do() {
        let file = line("user", "u1", "", "one", 10) + &line("user", "u2", "u1", "two", 14);
        let stops = [AgentStop { length: None, ..stop(0, "missing") }];
        let read = on(&file, &TranscriptCursor::default(), SessionState::Answered(&stops));
        assert_eq!((said(&read), read.stops[0]), (vec!["one"], StopOutcome::Missing(0)));
    }
}
