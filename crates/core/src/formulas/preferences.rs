//! What a person likes to talk about: how many conversations have each topic (S1 UserProfile.update_from_conversation).
//!
//! ```text
//! count(topic) = the number of conversations that have it
//! ```
//!
//! The largest counts come first; of equal ones, the topic that was mentioned first.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// Returns the `most` topics of the most conversations with their counts. A topic that a conversation repeats counts once.
pub fn top_topics<T: Clone + Eq + Hash, C: AsRef<[T]>>(conversations: &[C], most: usize) -> Vec<(T, u64)> {
    let mut counts: Vec<(T, u64)> = Vec::new();
    // The place of a topic among the counts, and the last conversation that had it.
    let mut places: HashMap<T, (usize, usize)> = HashMap::new();
    for (number, topics) in conversations.iter().enumerate() {
        for topic in topics.as_ref() {
            match places.entry(topic.clone()) {
                Entry::Occupied(mut known) => {
                    let (place, last) = known.get_mut();
                    counts[*place].1 += u64::from(*last != number);
                    *last = number;
                }
                Entry::Vacant(fresh) => {
                    fresh.insert((counts.len(), number));
                    counts.push((topic.clone(), 1));
                }
            }
        }
    }
    // The sort is stable, so topics of one count stay in the order of their first mention.
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(most);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_counts_once_a_conversation_and_ties_keep_the_order_of_mention() {
        let talks = [vec!["tea", "dogs", "tea"], vec!["dogs"], vec!["rain", "tea"], vec!["sea"]];
        assert_eq!(top_topics(&talks, 3), [("tea", 2), ("dogs", 2), ("rain", 1)]);
        assert_eq!(top_topics::<&str, Vec<&str>>(&[], 3), []);
    }
}
