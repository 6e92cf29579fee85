//! Searches over a large store, measured: S0's priority with resonance, the best five.
//!
//! ```text
//! search import S0.db STORE.db [equal]      a store of the same memories; `equal` gives all the same weight
//! search warm STORE.db QUERIES THREADS      searches by a process that has searched before
//! search cold STORE.db QUERY.f32            one search by a fresh process, the rows read and the flags set
//! search exact STORE.db COUNT               as many searches compared with a scan of everything
//! ```
//!
//! QUERIES is a folder with a file `N.f32` for each query, little-endian. `benches/vectors` drives it beside
//! its peers.

#[path = "search/exact.rs"]
mod exact;
#[path = "search/import.rs"]
mod import;

use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use omoide_core::formulas::ranking::priority::{priority, priority_ceiling};
use omoide_core::formulas::ranking::resonance::{highest_resonance, resonance_between};
use omoide_core::ports::store::{Outline, Reader, Scoring, Store, StoreError, VectorMatch, VectorQuery};
use omoide_core::{MindName, Moment, Mood, Parameters, Seq, TagSet, Valence};
use omoide_store::Options;

/// The model that the memories' vectors are of.
pub const MODEL: &str = "bench";

/// How many memories are wanted.
pub const WANTED: usize = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["import", from, to] => import::import(Path::new(from), Path::new(to), import::Weights::Own),
        ["import", from, to, "equal"] => import::import(Path::new(from), Path::new(to), import::Weights::Equal),
        ["warm", store, queries, threads] => warm(store, Path::new(queries), threads.parse().expect("a number")),
        ["cold", store, query] => cold(store, Path::new(query)),
        ["exact", store, count] => exact::exact(store, count.parse().expect("a number")),
        // `cargo bench` and `cargo test --benches` call it bare: a small store of its own.
        _ => small(),
    }
}

/// S0's priority with resonance: the `resonance` profile.
pub struct Resonant<'p> {
    /// The feeling of the moment.
    pub feeling: Option<Mood>,
    /// The formula's parameters.
    pub parameters: &'p Parameters,
}

impl Scoring for Resonant<'_> {
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64> {
        let parameters = self.parameters;
        let terms = self.feeling.map(|current| resonance_between(outline.feeling, current, &parameters.resonance));
        let score = priority(outline.strength, similarity, outline.uses, terms, parameters).sum();
        (score > 0.0).then_some(score)
    }

    fn ceiling(&self, retention_score: f64, recall_count: u32, similarity: f64) -> f64 {
        let highest = self.feeling.map(|_| highest_resonance(&self.parameters.resonance));
        priority_ceiling(retention_score, similarity, recall_count, highest, self.parameters).sum()
    }
}

/// A feeling of the moment.
pub fn moved() -> Mood {
    Mood { valence: Valence::Negative, arousal: 85, tags: TagSet::from_bits(0b110_0000_0000) }
}

fn warm(path: &str, queries: &Path, threads: NonZero<usize>) {
    let store =
        omoide_store::open(path, Options { threads: Some(threads), ..Options::EXISTING }).expect("the store opens");
    let queries: Vec<Vec<f32>> =
        (0..50).map_while(|n| std::fs::read(queries.join(format!("{n}.f32"))).ok()).map(|b| floats(&b)).collect();
    let parameters = Parameters::default();
    for (name, feeling) in [("plain", None), ("resonant", Some(moved()))] {
        let scoring = Resonant { feeling, parameters: &parameters };
        let before = resident_mib();
        let mut times: Vec<f64> = Vec::new();
        let mut ids = Vec::new();
        for round in 0..8 {
            for query in &queries {
                let (elapsed, found) = timed(|| best(&*store, query, &scoring));
                // The first round reads what is kept in memory from then on.
                if round > 0 {
                    times.push(elapsed.as_secs_f64() * 1e3);
                } else {
                    ids.push(found.iter().map(|found| found.outline.seq.0 - 1).collect::<Vec<_>>());
                }
            }
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{{\"name\": \"omoide\", \"formula\": \"{name}\", \"threads\": {threads}, \"median\": {:.4}, \"min\": {:.4}, \"p95\": {:.4}, \"grown_mib\": {:.1}, \"ids\": {ids:?}}}",
            times[times.len() / 2],
            times[0],
            times[times.len() * 95 / 100],
            resident_mib() - before,
        );
    }
    let query = &queries[0];
    let mut times: Vec<f64> = (0..20).map(|_| timed(|| estimate(&*store, query)).0.as_secs_f64() * 1e3).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{{\"name\": \"omoide\", \"formula\": \"all similarities\", \"threads\": {threads}, \"median\": {:.4}, \"min\": {:.4}}}",
        times[10], times[0]
    );
}

fn cold(path: &str, query: &Path) {
    let store = omoide_store::open(path, Options::EXISTING).expect("the store opens");
    let query = floats(&std::fs::read(query).expect("a query"));
    let parameters = Parameters::default();
    let found = best(&*store, &query, &Resonant { feeling: Some(moved()), parameters: &parameters });
    let seqs: Vec<Seq> = found.iter().map(|found| found.outline.seq).collect();
    let memories = look(&*store, |r| r.memories(&MindName::default(), &seqs));
    let now = Moment::new(1_900_000_000_000_000, 0);
    store
        .write(&MindName::default(), &mut |w| w.mark_recalled(&MindName::default(), &seqs, now))
        .expect("the flags are set");
    for memory in memories {
        println!("{} {}", memory.seq.0 - 1, memory.text.trigger.chars().take(20).collect::<String>());
    }
}

fn small() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.db");
    import::synthetic(&path, 2_000, 64);
    exact::exact(path.to_str().expect("a path of text"), 200);
}

/// The best memories for a query.
pub fn best(store: &dyn Store, query: &[f32], scoring: &dyn Scoring) -> Vec<VectorMatch> {
    let query = VectorQuery { model: MODEL, vector: query, floor: 0.0 };
    look(store, |r| r.best(&MindName::default(), &query, WANTED, scoring))
}

fn estimate(store: &dyn Store, query: &[f32]) -> f64 {
    let query = VectorQuery { model: MODEL, vector: query, floor: 0.0 };
    let mut sum = 0.0;
    look(store, |r| {
        r.similarities(&MindName::default(), &query, &mut |_, similarity| sum += similarity.unwrap_or(0.0))
    });
    sum
}

/// What a reader answers.
pub fn look<T>(store: &dyn Store, mut f: impl FnMut(&dyn Reader) -> Result<T, StoreError>) -> T {
    let mut answer = None;
    store
        .read(&mut |reader| {
            answer = Some(f(reader)?);
            Ok(())
        })
        .expect("the store answers");
    answer.expect("it was asked")
}

/// Numbers from their bytes.
pub fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

#[expect(clippy::disallowed_methods, reason = "a bench is there to read the clock")]
fn timed<T>(f: impl FnOnce() -> T) -> (Duration, T) {
    let start = std::time::Instant::now();
    let answer = f();
    (start.elapsed(), answer)
}

fn resident_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}
