//! The table of word vectors, read where it lies.
//!
//! `tools/vectors` makes it and says how (`store.py` describes the form). Nothing is parsed or copied at
//! start: a word is found by its hash, and a row is added up from its four-bit components.

use crate::embedding::DIMENSIONS;

static DATA: &[u8] = include_bytes!("../../data/vectors.bin");

const HEADER: usize = 32;
const GROUPS: usize = 4096;

/// A word's number in the table, or, behind the words, a bucket's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct VectorRow(u32);

/// FNV-1a of a growing text.
#[derive(Clone, Copy)]
pub struct Hash(u64);

impl Hash {
    pub const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    pub fn with(mut self, text: &str) -> Self {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    fn mixed(self) -> u64 {
        let mut hash = self.0 ^ (self.0 >> 32);
        hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^ (hash >> 32)
    }

    /// The bucket of a character n-gram.
    pub fn bucket(self) -> VectorRow {
        VectorRow(LAYOUT.words as u32 + (self.mixed() % u64::from(LAYOUT.buckets)) as u32)
    }
}

/// Where the parts of the table begin.
struct Layout {
    words: usize,
    buckets: u32,
    high: usize,
    low: usize,
    costs: usize,
    scales: usize,
    rows: usize,
}

const LAYOUT: Layout = {
    let words = number(12) as usize;
    let buckets = number(16);
    assert!(DATA[0] == b'O' && DATA[2] == b'V' && number(8) == 1, "the table has another form");
    assert!(number(20) as usize == DIMENSIONS, "the table has other dimensions");
    let high = HEADER + 4 * (GROUPS + 1);
    let low = high + 4 * words;
    let costs = low + words;
    let scales = costs + words;
    let rows = scales + 2 * (words + buckets as usize);
    assert!(DATA.len() == rows + (words + buckets as usize) * DIMENSIONS / 2, "the table was cut short");
    Layout { words, buckets, high, low, costs, scales, rows }
};

const fn number(at: usize) -> u32 {
    u32::from_le_bytes([DATA[at], DATA[at + 1], DATA[at + 2], DATA[at + 3]])
}

/// The row of the word with that hash, and its cost: the rarer the word, the higher.
pub fn find(word: Hash) -> Option<(VectorRow, u32)> {
    let hash = word.mixed() >> 24;
    let (high, low) = ((hash >> 8) as u32, (hash & 0xff) as u8);
    let group = HEADER + 4 * (high >> 20) as usize;
    (number(group)..number(group + 4)).find_map(|place| {
        let at = place as usize;
        let is_same = number(LAYOUT.high + 4 * at) == high && DATA[LAYOUT.low + at] == low;
        is_same.then(|| (VectorRow(place), u32::from(DATA[LAYOUT.costs + at])))
    })
}

/// The cost of a word, as [`find`] tells it; none of a bucket.
pub fn cost(row: VectorRow) -> Option<u32> {
    let at = row.0 as usize;
    (at < LAYOUT.words).then(|| u32::from(DATA[LAYOUT.costs + at]))
}

/// Adds a row, `times` over, to a vector.
pub fn add(row: VectorRow, times: f32, vector: &mut [f32; DIMENSIONS]) {
    let at = row.0 as usize;
    let scale = LAYOUT.scales + 2 * at;
    let scale = times * f32::from_bits(u32::from(u16::from_le_bytes([DATA[scale], DATA[scale + 1]])) << 16);
    let start = LAYOUT.rows + at * (DIMENSIONS / 2);
    for (pair, code) in vector.chunks_exact_mut(2).zip(&DATA[start..start + DIMENSIONS / 2]) {
        let [low, high] = COMPONENTS[usize::from(*code)];
        pair[0] += scale * low;
        pair[1] += scale * high;
    }
}

/// The two components that a byte stands for: looking them up is several times faster than making them.
static COMPONENTS: [[f32; 2]; 256] = {
    let mut components = [[0.0; 2]; 256];
    let mut code = 0;
    while code < 256 {
        components[code] = [(code & 0xf) as f32 - 8.0, (code >> 4) as f32 - 8.0];
        code += 1;
    }
    components
};
