//! Texts to vectors.

use super::BoxError;

/// A model that turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// The model's name, which is stored with each of its vectors. A model that gives other vectors
    /// has another name.
    fn model(&self) -> &str;

    /// How many components its vectors have.
    fn dimensions(&self) -> usize;

    /// The vectors of the texts, in their order; `None` where a text has none (it is empty, say).
    ///
    /// # Errors
    /// When the model could not be asked; no text was embedded then.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError>;

    /// The vector of words that texts are looked for with; some models want to be told which it is.
    ///
    /// # Errors
    /// As [`Embedder::embed`].
    fn embed_query(&self, text: &str) -> Result<Option<Vec<f32>>, BoxError> {
        Ok(self.embed(&[text])?.pop().flatten())
    }

    /// The cosine of texts that have nothing to do with each other, below 1. It is about 0 for most
    /// models and far above it for some; similarities are counted from there.
    fn floor(&self) -> f64 {
        0.0
    }

    /// Whether the sentences of long texts are embedded as well. That takes as long again as the texts themselves.
    fn reads_sentences(&self) -> bool {
        false
    }

    /// Whether texts go to someone else to be embedded. That takes time and may cost money: it is never done while
    /// someone waits for a memory to be written down, nor while the store is held.
    fn is_remote(&self) -> bool {
        false
    }
}
