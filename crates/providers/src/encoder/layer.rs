//! One layer: attention, then two matrices with a bend between, each added to what came in.

use std::ops::Range;

use ndarray::{Array1, Array2, Axis, Zip, concatenate};

use super::array;
use super::attention::attend;
use super::bias::Bias;
use super::config::Config;
use super::relative::Buckets;
use crate::ModelError;
use crate::tensors::TensorFile;

/// A matrix and what is added after it.
#[derive(Debug)]
pub(super) struct Linear {
    /// A row for each number that goes out.
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    pub(super) fn new(weight: Array2<f32>, bias: Array1<f32>) -> Self {
        Self { weight, bias }
    }

    /// How many numbers go out.
    pub(super) fn outputs(&self) -> usize {
        self.weight.nrows()
    }

    pub(super) fn load(file: &TensorFile, name: &str, from: usize, to: usize) -> Result<Self, ModelError> {
        let weight = array(file.matrix(&format!("{name}.weight"))?, from, name)?;
        if weight.nrows() != to {
            return Err(ModelError::NoTensor { name: name.to_owned() });
        }
        Ok(Self { weight, bias: Array1::from_vec(file.row(&format!("{name}.bias"), to)?) })
    }

    /// One row through the matrix.
    pub(super) fn apply_to_row(&self, row: &[f32]) -> Vec<f32> {
        let of = |weights: ndarray::ArrayView1<'_, f32>| weights.iter().zip(row).map(|(w, x)| w * x).sum::<f32>();
        self.weight.rows().into_iter().zip(&self.bias).map(|(weights, bias)| of(weights) + bias).collect()
    }

    pub(super) fn apply(&self, rows: &Array2<f32>) -> Array2<f32> {
        let mut out = rows.dot(&self.weight.t());
        out += &self.bias;
        out
    }
}

/// Brings rows to mean 0 and variance 1, then scales and moves them.
#[derive(Debug)]
pub(super) struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    pub(super) fn new(scale: Vec<f32>, shift: Vec<f32>, epsilon: f32) -> Self {
        Self { scale, shift, epsilon }
    }

    pub(super) fn load(file: &TensorFile, name: &str, config: &Config) -> Result<Self, ModelError> {
        // The oldest files have Greek names for them.
        let either = |usual: &str, old: &str| {
            file.row(&format!("{name}.{usual}"), config.hidden_size)
                .or_else(|error| file.row(&format!("{name}.{old}"), config.hidden_size).map_err(|_| error))
        };
        let (scale, shift) = (either("weight", "gamma")?, either("bias", "beta")?);
        Ok(Self { scale, shift, epsilon: config.layer_norm_eps })
    }

    pub(super) fn apply(&self, rows: &mut Array2<f32>) {
        for mut row in rows.rows_mut() {
            let count = row.len() as f32;
            let mean = row.sum() / count;
            let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / count;
            let factor = 1.0 / (variance + self.epsilon).sqrt();
            for ((x, scale), shift) in row.iter_mut().zip(&self.scale).zip(&self.shift) {
                *x = (*x - mean) * factor * scale + shift;
            }
        }
    }
}

/// A layer.
#[derive(Debug)]
pub(super) struct Layer {
    /// Queries, keys and values at once, one after another.
    asking: Linear,
    /// What it makes of distances, where attention goes by them.
    buckets: Option<Buckets>,
    answer: Linear,
    answer_norm: Norm,
    widen: Linear,
    narrow: Linear,
    narrow_norm: Norm,
}

impl Layer {
    /// Reads a layer; `places` are the rows of distances, where attention goes by them.
    pub(super) fn load(
        file: &TensorFile,
        number: usize,
        config: &Config,
        places: Option<&Array2<f32>>,
    ) -> Result<Self, ModelError> {
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let linear = |name: &str, from, to| Linear::load(file, &format!("encoder.layer.{number}.{name}"), from, to);
        let norm = |name: &str| Norm::load(file, &format!("encoder.layer.{number}.{name}"), config);
        let names = config.attention_names();
        let [query, key, value] = names.asking.map(|name| linear(name, hidden, hidden));
        let (query, key, value) = (query?, key?, value?);
        let buckets = match (places, &config.distances) {
            (Some(places), Some(distances)) => Some(Buckets::load((file, number), places, distances, [&query, &key])?),
            _ => None,
        };
        let fits = "the three have the same columns";
        let asking = Linear {
            weight: concatenate(Axis(0), &[query.weight.view(), key.weight.view(), value.weight.view()]).expect(fits),
            bias: concatenate(Axis(0), &[query.bias.view(), key.bias.view(), value.bias.view()]).expect(fits),
        };
        Ok(Self {
            asking,
            buckets,
            answer: linear(names.answer, hidden, hidden)?,
            answer_norm: norm(names.answer_norm)?,
            widen: linear("intermediate.dense", hidden, wide)?,
            narrow: linear("output.dense", wide, hidden)?,
            narrow_norm: norm("output.LayerNorm")?,
        })
    }

    /// The rows after it; `bias` is what distances add to scores, where they do.
    pub(super) fn apply(
        &self,
        rows: Array2<f32>,
        spans: &[Range<usize>],
        config: &Config,
        bias: Option<&Bias>,
    ) -> Array2<f32> {
        let asked = self.asking.apply(&rows);
        let seen = match (&self.buckets, &config.distances) {
            (Some(buckets), Some(distances)) => buckets.attend(&asked, spans, config.num_attention_heads, distances),
            _ => attend(&asked, spans, config.num_attention_heads, bias),
        };
        let mut middle = self.answer.apply(&seen);
        middle += &rows;
        self.answer_norm.apply(&mut middle);
        let mut wide = self.widen.apply(&middle);
        let bend = config.activation();
        Zip::from(&mut wide).for_each(|x| *x = bend(*x));
        let mut out = self.narrow.apply(&wide);
        out += &middle;
        self.narrow_norm.apply(&mut out);
        out
    }
}
