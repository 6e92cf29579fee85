//! The engine and its minds: the parts joined, and the ways into the store.

use std::sync::Arc;

use omoide_core::parameters::Parameters;
use omoide_core::ports::store::{Reader, Writer};
use omoide_core::ports::{Clock, IdSource, Journals, Store, StoreError, Understanding};
use omoide_core::{Memory, MemoryId, MindName, Moment};

use crate::model::improve::Tutor;
use crate::recall::{Readings, Views};
use crate::{Budget, Embedders, Error};

/// How many names an ambiguous reference is answered with.
const CANDIDATES: usize = 8;

/// The parts that an engine is made of.
#[derive(Clone)]
pub struct Parts {
    /// Where memories live.
    pub store: Arc<dyn Store>,
    /// Who reads texts.
    pub understanding: Arc<dyn Understanding>,
    /// Who embeds them.
    pub embedders: Embedders,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where ids come from.
    pub ids: Arc<dyn IdSource>,
    /// How memories fade.
    pub parameters: Parameters,
}

/// A memory engine over one store.
#[derive(Clone)]
pub struct Engine {
    pub(crate) parts: Parts,
    pub(crate) views: Arc<Views>,
    pub(crate) readings: Arc<Readings>,
    pub(crate) tutor: Option<Tutor>,
    /// Where replies go while they are streamed.
    pub(crate) journals: Option<Arc<dyn Journals>>,
}

impl Engine {
    /// An engine of those parts.
    pub fn new(mut parts: Parts) -> Self {
        parts.embedders = parts.embedders.discreet(&parts.understanding);
        Self { parts, views: Arc::default(), readings: Arc::default(), tutor: None, journals: None }
    }

    /// One agent's whole memory. It comes to be with its first memory.
    pub fn mind(&self, name: MindName) -> Mind<'_> {
        Mind { engine: self, name }
    }

    /// The minds that have anything, by name.
    ///
    /// # Errors
    /// When the store fails.
    pub fn minds(&self) -> Result<Vec<MindName>, Error> {
        self.read(|r| r.minds())
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parts.parameters
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.parts.store
    }

    /// The present moment, by the engine's clock.
    pub fn now(&self) -> Moment {
        self.parts.clock.now()
    }

    pub(crate) fn read<T>(&self, mut f: impl FnMut(&dyn Reader) -> Result<T, StoreError>) -> Result<T, Error> {
        let mut answer = None;
        self.parts
            .store
            .read(&mut |reader| {
                answer = Some(f(reader)?);
                Ok(())
            })
            .map_err(Error::from_store)?;
        Ok(answer.expect("a transaction that succeeded has run its step"))
    }
}

/// One agent's whole memory.
#[derive(Clone)]
pub struct Mind<'e> {
    pub(crate) engine: &'e Engine,
    pub(crate) name: MindName,
}

impl Mind<'_> {
    /// Its name.
    pub fn name(&self) -> &MindName {
        &self.name
    }

    /// The memory that a person means by an id, a handle, or the beginning of either.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::Ambiguous`], or when the store fails.
    pub fn find(&self, reference: &str) -> Result<Memory, Error> {
        self.engine.look(|r| find(r, &self.name, reference))
    }

    /// The present moment, by the engine's clock.
    pub fn now(&self) -> Moment {
        self.engine.now()
    }

    /// How many tokens an answer to a recall should have at most, by the parameters.
    pub fn budget_tokens(&self) -> usize {
        self.parameters().retrieval.budget_tokens as usize
    }

    /// The same with the form in which memories are written into a prompt.
    pub fn budget(&self) -> Budget {
        Budget::of(&self.parameters().retrieval)
    }

    /// The parameters that its memories live by.
    pub fn parameters(&self) -> &Parameters {
        &self.engine.parts.parameters
    }

    /// Writes to this mind in one transaction. As [`Store::write`] says, `f` may be called again.
    pub(crate) fn write<T>(&self, mut f: impl FnMut(&mut dyn Writer) -> Result<T, Error>) -> Result<T, Error> {
        let mut answer = None;
        self.engine
            .parts
            .store
            .write(&self.name, &mut |writer| {
                answer = Some(f(writer).map_err(Error::into_store)?);
                Ok(())
            })
            .map_err(Error::from_store)?;
        Ok(answer.expect("a transaction that succeeded has run its step"))
    }
}

impl Engine {
    /// Reads with a step that has reasons of its own to fail.
    pub(crate) fn look<T>(&self, mut f: impl FnMut(&dyn Reader) -> Result<T, Error>) -> Result<T, Error> {
        self.read(|r| f(r).map_err(Error::into_store))
    }
}

/// The memory that `reference` means.
pub(crate) fn find(reader: &dyn Reader, mind: &MindName, reference: &str) -> Result<Memory, Error> {
    let id = find_id(reader, mind, reference)?;
    Ok(reader.memory(mind, id)?)
}

pub(crate) fn find_id(reader: &dyn Reader, mind: &MindName, reference: &str) -> Result<MemoryId, Error> {
    let wanted = reference.trim();
    let mut candidates = if wanted.is_empty() { Vec::new() } else { reader.resolve(mind, wanted, CANDIDATES)? };
    match candidates.len() {
        0 => Err(Error::NotFound { reference: reference.chars().take(80).collect() }),
        1 => Ok(candidates.remove(0).0),
        _ => Err(Error::Ambiguous { reference: reference.to_owned(), candidates }),
    }
}
