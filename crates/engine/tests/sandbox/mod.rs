//! A mind on a real store in a temporary folder, with a clock that the test moves.

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use omoide::core::parameters::Parameters;
use omoide::core::ports::{Analysis, Clock, IdSource};
use omoide::core::{Category, Emotion, Feeling, Memory, MemoryId, MindName, Moment, Tag, Text, Valence};
use omoide::{Embedders, Engine, Mind, Observation, Parts, Remembered};
use omoide_language::{LanguageLayer, StaticEmbedder};
use omoide_store::Options;

/// Where every test's time begins.
pub const START: &str = "2026-03-01T12:00:00+09:00";

/// A mind that lives as long as the test.
pub struct Sandbox {
    folder: tempfile::TempDir,
    pub engine: Engine,
    pub clock: Arc<HandClock>,
}

impl Sandbox {
    pub fn new(parameters: Parameters) -> Self {
        Self::with(parameters, Embedders::of(Arc::new(StaticEmbedder)))
    }

    pub fn with(parameters: Parameters, embedders: Embedders) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let clock = Arc::new(HandClock::at(START));
        let store = omoide_store::open(folder.path().join("omoide.db"), Options::CREATE).expect("a new store");
        let engine = Engine::new(Parts {
            store,
            understanding: Arc::new(LanguageLayer),
            embedders,
            clock: clock.clone(),
            ids: Arc::new(CountedIds::default()),
            parameters,
        });
        Self { folder, engine, clock }
    }

    /// The same mind with other models.
    pub fn switch(&mut self, embedders: Embedders) {
        let parameters = self.engine.parameters().clone();
        let store = omoide_store::open(self.path(), Options::EXISTING).expect("the store is there");
        self.engine = Engine::new(Parts {
            store,
            understanding: Arc::new(LanguageLayer),
            embedders,
            clock: self.clock.clone(),
            ids: Arc::new(CountedIds(AtomicU64::new(1 << 32))),
            parameters,
        });
    }

    pub fn mind(&self) -> Mind<'_> {
        self.engine.mind(MindName::default())
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("omoide.db")
    }

    /// Remembers words with a feeling of the test's choice.
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
    /// of them and lies in its own order, so that it fits is checked instead.
    pub fn dump(&self) -> String {
        dump(&self.path())
    }
}

/// A clock that stands until the test moves it.
pub struct HandClock(AtomicI64);

impl HandClock {
    pub fn at(text: &str) -> Self {
        Self(AtomicI64::new(text.parse::<Moment>().expect("a time").unix_micros()))
    }

    pub fn pass_hours(&self, hours: i64) {
        self.0.fetch_add(hours * 3_600_000_000, Ordering::SeqCst);
    }

    pub fn pass_days(&self, days: i64) {
        self.pass_hours(days * 24);
    }

    pub fn set(&self, text: &str) {
        self.0.store(text.parse::<Moment>().expect("a time").unix_micros(), Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Moment {
        Moment::new(self.0.load(Ordering::SeqCst), 9 * 3600)
    }
}

/// Ids in the order of asking, the same in every run.
#[derive(Default)]
pub struct CountedIds(AtomicU64);

impl CountedIds {
    pub fn beginning_at(number: u64) -> Self {
        Self(AtomicU64::new(number))
    }
}

impl IdSource for CountedIds {
    fn next(&self, at: Moment) -> MemoryId {
        MemoryId::new(at, u128::from(self.0.fetch_add(1, Ordering::SeqCst)))
    }
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
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).expect("a table");
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
