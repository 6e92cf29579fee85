//! An installed model as an embedder. Its weights are read when it is first asked, not before.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use omoide_core::ports::{BoxError, Embedder};

use crate::encoder::{Config, Encoder, NgramEncoder, normalize};
use crate::manifest::{Family, ModelManifest};
use crate::tensors::{PackedFile, TensorFile};
use crate::tokenizer::Tokenizer;
use crate::{ModelError, probe};

/// How many tokens go through the layers together.
const TOKENS_AT_ONCE: usize = 1_024;

/// How many threads work on many texts.
const THREADS: usize = 2;

/// An installed model.
pub struct LocalEmbedder {
    folder: PathBuf,
    manifest: ModelManifest,
    model: String,
    loaded: OnceLock<Result<LoadedModel, ModelError>>,
}

/// What takes memory.
struct LoadedModel {
    tokenizer: Tokenizer,
    encoder: AnyEncoder,
    most_tokens: usize,
}

/// What makes vectors of tokens.
enum AnyEncoder {
    Bert(Box<Encoder>),
    Use(Box<NgramEncoder>),
}

/// The tokens of the texts that have any, each with its place.
type Tokens = Vec<(usize, Vec<u32>)>;

impl LocalEmbedder {
    /// The model of a folder with an `omoide-model.toml`; nothing else of it is read yet.
    ///
    /// # Errors
    /// When that file cannot be read.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        Ok(Self::new(folder, ModelManifest::read(folder)?))
    }

    pub(crate) fn new(folder: &Path, manifest: ModelManifest) -> Self {
        let model = manifest.vector_model();
        Self { folder: folder.to_owned(), manifest, model, loaded: OnceLock::new() }
    }

    /// What is known of it.
    pub fn manifest(&self) -> &ModelManifest {
        &self.manifest
    }

    /// Why it could not be loaded, if someone has tried and it could not.
    pub fn trouble(&self) -> Option<&ModelError> {
        self.loaded.get().and_then(|loaded| loaded.as_ref().err())
    }

    /// Reads the weights, if they are not read yet.
    ///
    /// # Errors
    /// When a file of the model is missing or cannot be understood.
    pub fn load(&self) -> Result<(), &ModelError> {
        self.loaded().map(|_| ())
    }

    fn loaded(&self) -> Result<&LoadedModel, &ModelError> {
        self.loaded.get_or_init(|| LoadedModel::read(&self.folder, &self.manifest)).as_ref()
    }

    fn embed_with(&self, prefix: &str, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        let loaded = self.loaded().map_err(|error| in_words(error))?;
        let mut tokens: Tokens = Vec::with_capacity(texts.len());
        for (place, text) in texts.iter().enumerate() {
            // What has no words means nothing, whatever the model makes of it.
            if text.chars().any(char::is_alphanumeric) {
                tokens.push((place, loaded.tokenizer.encode(&format!("{prefix}{text}"), loaded.most_tokens)));
            }
        }
        // Texts of one length go together, so that no thread waits for the other at the end.
        tokens.sort_by_key(|(_, tokens)| std::cmp::Reverse(tokens.len()));
        let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts.len()];
        for (place, vector) in self.encode_all(loaded, &tokens)? {
            vectors[place] = Some(vector);
        }
        Ok(vectors)
    }

    fn encode_all(&self, loaded: &LoadedModel, tokens: &Tokens) -> Result<Vec<(usize, Vec<f32>)>, BoxError> {
        let batches = batches(tokens);
        if batches.len() < 2 {
            return batches.iter().try_fold(Vec::new(), |done, batch| self.encode(loaded, batch, done));
        }
        let left = Mutex::new(batches.into_iter());
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            let mut done = Vec::new();
            while let Some(batch) = next() {
                done = self.encode(loaded, batch, done)?;
            }
            Ok::<_, BoxError>(done)
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::with_capacity(tokens.len());
            for worker in workers {
                all.extend(worker.join().map_err(|_| "a thread of the encoder failed")??);
            }
            Ok(all)
        })
    }

    fn encode(
        &self,
        loaded: &LoadedModel,
        batch: &[(usize, Vec<u32>)],
        mut done: Vec<(usize, Vec<f32>)>,
    ) -> Result<Vec<(usize, Vec<f32>)>, BoxError> {
        let texts: Vec<&[u32]> = batch.iter().map(|(_, tokens)| tokens.as_slice()).collect();
        let vectors = match &loaded.encoder {
            AnyEncoder::Bert(encoder) => encoder.encode(&texts, self.manifest.pooling)?,
            AnyEncoder::Use(encoder) => encoder.encode(&texts)?,
        };
        for ((place, _), mut vector) in batch.iter().zip(vectors) {
            if self.manifest.normalize {
                normalize(&mut vector);
            }
            if vector.iter().any(|x| !x.is_finite()) {
                return Err("the model made a vector that is no vector".into());
            }
            done.push((*place, vector));
        }
        Ok(done)
    }

    /// How many components its vectors really have, and where unrelated texts are.
    pub(crate) fn measure(&self) -> Result<(usize, f64), ModelError> {
        let loaded = LoadedModel::read(&self.folder, &self.manifest)?;
        let _ = self.loaded.set(Ok(loaded));
        let broken = |cause: BoxError| ModelError::File { path: self.folder.clone(), reason: cause.to_string() };
        let mut floor = f64::INFINITY;
        let mut dimensions = 0;
        // The language that the model knows best says where its floor is.
        for texts in probe::UNRELATED {
            let vectors: Vec<Vec<f32>> = self.embed(&texts).map_err(broken)?.into_iter().flatten().collect();
            dimensions = vectors.first().map_or(0, Vec::len);
            floor = floor.min(probe::mean_cosine(&vectors));
        }
        Ok((dimensions, (floor.clamp(0.0, 0.95) * 1_000.0).round() / 1_000.0))
    }
}

impl Embedder for LocalEmbedder {
    fn model(&self) -> &str {
        &self.model
    }

    fn dimensions(&self) -> usize {
        self.manifest.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        self.embed_with(&self.manifest.passage_prefix, texts)
    }

    fn embed_query(&self, text: &str) -> Result<Option<Vec<f32>>, BoxError> {
        Ok(self.embed_with(&self.manifest.query_prefix, &[text])?.pop().flatten())
    }

    fn floor(&self) -> f64 {
        self.manifest.floor
    }

    fn reads_sentences(&self) -> bool {
        true
    }
}

impl LoadedModel {
    fn read(folder: &Path, manifest: &ModelManifest) -> Result<Self, ModelError> {
        let weights = folder.join(&manifest.weights);
        match manifest.family {
            Family::Bert => {
                let config = Config::open(&folder.join("config.json"))?;
                let tokenizer = Tokenizer::open(&folder.join("tokenizer.json"))?;
                let encoder = Encoder::load(config, TensorFile::open(&weights)?)?;
                let most_tokens = manifest.max_tokens.min(encoder.most_tokens());
                Ok(Self { tokenizer, encoder: AnyEncoder::Bert(Box::new(encoder)), most_tokens })
            }
            Family::Use => {
                let encoder = NgramEncoder::load(PackedFile::open(&weights)?)?;
                let tokenizer = Tokenizer::of_sentence_pieces(encoder.sentence_pieces())
                    .map_err(|reason| ModelError::File { path: weights, reason })?;
                Ok(Self { tokenizer, encoder: AnyEncoder::Use(Box::new(encoder)), most_tokens: manifest.max_tokens })
            }
        }
    }
}

/// Neighbours with not too many tokens together; one that is alone may have more.
fn batches(tokens: &Tokens) -> Vec<&[(usize, Vec<u32>)]> {
    let mut batches = Vec::new();
    let (mut from, mut count) = (0, 0);
    for (at, (_, text)) in tokens.iter().enumerate() {
        if at > from && count + text.len() > TOKENS_AT_ONCE {
            batches.push(&tokens[from..at]);
            (from, count) = (at, 0);
        }
        count += text.len();
    }
    if from < tokens.len() {
        batches.push(&tokens[from..]);
    }
    batches
}

/// An error with its causes, for those who cannot have it.
pub(crate) fn in_words(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        words.push_str(": ");
        words.push_str(&cause.to_string());
        source = cause.source();
    }
    words
}
