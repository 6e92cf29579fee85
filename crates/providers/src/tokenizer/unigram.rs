//! Unigram: of all ways to cut a word into pieces, the likeliest.

use std::collections::HashMap;

/// How much less likely an unknown character is than the least likely piece.
const UNKNOWN_PENALTY: f64 = 10.0;

#[derive(Debug)]
pub(super) struct Unigram {
    pieces: HashMap<Box<[u8]>, (u32, f64)>,
    unknown: u32,
    unknown_score: f64,
    /// The length of the longest piece, in bytes.
    longest: usize,
}

/// The best way that ends at a place: its score, where its last piece begins, and that piece.
#[derive(Clone, Copy)]
struct BestPath {
    score: f64,
    from: Option<usize>,
    id: u32,
}

impl Unigram {
    pub(super) fn new(pieces: Vec<(String, f64)>, unknown: u32) -> Self {
        Self::with_marks(pieces.into_iter().map(Some).collect(), unknown)
    }

    /// Pieces with numbers between them that no text is cut into.
    pub(super) fn with_marks(pieces: Vec<Option<(String, f64)>>, unknown: u32) -> Self {
        let least = pieces.iter().flatten().map(|(_, score)| *score).fold(f64::INFINITY, f64::min);
        let longest = pieces.iter().flatten().map(|(piece, _)| piece.len()).max().unwrap_or(0);
        let pieces = (0..)
            .zip(pieces)
            .filter_map(|(id, piece)| piece.map(|(piece, score)| (piece.into_bytes().into_boxed_slice(), (id, score))))
            .collect();
        Self { pieces, unknown, unknown_score: least - UNKNOWN_PENALTY, longest }
    }

    pub(super) fn encode(&self, word: &str, ids: &mut Vec<u32>) {
        let ways = self.ways(word);
        let mut found = Vec::new();
        let mut at = word.len();
        while at > 0 {
            let way = ways[at];
            let from = way.from.unwrap_or(0);
            // Unknown characters that follow each other are one unknown piece.
            if way.id == self.unknown && found.last() == Some(&self.unknown) {
                at = from;
                continue;
            }
            found.push(way.id);
            at = from;
        }
        ids.extend(found.into_iter().rev());
    }

    fn ways(&self, word: &str) -> Vec<BestPath> {
        let mut ways = vec![BestPath { score: 0.0, from: None, id: self.unknown }; word.len() + 1];
        let bytes = word.as_bytes();
        for (from, c) in word.char_indices() {
            let so_far = ways[from].score;
            let mut is_known = false;
            let mut offer = |to: usize, score: f64, id: u32| {
                if ways[to].from.is_none() || so_far + score > ways[to].score {
                    ways[to] = BestPath { score: so_far + score, from: Some(from), id };
                }
            };
            let furthest = bytes.len().min(from + self.longest);
            for to in (from + 1..=furthest).filter(|to| word.is_char_boundary(*to)) {
                if let Some((id, score)) = self.pieces.get(&bytes[from..to]) {
                    offer(to, *score, *id);
                    is_known |= to - from == c.len_utf8();
                }
            }
            if !is_known {
                offer(from + c.len_utf8(), self.unknown_score, self.unknown);
            }
        }
        ways
    }
}
