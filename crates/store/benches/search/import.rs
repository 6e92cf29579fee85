//! Stores to search in.

use std::path::Path;

use omoide_core::change::Actor;
use omoide_core::ports::store::{NewMemory, NightRecord, Store};
use omoide_core::{
    Category, Emotion, Feeling, Kind, Level, Life, Making, MemoryId, MindName, Moment, Origin, Retention, Shown,
    Source, Text, Vector,
};
use omoide_store::Options;

use super::{MODEL, floats};

/// Memories that are written at once.
const BATCH: usize = 5_000;

/// What becomes of retention and recalls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// They stay.
    Own,
    /// All memories get the same, the worst case for a search that begins with the heaviest.
    Equal,
}

/// Takes S0's database over as it is, vectors included.
pub fn import(from: &Path, to: &Path, weights: Weights) {
    let source = rusqlite::Connection::open(from).expect("S0's database opens");
    let store = omoide_store::open(to, Options::CREATE).expect("a store");
    let sql = "SELECT id, created, memory_days, recall_count, emotional_intensity, emotional_valence,
                      emotional_arousal, emotional_tags, decay_coefficient, category, current_level, \"trigger\",
                      content, embedding, retention_score, archived_at FROM memories ORDER BY rowid";
    let mut statement = source.prepare(sql).expect("S0's table");
    let mut rows = statement.query([]).expect("S0's rows");
    let (mut batch, mut number) = (Vec::new(), 0);
    while let Some(row) = rows.next().expect("a row") {
        number += 1;
        batch.push(memory(row, number, weights).expect("a row of S0's"));
        if batch.len() == BATCH {
            write(&*store, &std::mem::take(&mut batch));
        }
    }
    write(&*store, &batch);
    sleep(&*store);
}

/// A store of made-up memories.
pub fn synthetic(path: &Path, count: u128, dimensions: usize) {
    let store = omoide_store::open(path, Options::CREATE).expect("a store");
    let mut random = super::exact::Random(7);
    let memories: Vec<NewMemory> = (1..=count)
        .map(|number| {
            let values = (0..dimensions).map(|_| random.normal()).collect();
            let (retention, recalls) = (random.unit() * 100.0, random.next() as u32 % 4);
            let created = Moment::new(1_700_000_000_000_000, 0);
            let retention = self::retention(0.0, 0.99, retention, recalls);
            new(
                number,
                created,
                Text { trigger: format!("memory {number}"), content: String::new() },
                (Shown::NEW, retention),
                values,
            )
        })
        .collect();
    write(&*store, &memories);
    sleep(&*store);
}

fn write(store: &dyn Store, memories: &[NewMemory]) {
    store
        .write(&MindName::default(), &mut |w| {
            for memory in memories {
                w.insert(&MindName::default(), memory)?;
            }
            Ok(())
        })
        .expect("they are written");
}

/// A night puts the memories in order.
fn sleep(store: &dyn Store) {
    let at = Moment::new(1_900_000_000_000_000, 0);
    let record = NightRecord { date: at.date(), at, ran_at: at, steps: Vec::new() };
    store.write(&MindName::default(), &mut |w| w.record_night(&MindName::default(), &record, 1)).expect("a night");
}

fn memory(row: &rusqlite::Row<'_>, number: u128, weights: Weights) -> rusqlite::Result<NewMemory> {
    let created: Moment = row.get::<_, String>(1)?.parse().unwrap_or(Moment::new(0, 0));
    let level = Level::from_number(row.get(10)?).unwrap_or(Level::Full);
    let archived_at: Option<String> = row.get(15)?;
    let is_equal = weights == Weights::Equal;
    let (retention, recalls) = if is_equal { (50.0, 0) } else { (row.get(14)?, row.get(3)?) };
    let archived_at = archived_at.and_then(|at| at.parse().ok());
    let retention = self::retention(row.get(2)?, row.get(8)?, retention, recalls);
    let shown = Shown { level, archived_at, ..Shown::NEW };
    let text = Text { trigger: row.get(11)?, content: row.get(12)? };
    let mut memory = new(number, created, text, (shown, retention), floats(&row.get::<_, Vec<u8>>(13)?));
    let tags: Vec<String> = serde_json::from_str(&row.get::<_, String>(7)?).unwrap_or_default();
    memory.emotion = Emotion {
        intensity: row.get(4)?,
        feeling: Feeling {
            valence: row.get::<_, String>(5)?.parse().unwrap_or(omoide_core::Valence::Neutral),
            arousal: row.get(6)?,
            tags: tags.iter().filter_map(|tag| tag.parse().ok()).collect(),
        },
    };
    memory.category = Category::named(&row.get::<_, String>(9)?);
    Ok(memory)
}

fn retention(memory_days: f64, decay_coefficient: f64, retention_score: f64, recall_count: u32) -> Retention {
    Retention { memory_days, decay_coefficient, retention_score, recall_count, recalled_since_last_batch: false }
}

fn new(
    number: u128,
    created: Moment,
    text: Text,
    (shown, retention): (Shown, Retention),
    values: Vec<f32>,
) -> NewMemory {
    NewMemory {
        words: None,
        id: MemoryId::from_u128(number),
        handle: None,
        kind: Kind::Episode,
        origin: Origin { person: "Aki".to_owned(), thread: None, source: Source::Person },
        created,
        recorded_at: created,
        emotion: Emotion {
            intensity: 50,
            feeling: Feeling { valence: omoide_core::Valence::Neutral, arousal: 30, tags: Vec::new() },
        },
        category: Category::Casual,
        keywords: Vec::new(),
        text,
        made: Making::Original,
        shown,
        life: Life::Episode(retention),
        relations: Vec::new(),
        vectors: vec![Vector::new(MODEL, values)],
        turn: None,
        by: Actor::Agent,
    }
}
