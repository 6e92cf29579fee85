//! The sections of the ranking profiles that S3 and S4 describe.

use serde::{Deserialize, Serialize};

use super::sections::{UNIT, section};
use super::table::{Limits, Parameter, Setting, Value};
use crate::Intent;

/// Ranking by what a prompt is after: the weights of each intent, and how fast recency passes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IntentRanking {
    /// For what was felt.
    pub emotional: IntentWeights,
    /// For one fact.
    pub factual: IntentWeights,
    /// For how a thing is done.
    pub technical: IntentWeights,
    /// For what happened at a time.
    pub temporal: IntentWeights,
    /// For how people stand to each other.
    pub relational: IntentWeights,
    /// How fast a memory's recency passes, a day.
    pub time_decay_rate: f64,
}

/// What counts for one intent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IntentWeights {
    /// α: how far the memory's words are from the prompt's.
    pub distance: f64,
    /// β: how little it moved.
    pub arousal: f64,
    /// γ: how long ago it was, for what moved little.
    pub time: f64,
}

impl Default for IntentRanking {
    fn default() -> Self {
        let weights = |distance, arousal, time| IntentWeights { distance, arousal, time };
        Self {
            emotional: weights(0.3, 0.6, 0.1),
            factual: weights(0.5, 0.2, 0.3),
            technical: weights(0.3, 0.1, 0.6),
            temporal: weights(0.2, 0.2, 0.6),
            relational: weights(0.4, 0.4, 0.2),
            time_decay_rate: 0.05,
        }
    }
}

impl IntentRanking {
    /// The weights of an intent.
    pub fn weights(&self, intent: Intent) -> IntentWeights {
        match intent {
            Intent::Emotional => self.emotional,
            Intent::Factual => self.factual,
            Intent::Technical => self.technical,
            Intent::Temporal => self.temporal,
            Intent::Relational => self.relational,
        }
    }

    pub(super) fn visit(&self, f: &mut dyn FnMut(Parameter, Value)) {
        macro_rules! rows {
            ($($intent:ident $of:literal),+) => { $(
                for (path, summary, value) in [
                    (
                        concat!("intent.", stringify!($intent), ".distance"),
                        concat!("Weight of the distance between prompt and memory when it is about ", $of, "."),
                        self.$intent.distance,
                    ),
                    (
                        concat!("intent.", stringify!($intent), ".arousal"),
                        concat!("Weight of how little a memory moved when it is about ", $of, "."),
                        self.$intent.arousal,
                    ),
                    (
                        concat!("intent.", stringify!($intent), ".time"),
                        concat!("Weight of how long ago a memory was when it is about ", $of, "."),
                        self.$intent.time,
                    ),
                ] {
                    let (unit, section) = ("weight", "S3 Intent-Aware Retrieval");
                    f(Parameter { path, summary, unit, section, limits: UNIT }, Value::Number(value));
                }
            )+ };
        }
        rows!(
            emotional "a feeling", factual "a fact", technical "how a thing is done", temporal "a time",
            relational "people"
        );
        f(
            Parameter {
                path: "intent.time_decay_rate",
                summary: "How fast recency passes; at S3's rate half of it is left after 14 days.",
                unit: "share a day",
                section: "S3 Intent-Aware Retrieval",
                limits: Limits::Between(0.0, 10.0),
            },
            Value::Number(self.time_decay_rate),
        );
    }
}

section! {
    /// Ranking by activation.
    ActivationRanking "activation" {
        recency_half_life_days: f64 = 30.0, Limits::Between(0.01, 36_500.0), "days", "S4 最終スコアの算出", "After this many days half of a memory's recency is left.";
        recency_weight: f64 = 0.2, Limits::Between(0.0, 10.0), "score", "S4 最終スコアの算出", "What a memory of this moment gets for its recency.";
        frequency_weight: f64 = 0.1, Limits::Between(0.0, 10.0), "score", "S4 最終スコアの算出", "Weight of the logarithm of how often a memory was recalled.";
        pagerank_weight: f64 = 0.5, Limits::Between(0.0, 10.0), "score", "S4 最終スコアの算出", "Weight of the activation that reaches a memory along its connections.";
    }
}
