//! The rankings by the seeds' formulas are what a scan of everything says, whatever the weights.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use omoide::core::formulas::ranking::composite::{composite, distance_of_cosine};
use omoide::core::formulas::ranking::final_score::final_score;
use omoide::core::formulas::ranking::priority::priority;
use omoide::core::formulas::ranking::resonance::resonance;
use omoide::core::formulas::similarity::{above_floor, cosine};
use omoide::core::parameters::{IntentWeights, Parameters, Profile};
use omoide::core::ports::store::{Filter, NewMemory};
use omoide::core::ports::{BoxError, Embedder, TimeHint, Understanding};
use omoide::core::{Category, Level, Memory, MindName, Moment, Seq, Tag, Valence};
use omoide::{Embedders, Prompt};
use omoide_language::{LanguageLayer, query_plan};
use omoide_store::Options;
use omoide_testkit::builders::{a_memory, archived};
use omoide_testkit::clock::START;
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use omoide_testkit::settling::settle;
use proptest::prelude::*;

const MODEL: &str = "given";
const SIZE: usize = 16;

/// Vectors come with the memories and with the prompt.
struct Given {
    floor: f64,
}

impl Embedder for Given {
    fn model(&self) -> &str {
        MODEL
    }

    fn dimensions(&self) -> usize {
        SIZE
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        Ok(texts.iter().map(|_| None).collect())
    }

    fn floor(&self) -> f64 {
        self.floor
    }
}

/// Prompts of several intents, categories and times.
const PROMPTS: [&str; 6] =
    ["qwerty", "データベースの設計", "昨日の話", "how to configure it?", "嬉しかったこと", "この前の件"];

#[derive(Clone, Debug)]
struct Drawn {
    vector: Option<Vec<i8>>,
    retention: f64,
    recalls: u32,
    age_hours: u32,
    arousal: u8,
    valence: Valence,
    tags: Vec<Tag>,
    category: usize,
    is_archived: bool,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    // Few components and few values: many memories are exactly equal, and equals have an order too.
    let vector = prop::option::weighted(0.9, prop::collection::vec(-3..=3_i8, SIZE));
    let felt = (
        0..=100_u8,
        prop::sample::select(vec![Valence::Positive, Valence::Neutral, Valence::Negative]),
        prop::sample::subsequence(vec![Tag::Joy, Tag::Anger, Tag::Curiosity, Tag::Frustration], 0..=3),
    );
    let retention = prop_oneof![1 => Just(0.0), 1 => Just(10.0), 4 => 0.0..100.0_f64];
    (vector, retention, 0..12_u32, 0..2_000_u32, felt, 0..4_usize, prop::bool::weighted(0.2)).prop_map(
        |(vector, retention, recalls, age_hours, (arousal, valence, tags), category, is_archived)| Drawn {
            vector,
            retention,
            recalls,
            age_hours,
            arousal,
            valence,
            tags,
            category,
            is_archived,
        },
    )
}

fn now() -> Moment {
    START.parse().expect("a time")
}

fn built(number: usize, drawn: &Drawn) -> NewMemory {
    let created = now().plus_seconds(-3_600 * i64::from(drawn.age_hours));
    let mut builder = a_memory(number as u128 + 1);
    if drawn.is_archived {
        builder = builder.shown(archived(now()));
    }
    if let Some(values) = &drawn.vector {
        builder = builder.vector(MODEL, &values.iter().map(|value| f32::from(*value)).collect::<Vec<_>>());
    }
    builder
        .with(|memory| {
            (memory.created, memory.recorded_at) = (created, created);
            memory.life.retention().retention_score = drawn.retention;
            memory.life.retention().recall_count = drawn.recalls;
            memory.emotion.feeling.arousal = drawn.arousal;
            memory.emotion.feeling.valence = drawn.valence;
            memory.emotion.feeling.tags.clone_from(&drawn.tags);
            memory.category = Category::KNOWN[drawn.category].clone();
        })
        .build()
}

fn weights() -> impl Strategy<Value = Parameters> {
    let weight = || prop_oneof![1 => Just(0.0), 3 => 0.0..2.0_f64];
    let unit = || prop_oneof![1 => Just(0.0), 3 => 0.0..1.0_f64];
    (
        (weight(), unit(), weight(), unit()),
        (weight(), weight(), unit()),
        (weight(), weight(), 0.5..90.0_f64),
        any::<bool>(),
    )
        .prop_map(|(s0, s3, s4, recalls_archive)| {
            let mut parameters = Parameters::default();
            parameters.retrieval.gate = false;
            (parameters.resonance.priority_weight_alpha, parameters.recall.recall_count_weight) = (s0.1, s0.3);
            (parameters.retrieval.time_word_weight, parameters.retrieval.category_weight) = (s0.2, s0.1);
            let weights = IntentWeights { distance: s3.0, arousal: s3.1, time: s3.2 };
            let intent = &mut parameters.intent;
            (intent.emotional, intent.factual, intent.technical) = (weights, weights, weights);
            (parameters.activation.recency_weight, parameters.activation.frequency_weight) = (s4.0, s4.1);
            parameters.activation.recency_half_life_days = s4.2;
            // Nothing is connected; what activation leaves at its own beginnings is no part of this.
            parameters.activation.pagerank_weight = 0.0;
            parameters.archive.enable_archive_recall = recalls_archive;
            parameters
        })
}

/// The ranking as the formula says it, from every vector and every memory.
fn naive(sandbox: &Sandbox, prompt: &Prompt, profile: Profile, floor: f64) -> Vec<(Seq, f64)> {
    let parameters = sandbox.engine.parameters();
    let asked = prompt.embedding.as_ref().expect("the prompt has its vector");
    let mut similarities: HashMap<Seq, f64> = HashMap::new();
    let store = omoide_store::open(sandbox.path(), Options::EXISTING).expect("the store is there");
    store
        .read(&mut |r| {
            r.scan_vectors(&MindName::default(), MODEL, SIZE, &mut |seq, vector| {
                similarities.insert(seq, above_floor(cosine(asked, vector), floor));
            })
        })
        .expect("the store answers");
    let feeling = sandbox.mind().feeling(None).expect("known").filter(|_| prompt.with_feeling);
    let intent = query_plan::intent_of(&prompt.text);
    let category = LanguageLayer.category(&prompt.text);
    let hint = LanguageLayer.time_hint(&prompt.text, now());
    let score = |memory: &Memory| {
        let similarity = similarities.get(&memory.seq).copied().unwrap_or(0.0);
        let retention = memory.life.retention();
        let age = now().days_since(memory.created).max(0.0);
        match profile {
            Profile::Resonance => {
                let felt = feeling.as_ref().map(|now| resonance(&memory.emotion.feeling, now, &parameters.resonance));
                let terms = priority(retention.retention_score, similarity, retention.recall_count, felt, parameters);
                let is_same = category != Category::Casual && category == memory.category;
                let category = if is_same { parameters.retrieval.category_weight * terms.base() } else { 0.0 };
                let nearness = hint.map_or(0.0, |hint| nearness(hint, memory, parameters));
                terms.sum() + category + parameters.retrieval.time_word_weight * nearness * retention.retention_score
            }
            Profile::Intent => {
                let arousal = f64::from(memory.emotion.feeling.arousal) / 100.0;
                -composite(distance_of_cosine(similarity), arousal, age, intent, &parameters.intent).sum()
            }
            _ => final_score(similarity, age, retention.recall_count, None, &parameters.activation).sum(),
        }
    };
    let everyone = sandbox.mind().list(&Filter::default()).expect("all memories");
    let mut ranked: Vec<(&Memory, f64)> = everyone
        .iter()
        .filter(|memory| parameters.archive.enable_archive_recall || memory.shown.is_active())
        .map(|memory| (memory, score(memory)))
        .filter(|(_, score)| profile != Profile::Resonance || *score > 0.0)
        .collect();
    ranked.sort_by(|(a, score_of_a), (b, score_of_b)| {
        let place = |memory: &Memory| (memory.shown.level == Level::Archived, memory.seq);
        score_of_b.partial_cmp(score_of_a).unwrap_or(Ordering::Equal).then_with(|| place(a).cmp(&place(b)))
    });
    ranked.into_iter().map(|(memory, score)| (memory.seq, score)).collect()
}

fn nearness(hint: TimeHint, memory: &Memory, parameters: &Parameters) -> f64 {
    match hint {
        TimeHint::Within(from, to) => {
            let at = memory.created.unix_micros();
            f64::from(u8::from(from.unix_micros() <= at && at < to.unix_micros()))
        }
        TimeHint::Recent => {
            0.5_f64.powf(now().days_since(memory.created).max(0.0) / parameters.retrieval.recency_half_life_days)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(32), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_formula_ranks_as_a_scan_of_everything_does(
        drawn in prop::collection::vec(drawn(), 1..300),
        parameters in weights(),
        asked in prop::collection::vec(prop::collection::vec(-3..=3_i8, SIZE), 3),
        words in prop::sample::select(PROMPTS.to_vec()),
        (with_feeling, floor) in (any::<bool>(), prop::sample::select(vec![0.0, 0.25])),
        top_k in 1..30_usize,
    ) {
        let sandbox = Sandbox::with(parameters, Embedders::of(Arc::new(Given { floor })));
        let memories: Vec<NewMemory> = drawn.iter().enumerate().map(|(number, drawn)| built(number, drawn)).collect();
        settle(&sandbox.engine, &MindName::default(), &memories, None);
        for vector in asked {
            let embedding: Vec<f32> = vector.iter().map(|value| f32::from(*value)).collect();
            for profile in [Profile::Resonance, Profile::Intent, Profile::Activation] {
                let prompt = Prompt {
                    embedding: Some(embedding.clone()),
                    profile: Some(profile),
                    top_k: Some(top_k),
                    with_feeling,
                    depth: Some(0),
                    ..Prompt::new(words)
                };
                let mut expected = naive(&sandbox, &prompt, profile, floor);
                expected.truncate(top_k);
                // It leaves its mark, so the next one is coloured by what came to mind here.
                let recalled = sandbox.mind().recall(&prompt).expect("recall never fails");
                let found: Vec<(Seq, f64)> =
                    recalled.hits.iter().map(|hit| (hit.memory.seq, hit.terms.total())).collect();
                prop_assert!(
                    found.len() == expected.len()
                        && found.iter().zip(&expected).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12),
                    "{profile:?} of {} memories for {words:?}:\n{found:?}\n{expected:?}", memories.len()
                );
            }
        }
    }
}
