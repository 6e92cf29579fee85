//! The index over vectors: as exact as a scan, mended when it is wrong, and never out of step with others.

mod support;

#[path = "contract/vectors.rs"]
#[allow(dead_code, reason = "the cases are run by the contract")]
mod vectors;

use omoide_core::change::{Actor, Reason};
use omoide_core::ports::store::{NewMemory, Store, VectorQuery, WantedVector};
use omoide_core::{Mood, Parameters, Retention, Seq, Shown, TagSet, Valence};
use omoide_store::Options;
use omoide_testkit::builders::{a_memory, archived, at, fresh, id};
use omoide_testkit::scale;
use proptest::prelude::*;
use rusqlite::Connection;
use support::{
    by_hand, create, day, end_night, file_in, insert, living, me, memory, nowhere, of_night, open, read, showing,
    sqlite, undo_night, write,
};
use vectors::{Resonant, scan};

/// A memory as the index sees it.
#[derive(Clone, Debug)]
struct Seen {
    vector: Option<Vec<f32>>,
    retention_score: f64,
    recall_count: u32,
    is_archived: bool,
    arousal: u8,
    tags: u32,
}

fn vector(dimensions: usize) -> impl Strategy<Value = Vec<f32>> {
    let any = prop::collection::vec(-1.0..1.0_f32, dimensions);
    // Few directions, so that many are equal or opposite; and lengths of every size.
    let few = prop::collection::vec(prop_oneof![Just(0.0_f32), Just(1.0), Just(-1.0)], dimensions);
    let length = prop_oneof![Just(1.0_f32), Just(1e-30), Just(1e30), 0.1..10.0_f32];
    (prop_oneof![any, few], length).prop_map(|(vector, length)| vector.into_iter().map(|x| x * length).collect())
}

fn seen(dimensions: usize) -> impl Strategy<Value = Seen> {
    let retention = prop_oneof![Just(50.0), Just(0.0), 0.0..100.0_f64];
    let recalls = prop_oneof![Just(0_u32), 0_u32..4, 0_u32..200];
    (prop::option::weighted(0.9, vector(dimensions)), retention, recalls, any::<bool>(), 0_u8..=100, any::<u32>())
        .prop_map(|(vector, retention_score, recall_count, is_archived, arousal, tags)| Seen {
            vector,
            retention_score,
            recall_count,
            is_archived,
            arousal,
            tags,
        })
}

fn new(number: u128, seen: &Seen) -> NewMemory {
    let shown = if seen.is_archived { archived(at("2026-01-21T00:00:00Z")) } else { Shown::NEW };
    let memory = a_memory(number).shown(shown).living(Retention {
        retention_score: seen.retention_score,
        recall_count: seen.recall_count,
        ..fresh()
    });
    let memory = memory.with(|m| {
        m.emotion.feeling.arousal = seen.arousal;
        let tags = TagSet::from_bits(seen.tags);
        m.emotion.feeling.tags = omoide_core::Tag::ALL.into_iter().filter(|tag| tags.has(*tag)).collect();
    });
    match &seen.vector {
        Some(vector) => memory.vector("m", vector).build(),
        None => memory.build(),
    }
}

fn settle(store: &dyn Store, memories: &[Seen]) {
    write(store, |w| {
        for (number, seen) in (1..).zip(memories) {
            w.insert(&me(), &new(number, seen))?;
        }
        Ok(())
    });
}

/// Asks three times: from the file, then from what is kept of it.
fn assert_exact(store: &dyn Store, query: &VectorQuery<'_>, wanted: usize, scoring: &Resonant) {
    for _ in 0..3 {
        read(store, |r| {
            let found = r.best(&me(), query, wanted, scoring)?;
            assert_eq!(found, scan(r, &me(), query, wanted, scoring)?);
            Ok(())
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(24), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_search_finds_what_a_scan_of_everything_finds(
        (memories, queries) in (1_usize..40).prop_flat_map(|dimensions| {
            (prop::collection::vec(seen(dimensions), 1..700), prop::collection::vec(vector(dimensions), 1..6))
        }),
        wanted in 1_usize..12,
        floor in prop_oneof![Just(0.0), 0.0..0.9_f64],
        feeling in prop::option::of((0_u8..=100, any::<u32>())),
        use_weight in 0.0..2.0_f64,
    ) {
        let (_folder, store) = sqlite();
        settle(&*store, &memories);
        let mut parameters = Parameters::default();
        parameters.recall.recall_count_weight = use_weight;
        let mood = |(arousal, tags)| Mood { valence: Valence::Positive, arousal, tags: TagSet::from_bits(tags) };
        let scoring = Resonant { feeling: feeling.map(mood), parameters };
        for vector in &queries {
            assert_exact(&*store, &VectorQuery { model: "m", vector, floor }, wanted, &scoring);
        }
        prop_assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    }
}

#[test]
fn a_vector_without_a_direction_says_as_little_as_none() {
    let (_folder, store) = sqlite();
    let one = Seen { vector: None, retention_score: 90.0, recall_count: 0, is_archived: false, arousal: 0, tags: 0 };
    settle(&*store, &[one.clone(), Seen { vector: Some(vec![0.0; 3]), ..one }]);
    for vector in [[0.0_f32; 3], [1.0, 0.0, 0.0]] {
        let query = VectorQuery { model: "m", vector: &vector, floor: 0.2 };
        assert_exact(&*store, &query, 2, &Resonant::plain());
        let found = read(&*store, |r| r.best(&me(), &query, 2, &Resonant::plain()));
        assert!(found.iter().all(|found| found.similarity == 0.0), "{found:?}");
    }
}

/// Numbers that look random and are the same in every run.
fn noise(number: u64) -> f32 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z >> 40) as f32 / (1 << 23) as f32) - 1.0
}

fn crowd(count: u64, dimensions: u64, retention: impl Fn(u64) -> f64) -> Vec<Seen> {
    let vector = |n: u64| (0..dimensions).map(|d| noise(n * dimensions + d)).collect();
    (0..count)
        .map(|n| Seen {
            vector: Some(vector(n)),
            retention_score: retention(n),
            recall_count: (n % 7) as u32,
            is_archived: n % 5 == 0,
            arousal: (n % 101) as u8,
            tags: 0,
        })
        .collect()
}

#[test]
fn thousands_of_memories_are_searched_exactly_in_any_order_and_on_two_threads() {
    let (_folder, path) = nowhere();
    let options = Options { threads: std::num::NonZero::new(2), ..Options::CREATE };
    let store = omoide_store::open(&path, options).expect("a store");
    settle(&*store, &crowd(6_000, 2_048, |n| f64::from(noise(n).abs()) * 100.0));
    let queries: Vec<Vec<f32>> =
        (0..2).map(|q| (0..2_048).map(|d| noise(9_999_999 + q * 4_000 + d)).collect()).collect();
    for vector in &queries {
        assert_exact(&*store, &VectorQuery { model: "m", vector, floor: 0.0 }, 5, &Resonant::plain());
    }
    write(&*store, |w| end_night(w, day(1), 3));
    for vector in &queries {
        assert_exact(&*store, &VectorQuery { model: "m", vector, floor: 0.0 }, 5, &Resonant::plain());
    }
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

#[test]
fn a_night_that_fades_everything_keeps_the_index_current() {
    let (_folder, store) = sqlite();
    settle(&*store, &crowd(9_000, 8, |n| (n % 100) as f64));
    let outlines = read(&*store, |r| r.outlines(&me(), &[]));
    let changes = outlines.iter().map(|outline| {
        let before = Retention { retention_score: outline.strength, ..fresh() };
        let after = Retention {
            retention_score: outline.strength * f64::from(noise(outline.seq.0.unsigned_abs()).abs()),
            memory_days: 1.0,
            ..before
        };
        living(outline.seq, outline.id, before, after, Reason::Faded)
    });
    let plan = of_night(day(1), changes.collect());
    write(&*store, |w| {
        w.apply(&plan)?;
        end_night(w, day(1), 3)
    });
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    let vector: Vec<f32> = (0..8).map(noise).collect();
    assert_exact(&*store, &VectorQuery { model: "m", vector: &vector, floor: 0.0 }, 5, &Resonant::plain());
    assert!(write(&*store, |w| undo_night(w, day(1))));
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    assert_eq!(read(&*store, |r| r.outlines(&me(), &[])), outlines);
}

#[test]
fn what_another_process_writes_is_seen_at_once() {
    let (_folder, path) = nowhere();
    let (one, other) = (create(&path).expect("a store"), open(&path).expect("opens"));
    let query = [1.0, 0.0];
    let query = VectorQuery { model: "m", vector: &query, floor: 0.0 };
    for number in 1..=40 {
        let writer: &dyn Store = if number % 2 == 0 { &*one } else { &*other };
        insert(writer, &a_memory(number).vector("m", &[number as f32, 1.0]).build());
        if number % 5 == 0 {
            write(writer, |w| w.erase(&me(), &[id(number - 2)], Actor::Person, "wished", at("2026-01-21T00:00:00Z")));
        }
        for store in [&*one, &*other] {
            assert_exact(store, &query, 3, &Resonant::plain());
            assert_eq!(read(store, |r| r.best(&me(), &query, 1, &Resonant::plain()))[0].outline.id, id(number));
        }
    }
}

#[test]
fn a_reader_keeps_its_moment_while_others_write() {
    let (_folder, path) = nowhere();
    let (one, other) = (create(&path).expect("a store"), open(&path).expect("opens"));
    insert(&*one, &a_memory(1).vector("m", &[1.0, 0.0]).build());
    let query = VectorQuery { model: "m", vector: &[1.0, 0.0], floor: 0.0 };
    let ids =
        |found: Vec<omoide_core::ports::store::VectorMatch>| found.iter().map(|f| f.outline.id).collect::<Vec<_>>();
    read(&*one, |r| {
        assert_eq!(ids(r.best(&me(), &query, 5, &Resonant::plain())?), [id(1)]);
        insert(&*other, &a_memory(2).vector("m", &[1.0, 0.0]).build());
        // A later reader of the same store fills what is kept with the later state.
        assert_eq!(ids(read(&*one, |r| r.best(&me(), &query, 5, &Resonant::plain()))), [id(1), id(2)]);
        assert_eq!(ids(r.best(&me(), &query, 5, &Resonant::plain())?), [id(1)]);
        Ok(())
    });
    assert_eq!(ids(read(&*one, |r| r.best(&me(), &query, 5, &Resonant::plain()))), [id(1), id(2)]);
}

#[test]
fn a_backup_that_is_put_back_is_what_is_searched() {
    let (folder, path) = nowhere();
    let store = create(&path).expect("a store");
    insert(&*store, &a_memory(1).vector("m", &[1.0, 0.0]).build());
    let backup = folder.path().join("backup.db");
    store.upkeep().backup(&backup).expect("copies");
    let query = VectorQuery { model: "m", vector: &[1.0, 0.0], floor: 0.0 };
    insert(&*store, &a_memory(2).vector("m", &[1.0, 0.0]).build());
    assert_exact(&*store, &query, 5, &Resonant::plain());
    omoide_store::restore(&path, &backup, omoide_store::RestoreOptions::default()).expect("restores");
    assert_exact(&*store, &query, 5, &Resonant::plain());
    // As many changes as before, but others.
    insert(&*store, &a_memory(3).vector("m", &[1.0, 0.5]).build());
    assert_exact(&*store, &query, 5, &Resonant::plain());
    assert_eq!(read(&*store, |r| r.best(&me(), &query, 5, &Resonant::plain())).len(), 2);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

#[test]
fn an_index_that_is_wrong_is_found_and_made_anew() {
    let wrongs = [
        "UPDATE vector_slots SET place = place + 1 WHERE memory = 3",
        "DELETE FROM vector_slots WHERE memory = 3",
        "UPDATE vector_records SET data = zeroblob(length(data))",
        "UPDATE vector_records SET data = x'00'",
        "DELETE FROM vector_codes WHERE plane = 1",
        "UPDATE vector_codes SET data = zeroblob(length(data)) WHERE plane = 0",
        "DELETE FROM vector_blocks",
        "DELETE FROM vector_minds",
        "UPDATE vector_blocks SET front = x''",
        "UPDATE vector_blocks SET used = 1",
        "UPDATE memories SET retention_score = 1.5 WHERE seq = 2",
        "UPDATE vectors SET data = zeroblob(length(data)) WHERE memory = 4",
        "DELETE FROM vectors WHERE memory = 5",
    ];
    for wrong in wrongs {
        let (folder, store) = sqlite();
        settle(&*store, &crowd(20, 8, |n| n as f64));
        let vector: Vec<f32> = (0..8).map(noise).collect();
        let query = VectorQuery { model: "m", vector: &vector, floor: 0.0 };
        assert_exact(&*store, &query, 5, &Resonant::plain());
        Connection::open(file_in(&folder)).expect("opens").execute_batch(wrong).expect("does it");
        let found = store.upkeep().check().expect("checks");
        assert!(found.iter().any(|finding| finding.area == "vectors" && finding.can_be_repaired), "{wrong}: {found:?}");
        store.upkeep().repair().expect("repairs");
        assert_eq!(store.upkeep().check().expect("checks"), vec![], "{wrong}");
        // What was kept from before must not be taken for what is there now.
        assert_exact(&*store, &query, 5, &Resonant::plain());
    }
}

/// Makes a store one of the first format, which has no index.
fn take_the_index_away(path: &std::path::Path) {
    let connection = Connection::open(path).expect("opens");
    connection.execute_batch(include_str!("support/before_format_8.sql")).expect("drops");
    connection.execute_batch(include_str!("support/before_format_7.sql")).expect("drops");
    connection.execute_batch(include_str!("support/first_format.sql")).expect("drops");
    connection.execute_batch("PRAGMA user_version = 1").expect("is the first format");
    connection.close().expect("closes");
}

#[test]
fn a_store_of_the_first_format_gets_its_index_when_it_is_opened() {
    let (_folder, path) = nowhere();
    settle(&*create(&path).expect("a store"), &crowd(600, 8, |n| (n % 50) as f64));
    take_the_index_away(&path);
    let store = open(&path).expect("opens");
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    let vector: Vec<f32> = (0..8).map(noise).collect();
    assert_exact(&*store, &VectorQuery { model: "m", vector: &vector, floor: 0.0 }, 5, &Resonant::plain());
}

#[test]
fn what_was_archived_by_hand_before_the_store_knew_of_it_is_put_away() {
    let (_folder, path) = nowhere();
    let store = create(&path).expect("a store");
    let placed: Vec<Seq> = (1..=4).map(|number| insert(&*store, &a_memory(number).build()).seq).collect();
    let gone = archived(at("2026-01-21T00:00:00Z"));
    for (number, reason) in [(1, Reason::ByHand), (2, Reason::Threshold), (3, Reason::ByHand)] {
        let change = showing(placed[number - 1], id(number as u128), Shown::NEW, gone, reason);
        write(&*store, |w| w.apply(&by_hand(vec![change.clone()])));
    }
    drop(store);
    let connection = Connection::open(&path).expect("opens");
    let undone = "UPDATE changes SET undone = 1 WHERE deed = 'shown' AND subject = ?1";
    connection.execute(undone, [id(3).to_string()]).expect("is undone");
    let before = "DROP TABLE supersessions; ALTER TABLE lifecycle DROP COLUMN superseded_before; \
                  ALTER TABLE lifecycle DROP COLUMN superseded_after; PRAGMA user_version = 4";
    connection.execute_batch(include_str!("support/before_format_8.sql")).expect("drops");
    connection.execute_batch(include_str!("support/before_format_7.sql")).expect("drops");
    connection.execute_batch(before).expect("is the format before");
    connection.close().expect("closes");
    let store = open(&path).expect("opens");
    let away: Vec<bool> = read(&*store, |r| r.outlines(&me(), &[])).iter().map(|outline| outline.is_put_away).collect();
    assert_eq!(away, [true, false, false, false]);
    assert!(memory(&*store, 1).shown.is_put_away());
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

#[test]
fn a_store_without_the_index_is_searched_by_its_rows() {
    let (_folder, path) = nowhere();
    let store = create(&path).expect("a store");
    settle(&*store, &crowd(600, 8, |n| (n % 50) as f64));
    let vector: Vec<f32> = (0..8).map(noise).collect();
    let query = VectorQuery { model: "m", vector: &vector, floor: 0.2 };
    let indexed = read(&*store, |r| r.best(&me(), &query, 5, &Resonant::plain()));
    let outlines = read(&*store, |r| r.outlines(&me(), &[]));
    take_the_index_away(&path);
    assert_eq!(read(&*store, |r| r.best(&me(), &query, 5, &Resonant::plain())), indexed);
    assert_eq!(read(&*store, |r| r.outlines(&me(), &[])), outlines);
    assert_eq!(read(&*store, |r| r.outlines_of(&me(), &[outlines[3].seq])), outlines[3..4]);
    assert_eq!(read(&*store, |r| r.sentence_vectors(&me(), "m", &[outlines[3].seq])), []);
    let wanted = WantedVector { model: "m", dimensions: 8, with_sentences: true };
    assert_eq!(read(&*store, |r| r.without_vector(&me(), &wanted, None, 9)), []);
    let mut count = 0;
    read(&*store, |r| r.similarities(&me(), &query, &mut |_, similarity| count += usize::from(similarity.is_some())));
    assert_eq!(count, 600);
}

#[test]
fn nothing_of_an_erased_memory_stays_in_the_index() {
    let (folder, store) = sqlite();
    settle(&*store, &crowd(30, 8, |n| n as f64));
    let secret = a_memory(777).vector("m", &[0.123; 8]).vector("n", &[0.3; 5]).build();
    let seq = insert(&*store, &secret).seq;
    let holds = |needle: &[u8]| {
        let connection = Connection::open(file_in(&folder)).expect("opens");
        let mut held = false;
        for table in ["vector_records", "vector_codes"] {
            let mut statement = connection.prepare(&format!("SELECT data FROM {table}")).expect("prepares");
            let mut rows = statement.query([]).expect("reads");
            while let Some(row) = rows.next().expect("reads") {
                let data = row.get_ref(0).expect("a column").as_blob().expect("a blob");
                held |= data.windows(needle.len()).any(|part| part == needle);
            }
        }
        held
    };
    let id_bytes = 777_u128.to_le_bytes();
    assert!(holds(&id_bytes));
    write(&*store, |w| w.erase(&me(), &[id(777)], Actor::Person, "wished", at("2026-01-21T00:00:00Z")));
    assert!(!holds(&id_bytes));
    let connection = Connection::open(file_in(&folder)).expect("opens");
    let count = |sql: &str| connection.query_row(sql, [seq.0], |row| row.get::<_, i64>(0)).expect("counts");
    assert_eq!(count("SELECT count(*) FROM vector_slots WHERE memory = ?1"), 0);
    assert_eq!(count("SELECT count(*) FROM vector_codes WHERE model = 2 AND ?1 = ?1"), 0);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}
