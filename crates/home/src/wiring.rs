//! The one place where the concrete parts meet: the store, the language layer, the models, the clock and the ids.

use std::path::PathBuf;
use std::sync::Arc;

use omoide::Parts;
use omoide_core::MindName;
use omoide_core::ports::{Cancellation, Clock, IdSource, Store};
use omoide_language::LanguageLayer;

use crate::Home;
use crate::clock::SystemClock;
use crate::config::LoadedConfig;
use crate::errors::UserError;
use crate::ids::{RandomIds, SeededIds};
use crate::lang::{Lang, say};
use crate::models::Models;
use crate::providers;
use crate::stores::{self, Need};
use crate::streams::{self, StreamRecovery};

/// An engine put together for a memory of this machine.
pub struct Wired {
    /// The engine over the store.
    pub engine: omoide::Engine,
    /// The embedding models.
    pub models: Models,
    /// Whose memory is meant.
    pub mind: MindName,
    /// Where the store is, or would be.
    pub store_path: PathBuf,
    /// The time zone that times without an offset are read in.
    pub zone: jiff::tz::TimeZone,
    /// What was recovered of replies whose process is gone.
    pub recovered: StreamRecovery,
}

/// The engine over the store of this home. What killed streams have left is remembered first.
///
/// # Errors
/// When the configuration, the environment or the store does not allow it.
pub fn open(home: &Home, need: Need) -> anyhow::Result<Wired> {
    let config = home.configuration()?;
    let clock = SystemClock::new(&home.environment, home.lang)?;
    let ids = ids(home)?;
    let store = stores::store(&home.store_path(), need)?;
    let mut wired = assemble(home, config, clock, ids, store)?;
    if need != Need::Nothing {
        wired.recovered = StreamRecovery::run(&wired.engine);
    }
    Ok(wired)
}

/// The engine over a store that is open already.
///
/// # Errors
/// When the configuration or the environment does not allow it.
pub fn over(home: &Home, config: LoadedConfig, store: Arc<dyn Store>) -> Result<Wired, UserError> {
    let clock = SystemClock::new(&home.environment, home.lang)?;
    assemble(home, config, clock, ids(home)?, store)
}

fn assemble(
    home: &Home,
    config: LoadedConfig,
    clock: SystemClock,
    ids: Arc<dyn IdSource>,
    store: Arc<dyn Store>,
) -> Result<Wired, UserError> {
    let zone = clock.zone();
    let clock: Arc<dyn Clock> = Arc::new(clock);
    let mut models = Models::of(home, &config.parameters)?;
    // A provider that cannot be reached is done without: nothing of ours needs one.
    match providers::embedder(home, &config.parameters, &store, &clock) {
        Ok(Some(embedder)) => models.embedders = models.embedders.led_by(embedder),
        Ok(None) => {}
        Err(told) => models.provider_trouble = Some(told),
    }
    let meant = providers::language_model(home, &config.parameters);
    let mut engine = omoide::Engine::new(Parts {
        store,
        understanding: Arc::new(LanguageLayer::new()),
        embedders: models.embedders.clone(),
        clock,
        ids,
        parameters: config.parameters,
    });
    engine = engine.with_journals(streams::journals(home));
    match meant {
        Ok(Some(meant)) => engine = engine.with_model(meant.model, meant.rates, Cancellation::default()),
        Ok(None) => {}
        Err(told) => models.provider_trouble = Some(told),
    }
    let recovered = StreamRecovery::default();
    Ok(Wired { engine, models, mind: home.mind.clone(), store_path: home.store_path(), zone, recovered })
}

/// Where ids come from: chance, or the seed of a test.
///
/// # Errors
/// When the seed is no number.
pub fn ids(home: &Home) -> Result<Arc<dyn IdSource>, UserError> {
    match home.environment.text("OMOIDE_SEED") {
        None => Ok(Arc::new(RandomIds::default())),
        Some(text) => match text.trim().parse() {
            Ok(seed) => Ok(Arc::new(SeededIds::new(seed))),
            Err(_) => Err(bad_seed(&text, home.lang)),
        },
    }
}

fn bad_seed(text: &str, lang: Lang) -> UserError {
    UserError::usage(
        "bad_seed",
        say!(
            lang,
            "OMOIDE_SEED is \"{text}\", which is not a whole number",
            "OMOIDE_SEEDの値「{text}」は整数ではありません"
        ),
    )
}
