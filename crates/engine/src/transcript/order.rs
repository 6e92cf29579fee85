//! The order of the conversation: parents before children, and time where the graph leaves it open.
//!
//! The order of lines in a file is nearly always this one already. Where it is not (files that were merged,
//! synchronised or repaired), the graph of the uuids is the truth. Times alone are not: tools that run side by
//! side, and hooks, write lines whose times run backwards.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::entry::{Meaning, TranscriptEntry};
use super::key::UuidHash;
use super::{Dropped, Tally};

/// Brings entries into the order of the conversation. Of two with the same uuid the first one counts, but an entry
/// that says nothing gives its uuid up to a later one that does.
pub(super) fn by_graph(entries: Vec<TranscriptEntry>, tally: &mut Tally) -> Vec<TranscriptEntry> {
    let mut places: HashMap<UuidHash, usize> = HashMap::new();
    let mut known: Vec<TranscriptEntry> = Vec::with_capacity(entries.len());
    for entry in entries.into_iter().filter(|entry| !matches!(entry.meaning, Meaning::Void)) {
        if let Some(key) = entry.key {
            if let Some(place) = places.get(&key) {
                // What means nothing was counted when it was read.
                if !matches!(entry.meaning, Meaning::Nothing) {
                    let earlier = &mut known[*place];
                    if matches!(earlier.meaning, Meaning::Nothing) {
                        *earlier = entry;
                    } else {
                        tally.drop(Dropped::Repeated);
                    }
                }
                continue;
            }
            places.insert(key, known.len());
        }
        known.push(entry);
    }
    let order = order(&known, &places);
    let mut known: Vec<Option<TranscriptEntry>> = known.into_iter().map(Some).collect();
    order.into_iter().filter_map(|place| known[place].take()).collect()
}

fn order(entries: &[TranscriptEntry], places: &HashMap<UuidHash, usize>) -> Vec<usize> {
    let parent = |entry: &TranscriptEntry| entry.parent.and_then(|key| places.get(&key).copied());
    let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut times = Vec::with_capacity(entries.len());
    // A line without a time belongs where it stands.
    let mut last = i64::MIN;
    for (place, entry) in entries.iter().enumerate() {
        last = entry.at.unwrap_or(last);
        times.push(last);
        if let Some(parent) = parent(entry) {
            children.entry(parent).or_default().push(place);
        }
    }
    let mut ready: BinaryHeap<Reverse<(i64, usize)>> = BinaryHeap::new();
    let roots = entries.iter().enumerate().filter(|(_, entry)| parent(entry).is_none());
    ready.extend(roots.map(|(place, _)| Reverse((times[place], place))));
    let mut is_done = vec![false; entries.len()];
    let mut order = Vec::with_capacity(entries.len());
    // Lines that are each other's parents are never ready; each ring is broken at its first line.
    let mut unforced = 0;
    loop {
        while let Some(Reverse((_, place))) = ready.pop() {
            if std::mem::replace(&mut is_done[place], true) {
                continue;
            }
            order.push(place);
            let below = children.get(&place).into_iter().flatten();
            ready.extend(below.filter(|child| !is_done[**child]).map(|child| Reverse((times[*child], *child))));
        }
        while unforced < entries.len() && is_done[unforced] {
            unforced += 1;
        }
        if unforced == entries.len() {
            return order;
        }
        ready.push(Reverse((times[unforced], unforced)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::LineSpan;
    use super::*;

    fn entry(uuid: &str, parent: &str, at: i64) -> TranscriptEntry {
        let parent = (!parent.is_empty()).then(|| UuidHash::of(parent));
        let span = LineSpan::default();
        TranscriptEntry { span, key: Some(UuidHash::of(uuid)), parent, at: Some(at), meaning: Meaning::Nothing }
    }

    fn ordered(entries: Vec<TranscriptEntry>) -> Vec<i64> {
        by_graph(entries, &mut Tally::default()).iter().filter_map(|entry| entry.at).collect()
    }

    #[test]
    fn parents_come_before_children_whatever_the_times_say() {
        assert_eq!(ordered(vec![entry("c", "b", 1), entry("a", "", 3), entry("b", "a", 2)]), [3, 2, 1]);
    }

    #[test]
    fn lines_side_by_side_come_by_time() {
        let tools = vec![
            entry("a", "", 1),
            entry("r2", "t2", 5),
            entry("t2", "t1", 3),
            entry("r1", "t1", 4),
            entry("t1", "a", 2),
        ];
        assert_eq!(ordered(tools), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_ring_of_lines_is_broken_and_nothing_is_lost() {
        assert_eq!(ordered(vec![entry("a", "b", 1), entry("b", "a", 2), entry("c", "c", 3)]), [1, 2, 3]);
    }
}
