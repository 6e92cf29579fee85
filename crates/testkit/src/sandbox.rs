//! An engine on a real store in a temporary folder, with a clock that the test moves and ids that count up.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use omoide::core::parameters::Parameters;
use omoide::core::ports::Analysis;
use omoide::core::{Category, Emotion, Feeling, Memory, MindName, Tag, Text, Valence};
use omoide::{Embedders, Engine, Mind, Observation, Parts, Remembered};
use omoide_language::{LanguageLayer, StaticEmbedder};
use omoide_store::Options;
use tempfile::TempDir;

use crate::clock::HandClock;
use crate::ids::CountedIds;

/// An engine that lives as long as the test, with its store.
pub struct Sandbox {
    folder: Arc<TempDir>,
    /// The engine.
    pub engine: Engine,
    /// Its clock.
    pub clock: Arc<HandClock>,
}

impl Default for Sandbox {
    fn default() -> Self {
        let mut parameters = Parameters::default();
        // Nothing is left out because the machine is busy.
        parameters.prime.deadline_ms = 60_000;
        Self::new(parameters)
    }
}

impl Sandbox {
    /// An empty store, and the built-in vectors.
    pub fn new(parameters: Parameters) -> Self {
        Self::with(parameters, Embedders::of(Arc::new(StaticEmbedder)))
    }

    /// An empty store, and vectors of the test's choice.
    ///
    /// # Panics
    /// When no folder can be made.
    pub fn with(parameters: Parameters, embedders: Embedders) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let clock = Arc::new(HandClock::default());
        let engine = engine(&file(&folder), embedders, &clock, CountedIds::default(), parameters);
        Self { folder, engine, clock }
    }

    /// Another engine on the same store, as after a restart.
    pub fn reopened(other: &Self) -> Self {
        let (folder, clock) = (Arc::clone(&other.folder), Arc::clone(&other.clock));
        let embedders = Embedders::of(Arc::new(StaticEmbedder));
        let parameters = other.engine.parameters().clone();
        let engine = engine(&file(&folder), embedders, &clock, further_ids(), parameters);
        Self { folder, engine, clock }
    }

    /// The same store with other models.
    pub fn switch(&mut self, embedders: Embedders) {
        let parameters = self.engine.parameters().clone();
        self.engine = engine(&file(&self.folder), embedders, &self.clock, further_ids(), parameters);
    }

    /// The usual mind.
    pub fn mind(&self) -> Mind<'_> {
        self.engine.mind(MindName::default())
    }

    /// The folder, which goes with the last sandbox on it.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The store's file.
    pub fn path(&self) -> PathBuf {
        file(&self.folder)
    }

    /// Remembers words with a feeling of the test's choice.
    ///
    /// # Panics
    /// When they are not remembered anew.
    pub fn remember(&self, words: &str, category: Category, intensity: u8) -> Memory {
        let analysis = Analysis {
            emotion: Emotion {
                intensity,
                feeling: Feeling { valence: Valence::Neutral, arousal: 30, tags: vec![Tag::Curiosity] },
            },
            category,
            keywords: vec![words.chars().take(4).collect()],
            text: Text { trigger: words.to_owned(), content: format!("{words}について話した。") },
            protect: false,
            is_lasting: false,
        };
        let observation = Observation { analysis: Some(analysis), ..Observation::said(words) };
        match self.mind().remember(observation).expect("it is remembered") {
            Remembered::Anew { memory, .. } => *memory,
            other => panic!("not remembered anew: {other:?}"),
        }
    }

    /// Every row of every table, as text: two equal dumps are two equal stores. The index over vectors is made
    /// of them and lies in its own order, so that it fits is checked instead. Lines of the activity log about nights are
    /// left out.
    ///
    /// # Panics
    /// When the store is damaged.
    pub fn dump(&self) -> String {
        dump(&self.path())
    }
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("omoide.db")
}

/// Ids that do not meet those of the engine before.
fn further_ids() -> CountedIds {
    CountedIds::beginning_at(1 << 32)
}

fn engine(
    store: &Path,
    embedders: Embedders,
    clock: &Arc<HandClock>,
    ids: CountedIds,
    parameters: Parameters,
) -> Engine {
    Engine::new(Parts {
        store: omoide_store::open(store, Options::CREATE).expect("the store opens"),
        understanding: Arc::new(LanguageLayer),
        embedders,
        clock: Arc::clone(clock) as _,
        ids: Arc::new(ids),
        parameters,
    })
}

fn dump(path: &Path) -> String {
    let findings = omoide_store::open(path, Options::EXISTING)
        .and_then(|store| store.upkeep().check())
        .expect("the store can be checked");
    assert_eq!(findings, vec![]);
    let connection = rusqlite::Connection::open(path).expect("the store opens");
    let tables: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'vector_*' ORDER BY name")
        .expect("the schema is there")
        .query_map([], |row| row.get(0))
        .expect("the schema is there")
        .map(|name| name.expect("a name"))
        .collect();
    let mut out = String::new();
    for table in tables {
        // That a night ran stays in the activity log, also when the night was taken back.
        let rows = if table == "activity" { "WHERE type <> 'cron_executed'" } else { "" };
        let mut statement = connection.prepare(&format!("SELECT * FROM {table} {rows}")).expect("a table");
        let columns = statement.column_count();
        let mut lines: Vec<String> = statement
            .query_map([], |row| {
                let cells: Vec<String> =
                    (0..columns).map(|column| format!("{:?}", row.get_ref(column).expect("a cell"))).collect();
                Ok(cells.join("|"))
            })
            .expect("a table")
            .map(|line| line.expect("a row"))
            .collect();
        lines.sort();
        out.push_str(&format!("== {table}\n{}\n", lines.join("\n")));
    }
    out
}
