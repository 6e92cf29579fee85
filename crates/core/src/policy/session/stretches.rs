//! Where a thread is cut (S1 §3.2): after a pause, when someone opens another subject, and when working memory is full.
//!
//! The same turns are always cut in the same places, however many of them come at once: whether a turn begins a stretch is
//! asked of the stretch before it and of nothing else.

use std::ops::Range;

use crate::Moment;

/// A turn as the cuts see it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpokenTurn {
    /// When it was said.
    pub at: Moment,
    /// Whether its words open another subject ("by the way", 「ところで」).
    pub opens_subject: bool,
    /// Whether a turn before it, and after the one that is given before it, is in a session already.
    pub is_apart: bool,
}

/// What a stretch may hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CutLimits {
    /// The longest pause, in minutes.
    pub idle_minutes: u32,
    /// The most turns.
    pub max_turns: usize,
    /// Whether a subject that someone opens is a stretch of its own.
    pub by_topic: bool,
}

/// The stretches of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ThreadStretches {
    /// Those that are over.
    pub over: Vec<Range<usize>>,
    /// The one that goes on; empty only where there is no turn.
    pub open: Range<usize>,
}

/// Whether a turn begins a stretch, where the one before has so many turns and its last was said at `last`.
pub fn begins_stretch(turn: &SpokenTurn, last: Moment, turns: usize, limits: &CutLimits) -> bool {
    let pause_minutes = turn.at.days_since(last) * 1440.0;
    turn.is_apart
        || pause_minutes > f64::from(limits.idle_minutes)
        || turns >= limits.max_turns
        || (limits.by_topic && turn.opens_subject)
}

/// The stretches of turns that are in no session yet, in the order in which they were written down.
pub fn stretches(turns: &[SpokenTurn], limits: &CutLimits) -> ThreadStretches {
    let mut cut = ThreadStretches::default();
    for (place, turn) in turns.iter().enumerate().skip(1) {
        let open = cut.open.start..place;
        if begins_stretch(turn, turns[place - 1].at, open.len(), limits) {
            cut.open.start = place;
            cut.over.push(open);
        }
    }
    cut.open.end = turns.len();
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: CutLimits = CutLimits { idle_minutes: 10, max_turns: 12, by_topic: true };

    fn said(minute: i64) -> SpokenTurn {
        let at = Moment::new(1_700_000_000_000_000, 32_400).plus_seconds(minute * 60);
        SpokenTurn { at, opens_subject: false, is_apart: false }
    }

    #[test]
    fn a_pause_of_more_than_ten_minutes_cuts() {
        let turns = [said(0), said(10), said(21), said(22)];
        let over = std::iter::once(0..2).collect();
        assert_eq!(stretches(&turns, &LIMITS), ThreadStretches { over, open: 2..4 });
    }

    #[test]
    fn a_stretch_has_at_most_twelve_turns() {
        let turns: Vec<SpokenTurn> = (0..30).map(said).collect();
        assert_eq!(stretches(&turns, &LIMITS), ThreadStretches { over: vec![0..12, 12..24], open: 24..30 });
        assert_eq!(stretches(&turns[..12], &LIMITS).over, []);
    }

    #[test]
    fn a_subject_that_is_opened_is_a_stretch_of_its_own() {
        let mut turns: Vec<SpokenTurn> = (0..4).map(said).collect();
        turns[2].opens_subject = true;
        assert_eq!(stretches(&turns, &LIMITS).over, std::iter::once(0..2).collect::<Vec<_>>());
        assert_eq!(stretches(&turns, &CutLimits { by_topic: false, ..LIMITS }).over, []);
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_cut_and_a_session_between_does() {
        let mut turns = [said(60), said(0), said(1)];
        assert_eq!(stretches(&turns, &LIMITS).over, []);
        turns[2].is_apart = true;
        assert_eq!(stretches(&turns, &LIMITS).over, std::iter::once(0..2).collect::<Vec<_>>());
        assert_eq!(stretches(&[], &LIMITS), ThreadStretches::default());
    }

    #[test]
    fn cutting_turn_by_turn_is_cutting_all_at_once() {
        let turns: Vec<SpokenTurn> = (0..200_i64)
            .map(|place| SpokenTurn { opens_subject: place % 17 == 3, ..said(place * place % 23 + place * 4) })
            .collect();
        let whole = stretches(&turns, &LIMITS);
        let (mut over, mut from) = (Vec::new(), 0);
        for end in 1..=turns.len() {
            let part = stretches(&turns[from..end], &LIMITS);
            over.extend(part.over.iter().map(|one| one.start + from..one.end + from));
            from += part.open.start;
        }
        assert_eq!(over, whole.over);
    }
}
