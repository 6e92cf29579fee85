//! Replies that were streamed: where their journals are, and what was recovered of them.

use std::path::PathBuf;
use std::sync::Arc;

use omoide::{Engine, RecoveredTurn};
use omoide_core::ports::{JournalCensus, Journals, StoreError};
use omoide_store::JournalFolder;

use crate::Home;
use crate::config::DEV_PROFILE;

/// The journals of a home. What is tried out has journals of its own, as it has a store of its own.
pub fn journals(home: &Home) -> Arc<dyn Journals> {
    Arc::new(JournalFolder::at(folder(home)))
}

/// The journals that there are.
///
/// # Errors
/// When their folder cannot be read.
pub fn census(home: &Home) -> Result<JournalCensus, StoreError> {
    journals(home).census()
}

fn folder(home: &Home) -> PathBuf {
    home.data_dir.join(if home.sources.profile == DEV_PROFILE { "streaming-dev" } else { "streaming" })
}

/// What was recovered when a memory was opened.
#[derive(Debug, Default)]
pub struct StreamRecovery {
    /// The turns.
    pub turns: Vec<RecoveredTurn>,
    /// Why the rest could not be; it is tried again at the next start.
    pub failure: Option<omoide::Error>,
}

impl StreamRecovery {
    /// Recovers what killed processes have left.
    pub(crate) fn run(engine: &Engine) -> Self {
        match engine.recover_streams() {
            Ok(turns) => Self { turns, failure: None },
            Err(failure) => Self { turns: Vec::new(), failure: Some(failure) },
        }
    }
}
