//! A text as a point in a model's space.

use std::sync::Arc;

/// A vector and the model that made it; vectors of different models are never compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Vector {
    /// The model's name.
    pub model: Arc<str>,
    /// The components.
    pub values: Vec<f32>,
}
