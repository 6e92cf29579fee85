//! What a night did, compactly and to the last bit, so that it can be taken back.
//!
//! A journal is a row of entries in the order in which they were done. Nearly all are fadings, which
//! take 22 bytes; a night over 150,000 memories is some 3 MB, kept only while it can be undone.

mod bytes;

use std::collections::HashSet;

use omoide_core::{Condition, MemoryId, Relation, Seq, TieKind};

pub(super) use bytes::Journal;

/// One thing that a night did to a memory.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Entry {
    /// A day passed, or a recall gave days back.
    Fade(Fade),
    /// Its condition changed in another way.
    Become { seq: Seq, before: Condition, after: Condition },
    /// A further version of its text was written.
    Write { seq: Seq, version: u32, last_version_before: u32 },
    /// Its references changed.
    Relate { seq: Seq, before: Vec<Relation>, after: Vec<Relation> },
    /// It was erased, and its rows went to the attic.
    Erase { seq: Seq, id: MemoryId },
    /// A model was seen for the first time.
    Model { number: i64 },
    /// Two memories were tied together, or no longer are.
    Tie(TieChange),
}

/// What became of a tie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TieChange {
    pub(super) low: Seq,
    pub(super) high: Seq,
    pub(super) kind: TieKind,
    pub(super) before: Option<f64>,
    pub(super) after: Option<f64>,
}

/// A fading, with what was there before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fade {
    pub(super) seq: Seq,
    pub(super) before: Strength,
    /// A print of what was there after, by which later changes of others are told.
    pub(super) print_after: u32,
    pub(super) was_recalled: bool,
}

/// The fields that fading changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Strength {
    pub(super) memory_days: f64,
    pub(super) retention_score: f64,
    /// Decay coefficient and recall count, where a recall changed them.
    pub(super) growth: Option<(f64, u32)>,
    pub(super) recalled_since_last_batch: bool,
}

impl Fade {
    /// The fading that leads from `before` to `after`, if it is nothing but one.
    pub(super) fn between(seq: Seq, before: &Condition, after: &Condition, was_recalled: bool) -> Option<Self> {
        let faded = Condition {
            memory_days: after.memory_days,
            decay_coefficient: after.decay_coefficient,
            retention_score: after.retention_score,
            recall_count: after.recall_count,
            recalled_since_last_batch: after.recalled_since_last_batch,
            ..*before
        };
        let has_grown = before.decay_coefficient.to_bits() != after.decay_coefficient.to_bits()
            || before.recall_count != after.recall_count;
        let is_plain = faded == *after && (before.recalled_since_last_batch || !after.recalled_since_last_batch);
        is_plain.then(|| Self {
            seq,
            before: Strength {
                memory_days: before.memory_days,
                retention_score: before.retention_score,
                growth: has_grown.then_some((before.decay_coefficient, before.recall_count)),
                recalled_since_last_batch: before.recalled_since_last_batch,
            },
            print_after: print(after, has_grown),
            was_recalled,
        })
    }

    /// The condition without the fading. The recall flag is merged; if others changed the strength
    /// since, theirs stays.
    pub(super) fn taken_back(&self, now: &Condition) -> Condition {
        let mut then = *now;
        then.recalled_since_last_batch |= self.before.recalled_since_last_batch;
        if print(now, self.before.growth.is_some()) == self.print_after {
            then.memory_days = self.before.memory_days;
            then.retention_score = self.before.retention_score;
            if let Some((decay_coefficient, recall_count)) = self.before.growth {
                then.decay_coefficient = decay_coefficient;
                then.recall_count = recall_count;
            }
        }
        then
    }
}

fn print(condition: &Condition, has_grown: bool) -> u32 {
    // SQLite keeps no sign of zero, so minus zero must leave the same print; adding zero drops it.
    let bits = |value: f64| (value + 0.0).to_bits().to_le_bytes();
    let mut hash = crate::index::Fnv::default();
    hash.add(&bits(condition.memory_days));
    hash.add(&bits(condition.retention_score));
    if has_grown {
        hash.add(&bits(condition.decay_coefficient));
        hash.add(&condition.recall_count.to_le_bytes());
    }
    let hash = hash.finish();
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or(0)
}

impl Entry {
    /// Whether it was done to one of these memories.
    pub(super) fn is_about(&self, seqs: &HashSet<Seq>) -> bool {
        match self {
            Self::Fade(fade) => seqs.contains(&fade.seq),
            Self::Become { seq, .. } | Self::Write { seq, .. } | Self::Relate { seq, .. } | Self::Erase { seq, .. } => {
                seqs.contains(seq)
            }
            Self::Tie(tie) => seqs.contains(&tie.low) || seqs.contains(&tie.high),
            Self::Model { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use omoide_core::{Level, Moment, RelationType};

    use super::*;

    fn condition() -> Condition {
        Condition {
            memory_days: 0.1 + 0.2,
            decay_coefficient: 0.995,
            retention_score: 12.345_678_901_234_567,
            recall_count: 7,
            recalled_since_last_batch: true,
            current_level: Level::Trace,
            archived_at: Some(Moment::new(-5, -12_345)),
            protected: false,
            revival_requested: true,
            revival_requested_at: None,
            put_away: false,
            version: 3,
        }
    }

    fn entries() -> Vec<Entry> {
        let before = condition();
        let faded = Condition { memory_days: 1.3, retention_score: 11.0, ..before };
        let recalled = Condition { recall_count: 8, recalled_since_last_batch: false, ..faded };
        let relation = Relation { to: MemoryId::from_u128(u128::MAX >> 2), kind: RelationType::SameTopic };
        vec![
            Entry::Fade(Fade::between(Seq(5), &before, &faded, false).expect("a fading")),
            Entry::Fade(Fade::between(Seq(i64::MAX), &before, &recalled, true).expect("a fading")),
            Entry::Become { seq: Seq(2), before, after: faded },
            Entry::Become {
                seq: Seq(2),
                before,
                after: Condition { put_away: true, revival_requested: false, ..before },
            },
            Entry::Write { seq: Seq(i64::MIN), version: 2, last_version_before: 1 },
            Entry::Relate { seq: Seq(0), before: vec![], after: vec![relation, relation] },
            Entry::Model { number: 4 },
            Entry::Tie(tie(None, Some(0.8))),
            Entry::Tie(tie(Some(0.8), None)),
            Entry::Erase { seq: Seq(77), id: MemoryId::from_u128(9) },
        ]
    }

    fn tie(before: Option<f64>, after: Option<f64>) -> TieChange {
        TieChange { low: Seq(3), high: Seq(70), kind: TieKind::Similarity, before, after }
    }

    fn journal() -> Journal {
        let mut journal = Journal::default();
        entries().iter().for_each(|entry| journal.push(entry));
        journal
    }

    #[test]
    fn entries_read_back_as_they_were_written() {
        let read: Vec<Entry> = Journal::entries(journal().bytes()).map(|e| e.expect("an entry")).collect();
        assert_eq!(read, entries());
    }

    #[test]
    fn a_journal_that_was_cut_off_says_so() {
        let journal = journal();
        let cut = &journal.bytes()[..journal.bytes().len() - 1];
        assert!(Journal::entries(cut).any(|entry| entry.is_err()));
    }

    #[test]
    fn a_memory_can_be_taken_out() {
        let rest =
            Journal::without(journal().bytes(), &HashSet::from([Seq(5)])).expect("readable").expect("it was in it");
        let read: Vec<Entry> = Journal::entries(rest.bytes()).map(|e| e.expect("an entry")).collect();
        assert_eq!(read, entries()[1..]);
        assert!(Journal::without(journal().bytes(), &HashSet::from([Seq(6)])).expect("readable").is_none());
        for end in [3, 70] {
            let rest = Journal::without(journal().bytes(), &HashSet::from([Seq(end)])).expect("readable");
            let rest = rest.expect("it was tied");
            assert!(Journal::entries(rest.bytes()).all(|entry| !matches!(entry, Ok(Entry::Tie(_)))));
        }
    }

    #[test]
    fn a_fading_taken_back_leaves_what_others_set() {
        let before = condition();
        let after = Condition { memory_days: 1.3, retention_score: 11.0, recalled_since_last_batch: false, ..before };
        let fade = Fade::between(Seq(1), &before, &after, true).expect("a fading");
        assert_eq!(fade.taken_back(&after), before);
        let protected = Condition { protected: true, ..after };
        assert_eq!(fade.taken_back(&protected), Condition { protected: true, ..before });
        let revived = Condition { memory_days: 0.5, ..after };
        assert_eq!(fade.taken_back(&revived), Condition { recalled_since_last_batch: true, ..revived });
    }

    #[test]
    fn a_zero_without_its_sign_is_still_the_same() {
        let before = condition();
        let after = Condition { memory_days: -0.0, ..before };
        let fade = Fade::between(Seq(1), &before, &after, false).expect("a fading");
        assert_eq!(fade.taken_back(&Condition { memory_days: 0.0, ..after }), before);
    }

    #[test]
    fn more_than_a_fading_is_none() {
        let before = condition();
        let after = Condition { current_level: Level::Summary, memory_days: 1.3, ..before };
        assert_eq!(Fade::between(Seq(1), &before, &after, false), None);
    }
}
