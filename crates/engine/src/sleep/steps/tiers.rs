//! The step of the tiers (S1 §2, §7): sessions grow warm, and after a month the salient ones become long-term memory.

use std::collections::HashMap;

use omoide_core::change::{Actor, NightStep, Plan};
use omoide_core::formulas::salience::salience;
use omoide_core::policy::night::{DueNight, Step};
use omoide_core::policy::session::{TierReport, TieredSession, candidates, plan_tiers};
use omoide_core::ports::store::{Outline, Reader, Scoring, StepRecord, VectorQuery, Writer};
use omoide_core::{Kind, Memory, Moment, Seq};
use serde::{Deserialize, Serialize};

use crate::{Error, Mind};

/// How many of the nearest sessions say whether one is new.
const NEAREST: usize = 5;

/// How many of its keywords say what a session is about.
const TELLING_KEYWORDS: usize = 3;

/// What the step reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TierSummary {
    /// How many are warm now that were hot.
    pub warmed: usize,
    /// How many became long-term memory.
    pub kept: usize,
    /// How many went into the archive.
    pub archived: usize,
    /// How many came back because they were recalled.
    pub revived: usize,
}

impl From<TierReport> for TierSummary {
    fn from(report: TierReport) -> Self {
        let TierReport { warmed, kept, archived, revived } = report;
        Self { warmed, kept, archived, revived }
    }
}

impl Mind<'_> {
    /// Runs the step, unless it was run. A night in which no session moves has no such step.
    pub(crate) fn tiers_step(&self, night: DueNight) -> Result<(), Error> {
        self.write(|w| {
            let is_run = w.steps_run(&self.name, night.date)?.iter().any(|record| record.step == Step::Tiers)
                || w.last_night(&self.name)?.is_some_and(|last| last.date >= night.date);
            if is_run { Ok(()) } else { self.apply_tiers(w, night) }
        })
    }

    fn apply_tiers(&self, w: &mut dyn Writer, DueNight { date, at }: DueNight) -> Result<(), Error> {
        let parameters = &self.parameters().sessions;
        let since = at.plus_days(-i64::from(parameters.compared_nights));
        let sessions = w.tiered_sessions(&self.name, since)?;
        let wanted = candidates(&sessions, at, parameters);
        let salience = self.saliences(w, &sessions, &wanted)?;
        let (changes, report) = plan_tiers(&sessions, at, &salience, parameters);
        if changes.is_empty() {
            return Ok(());
        }
        let step = NightStep { date, step: Step::Tiers };
        w.apply(&Plan { mind: self.name.clone(), at, by: Actor::Night, step: Some(step), group: None, changes })?;
        let report = serde_json::to_string(&TierSummary::from(report)).expect("numbers are always JSON");
        let record = StepRecord { step: Step::Tiers, ran_at: self.engine.now(), report, can_be_undone: true };
        Ok(w.record_step(&self.name, date, &record)?)
    }

    /// How salient those sessions are, among the others that are given.
    fn saliences(
        &self,
        r: &dyn Reader,
        sessions: &[TieredSession],
        wanted: &[Seq],
    ) -> Result<HashMap<Seq, f64>, Error> {
        if wanted.is_empty() {
            return Ok(HashMap::new());
        }
        let all: Vec<Seq> = sessions.iter().map(|session| session.seq).collect();
        let memories = r.memories(&self.name, &all)?;
        let mut found = HashMap::new();
        for memory in memories.iter().filter(|memory| wanted.contains(&memory.seq)) {
            let near = self.nearest_sessions(r, memory)?;
            let emotion = f64::from(memory.emotion.intensity) / 100.0;
            let terms = salience(emotion, &near, mentions(memory, &memories), &self.parameters().salience);
            found.insert(memory.seq, terms.sum());
        }
        Ok(found)
    }

    /// The similarities of the nearest sessions that ended before this one.
    fn nearest_sessions(&self, r: &dyn Reader, session: &Memory) -> Result<Vec<f64>, Error> {
        let embedder = self.engine.parts.embedders.active();
        let vectors = r.vectors(&self.name, embedder.model(), &[session.seq])?;
        let Some((_, vector)) = vectors.into_iter().next() else { return Ok(Vec::new()) };
        let query = VectorQuery { model: embedder.model(), vector: &vector, floor: embedder.floor() };
        let earlier = EarlierSessions { than: session.seq, at: session.created };
        let found = r.best(&self.name, &query, NEAREST, &earlier)?;
        Ok(found.into_iter().map(|one| one.similarity).collect())
    }
}

/// How many sessions, this one included, are about one of the things that it is about.
fn mentions(session: &Memory, all: &[Memory]) -> u32 {
    let telling = |memory: &'_ Memory| -> Vec<String> {
        memory.keywords.iter().take(TELLING_KEYWORDS).map(|word| word.to_lowercase()).collect()
    };
    let own = telling(session);
    let count = all.iter().filter(|other| telling(other).iter().any(|word| own.contains(word))).count();
    u32::try_from(count.max(1)).unwrap_or(u32::MAX)
}

/// Ranks the sessions before one by how like it they are.
struct EarlierSessions {
    than: Seq,
    at: Moment,
}

impl Scoring for EarlierSessions {
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64> {
        let is_earlier = (outline.created.unix_micros(), outline.seq) < (self.at.unix_micros(), self.than);
        (outline.kind == Kind::Session && is_earlier).then_some(similarity)
    }

    fn ceiling(&self, _: f64, _: u32, similarity: f64) -> f64 {
        similarity
    }
}
