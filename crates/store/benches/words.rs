//! How fast memories are found by their words, and what the index over words costs.
//!
//! `cargo bench -p omoide-store --bench words`. 36,500 memories, half of them Japanese, whose words are as
//! unevenly common as those of a language. Before the figures it prints how large the index is. A look for
//! ten terms is to stay under 2 ms, and under 5 ms in a process that has just opened the store; the words
//! of a memory are to add less than 0.5 ms to writing it down, and 1,000 of them at once less than 150 ms.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use omoide_core::change::Actor;
use omoide_core::formulas::ranking::bm25;
use omoide_core::ports::store::{Lookup, NewMemory, Store};
use omoide_core::{MindName, Term, TermKind, Wording, Words};
use omoide_language::terms;
use omoide_store::Options;
use omoide_testkit::builders::{a_memory, a_turn, at, id};
use omoide_testkit::texts::{Dice, english_word, japanese_word, text};

const MEMORIES: usize = 36_500;

/// What was said and replied in the memory with that number.
fn turn(dice: &mut Dice, number: usize) -> (String, String) {
    let (said, replied) = (6 + dice.below(24), 10 + dice.below(50));
    let is_japanese = !number.is_multiple_of(2);
    (text(dice, is_japanese, said), text(dice, is_japanese, replied))
}

fn memory(dice: &mut Dice, number: usize) -> NewMemory {
    let (said, replied) = turn(dice, number);
    let keywords = [&said, &replied].map(|text| text.split(' ').next().unwrap_or_default().chars().take(6).collect());
    let wording = Wording {
        trigger: said.clone(),
        content: replied.clone(),
        said: Some(said.clone()),
        replied: Some(replied.clone()),
        keywords: keywords.to_vec(),
        at: None,
        says_again: false,
    };
    let words = terms::of_memory(&wording);
    a_memory(number as u128)
        .with(|memory| {
            memory.text.trigger = said.clone();
            memory.text.content = replied.clone();
            memory.keywords = wording.keywords.clone();
        })
        .of_turn(a_turn("Aki", &said, &replied))
        .words(words)
        .build()
}

#[expect(clippy::disallowed_methods, reason = "a measurement")]
fn now() -> Instant {
    Instant::now()
}

fn me() -> MindName {
    MindName::default()
}

/// A store of so many memories, and how many bytes of text they have.
fn filled(path: &Path, memories: usize) -> (Arc<dyn Store>, usize) {
    let store = omoide_store::open(path, Options::CREATE).expect("a store");
    let mut dice = Dice(7);
    let all: Vec<NewMemory> = (0..memories).map(|number| memory(&mut dice, number)).collect();
    let bytes = all.iter().map(|memory| memory.text.trigger.len() + memory.text.content.len()).sum();
    let (mut longest, begun) = (Duration::ZERO, now());
    for some in all.chunks(256) {
        let begun = now();
        store
            .write(&me(), &mut |w| {
                for memory in some {
                    w.insert(&me(), memory)?;
                }
                Ok(())
            })
            .expect("the store takes it");
        longest = longest.max(begun.elapsed());
    }
    println!("{memories} memories written in {:?}, 256 at once in at most {longest:?}", begun.elapsed());
    (store, bytes)
}

fn tell_size(path: &Path, text_bytes: usize) {
    let connection = rusqlite::Connection::open(path).expect("opens");
    let bytes = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a sum");
    let blocks = bytes("SELECT sum(length(data) + 2 * length(first) + 24) FROM word_blocks");
    let documents = bytes("SELECT sum(length(documents) + 40) FROM word_segments");
    let fresh = bytes("SELECT coalesce(sum(length(data) + 12), 0) FROM word_fresh");
    let index = blocks + documents + fresh;
    println!(
        "text {text_bytes} bytes, index {index} bytes ({:.2} of the text): blocks {blocks}, documents {documents}, \
         fresh {fresh}; segments {}",
        index as f64 / text_bytes as f64,
        bytes("SELECT count(*) FROM word_segments"),
    );
}

/// Ten terms, common and rare, of both languages.
fn ten_terms() -> Vec<Term> {
    let english = [30, 90, 400, 2_000, 9_000].map(|rank| {
        let stem = omoide_language::tokens::stem(&english_word(rank).to_lowercase());
        Term::new(TermKind::Word, &stem)
    });
    let japanese = [10, 130, 800].map(|rank| Term::new(TermKind::Word, &japanese_word(rank)));
    let pairs = [1, 400].map(|rank| Term::new(TermKind::Pair, &japanese_word(rank)));
    english.into_iter().chain(japanese).chain(pairs).collect()
}

fn look(store: &dyn Store, terms: &[Term]) -> Lookup {
    let mut found = Lookup::default();
    store
        .read(&mut |r| {
            found = r.lookup(&me(), terms::VERSION, terms)?;
            Ok(())
        })
        .expect("the store answers");
    found
}

/// The sum of the scores of all that was found, so that nothing is left out.
fn scored(found: &Lookup) -> f64 {
    let of_list = |list: &Vec<omoide_core::ports::store::Posting>| {
        let idf = bm25::idf(found.statistics.memories, list.len() as u64);
        let share = |p: &omoide_core::ports::store::Posting| {
            let fields = p.counts.iter().zip(p.lengths);
            fields.map(|(count, length)| f64::from(*count) / (1.0 + f64::from(length))).sum::<f64>()
        };
        idf * list.iter().map(share).sum::<f64>()
    };
    found.lists.iter().map(of_list).sum()
}

/// Prints the quickest and the middle of many single runs: on a machine that others use as well, a mean says
/// more of them than of this.
fn tell_quickest(name: &str, mut run: impl FnMut()) {
    let mut times: Vec<Duration> = (0..400)
        .map(|_| {
            let begun = now();
            run();
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!("{name}: quickest {:?}, middle {:?}", times[0], times[200]);
}

/// Prints how long it takes to find the terms of long texts: ten times the text, about ten times as long.
fn tell_terms() {
    let mut dice = Dice(3);
    let some: String = (0..200).map(|_| text(&mut dice, false, 40) + &text(&mut dice, true, 40)).collect();
    for bytes in [1_000, 100_000, 1_000_000, 10_000_000] {
        let mut content = some.repeat(1 + bytes / some.len());
        content.truncate((0..=bytes).rev().find(|end| content.is_char_boundary(*end)).unwrap_or(0));
        let wording = Wording { content, ..Wording::default() };
        let begun = now();
        let words = terms::of_memory(&wording);
        println!("terms of {bytes} bytes: {:?}, {} of them", begun.elapsed(), words.terms.len());
    }
}

fn finding(c: &mut Criterion) {
    tell_terms();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.db");
    let (store, text_bytes) = filled(&path, MEMORIES);
    tell_size(&path, text_bytes);
    let terms = ten_terms();
    let lengths: Vec<usize> = look(&*store, &terms).lists.iter().map(Vec::len).collect();
    println!("memories that have each of the ten terms: {lengths:?}");
    tell_quickest("ten terms", || {
        black_box(look(&*store, &terms));
    });
    tell_quickest("ten terms, scored", || {
        black_box(scored(&look(&*store, &terms)));
    });
    tell_quickest("no terms", || {
        black_box(look(&*store, &[]));
    });
    tell_quickest("ten terms in a store just opened", || {
        black_box(look(&*omoide_store::open(&path, Options::EXISTING).expect("opens"), &terms));
    });
    let mut group = c.benchmark_group("words");
    group.measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1)).sample_size(30);
    group.bench_function("ten terms", |b| b.iter(|| black_box(look(&*store, &terms))));
    group.bench_function("ten terms, scored", |b| b.iter(|| black_box(scored(&look(&*store, &terms)))));
    group.bench_function("ten terms in a store just opened", |b| {
        b.iter(|| {
            let store = omoide_store::open(&path, Options::EXISTING).expect("opens");
            black_box(look(&*store, &terms))
        });
    });
    group.bench_function("a store just opened, nothing looked for", |b| {
        b.iter(|| {
            omoide_store::open(&path, Options::EXISTING)
                .expect("opens")
                .read(&mut |r| r.minds().map(|_| ()))
                .expect("answers")
        });
    });
    for (name, question) in [
        ("an English question", "where did Bander and the grunil prom go with the stackile last summer?"),
        ("a Japanese question", "先週の東京の会社の話で、電車のキクケについて何と言っていた？"),
    ] {
        let words = terms::of_query(question);
        let asked: Vec<Term> = words.terms.iter().map(|q| q.term.clone()).collect();
        group.bench_function(format!("{name} ({} terms)", asked.len()), |b| {
            b.iter(|| {
                let words = terms::of_query(question);
                let asked: Vec<Term> = words.terms.into_iter().map(|q| q.term).collect();
                black_box(look(&*store, &asked))
            });
        });
    }
    let prefix = Term::new(TermKind::Word, "gr");
    group.bench_function("a beginning", |b| {
        b.iter(|| {
            store
                .read(&mut |r| {
                    black_box(r.terms_beginning(&me(), terms::VERSION, &prefix, 32)?);
                    Ok(())
                })
                .expect("the store answers");
        });
    });
    group.finish();
    writing(c, &*store);
}

fn writing(c: &mut Criterion, store: &dyn Store) {
    let mut group = c.benchmark_group("words");
    group.measurement_time(Duration::from_secs(4)).warm_up_time(Duration::from_secs(1)).sample_size(20);
    let (mut dice, mut number) = (Dice(99), 1_000_000);
    let mut next = |has_words: bool| {
        number += 1;
        let mut new = memory(&mut dice, number);
        if !has_words {
            new.words = None;
        }
        new
    };
    let write = |new: &[NewMemory]| {
        store
            .write(&me(), &mut |w| new.iter().try_for_each(|new| w.insert(&me(), new).map(|_| ())))
            .expect("the store takes it");
    };
    for (name, has_words) in [("a memory without words", false), ("a memory with words", true)] {
        group.bench_function(format!("writing {name}"), |b| {
            b.iter_batched(|| [next(has_words)], |new| write(&new), BatchSize::PerIteration);
        });
    }
    let mut words = || -> Words { next(true).words.unwrap_or_default() };
    let mut seqs = Vec::new();
    store
        .read(&mut |r| {
            seqs = r.without_words(&me(), terms::VERSION, None, 1_000)?;
            Ok(())
        })
        .expect("the store answers");
    group.sample_size(10);
    group.bench_function("the words of 1,000 memories at once", |b| {
        b.iter_batched(
            || seqs.iter().map(|seq| (*seq, words())).collect::<Vec<_>>(),
            |all| store.write(&me(), &mut |w| w.put_words(&me(), &all)).expect("the store takes it"),
            BatchSize::PerIteration,
        );
    });
    let mut erased = 0;
    group.bench_function("erasing a memory", |b| {
        b.iter(|| {
            erased += 1;
            let when = at("2026-02-01T12:00:00+09:00");
            let wanted = [id(erased)];
            store
                .write(&me(), &mut |w| w.erase(&me(), &wanted, Actor::Person, "asked", when).map(|_| ()))
                .expect("the store takes it");
        });
    });
    group.finish();
}

criterion_group!(benches, finding);
criterion_main!(benches);
