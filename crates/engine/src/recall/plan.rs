//! How a prompt is understood: what is searched for, and the plan that tells so. The plan is made of what ranked.

use omoide_core::parameters::Profile;
use omoide_core::{Intent, JudgedAs, QueryPlan, QueryWords, TermKind, WantedFeeling};
use omoide_language::query_plan;

use super::prompt::{Asked, Prompt};
use crate::{Error, Mind};

impl Mind<'_> {
    /// The words whose meaning is searched for, and their vector under the active model; none when they have none, or
    /// when the model cannot be asked: then the others and the words have to do.
    pub(super) fn meaning(&self, prompt: &Prompt, words: &str) -> Result<(String, Option<Vec<f32>>), Error> {
        let embedders = &self.engine.parts.embedders;
        let embedded = |words: &str| embedders.active().embed_query(words).ok().flatten();
        if let Some(given) = &prompt.embedding {
            embedders.check_size(given)?;
            return Ok((words.to_owned(), Some(given.clone())));
        }
        if let Some(plan) = &prompt.planned {
            let planned = format!("{}\n{}", prompt.text, plan.semantic_query);
            if let Some(vector) = embedded(&planned) {
                return Ok((planned, Some(vector)));
            }
        }
        let vector = if words.is_empty() { None } else { embedded(words) };
        Ok((words.to_owned(), vector))
    }

    pub(super) fn profile_of(&self, prompt: &Prompt) -> Profile {
        prompt.profile.unwrap_or(self.parameters().retrieval.profile)
    }

    /// What a prompt is after. Only one profile ranks by it; for the others it is told and not asked for.
    pub(super) fn intent_of(&self, prompt: &Prompt) -> Intent {
        let planned = prompt.planned.as_ref().and_then(|plan| plan.intent);
        let is_wanted = prompt.tells_plan || self.profile_of(prompt) == Profile::Intent;
        let by_rule = || if is_wanted { query_plan::intent_of(&prompt.text) } else { Intent::Factual };
        planned.unwrap_or_else(by_rule)
    }
}

impl Asked<'_> {
    /// How it was searched for, given who of those that it names speaks in memories, and what the gate took it for.
    pub(super) fn plan(&self, speakers: &[String], judged_as: Option<JudgedAs>) -> QueryPlan {
        let planned = self.prompt.planned.as_ref();
        let by_rule = || self.gist.keywords(&self.prompt.text);
        let mut people = self.gist.people.clone();
        for speaker in speakers {
            if !people.contains(speaker) {
                people.push(speaker.clone());
            }
        }
        let feeling = self.gist.feeling.filter(|_| self.profile == Profile::Fused);
        QueryPlan {
            semantic_query: self.meaning.clone(),
            words: words(&self.query),
            keywords: planned
                .map(|plan| plan.keywords.clone())
                .filter(|words| !words.is_empty())
                .unwrap_or_else(by_rule),
            phrases: self.query.phrases.iter().chain(&self.letters).map(|phrase| phrase.text.clone()).collect(),
            intent: self.intent,
            time: self.gist.time,
            people,
            feeling: feeling.map(|felt| WantedFeeling { valence: felt.valence, tags: felt.tags }),
            project: self.prompt.place.as_ref().and_then(|place| place.project.clone()),
            judged_as,
            planned_by: planned.map(|plan| plan.by.clone()),
        }
    }
}

/// The words that are looked up, each once, in the order of the prompt.
fn words(query: &QueryWords) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for asked in query.terms.iter().filter(|asked| asked.term.kind() == TermKind::Word && !asked.is_variant) {
        if !words.iter().any(|known| known == asked.term.text()) {
            words.push(asked.term.text().to_owned());
        }
    }
    words
}
