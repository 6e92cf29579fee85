//! One night over a large store, measured whole: `import` takes S0's database over, `night` sleeps once.
//!
//! ```text
//! night import S0.db STORE.db      a store of the same memories, the last 100 active ones new
//! night run STORE.db WORK          one night: `texts` shortened too, the `numbers` and links alone, or
//!                                  the numbers `unlinked`
//! ```
//!
//! `benches/night` drives it beside the Python design of S0.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::ports::store::NewMemory;
use omoide::core::ports::{Analysis, BoxError, Embedder, Redaction, Shortening, Store, TimeHint, Understanding};
use omoide::core::{
    Category, Emotion, Feeling, Kind, Level, Life, Making, MemoryId, MindName, Moment, Origin, QueryWords, Retention,
    Shown, Source, Text, Vector, Wording, Words,
};
use omoide::{DueNight, Embedders, Engine, Improvement, Parts};
use omoide_language::LanguageLayer;
use omoide_store::Options;
use omoide_testkit::clock::HandClock;
use omoide_testkit::ids::CountedIds;
use omoide_testkit::settling::settle;

const MODEL: &str = "bench-1536";
const DIMENSIONS: usize = 1536;
const NEW_MEMORIES: usize = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["import", from, to] => import(Path::new(from), Path::new(to)),
        ["run", store, work] => run(Path::new(store), work),
        // `cargo bench` and `cargo test --benches` call it bare: the night of a small store of its own.
        _ => small(),
    }
}

fn run(path: &Path, work: &str) {
    let at = night_of(&*omoide_store::open(path, Options::EXISTING).expect("the store opens"));
    // Closing the store is not timed, as it is not with the peers.
    let (elapsed, (report, _engine)) = timed(|| {
        let store = omoide_store::open(path, Options::EXISTING).expect("the store opens");
        let engine = engine(store, work);
        let night = DueNight { date: at.date(), at };
        let night = engine.mind(MindName::default()).run_night(night, &mut Improvement::default());
        let night = night.expect("the night is run");
        (night.expect("it was not slept before").report, engine)
    });
    println!(
        "{{\"seconds\": {:.4}, \"faded\": {}, \"transitions\": {}, \"links\": {}, \"rss_mib\": {:.1}}}",
        elapsed.as_secs_f64(),
        report.faded,
        report.transitions.len(),
        report.links_added.len(),
        peak_rss_mib()
    );
}

fn small() {
    let folder = std::env::temp_dir().join(format!("omoide-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("omoide.db");
    let store = omoide_store::open(&path, Options::CREATE).expect("a new store");
    let memories: Vec<NewMemory> = (0..2_000).map(synthetic).collect();
    let last = memories[memories.len() - 1 - NEW_MEMORIES].created;
    settle(&engine(store, "texts"), &MindName::default(), &memories, Some(last));
    run(&path, "texts");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// The night after the last memory.
fn night_of(store: &dyn Store) -> Moment {
    let mut last = None;
    store
        .read(&mut |r| {
            last = r.census(&MindName::default())?.span.map(|(_, last)| last);
            Ok(())
        })
        .expect("the store can be read");
    let last: Moment = last.expect("there are memories");
    last.at_hour(last.plus_days(1).date(), 3)
}

fn engine(store: Arc<dyn Store>, work: &str) -> Engine {
    let understanding: Arc<dyn Understanding> = match work {
        "texts" => Arc::new(LanguageLayer),
        "numbers" | "unlinked" => Arc::new(Cut),
        other => panic!("texts, numbers or unlinked, not {other}"),
    };
    let mut parameters = Parameters::default();
    parameters.relations.enable_auto_linking = work != "unlinked";
    Engine::new(Parts {
        store,
        understanding,
        embedders: Embedders::of(Arc::new(Given)),
        clock: Arc::new(HandClock::from(Moment::new(1_900_000_000_000_000, 9 * 3600))),
        ids: Arc::new(CountedIds::default()),
        parameters,
    })
}

#[expect(clippy::disallowed_methods, reason = "a bench is there to read the clock")]
fn timed<T>(f: impl FnOnce() -> T) -> (Duration, T) {
    let start = std::time::Instant::now();
    let answer = f();
    (start.elapsed(), answer)
}

fn peak_rss_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}

/// Takes S0's database over as it is, vectors included.
fn import(from: &Path, to: &Path) {
    let source = rusqlite::Connection::open(from).expect("S0's database opens");
    let store = omoide_store::open(to, Options::CREATE).expect("a new store");
    let last: String = source
        .query_row(
            "SELECT created FROM memories WHERE archived_at IS NULL ORDER BY rowid DESC LIMIT 1 OFFSET ?1",
            [NEW_MEMORIES as i64],
            |row| row.get(0),
        )
        .expect("there are more than the new ones");
    let engine = engine(store, "numbers");
    let mut statement = source.prepare("SELECT * FROM memories ORDER BY rowid").expect("S0's table");
    let mut rows = statement.query([]).expect("S0's rows");
    let mut batch = Vec::new();
    let mut number = 0;
    while let Some(row) = rows.next().expect("a row") {
        number += 1;
        batch.push(adopted(row, number));
        if batch.len() == 5_000 {
            settle(&engine, &MindName::default(), &batch, None);
            batch.clear();
        }
    }
    settle(&engine, &MindName::default(), &batch, Some(last.parse().expect("a time")));
}

fn adopted(row: &rusqlite::Row<'_>, number: u128) -> NewMemory {
    let text = |column: &str| row.get::<_, String>(column).expect("text");
    let real = |column: &str| row.get::<_, f64>(column).expect("a number");
    let whole = |column: &str| row.get::<_, u8>(column).expect("a small number");
    let created: Moment = text("created").parse().expect("a time");
    let bytes: Vec<u8> = row.get("embedding").expect("a vector");
    let values = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let tags: Vec<String> = serde_json::from_str(&text("emotional_tags")).expect("a list");
    NewMemory {
        id: MemoryId::from_u128(number),
        handle: Some(text("id")),
        created,
        recorded_at: created,
        emotion: Emotion {
            intensity: whole("emotional_intensity"),
            feeling: Feeling {
                valence: text("emotional_valence").parse().expect("one of the three"),
                arousal: whole("emotional_arousal"),
                tags: tags.iter().map(|tag| tag.parse().expect("one of the 23")).collect(),
            },
        },
        category: Category::named(&text("category")),
        keywords: serde_json::from_str(&text("keywords")).expect("a list"),
        text: Text { trigger: text("trigger"), content: text("content") },
        life: Life::Episode(Retention {
            memory_days: real("memory_days"),
            decay_coefficient: real("decay_coefficient"),
            retention_score: real("retention_score"),
            recall_count: row.get("recall_count").expect("a count"),
            recalled_since_last_batch: whole("recalled_since_last_batch") == 1,
        }),
        shown: Shown {
            level: Level::from_number(whole("current_level")).expect("1 to 4"),
            archived_at: row.get::<_, Option<String>>("archived_at").expect("text").map(|t| t.parse().expect("a time")),
            protected: whole("protected") == 1,
            ..Shown::NEW
        },
        vectors: vec![Vector::new(MODEL, values)],
        ..synthetic(0)
    }
}

/// A memory of the bench's own making, without a vector.
fn synthetic(number: u32) -> NewMemory {
    let created = Moment::new(1_772_000_000_000_000 + i64::from(number) * 600_000_000, 9 * 3600);
    NewMemory {
        id: MemoryId::from_u128(u128::from(number) + 1),
        handle: None,
        kind: Kind::Episode,
        origin: Origin { person: "me".to_owned(), thread: None, source: Source::Person },
        created,
        recorded_at: created,
        emotion: Emotion {
            intensity: (number * 37 % 101) as u8,
            feeling: Feeling { valence: omoide::core::Valence::Neutral, arousal: 30, tags: Vec::new() },
        },
        category: Category::KNOWN[number as usize % 4].clone(),
        keywords: vec!["記憶".to_owned()],
        text: Text {
            trigger: format!("{number}番目の記憶の設計について質問した。"),
            content: "係数と閾値を説明した。納得してくれたので安心した。".to_owned(),
        },
        made: Making::Original,
        shown: Shown::NEW,
        life: Life::Episode(Retention {
            memory_days: f64::from(number % 40),
            decay_coefficient: 0.93,
            retention_score: 40.0,
            recall_count: 0,
            recalled_since_last_batch: number.is_multiple_of(9),
        }),
        relations: Vec::new(),
        vectors: Vec::new(),
        turn: None,
        words: None,
        by: Actor::Person,
    }
}

/// Vectors come with the store; texts made tonight get none, as no embedding service is asked.
struct Given;

impl Embedder for Given {
    fn model(&self) -> &str {
        MODEL
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, BoxError> {
        Ok(vec![None; texts.len()])
    }
}

/// Shortens by cutting, in no time: what is left of a night is its numbers.
struct Cut;

impl Understanding for Cut {
    fn name(&self) -> &str {
        "cut"
    }

    fn analyse(&self, _: &str, _: &str, _: usize) -> Analysis {
        unreachable!("nothing is remembered in this bench")
    }

    fn shorten(&self, wish: Shortening<'_>) -> Result<Option<Text>, BoxError> {
        let cut = |text: &str| text.chars().take(40).collect();
        Ok(Some(Text { trigger: cut(&wish.original.trigger), content: cut(&wish.original.content) }))
    }

    fn category(&self, _: &str) -> Category {
        Category::Casual
    }

    fn time_hint(&self, _: &str, _: Moment) -> Option<TimeHint> {
        None
    }

    fn content_words(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn words_version(&self) -> u32 {
        1
    }

    fn words(&self, _: &Wording) -> Words {
        Words { version: 1, ..Words::default() }
    }

    fn query_words(&self, _: &str) -> QueryWords {
        QueryWords::default()
    }

    fn contains_phrase(&self, text: &str, phrase: &str) -> bool {
        text.contains(phrase)
    }

    fn redacted(&self, text: &str) -> Redaction {
        Redaction::nothing(text)
    }
}
