//! Embedders behind an address.

use std::time::Duration;

use omoide_core::ports::{BoxError, Cancellation, Embedder, FailureKind, ModelFailure};
use serde_json::{Value, json};

use super::http::{Http, ProviderConnection};
use super::{Endpoint, Provider, Secret};

/// Whether texts are to be found, or are looked for with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Passage,
    Query,
}

/// How long a search waits for the vector of its words; without it the built-in one does.
const LONGEST_QUERY: Duration = Duration::from_secs(5);

/// Vectors, and the tokens that they took, if the provider says so.
#[derive(Clone, PartialEq, Debug)]
pub struct Vectors {
    /// One for each text, in their order.
    pub values: Vec<Vec<f32>>,
    /// What was read.
    pub tokens: Option<u64>,
}

/// An embedder of a provider.
pub struct RemoteEmbedder {
    http: Http,
    /// For words that someone waits for.
    hasty: Http,
    /// The model, as the provider calls it.
    asked_for: String,
    /// The model, as it is stored with each vector.
    model: String,
    dimensions: usize,
    texts_per_call: usize,
}

impl RemoteEmbedder {
    /// The model of that name. `dimensions` is how many components its vectors have; where the provider can make them
    /// shorter, it is asked to. With 0 they are as long as they come, which only [`RemoteEmbedder::measure`] wants.
    ///
    /// # Errors
    /// When the provider has no embeddings, or the proxy or the certificates cannot be used.
    pub fn new(
        endpoint: Endpoint,
        model: &str,
        dimensions: usize,
        texts_per_call: usize,
        reach: ProviderConnection,
    ) -> Result<Self, ModelFailure> {
        let provider = endpoint.provider;
        if !provider.embeds() {
            let message = format!("{} has no embeddings", provider.name());
            return Err(ModelFailure::new(FailureKind::Rejected, message));
        }
        // A name is stored with every vector, and the same model elsewhere gives the same ones.
        let name = format!("{}:{model}", provider.name());
        let hasty = ProviderConnection { timeout: reach.timeout.min(LONGEST_QUERY), attempts: 1, ..reach.clone() };
        let hasty = Http::new(endpoint.clone(), hasty)?;
        let http = Http::new(endpoint, reach)?;
        Ok(Self {
            http,
            hasty,
            asked_for: model.to_owned(),
            model: name,
            dimensions,
            texts_per_call: texts_per_call.max(1),
        })
    }

    /// How many components its vectors have, found by asking.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn measure(&self) -> Result<usize, ModelFailure> {
        let vectors = self.call(&["omoide"], Role::Passage)?;
        Ok(vectors.values.first().map_or(0, Vec::len))
    }

    /// Whether it runs on this machine, and so costs no money.
    pub fn is_here(&self) -> bool {
        self.http.endpoint().is_here()
    }

    fn all(&self, texts: &[&str], role: Role) -> Result<Vec<Option<Vec<f32>>>, ModelFailure> {
        let is_wordy = |text: &&str| text.chars().any(char::is_alphanumeric);
        let wordy: Vec<&str> = texts.iter().copied().filter(is_wordy).collect();
        let mut found = Vec::with_capacity(wordy.len());
        for batch in wordy.chunks(self.texts_per_call) {
            found.extend(self.call(batch, role)?.values);
        }
        let mut found = found.into_iter();
        Ok(texts.iter().map(|text| if is_wordy(text) { found.next() } else { None }).collect())
    }

    fn call(&self, texts: &[&str], role: Role) -> Result<Vectors, ModelFailure> {
        let endpoint = self.http.endpoint();
        let key = endpoint.key.as_ref().map(Secret::expose).transpose()?;
        let (path, body) = self.request(texts, role);
        let headers = match (endpoint.provider, key) {
            (_, None) => Vec::new(),
            (Provider::Gemini, Some(key)) => vec![("x-goog-api-key", key.to_owned())],
            (_, Some(key)) => vec![("authorization", format!("Bearer {key}"))],
        };
        let http = if role == Role::Query { &self.hasty } else { &self.http };
        let reply = http.post(&path, &headers, &body.to_string(), 0, &Cancellation::default())?;
        let vectors = read(endpoint.provider, &reply.body)
            .ok_or_else(|| self.odd("the answer has no vectors in it that can be read"))?;
        if vectors.values.len() != texts.len() {
            return Err(self.odd(&format!("{} vectors came for {} texts", vectors.values.len(), texts.len())));
        }
        let is_odd = |vector: &&Vec<f32>| {
            (self.dimensions != 0 && vector.len() != self.dimensions) || vector.iter().any(|value| !value.is_finite())
        };
        match vectors.values.iter().find(is_odd) {
            Some(vector) => Err(self.odd(&format!(
                "a vector came with {} components, and those of {} have {}",
                vector.len(),
                self.asked_for,
                self.dimensions
            ))),
            None => Ok(vectors),
        }
    }

    fn request(&self, texts: &[&str], role: Role) -> (String, Value) {
        let wanted = self.dimensions;
        match self.http.endpoint().provider {
            Provider::Gemini => {
                let name = format!("models/{}", self.asked_for.trim_start_matches("models/"));
                let task = if role == Role::Query { "RETRIEVAL_QUERY" } else { "RETRIEVAL_DOCUMENT" };
                let requests: Vec<Value> = texts
                    .iter()
                    .map(|text| {
                        let mut one = json!({"model": name, "content": {"parts": [{"text": text}]}, "taskType": task});
                        if wanted != 0 {
                            one["outputDimensionality"] = json!(wanted);
                        }
                        one
                    })
                    .collect();
                (format!("/{name}:batchEmbedContents"), json!({"requests": requests}))
            }
            Provider::Ollama => ("/api/embed".to_owned(), json!({"model": self.asked_for, "input": texts})),
            Provider::Voyage => {
                let kind = if role == Role::Query { "query" } else { "document" };
                let mut body = json!({"model": self.asked_for, "input": texts, "input_type": kind});
                if wanted != 0 {
                    body["output_dimension"] = json!(wanted);
                }
                ("/embeddings".to_owned(), body)
            }
            provider => {
                let mut body = json!({"model": self.asked_for, "input": texts, "encoding_format": "float"});
                // Only OpenAI's third generation can be shortened; others refuse to be asked.
                if wanted != 0 && provider == Provider::OpenAi && self.asked_for.starts_with("text-embedding-3") {
                    body["dimensions"] = json!(wanted);
                }
                ("/embeddings".to_owned(), body)
            }
        }
    }

    fn odd(&self, message: &str) -> ModelFailure {
        ModelFailure::new(FailureKind::Unreadable, format!("{}: {message}", self.http.endpoint().base_url))
    }
}

impl Embedder for RemoteEmbedder {
    fn model(&self) -> &str {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        Ok(self.all(texts, Role::Passage)?)
    }

    fn embed_query(&self, text: &str) -> Result<Option<Vec<f32>>, BoxError> {
        Ok(self.all(&[text], Role::Query)?.pop().flatten())
    }

    fn is_remote(&self) -> bool {
        true
    }
}

/// The vectors of an answer, in the order of the texts.
fn read(provider: Provider, body: &Value) -> Option<Vectors> {
    let (values, tokens) = match provider {
        Provider::Gemini => (list(&body["embeddings"], |one| &one["values"])?, None),
        Provider::Ollama => (list(&body["embeddings"], |one| one)?, body["prompt_eval_count"].as_u64()),
        _ => {
            let mut data: Vec<&Value> = body["data"].as_array()?.iter().collect();
            data.sort_by_key(|one| one["index"].as_u64().unwrap_or(u64::MAX));
            let values = data.into_iter().map(|one| vector(&one["embedding"])).collect::<Option<_>>()?;
            let usage = &body["usage"];
            (values, usage["prompt_tokens"].as_u64().or_else(|| usage["total_tokens"].as_u64()))
        }
    };
    Some(Vectors { values, tokens })
}

fn list(all: &Value, of: impl Fn(&Value) -> &Value) -> Option<Vec<Vec<f32>>> {
    all.as_array()?.iter().map(|one| vector(of(one))).collect()
}

fn vector(value: &Value) -> Option<Vec<f32>> {
    value.as_array()?.iter().map(|number| number.as_f64().map(|number| number as f32)).collect()
}
