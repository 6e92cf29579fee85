//! What a night did, compactly and to the last bit, so that it can be taken back.
//!
//! A journal is a row of entries in the order in which they were done. Nearly all are fadings, which
//! take 22 bytes; a night over 150,000 memories is some 3 MB, kept only while it can be undone.

use omoide_core::{Condition, Level, MemoryId, Moment, Relation, RelationType, Seq};

use super::error::{Fault, Result};

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
    let mut hash = super::digest::Fnv::default();
    hash.add(&condition.memory_days.to_bits().to_le_bytes());
    hash.add(&condition.retention_score.to_bits().to_le_bytes());
    if has_grown {
        hash.add(&condition.decay_coefficient.to_bits().to_le_bytes());
        hash.add(&condition.recall_count.to_le_bytes());
    }
    let hash = hash.finish();
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or(0)
}

impl Entry {
    /// The memory that it was done to.
    pub(super) fn seq(&self) -> Option<Seq> {
        match self {
            Self::Fade(fade) => Some(fade.seq),
            Self::Become { seq, .. } | Self::Write { seq, .. } | Self::Relate { seq, .. } | Self::Erase { seq, .. } => {
                Some(*seq)
            }
            Self::Model { .. } => None,
        }
    }
}

const FADE: u8 = 0;
const BECOME: u8 = 1;
const WRITE: u8 = 2;
const RELATE: u8 = 3;
const ERASE: u8 = 4;
const MODEL: u8 = 5;
/// The bits of the first byte that say which entry it is; a fading has flags in the others.
const TAG: u8 = 0x0f;
const HAD_FLAG: u8 = 0x10;
const WAS_RECALLED: u8 = 0x20;
const HAS_GROWN: u8 = 0x40;

/// The entries of one night, as bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    bytes: Vec<u8>,
    last_seq: i64,
}

impl Journal {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes an entry at the end.
    pub(super) fn push(&mut self, entry: &Entry) {
        match entry {
            Entry::Fade(fade) => self.push_fade(fade),
            Entry::Become { seq, before, after } => {
                self.bytes.push(BECOME);
                self.seq(*seq);
                self.condition(before);
                self.condition(after);
            }
            Entry::Write { seq, version, last_version_before } => {
                self.bytes.push(WRITE);
                self.seq(*seq);
                self.raw(&version.to_le_bytes());
                self.raw(&last_version_before.to_le_bytes());
            }
            Entry::Relate { seq, before, after } => {
                self.bytes.push(RELATE);
                self.seq(*seq);
                self.relations(before);
                self.relations(after);
            }
            Entry::Erase { seq, id } => {
                self.bytes.push(ERASE);
                self.seq(*seq);
                self.raw(&id.to_u128().to_le_bytes());
            }
            Entry::Model { number } => {
                self.bytes.push(MODEL);
                self.raw(&number.to_le_bytes());
            }
        }
    }

    /// Reads entries from the first to the last.
    pub(super) fn entries(bytes: &[u8]) -> Entries<'_> {
        Entries { bytes, last_seq: 0 }
    }

    /// The journal of these bytes, to be written on.
    pub(super) fn open(bytes: &[u8]) -> Result<Self> {
        let mut journal = Self::default();
        for entry in Self::entries(bytes) {
            journal.push(&entry?);
        }
        Ok(journal)
    }

    /// The journal without some memories; nothing when none of them is in it.
    pub(super) fn without(bytes: &[u8], seqs: &[Seq]) -> Result<Option<Self>> {
        let mut journal = Self::default();
        let mut is_touched = false;
        for entry in Self::entries(bytes) {
            let entry = entry?;
            if entry.seq().is_some_and(|seq| seqs.contains(&seq)) {
                is_touched = true;
            } else {
                journal.push(&entry);
            }
        }
        Ok(is_touched.then_some(journal))
    }

    fn push_fade(&mut self, fade: &Fade) {
        let Strength { memory_days, retention_score, growth, recalled_since_last_batch } = fade.before;
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        self.bytes.push(
            FADE | bit(recalled_since_last_batch, HAD_FLAG)
                | bit(fade.was_recalled, WAS_RECALLED)
                | bit(growth.is_some(), HAS_GROWN),
        );
        self.seq(fade.seq);
        self.raw(&memory_days.to_bits().to_le_bytes());
        self.raw(&retention_score.to_bits().to_le_bytes());
        self.raw(&fade.print_after.to_le_bytes());
        if let Some((decay_coefficient, recall_count)) = growth {
            self.raw(&decay_coefficient.to_bits().to_le_bytes());
            self.raw(&recall_count.to_le_bytes());
        }
    }

    /// The step from the memory before, which is nearly always a small one.
    fn seq(&mut self, seq: Seq) {
        let step = seq.0.wrapping_sub(self.last_seq);
        self.last_seq = seq.0;
        let mut zigzag = (step.wrapping_shl(1) ^ (step >> 63)).cast_unsigned();
        while zigzag >= 0x80 {
            self.bytes.push(zigzag.to_le_bytes()[0] | 0x80);
            zigzag >>= 7;
        }
        self.bytes.push(zigzag.to_le_bytes()[0]);
    }

    fn condition(&mut self, c: &Condition) {
        self.raw(&c.memory_days.to_bits().to_le_bytes());
        self.raw(&c.decay_coefficient.to_bits().to_le_bytes());
        self.raw(&c.retention_score.to_bits().to_le_bytes());
        self.raw(&c.recall_count.to_le_bytes());
        self.raw(&c.version.to_le_bytes());
        self.bytes.extend([
            u8::from(c.recalled_since_last_batch),
            u8::from(c.protected),
            u8::from(c.revival_requested),
            c.current_level.number(),
        ]);
        for moment in [c.archived_at, c.revival_requested_at] {
            self.bytes.push(u8::from(moment.is_some()));
            if let Some(moment) = moment {
                self.raw(&moment.unix_micros().to_le_bytes());
                self.raw(&moment.offset_seconds().to_le_bytes());
            }
        }
    }

    fn relations(&mut self, relations: &[Relation]) {
        self.raw(&u32::try_from(relations.len()).unwrap_or(u32::MAX).to_le_bytes());
        for relation in relations {
            self.raw(&relation.to.to_u128().to_le_bytes());
            let place = RelationType::ALL.iter().position(|kind| *kind == relation.kind).unwrap_or(0);
            self.bytes.push(u8::try_from(place).unwrap_or(0));
        }
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}

/// The entries of a journal, from the first to the last.
#[derive(Debug)]
pub(super) struct Entries<'b> {
    bytes: &'b [u8],
    last_seq: i64,
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let entry = self.entry();
        if entry.is_none() {
            self.bytes = &[];
        }
        Some(entry.ok_or_else(|| Fault::Row("the journal of a night cannot be read".to_owned())))
    }
}

impl Entries<'_> {
    fn entry(&mut self) -> Option<Entry> {
        let [first] = self.raw()?;
        Some(match first & TAG {
            FADE => Entry::Fade(self.fade(first)?),
            BECOME => Entry::Become { seq: self.seq()?, before: self.condition()?, after: self.condition()? },
            WRITE => Entry::Write { seq: self.seq()?, version: self.count()?, last_version_before: self.count()? },
            RELATE => Entry::Relate { seq: self.seq()?, before: self.relations()?, after: self.relations()? },
            ERASE => Entry::Erase { seq: self.seq()?, id: self.id()? },
            MODEL => Entry::Model { number: i64::from_le_bytes(self.raw()?) },
            _ => return None,
        })
    }

    fn fade(&mut self, first: u8) -> Option<Fade> {
        let seq = self.seq()?;
        let (memory_days, retention_score, print_after) = (self.float()?, self.float()?, self.count()?);
        let growth = if first & HAS_GROWN == 0 { None } else { Some((self.float()?, self.count()?)) };
        let recalled_since_last_batch = first & HAD_FLAG != 0;
        let before = Strength { memory_days, retention_score, growth, recalled_since_last_batch };
        Some(Fade { seq, before, print_after, was_recalled: first & WAS_RECALLED != 0 })
    }

    fn seq(&mut self) -> Option<Seq> {
        let (mut zigzag, mut shift) = (0_u64, 0_u32);
        loop {
            let [byte] = self.raw()?;
            zigzag |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let step = (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed();
        self.last_seq = self.last_seq.wrapping_add(step);
        Some(Seq(self.last_seq))
    }

    fn condition(&mut self) -> Option<Condition> {
        let (memory_days, decay_coefficient, retention_score) = (self.float()?, self.float()?, self.float()?);
        let (recall_count, version) = (self.count()?, self.count()?);
        let [recalled, protected, requested, level] = self.raw()?;
        Some(Condition {
            memory_days,
            decay_coefficient,
            retention_score,
            recall_count,
            recalled_since_last_batch: recalled != 0,
            current_level: Level::from_number(level)?,
            archived_at: self.moment()?,
            protected: protected != 0,
            revival_requested: requested != 0,
            revival_requested_at: self.moment()?,
            version,
        })
    }

    /// A moment, if there is one; nothing at all if the bytes end.
    #[allow(clippy::option_option, reason = "the outer one is the end of the bytes, the inner one the value")]
    fn moment(&mut self) -> Option<Option<Moment>> {
        let [is_there] = self.raw()?;
        if is_there == 0 {
            return Some(None);
        }
        Some(Some(Moment::new(i64::from_le_bytes(self.raw()?), i32::from_le_bytes(self.raw()?))))
    }

    fn relations(&mut self) -> Option<Vec<Relation>> {
        let count = self.count()?;
        (0..count)
            .map(|_| {
                let to = self.id()?;
                let [place] = self.raw()?;
                Some(Relation { to, kind: *RelationType::ALL.get(usize::from(place))? })
            })
            .collect()
    }

    fn id(&mut self) -> Option<MemoryId> {
        Some(MemoryId::from_u128(u128::from_le_bytes(self.raw()?)))
    }

    fn float(&mut self) -> Option<f64> {
        Some(f64::from_bits(u64::from_le_bytes(self.raw()?)))
    }

    fn count(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.raw()?))
    }

    fn raw<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*head)
    }
}

#[cfg(test)]
mod tests {
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
            Entry::Write { seq: Seq(i64::MIN), version: 2, last_version_before: 1 },
            Entry::Relate { seq: Seq(0), before: vec![], after: vec![relation, relation] },
            Entry::Model { number: 4 },
            Entry::Erase { seq: Seq(77), id: MemoryId::from_u128(9) },
        ]
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
        let rest = Journal::without(journal().bytes(), &[Seq(5)]).expect("readable").expect("it was in it");
        let read: Vec<Entry> = Journal::entries(rest.bytes()).map(|e| e.expect("an entry")).collect();
        assert_eq!(read, entries()[1..]);
        assert!(Journal::without(journal().bytes(), &[Seq(6)]).expect("readable").is_none());
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
    fn more_than_a_fading_is_none() {
        let before = condition();
        let after = Condition { current_level: Level::Summary, memory_days: 1.3, ..before };
        assert_eq!(Fade::between(Seq(1), &before, &after, false), None);
    }
}
