//! Searches compared with a scan of everything.
//!
//! The scan multiplies all vectors with many queries at once in single precision, which finds the few that
//! can be among the best with room to spare; those are computed in double precision as the formula says.

use ndarray::{Array2, ArrayView2};
use omoide_core::formulas::similarity::cosine;
use omoide_core::ports::store::{Outline, Scoring, VectorMatch};
use omoide_core::{MindName, Mood, Parameters, TagSet, Valence};
use omoide_store::Options;

use super::{MODEL, Resonant, WANTED, best, look};

/// Queries that are multiplied at once.
const BATCH: usize = 100;

/// Far more than single precision is wrong by.
const MARGIN: f64 = 1e-3;

/// Compares as many searches as are asked for, half near a memory and half anywhere, half with a feeling.
pub fn exact(path: &str, count: usize) {
    let store = omoide_store::open(path, Options::EXISTING).expect("the store opens");
    let outlines = look(&*store, |r| r.outlines(&MindName::default(), &[]));
    let dimensions = look(&*store, |r| r.vector_counts(&MindName::default()))[0].1 as usize;
    let mut vectors = vec![0.0_f32; outlines.len() * dimensions];
    look(&*store, |r| {
        r.scan_vectors(&MindName::default(), MODEL, dimensions, &mut |seq, vector| {
            let place = outlines.binary_search_by_key(&seq, |outline| outline.seq).expect("a memory");
            vectors[place * dimensions..(place + 1) * dimensions].copy_from_slice(vector);
        })
    });
    let all = ArrayView2::from_shape((outlines.len(), dimensions), &vectors).expect("a row a vector");
    let lengths: Vec<f32> = all.rows().into_iter().map(|row| row.dot(&row).sqrt()).collect();
    let parameters = Parameters::default();
    let (mut random, mut wrong) = (Random(42), 0);
    for done in (0..count).step_by(BATCH) {
        let size = BATCH.min(count - done);
        let mut queries = Array2::<f32>::zeros((size, dimensions));
        for (number, mut query) in queries.rows_mut().into_iter().enumerate() {
            let near = (number % 2 == 0).then(|| all.row(random.next() as usize % outlines.len()));
            let length = near.map_or(1.0, |near| near.dot(&near).sqrt());
            for (place, x) in query.iter_mut().enumerate() {
                let noise = random.normal() / (dimensions as f32).sqrt();
                *x = near.map_or(noise, |near| near[place] / length + 0.8 * noise);
            }
            let length = query.dot(&query).sqrt();
            query.mapv_inplace(|x| x / length);
        }
        let products = queries.dot(&all.t());
        for (number, (query, products)) in queries.rows().into_iter().zip(products.rows()).enumerate() {
            let query = query.as_slice().expect("a row");
            let scoring = Resonant { feeling: (number / 2 % 2 == 0).then(|| random.mood()), parameters: &parameters };
            let near = |place: usize| f64::from(products[place] / lengths[place]);
            let expected =
                scan(query, &outlines, near, &scoring, |place| &vectors[place * dimensions..(place + 1) * dimensions]);
            let found = best(&*store, query, &scoring);
            if found != expected {
                wrong += 1;
                eprintln!("query {}: {found:?} instead of {expected:?}", done + number);
            }
        }
    }
    println!("{{\"memories\": {}, \"queries\": {count}, \"wrong\": {wrong}}}", outlines.len());
    assert_eq!(wrong, 0, "a search and a scan of everything differ");
}

fn scan<'v>(
    query: &[f32],
    outlines: &[Outline],
    near: impl Fn(usize) -> f64,
    scoring: &dyn Scoring,
    vector: impl Fn(usize) -> &'v [f32],
) -> Vec<VectorMatch> {
    let at = |place: usize, margin: f64| scoring.score(&outlines[place], near(place) + margin);
    let mut lowest: Vec<f64> = (0..outlines.len()).filter_map(|place| at(place, -MARGIN)).collect();
    lowest.sort_unstable_by(|a, b| b.total_cmp(a));
    let least = lowest.get(WANTED - 1).copied().unwrap_or(f64::NEG_INFINITY);
    let mut found: Vec<VectorMatch> = (0..outlines.len())
        .filter(|place| at(*place, MARGIN).is_some_and(|highest| highest >= least))
        .filter_map(|place| {
            let similarity = cosine(query, vector(place));
            let score = scoring.score(&outlines[place], similarity)?;
            Some(VectorMatch { outline: outlines[place], similarity, score })
        })
        .collect();
    found.sort_by(|a, b| {
        let by_rank = b.score.total_cmp(&a.score);
        by_rank.then_with(|| (a.outline.is_archived, a.outline.seq).cmp(&(b.outline.is_archived, b.outline.seq)))
    });
    found.truncate(WANTED);
    found
}

/// Numbers that are the same in every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f32 {
        let (radius, angle) = ((-2.0 * (1.0 - self.unit()).ln()).sqrt(), std::f64::consts::TAU * self.unit());
        (radius * angle.cos()) as f32
    }

    fn mood(&mut self) -> Mood {
        let valence = Valence::ALL[self.next() as usize % 3];
        Mood {
            valence,
            arousal: (self.next() % 101) as u8,
            tags: TagSet::from_bits(self.next() as u32 & self.next() as u32),
        }
    }
}
