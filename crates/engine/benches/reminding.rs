//! Spreading activation over a store, each connection read when activation reaches it: 36,500 memories with some
//! ten ties each, one memory to begin with.

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use omoide::core::parameters::Parameters;
use omoide::core::ports::Store;
use omoide::core::{MemoryId, MindName, Seq, Tie, TieKind};
use omoide::{Embedders, Engine, Parts};
use omoide_language::{LanguageLayer, StaticEmbedder};
use omoide_store::Options;
use omoide_testkit::builders::a_memory;
use omoide_testkit::clock::HandClock;
use omoide_testkit::ids::CountedIds;

const MEMORIES: u64 = 36_500;
const TIES_EACH: u64 = 5;

fn settle(store: &dyn Store) -> Vec<Seq> {
    let mind = MindName::default();
    let mut seqs = Vec::new();
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    store
        .write(&MindName::default(), &mut |w| {
            seqs.clear();
            for number in 0..MEMORIES {
                seqs.push(w.insert(&mind, &a_memory(u128::from(number) + 1).build())?.seq);
            }
            let mut ties = Vec::new();
            for place in 0..MEMORIES {
                for _ in 0..TIES_EACH {
                    let other = if random(2) == 0 { (place + 1 + random(40)) % MEMORIES } else { random(MEMORIES) };
                    let (a, b) = (seqs[place as usize], seqs[other as usize]);
                    ties.push(Tie { a, b, kind: TieKind::Similarity, strength: Some(0.8) });
                }
            }
            w.tie(&mind, None, &ties).map(|_| ())
        })
        .expect("the store takes it");
    seqs
}

fn reminding(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = omoide_store::open(folder.path().join("omoide.db"), Options::CREATE).expect("a store");
    settle(&*store);
    let engine = Engine::new(Parts {
        store,
        understanding: Arc::new(LanguageLayer),
        embedders: Embedders::of(Arc::new(StaticEmbedder)),
        clock: Arc::new(HandClock::default()),
        ids: Arc::new(CountedIds::default()),
        parameters: Parameters::default(),
    });
    let mind = engine.mind(MindName::default());
    let mut number = 0_u128;
    c.bench_function("reminding, 36,500 memories in a store", |bencher| {
        bencher.iter(|| {
            number = number % u128::from(MEMORIES) + 1;
            mind.reminds_of(&MemoryId::from_u128(number).to_string(), 1).expect("it is there")
        });
    });
}

criterion_group!(benches, reminding);
criterion_main!(benches);
