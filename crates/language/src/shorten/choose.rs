//! Choosing pieces of a text that together say most of it, within a number of characters.
//!
//! Every piece covers words; a word that is covered again counts less each time. The piece with the most gain for
//! its length goes first, until nothing more fits.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A piece that may be chosen.
pub(super) struct Choosable {
    /// Its length in characters, with what joins it to others.
    pub(super) length: usize,
    /// Its words, by number.
    pub(super) words: Vec<usize>,
    /// How much its place and its kind speak for it; 1 is usual.
    pub(super) prior: f32,
}

/// Beyond this many pieces only the best by themselves are looked at, so that the time stays linear.
const MOST_PIECES: usize = 2_000;
/// How much of a word's weight a second mention still has.
const REPEATED: f32 = 0.3;
/// A piece that gains less than this share of the best one's gain is not worth its room.
const LEAST_GAIN: f32 = 0.1;
/// 1 would fill the room with short pieces, 0 with long ones.
const LENGTH_POWER: f32 = 0.8;

/// The indices of the chosen pieces, in their order; `weights` are those of the words by number.
pub(super) fn choose(pieces: &[Choosable], weights: &[f32], room: usize) -> Vec<usize> {
    choose_some(pieces, weights, room, usize::MAX, None)
}

/// The same with at most `most` pieces, `wanted` among them if it fits.
pub(super) fn choose_some(
    pieces: &[Choosable],
    weights: &[f32],
    room: usize,
    most: usize,
    wanted: Option<usize>,
) -> Vec<usize> {
    let mut seen: Vec<i32> = vec![0; weights.len()];
    // What a piece gains only falls as others are chosen, so an old figure is an upper bound.
    let mut open: BinaryHeap<Bound> = candidates(pieces, weights, room)
        .into_iter()
        .map(|index| Bound { gain: gain(&pieces[index], weights, &seen), index })
        .collect();
    let least = open.peek().map_or(0.0, |best| best.gain * LEAST_GAIN);
    let mut chosen = Vec::new();
    let mut left = room;
    let mut take = |index: usize, seen: &mut [i32], left: &mut usize| {
        *left -= pieces[index].length;
        pieces[index].words.iter().for_each(|word| seen[*word] += 1);
        chosen.push(index);
    };
    if let Some(index) = wanted.filter(|index| most > 0 && pieces.get(*index).is_some_and(|p| p.length <= room)) {
        take(index, &mut seen, &mut left);
    }
    let mut taken = usize::from(left < room);
    while taken < most {
        let Some(best) = open.pop() else { break };
        if pieces[best.index].length > left || (wanted == Some(best.index) && left < room) {
            continue;
        }
        let now = Bound { gain: gain(&pieces[best.index], weights, &seen), index: best.index };
        if open.peek().is_some_and(|next| *next > now) {
            open.push(now);
        } else if now.gain > least {
            take(now.index, &mut seen, &mut left);
            taken += 1;
        }
    }
    chosen.sort_unstable();
    chosen
}

/// A piece with the most that it can still gain; the earlier of two equals is the greater.
struct Bound {
    gain: f32,
    index: usize,
}

impl Ord for Bound {
    fn cmp(&self, other: &Self) -> Ordering {
        self.gain.total_cmp(&other.gain).then(other.index.cmp(&self.index))
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Bound {}

fn candidates(pieces: &[Choosable], weights: &[f32], room: usize) -> Vec<usize> {
    let mut fitting: Vec<usize> = (0..pieces.len()).filter(|index| pieces[*index].length <= room).collect();
    if fitting.len() > MOST_PIECES {
        let none = vec![0; weights.len()];
        let mut scored: Vec<(usize, f32)> =
            fitting.iter().map(|index| (*index, gain(&pieces[*index], weights, &none))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        fitting = scored.into_iter().take(MOST_PIECES).map(|(index, _)| index).collect();
        fitting.sort_unstable();
    }
    fitting
}

/// How much a piece tells for its length, when its words were told that often before.
pub(super) fn gain(piece: &Choosable, weights: &[f32], seen: &[i32]) -> f32 {
    let told: f32 = piece.words.iter().map(|word| weights[*word] * REPEATED.powi(seen[*word].min(6))).sum();
    piece.prior * told / (piece.length.max(12) as f32).powf(LENGTH_POWER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(length: usize, words: &[usize]) -> Choosable {
        Choosable { length, words: words.to_vec(), prior: 1.0 }
    }

    #[test]
    fn pieces_that_say_something_new_go_before_repeats() {
        let pieces = [piece(20, &[0, 1]), piece(20, &[0, 1]), piece(20, &[2])];
        assert_eq!(choose(&pieces, &[1.0, 1.0, 1.0], 40), [0, 2]);
    }

    #[test]
    fn the_wanted_piece_is_there_once_and_the_room_is_kept() {
        let pieces = [piece(20, &[0]), piece(20, &[1]), piece(25, &[2])];
        assert_eq!(choose_some(&pieces, &[1.0, 9.0, 0.1], 45, 2, Some(2)), [1, 2]);
        assert_eq!(choose_some(&pieces, &[1.0, 9.0, 0.1], 24, 2, Some(2)), [1]);
        assert_eq!(choose_some(&pieces, &[1.0, 9.0, 0.1], 60, 0, Some(2)), [0_usize; 0]);
        assert_eq!(choose(&[], &[], 10), [0_usize; 0]);
    }
}
