//! The cuts that the scores and the usual length of topics speak for most, together.

/// How long topics are: the logarithm of their length lies around that of `usual`, by `spread`.
#[derive(Clone, Copy, Debug)]
pub(super) struct TopicLengths {
    pub usual: f32,
    pub spread: f32,
}

/// From this many utterances on, length costs no more.
const LONG: usize = 60;
/// Longer topics are cut, so that the time stays linear in the length of the talk.
const LONGEST: usize = 1_000;

impl TopicLengths {
    /// What speaks against a topic of that length.
    fn cost(self, length: usize) -> f32 {
        let away = ((length.min(LONG) as f32).ln() - self.usual.ln()) / self.spread;
        0.5 * away * away
    }
}

/// The starts whose scores, less the costs of the lengths between them, add up to the most.
pub(super) fn starts(scores: &[f32], lengths: TopicLengths) -> Vec<usize> {
    let end = scores.len();
    let mut best = vec![f32::NEG_INFINITY; end + 1];
    let mut begun = vec![0; end + 1];
    best[0] = 0.0;
    for to in 1..=end {
        for from in to.saturating_sub(LONGEST)..to {
            let score = if from == 0 { 0.0 } else { scores[from] };
            // The last topic may not be over yet.
            let cost = lengths.cost(to - from) * if to == end { 0.5 } else { 1.0 };
            let sum = best[from] + score - cost;
            if sum > best[to] {
                (best[to], begun[to]) = (sum, from);
            }
        }
    }
    let mut starts = Vec::new();
    let mut at = end;
    while at > 0 {
        at = begun[at];
        starts.push(at);
    }
    starts.reverse();
    starts
}
