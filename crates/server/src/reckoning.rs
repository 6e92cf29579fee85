//! How a recall was reckoned, as JSON: how the prompt was understood, and every term of a hit's rank.

use omoide::{Hit, HitTerms, Terms};
use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::formulas::ranking::fused::FusedTerms;
use omoide_core::ports::TimeHint;
use omoide_core::{JudgedAs, QueryPlan, Tag};
use serde_json::{Value, json};

/// How a prompt was understood.
pub fn plan(plan: &QueryPlan) -> Value {
    let time = plan.time.map(|hint| match hint {
        TimeHint::Recent => json!({ "is_recent": true }),
        TimeHint::Within(from, to) => json!({ "from": from, "to": to }),
    });
    let feeling = plan.feeling.map(|feeling| {
        let tags: Vec<&str> = Tag::ALL.iter().filter(|tag| feeling.tags.has(**tag)).map(|tag| tag.name()).collect();
        json!({ "valence": feeling.valence.name(), "tags": tags })
    });
    json!({
        "semantic_query": plan.semantic_query,
        "words": plan.words,
        "keywords": plan.keywords,
        "phrases": plan.phrases,
        "intent": plan.intent.name(),
        "time": time,
        "people": plan.people,
        "feeling": feeling,
        "project": plan.project,
        "judged_as": plan.judged_as.map(JudgedAs::name),
        "planned_by": plan.planned_by,
    })
}

/// Every term of a hit's rank, and what the gate saw.
pub fn hit_terms(hit: &Hit) -> Value {
    let mut value = match &hit.terms {
        Terms::Fused(terms) => fused_terms(terms),
        Terms::Resonance(terms) => priority_terms(terms),
        Terms::Intent(terms) => json!({
            "intent": terms.intent.name(),
            "weights": {
                "distance": terms.weights.distance,
                "arousal": terms.weights.arousal,
                "time": terms.weights.time,
            },
            "distance": terms.distance,
            "arousal": terms.arousal,
            "decay": terms.decay,
            "distance_term": terms.distance_term(),
            "arousal_term": terms.arousal_term(),
            "time_term": terms.time_term(),
            "composite": terms.sum(),
        }),
        Terms::Activation(terms) => json!({
            "similarity": terms.similarity,
            "recency": terms.recency,
            "frequency": terms.frequency,
            "pagerank": terms.pagerank,
            "spread": terms.spread,
        }),
    };
    value["profile"] = json!(hit.terms.profile().name());
    value["total"] = json!(hit.terms.total());
    value["gate"] = json!({
        "similarity": hit.gate.similarity,
        "coverage": hit.gate.coverage,
        "is_meant": hit.gate.is_meant,
        "ease": hit.gate.ease,
        "probability": hit.gate.probability,
        "shared": {
            "share": hit.gate.shared.share,
            "rarest": hit.gate.shared.rarest,
            "most_telling": hit.gate.shared.most_telling,
            "telling": hit.gate.shared.telling,
            "count": hit.gate.shared.count,
            "has_person": hit.gate.shared.has_person,
            "lacking": hit.gate.shared.lacking,
        },
        "meaning": hit.gate.meaning,
        "touched": hit.gate.touched,
        "answers": hit.gate.answers,
        "sentence": hit.gate.sentence,
        "height": hit.gate.height,
    });
    if let Some(wording) = hit.gate.wording.filter(|wording| wording.weight > 0.0) {
        value["gate"]["wording"] = json!({ "share": wording.share, "weight": wording.weight });
    }
    value
}

fn fused_terms(terms: &FusedTerms) -> Value {
    let clues: serde_json::Map<String, Value> = Clue::ALL
        .into_iter()
        .map(|clue| {
            let place = clue as usize;
            (clue.name().to_owned(), json!({ "value": terms.clues[place], "part": terms.parts[place] }))
        })
        .collect();
    json!({
        "clues": clues,
        "relevance": terms.relevance,
        "retention": terms.retention,
        "recency": terms.recency,
        "use": terms.usage,
        "resonance": terms.resonance,
        "feedback": terms.feedback,
        "superseded": terms.superseded,
        "inherited": terms.inherited,
        "trust": terms.trust,
        "same_thread": terms.same_thread,
        "same_project": terms.same_project,
        "other_time": terms.other_time,
    })
}

fn priority_terms(terms: &HitTerms) -> Value {
    let priority = &terms.priority;
    json!({
        "retention_score": priority.retention_score,
        "similarity": priority.similarity,
        "use_factor": priority.use_factor,
        "base": priority.base(),
        "resonance": priority.resonance.map(|r| json!({
            "valence": r.valence, "arousal": r.arousal, "tags": r.tags, "sum": r.sum(),
        })),
        "resonance_bonus": priority.resonance_bonus,
        "category_bonus": terms.category_bonus,
        "time_bonus": terms.time_bonus,
    })
}
