//! Vectors for texts that have none under a kept model: all at once, some a night, and how far it is.
//!
//! Vectors are caches of texts. They are written in batches beside those that are there, so that it can
//! be interrupted at any time and goes on where it stopped, and recall never waits.

use omoide_core::ports::Embedder;
use omoide_core::ports::store::{Reader, WantedVector, Writer};
use omoide_core::{Seq, Text, Vector};

use crate::model::embedders;
use crate::{Error, Mind};

/// How many texts are embedded before they are written.
const BATCH: usize = 64;

/// How a mind stands with its vectors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VectorCoverage {
    /// How many memories there are.
    pub memories: u64,
    /// The models that the engine knows or that vectors are under, the active one first.
    pub models: Vec<ModelCoverage>,
}

/// How many memories a model finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelCoverage {
    /// The model's name.
    pub model: String,
    /// How many components its vectors have.
    pub dimensions: usize,
    /// What it is for.
    pub role: ModelRole,
    /// How many memories' shown texts have a vector under it.
    pub memories: u64,
}

/// What a model is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelRole {
    /// It is meant.
    Active,
    /// Every text has a vector under it as well.
    Kept,
    /// Its older vectors are found through it.
    Standby,
    /// It is not at hand: its vectors cannot be compared with anything.
    Gone,
}

impl Mind<'_> {
    /// How the mind stands with its vectors.
    ///
    /// # Errors
    /// When the store fails.
    pub fn coverage(&self) -> Result<VectorCoverage, Error> {
        let embedders = &self.engine.parts.embedders;
        let (memories, counts) = self.engine.read(|r| {
            Ok((r.count(&self.name, &omoide_core::ports::store::Filter::default())?, r.vector_counts(&self.name)?))
        })?;
        let kept = embedders.kept().count();
        let mut models: Vec<ModelCoverage> = embedders
            .all()
            .enumerate()
            .map(|(place, embedder)| ModelCoverage {
                model: embedder.model().to_owned(),
                dimensions: embedder.dimensions(),
                role: match place {
                    0 => ModelRole::Active,
                    place if place < kept => ModelRole::Kept,
                    _ => ModelRole::Standby,
                },
                memories: 0,
            })
            .collect();
        for (model, dimensions, memories) in counts {
            let dimensions = dimensions as usize;
            match models.iter_mut().find(|known| known.model == model && known.dimensions == dimensions) {
                Some(known) => known.memories = memories,
                None => models.push(ModelCoverage { model, dimensions, role: ModelRole::Gone, memories }),
            }
        }
        Ok(VectorCoverage { memories, models })
    }

    /// How many vectors [`Mind::reembed`] would have to make.
    ///
    /// # Errors
    /// When the store fails.
    pub fn missing_vectors(&self) -> Result<usize, Error> {
        self.engine.parts.embedders.kept().map(|embedder| self.missing_under(embedder)).sum()
    }

    /// How many memories have words, but no vector under the active model.
    ///
    /// # Errors
    /// When the store fails.
    pub fn without_active_vector(&self) -> Result<usize, Error> {
        self.missing_under(self.engine.parts.embedders.active())
    }

    fn missing_under(&self, embedder: &dyn Embedder) -> Result<usize, Error> {
        let mut missing = 0;
        self.engine.look(|r| {
            missing = 0;
            let mut pages = MissingTexts::new(embedder);
            while let Some(page) = pages.next(r, self)? {
                missing += page.len();
            }
            Ok(())
        })?;
        Ok(missing)
    }

    /// Makes the vectors that are missing under the kept models, newest memories first; `progress` is
    /// called with done and all before each batch. Returns how many were made.
    ///
    /// # Errors
    /// When a part fails; the batches before are done then, and the next call goes on from there.
    pub fn reembed(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<usize, Error> {
        let all = self.missing_vectors()?;
        let mut made = 0;
        for embedder in self.engine.parts.embedders.kept() {
            let mut pages = MissingTexts::new(embedder);
            while let Some(page) = self.engine.look(|r| pages.next(r, self))? {
                progress(made.min(all), all);
                let vectors = vectors_of(embedder, &page)?;
                made += vectors.len();
                self.write(|w| Ok(w.add_vectors(&self.name, &vectors)?))?;
            }
        }
        Ok(made)
    }

    /// The same for the models that this machine runs itself: nothing is sent to a provider. A model that cannot be used is
    /// left for another time.
    pub(crate) fn reembed_locally(&self) -> Result<(), Error> {
        for embedder in self.engine.parts.embedders.kept().filter(|embedder| !embedder.is_remote()) {
            let mut pages = MissingTexts::new(embedder);
            while let Some(page) = self.engine.look(|r| pages.next(r, self))? {
                let Ok(vectors) = vectors_of(embedder, &page) else { break };
                self.write(|w| Ok(w.add_vectors(&self.name, &vectors)?))?;
            }
        }
        Ok(())
    }

    /// Drops the vectors of models that are not kept, except of memories that have none under the
    /// active one yet. Returns how many went.
    ///
    /// # Errors
    /// When the store fails.
    pub fn prune_vectors(&self) -> Result<u64, Error> {
        let kept: Vec<&str> = self.engine.parts.embedders.kept().map(Embedder::model).collect();
        self.write(|w| Ok(w.drop_vectors(&self.name, &kept)?))
    }

    /// A night's share of [`Mind::reembed`]. A model that cannot be asked is left for another night.
    pub(crate) fn reembed_some(&self) -> Result<(), Error> {
        for (embedder, mut left) in self.nightly_shares() {
            let mut pages = MissingTexts::new(embedder);
            while left > 0
                && let Some(mut page) = self.engine.look(|r| pages.next(r, self))?
            {
                page.truncate(left);
                let Ok(vectors) = vectors_of(embedder, &page) else { break };
                left -= vectors.len().min(left);
                self.write(|w| Ok(w.add_vectors(&self.name, &vectors)?))?;
            }
        }
        Ok(())
    }

    /// The same inside a transaction.
    pub(crate) fn reembed_some_within(&self, writer: &mut dyn Writer) -> Result<(), Error> {
        // Nobody else is asked while the store is held, and least of all for a dream.
        for (embedder, mut left) in self.nightly_shares().filter(|(embedder, _)| !embedder.is_remote()) {
            let mut pages = MissingTexts::new(embedder);
            while left > 0
                && let Some(mut page) = pages.next(writer, self)?
            {
                page.truncate(left);
                let Ok(vectors) = vectors_of(embedder, &page) else { break };
                left -= vectors.len().min(left);
                writer.add_vectors(&self.name, &vectors)?;
            }
        }
        Ok(())
    }

    fn nightly_shares(&self) -> impl Iterator<Item = (&dyn Embedder, usize)> {
        let share = self.parameters().embedding.reembed_per_night as usize;
        self.engine.parts.embedders.kept().map(move |embedder| (embedder, share))
    }
}

/// A memory, the version that it shows, and its text.
type Wordy = (Seq, u32, Text);

/// The texts that a model has no vector of, page by page, each once.
struct MissingTexts<'e> {
    embedder: &'e dyn Embedder,
    before: Option<Seq>,
}

impl<'e> MissingTexts<'e> {
    fn new(embedder: &'e dyn Embedder) -> Self {
        Self { embedder, before: None }
    }

    fn next(&mut self, reader: &dyn Reader, mind: &Mind<'_>) -> Result<Option<Vec<Wordy>>, Error> {
        loop {
            let wanted = WantedVector {
                model: self.embedder.model(),
                dimensions: self.embedder.dimensions(),
                with_sentences: self.embedder.reads_sentences(),
            };
            let mut page = reader.without_vector(&mind.name, &wanted, self.before, BATCH)?;
            let Some((last, _, _)) = page.last() else { return Ok(None) };
            self.before = Some(*last);
            // What has no words has no vector under any model.
            page.retain(|(_, _, text)| text.joined().chars().any(char::is_alphanumeric));
            if !page.is_empty() {
                return Ok(Some(page));
            }
        }
    }
}

fn vectors_of(embedder: &dyn Embedder, page: &[Wordy]) -> Result<Vec<(Seq, u32, Vector)>, Error> {
    let texts: Vec<String> = page.iter().map(|(_, _, text)| text.joined()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = embedders::vectors_of(embedder, &texts).map_err(Error::Embedder)?;
    let with_vector = |((seq, version, _), vector): (&Wordy, Option<Vector>)| Some((*seq, *version, vector?));
    Ok(page.iter().zip(vectors).filter_map(with_vector).collect())
}
