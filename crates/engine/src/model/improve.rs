//! What a language model makes better: how turns are understood, and the texts that nights shorten.
//!
//! Everything is there without it. A call is written down with its memories before it is made, and its answer before
//! anything is made of it; so whoever is killed in between goes on where they stopped, and nothing is paid for twice.
//! What the budget did not allow is left for another night.

mod again;
mod apply;
mod ask;
mod estimate;
mod sessions;

pub use estimate::NightEstimate;
pub use sessions::SessionSummary;

use std::sync::Arc;

use omoide_core::change::{Action, NightStep};
use omoide_core::policy::episode::{Draft, Night, Rewrite};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::Purpose;
use omoide_core::ports::{Cancellation, LanguageModel, Tokens};
use omoide_core::{Date, Level, MemoryId, Moment, Seq};

use crate::model::account::{ModelRates, Stop};
use crate::model::outgoing::DiscreetModel;
use crate::{Engine, Error, Mind};

/// A language model, and what it costs.
#[derive(Clone)]
pub(crate) struct Tutor {
    pub(crate) model: Arc<DiscreetModel>,
    pub(crate) rates: ModelRates,
    pub(crate) cancellation: Cancellation,
}

/// What a language model has done.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Improvement {
    /// Calls that were made.
    pub calls: u64,
    /// Turns that are understood better.
    pub analysed: u64,
    /// Texts that were shortened.
    pub shortened: u64,
    /// Sessions that were summed up.
    pub sessions: u64,
    /// Answers that had to be repaired.
    pub repaired: u64,
    /// Answers that could not be used; the language layer's stands.
    pub replaced: u64,
    /// What it took.
    pub tokens: Tokens,
    /// What it cost, in billionths of a dollar.
    pub nanodollars: u64,
    /// Which turns are understood better.
    pub understood: Vec<Seq>,
    /// Turns that are left for another night.
    pub left: u64,
    /// Why they are.
    pub stop: Option<Stop>,
    /// The step of a night that it is done for, if one asked.
    pub(crate) step: Option<NightStep>,
}

impl Improvement {
    /// Whether anything was asked or is left.
    pub fn is_worth_telling(&self) -> bool {
        self.calls > 0 || self.stop.is_some()
    }
}

impl Engine {
    /// With a language model that makes things better, and what it costs.
    #[must_use]
    pub fn with_model(mut self, model: Arc<dyn LanguageModel>, rates: ModelRates, cancellation: Cancellation) -> Self {
        let model = Arc::new(DiscreetModel::new(model, &self.parts.understanding));
        self.tutor = Some(Tutor { model, rates, cancellation });
        self
    }

    /// Without one: for whoever must not wait.
    #[must_use]
    pub fn without_model(&self) -> Self {
        Self { tutor: None, ..self.clone() }
    }

    /// Whether there is a language model.
    pub fn has_model(&self) -> bool {
        self.tutor.is_some()
    }
}

impl Mind<'_> {
    /// Has the language model understand turns that it was not asked about yet, the last ones first; at least `least`
    /// must be waiting for it, so that a call is worth its while. Answers that were left behind are used first.
    ///
    /// # Errors
    /// When the store fails. What the model fails with is told in the outcome.
    pub fn improve(&self, least: u64) -> Result<Improvement, Error> {
        self.understand_turns(least, None)
    }

    /// The same for a step of a night, with which it is taken back.
    pub(crate) fn understand_turns(&self, least: u64, step: Option<NightStep>) -> Result<Improvement, Error> {
        let mut done = Improvement { step, ..self.take_up_answers(step)? };
        let Some(tutor) = &self.engine.tutor else { return Ok(done) };
        let most = u64::from(self.parameters().llm.turns_per_night);
        let waiting = self.waiting()?;
        if waiting < least.max(1) || most == 0 {
            return Ok(done);
        }
        while done.stop.is_none() && !tutor.cancellation.is_cancelled() {
            if done.analysed + done.replaced >= most {
                done.stop = Some(Stop::Enough);
                break;
            }
            if !self.ask_about_turns(tutor, &mut done)? {
                break;
            }
        }
        done.left = self.waiting()?;
        if done.left == 0 {
            done.stop = None;
        }
        Ok(done)
    }

    /// Lets turns be asked about again whose answer was lost because whoever asked was killed an hour ago or more.
    /// They may be paid for twice, so that this is never done unasked. Returns how many there were.
    ///
    /// # Errors
    /// When the store fails.
    pub fn ask_again(&self) -> Result<u64, Error> {
        let hour = 3_600_000_000;
        let before = self.engine.now().plus_micros(-hour).unix_micros();
        self.write(|w| Ok(w.give_back(&self.name, before)?))
    }

    /// How many turns the language model was not asked about yet.
    ///
    /// # Errors
    /// When the store fails.
    pub fn waiting(&self) -> Result<u64, Error> {
        self.engine.read(|r| r.count_never_asked(&self.name, Purpose::Analyse))
    }

    /// Has the language model make the texts that the night will need.
    pub(crate) fn improve_shortenings(&self, at: Moment, date: Date, done: &mut Improvement) -> Result<(), Error> {
        let Some(tutor) = &self.engine.tutor else { return Ok(()) };
        let rewrites = self.drafted(at, date)?.rewrites;
        for purpose in [Purpose::Summarise, Purpose::Trace] {
            let mut wanted: Vec<Seq> =
                rewrites.iter().filter(|r| purpose_of(r.level) == Some(purpose)).map(|r| r.seq).collect();
            // A night that cannot be paid for whole keeps what was said last.
            wanted.sort_unstable_by(|a, b| b.cmp(a));
            let mut rest = wanted.as_slice();
            while done.stop.is_none() && !rest.is_empty() && !tutor.cancellation.is_cancelled() {
                rest = self.ask_for_texts(tutor, purpose, rest, done)?;
            }
        }
        Ok(())
    }

    /// Has the language model say in short what went into the archive in a night (S2 圧縮): what is left of such a memory
    /// are keywords, and whoever looks at it later wants a sentence.
    pub(crate) fn improve_archive(&self, date: Date, done: &mut Improvement) -> Result<(), Error> {
        let Some(tutor) = &self.engine.tutor else { return Ok(()) };
        let step = NightStep { date, step: Step::Episodes };
        let wanted: Vec<Seq> = self.engine.look(|r| {
            let entries = r.step_entries(&self.name, step)?;
            let archived = entries.iter().filter(|entry| entry.action() == Action::Archived && !entry.is_undone);
            let ids: Vec<MemoryId> = archived.filter_map(|entry| entry.subject.memory_id()).collect();
            let there = ids.iter().map(|id| r.memory(&self.name, *id).map(|memory| memory.seq));
            // One that was erased since is passed over.
            Ok(there.filter_map(Result::ok).collect())
        })?;
        let mut rest = wanted.as_slice();
        while done.stop.is_none() && !rest.is_empty() && !tutor.cancellation.is_cancelled() {
            rest = self.ask_for_texts(tutor, Purpose::Compress, rest, done)?;
        }
        Ok(())
    }

    /// What the night will want of a language model, as far as it can be known before it is slept.
    pub(crate) fn drafted(&self, at: Moment, date: Date) -> Result<Drafted, Error> {
        self.engine.look(|r| {
            let last = r.last_night(&self.name)?.map(|night| night.at);
            let night = Night { date, at, last, parameters: self.parameters() };
            let draft = Draft::new(night, r.sleepers(&self.name, last)?, &r.relations(&self.name)?);
            let mut rewrites: Vec<Rewrite> = Vec::new();
            for rewrite in draft.rewrites() {
                rewrites.retain(|before| before.seq != rewrite.seq);
                rewrites.push(*rewrite);
            }
            Ok(Drafted { rewrites, archived: draft.archived().collect() })
        })
    }
}

/// What a night will want of a language model.
pub(crate) struct Drafted {
    /// The texts that it will show for the first time; those that are only passed through are not worth a call.
    pub rewrites: Vec<Rewrite>,
    /// The memories that it will put into the archive.
    pub archived: Vec<Seq>,
}

/// What a text of a level is asked for.
pub(crate) fn purpose_of(level: Level) -> Option<Purpose> {
    match level {
        Level::Summary => Some(Purpose::Summarise),
        Level::Trace => Some(Purpose::Trace),
        Level::Full | Level::Archived => None,
    }
}
