//! Whatever happens to memories, the index answers as one would that is built anew from what is there.
//! Segments are small here, so that a few memories make several of each size.

use std::collections::BTreeMap;

use omoide_core::change::{Actor, Change, Deed, NightStep, Plan, Reason, Subject};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{Lookup, NightRecord, Posting, StepRecord, Store, StoreError, WordStatistics, Writer};
use omoide_core::{Date, FieldCounts, MindName, Seq, Term, TermKind, Words};
use omoide_testkit::builders::{a_memory, at, id, mind};
use proptest::prelude::*;

use crate::sqlite::SqliteStore;
use crate::support::{write, write_to};

const VERSION: u32 = 7;

#[derive(Clone, Debug)]
enum Deeds {
    Insert(Words, bool),
    InsertUnindexed,
    Erase(usize),
    Sleep(Vec<usize>),
    Undo,
    PutAgain(usize, Words),
    Join,
    Drop,
}

/// Terms that share beginnings, and some that few memories have.
fn term(number: u8) -> Term {
    let kind = TermKind::ALL[usize::from(number) % TermKind::ALL.len()];
    Term::new(kind, &format!("{}{}", ["猫", "ca", "cat", "東京"][usize::from(number) % 4], number / 4))
}

fn words() -> impl Strategy<Value = Words> {
    let counts = prop_oneof![Just([1, 0, 0]), Just([0, 1, 0]), prop::array::uniform3(0_u16..300)];
    let counts = counts.prop_filter("a term stands somewhere", |counts: &FieldCounts| counts.iter().any(|n| *n > 0));
    let terms = prop::collection::btree_map((0_u8..40).prop_map(term), counts, 0..12);
    (terms, prop::array::uniform3(0_u16..500), prop::sample::select(vec![VERSION, VERSION, VERSION, VERSION + 1]))
        .prop_map(|(terms, lengths, version)| Words { version, lengths, terms: terms.into_iter().collect() })
}

fn deeds() -> impl Strategy<Value = Deeds> {
    prop_oneof![
        8 => (words(), any::<bool>()).prop_map(|(words, is_other)| Deeds::Insert(words, is_other)),
        1 => Just(Deeds::InsertUnindexed),
        2 => any::<usize>().prop_map(Deeds::Erase),
        2 => prop::collection::vec(any::<usize>(), 1..5).prop_map(Deeds::Sleep),
        2 => Just(Deeds::Undo),
        2 => (any::<usize>(), words()).prop_map(|(which, words)| Deeds::PutAgain(which, words)),
        2 => Just(Deeds::Join),
        1 => prop::bool::weighted(0.1).prop_map(|drops| if drops { Deeds::Drop } else { Deeds::Undo }),
    ]
}

/// What should be there: the words of each memory, if it has any.
#[derive(Clone, Default)]
struct Naive(BTreeMap<(MindName, Seq), (u128, Option<Words>)>);

impl Naive {
    fn of<'a>(&'a self, of: &'a MindName) -> impl Iterator<Item = (Seq, Option<&'a Words>)> {
        self.0.iter().filter(move |((mind, _), _)| mind == of).map(|((_, seq), (_, words))| (*seq, words.as_ref()))
    }

    fn lookup(&self, mind: &MindName, terms: &[Term]) -> Lookup {
        let mut found = Lookup { lists: vec![Vec::new(); terms.len()], statistics: WordStatistics::default() };
        for (seq, words) in self.of(mind) {
            let Some(words) = words.filter(|words| words.version == VERSION) else { continue };
            found.statistics.memories += 1;
            (0..3).for_each(|field| found.statistics.lengths[field] += u64::from(words.lengths[field]));
            for (list, term) in found.lists.iter_mut().zip(terms) {
                let counts = words.terms.iter().find(|(other, _)| other == term);
                list.extend(counts.map(|(_, counts)| Posting { seq, counts: *counts, lengths: words.lengths }));
            }
        }
        found
    }

    fn without_words(&self, mind: &MindName) -> Vec<Seq> {
        let is_without = |words: Option<&Words>| words.is_none_or(|words| words.version != VERSION);
        let mut seqs: Vec<Seq> = self.of(mind).filter(|(_, words)| is_without(*words)).map(|(seq, _)| seq).collect();
        seqs.reverse();
        seqs
    }
}

fn agrees(store: &SqliteStore, naive: &Naive) {
    let terms: Vec<Term> = (0..40).rev().map(term).collect();
    for mind in [MindName::default(), mind("other"), mind("nobody")] {
        store
            .read(&mut |r| {
                assert_eq!(r.lookup(&mind, VERSION, &terms)?, naive.lookup(&mind, &terms));
                assert_eq!(r.without_words(&mind, VERSION, None, usize::MAX)?, naive.without_words(&mind));
                assert_eq!(r.without_words_count(&mind, VERSION)?, naive.without_words(&mind).len() as u64);
                let prefix = Term::new(TermKind::Filler, "ca");
                let begins = |term: &&Term| term.as_bytes().starts_with(prefix.as_bytes());
                let mut wanted: Vec<Term> = terms.iter().filter(begins).cloned().collect();
                wanted.sort();
                let lists = naive.lookup(&mind, &wanted).lists;
                let expected: Vec<(Term, u64)> = wanted
                    .into_iter()
                    .zip(lists)
                    .filter(|(_, list)| !list.is_empty())
                    .map(|(term, list)| (term, list.len() as u64))
                    .collect();
                assert_eq!(r.terms_beginning(&mind, VERSION, &prefix, usize::MAX)?, expected);
                Ok(())
            })
            .expect("the store answers");
    }
    assert_eq!(store.upkeep().check().expect("it can be checked"), []);
}

/// Whether the file holds the text anywhere in a table of the index.
fn holds(store: &SqliteStore, text: &str) -> bool {
    let connection = store.reader().expect("a connection");
    ["SELECT first FROM word_blocks", "SELECT data FROM word_blocks", "SELECT data FROM word_fresh"].iter().any(|sql| {
        let mut statement = connection.prepare(sql).expect("a table");
        let mut rows = statement.query([]).expect("rows");
        let mut is_held = false;
        while let Some(row) = rows.next().expect("a row") {
            let bytes: Vec<u8> = row.get(0).expect("bytes");
            is_held |= bytes.windows(text.len()).any(|window| window == text.as_bytes());
        }
        is_held
    })
}

fn step(date: Date) -> NightStep {
    NightStep { date, step: Step::Episodes }
}

fn end_night(w: &mut dyn Writer, date: Date) -> Result<(), StoreError> {
    let (mind, hour) = (MindName::default(), at("2026-02-01T03:00:00+09:00").at_hour(date, 3));
    let report = "{}".to_owned();
    let record = StepRecord { step: Step::Episodes, ran_at: hour, report, can_be_undone: true };
    w.record_step(&mind, date, &record)?;
    w.record_night(&mind, &NightRecord { date, at: hour, ran_at: hour, steps: Vec::new() }, 1)
}

/// Does it to the store and to what should be there.
struct Life {
    store: SqliteStore,
    _folder: tempfile::TempDir,
    naive: Naive,
    before_night: Option<(Naive, Vec<(MindName, Seq)>)>,
    date: Date,
    count: u128,
}

impl Life {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::create(folder.path().join("store.db")).expect("a store");
        let date = jiff::civil::date(2026, 2, 1);
        Self { store, _folder: folder, naive: Naive::default(), before_night: None, date, count: 0 }
    }

    fn insert(&mut self, into: MindName, words: Option<Words>) -> Seq {
        self.count += 1;
        let memory = a_memory(self.count).with(|memory| memory.words.clone_from(&words)).build();
        let seq = write_to(&self.store, &into, |w| w.insert(&into, &memory)).seq;
        self.naive.0.insert((into, seq), (self.count, words));
        seq
    }

    fn pick(&self, which: usize) -> Option<(MindName, Seq, u128)> {
        let usual = MindName::default();
        let mut own = self.naive.0.iter().filter(|((mind, _), _)| *mind == usual);
        let count = own.clone().count();
        own.nth(which.checked_rem(count)?).map(|((mind, seq), (number, _))| (mind.clone(), *seq, *number))
    }

    fn erase(&mut self, which: usize) {
        let Some((mind, seq, number)) = self.pick(which) else { return };
        let when = at("2026-02-01T12:00:00+09:00");
        write(&self.store, |w| w.erase(&mind, &[id(number)], Actor::Person, "asked", when));
        self.naive.0.remove(&(mind.clone(), seq));
        if let Some((_, gone)) = &mut self.before_night {
            gone.push((mind, seq));
        }
    }

    fn sleep(&mut self, which: &[usize]) {
        let before = self.naive.clone();
        let mut changes = Vec::new();
        for which in which {
            let Some((mind, seq, number)) = self.pick(*which) else { continue };
            changes.push(Change {
                subject: Subject::memory(id(number), seq),
                deed: Deed::End,
                reason: Reason::Expired,
            });
            self.naive.0.remove(&(mind, seq));
        }
        self.date = self.date.tomorrow().expect("there is one");
        let (date, when) = (self.date, at("2026-02-01T03:00:00+09:00"));
        let plan = Plan {
            mind: MindName::default(),
            at: when,
            by: Actor::Night,
            step: Some(step(date)),
            group: None,
            changes,
        };
        write(&self.store, |w| {
            w.apply(&plan)?;
            end_night(w, date)
        });
        self.before_night = Some((before, Vec::new()));
    }

    /// What the last night erased comes back, but for what was erased by hand since.
    fn undo(&mut self) {
        let Some((before, gone)) = self.before_night.take() else { return };
        let date = self.date;
        assert!(write(&self.store, |w| w.undo_step(&MindName::default(), step(date))).is_some());
        write(&self.store, |w| w.forget_night(&MindName::default(), date));
        for (key, value) in before.0 {
            if !gone.contains(&key) {
                self.naive.0.entry(key).or_insert(value);
            }
        }
    }

    fn live(&mut self, deed: &Deeds) {
        match deed {
            Deeds::Insert(words, is_other) => {
                let into = if *is_other { mind("other") } else { MindName::default() };
                self.insert(into, Some(words.clone()));
            }
            Deeds::InsertUnindexed => {
                self.insert(MindName::default(), None);
            }
            Deeds::Erase(which) => self.erase(*which),
            Deeds::Sleep(which) => self.sleep(which),
            Deeds::Undo => self.undo(),
            Deeds::PutAgain(which, words) => {
                let Some((mind, seq, number)) = self.pick(*which) else { return };
                write(&self.store, |w| w.put_words(&mind, &[(seq, words.clone()), (Seq(9_999), words.clone())]));
                self.naive.0.insert((mind, seq), (number, Some(words.clone())));
            }
            Deeds::Join => write(&self.store, |w| w.join_words(&MindName::default(), VERSION)),
            Deeds::Drop => {
                let usual = MindName::default();
                write(&self.store, |w| w.drop_words(&usual));
                let own = self.naive.0.iter_mut().filter(|((mind, _), _)| *mind == usual);
                own.for_each(|(_, (_, words))| *words = None);
                // A night that is undone brings words back as they were then; here only what is there counts.
                self.before_night = None;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_the_index_is_that_of_what_is_there(all in prop::collection::vec(deeds(), 1..90)) {
        let mut life = Life::new();
        for deed in &all {
            life.live(deed);
        }
        agrees(&life.store, &life.naive);
    }
}

fn saying(text: &str) -> Words {
    Words { version: VERSION, lengths: [1, 0, 0], terms: vec![(Term::new(TermKind::Word, text), [1, 0, 0])] }
}

#[test]
fn nothing_of_an_erased_memory_stays_in_the_index() {
    // None begins as another does: what terms share is written once.
    const SECRETS: [&str; 4] = ["zebra", "quince", "violin", "harbor"];
    let mut life = Life::new();
    for number in 0..40 {
        life.insert(MindName::default(), Some(saying(&format!("common{}", number % 3))));
        if number % 10 == 4 {
            life.insert(MindName::default(), Some(saying(SECRETS[number / 10])));
        }
    }
    for text in SECRETS {
        assert!(holds(&life.store, text), "{text}");
        let place = life.naive.0.values().position(|(_, words)| *words == Some(saying(text))).expect("it is there");
        if text == "quince" {
            life.sleep(&[place])
        } else {
            life.erase(place)
        }
        assert!(!holds(&life.store, text), "{text}");
        agrees(&life.store, &life.naive);
    }
}

#[test]
fn what_is_small_is_joined_once_it_lies_in_pieces() {
    let mut life = Life::new();
    let mut pieces_after = |inserted: usize| {
        for number in 0..inserted {
            life.insert(MindName::default(), Some(saying(&format!("word{}", number % 7))));
        }
        write(&life.store, |w| w.join_words(&MindName::default(), VERSION));
        agrees(&life.store, &life.naive);
        let connection = life.store.reader().expect("a connection");
        let fresh: i64 =
            connection.query_row("SELECT count(*) FROM word_fresh", [], |row| row.get(0)).expect("a number");
        let mut statement =
            connection.prepare("SELECT size, memories FROM word_segments ORDER BY number").expect("rows");
        let sizes = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        (fresh, sizes.collect::<Result<Vec<(u32, u32)>, _>>().expect("rows"))
    };
    // Segments are of 5, 20, 80 and 320 memories here.
    assert_eq!(pieces_after(7), (2, vec![(0, 5)]));
    assert_eq!(pieces_after(4), (0, vec![(1, 11)]));
    assert_eq!(pieces_after(12), (0, vec![(2, 23)]));
    assert_eq!(pieces_after(19), (0, vec![(2, 23), (1, 19)]));
    assert_eq!(pieces_after(19), (0, vec![(2, 23), (2, 38)]));
    for _ in 0..10 {
        let (fresh, pieces) = pieces_after(19);
        let small = pieces.iter().filter(|(size, _)| *size < 2).count();
        let middle = pieces.iter().filter(|(size, _)| *size == 2).count();
        assert!(small + usize::from(fresh > 0) < 3 && middle < 4, "{fresh} {pieces:?}");
    }
}

#[test]
fn the_most_common_of_many_beginnings_are_told() {
    let mut life = Life::new();
    for (count, text) in [(1, "oma"), (3, "omb"), (2, "omc"), (4, "on")] {
        (0..count).for_each(|_| {
            life.insert(MindName::default(), Some(saying(text)));
        });
    }
    let prefix = Term::new(TermKind::Word, "om");
    life.store
        .read(&mut |r| {
            let found = r.terms_beginning(&MindName::default(), VERSION, &prefix, 2)?;
            let shown: Vec<_> = found.iter().map(|(term, count)| (term.text(), *count)).collect();
            assert_eq!(shown, [("omb", 3), ("omc", 2)]);
            Ok(())
        })
        .expect("the store answers");
}

/// A life with a damaged index, which is repaired; returns how many memories count as not indexed then.
fn repaired(damage: &str) -> u64 {
    let mut life = Life::new();
    for number in 0..23 {
        life.insert(MindName::default(), Some(saying(&format!("word{number}"))));
    }
    life.store.reader().expect("a connection").execute_batch(damage).expect("it is done");
    let areas: Vec<_> =
        life.store.upkeep().check().expect("it can be checked").iter().map(|finding| finding.area).collect();
    assert!(!areas.is_empty() && areas.iter().all(|area| *area == "words"), "{damage}: {areas:?}");
    life.store.upkeep().repair().expect("it can be repaired");
    assert_eq!(life.store.upkeep().check().expect("it can be checked"), [], "{damage}");
    let mut count = 0;
    life.store
        .read(&mut |r| {
            count = r.without_words_count(&MindName::default(), VERSION)?;
            assert_eq!(r.lookup(&MindName::default(), VERSION, &[])?.statistics.memories, 23 - count);
            Ok(())
        })
        .expect("the store answers");
    count
}

#[test]
fn a_damaged_index_is_found_and_mended() {
    assert_eq!(repaired("UPDATE word_blocks SET data = x'ff00ff' WHERE number = 1"), 20);
    assert_eq!(repaired("UPDATE word_fresh SET data = x'ff' WHERE memory = 22"), 1);
    assert_eq!(repaired("DELETE FROM word_fresh WHERE memory = 22"), 1);
    assert_eq!(repaired("INSERT INTO word_gaps (mind, memory) VALUES (1, 3), (1, 77)"), 1);
    assert_eq!(repaired("UPDATE word_segments SET memories = 1"), 20);
    assert_eq!(repaired("INSERT INTO word_fresh SELECT mind, 80, version, data FROM word_fresh WHERE memory = 22"), 0);
}

#[test]
fn a_store_of_the_first_format_knows_that_nothing_is_indexed() {
    use crate::sqlite::migrations::{MIGRATIONS, migrate};
    let mut life = Life::new();
    for _ in 0..3 {
        life.insert(MindName::default(), Some(saying("cat")));
    }
    let path = life.store.path.with_extension("old");
    crate::sqlite::file::create_private(&path).expect("a file of our own");
    let mut old = rusqlite::Connection::open(&path).expect("a file");
    migrate(&mut old, &path, &MIGRATIONS[..1]).expect("a store of the first format");
    let own = life.store.path.to_string_lossy().into_owned();
    old.execute("ATTACH ?1 AS own", [own]).expect("the other store");
    for table in ["minds", "memories", "texts", "descriptions", "places"] {
        // Later formats have more columns.
        let columns: String = old
            .query_row("SELECT group_concat(name) FROM pragma_table_info(?1, 'main')", [table], |row| row.get(0))
            .expect("its columns");
        let copy = format!("INSERT INTO main.{table} ({columns}) SELECT {columns} FROM own.{table}");
        old.execute_batch(&copy).expect("its rows");
    }
    drop(old);
    let store = SqliteStore::open(&path).expect("it is brought to the present format");
    life.naive.0.values_mut().for_each(|(_, words)| *words = None);
    agrees(&store, &life.naive);
}
