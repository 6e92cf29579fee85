//! Turns of several who wait, remembered in one transaction: what each would be told alone, for the price of one.

use omoide_core::ports::store::Writer;
use omoide_core::{MemoryId, Moment, Turn};

use super::{Encoded, Hearing, Observation, Remembered};
use crate::{Error, Mind};

/// Turns that are understood and embedded, and only have to be written down.
pub struct EncodedTurns {
    observations: Vec<Observation>,
    encoded: Vec<Result<Encoded, Error>>,
    now: Moment,
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
    /// # Errors
    /// When the store or an embedder fails; nothing of it was stored then.
    pub fn write_together(&self, turns: EncodedTurns) -> Result<Vec<Result<Remembered, Error>>, Error> {
        let EncodedTurns { observations, encoded, now } = turns;
        let mut outcomes: Vec<Option<Result<Remembered, Error>>> = Vec::with_capacity(encoded.len());
        let mut ready: Vec<(usize, Encoded)> = Vec::new();
        for (place, encoded) in encoded.into_iter().enumerate() {
            outcomes.push(match encoded {
                Ok(Encoded::Nothing) => Some(self.unheard(&observations[place], now)),
                Ok(one) => {
                    ready.push((place, one));
                    None
                }
                Err(error) if error.is_about_the_text() => Some(Err(error)),
                Err(error) => return Err(error),
            });
        }
        if !ready.is_empty() {
            let written = self.write(|w| {
                let write = |(place, one): &(usize, Encoded)| {
                    Ok((*place, self.write_or_recall(w, &observations[*place], one, now)?))
                };
                ready.iter().map(write).collect::<Result<Vec<_>, Error>>()
            })?;
            written.into_iter().for_each(|(place, remembered)| outcomes[place] = Some(Ok(remembered)));
            self.reindex_a_few()?;
        }
        Ok(outcomes.into_iter().map(|outcome| outcome.unwrap_or(Ok(Remembered::NothingLeft))).collect())
    }

    /// What comes of a turn of which nothing is left to remember.
    fn unheard(&self, observation: &Observation, now: Moment) -> Result<Remembered, Error> {
        match self.hear(observation, now)? {
            Hearing::Command => Ok(Remembered::Command),
            Hearing::Unsaid(..) => Ok(Remembered::Unsaid { put_away: None }),
            Hearing::Heard(heard) => {
                self.resonate(&heard.traces, now)?;
                Ok(Remembered::NothingLeft)
            }
        }
    }

    fn write_or_recall(
        &self,
        w: &mut dyn Writer,
        observation: &Observation,
        encoded: &Encoded,
        now: Moment,
    ) -> Result<Remembered, Error> {
        let remembered = self.write_encoded(w, observation, encoded, now)?;
        if let (Remembered::Before { id, .. }, Encoded::Ready(ready)) = (&remembered, encoded) {
            self.recall_again(w, *id, ready.new.turn.as_ref(), now)?;
        }
        Ok(remembered)
    }

    /// Words that are said again are a recall; a turn that its source names was only read twice.
    fn recall_again(&self, w: &mut dyn Writer, id: MemoryId, turn: Option<&Turn>, now: Moment) -> Result<(), Error> {
        if turn.is_some_and(|turn| turn.uid.is_none()) {
            let memory = w.memory(&self.name, id)?;
            w.mark_recalled(&self.name, &[memory.seq], now)?;
        }
        Ok(())
    }
}
