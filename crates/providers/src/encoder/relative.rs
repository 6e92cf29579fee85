//! Attention by content and distance, as DeBERTa's second and third versions have it.
//!
//! The score of row i for row j is `(qᵢ·kⱼ + qᵢ·K[δ] + kⱼ·Q[δ]) / √(w·n)`: `δ` is the bucket of the distance i − j, `K` and
//! `Q` are the keys and queries of buckets, `w` is the width of a head, and `n` the number of terms (He et al., "DeBERTa:
//! Decoding-enhanced BERT with Disentangled Attention", 2021). Distances up to half of the buckets have a bucket each,
//! those beyond share them by their logarithm.

use std::ops::Range;

use ndarray::{Array2, Axis, Slice};
use serde::Deserialize;

use super::attention::{ROWS_AT_ONCE, softmax, window};
use super::config::Config;
use super::layer::{Linear, Norm};
use super::{array, layer};
use crate::ModelError;
use crate::tensors::TensorFile;

/// How distances count, as `config.json` says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Distances {
    #[serde(default)]
    relative_attention: bool,
    #[serde(default)]
    max_relative_positions: i64,
    #[serde(default)]
    position_buckets: i64,
    #[serde(default)]
    max_position_embeddings: usize,
    #[serde(default)]
    pos_att_type: PositionTerms,
    #[serde(default)]
    norm_rel_ebd: Option<String>,
    #[serde(default)]
    share_att_key: bool,
    /// Whether positions are added to the words too.
    #[serde(default = "Distances::usually_biased")]
    pub(super) position_biased_input: bool,
    #[serde(default)]
    conv_kernel_size: usize,
    #[serde(default)]
    embedding_size: Option<usize>,
}

/// Which terms there are beside that of content alone: names in a list, or with strokes between.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
enum PositionTerms {
    Listed(Vec<String>),
    Written(String),
}

impl Default for PositionTerms {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

impl PositionTerms {
    fn has(&self, name: &str) -> bool {
        match self {
            Self::Listed(names) => names.iter().any(|known| known.trim() == name),
            Self::Written(names) => names.split('|').any(|known| known.trim() == name),
        }
    }
}

impl Distances {
    fn usually_biased() -> bool {
        true
    }

    /// What of it is not known here.
    pub(super) fn check(&self, hidden_size: usize) -> Result<(), String> {
        if !self.relative_attention {
            return Err("it does not attend by distance, which its kind does".to_owned());
        }
        if self.conv_kernel_size > 0 {
            return Err("it has a convolution beside its first layer, which is not known here".to_owned());
        }
        if self.embedding_size.is_some_and(|size| size != hidden_size) {
            return Err("its words have another size than its layers, which is not known here".to_owned());
        }
        match self.norm_rel_ebd.as_deref() {
            None | Some("none" | "layer_norm") => {}
            Some(other) => return Err(format!("distances brought into form by {other} are not known here")),
        }
        let (span, furthest) = (self.span(), self.furthest());
        // The logarithm needs distances beyond the half of the buckets.
        let is_usable = (4..=1 << 20).contains(&span) && furthest <= 1 << 20 && furthest > span / 2 + 1;
        if is_usable { Ok(()) } else { Err("its distances have no usable size".to_owned()) }
    }

    /// How many tokens a text may have at most.
    pub(super) fn most_tokens(&self) -> usize {
        self.max_position_embeddings
    }

    fn furthest(&self) -> usize {
        let told = usize::try_from(self.max_relative_positions).ok().filter(|furthest| *furthest > 0);
        told.unwrap_or(self.max_position_embeddings)
    }

    fn span(&self) -> usize {
        let buckets = usize::try_from(self.position_buckets).ok().filter(|buckets| *buckets > 0);
        buckets.unwrap_or_else(|| self.furthest())
    }

    /// The row of a distance among those of all buckets.
    fn row_of(&self, distance: i64) -> usize {
        let span = self.span() as i64;
        let bucket = if self.position_buckets > 0 { self.bucket(distance) } else { distance };
        usize::try_from((bucket + span).clamp(0, 2 * span - 1)).unwrap_or(0)
    }

    /// The bucket of a distance, with its sign. In single precision, as the models were trained with it.
    fn bucket(&self, distance: i64) -> i64 {
        let half = (self.span() / 2) as i64;
        if distance.abs() <= half {
            return distance;
        }
        let half_way = half as f32;
        let most = (self.furthest() as f32 - 1.0) / half_way;
        let share = (distance.abs() as f32 / half_way).ln() / most.ln();
        ((share * (half_way - 1.0)).ceil() as i64 + half) * distance.signum()
    }
}

/// The rows of all buckets, in the form in which the layers take them.
pub(super) fn rows(file: &TensorFile, config: &Config, distances: &Distances) -> Result<Array2<f32>, ModelError> {
    let name = "encoder.rel_embeddings.weight";
    let mut rows = array(file.matrix(name)?, config.hidden_size, name)?;
    let wanted = 2 * distances.span();
    if rows.nrows() < wanted {
        return Err(ModelError::NoTensor { name: name.to_owned() });
    }
    rows.slice_axis_inplace(Axis(0), Slice::from(..wanted));
    if distances.norm_rel_ebd.as_deref() == Some("layer_norm") {
        Norm::load(file, "encoder.LayerNorm", config)?.apply(&mut rows);
    }
    Ok(rows)
}

/// What one layer makes of the buckets. It depends on no text, so it is made once.
#[derive(Debug)]
pub(super) struct Buckets {
    keys: Option<Array2<f32>>,
    queries: Option<Array2<f32>>,
}

impl Buckets {
    /// Reads what the layer has for buckets, or takes what it has for words where they share it.
    pub(super) fn load(
        (file, layer): (&TensorFile, usize),
        rows: &Array2<f32>,
        distances: &Distances,
        [query, key]: [&Linear; 2],
    ) -> Result<Self, ModelError> {
        let own = |name: &str| {
            let hidden = rows.ncols();
            let name = format!("encoder.layer.{layer}.attention.self.{name}");
            Ok(layer::Linear::load(file, &name, hidden, hidden)?.apply(rows))
        };
        let made = |term: &str, shared: &Linear, name: &str| {
            let shared = || Ok(shared.apply(rows));
            let is_there = distances.pos_att_type.has(term);
            is_there.then(|| if distances.share_att_key { shared() } else { own(name) }).transpose()
        };
        Ok(Self { keys: made("c2p", key, "pos_key_proj")?, queries: made("p2c", query, "pos_query_proj")? })
    }

    fn terms(&self) -> usize {
        1 + usize::from(self.keys.is_some()) + usize::from(self.queries.is_some())
    }

    /// The mixtures, head by head. `asked` holds queries, keys and values side by side.
    pub(super) fn attend(
        &self,
        asked: &Array2<f32>,
        spans: &[Range<usize>],
        heads: usize,
        distances: &Distances,
    ) -> Array2<f32> {
        let hidden = asked.ncols() / 3;
        let width = hidden / heads;
        let scale = 1.0 / ((width * self.terms()) as f32).sqrt();
        let longest = spans.iter().map(ExactSizeIterator::len).max().unwrap_or(0) as i64;
        // The row of distance d is at d + longest.
        let places: Vec<usize> = (-longest..=longest).map(|distance| distances.row_of(distance)).collect();
        let place = |asking: usize, asked: usize| places[asking + places.len() / 2 - asked];
        let mut seen = Array2::zeros((asked.nrows(), hidden));
        for span in spans {
            for head in 0..heads {
                let part = |which: usize| which * hidden + head * width..which * hidden + (head + 1) * width;
                let all = |of: &Option<Array2<f32>>| {
                    of.as_ref().map(|rows| window(rows, 0..rows.nrows(), part(0)).to_owned())
                };
                let (keys, values) = (window(asked, span.clone(), part(1)), window(asked, span.clone(), part(2)));
                let bucket_keys = all(&self.keys);
                let by_place = all(&self.queries).map(|queries| keys.dot(&queries.t()));
                for from in span.clone().step_by(ROWS_AT_ONCE) {
                    let to = span.end.min(from + ROWS_AT_ONCE);
                    let queries = window(asked, from..to, part(0));
                    let mut scores = queries.dot(&keys.t());
                    let by_content = bucket_keys.as_ref().map(|keys| queries.dot(&keys.t()));
                    for (number, mut row) in scores.rows_mut().into_iter().enumerate() {
                        let asking = from - span.start + number;
                        for (other, score) in row.iter_mut().enumerate() {
                            let bucket = place(asking, other);
                            *score += by_content.as_ref().map_or(0.0, |by_content| by_content[(number, bucket)]);
                            *score += by_place.as_ref().map_or(0.0, |by_place| by_place[(other, bucket)]);
                        }
                        softmax(row.as_slice_mut().expect("rows of a new array are contiguous"), scale);
                    }
                    let mut rows = seen.slice_axis_mut(Axis(0), Slice::from(from..to));
                    rows.slice_axis_mut(Axis(1), Slice::from(part(0))).assign(&scores.dot(&values));
                }
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distances(text: &str) -> Distances {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn near_distances_have_a_bucket_each_and_far_ones_share_them_up_to_the_furthest() {
        let usual = distances(
            r#"{"relative_attention": true, "max_relative_positions": -1, "position_buckets": 256,
                "max_position_embeddings": 512, "pos_att_type": "p2c|c2p", "norm_rel_ebd": "layer_norm"}"#,
        );
        assert_eq!(usual.check(768), Ok(()));
        for distance in [-128, -1, 0, 1, 5, 128] {
            assert_eq!(usual.bucket(distance), distance);
        }
        // As the formula gives them by hand: ⌈ln(d / 128) / ln(511 / 128) · 127⌉ + 128.
        for (distance, bucket) in [(129, 129), (200, 169), (300, 207), (511, 255)] {
            assert_eq!(usual.bucket(distance), bucket);
            assert_eq!(usual.bucket(-distance), -bucket);
        }
        assert_eq!((usual.row_of(-511), usual.row_of(0), usual.row_of(511)), (1, 256, 511));
        assert!((-600..600).map(|distance| usual.bucket(distance)).is_sorted());
    }

    #[test]
    fn without_buckets_distances_are_cut_off() {
        let plain = distances(r#"{"relative_attention": true, "max_relative_positions": 8, "pos_att_type": ["c2p"]}"#);
        assert_eq!((plain.row_of(-9), plain.row_of(-3), plain.row_of(3), plain.row_of(9)), (0, 5, 11, 15));
        assert!(plain.pos_att_type.has("c2p") && !plain.pos_att_type.has("p2c"));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for odd in [
            r#"{"relative_attention": false, "max_position_embeddings": 512}"#,
            r#"{"relative_attention": true, "max_position_embeddings": 512, "conv_kernel_size": 3}"#,
            r#"{"relative_attention": true, "max_position_embeddings": 512, "embedding_size": 128}"#,
            r#"{"relative_attention": true, "max_position_embeddings": 512, "norm_rel_ebd": "rotary"}"#,
            r#"{"relative_attention": true, "max_position_embeddings": 0}"#,
            r#"{"relative_attention": true, "max_position_embeddings": 100, "position_buckets": 256}"#,
            r#"{"relative_attention": true, "max_position_embeddings": 512, "max_relative_positions": 9223372036854775807}"#,
        ] {
            assert!(distances(odd).check(768).is_err(), "{odd}");
        }
    }
}
