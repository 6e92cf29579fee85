//! Entries as bytes.

use std::collections::HashSet;

use omoide_core::{Condition, Level, MemoryId, Moment, Relation, RelationType, Seq, TieKind};

use super::{Entry, Fade, Strength, TieChange};
use crate::sqlite::error::{Fault, Result};
use crate::sqlite::rows::Request;

const FADE: u8 = 0;
const BECOME: u8 = 1;
const WRITE: u8 = 2;
const RELATE: u8 = 3;
const ERASE: u8 = 4;
const MODEL: u8 = 5;
const TIE: u8 = 6;
/// The bits of the first byte that say which entry it is; a fading has flags in the others.
const TAG: u8 = 0x0f;
const HAD_FLAG: u8 = 0x10;
const WAS_RECALLED: u8 = 0x20;
const HAS_GROWN: u8 = 0x40;

/// The entries of one night, as bytes.
#[derive(Clone, Debug, Default)]
pub(in crate::sqlite) struct Journal {
    bytes: Vec<u8>,
    last_seq: i64,
}

impl Journal {
    pub(in crate::sqlite) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes an entry at the end.
    pub(in crate::sqlite) fn push(&mut self, entry: &Entry) {
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
            Entry::Tie(tie) => {
                self.bytes.push(TIE);
                self.seq(tie.low);
                self.seq(tie.high);
                let place = TieKind::ALL.iter().position(|kind| *kind == tie.kind).unwrap_or(0);
                self.bytes.push(u8::try_from(place).unwrap_or(0));
                for strength in [tie.before, tie.after] {
                    self.bytes.push(u8::from(strength.is_some()));
                    self.raw(&strength.unwrap_or(0.0).to_bits().to_le_bytes());
                }
            }
        }
    }

    /// Reads entries from the first to the last.
    pub(in crate::sqlite) fn entries(bytes: &[u8]) -> Entries<'_> {
        Entries { bytes, last_seq: 0 }
    }

    /// The journal of these bytes, to be written on.
    pub(in crate::sqlite) fn open(bytes: &[u8]) -> Result<Self> {
        let mut journal = Self::default();
        for entry in Self::entries(bytes) {
            journal.push(&entry?);
        }
        Ok(journal)
    }

    /// The journal without some memories; nothing when none of them is in it.
    pub(in crate::sqlite) fn without(bytes: &[u8], seqs: &HashSet<Seq>) -> Result<Option<Self>> {
        let mut journal = Self::default();
        let mut is_touched = false;
        for entry in Self::entries(bytes) {
            let entry = entry?;
            if entry.is_about(seqs) {
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
            Request::of(c) as u8,
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
pub(in crate::sqlite) struct Entries<'b> {
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
            TIE => Entry::Tie(self.tie()?),
            _ => return None,
        })
    }

    fn tie(&mut self) -> Option<TieChange> {
        let (low, high) = (self.seq()?, self.seq()?);
        let [place] = self.raw()?;
        let kind = *TieKind::ALL.get(usize::from(place))?;
        let mut strength = || {
            let [is_there] = self.raw()?;
            let strength = self.float()?;
            Some((is_there != 0).then_some(strength))
        };
        Some(TieChange { low, high, kind, before: strength()?, after: strength()? })
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
            revival_requested: requested == Request::Made as u8,
            revival_requested_at: self.moment()?,
            put_away: requested == Request::Barred as u8,
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
