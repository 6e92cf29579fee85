//! What makes a few numbers of a text's first row: two matrices with a bend between.

use super::Config;
use super::layer::Linear;
use crate::ModelError;
use crate::tensors::TensorFile;

/// The head of a classifier.
#[derive(Debug)]
pub(crate) struct ClassifierHead {
    dense: Linear,
    bend: fn(f32) -> f32,
    out: Linear,
}

impl ClassifierHead {
    /// Reads the head with so many labels: RoBERTa and its kin have both matrices in it, BERT and
    /// DeBERTa have the first in their pooler.
    pub(crate) fn load(file: &TensorFile, config: &Config, labels: usize) -> Result<Self, ModelError> {
        let (hidden, bend) = (config.hidden_size, config.head_activation());
        match Linear::load(file, "classifier.dense", hidden, hidden) {
            Ok(dense) => Ok(Self { dense, bend, out: Linear::load(file, "classifier.out_proj", hidden, labels)? }),
            Err(_) => Ok(Self {
                dense: Linear::load(file, "pooler.dense", hidden, hidden)?,
                bend,
                out: Linear::load(file, "classifier", hidden, labels)?,
            }),
        }
    }

    /// The numbers of a row, one a label.
    pub(crate) fn apply(&self, row: &[f32]) -> Vec<f32> {
        let bent: Vec<f32> = self.dense.apply_to_row(row).into_iter().map(self.bend).collect();
        self.out.apply_to_row(&bent)
    }
}
