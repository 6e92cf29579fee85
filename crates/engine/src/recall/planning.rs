//! A search that a language model has planned (S3 検索クエリ生成): only where someone asks for it, never longer than they
//! want to wait, and never needed. Without a plan the rules of the language layer plan alone.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use omoide_core::parameters::Profile;
use omoide_core::ports::store::Purpose;
use omoide_core::ports::{
    Cancellation, FailureKind, LanguageModel, ModelAnswer, ModelFailure, Question, Shape, Tokens,
};
use omoide_core::{Intent, Text};

use crate::model::account::{self, Stop};
use crate::model::improve::Tutor;
use crate::model::outgoing::sendable;
use crate::model::prompts::{self, PlannedQuery, Tongue};
use crate::recall::constants::planning::PLAN_TOKENS;
use crate::{Error, Mind, Prompt};

/// How a model would search.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedSearch {
    /// Who planned it.
    pub by: String,
    /// Words to search by meaning.
    pub semantic_query: String,
    /// Names and phrases that stand in the prompt, to search for to the letter; asked for where the profile does so.
    pub keywords: Vec<String>,
    /// What it is after; asked for where the profile ranks by it.
    pub intent: Option<Intent>,
}

/// Who planned a search.
#[derive(Clone, PartialEq, Debug)]
pub enum Planning {
    /// A language model.
    ByModel(PlannedSearch),
    /// The rules alone, because there is no language model.
    NoModel,
    /// The rules alone, because nothing may be asked now, or the provider failed.
    Stopped(Stop),
    /// The rules alone, because the answer cannot be used.
    Unusable,
}

/// What a question is made of, so that it can outlive whoever asks.
struct AskedOfModel {
    instructions: String,
    material: String,
    shape: Shape,
    max_tokens: u32,
    temperature: f64,
}

impl Mind<'_> {
    /// Has the language model plan the search of a prompt. It is asked for what the prompt's profile searches by, and for
    /// nothing else; the prompt that comes back is recalled by the plan.
    ///
    /// # Errors
    /// When the store fails. What the model fails with is told in the outcome.
    pub fn planned_by_model(&self, prompt: Prompt) -> Result<(Prompt, Planning), Error> {
        match self.profile_of(&prompt) {
            Profile::Fused => self.plan_of::<true, false>(prompt),
            Profile::Intent => self.plan_of::<false, true>(prompt),
            Profile::Resonance | Profile::Activation => self.plan_of::<false, false>(prompt),
        }
    }

    /// A plan with keywords or without, with an intent or without.
    fn plan_of<const KEYWORDS: bool, const INTENT: bool>(&self, prompt: Prompt) -> Result<(Prompt, Planning), Error> {
        let Some(tutor) = &self.engine.tutor else { return Ok((prompt, Planning::NoModel)) };
        let sent = sendable(&*self.engine.parts.understanding, &prompt.text);
        if sent.trim().is_empty() {
            // All of it is private: there is nothing that may be asked about.
            return Ok((prompt, Planning::Unusable));
        }
        let text = Text { trigger: sent, content: String::new() };
        let llm = &self.parameters().llm;
        let asked = AskedOfModel {
            instructions: prompts::plan_instructions(Tongue::of(&text.trigger), KEYWORDS, INTENT),
            material: prompts::material(std::slice::from_ref(&text), llm.turn_characters as usize),
            shape: prompts::shape::<PlannedQuery<KEYWORDS, INTENT>>(std::slice::from_ref(&text)),
            max_tokens: PLAN_TOKENS.min(llm.max_tokens),
            temperature: llm.temperature,
        };
        let answer = match self.ask_for_plan(tutor, asked)? {
            Ok(answer) => answer,
            Err(stop) => return Ok((prompt, Planning::Stopped(stop))),
        };
        let Some(read) = prompts::read::<PlannedQuery<KEYWORDS, INTENT>>(&answer.text, &[text]).pop().flatten() else {
            return Ok((prompt, Planning::Unusable));
        };
        let PlannedQuery { semantic_query, keywords, intent } = read.get().clone();
        let by = format!("{}/{} {}", tutor.model.provider(), tutor.model.model(), prompts::name(Purpose::Plan));
        let plan = PlannedSearch { by, semantic_query, keywords, intent };
        Ok((Prompt { planned: Some(plan.clone()), ..prompt }, Planning::ByModel(plan)))
    }

    /// Asks within the budget and the time, and notes what it took.
    fn ask_for_plan(&self, tutor: &Tutor, asked: AskedOfModel) -> Result<Result<ModelAnswer, Stop>, Error> {
        let llm = &self.parameters().llm;
        let tokens = Tokens {
            input: account::most_tokens(&[&asked.instructions, &asked.material]),
            output: asked.max_tokens.into(),
        };
        let planned = self.planned(tutor, Purpose::Plan, tokens);
        let begun = self.write(|w| {
            Ok(match account::obstacle(w, llm, &planned)? {
                Some(stop) => Err(stop),
                None => Ok(account::begin(w, &planned, &[], &[])?),
            })
        })?;
        let call = match begun {
            Ok(call) => call,
            Err(stop) => return Ok(Err(stop)),
        };
        let answer = within(tutor, asked, Duration::from_secs_f64(llm.plan_seconds));
        let until = self.engine.now();
        self.write(|w| {
            match &answer {
                Ok(answer) => {
                    let assumed = Tokens { output: account::most_tokens(&[&answer.text]), ..tokens };
                    w.answer_call(call, &account::outcome(&planned, answer.tokens, assumed, until), None)?;
                }
                Err(failure) => {
                    let assumed = if failure.kind.may_be_paid() { tokens } else { Tokens::default() };
                    w.fail_call(call, &account::outcome(&planned, failure.tokens, assumed, until), failure.kind)?;
                }
            }
            Ok(())
        })?;
        Ok(answer.map_err(Stop::Failed))
    }
}

/// Asks beside whoever waits, so that a provider that drips holds nobody up.
fn within(tutor: &Tutor, asked: AskedOfModel, time: Duration) -> Result<ModelAnswer, ModelFailure> {
    let (model, cancellation) = (Arc::clone(&tutor.model), Cancellation::default());
    let (send, receive) = mpsc::channel();
    let heard = cancellation.clone();
    std::thread::spawn(move || {
        let question = Question {
            instructions: &asked.instructions,
            material: &asked.material,
            shape: &asked.shape,
            max_tokens: asked.max_tokens,
            temperature: asked.temperature,
        };
        // Whoever asked may have gone.
        let _ = send.send(model.ask(&question, &heard));
    });
    receive.recv_timeout(time).unwrap_or_else(|_| {
        cancellation.cancel();
        Err(ModelFailure::new(FailureKind::TimedOut, "there was no plan in time"))
    })
}
