//! The one place where the concrete parts meet: the store, the language layer, the clock and the ids.

use std::path::Path;
use std::sync::Arc;

use omoide::Parts;
use omoide_core::MindName;
use omoide_core::ports::store::{Finding, Location, Reader, Revision, Size, Upkeep, Writer};
use omoide_core::ports::{Cancellation, Clock, IdSource, Store, StoreError};
use omoide_language::LanguageLayer;
use omoide_store::{Options, Users};

use crate::clock::SystemClock;
use crate::config::{self, Loaded};
use crate::context::Context;
use crate::errors::Told;
use crate::ids::{RandomIds, SeededIds};
use crate::invocation::Invocation;
use crate::lang::{Lang, say};
use crate::models::Models;
use crate::providers;

/// What a command needs of the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Nothing; it is not even looked at.
    Nothing,
    /// What there is; a store that is not there says so when it is asked.
    Existing,
    /// A store, made if it is not there.
    Created,
    /// The same, for many who ask at once.
    Served,
}

/// The context of a command.
///
/// # Errors
/// When the configuration, the environment or the store does not allow it.
pub fn context(invocation: &Invocation, need: Need) -> anyhow::Result<Context> {
    let lang = invocation.lang;
    let config = config::load(&invocation.sources).map_err(|problems| Told::of_config(&problems, lang))?;
    let clock = SystemClock::new(&invocation.environment, lang)?;
    let ids = ids(invocation)?;
    let store_path = invocation.store_path();
    let store = store(&store_path, need)?;
    Ok(assemble(invocation, config, clock, ids, store)?)
}

/// A context over a store that is open already.
///
/// # Errors
/// When the parameters of the embedding contradict each other.
pub fn assemble(
    invocation: &Invocation,
    config: Loaded,
    clock: SystemClock,
    ids: Arc<dyn IdSource>,
    store: Arc<dyn Store>,
) -> Result<Context, Told> {
    let zone = clock.zone();
    let clock: Arc<dyn Clock> = Arc::new(clock);
    let mut models = Models::of(invocation, &config.parameters)?;
    // A provider that cannot be reached is done without: nothing of ours needs one.
    match providers::embedder(invocation, &config.parameters, &store, &clock) {
        Ok(Some(embedder)) => models.embedders = models.embedders.led_by(embedder),
        Ok(None) => {}
        Err(told) => models.provider_trouble = Some(told),
    }
    let meant = providers::language_model(invocation, &config.parameters);
    let mut engine = omoide::Engine::new(Parts {
        store,
        understanding: Arc::new(LanguageLayer::new()),
        embedders: models.embedders.clone(),
        clock,
        ids,
        parameters: config.parameters,
    });
    match meant {
        Ok(Some(meant)) => engine = engine.with_model(meant.model, meant.rates, Cancellation::default()),
        Ok(None) => {}
        Err(told) => models.provider_trouble = Some(told),
    }
    Ok(Context {
        engine,
        models,
        mind: invocation.mind.clone(),
        lang: invocation.lang,
        json: invocation.json,
        quiet: invocation.quiet,
        is_terminal: invocation.is_terminal,
        style: invocation.style,
        store_path: invocation.store_path(),
        zone,
    })
}

/// Where ids come from: chance, or the seed of a test.
///
/// # Errors
/// When the seed is no number.
pub fn ids(invocation: &Invocation) -> Result<Arc<dyn IdSource>, Told> {
    match invocation.environment.text("OMOIDE_SEED") {
        None => Ok(Arc::new(RandomIds::default())),
        Some(text) => match text.trim().parse() {
            Ok(seed) => Ok(Arc::new(SeededIds::new(seed))),
            Err(_) => Err(bad_seed(&text, invocation.lang)),
        },
    }
}

fn bad_seed(text: &str, lang: Lang) -> Told {
    Told::usage(
        "bad_seed",
        say!(
            lang,
            "OMOIDE_SEED is \"{text}\", which is not a whole number",
            "OMOIDE_SEEDの値「{text}」は整数ではありません"
        ),
    )
}

fn store(path: &Path, need: Need) -> Result<Arc<dyn Store>, StoreError> {
    match need {
        Need::Nothing => Ok(Arc::new(NoStore { location: path.into() })),
        Need::Created => omoide_store::open(path, Options::CREATE),
        Need::Served => omoide_store::open(path, Options { users: Users::Many, ..Options::CREATE }),
        Need::Existing => match omoide_store::open(path, Options::EXISTING) {
            Err(StoreError::Missing { location }) => Ok(Arc::new(NoStore { location })),
            opened => opened,
        },
    }
}

/// The store that is not there: whatever it is asked, it says so.
struct NoStore {
    location: Location,
}

impl NoStore {
    fn missing<T>(&self) -> Result<T, StoreError> {
        Err(StoreError::Missing { location: self.location.clone() })
    }
}

impl Store for NoStore {
    fn read(&self, _: &mut dyn FnMut(&dyn Reader) -> Result<(), StoreError>) -> Result<(), StoreError> {
        self.missing()
    }

    fn write(
        &self,
        _: &MindName,
        _: &mut dyn FnMut(&mut dyn Writer) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.missing()
    }

    fn revision(&self) -> Result<Revision, StoreError> {
        self.missing()
    }

    fn upkeep(&self) -> &dyn Upkeep {
        self
    }
}

impl Upkeep for NoStore {
    fn check(&self) -> Result<Vec<Finding>, StoreError> {
        self.missing()
    }

    fn repair(&self) -> Result<Vec<Finding>, StoreError> {
        self.missing()
    }

    fn backup(&self, _: &Path) -> Result<(), StoreError> {
        self.missing()
    }

    fn vacuum(&self) -> Result<(), StoreError> {
        self.missing()
    }

    fn size(&self) -> Result<Size, StoreError> {
        self.missing()
    }
}
