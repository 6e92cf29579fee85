//! A sentence encoder of BERT's, XLM-R's, MPNet's or DeBERTa's kind: tokens through the layers, then one vector a text.
//!
//! Texts are not padded: the rows of several texts lie one below the other, every row goes through the
//! matrices, and attention looks only at the rows of its own text. That is what padding with a mask
//! comes to, without the work for the padding.

mod attention;
mod bias;
mod config;
mod head;
mod layer;
mod ngram;
mod pool;
mod relative;

use bias::Bias;
use ndarray::{Array2, ArrayView1, ArrayViewMut1, Axis, Slice};

pub(crate) use config::Config;
pub(crate) use head::ClassifierHead;
use layer::{Layer, Norm};
pub(crate) use ngram::NgramEncoder;
pub use pool::Pooling;
pub(crate) use pool::normalize;

use crate::ModelError;
use crate::tensors::{Matrix, TensorFile};

const WORDS: &str = "embeddings.word_embeddings.weight";

/// The encoder.
#[derive(Debug)]
pub(crate) struct Encoder {
    config: Config,
    /// The table of words is read row by row where it lies.
    file: TensorFile,
    /// What is added by place, where the model does not only go by distances.
    positions: Option<Array2<f32>>,
    kind: Vec<f32>,
    /// What is added to the rows of the second of two texts, where the model tells them apart.
    second_kind: Option<Vec<f32>>,
    norm: Norm,
    /// What distances add to the scores of every layer, where they do.
    bias: Option<Bias>,
    layers: Vec<Layer>,
}

impl Encoder {
    /// Reads the weights.
    pub(crate) fn load(config: Config, file: TensorFile) -> Result<Self, ModelError> {
        let hidden = config.hidden_size;
        let no_words = || ModelError::NoTensor { name: WORDS.to_owned() };
        file.shape(WORDS).filter(|(rows, columns)| *rows > 0 && *columns == hidden).ok_or_else(no_words)?;
        let has_positions = config.distances.as_ref().is_none_or(|distances| distances.position_biased_input);
        let positions = || array(file.matrix("embeddings.position_embeddings.weight")?, hidden, "position_embeddings");
        let positions = has_positions.then(positions).transpose()?;
        // All of a text is of the first kind.
        let kind = match file.shape("embeddings.token_type_embeddings.weight") {
            Some(_) => file.one_row("embeddings.token_type_embeddings.weight", 0)?,
            None => vec![0.0; hidden],
        };
        let second_kind = match file.shape("embeddings.token_type_embeddings.weight") {
            Some((rows, _)) if rows > 1 => Some(file.one_row("embeddings.token_type_embeddings.weight", 1)?),
            _ => None,
        };
        let norm = Norm::load(&file, "embeddings.LayerNorm", &config)?;
        let places =
            config.distances.as_ref().map(|distances| relative::rows(&file, &config, distances)).transpose()?;
        let layers = (0..config.num_hidden_layers).map(|number| Layer::load(&file, number, &config, places.as_ref()));
        let layers = layers.collect::<Result<_, _>>()?;
        let encoder = Self { config, file, positions, kind, second_kind, norm, bias: None, layers };
        let bias = || Bias::load(&encoder.file, &encoder.config, encoder.most_tokens());
        let bias = encoder.config.has_bias().then(bias).transpose()?;
        Ok(Self { bias, ..encoder })
    }

    /// How many tokens a text may have at most.
    pub(crate) fn most_tokens(&self) -> usize {
        let by_place = self.positions.as_ref().map(|rows| rows.nrows().saturating_sub(self.config.first_position()));
        let by_distance = self.config.distances.as_ref().map(relative::Distances::most_tokens);
        by_place.into_iter().chain(by_distance).min().unwrap_or(0)
    }

    /// The vectors of texts, given as their tokens; none of them is empty.
    pub(crate) fn encode(&self, texts: &[&[u32]], pooling: Pooling) -> Result<Vec<Vec<f32>>, ModelError> {
        let (mut rows, spans) = self.embed(texts, usize::MAX)?;
        for layer in &self.layers {
            rows = layer.apply(rows, &spans, &self.config, self.bias.as_ref());
        }
        Ok(spans.iter().map(|span| pool::pool(rows.slice_axis(Axis(0), Slice::from(span.clone())), pooling)).collect())
    }

    /// The first row of a pair of texts, given as their tokens; the second begins at `second`.
    pub(crate) fn encode_pair(&self, tokens: &[u32], second: usize) -> Result<Vec<f32>, ModelError> {
        let (mut rows, spans) = self.embed(&[tokens], second)?;
        for layer in &self.layers {
            rows = layer.apply(rows, &spans, &self.config, self.bias.as_ref());
        }
        Ok(pool::pool(rows.view(), Pooling::Cls))
    }

    /// Whether two marks stand between the texts of a pair, as with RoBERTa and its kin.
    pub(crate) fn separates_twice(&self) -> bool {
        self.config.first_position() > 0
    }

    /// The rows of all tokens, and which belong to each text. From `second` on they are of the second kind.
    fn embed(&self, texts: &[&[u32]], second: usize) -> Result<(Array2<f32>, Vec<std::ops::Range<usize>>), ModelError> {
        let all: usize = texts.iter().map(|tokens| tokens.len()).sum();
        let mut rows = Array2::zeros((all, self.config.hidden_size));
        let mut spans = Vec::with_capacity(texts.len());
        let mut at = 0;
        for tokens in texts {
            for (place, token) in tokens.iter().enumerate() {
                let word = self.file.one_row(WORDS, *token as usize)?;
                let kind = self.second_kind.as_ref().filter(|_| place >= second).unwrap_or(&self.kind);
                self.fill(rows.row_mut(at + place), &word, place, kind);
            }
            spans.push(at..at + tokens.len());
            at += tokens.len();
        }
        self.norm.apply(&mut rows);
        Ok((rows, spans))
    }

    fn fill(&self, mut row: ArrayViewMut1<'_, f32>, word: &[f32], place: usize, kind: &[f32]) {
        row.assign(&ArrayView1::from(word));
        if let Some(positions) = &self.positions {
            row += &positions.row(self.config.first_position() + place);
        }
        row += &ArrayView1::from(kind);
    }
}

/// A matrix of so many columns.
fn array(matrix: Matrix, columns: usize, name: &str) -> Result<Array2<f32>, ModelError> {
    let wrong = || ModelError::NoTensor { name: name.to_owned() };
    if matrix.columns != columns {
        return Err(wrong());
    }
    Array2::from_shape_vec((matrix.rows, matrix.columns), matrix.values).map_err(|_| wrong())
}
