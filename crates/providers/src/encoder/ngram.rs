//! An encoder of universal-sentence-encoder's kind: convolutions over two, three and five words, no attention.
//!
//! Each word's row goes through three branches, `x = norm(row · W + b)`, then twice `x = relu(window(x) · W + b) + x`,
//! where the window puts the rows beside it in a row with it, zeros beyond the ends of the text. The row and its three
//! branches together, brought to mean 0 and variance 1 and narrowed, are summed over the text and divided by the root
//! of how many they are; two residual blocks make the vector of that. Many words cost as much as few by the word.

use std::ops::Range;

use ndarray::{Array1, Array2, Axis, concatenate};

use super::array;
use super::layer::{Linear, Norm};
use crate::ModelError;
use crate::tensors::PackedFile;

/// How many words the windows of the branches have, as they follow each other in the joined row.
const ORDERS: [usize; 3] = [2, 3, 5];

/// What keeps a variance of nothing from being divided by.
const EPSILON: f32 = 1e-12;

/// The encoder.
#[derive(Debug)]
pub(crate) struct NgramEncoder {
    /// The rows of words are read where they lie.
    file: PackedFile,
    /// Word n is in table n mod their number, at row n divided by it.
    tables: Vec<String>,
    words: usize,
    branches: Vec<Branch>,
    joined: Norm,
    narrow: Linear,
    blocks: [ResidualBlock; 2],
}

#[derive(Debug)]
struct Branch {
    order: usize,
    narrow: Linear,
    norm: Norm,
    windows: [Linear; 2],
}

/// `out = bend(relu(x · inner) · outer + x · around)`.
#[derive(Debug)]
struct ResidualBlock {
    inner: Linear,
    outer: Linear,
    around: Linear,
}

impl NgramEncoder {
    /// Reads the weights, all but the rows of words.
    pub(crate) fn load(file: PackedFile) -> Result<Self, ModelError> {
        let no_words = || ModelError::NoTensor { name: "of words".to_owned() };
        let tables = file.tables();
        let width = tables.first().map(|(_, _, columns)| *columns).filter(|width| *width > 0).ok_or_else(no_words)?;
        if tables.iter().any(|(_, _, columns)| *columns != width) {
            return Err(no_words());
        }
        let words = tables.iter().map(|(_, rows, _)| *rows).min().unwrap_or(0) * tables.len();
        let tables = tables.into_iter().map(|(name, _, _)| name).collect();
        let branches = ORDERS.map(|order| Branch::load(&file, order, width));
        let branches = branches.into_iter().collect::<Result<Vec<_>, _>>()?;
        let wide = width + branches.iter().map(|branch| branch.narrow.outputs()).sum::<usize>();
        let joined = norm(&file, "CNN_layers", wide)?;
        let narrow = with_bias(&file, "CNN_layers/dense", wide)?;
        let first = ResidualBlock::load(&file, [0, 1], narrow.outputs())?;
        let second = ResidualBlock::load(&file, [2, 3], first.outer.outputs())?;
        Ok(Self { file, tables, words, branches, joined, narrow, blocks: [first, second] })
    }

    /// The tokenizer's model that comes with it.
    pub(crate) fn sentence_pieces(&self) -> &[u8] {
        self.file.sentence_pieces()
    }

    /// The vectors of texts, given as their tokens; none of them is empty.
    pub(crate) fn encode(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, ModelError> {
        let (rows, spans) = self.embed(texts)?;
        let mut parts: Vec<Array2<f32>> = self.branches.iter().map(|branch| branch.apply(&rows, &spans)).collect();
        parts.insert(0, rows);
        let views: Vec<_> = parts.iter().map(|part| part.view()).collect();
        let mut joined = concatenate(Axis(1), &views).expect("all have a row for each word");
        self.joined.apply(&mut joined);
        let narrow = self.narrow.apply(&joined);
        let mut texts = Array2::zeros((spans.len(), self.narrow.outputs()));
        for (mut text, span) in texts.rows_mut().into_iter().zip(&spans) {
            for at in span.clone() {
                text += &narrow.row(at);
            }
            text /= (span.len() as f32).sqrt();
        }
        let middle = self.blocks[0].apply(&texts, |x| x.max(0.0));
        let vectors = self.blocks[1].apply(&middle, f32::tanh);
        Ok(vectors.rows().into_iter().map(|vector| vector.to_vec()).collect())
    }

    /// The rows of all words, and which belong to each text.
    fn embed(&self, texts: &[&[u32]]) -> Result<(Array2<f32>, Vec<Range<usize>>), ModelError> {
        let (mut values, mut spans, mut at) = (Vec::new(), Vec::with_capacity(texts.len()), 0);
        for tokens in texts {
            for token in *tokens {
                let token = *token as usize;
                if token >= self.words {
                    return Err(ModelError::NoTensor { name: format!("of word {token}") });
                }
                let count = self.tables.len();
                values.extend(self.file.one_row(&self.tables[token % count], token / count)?);
            }
            spans.push(at..at + tokens.len());
            at += tokens.len();
        }
        let width = values.len() / at.max(1);
        let rows = Array2::from_shape_vec((at, width), values);
        Ok((rows.map_err(|_| ModelError::NoTensor { name: "of words".to_owned() })?, spans))
    }
}

impl Branch {
    fn load(file: &PackedFile, order: usize, width: usize) -> Result<Self, ModelError> {
        let name = format!("CNN_layers/ngram_order_{order}");
        let narrow = with_bias(file, &format!("{name}/input_size_projection/dense"), width)?;
        let inner = narrow.outputs();
        let window = |ending: &str| {
            let name = format!("{name}/Ngram-{order}-Conv{ending}");
            let window = matrix(file, &format!("{name}/weights:0"), inner * order, Some(&format!("{name}/bias:0")))?;
            if window.outputs() == inner { Ok(window) } else { Err(ModelError::NoTensor { name }) }
        };
        Ok(Self { order, norm: norm(file, &name, inner)?, windows: [window("")?, window("_1")?], narrow })
    }

    fn apply(&self, rows: &Array2<f32>, spans: &[Range<usize>]) -> Array2<f32> {
        let mut rows = self.narrow.apply(rows);
        self.norm.apply(&mut rows);
        for window in &self.windows {
            let mut seen = window.apply(&windows(&rows, spans, self.order));
            seen.mapv_inplace(|x| x.max(0.0));
            rows += &seen;
        }
        rows
    }
}

impl ResidualBlock {
    fn load(file: &PackedFile, numbers: [usize; 2], from: usize) -> Result<Self, ModelError> {
        let load = |number: usize, name: &str, from| {
            matrix(file, &format!("DNN/ResidualHidden_{number}/{name}/kernel:0"), from, None)
        };
        let inner = load(numbers[0], "dense", from)?;
        let outer = load(numbers[1], "dense", inner.outputs())?;
        let around = load(numbers[1], "AdjustDepth/projection", from)?;
        if around.outputs() != outer.outputs() {
            return Err(ModelError::NoTensor { name: format!("DNN/ResidualHidden_{}", numbers[1]) });
        }
        Ok(Self { inner, outer, around })
    }

    fn apply(&self, rows: &Array2<f32>, bend: fn(f32) -> f32) -> Array2<f32> {
        let mut inner = self.inner.apply(rows);
        inner.mapv_inplace(|x| x.max(0.0));
        let mut out = self.outer.apply(&inner);
        out += &self.around.apply(rows);
        out.mapv_inplace(bend);
        out
    }
}

/// Each row with those around it in a row: half of them before it, one more behind where they cannot be halved.
fn windows(rows: &Array2<f32>, spans: &[Range<usize>], order: usize) -> Array2<f32> {
    let width = rows.ncols();
    let before = (order - 1) / 2;
    let mut windows = Array2::zeros((rows.nrows(), width * order));
    let rows = rows.as_slice().expect("rows of a new array are contiguous");
    let out = windows.as_slice_mut().expect("rows of a new array are contiguous");
    for span in spans {
        for at in span.clone() {
            for place in 0..order {
                // A row before the first of all is not there, and neither is one of another text.
                let Some(other) = (at + place).checked_sub(before).filter(|other| span.contains(other)) else {
                    continue;
                };
                let to = (at * order + place) * width;
                out[to..to + width].copy_from_slice(&rows[other * width..(other + 1) * width]);
            }
        }
    }
    windows
}

fn with_bias(file: &PackedFile, name: &str, from: usize) -> Result<Linear, ModelError> {
    matrix(file, &format!("{name}/kernel:0"), from, Some(&format!("{name}/bias:0")))
}

/// A matrix that is written with rows for what comes in, and what is added after it.
fn matrix(file: &PackedFile, name: &str, from: usize, bias: Option<&str>) -> Result<Linear, ModelError> {
    let matrix = file.matrix(name)?;
    let outputs = matrix.columns;
    let bias = bias.map_or_else(|| Ok(vec![0.0; outputs]), |bias| file.row(bias, outputs))?;
    let weight = array(matrix, outputs, name)?;
    if weight.nrows() != from || outputs == 0 {
        return Err(ModelError::NoTensor { name: name.to_owned() });
    }
    Ok(Linear::new(weight.reversed_axes(), Array1::from_vec(bias)))
}

fn norm(file: &PackedFile, name: &str, width: usize) -> Result<Norm, ModelError> {
    let row = |which: &str| file.row(&format!("{name}/LayerNorm/{which}:0"), width);
    Ok(Norm::new(row("gamma")?, row("beta")?, EPSILON))
}
