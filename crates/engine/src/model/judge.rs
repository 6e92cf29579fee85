//! Whether a statement follows, judged by a language model within the budget (S4 LLM判定).

use std::sync::Arc;

use omoide_core::parameters::Llm;
use omoide_core::ports::store::{Purpose, Writer};
use omoide_core::ports::{
    BoxError, Cancellation, Clock, Entailment, Judgement, LanguageModel, ModelFailure, Question, Store, StoreError,
    Tokens,
};
use omoide_core::{MindName, Text};

use crate::model::account::{self, ModelRates, PlannedCall, Stop};
use crate::model::outgoing::{DiscreetModel, sendable};
use crate::model::prompts::{self, Judged, Tongue};

/// Tokens of a verdict.
const VERDICT_TOKENS: u32 = 64;

/// A pair that nobody could judge.
const UNDECIDED: Judgement = Judgement { entailment: 0.0, neutral: 1.0, contradiction: 0.0 };

/// A language model that judges.
pub struct ModelEntailment {
    /// Who judges.
    pub model: Arc<dyn LanguageModel>,
    /// Where the ledger is.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// In whose name.
    pub mind: MindName,
    /// What may be spent, and how many pairs go at once.
    pub llm: Llm,
    /// What it costs.
    pub rates: ModelRates,
    /// What takes private parts and secrets out of what is sent.
    pub understanding: Arc<dyn omoide_core::ports::Understanding>,
}

/// Why a pair was not judged.
#[derive(Debug, thiserror::Error)]
enum NotJudged {
    #[error("it would exceed the limit {0}")]
    Limit(&'static str),
    #[error("the provider has failed too often and is not used for a while")]
    Breaker,
}

impl ModelEntailment {
    /// Judges pairs of one language in one call.
    fn judge_some(&self, texts: &[Text], tongue: Tongue) -> Result<Vec<Judgement>, BoxError> {
        let instructions = prompts::instructions(Purpose::Judge, tongue);
        let material = prompts::material(texts, self.llm.turn_characters as usize);
        let longest = VERDICT_TOKENS.saturating_mul(u32::try_from(texts.len()).unwrap_or(u32::MAX));
        let (provider, model) = (self.model.provider(), self.model.model());
        let planned = PlannedCall {
            mind: &self.mind,
            at: self.clock.now(),
            provider,
            model,
            purpose: Purpose::Judge,
            made_by: self.name().to_owned(),
            tokens: Tokens { input: account::most_tokens(&[&instructions, &material]), output: longest.into() },
            rates: self.rates,
        };
        let mut begun = None;
        self.store.write(&self.mind, &mut |w: &mut dyn Writer| {
            let refused = |why: NotJudged| StoreError::Caller(Box::new(why));
            begun = Some(match account::obstacle(w, &self.llm, &planned)? {
                Some(Stop::Limit(limit)) => return Err(refused(NotJudged::Limit(limit.parameter()))),
                Some(_) => return Err(refused(NotJudged::Breaker)),
                None => account::begin(w, &planned, &[], &[])?,
            });
            Ok(())
        })?;
        let shape = prompts::shape::<Judged>(texts);
        let question = Question {
            instructions: &instructions,
            material: &material,
            shape: &shape,
            max_tokens: longest,
            temperature: self.llm.temperature,
        };
        let model = DiscreetModel::new(Arc::clone(&self.model), &self.understanding);
        let answer = model.ask(&question, &Cancellation::default());
        let until = self.clock.now();
        if let Some(call) = begun {
            self.store.write(&self.mind, &mut |w| match &answer {
                Ok(answer) => {
                    w.answer_call(call, &account::outcome(&planned, answer.tokens, planned.tokens, until), None)
                }
                Err(failure) => w.fail_call(call, &failed(&planned, failure, until), failure.kind),
            })?;
        }
        let read = prompts::read::<Judged>(&answer?.text, texts);
        Ok(read.into_iter().map(|one| one.map_or(UNDECIDED, |one| one.get().judgement())).collect())
    }
}

fn failed(
    planned: &PlannedCall<'_>,
    failure: &ModelFailure,
    until: omoide_core::Moment,
) -> omoide_core::ports::store::CallOutcome {
    let assumed = if failure.kind.may_be_paid() { planned.tokens } else { Tokens::default() };
    account::outcome(planned, failure.tokens, assumed, until)
}

impl Entailment for ModelEntailment {
    fn name(&self) -> &str {
        self.model.model()
    }

    fn judge(&self, pairs: &[(&str, &str)]) -> Result<Vec<Judgement>, BoxError> {
        let sent = |text: &str| sendable(&*self.understanding, text);
        let texts: Vec<(usize, Text)> = pairs
            .iter()
            .map(|(known, statement)| Text { trigger: sent(known), content: sent(statement) })
            .enumerate()
            .collect();
        let mut judged = vec![UNDECIDED; pairs.len()];
        for tongue in [Tongue::Japanese, Tongue::English] {
            let of: Vec<&(usize, Text)> =
                texts.iter().filter(|(_, text)| Tongue::of(&text.joined()) == tongue).collect();
            for some in of.chunks(self.llm.turns_per_call.max(1) as usize) {
                let shown: Vec<Text> = some.iter().map(|(_, text)| text.clone()).collect();
                for ((place, _), judgement) in some.iter().zip(self.judge_some(&shown, tongue)?) {
                    judged[*place] = judgement;
                }
            }
        }
        Ok(judged)
    }
}
