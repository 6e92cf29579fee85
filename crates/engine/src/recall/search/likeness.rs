//! How like a prompt each memory is: by the first model that both have a vector under, else by words.
//!
//! Vectors of different models are never compared. The prompt is embedded with a further model only
//! when some memory has vectors under that one alone, so a mind with one model loads one.

use std::collections::HashMap;

use omoide_core::Seq;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::Embedder;
use omoide_core::ports::store::{Outline, Reader};

use crate::recall::constants::likeness::{PAGE, READ_FOR_WORDS, SCAN_SHARE};
use crate::recall::{Prompt, searchable, share};
use crate::{Error, Mind};

/// A memory's likeness to the prompt, and the place of the model that says so; none if words do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Likeness {
    pub similarity: f64,
    pub model: Option<usize>,
}

/// What is known of how like the prompt memories are.
pub(crate) type Likenesses = HashMap<Seq, Likeness>;

impl Mind<'_> {
    /// The likeness of every memory that has one.
    pub(crate) fn likenesses(
        &self,
        reader: &dyn Reader,
        prompt: &Prompt,
        active: Option<Vec<f32>>,
        outlines: &[Outline],
    ) -> Result<Likenesses, Error> {
        let mut known = Likenesses::with_capacity(outlines.len());
        for (place, embedder) in self.engine.parts.embedders.all().enumerate() {
            if known.len() >= outlines.len() {
                return Ok(known);
            }
            let asked = || {
                if place == 0 { active.clone() } else { embedder.embed_query(prompt.text.trim()).ok().flatten() }
            };
            self.likenesses_under(reader, (place, embedder), asked, outlines, &mut known)?;
        }
        // To the letter of S0, which has no gate, a memory without a vector is like nothing.
        if self.parameters().retrieval.gate && known.len() < outlines.len() {
            self.likenesses_by_words(reader, prompt, outlines, &mut known)?;
        }
        Ok(known)
    }

    fn likenesses_under(
        &self,
        reader: &dyn Reader,
        (place, embedder): (usize, &dyn Embedder),
        asked: impl Fn() -> Option<Vec<f32>>,
        outlines: &[Outline],
        known: &mut Likenesses,
    ) -> Result<(), Error> {
        let (model, dimensions, floor) = (embedder.model(), embedder.dimensions(), embedder.floor());
        let likeness = |asked: &[f32], vector: &[f32]| Likeness {
            similarity: above_floor(cosine(asked, vector), floor),
            model: Some(place),
        };
        let is_few = (outlines.len() - known.len()) * SCAN_SHARE < outlines.len();
        if place > 0 && is_few {
            let left: Vec<Seq> = outlines.iter().map(|o| o.seq).filter(|seq| !known.contains_key(seq)).collect();
            let mut vectors = reader.vectors(&self.name, model, &left)?;
            vectors.retain(|(_, vector)| vector.len() == dimensions);
            if !vectors.is_empty()
                && let Some(asked) = asked()
            {
                known.extend(vectors.into_iter().map(|(seq, vector)| (seq, likeness(&asked, &vector))));
            }
            return Ok(());
        }
        // Asked at the first vector that it is needed for, for it may load a model.
        let mut prompt: Option<Option<Vec<f32>>> = None;
        reader.scan_vectors(&self.name, model, dimensions, &mut |seq, vector| {
            if place > 0 && known.contains_key(&seq) {
                return;
            }
            if let Some(prompt) = prompt.get_or_insert_with(&asked) {
                known.insert(seq, likeness(prompt, vector));
            }
        })?;
        Ok(())
    }

    /// Stands in for the cosine where there is no vector to compare: the share of the prompt's words
    /// that the memory has.
    fn likenesses_by_words(
        &self,
        reader: &dyn Reader,
        prompt: &Prompt,
        outlines: &[Outline],
        known: &mut Likenesses,
    ) -> Result<(), Error> {
        let understanding = &self.engine.parts.understanding;
        let words = understanding.content_words(&prompt.text);
        if words.is_empty() {
            return Ok(());
        }
        let mut left: Vec<Seq> = outlines.iter().map(|o| o.seq).filter(|seq| !known.contains_key(seq)).collect();
        left.sort_unstable_by(|a, b| b.cmp(a));
        left.truncate(READ_FOR_WORDS);
        for page in left.chunks(PAGE) {
            for memory in reader.memories(&self.name, page)? {
                let similarity = share(&words, &understanding.content_words(&searchable(&memory)));
                if similarity > 0.0 {
                    known.insert(memory.seq, Likeness { similarity, model: None });
                }
            }
        }
        Ok(())
    }
}
