//! The parts of an engine that a scenario brings along: its clock, its texts, its vectors.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use omoide::core::parameters::{
    BlockForm, FirstBatch, Parameters, Profile, ProtectedDecay, RatioBase, RatioRounding, RevivalCounts, RevivalDays,
    RevivalPosition,
};
use omoide::core::ports::{Analysis, BoxError, Embedder, Redaction, Shortening, TimeHint, Understanding};
use omoide::core::{Category, Moment, QueryWords, Text, Wording, Words};
use serde_json::Value;

use super::{Names, text, vector};

/// The name of the scenario's vectors.
pub const MODEL: &str = "golden";

/// S0's configuration and the scenario's readings of it; what S0 does not have is off.
pub fn parameters(golden: &Value) -> Parameters {
    let mut config = golden["config"].clone();
    let sections = config.as_object_mut().expect("a configuration");
    for other in ["version", "embedding", "llm"] {
        sections.remove(other);
    }
    let mut parameters: Parameters = serde_json::from_value(config).expect("S0's names are ours");
    parameters.retrieval.profile = Profile::Resonance;
    parameters.retrieval.gate = false;
    parameters.retrieval.block_form = BlockForm::S0;
    parameters.retrieval.excerpts = false;
    parameters.retrieval.category_weight = 0.0;
    parameters.retrieval.time_word_weight = 0.0;
    parameters.resonance.carry_over_minutes = 5_256_000;
    parameters.compression.ratio_min_memories = 0;
    parameters.archive.revival_days = RevivalDays::Kept;
    parameters.archive.revival_counts = RevivalCounts::Twice;
    for (choice, value) in golden["choices"].as_object().expect("the choices") {
        match (choice.as_str(), value.as_str().expect("a word")) {
            ("ratio_base", "all") => parameters.compression.ratio_base = RatioBase::All,
            ("ratio_base", "active") => parameters.compression.ratio_base = RatioBase::Active,
            ("ratio_rounding", "floor") => parameters.compression.ratio_rounding = RatioRounding::Floor,
            ("ratio_rounding", "ceil") => parameters.compression.ratio_rounding = RatioRounding::Ceil,
            ("revival_position", "after_ratio") => parameters.archive.revival_position = RevivalPosition::AfterRatio,
            ("revival_position", "before_decay") => {
                parameters.archive.revival_position = RevivalPosition::BeforeDecay;
            }
            ("first_batch", "literal") => parameters.compression.first_batch = FirstBatch::Literal,
            ("first_batch", "fraction_only") => parameters.compression.first_batch = FirstBatch::FractionOnly,
            ("protected_decay", "literal") => parameters.protection.protected_decay = ProtectedDecay::Literal,
            ("protected_decay", "frozen") => parameters.protection.protected_decay = ProtectedDecay::Frozen,
            ("batch_days", "one") => {}
            (choice, value) => panic!("no reading {choice} = {value}"),
        }
    }
    assert_eq!(parameters.violations(), []);
    parameters
}

/// The texts and vectors that stand for a language model and an embedding model.
pub struct StandIn {
    golden: Value,
    names: Names,
    dimensions: usize,
    /// The vectors of the texts given out and not yet embedded, by text, in the order of giving.
    waiting: Mutex<HashMap<String, VecDeque<Option<Vec<f32>>>>>,
}

impl StandIn {
    pub fn new(golden: &Value, names: Names) -> Self {
        let dimensions = usize::try_from(golden["dimensions"].as_u64().expect("a size")).expect("a small size");
        Self { golden: golden["standins"].clone(), names, dimensions, waiting: Mutex::default() }
    }
}

impl Understanding for StandIn {
    fn name(&self) -> &str {
        "golden"
    }

    fn analyse(&self, _: &str, _: &str, _: usize) -> Analysis {
        panic!("a memory of a scenario is analysed")
    }

    fn shorten(&self, wish: Shortening<'_>) -> Result<Option<Text>, BoxError> {
        let stand_in = &self.golden[self.names.name(wish.memory)][wish.level.number().to_string()];
        let short = Text { trigger: text(&stand_in["trigger"]), content: text(&stand_in["content"]) };
        let mut waiting = self.waiting.lock().expect("no one panicked with it");
        waiting.entry(short.joined()).or_default().push_back(vector(&stand_in["embedding"]));
        Ok(Some(short))
    }

    fn category(&self, _: &str) -> Category {
        Category::Casual
    }

    fn time_hint(&self, _: &str, _: Moment) -> Option<TimeHint> {
        None
    }

    fn content_words(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn words_version(&self) -> u32 {
        1
    }

    fn words(&self, _: &Wording) -> Words {
        Words { version: 1, ..Words::default() }
    }

    fn query_words(&self, _: &str) -> QueryWords {
        QueryWords::default()
    }

    fn contains_phrase(&self, text: &str, phrase: &str) -> bool {
        text.contains(phrase)
    }

    fn redacted(&self, text: &str) -> Redaction {
        Redaction::nothing(text)
    }
}

impl Embedder for StandIn {
    fn model(&self) -> &str {
        MODEL
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        let mut waiting = self.waiting.lock().expect("no one panicked with it");
        Ok(texts.iter().map(|text| waiting.get_mut(*text).and_then(VecDeque::pop_front).flatten()).collect())
    }
}
