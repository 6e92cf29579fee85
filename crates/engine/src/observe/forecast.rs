//! What remembering many turns would come to, without writing anything: for an import that is only tried.

use omoide_core::Moment;
use omoide_core::ports::{StoreError, TakenCount};

use super::batch::side_by_side;
use super::{Hearing, Observation, TurnOutcome, wants_protection};
use crate::{Error, Mind};

/// How far a forecast has come: turns of an earlier part count for a later one.
#[derive(Clone, Copy, Debug)]
pub struct ImportForecast {
    /// How many memories would be protected by now.
    protected: usize,
}

/// What would come of a turn that is not known yet.
enum Foreseen {
    Memory { taken: Vec<TakenCount>, wants_protection: bool },
    Nothing,
    Refused(Error),
}

impl Mind<'_> {
    /// A forecast of an import into this mind as it is now. A store that is not there yet holds nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub fn import_forecast(&self) -> Result<ImportForecast, Error> {
        let protected = if_there(self.engine.look(|r| Ok(r.protected(&self.name)?.len())))?;
        Ok(ImportForecast { protected: protected.unwrap_or(0) })
    }

    /// What [`Mind::remember_all`] would answer to these turns, which have a uid each, all different. Nothing is written
    /// and nothing is embedded; a memory that would be made has no handle.
    ///
    /// # Errors
    /// When the store fails.
    pub fn foresee(
        &self,
        observations: &[Observation],
        forecast: &mut ImportForecast,
    ) -> Result<Vec<TurnOutcome>, Error> {
        let now = self.engine.now();
        let known = if_there(self.known(observations))?;
        let mut outcomes = known.unwrap_or_else(|| observations.iter().map(|_| None).collect());
        let fresh: Vec<usize> = (0..outcomes.len()).filter(|place| outcomes[*place].is_none()).collect();
        let foreseen = side_by_side(&fresh, |place| self.foreseen(&observations[*place], now));
        let limit = self.parameters().protection.max_protected_memories as usize;
        for (place, foreseen) in fresh.into_iter().zip(foreseen) {
            outcomes[place] = Some(match foreseen? {
                Foreseen::Nothing => TurnOutcome::Nothing,
                Foreseen::Refused(error) => TurnOutcome::Refused(error),
                Foreseen::Memory { taken, wants_protection } => {
                    let is_left_unprotected = wants_protection && forecast.protected >= limit;
                    forecast.protected += usize::from(wants_protection && !is_left_unprotected);
                    TurnOutcome::Anew { handle: String::new(), is_left_unprotected, taken }
                }
            });
        }
        Ok(outcomes.into_iter().map(|outcome| outcome.unwrap_or(TurnOutcome::Nothing)).collect())
    }

    fn foreseen(&self, observation: &Observation, now: Moment) -> Result<Foreseen, Error> {
        let heard = match self.hear(observation, now) {
            Ok(Hearing::Heard(heard)) if !heard.is_empty() => heard,
            Ok(_) => return Ok(Foreseen::Nothing),
            Err(error) if error.is_about_the_text() => return Ok(Foreseen::Refused(error)),
            Err(error) => return Err(error),
        };
        let mut taken = heard.taken;
        let analysis = self.understood(observation, &heard.turn, &mut taken);
        if let Some(place) = &observation.place {
            self.engine.redactor().place(place.clone(), &mut taken);
        }
        Ok(Foreseen::Memory { taken, wants_protection: wants_protection(observation, &analysis) })
    }
}

/// The answer of a store, or none where there is no store yet.
fn if_there<T>(answer: Result<T, Error>) -> Result<Option<T>, Error> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::Store(StoreError::Missing { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}
