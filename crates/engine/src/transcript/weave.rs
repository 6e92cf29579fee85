//! Turns out of entries that come in the order of the conversation.
//!
//! What a person says opens a turn; what the agent answers belongs to the turn that its line descends from, so
//! that branches which are written side by side are not mixed. A turn closes when the conversation goes on from
//! it. A branch that was left (a rewind) stays open to the end, because nothing tells that it is over; `spine` knows that it
//! was left.
//!
//! All that is needed to go on later is in [`Weave`]; how it is written down without a word of the conversation, is in
//! `outline`.

use std::collections::BTreeSet;

use super::entry::{LineSpan, Meaning, PersonSaid, TranscriptEntry};
use super::key::UuidHash;
use super::open_turn::OpenTurn;
use super::spine::{Branching, Spine, TurnPlace};
use super::{Dropped, Tally};

/// How many branches are open at most; then the oldest closes.
const MOST_OPEN: usize = 4;
/// How many things that were said are known again.
const MOST_KNOWN: usize = 4096;

/// A conversation so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Weave {
    /// The stretches that are open, oldest first.
    pub(super) open: Vec<OpenStretch>,
    /// The number of the next turn.
    pub(super) next: u64,
    /// The stretch that was last added to.
    pub(super) newest: Option<u64>,
    /// What was said, by its uuid, and by its words and time.
    pub(super) known: BTreeSet<u64>,
    /// Lines that hang on something which is repeated.
    pub(super) repeated: BTreeSet<UuidHash>,
    /// How its turns hang together.
    pub(super) spine: Spine,
    /// What was left and gone on from since the reading began.
    pub(super) branching: Branching,
}

/// What was said, what was said on top of it while the agent was at work, and the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenStretch {
    pub(super) turns: Vec<OpenTurn>,
    /// The lines that descend from it.
    pub(super) lines: BTreeSet<UuidHash>,
    /// Those of them whose answers were taken. A line that said nothing may come again and answer.
    pub(super) answers: BTreeSet<UuidHash>,
}

/// Where an entry belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EntryPlace {
    /// To an open stretch, by the number of its first turn.
    In(u64),
    /// To a line that is not known, or to a stretch that is closed.
    Elsewhere,
    /// To something that is repeated.
    Repeated,
}

impl Weave {
    /// Takes the next entry; turns that close with it are added to `closed`.
    pub(super) fn take(&mut self, entry: TranscriptEntry, tally: &mut Tally, closed: &mut Vec<OpenTurn>) {
        let place = self.place(entry.parent);
        match entry.meaning {
            Meaning::Said(_) => {}
            Meaning::Answered(_) => self.branching.resumed.extend(self.spine.answer(entry.key, entry.parent)),
            Meaning::Nothing | Meaning::Void => self.spine.link(entry.key, entry.parent),
        }
        match entry.meaning {
            Meaning::Void => {}
            Meaning::Nothing => self.link(entry.key, place),
            Meaning::Said(said) if self.is_known(entry.key, &said) => {
                tally.drop(Dropped::Repeated);
                self.link(entry.key, EntryPlace::Repeated);
            }
            Meaning::Said(said) => {
                tally.kept += 1;
                let turn = TurnPlace { number: self.next, span: entry.span };
                let Branching { left, resumed } = self.spine.add(turn, entry.key, entry.parent, said.is_steering);
                self.branching.left.extend(left);
                self.branching.resumed.extend(resumed);
                self.open_turn((entry.key, entry.parent.is_some(), entry.span), place, *said, closed);
            }
            Meaning::Answered(_) if place == EntryPlace::Repeated => {
                tally.drop(Dropped::Repeated);
                self.link(entry.key, place);
            }
            Meaning::Answered(answer) => {
                let place = self.or_newest(place);
                let Some(stretch) = self.stretch(place) else {
                    tally.drop(Dropped::Unasked);
                    return;
                };
                if entry.key.is_some_and(|key| !stretch.answers.insert(key)) {
                    tally.drop(Dropped::Repeated);
                    return;
                }
                if let Some(last) = stretch.turns.last_mut() {
                    last.add(entry.span, answer);
                }
                tally.kept += 1;
                self.link(entry.key, place);
            }
        }
    }

    /// Closes all that is open.
    pub(super) fn finish(&mut self, closed: &mut Vec<OpenTurn>) {
        for stretch in std::mem::take(&mut self.open) {
            closed.extend(stretch.turns);
        }
        self.newest = None;
        self.repeated.clear();
    }

    /// Closes the stretches that are answered.
    pub(super) fn finish_answered(&mut self, is_answered: impl Fn(&OpenStretch) -> bool, closed: &mut Vec<OpenTurn>) {
        let (ended, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.open).into_iter().partition(is_answered);
        closed.extend(ended.into_iter().flat_map(|stretch| stretch.turns));
        self.open = later;
        let is_open = |number: &u64| self.open.iter().any(|stretch| stretch.number() == *number);
        self.newest = self.newest.filter(is_open);
    }

    fn place(&self, parent: Option<UuidHash>) -> EntryPlace {
        let Some(parent) = parent else { return EntryPlace::Elsewhere };
        if self.repeated.contains(&parent) {
            return EntryPlace::Repeated;
        }
        let found = self.open.iter().rev().find(|stretch| stretch.lines.contains(&parent));
        found.map_or(EntryPlace::Elsewhere, |stretch| EntryPlace::In(stretch.number()))
    }

    /// What hangs on nothing known belongs to what was last spoken of.
    fn or_newest(&self, place: EntryPlace) -> EntryPlace {
        match (place, self.newest) {
            (EntryPlace::Elsewhere, Some(newest)) => EntryPlace::In(newest),
            _ => place,
        }
    }

    fn stretch(&mut self, place: EntryPlace) -> Option<&mut OpenStretch> {
        let EntryPlace::In(number) = place else { return None };
        self.open.iter_mut().find(|stretch| stretch.number() == number)
    }

    fn link(&mut self, key: Option<UuidHash>, place: EntryPlace) {
        let Some(key) = key else { return };
        let place = self.or_newest(place);
        if place == EntryPlace::Repeated {
            // A whole session that is repeated is followed line by line, and need not be kept for that.
            if self.repeated.len() >= MOST_KNOWN {
                self.repeated.clear();
            }
            self.repeated.insert(key);
        } else if let Some(stretch) = self.stretch(place) {
            stretch.lines.insert(key);
        }
    }

    /// Whether it was said before: the same line, or the same words at the same time.
    fn is_known(&mut self, key: Option<UuidHash>, said: &PersonSaid) -> bool {
        let prints = [key.map(UuidHash::number), said.print()];
        let is_known = prints.iter().flatten().any(|print| self.known.contains(print));
        self.known.extend(prints.into_iter().flatten());
        while self.known.len() > MOST_KNOWN {
            self.known.pop_first();
        }
        is_known
    }

    fn open_turn(
        &mut self,
        (key, has_parent, span): (Option<UuidHash>, bool, LineSpan),
        place: EntryPlace,
        said: PersonSaid,
        closed: &mut Vec<OpenTurn>,
    ) {
        let number = self.next;
        self.next += 1;
        let is_steering = said.is_steering;
        let turn = OpenTurn::new(number, span, said);
        let steered = if is_steering { self.or_newest(place) } else { EntryPlace::Elsewhere };
        if let Some(stretch) = self.stretch(steered) {
            stretch.turns.push(turn);
            stretch.lines.extend(key);
            self.newest = Some(stretch_number(steered));
            return;
        }
        // What hangs on a line that is not known says nothing about the stretches that are open.
        let ended = if has_parent { place } else { self.or_newest(place) };
        if let EntryPlace::In(ended) = ended {
            self.close(ended, closed);
        }
        self.open.push(OpenStretch { turns: vec![turn], lines: key.into_iter().collect(), answers: BTreeSet::new() });
        self.newest = Some(number);
        if self.open.len() > MOST_OPEN {
            let oldest = self.open[0].number();
            self.close(oldest, closed);
        }
    }

    fn close(&mut self, number: u64, closed: &mut Vec<OpenTurn>) {
        if let Some(at) = self.open.iter().position(|stretch| stretch.number() == number) {
            closed.extend(self.open.remove(at).turns);
        }
    }
}

fn stretch_number(place: EntryPlace) -> u64 {
    if let EntryPlace::In(number) = place { number } else { 0 }
}

impl OpenStretch {
    /// The number of its first turn.
    pub(super) fn number(&self) -> u64 {
        self.turns.first().map_or(u64::MAX, |open| open.turn.number)
    }
}
