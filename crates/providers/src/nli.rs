//! A cross-encoder that judges whether a statement follows: an encoder of BERT's, XLM-R's or DeBERTa's kind with a head
//! for the three labels, read from a folder with `config.json`, `tokenizer.json` and `model.safetensors`.
//!
//! Both texts go through the encoder together, so that it sees what of the one answers what of the other.

use std::collections::BTreeMap;
use std::path::Path;

use omoide_core::ports::{BoxError, Entailment, Judgement};
use serde::Deserialize;

use crate::ModelError;
use crate::encoder::{ClassifierHead, Config, Encoder};
use crate::settings;
use crate::tensors::TensorFile;
use crate::tokenizer::Tokenizer;

/// More tokens than this are not read of a pair.
const MOST_TOKENS: usize = 512;

/// A cross-encoder of a folder.
pub struct CrossEncoder {
    name: String,
    tokenizer: Tokenizer,
    encoder: Encoder,
    head: ClassifierHead,
    places: Places,
    most_tokens: usize,
}

/// Where each label stands among the numbers that the head gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Places {
    entailment: usize,
    neutral: usize,
    contradiction: usize,
}

#[derive(Deserialize)]
struct Labels {
    #[serde(default)]
    id2label: BTreeMap<String, String>,
}

impl CrossEncoder {
    /// Reads a model.
    ///
    /// # Errors
    /// When a file is missing or cannot be understood, or the model has other labels.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let path = folder.join("config.json");
        let config = Config::open(&path)?;
        let places = places(&path)?;
        let tokenizer = Tokenizer::open(&folder.join("tokenizer.json"))?;
        let file = TensorFile::open(&settings::weights(folder)?)?;
        let head = ClassifierHead::load(&file, &config, 3)?;
        let encoder = Encoder::load(config, file)?;
        let most_tokens = MOST_TOKENS.min(encoder.most_tokens());
        let name = folder.file_name().map_or_else(|| "nli".to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Self { name, tokenizer, encoder, head, places, most_tokens })
    }

    fn judge_one(&self, known: &str, statement: &str) -> Result<Judgement, ModelError> {
        let (tokens, second) =
            self.tokenizer.encode_pair(known, statement, self.most_tokens, self.encoder.separates_twice());
        let row = self.encoder.encode_pair(&tokens, second)?;
        let likely = softmax(&self.head.apply(&row));
        let of = |place: usize| likely.get(place).copied().unwrap_or(0.0);
        Ok(Judgement {
            entailment: of(self.places.entailment),
            neutral: of(self.places.neutral),
            contradiction: of(self.places.contradiction),
        })
    }
}

impl Entailment for CrossEncoder {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(&self, pairs: &[(&str, &str)]) -> Result<Vec<Judgement>, BoxError> {
        pairs.iter().map(|(known, statement)| Ok(self.judge_one(known, statement)?)).collect()
    }
}

fn places(path: &Path) -> Result<Places, ModelError> {
    let broken = |reason: String| ModelError::File { path: path.to_owned(), reason };
    let text =
        std::fs::read_to_string(path).map_err(|cause| ModelError::Unreadable { path: path.to_owned(), cause })?;
    let labels: Labels = serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
    let place = |wanted: &str| {
        let found = labels.id2label.iter().find(|(_, label)| label.to_lowercase().starts_with(wanted));
        found.and_then(|(number, _)| number.parse().ok()).filter(|place: &usize| *place < 3)
    };
    match (place("entail"), place("neutral"), place("contradict")) {
        (Some(entailment), Some(neutral), Some(contradiction)) => Ok(Places { entailment, neutral, contradiction }),
        _ => Err(broken("its labels are not entailment, neutral and contradiction".to_owned())),
    }
}

fn softmax(numbers: &[f32]) -> Vec<f64> {
    let largest = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let raised: Vec<f64> = numbers.iter().map(|number| f64::from(number - largest).exp()).collect();
    let sum: f64 = raised.iter().sum();
    raised.into_iter().map(|number| number / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihoods_add_up_to_one_whatever_the_numbers() {
        for numbers in [[0.0, 0.0, 0.0], [1000.0, -1000.0, 3.0], [-3.5, 2.0, 2.0]] {
            let likely = softmax(&numbers);
            assert!((likely.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{numbers:?}: {likely:?}");
        }
        assert!(softmax(&[0.0, 2.0, 1.0])[1] > 0.6);
    }
}
