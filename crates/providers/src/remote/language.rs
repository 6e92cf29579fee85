//! Language models behind an address, whatever protocol they speak.

use std::sync::atomic::{AtomicBool, Ordering};

use omoide_core::ports::{Cancellation, FailureKind, LanguageModel, ModelAnswer, ModelFailure, Question};

use super::http::{Http, ProviderConnection};
use super::protocols::{Protocol, ProtocolStyle};
use super::{Endpoint, Secret};

/// A language model of a provider.
pub struct RemoteModel {
    http: Http,
    model: String,
    protocol: Protocol,
    /// The provider did not take a shape, and is asked in words alone from then on.
    is_plain: AtomicBool,
}

impl RemoteModel {
    /// The model of that name.
    ///
    /// # Errors
    /// When the provider has no language models, or the proxy or the certificates cannot be used.
    pub fn new(endpoint: Endpoint, model: &str, reach: ProviderConnection) -> Result<Self, ModelFailure> {
        let protocol = Protocol::of(endpoint.provider).ok_or_else(|| {
            let name = endpoint.provider.name();
            ModelFailure::new(FailureKind::Rejected, format!("{name} has no language models"))
        })?;
        Ok(Self {
            http: Http::new(endpoint, reach)?,
            model: model.to_owned(),
            protocol,
            is_plain: AtomicBool::new(false),
        })
    }

    /// Whether it runs on this machine, and so costs no money.
    pub fn is_here(&self) -> bool {
        self.http.endpoint().is_here()
    }

    fn ask_in(
        &self,
        style: ProtocolStyle,
        question: &Question<'_>,
        cancellation: &Cancellation,
    ) -> Result<ModelAnswer, ModelFailure> {
        let endpoint = self.http.endpoint();
        let path = self.protocol.path(&self.model);
        let headers = self.protocol.headers(endpoint.key.as_ref().map(Secret::expose).transpose()?);
        let body = self.protocol.body(endpoint.provider, &self.model, question, style);
        let reply = self.http.post(&path, &headers, &body, question.max_tokens.into(), cancellation)?;
        let (text, tokens) = self.protocol.read(&reply.body)?;
        Ok(ModelAnswer { text, tokens, attempts: reply.attempts })
    }
}

impl LanguageModel for RemoteModel {
    fn provider(&self) -> &str {
        self.http.endpoint().provider.name()
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn ask(&self, question: &Question<'_>, cancellation: &Cancellation) -> Result<ModelAnswer, ModelFailure> {
        if self.is_plain.load(Ordering::Relaxed) {
            return self.ask_in(ProtocolStyle::Plain, question, cancellation);
        }
        match self.ask_in(ProtocolStyle::Shaped, question, cancellation) {
            // Not every model knows schemas and temperatures; none was asked anything yet, so it costs nothing.
            Err(failure) if failure.kind == FailureKind::Rejected => {
                let answer = self.ask_in(ProtocolStyle::Plain, question, cancellation)?;
                self.is_plain.store(true, Ordering::Relaxed);
                Ok(answer)
            }
            outcome => outcome,
        }
    }
}
