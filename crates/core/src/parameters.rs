//! Every number that can be tuned, with its unit, its limits and the place it comes from.
//!
//! The names of S0's parameters are its own. One table defines each section once: the type, the default, the limits and the
//! description that the schema, the commented default file and the error messages are made from.

mod association;
mod fused;
mod gate;
mod model;
mod people;
mod prime;
mod ranking;
mod sections;
mod sessions;
mod table;

pub use association::*;
pub use fused::*;
pub use gate::*;
pub use model::*;
pub use people::*;
pub use prime::*;
pub use ranking::*;
pub use sections::*;
pub use sessions::*;
pub use table::{Limits, Parameter, Value, Violation};

use serde::{Deserialize, Serialize};

/// All parameters of a mind.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// How retention falls.
    pub retention: RetentionParameters,
    /// Where the levels begin.
    pub levels: Levels,
    /// What being recalled does to a memory.
    pub recall: Recall,
    /// How feelings answer each other.
    pub resonance: Resonance,
    /// The night: its hour and the room that each level has.
    pub compression: Compression,
    /// How memories are linked.
    pub relations: Relations,
    /// What recall returns.
    pub retrieval: Retrieval,
    /// The archive: revival and erasure.
    pub archive: Archive,
    /// Protected memories.
    pub protection: Protection,
    /// How texts become vectors.
    pub embedding: Embedding,
    /// The language model that understands texts.
    pub llm: Llm,
    /// How providers are reached.
    pub network: Network,
    /// What is taken in.
    pub encode: Encode,
    /// Replies that are remembered while they are streamed.
    pub streaming: StreamingParameters,
    /// Nights that can be taken back.
    pub sleep: Sleep,
    /// What a language model would cost.
    pub cost: Cost,
    /// What decides whether a memory is shown at all.
    pub gate: Gate,
    /// The default ranking.
    pub fused: Fused,
    /// Ranking by what a prompt is after.
    pub intent: IntentRanking,
    /// Ranking by activation.
    pub activation: ActivationRanking,
    /// How memories are connected, and how activation spreads along it.
    pub graph: Graph,
    /// What being told that a memory helped does to it.
    pub feedback: FeedbackWeights,
    /// The search of past conversations by their words.
    pub conversations: Conversations,
    /// Where conversations are cut, and how long their sessions stay near.
    pub sessions: Sessions,
    /// What makes a session salient.
    pub salience: Salience,
    /// What is known of persons.
    pub people: People,
    /// What an agent has in mind before it reads a message.
    pub prime: Prime,
    /// What hooks of hosts show.
    pub hooks: Hooks,
}

impl Parameters {
    /// The description of every parameter, in the order of the sections.
    pub fn table() -> Vec<Parameter> {
        let mut rows = Vec::new();
        Self::default().visit(&mut |parameter, _| rows.push(parameter));
        rows
    }

    /// Calls `f` with every parameter's description and present value.
    pub fn visit(&self, f: &mut dyn FnMut(Parameter, Value)) {
        self.retention.visit(f);
        self.levels.visit(f);
        self.recall.visit(f);
        self.resonance.visit(f);
        self.compression.visit(f);
        self.relations.visit(f);
        self.retrieval.visit(f);
        self.archive.visit(f);
        self.protection.visit(f);
        self.embedding.visit(f);
        self.llm.visit(f);
        self.network.visit(f);
        self.encode.visit(f);
        self.streaming.visit(f);
        self.sleep.visit(f);
        self.cost.visit(f);
        self.gate.visit(f);
        self.fused.visit(f);
        self.intent.visit(f);
        self.activation.visit(f);
        self.graph.visit(f);
        self.feedback.visit(f);
        self.conversations.visit(f);
        self.sessions.visit(f);
        self.salience.visit(f);
        self.people.visit(f);
        self.prime.visit(f);
        self.hooks.visit(f);
    }

    /// Everything that is wrong with the values, in the order of the table; empty when all is well.
    pub fn violations(&self) -> Vec<Violation> {
        let mut found = Vec::new();
        self.visit(&mut |parameter, value| {
            if !parameter.limits.allow(&value) {
                found.push(Violation::OutOfRange { parameter, value });
            }
        });
        let mut ordered = |above: (&'static str, f64), below: (&'static str, f64)| {
            if above.1 < below.1 {
                found.push(Violation::OutOfOrder { larger: above.0, smaller: below.0 });
            }
        };
        let levels = &self.levels;
        ordered(
            ("levels.level1_threshold", levels.level1_threshold),
            ("levels.level2_threshold", levels.level2_threshold),
        );
        ordered(
            ("levels.level2_threshold", levels.level2_threshold),
            ("levels.level3_threshold", levels.level3_threshold),
        );
        let by = &self.retention.decay_by_category;
        ordered(
            ("retention.decay_by_category.casual.max", by.casual.max),
            ("retention.decay_by_category.casual.min", by.casual.min),
        );
        ordered(
            ("retention.decay_by_category.work.max", by.work.max),
            ("retention.decay_by_category.work.min", by.work.min),
        );
        ordered(
            ("retention.decay_by_category.decision.max", by.decision.max),
            ("retention.decay_by_category.decision.min", by.decision.min),
        );
        ordered(
            ("retention.decay_by_category.emotional.max", by.emotional.max),
            ("retention.decay_by_category.emotional.min", by.emotional.min),
        );
        ordered(
            ("retention.decay_by_category.lasting.max", by.lasting.max),
            ("retention.decay_by_category.lasting.min", by.lasting.min),
        );
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_violate_nothing() {
        assert_eq!(Parameters::default().violations(), []);
    }

    #[test]
    fn every_parameter_says_what_it_is() {
        let table = Parameters::table();
        let mut paths: Vec<_> = table.iter().map(|p| p.path).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), table.len(), "a path stands twice");
        for parameter in table {
            assert!(!parameter.unit.is_empty() && !parameter.section.is_empty(), "{}", parameter.path);
            assert!(parameter.summary.ends_with('.'), "{}", parameter.path);
        }
    }

    #[test]
    fn a_value_out_of_range_and_thresholds_out_of_order_are_found() {
        let mut parameters = Parameters::default();
        parameters.compression.schedule_hour = 24;
        parameters.levels.level2_threshold = 60.0;
        let found = parameters.violations();
        assert_eq!(found.len(), 2);
        assert!(
            found[0].to_string().contains("levels.level2_threshold") || found[0].to_string().contains("schedule_hour")
        );
    }
}
