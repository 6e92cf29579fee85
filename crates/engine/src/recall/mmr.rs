//! What is shown next: something relevant that is not what was shown already (maximal marginal relevance).
//!
//! ```text
//! next = the most of: λ × relevance − (1 − λ) × similarity to the nearest of those that are chosen
//! ```
//!
//! Relevance is a share of the best one's, similarity is from 0 to 1.

/// The order in which to show, up to `wanted` of those whose relevances are given, the first of equals first.
/// `similarity` tells how alike two of them are.
pub(super) fn order(
    relevances: &[f64],
    similarity: impl Fn(usize, usize) -> f64,
    lambda: f64,
    wanted: usize,
) -> Vec<usize> {
    let best = relevances.iter().copied().fold(0.0, f64::max);
    let relevance = |at: usize| if best > 0.0 { relevances[at] / best } else { 0.0 };
    let mut left: Vec<(usize, f64)> = (0..relevances.len()).map(|at| (at, 0.0)).collect();
    let mut chosen = Vec::with_capacity(wanted.min(left.len()));
    while chosen.len() < wanted && !left.is_empty() {
        let worth = |(at, nearest): &(usize, f64)| lambda * relevance(*at) - (1.0 - lambda) * nearest;
        // Of equals the one that was ranked first; so only what is better takes its place.
        let next = (1..left.len()).fold(0, |next, at| if worth(&left[at]) > worth(&left[next]) { at } else { next });
        let (place, _) = left.remove(next);
        chosen.push(place);
        for (at, nearest) in &mut left {
            *nearest = nearest.max(similarity(place, *at).clamp(0.0, 1.0));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_says_the_same_again_waits_for_something_else() {
        let alike = |one: usize, other: usize| if one.max(other) == 1 { 0.95 } else { 0.1 };
        assert_eq!(order(&[4.0, 3.6, 3.5], alike, 0.9, 3), [0, 2, 1]);
        assert_eq!(order(&[4.0, 3.6, 3.5], alike, 0.9, 2), [0, 2]);
        assert_eq!(order(&[4.0, 3.9, 2.0], alike, 0.9, 3), [0, 1, 2], "what is clearly more relevant stays before");
    }

    #[test]
    fn of_nothing_nothing_is_shown() {
        assert_eq!(order(&[], |_, _| 0.0, 0.9, 3), Vec::<usize>::new());
        assert_eq!(order(&[1.0], |_, _| 0.0, 0.9, 0), Vec::<usize>::new());
        assert_eq!(order(&[0.0, -1.0], |_, _| 0.0, 0.9, 2), [0, 1]);
    }

    proptest! {
        #[test]
        fn each_is_shown_once_and_the_best_first(
            mut relevances in prop::collection::vec(0.01_f64..5.0, 1..20), alike in prop::collection::vec(-1.0_f64..1.0, 400),
            lambda in 0.0_f64..=1.0, wanted in 0_usize..25,
        ) {
            relevances.sort_by(|a, b| b.total_cmp(a));
            let similarity = |one: usize, other: usize| alike[one.min(other) * 20 + one.max(other)];
            let shown = order(&relevances, similarity, lambda, wanted);
            prop_assert_eq!(shown.len(), wanted.min(relevances.len()));
            prop_assert!(shown.first().is_none_or(|first| *first == 0));
            let mut once = shown.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), shown.len());
        }

        #[test]
        fn by_relevance_alone_nothing_changes_places(
            mut relevances in prop::collection::vec(0.01_f64..5.0, 1..20), likeness in 0.0_f64..1.0,
        ) {
            relevances.sort_by(|a, b| b.total_cmp(a));
            let in_order: Vec<usize> = (0..relevances.len()).collect();
            prop_assert_eq!(order(&relevances, |_, _| likeness, 1.0, 20), in_order.clone());
            prop_assert_eq!(order(&relevances, |_, _| 0.0, 0.9, 20), in_order);
        }

        #[test]
        fn nothing_passes_one_that_is_more_relevant_by_more_than_likeness_can_cost(
            mut relevances in prop::collection::vec(0.01_f64..1.0, 2..15), alike in prop::collection::vec(0.0_f64..1.0, 400),
        ) {
            relevances.sort_by(|a, b| b.total_cmp(a));
            let similarity = |one: usize, other: usize| alike[one.min(other) * 20 + one.max(other)];
            let shown = order(&relevances, similarity, 0.9, 20);
            for pair in shown.windows(2) {
                prop_assert!(relevances[pair[1]] - relevances[pair[0]] <= relevances[0] / 9.0 + 1e-9);
            }
        }
    }
}
