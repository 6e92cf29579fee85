//! Whatever is done, both keepers of blocks hold the same blocks and give the same answers.

use omoide_core::change::{Actor, Reason};
use omoide_core::ports::store::{Outline, Scoring, Store, VectorQuery};
use omoide_core::{Retention, Seq, Term, TermKind, Vector, Words};
use omoide_testkit::builders::{a_memory, at, fresh, id};
use proptest::prelude::*;

use super::{Elsewhere, blocks_in_tables};
use crate::sqlite::SqliteStore;
use crate::support::{by_hand, day, end_night, living, me, memory, read, write};

const VERSION: u32 = 7;

#[derive(Clone, Debug)]
enum CopiedDeed {
    Insert { words: Option<Words>, vectors: Vec<(bool, [f32; 3])> },
    Erase(usize),
    Fade(usize, f64),
    Embed(usize, bool, [f32; 3]),
    PutWords(usize, Words),
    Join,
    DropWords,
    DropVectors,
    Sleep,
}

fn words() -> impl Strategy<Value = Words> {
    let term = (0_usize..4, 0_u8..9).prop_map(|(kind, number)| Term::new(TermKind::ALL[kind], &format!("w{number}")));
    let terms = prop::collection::btree_map(term, prop::array::uniform3(1_u16..300), 0..8);
    (terms, prop::array::uniform3(0_u16..500), prop_oneof![4 => Just(VERSION), 1 => Just(VERSION + 1)])
        .prop_map(|(terms, lengths, version)| Words { version, lengths, terms: terms.into_iter().collect() })
}

fn vector() -> impl Strategy<Value = (bool, [f32; 3])> {
    (any::<bool>(), prop::array::uniform3(-1.0_f32..1.0))
}

fn deed() -> impl Strategy<Value = CopiedDeed> {
    prop_oneof![
        8 => (prop::option::weighted(0.9, words()), prop::collection::vec(vector(), 0..2))
            .prop_map(|(words, vectors)| CopiedDeed::Insert { words, vectors }),
        2 => any::<usize>().prop_map(CopiedDeed::Erase),
        2 => (any::<usize>(), 0.0..100.0_f64).prop_map(|(which, retention)| CopiedDeed::Fade(which, retention)),
        1 => (any::<usize>(), vector()).prop_map(|(which, (is_other, vector))| CopiedDeed::Embed(which, is_other, vector)),
        2 => (any::<usize>(), words()).prop_map(|(which, words)| CopiedDeed::PutWords(which, words)),
        2 => Just(CopiedDeed::Join),
        1 => prop::bool::weighted(0.2).prop_map(|drops| if drops { CopiedDeed::DropWords } else { CopiedDeed::DropVectors }),
        1 => Just(CopiedDeed::Sleep),
    ]
}

fn embedded((is_other, values): (bool, [f32; 3])) -> Vector {
    // A model of another size as well.
    let values = if is_other { values.to_vec() } else { values[..2].to_vec() };
    Vector { model: if is_other { "n" } else { "m" }.into(), values, sentences: None }
}

/// A memory that is there, by its number.
fn pick(alive: &[u128], which: usize) -> Option<u128> {
    alive.get(which.checked_rem(alive.len())?).copied()
}

/// Does it, in the same way wherever the blocks are.
fn live(store: &dyn Store, deeds: &[CopiedDeed]) {
    let (mut alive, mut last, mut date) = (Vec::new(), 0, day(1));
    for deed in deeds {
        match deed {
            CopiedDeed::Insert { words, vectors } => {
                last += 1;
                let new = a_memory(last).with(|m| {
                    m.words.clone_from(words);
                    m.vectors = vectors.iter().copied().map(embedded).collect();
                });
                write(store, |w| w.insert(&me(), &new.clone().build()));
                alive.push(last);
            }
            CopiedDeed::Erase(which) => {
                let Some(number) = pick(&alive, *which) else { continue };
                let when = at("2026-02-01T12:00:00+09:00");
                write(store, |w| w.erase(&me(), &[id(number)], Actor::Person, "asked", when));
                alive.retain(|other| *other != number);
            }
            CopiedDeed::Fade(which, retention_score) => {
                let Some(number) = pick(&alive, *which) else { continue };
                let now = memory(store, number);
                let before = now.life.retention();
                let after = Retention { retention_score: *retention_score, ..before };
                let change = living(now.seq, now.id, before, after, Reason::Faded);
                write(store, |w| w.apply(&by_hand(vec![change.clone()])));
            }
            CopiedDeed::Embed(which, is_other, values) => {
                let Some(number) = pick(&alive, *which) else { continue };
                let seq = memory(store, number).seq;
                write(store, |w| w.add_vectors(&me(), &[(seq, 1, embedded((*is_other, *values)))]));
            }
            CopiedDeed::PutWords(which, words) => {
                let Some(number) = pick(&alive, *which) else { continue };
                let seq = memory(store, number).seq;
                write(store, |w| w.put_words(&me(), &[(seq, words.clone())]));
            }
            CopiedDeed::Join => write(store, |w| w.join_words(&me(), VERSION)),
            CopiedDeed::DropWords => write(store, |w| w.drop_words(&me())),
            CopiedDeed::DropVectors => {
                write(store, |w| w.drop_vectors(&me(), &["n"]));
            }
            CopiedDeed::Sleep => {
                write(store, |w| end_night(w, date, 1));
                date = date.tomorrow().expect("there is one");
            }
        }
    }
}

struct PlainChange;

impl Scoring for PlainChange {
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64> {
        Some(similarity * outline.strength)
    }

    fn ceiling(&self, retention_score: f64, _: u32, similarity: f64) -> f64 {
        similarity * retention_score
    }
}

/// All that can be asked of the indexes, with numbers to the last bit.
fn answers(store: &dyn Store, queries: &[Vec<f32>]) -> Vec<String> {
    read(store, |r| {
        let mut told = Vec::new();
        for vector in queries {
            for model in ["m", "n"] {
                let query = VectorQuery { model, vector, floor: 0.1 };
                let best = r.best(&me(), &query, 5, &PlainChange)?;
                let bits =
                    best.iter().map(|found| (found.outline.seq, found.similarity.to_bits(), found.score.to_bits()));
                told.push(format!("{:?}", bits.collect::<Vec<_>>()));
                r.similarities(&me(), &query, &mut |sight, similarity| {
                    told.push(format!("{sight:?} {:?}", similarity.map(f64::to_bits)));
                })?;
            }
        }
        let terms: Vec<Term> = (0..9).map(|number| Term::new(TermKind::Word, &format!("w{number}"))).collect();
        told.push(format!("{:?}", r.lookup(&me(), VERSION, &terms)?));
        let prefix = Term::new(TermKind::Word, "w");
        told.push(format!("{:?}", r.terms_beginning(&me(), VERSION, &prefix, 4)?));
        told.push(format!(
            "{:?} {}",
            r.without_words(&me(), VERSION, None, 9)?,
            r.without_words_count(&me(), VERSION)?
        ));
        told.push(format!("{:?} {:?}", r.outlines(&me(), &[])?, r.outline_bounds()?));
        Ok(told)
    })
}

fn in_tables() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::create(folder.path().join("store.db")).expect("a store");
    (folder, store)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_blocks_and_answers_are_the_same(deeds in prop::collection::vec(deed(), 1..80)) {
        let (elsewhere, (_folder, tables)) = (Elsewhere::new(), in_tables());
        live(&elsewhere, &deeds);
        live(&tables, &deeds);
        prop_assert_eq!(&**crate::lock(&elsewhere.blocks), &blocks_in_tables(&tables));
        let queries = [vec![0.3, -0.7], vec![0.1, 0.2, 0.9]];
        prop_assert_eq!(answers(&elsewhere, &queries), answers(&tables, &queries));
        prop_assert_eq!(elsewhere.upkeep().check().expect("checked"), vec![]);
    }
}

#[test]
fn many_memories_that_are_put_in_order_lie_the_same() {
    let (elsewhere, (_folder, tables)) = (Elsewhere::new(), in_tables());
    for store in [&elsewhere as &dyn Store, &tables] {
        let spread = |number: u128| (number * 7_919 % 10_007) as f64 / 100.0;
        write(store, |w| {
            for number in 1..=4_000_u128 {
                let vector = [(number as f32).sin(), (number as f32).cos()];
                let retention = Retention { retention_score: spread(number), ..fresh() };
                let new = a_memory(number).vector("m", &vector).living(retention);
                w.insert(&me(), &new.build())?;
            }
            Ok(())
        });
        // In the order they came in, which a night then changes all over.
        let faded: Vec<(Seq, f64)> = (1..=4_000).map(|number| (Seq(number), spread(number as u128 * 31))).collect();
        write(store, |w| {
            let changes = faded.iter().map(|(seq, retention_score)| {
                let number = u128::try_from(seq.0).expect("a number");
                let before = Retention { retention_score: spread(number), ..fresh() };
                living(
                    *seq,
                    id(number),
                    before,
                    Retention { retention_score: *retention_score, ..before },
                    Reason::Faded,
                )
            });
            w.apply(&by_hand(changes.collect()))?;
            end_night(w, day(1), 1)
        });
    }
    assert_eq!(&**crate::lock(&elsewhere.blocks), &blocks_in_tables(&tables));
    let queries = [vec![0.6, 0.8]];
    assert_eq!(answers(&elsewhere, &queries), answers(&tables, &queries));
}
