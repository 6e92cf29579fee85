//! Which threads are about what is asked, under a neural model: those in which several memories are like the prompt.
//!
//! ```text
//! likeness(thread) = Σ over its three memories that are most like the prompt: max(similarity − mean of all, 0)
//! share(memory)    = (likeness of its thread − mean of all threads) / (the best's − mean), from 0 to 1, × prominence
//! ```
//!
//! One turn of a talk says little by itself, and a model takes a short one for another easily. Where three turns of one
//! talk are like the prompt, the talk is about it, and so is a turn of it that only answers. A question whose answers
//! lie in several talks finds more of these.

use super::shares::{Column, Shares};
use super::standing::Standing;
use super::view::View;

/// How many memories speak for a thread.
const SPEAKING: usize = 3;

/// What the threads of memories are worth under a model, which counts by so much; none where no two memories are of one
/// thread, so that a thread has nothing to tell beside its memory.
pub(super) fn shares(view: &View, similarities: &[f32], all: Standing, prominence: f32) -> Option<Shares> {
    let sizes = view.thread_sizes();
    if prominence == 0.0 || sizes.iter().all(|size| *size < 2) {
        return None;
    }
    let mut best = vec![[0.0_f32; SPEAKING]; sizes.len()];
    // What the model does not know has no similarity.
    for (place, similarity) in similarities.iter().enumerate().filter(|(_, similarity)| **similarity != 0.0) {
        insert(&mut best[view.thread(place)], similarity - all.mean);
    }
    let likeness: Vec<f32> = best.iter().map(|best| best.iter().sum()).collect();
    let mean = likeness.iter().sum::<f32>() / likeness.len() as f32;
    let column: Column = (0..similarities.len()).map(|place| likeness[view.thread(place)]).collect();
    Shares::above(column, mean).map(|shares| shares.scaled(prominence))
}

/// Puts a value among the highest, which stay in order.
fn insert(highest: &mut [f32; SPEAKING], mut value: f32) {
    for other in highest {
        if value > *other {
            std::mem::swap(other, &mut value);
        }
    }
}

#[cfg(test)]
mod tests {
    use omoide_core::ports::store::Sight;
    use omoide_core::{NamePrint, Seq};

    use super::super::view::Viewing;
    use super::*;

    fn view(threads: &[u8]) -> View {
        let mut viewing = Viewing::default();
        for (seq, thread) in (1_i64..).zip(threads) {
            viewing.add(&Sight {
                seq: Seq(seq),
                person: NamePrint::of("Aki"),
                thread: Some(NamePrint::of(&thread.to_string())),
                created: seq,
                is_archived: false,
            });
        }
        viewing.done()
    }

    fn shares_of(threads: &[u8], similarities: &[f32], prominence: f32) -> Option<Vec<f32>> {
        let all = Standing::of(similarities)?;
        Some(shares(&view(threads), similarities, all, prominence)?.each().collect())
    }

    #[test]
    fn a_thread_of_which_several_are_like_the_prompt_stands_before_one_with_a_single_one() {
        let threads = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3];
        let similarities = [0.5, 0.5, 0.5, 0.1, 0.6, 0.1, 0.1, 0.1, 0.1, 0.1];
        let shares = shares_of(&threads, &similarities, 0.5).expect("threads");
        assert_eq!(shares[..4], [0.5; 4]);
        assert!(shares[4] == shares[6] && shares[4] < 0.5, "{shares:?}");
        assert_eq!(shares[7..], [0.0; 3]);
    }

    #[test]
    fn no_more_than_three_speak_for_a_long_thread() {
        let mut highest = [0.0; SPEAKING];
        for value in [0.1, 0.4, -1.0, 0.2, 0.3, 0.4] {
            insert(&mut highest, value);
        }
        assert_eq!(highest, [0.4, 0.4, 0.3]);
    }

    #[test]
    fn memories_that_are_threads_by_themselves_are_told_nothing_new() {
        assert!(shares_of(&[1, 2, 3], &[0.6, 0.1, 0.1], 1.0).is_none());
        assert!(shares_of(&[1, 1, 2], &[0.6, 0.1, 0.1], 0.0).is_none());
    }
}
