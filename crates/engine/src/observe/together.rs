//! Turns of several who wait, remembered in one transaction: what each would be told alone, for the price of one.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::Writer;
use omoide_core::{MemoryId, Moment, Turn};

use super::threads::Over;
use super::{Encoded, Observation, Remembered, state_key};
use crate::{Error, Mind};

/// What a turn is that was remembered before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeats {
    /// Words that are said again bring the memory to mind.
    AreRecalls,
    /// It was only read twice.
    AreReadings,
}

/// Turns that are understood and embedded, and only have to be written down.
pub struct EncodedTurns {
    observations: Vec<Observation>,
    encoded: Vec<Result<Encoded, Error>>,
    now: Moment,
}

/// Stretches of talk that are over and whose sessions are not made yet: see [`Mind::record_due`].
#[derive(Debug, Default)]
#[must_use = "sessions are made when they are recorded"]
pub struct SessionsDue(Vec<Over>);

impl SessionsDue {
    /// Adds those that came later.
    pub fn add(&mut self, later: Self) {
        self.0.extend(later.0);
    }

    /// How many ends of stretches there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

impl Mind<'_> {
    /// Understands and embeds turns, and leaves the store alone: while [`Mind::write_together`] writes some turns, the
    /// next can be encoded.
    pub fn encode_together(&self, observations: Vec<Observation>) -> EncodedTurns {
        let now = self.engine.now();
        let places: Vec<usize> = (0..observations.len()).collect();
        let encoded = self.encode_side_by_side(&observations, &places, now);
        EncodedTurns { observations, encoded, now }
    }

    /// Writes turns as [`Mind::remember`] would, one after another, but in one transaction: when it returns, all
    /// turns that are said to be remembered are on the disk. A turn that cannot be taken in does not keep the others out.
    ///
    /// The sessions of what is over now are left to [`Mind::record_due`], so that nobody waits for them.
    ///
    /// # Errors
    /// When the store or an embedder fails; nothing of it was stored then.
    pub fn write_together(&self, turns: EncodedTurns) -> Result<(Vec<Result<Remembered, Error>>, SessionsDue), Error> {
        let EncodedTurns { observations, encoded, now } = turns;
        let mut outcomes: Vec<Option<Result<Remembered, Error>>> = Vec::with_capacity(encoded.len());
        let (mut ready, mut places) = (Vec::new(), Vec::new());
        for (place, encoded) in encoded.into_iter().enumerate() {
            outcomes.push(match encoded {
                Ok(one) => {
                    places.push(place);
                    ready.push((&observations[place], one));
                    None
                }
                Err(error) if error.is_about_the_turn() => Some(Err(error)),
                Err(error) => return Err(error),
            });
        }
        let (written, due) = self.write_turns(&ready, Repeats::AreRecalls, &[], now)?;
        places.into_iter().zip(written).for_each(|(place, one)| outcomes[place] = Some(one));
        Ok((outcomes.into_iter().map(|outcome| outcome.unwrap_or(Ok(Remembered::NothingLeft))).collect(), due))
    }

    /// Makes the sessions that are due. Where nobody does, as when the process is killed first, the turns wait for the next
    /// stretch of their thread that ends, or for [`Mind::close_abandoned`].
    ///
    /// # Errors
    /// When the store or an embedder fails; the turns wait then.
    pub fn record_due(&self, due: &SessionsDue) -> Result<(), Error> {
        self.record_over(&due.0)
    }

    /// Writes down what was encoded, and makes the sessions that are due.
    pub(super) fn write_encoded(
        &self,
        turns: &[(&Observation, Encoded)],
        repeats: Repeats,
        marks: &[(String, String)],
        now: Moment,
    ) -> Result<Vec<Result<Remembered, Error>>, Error> {
        let (written, due) = self.write_turns(turns, repeats, marks, now)?;
        self.record_due(&due)?;
        Ok(written)
    }

    /// Writes down what was encoded, in its order and in one transaction, and keeps `marks` with it. Everything that is
    /// remembered comes through here.
    fn write_turns(
        &self,
        turns: &[(&Observation, Encoded)],
        repeats: Repeats,
        marks: &[(String, String)],
        now: Moment,
    ) -> Result<(Vec<Result<Remembered, Error>>, SessionsDue), Error> {
        let is_turn = |(observation, encoded): &(&Observation, Encoded)| {
            observation.unsays() || matches!(encoded, Encoded::Ready(_) | Encoded::Unsaid(..))
        };
        let has_turns = turns.iter().any(is_turn);
        let is_report =
            |(_, encoded): &(_, Encoded)| matches!(encoded, Encoded::NothingLeft(traces) if !traces.is_empty());
        if !has_turns && marks.is_empty() && !turns.iter().any(is_report) {
            let nothing = turns.iter().map(|(_, encoded)| Ok(unwritten(encoded))).collect();
            return Ok((nothing, SessionsDue::default()));
        }
        let mut over = Vec::new();
        let written = self.write(|w| {
            over.clear();
            let mut written = Vec::with_capacity(turns.len());
            for (observation, encoded) in turns {
                written.push(match self.write_one(w, observation, encoded, repeats, now, &mut over) {
                    Err(error) if !error.is_about_the_turn() => return Err(error),
                    outcome => outcome,
                });
            }
            for (key, word) in marks {
                w.set_state(&self.name, &state_key(&self.engine.kept_name(key)), Some(word))?;
            }
            Ok(written)
        })?;
        if has_turns || !marks.is_empty() {
            self.reindex_a_few()?;
        }
        if turns.iter().any(|(observation, _)| observation.unsays()) {
            self.engine.readings.forget();
        }
        Ok((written, SessionsDue(over)))
    }

    /// Writes down one turn, or does what it asks for. What it takes back is looked up first, so that nothing is written of
    /// one that takes back what nobody knows.
    fn write_one(
        &self,
        w: &mut dyn Writer,
        observation: &Observation,
        encoded: &Encoded,
        repeats: Repeats,
        now: Moment,
        over: &mut Vec<Over>,
    ) -> Result<Remembered, Error> {
        let turn = match encoded {
            Encoded::Ready(ready) => ready.new.turn.as_ref(),
            _ => None,
        };
        let unsaid = self.unsay_for(w, observation, turn, now)?;
        over.extend(unsaid.threads.iter().cloned().map(Over::Recut));
        match encoded {
            Encoded::Ready(ready) => {
                let remembered = self.write_down(w, observation, ready, unsaid, now, over)?;
                if let (Remembered::Before { id, .. }, Repeats::AreRecalls, Some(turn)) =
                    (&remembered, repeats, &ready.new.turn)
                {
                    self.recall_again(w, *id, turn, now)?;
                }
                Ok(remembered)
            }
            Encoded::Unsaid(turn, what) => self.unsay_as_asked(w, turn, *what, now),
            Encoded::NothingLeft(traces) => {
                self.resonate_within(w, traces, None, now)?;
                Ok(Self::only_unsaid(unsaid, unwritten(encoded), observation))
            }
            Encoded::Command => Ok(Self::only_unsaid(unsaid, unwritten(encoded), observation)),
        }
    }

    /// Words that are said again are a recall; a turn that its source names was only read twice. What was erased since is
    /// not recalled.
    pub(super) fn recall_again(&self, w: &mut dyn Writer, id: MemoryId, turn: &Turn, now: Moment) -> Result<(), Error> {
        match w.memory(&self.name, id) {
            Ok(memory) if turn.uid.is_none() => w.mark_recalled(&self.name, &[memory.seq], now)?,
            Ok(_) | Err(StoreError::NotFound { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// What comes of a turn of which nothing is written.
fn unwritten(encoded: &Encoded) -> Remembered {
    if matches!(encoded, Encoded::Command) { Remembered::Command } else { Remembered::NothingLeft }
}
