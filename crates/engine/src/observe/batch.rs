//! Many turns at once: known ones are passed over, the rest is encoded side by side and written as a whole.

use std::num::NonZero;
use std::thread;

use omoide_core::Moment;
use omoide_core::change::{Action, Entry, Subject};
use omoide_core::ports::TakenCount;
use omoide_core::ports::store::{Reader, Writer};

use super::together::Repeats;
use super::{Encoded, Observation, Remembered, state_key};
use crate::{Error, Mind, Protection};

/// How many turns a thread is begun for.
const FEWEST_FOR_A_HAND: usize = 4;

/// What came of one turn of many.
#[derive(Debug)]
pub enum TurnOutcome {
    /// It is a memory now.
    Anew {
        /// Its readable name.
        handle: String,
        /// Whether it wanted protection and there was no room for it.
        is_left_unprotected: bool,
        /// How many secrets of each kind were taken out of its words and names.
        taken: Vec<TakenCount>,
    },
    /// It was remembered before. Reading it again is no recall.
    Before,
    /// It was remembered before and erased for good or taken back; it does not come back.
    Erased,
    /// It only took turns back, so many.
    TookBack(usize),
    /// A command, nothing is left of it, or the person asked not to remember it.
    Nothing,
    /// It cannot be taken in.
    Refused(Error),
}

impl Mind<'_> {
    /// Remembers many turns in one transaction, in their order, and keeps `marks` (a key and a word each) with
    /// them: an import that is interrupted knows exactly how far it came, see [`Mind::mark`].
    ///
    /// Turns should have a uid, by which they are known again. A turn that cannot be taken in does not keep
    /// the others out.
    ///
    /// # Errors
    /// When the store or an embedder fails; nothing of it was stored then.
    pub fn remember_all(
        &self,
        observations: &[Observation],
        marks: &[(String, String)],
    ) -> Result<Vec<TurnOutcome>, Error> {
        let now = self.engine.now();
        let mut taken: Vec<Option<TurnOutcome>> = self.known(observations)?;
        let fresh: Vec<usize> = (0..taken.len()).filter(|place| taken[*place].is_none()).collect();
        let encoded = self.encode_side_by_side(observations, &fresh, now);
        let (mut ready, mut places) = (Vec::new(), Vec::new());
        for (place, outcome) in fresh.into_iter().zip(encoded) {
            match outcome {
                Ok(Encoded::Command | Encoded::NothingLeft(_)) if !observations[place].unsays() => {
                    taken[place] = Some(TurnOutcome::Nothing);
                }
                Ok(one) => {
                    places.push(place);
                    ready.push((&observations[place], one));
                }
                Err(error) if error.is_about_the_turn() => taken[place] = Some(TurnOutcome::Refused(error)),
                Err(error) => return Err(error),
            }
        }
        let written = self.write_encoded(&ready, Repeats::AreReadings, marks, now)?;
        places
            .into_iter()
            .zip(written)
            .for_each(|(place, one)| taken[place] = Some(one.map_or_else(TurnOutcome::Refused, of)));
        Ok(taken.into_iter().map(|one| one.unwrap_or(TurnOutcome::Nothing)).collect())
    }

    /// What is known of turns already, without changing anything; none for those that would be remembered.
    ///
    /// # Errors
    /// When the store fails.
    pub fn known(&self, observations: &[Observation]) -> Result<Vec<Option<TurnOutcome>>, Error> {
        let now = self.engine.now();
        self.engine.look(|r| observations.iter().map(|one| self.known_one(r, one, now)).collect())
    }

    /// The word that was kept under a key with [`Mind::remember_all`].
    ///
    /// # Errors
    /// When the store fails.
    pub fn mark(&self, key: &str) -> Result<Option<String>, Error> {
        self.engine.read(|r| r.state(&self.name, &state_key(&self.engine.kept_name(key))))
    }

    /// All words under keys that begin with `prefix`, with their keys, by key.
    ///
    /// # Errors
    /// When the store fails.
    pub fn marks(&self, prefix: &str) -> Result<Vec<(String, String)>, Error> {
        let words = self.engine.read(|r| r.states(&self.name, &state_key(prefix)))?;
        let own = |key: String| key.strip_prefix(&state_key("")).map(str::to_owned).unwrap_or(key);
        Ok(words.into_iter().map(|(key, word)| (own(key), word)).collect())
    }

    /// Keeps words under keys, or forgets them where there is none, in one transaction.
    ///
    /// # Errors
    /// When the store fails; nothing was changed then.
    pub fn keep_marks(&self, marks: &[(String, Option<String>)]) -> Result<(), Error> {
        if marks.is_empty() {
            return Ok(());
        }
        self.write(|w| {
            for (key, word) in marks {
                w.set_state(&self.name, &state_key(key), word.as_deref())?;
            }
            Ok(())
        })
    }

    /// Keeps a word under a key, in a transaction of whoever asks.
    pub(crate) fn keep_mark_within(&self, w: &mut dyn Writer, key: &str, word: &str) -> Result<(), Error> {
        Ok(w.set_state(&self.name, &state_key(key), Some(word))?)
    }

    fn known_one(&self, r: &dyn Reader, one: &Observation, now: Moment) -> Result<Option<TurnOutcome>, Error> {
        if one.uid.is_none() || one.unsays() {
            return Ok(None);
        }
        // Words do not matter where the source names the turn.
        let turn = omoide_core::Turn {
            said: String::new(),
            replied: String::new(),
            at: one.at.unwrap_or(now),
            person: String::new(),
            thread: None,
            uid: one.uid.as_deref().map(|uid| self.engine.kept_name(uid).into_owned()),
            heard_until: None,
            witnesses: omoide_core::Witnesses::default(),
        };
        if r.same_turn(&self.name, &turn)?.is_some() {
            return Ok(Some(TurnOutcome::Before));
        }
        if self.is_taken_back(r, turn.uid.as_deref())? {
            return Ok(Some(TurnOutcome::Erased));
        }
        let Some(id) = one.id else { return Ok(None) };
        let log = r.log(&self.name, Some(&Subject::Memory { id, seq: None }))?;
        let is_gone = |entry: &Entry| matches!(entry.action(), Action::Erased | Action::Unsaid) && !entry.is_undone;
        let is_erased = log.iter().any(is_gone);
        Ok(is_erased.then_some(TurnOutcome::Erased))
    }

    pub(super) fn encode_side_by_side(
        &self,
        observations: &[Observation],
        places: &[usize],
        now: Moment,
    ) -> Vec<Result<Encoded, Error>> {
        side_by_side(places, |place| {
            let observation = &observations[*place];
            self.encode(observation, self.hear(observation, now)?, now)
        })
    }
}

/// What `work` makes of every place, in their order, on as many threads as there are cores.
pub(super) fn side_by_side<T: Send>(places: &[usize], work: impl Fn(&usize) -> T + Sync) -> Vec<T> {
    let hands = thread::available_parallelism().map_or(1, NonZero::get);
    // A thread for a few would cost more than it spares.
    let share = places.len().div_ceil(hands).max(FEWEST_FOR_A_HAND);
    let (own, others) = places.split_at(share.min(places.len()));
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> =
            others.chunks(share).map(|chunk| scope.spawn(move || chunk.iter().map(work).collect::<Vec<_>>())).collect();
        let mut all: Vec<_> = own.iter().map(work).collect();
        for hand in threads {
            all.extend(hand.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    })
}

fn of(remembered: Remembered) -> TurnOutcome {
    match remembered {
        Remembered::Anew { memory, protection, taken, .. } => {
            let is_left_unprotected = matches!(protection, Protection::Full { .. });
            TurnOutcome::Anew { handle: memory.handle, is_left_unprotected, taken }
        }
        Remembered::Before { .. } => TurnOutcome::Before,
        Remembered::TookBack { unsaid } => TurnOutcome::TookBack(unsaid.turns.len()),
        Remembered::TakenBackBefore => TurnOutcome::Erased,
        Remembered::Command | Remembered::NothingLeft | Remembered::Unsaid { .. } => TurnOutcome::Nothing,
    }
}
