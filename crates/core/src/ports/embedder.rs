//! Embeddings: texts become vectors.

use super::BoxError;

/// A model that turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// The model's name. It is stored with each vector. A model whose vectors differ must have a different name.
    fn model(&self) -> &str;

    /// The number of components of each vector.
    fn dimensions(&self) -> usize;

    /// Returns one vector per text, in the order of `texts`; `None` for a text that has no vector, such as an empty one.
    ///
    /// # Errors
    /// When the model cannot be used. No text is embedded then.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError>;

    /// Returns the vector of a search query. Some models embed queries and texts differently.
    ///
    /// # Errors
    /// As [`Embedder::embed`].
    fn embed_query(&self, text: &str) -> Result<Option<Vec<f32>>, BoxError> {
        Ok(self.embed(&[text])?.pop().flatten())
    }

    /// The cosine similarity of two unrelated texts, below 1. Most models have about 0, some far more. Similarities are
    /// measured from this value.
    fn floor(&self) -> f64 {
        0.0
    }

    /// Whether the sentences of a long text are embedded as well, which doubles the work.
    fn reads_sentences(&self) -> bool {
        false
    }

    /// Whether texts are sent to another machine, which takes time and may cost money. A remote model is never called
    /// while a caller waits for a memory to be written, nor inside a transaction.
    fn is_remote(&self) -> bool {
        false
    }
}
