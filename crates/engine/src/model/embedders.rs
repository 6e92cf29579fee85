//! The models that texts are embedded with: one that is meant, and others beside it (SPEC C13, C16).
//!
//! Every text gets a vector under each *kept* model; the first of them is the *active* one. Models on
//! *standby* make no more vectors, but what they made before is still found through them.

mod sentences;

use std::sync::Arc;

use omoide_core::Vector;
use omoide_core::ports::{BoxError, Embedder, Understanding};

use crate::Error;
use crate::model::outgoing::DiscreetEmbedder;

/// The vectors of texts under one model, with those of their sentences if the model reads them; none of a text without
/// words.
pub(crate) fn vectors_of(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Option<Vector>>, BoxError> {
    let model: Arc<str> = Arc::from(embedder.model());
    let values = embedder.embed(texts)?;
    let sentences = if embedder.reads_sentences() { sentences::of(embedder, texts)? } else { vec![None; texts.len()] };
    let vector = |(values, sentences): (Option<Vec<f32>>, _)| {
        values.map(|values| Vector { sentences, ..Vector::new(Arc::clone(&model), values) })
    };
    Ok(values.into_iter().zip(sentences).map(vector).collect())
}

/// The embedders of an engine, in the order in which recall prefers their vectors.
#[derive(Clone)]
pub struct Embedders {
    kept: Vec<Arc<dyn Embedder>>,
    standby: Vec<Arc<dyn Embedder>>,
}

impl Embedders {
    /// One embedder for everything.
    pub fn of(active: Arc<dyn Embedder>) -> Self {
        Self { kept: vec![active], standby: Vec::new() }
    }

    /// With another one whose vectors every text has as well.
    #[must_use]
    pub fn and(mut self, other: Arc<dyn Embedder>) -> Self {
        if !self.knows(other.model()) {
            self.kept.push(other);
        }
        self
    }

    /// With one through which older vectors are found.
    #[must_use]
    pub fn and_on_standby(mut self, other: Arc<dyn Embedder>) -> Self {
        if !self.knows(other.model()) {
            self.standby.push(other);
        }
        self
    }

    /// With another one before all of them.
    #[must_use]
    pub fn led_by(mut self, active: Arc<dyn Embedder>) -> Self {
        self.kept.retain(|embedder| embedder.model() != active.model());
        self.standby.retain(|embedder| embedder.model() != active.model());
        self.kept.insert(0, active);
        self
    }

    /// The same, with everything private and secret kept from those that are not on this machine.
    pub(crate) fn discreet(mut self, understanding: &Arc<dyn Understanding>) -> Self {
        for embedder in self.kept.iter_mut().chain(&mut self.standby).filter(|embedder| embedder.is_remote()) {
            *embedder = Arc::new(DiscreetEmbedder::new(Arc::clone(embedder), understanding));
        }
        self
    }

    /// The one that is meant.
    pub fn active(&self) -> &dyn Embedder {
        &*self.kept[0]
    }

    /// Those whose vectors every text has, the active one first.
    pub fn kept(&self) -> impl Iterator<Item = &dyn Embedder> {
        self.kept.iter().map(|embedder| &**embedder)
    }

    /// All, in order of preference.
    pub fn all(&self) -> impl Iterator<Item = &dyn Embedder> {
        self.kept.iter().chain(&self.standby).map(|embedder| &**embedder)
    }

    fn knows(&self, model: &str) -> bool {
        self.all().any(|embedder| embedder.model() == model)
    }

    /// The vectors of each text under the kept models. A model that fails is done without as long as
    /// another one works: what it missed is made up for later.
    pub(crate) fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<Vector>>, Error> {
        let mut vectors: Vec<Vec<Vector>> = texts.iter().map(|_| Vec::new()).collect();
        let mut first_failure = None;
        let mut has_worked = false;
        // What others embed takes time and money: it is made up for when there is some.
        let is_all_remote = self.kept().all(Embedder::is_remote);
        for embedder in self.kept().filter(|embedder| is_all_remote || !embedder.is_remote()) {
            match vectors_of(embedder, texts) {
                Ok(values) => {
                    has_worked = true;
                    vectors.iter_mut().zip(values).for_each(|(of_text, vector)| of_text.extend(vector));
                }
                Err(cause) => first_failure = first_failure.or(Some(cause)),
            }
        }
        match first_failure {
            Some(cause) if !has_worked => Err(Error::Embedder(cause)),
            _ => Ok(vectors),
        }
    }

    /// The vectors of one text, of which the caller may have the active model's.
    pub(crate) fn embed_one(&self, text: &str, given: Option<Vec<f32>>) -> Result<Vec<Vector>, Error> {
        let Some(values) = given else { return Ok(self.embed(&[text])?.pop().unwrap_or_default()) };
        let active = self.active();
        self.check_size(&values)?;
        // Whoever gives the vector of a text does not give those of its sentences.
        let sentences = if active.reads_sentences() { sentences::of(active, &[text]).ok() } else { None };
        let sentences = sentences.and_then(|mut of_texts| of_texts.pop().flatten());
        let mut vectors = vec![Vector { sentences, ..Vector::new(active.model(), values) }];
        if self.kept.len() > 1 {
            let others = Self { kept: self.kept[1..].to_vec(), standby: Vec::new() };
            // The given one is enough to find it by.
            vectors.extend(others.embed_one(text, None).unwrap_or_default());
        }
        Ok(vectors)
    }

    /// Whether a vector that came from outside can be one of the active model's.
    pub(crate) fn check_size(&self, values: &[f32]) -> Result<(), Error> {
        let active = self.active();
        let wanted = active.dimensions();
        if values.len() == wanted {
            return Ok(());
        }
        Err(Error::WrongDimensions { model: active.model().to_owned(), given: values.len(), wanted })
    }
}
