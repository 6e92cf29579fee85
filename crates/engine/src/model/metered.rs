//! An embedder of others that writes every call into the ledger and keeps within the budget.

use std::sync::Arc;

use omoide_core::MindName;
use omoide_core::parameters::Llm;
use omoide_core::ports::store::{Purpose, Writer};
use omoide_core::ports::{BoxError, Clock, Embedder, FailureKind, ModelFailure, Store, StoreError, Tokens};

use crate::model::account::{self, ModelRates, PlannedCall, Stop};

/// An embedder that is paid for.
pub struct MeteredEmbedder {
    /// Who embeds.
    pub inner: Arc<dyn Embedder>,
    /// Where the ledger is.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// In whose name.
    pub mind: MindName,
    /// What may be spent.
    pub llm: Llm,
    /// What it costs.
    pub rates: ModelRates,
    /// The provider.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// How many texts go at once.
    pub texts_per_call: usize,
}

/// Why a text was not sent.
#[derive(Debug, thiserror::Error)]
enum NotSent {
    #[error("it would exceed the limit {0}")]
    Limit(&'static str),
    #[error("{0} has failed too often and is not used for a while")]
    Breaker(String),
}

impl MeteredEmbedder {
    fn metered<T>(&self, texts: &[&str], call: impl FnOnce() -> Result<T, BoxError>) -> Result<T, BoxError> {
        let tokens = Tokens { input: account::most_tokens(texts), output: 0 };
        let planned = PlannedCall {
            mind: &self.mind,
            at: self.clock.now(),
            provider: &self.provider,
            model: &self.model,
            purpose: Purpose::Embed,
            made_by: self.inner.model().to_owned(),
            tokens,
            rates: self.rates,
        };
        let mut begun = None;
        self.store.write(&self.mind, &mut |w: &mut dyn Writer| {
            let refused = |why: NotSent| StoreError::Caller(Box::new(why));
            match account::obstacle(w, &self.llm, &planned)? {
                Some(Stop::Limit(limit)) => return Err(refused(NotSent::Limit(limit.parameter()))),
                Some(_) => return Err(refused(NotSent::Breaker(self.provider.clone()))),
                None => begun = Some(account::begin(w, &planned, &[], &[])?),
            }
            Ok(())
        })?;
        let Some(number) = begun else { return call() };
        let answer = call();
        let until = self.clock.now();
        let estimate = texts.iter().map(|text| omoide_language::token_count::estimate(text) as u64).sum();
        self.store.write(&self.mind, &mut |w| match &answer {
            Ok(_) => {
                let outcome = account::outcome(&planned, None, Tokens { input: estimate, output: 0 }, until);
                w.answer_call(number, &outcome, None)
            }
            Err(error) => {
                let kind = error.downcast_ref::<ModelFailure>().map_or(FailureKind::Unavailable, |f| f.kind);
                let assumed = if kind.may_be_paid() { tokens } else { Tokens::default() };
                w.fail_call(number, &account::outcome(&planned, None, assumed, until), kind)
            }
        })?;
        answer
    }
}

impl Embedder for MeteredEmbedder {
    fn model(&self) -> &str {
        self.inner.model()
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(self.texts_per_call.max(1)) {
            vectors.extend(self.metered(batch, || self.inner.embed(batch))?);
        }
        Ok(vectors)
    }

    fn embed_query(&self, text: &str) -> Result<Option<Vec<f32>>, BoxError> {
        self.metered(&[text], || self.inner.embed_query(text))
    }

    fn floor(&self) -> f64 {
        self.inner.floor()
    }

    fn is_remote(&self) -> bool {
        self.inner.is_remote()
    }
}
