//! What `config.json` says of an encoder.

use std::path::Path;

use serde::Deserialize;

use super::relative::Distances;
use crate::ModelError;

/// What DeBERTa's second version calls itself, and its third too.
const DEBERTA: &str = "deberta-v2";

/// What MPNet calls itself.
const MPNET: &str = "mpnet";

/// The shape of an encoder.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Config {
    model_type: String,
    pub(crate) hidden_size: usize,
    pub(crate) num_hidden_layers: usize,
    pub(crate) num_attention_heads: usize,
    pub(crate) intermediate_size: usize,
    #[serde(default = "Config::usual_epsilon")]
    pub(crate) layer_norm_eps: f32,
    #[serde(default)]
    hidden_act: Option<String>,
    #[serde(default)]
    pad_token_id: Option<usize>,
    #[serde(default)]
    position_embedding_type: Option<String>,
    #[serde(default)]
    pooler_hidden_act: Option<String>,
    /// How distances count, where attention goes by them.
    #[serde(skip)]
    pub(super) distances: Option<Distances>,
    /// Where the model comes from, for those who know it.
    #[serde(default, rename = "_name_or_path")]
    pub(crate) origin: Option<String>,
}

/// What the parts of a layer's attention are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AttentionNames {
    /// Queries, keys and values.
    pub(super) asking: [&'static str; 3],
    pub(super) answer: &'static str,
    pub(super) answer_norm: &'static str,
}

impl Config {
    /// Reads a `config.json`.
    pub(crate) fn open(path: &Path) -> Result<Self, ModelError> {
        let text =
            std::fs::read_to_string(path).map_err(|cause| ModelError::Unreadable { path: path.to_owned(), cause })?;
        let broken = |reason: String| ModelError::File { path: path.to_owned(), reason };
        let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| broken(error.to_string()))?;
        let family = value["model_type"].as_str().unwrap_or("model without a type").to_owned();
        if !["bert", "roberta", "xlm-roberta", "camembert", DEBERTA, MPNET].contains(&family.as_str()) {
            return Err(ModelError::Family { what: family });
        }
        let distances = (family == DEBERTA).then(|| serde_json::from_value(value.clone())).transpose();
        let distances = distances.map_err(|error| broken(error.to_string()))?;
        let config: Self = serde_json::from_value(value).map_err(|error| broken(error.to_string()))?;
        let config = Self { distances, ..config };
        config.check().map_err(broken)?;
        Ok(config)
    }

    fn check(&self) -> Result<(), String> {
        let heads = self.num_attention_heads;
        if heads == 0 || self.hidden_size == 0 || !self.hidden_size.is_multiple_of(heads) {
            return Err(format!("{} components cannot be shared by {heads} heads", self.hidden_size));
        }
        if self.num_hidden_layers > 1_000 || self.intermediate_size == 0 {
            return Err("its layers have no usable size".to_owned());
        }
        for name in [&self.hidden_act, &self.pooler_hidden_act] {
            match name.as_deref() {
                None | Some("gelu" | "gelu_new" | "gelu_pytorch_tanh" | "relu" | "tanh") => {}
                Some(other) => return Err(format!("the activation {other} is not known here")),
            }
        }
        if let Some(distances) = &self.distances {
            return distances.check(self.hidden_size);
        }
        match self.position_embedding_type.as_deref() {
            None | Some("absolute") => Ok(()),
            Some(other) => Err(format!("{other} positions are not known here")),
        }
    }

    /// The number of a text's first position: RoBERTa and its kin count from behind the padding.
    pub(crate) fn first_position(&self) -> usize {
        if self.model_type == "bert" || self.distances.is_some() { 0 } else { self.pad_token_id.unwrap_or(1) + 1 }
    }

    /// Whether distances add to the scores of attention, by one table for all layers.
    pub(super) fn has_bias(&self) -> bool {
        self.model_type == MPNET
    }

    /// What the parts of a layer's attention are called.
    pub(super) fn attention_names(&self) -> AttentionNames {
        let usual = AttentionNames {
            asking: ["attention.self.query", "attention.self.key", "attention.self.value"],
            answer: "attention.output.dense",
            answer_norm: "attention.output.LayerNorm",
        };
        match self.model_type.as_str() {
            DEBERTA => AttentionNames {
                asking: ["attention.self.query_proj", "attention.self.key_proj", "attention.self.value_proj"],
                ..usual
            },
            MPNET => AttentionNames {
                asking: ["attention.attn.q", "attention.attn.k", "attention.attn.v"],
                answer: "attention.attn.o",
                answer_norm: "attention.LayerNorm",
            },
            _ => usual,
        }
    }

    /// How the middle of a layer bends numbers.
    pub(crate) fn activation(&self) -> fn(f32) -> f32 {
        activation(self.hidden_act.as_deref())
    }

    /// How the head of a classifier bends them.
    pub(crate) fn head_activation(&self) -> fn(f32) -> f32 {
        if self.distances.is_some() { activation(self.pooler_hidden_act.as_deref()) } else { f32::tanh }
    }

    fn usual_epsilon() -> f32 {
        1e-12
    }
}

fn activation(name: Option<&str>) -> fn(f32) -> f32 {
    match name {
        Some("gelu_new" | "gelu_pytorch_tanh") => gelu_by_tanh,
        Some("relu") => |x| x.max(0.0),
        Some("tanh") => f32::tanh,
        _ => gelu,
    }
}

/// x · Φ(x), with the normal distribution's Φ.
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// The same as BERT's first authors wrote it.
fn gelu_by_tanh(x: f32) -> f32 {
    let inner = (2.0 / std::f32::consts::PI).sqrt() * (x + 0.044_715 * x * x * x);
    0.5 * x * (1.0 + inner.tanh())
}

/// The error function, right to seven digits (Abramowitz and Stegun, 7.1.26).
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let series = ((((1.061_405_4 * t - 1.453_152) * t + 1.421_413_7) * t - 0.284_496_74) * t + 0.254_829_6) * t;
    (1.0 - series * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_right_to_six_digits() {
        for (x, value) in [(0.0, 0.0), (0.5, 0.520_499_9), (-1.0, -0.842_700_8), (2.0, 0.995_322_3), (6.0, 1.0)] {
            assert!((erf(x) - value).abs() < 1e-6, "{x}: {}", erf(x));
        }
        assert!((gelu(1.0) - 0.841_344_7).abs() < 1e-6);
        assert!((gelu(1.0) - gelu_by_tanh(1.0)).abs() < 1e-3);
    }
}
