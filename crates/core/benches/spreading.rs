//! Spreading activation over a mind of 100,000 memories and 560,000 links, at the default threshold and at
//! finer ones. Links are drawn so that some memories have many and most have few.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use omoide_core::formulas::ranking::spreading::{Adjacency, SpreadReach, spread};
use omoide_core::{Parameters, Seq};

const NODES: u64 = 100_000;
/// Each goes both ways.
const LINKS: usize = 560_000;
const SEEDS: usize = 10;

/// SplitMix64, so that every run sees the same graph.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn node(&mut self) -> Seq {
        Seq((self.next() % NODES) as i64)
    }
}

fn graph() -> Adjacency {
    let mut random = Random(7);
    let mut links = Vec::with_capacity(2 * LINKS);
    while links.len() < 2 * LINKS {
        // Half of the ends are near each other, as memories of one time are; some are hubs.
        let a = random.node();
        let b = match random.next() % 10 {
            0..=4 => Seq((a.0 + 1 + (random.next() % 40) as i64) % NODES as i64),
            5 => Seq((random.next() % 500) as i64),
            _ => random.node(),
        };
        let weight = 0.2 + (random.next() % 100) as f64 / 100.0;
        links.extend([(a, b, weight), (b, a, weight)]);
    }
    Adjacency::new([], links)
}

fn spreading(c: &mut Criterion) {
    let graph = graph();
    let mut random = Random(8);
    let queries: Vec<Vec<(u32, f64)>> = (0..64)
        .map(|_| (0..SEEDS).filter_map(|rank| Some((graph.node(random.node())?, 1.0 / (1.0 + rank as f64)))).collect())
        .collect();
    let parameters = Parameters::default().graph;
    let mut group = c.benchmark_group("spreading");
    for threshold in [parameters.push_threshold, 1e-4, 1e-5, 1e-6] {
        let reach = SpreadReach { damping: parameters.damping, threshold, most_pushed: usize::MAX };
        let Ok(found) = spread(&mut &graph, &queries[0], reach);
        println!(
            "threshold {threshold}: {} pushed, {} reached, {:.4} unspent",
            found.pushed,
            found.activation.len(),
            found.unspent
        );
        let mut next = 0;
        group.bench_with_input(BenchmarkId::new("100k nodes, 560k links", threshold), &reach, |bencher, reach| {
            bencher.iter(|| {
                next = (next + 1) % queries.len();
                spread(&mut &graph, black_box(&queries[next]), *reach)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, spreading);
criterion_main!(benches);
