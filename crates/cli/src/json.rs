//! Memories as JSON: S0's field names, in one place for all commands.

use omoide::{Neighbour, NightOutcome, Portion, Supersessions};
use omoide_core::{Feedback, Feeling, Memory, Relation, SupersededSpan, TextVersion, Turn};
use serde_json::{Value, json};

pub use omoide_server::reckoning::{hit_terms, plan};

/// A memory.
pub fn memory(memory: &Memory) -> Value {
    let condition = &memory.condition;
    let feeling = &memory.emotion.feeling;
    json!({
        "id": memory.id,
        "handle": memory.handle,
        "mind": memory.mind.as_str(),
        "kind": memory.kind.name(),
        "created": memory.created,
        "recorded_at": memory.recorded_at,
        "memory_days": condition.memory_days,
        "recalled_since_last_batch": condition.recalled_since_last_batch,
        "recall_count": condition.recall_count,
        "emotional_intensity": memory.emotion.intensity,
        "emotional_valence": feeling.valence.name(),
        "emotional_arousal": feeling.arousal,
        "emotional_tags": feeling.tags.iter().map(|tag| tag.name()).collect::<Vec<_>>(),
        "decay_coefficient": condition.decay_coefficient,
        "category": memory.category.name(),
        "keywords": memory.keywords,
        "current_level": condition.current_level.number(),
        "trigger": memory.text.trigger,
        "content": memory.text.content,
        "relations": memory.relations.iter().map(relation).collect::<Vec<_>>(),
        "superseded": memory.superseded.iter().map(superseded).collect::<Vec<_>>(),
        "retention_score": condition.retention_score,
        "archived_at": condition.archived_at,
        "protected": condition.protected,
        "revival_requested": condition.revival_requested,
        "revival_requested_at": condition.revival_requested_at,
        "put_away": condition.put_away,
        "person": memory.origin.person,
        "thread": memory.origin.thread,
        "source": memory.origin.source.name(),
    })
}

/// Memories.
pub fn memories<'m>(all: impl IntoIterator<Item = &'m Memory>) -> Vec<Value> {
    all.into_iter().map(memory).collect()
}

/// A reference that a memory holds.
pub fn relation(relation: &Relation) -> Value {
    json!({ "to": relation.to, "type": relation.kind.name() })
}

/// What of a memory a newer one makes out of date.
pub fn superseded(span: &SupersededSpan) -> Value {
    json!({
        "words": span.words, "start": span.start, "end": span.end,
        "until": span.since.date().to_string(), "since": span.since, "by": span.by,
    })
}

/// What a memory makes out of date, and what makes it so.
pub fn supersessions(found: &Supersessions) -> (Value, Value) {
    let by: Vec<Value> = found.by.iter().map(|(_, newer)| memory(newer)).collect();
    (json!(by), json!(memories(&found.of)))
}

/// A memory next to another.
pub fn neighbour(neighbour: &Neighbour) -> Value {
    json!({
        "memory": memory(&neighbour.memory),
        "type": neighbour.kind.name(),
        "via": neighbour.via,
        "depth": neighbour.depth,
        "is_reverse": neighbour.is_reverse,
    })
}

/// What was said of a memory.
pub fn feedback(feedback: &Feedback) -> Value {
    json!({ "ups": feedback.ups, "downs": feedback.downs, "arousal": feedback.arousal, "at": feedback.at })
}

/// What there is room for of a memory.
pub fn portion(portion: &Portion<'_>) -> Value {
    let continued = (!portion.is_whole).then(|| portion.command());
    json!({ "text": portion.text, "is_whole": portion.is_whole, "continued": continued })
}

/// A feeling.
pub fn feeling(feeling: &Feeling) -> Value {
    json!({
        "valence": feeling.valence.name(),
        "arousal": feeling.arousal,
        "tags": feeling.tags.iter().map(|tag| tag.name()).collect::<Vec<_>>(),
    })
}

/// A version of a memory's text.
pub fn version(version: &TextVersion) -> Value {
    json!({
        "version": version.version,
        "level": version.level.number(),
        "trigger": version.text.trigger,
        "content": version.text.content,
        "made_by": version.made.word(),
        "made_at": version.made_at,
    })
}

/// A turn, word for word.
pub fn turn(turn: &Turn) -> Value {
    json!({
        "said": turn.said,
        "replied": turn.replied,
        "at": turn.at,
        "person": turn.person,
        "thread": turn.thread,
        "uid": turn.uid,
    })
}

/// A night that was run, or would be.
pub fn night(night: &NightOutcome) -> Value {
    let report = &night.report;
    let links = |links: &[omoide_core::policy::episode::LinkChange]| -> Vec<Value> {
        links.iter().map(|link| json!({ "from": link.from, "to": link.to })).collect()
    };
    let transitions: Vec<Value> = report
        .transitions
        .iter()
        .map(|step| {
            json!({
                "id": step.memory,
                "from": step.from.number(),
                "to": step.to.number(),
                "reason": step.reason.name(),
            })
        })
        .collect();
    json!({
        "date": night.date.to_string(),
        "at": night.at,
        "faded": report.faded,
        "recalled": report.recalled,
        "transitions": transitions,
        "revived": report.revived,
        "revival_postponed": report.revival_postponed,
        "links_added": links(&report.links_added),
        "links_removed": links(&report.links_removed),
        "links_flipped": links(&report.links_flipped),
        "erased": report.erased,
        "levels": report.counts,
    })
}
