//! How the turns of a session hang together: which were left when the person went back and spoke again.
//!
//! Whoever rewinds a session speaks from an earlier line than the last one: from the line that a turn hangs on which was said
//! before. That turn is left, and all that hangs on it. Tools that run side by side fork the graph too, but no person
//! speaks there. A turn that someone goes on from was not left after all: two windows have the session open.
//!
//! Of each turn few lines are known, its last ones: whoever goes back begins there. What hangs on a line that is not known
//! leaves nothing.

use serde::{Deserialize, Serialize};

use super::entry::LineSpan;
use super::key::UuidHash;

/// How many turns are known.
const MOST_TURNS: usize = 256;
/// How many lines are known of the last turns, and of those before.
const LINES_OF_LAST: usize = 16;
const LINES_OF_EARLIER: usize = 2;
/// How many turns count as the last.
const LAST_TURNS: usize = 8;

/// The turns of a session, oldest first. It holds numbers and no word.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Spine {
    turns: Vec<SpineTurn>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SpineTurn {
    number: u64,
    /// The person's line.
    span: LineSpan,
    /// The line that it hangs on, and the turn which that belongs to.
    parent: Option<UuidHash>,
    above: Option<u64>,
    /// Its last lines.
    lines: Vec<UuidHash>,
    is_steering: bool,
    is_left: bool,
}

/// A turn of the file, by its number, and where its first line stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TurnPlace {
    pub(super) number: u64,
    pub(super) span: LineSpan,
}

/// What a further turn changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Branching {
    /// The turns that are left with it.
    pub(super) left: Vec<TurnPlace>,
    /// Those that had been left and are gone on from.
    pub(super) resumed: Vec<TurnPlace>,
}

impl Spine {
    /// Takes a line that is no turn: it belongs where the line belongs that it hangs on.
    pub(super) fn link(&mut self, key: Option<UuidHash>, parent: Option<UuidHash>) {
        let (Some(key), Some(parent)) = (key, parent) else { return };
        let Some(place) = self.with_line(parent) else { return };
        let most = if place + LAST_TURNS >= self.turns.len() { LINES_OF_LAST } else { LINES_OF_EARLIER };
        let lines = &mut self.turns[place].lines;
        lines.push(key);
        lines.drain(..lines.len().saturating_sub(most));
    }

    /// Takes an answer of the agent. One to a turn that was left says that someone is still there: two windows have the session
    /// open. Returns the turns that were not left after all.
    pub(super) fn answer(&mut self, key: Option<UuidHash>, parent: Option<UuidHash>) -> Vec<TurnPlace> {
        let mut resumed = Vec::new();
        if let Some(place) = parent.and_then(|parent| self.with_line(parent)) {
            self.resume(self.turns[place].number, &mut resumed);
        }
        self.link(key, parent);
        resumed
    }

    /// Whether a turn was left.
    pub(super) fn is_left(&self, number: u64) -> bool {
        self.turns.iter().any(|turn| turn.number == number && turn.is_left)
    }

    /// Takes a further turn, and says what was left for it.
    pub(super) fn add(
        &mut self,
        turn: TurnPlace,
        key: Option<UuidHash>,
        parent: Option<UuidHash>,
        is_steering: bool,
    ) -> Branching {
        let mut branching = Branching::default();
        let hanging_there = |one: &SpineTurn| parent.is_some() && one.parent == parent && !one.is_steering;
        let above = match parent.and_then(|parent| self.with_line(parent)) {
            Some(place) => Some(self.turns[place].number),
            None => self.turns.iter().rfind(|one| hanging_there(one)).and_then(|one| one.above),
        };
        if let Some(above) = above {
            self.resume(above, &mut branching.resumed);
        }
        let siblings: Vec<u64> = self
            .turns
            .iter()
            .filter(|one| !is_steering && !one.is_steering && !one.is_left)
            .filter(|one| hanging_there(one) || (above.is_some() && one.above == above))
            .map(|one| one.number)
            .collect();
        for number in siblings {
            self.leave(number, &mut branching.left);
        }
        let TurnPlace { number, span } = turn;
        let lines = key.into_iter().collect();
        self.turns.push(SpineTurn { number, span, parent, above, lines, is_steering, is_left: false });
        self.shorten();
        branching
    }

    fn with_line(&self, key: UuidHash) -> Option<usize> {
        self.turns.iter().rposition(|turn| turn.lines.contains(&key))
    }

    /// Leaves a turn with all that hang on it.
    fn leave(&mut self, number: u64, left: &mut Vec<TurnPlace>) {
        let Some(turn) = self.turns.iter_mut().find(|turn| turn.number == number && !turn.is_left) else { return };
        turn.is_left = true;
        left.push(TurnPlace { number, span: turn.span });
        let below: Vec<u64> = self.turns.iter().filter(|one| one.above == Some(number)).map(|one| one.number).collect();
        below.into_iter().for_each(|number| self.leave(number, left));
    }

    /// Takes a turn up again that was left, with those that it hangs on.
    fn resume(&mut self, number: u64, resumed: &mut Vec<TurnPlace>) {
        let Some(turn) = self.turns.iter_mut().find(|turn| turn.number == number && turn.is_left) else { return };
        turn.is_left = false;
        resumed.push(TurnPlace { number, span: turn.span });
        if let Some(above) = turn.above {
            self.resume(above, resumed);
        }
    }

    fn shorten(&mut self) {
        self.turns.drain(..self.turns.len().saturating_sub(MOST_TURNS));
        if let Some(earlier) = self.turns.len().checked_sub(LAST_TURNS + 1) {
            let lines = &mut self.turns[earlier].lines;
            lines.drain(..lines.len().saturating_sub(LINES_OF_EARLIER));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Option<UuidHash> {
        (!name.is_empty()).then(|| UuidHash::of(name))
    }

    fn say(spine: &mut Spine, number: u64, name: &str, parent: &str) -> (Vec<u64>, Vec<u64>) {
        let turn = TurnPlace { number, span: LineSpan::default() };
        let Branching { left, resumed } = spine.add(turn, key(name), key(parent), false);
        let numbers = |turns: Vec<TurnPlace>| turns.into_iter().map(|turn| turn.number).collect();
        (numbers(left), numbers(resumed))
    }

    fn talk() -> Spine {
        let mut spine = Spine::default();
        for (number, name, parent) in [(0, "u0", "s"), (1, "u1", "a0"), (2, "u2", "a1")] {
            assert_eq!(say(&mut spine, number, name, parent), (vec![], vec![]));
            spine.link(key(&format!("a{number}")), key(name));
        }
        spine
    }

    #[test]
    fn who_goes_back_leaves_what_was_said_after() {
        assert_eq!(say(&mut talk(), 3, "u3", "a0").0, [1, 2]);
        assert_eq!(say(&mut talk(), 3, "u3", "a1").0, [2]);
        // Also before the first turn, where that hangs on a line.
        assert_eq!(say(&mut talk(), 3, "u3", "s").0, [0, 1, 2]);
    }

    #[test]
    fn who_goes_on_or_hangs_on_nothing_known_leaves_nothing() {
        for parent in ["a2", "unknown", ""] {
            assert_eq!(say(&mut talk(), 3, "u3", parent), (vec![], vec![]), "{parent}");
        }
    }

    #[test]
    fn tools_side_by_side_leave_nothing() {
        let mut spine = talk();
        for (name, parent) in [("t1", "a2"), ("t2", "t1"), ("r1", "t1"), ("r2", "t2"), ("end", "r2")] {
            spine.link(key(name), key(parent));
        }
        assert_eq!(say(&mut spine, 3, "u3", "end"), (vec![], vec![]));
        assert_eq!(say(&mut spine, 4, "u4", "u3"), (vec![], vec![]));
    }

    #[test]
    fn what_someone_goes_on_from_was_not_left() {
        let mut spine = talk();
        assert_eq!(say(&mut spine, 3, "u3", "a0").0, [1, 2]);
        assert_eq!(say(&mut spine, 4, "u4", "a2"), (vec![], vec![2, 1]));
    }

    #[test]
    fn a_turn_far_back_is_found_again() {
        let mut spine = Spine::default();
        for number in 0..40_u64 {
            let parent = if number == 0 { String::new() } else { format!("a{}-5", number - 1) };
            say(&mut spine, number, &format!("u{number}"), &parent);
            let mut last = format!("u{number}");
            for line in 0..6 {
                spine.link(key(&format!("a{number}-{line}")), key(&last));
                last = format!("a{number}-{line}");
            }
        }
        assert_eq!(say(&mut spine, 40, "x", "a9-5").0, (10..40).collect::<Vec<u64>>());
    }
}
