//! A text as a point in a model's space.

use std::sync::Arc;

/// A vector and the model that made it; vectors of different models are never compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Vector {
    /// The model's name.
    pub model: Arc<str>,
    /// The components.
    pub values: Vec<f32>,
    /// The directions of the text's sentences; none when nobody has looked at them.
    pub sentences: Option<Sentences>,
}

impl Vector {
    /// A vector of a whole text.
    pub fn new(model: impl Into<Arc<str>>, values: Vec<f32>) -> Self {
        Self { model: model.into(), values, sentences: None }
    }
}

/// The directions of the sentences of a long text, in their order; of a short one there are none. They are kept coarsely,
/// a byte for each component: they only tell one stretch of a text from another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sentences(Vec<u8>);

impl Sentences {
    /// Of their vectors.
    pub fn of(vectors: &[Vec<f32>]) -> Self {
        let mut bytes = Vec::with_capacity(vectors.iter().map(Vec::len).sum());
        for vector in vectors {
            let most = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
            let scale = if most > 0.0 { f32::from(i8::MAX) / most } else { 0.0 };
            bytes.extend(vector.iter().map(|component| ((component * scale).round() as i8).cast_unsigned()));
        }
        Self(bytes)
    }

    /// As [`Sentences::as_bytes`] gave them.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// As they are stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each as a vector of that many components and of length one; of a sentence without a direction nothing.
    pub fn directions(&self, dimensions: usize) -> impl Iterator<Item = Vec<f32>> {
        self.0.chunks_exact(dimensions.max(1)).map(|bytes| {
            let components = || bytes.iter().map(|byte| f32::from(byte.cast_signed()));
            let length = components().map(|component| component * component).sum::<f32>().sqrt();
            components().map(|component| if length > 0.0 { component / length } else { 0.0 }).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sentences_keep_their_directions(
            vectors in prop::collection::vec(prop::collection::vec(-3.0_f32..3.0, 8), 0..6)
        ) {
            let sentences = Sentences::from_bytes(Sentences::of(&vectors).as_bytes().to_vec());
            let directions: Vec<Vec<f32>> = sentences.directions(8).collect();
            prop_assert_eq!(directions.len(), vectors.len());
            for (vector, direction) in vectors.iter().zip(&directions) {
                let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
                let cosine = vector.iter().zip(direction).map(|(a, b)| a * b).sum::<f32>() / length.max(1e-9);
                prop_assert!(length == 0.0 || cosine > 0.999, "{vector:?} {direction:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_sentence() {
        assert_eq!(Sentences::from_bytes(vec![1; 7]).directions(8).count(), 0);
        assert_eq!(Sentences::from_bytes(vec![1; 7]).directions(0).count(), 7);
        assert_eq!(Sentences::of(&[vec![0.0; 3]]).directions(3).collect::<Vec<_>>(), [vec![0.0; 3]]);
        assert!(Sentences::of(&[]).is_empty());
    }
}
