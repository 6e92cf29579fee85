//! An engine on a real store in a temporary folder, with a clock that stands still.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use omoide::{Embedders, Engine, Parts};
use omoide_core::ports::{Clock, IdSource};
use omoide_core::{MemoryId, Moment};
use omoide_language::{LanguageLayer, StaticEmbedder};
use omoide_store::Options;

/// An engine that lives as long as the test.
pub struct Sandbox {
    folder: Arc<tempfile::TempDir>,
    pub engine: Engine,
}

impl Sandbox {
    pub fn new() -> Self {
        Self::over(Arc::new(tempfile::tempdir().expect("a temporary folder")))
    }

    /// The same folder, opened again.
    pub fn reopened(other: &Self) -> Self {
        Self::over(Arc::clone(&other.folder))
    }

    fn over(folder: Arc<tempfile::TempDir>) -> Self {
        let store = omoide_store::open(folder.path().join("omoide.db"), Options::CREATE).expect("a new store");
        let engine = Engine::new(Parts {
            store,
            understanding: Arc::new(LanguageLayer::new()),
            embedders: Embedders::of(Arc::new(StaticEmbedder::new())),
            clock: Arc::new(Standing),
            ids: Arc::new(Counted::default()),
            parameters: Default::default(),
        });
        Self { folder, engine }
    }

    pub fn path(&self) -> &std::path::Path {
        self.folder.path()
    }
}

struct Standing;

impl Clock for Standing {
    fn now(&self) -> Moment {
        "2026-03-01T12:00:00+09:00".parse().expect("a time")
    }
}

#[derive(Default)]
struct Counted(AtomicU64);

impl IdSource for Counted {
    fn next(&self, at: Moment) -> MemoryId {
        MemoryId::new(at, u128::from(self.0.fetch_add(1, Ordering::SeqCst)))
    }
}
