//! Changes in bytes: what happens to nearly every memory every night, texts that were written, and ties.
//!
//! A pack is a row of entries in the order in which they were done. Nearly all are fadings, which take 26 bytes; a night
//! over 150,000 memories is some 4 MB, kept only while it can be undone.

use std::collections::HashSet;

use omoide_core::change::{BeforeAfter, TieStrength};
use omoide_core::{Life, Retention, Seq, TieKind};

use crate::sqlite::error::{Result, SqliteFault};

const LIFE: u8 = 0;
const WRITE: u8 = 1;
const MODEL: u8 = 2;
const TIE: u8 = 3;
/// The bits of the first byte that say which entry it is; a change of life has flags in the others.
const SORT: u8 = 0x03;
const HAD_FLAG: u8 = 0x04;
const HAS_FLAG: u8 = 0x08;
const IS_RECALL: u8 = 0x10;
const HAS_GROWN: u8 = 0x20;
/// A day was added to the memory's days, so that they need not be written twice.
const IS_A_DAY: u8 = 0x40;

/// One packed change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::sqlite) enum Packed {
    /// A day passed, or a recall gave days back.
    Life { seq: Seq, step: BeforeAfter<Life>, is_recall: bool },
    /// A version of a memory's text was written.
    Write { seq: Seq, version: u32 },
    /// A model of vectors was seen for the first time.
    Model { number: i64 },
    /// Two memories were tied together, or no longer are.
    Tie { low: Seq, tie: TieStrength },
}

impl Packed {
    /// Whether it was done to one of these memories.
    fn is_about(&self, seqs: &HashSet<Seq>) -> bool {
        match self {
            Self::Life { seq, .. } | Self::Write { seq, .. } => seqs.contains(seq),
            Self::Tie { low, tie } => seqs.contains(low) || seqs.contains(&tie.with),
            Self::Model { .. } => false,
        }
    }
}

/// Packed changes, as bytes.
#[derive(Clone, Debug, Default)]
pub(in crate::sqlite) struct Pack {
    bytes: Vec<u8>,
    last_seq: i64,
}

impl Pack {
    pub(in crate::sqlite) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes an entry at the end.
    pub(in crate::sqlite) fn push(&mut self, entry: &Packed) {
        match entry {
            Packed::Life { seq, step, is_recall } => {
                self.life(*seq, step.before.retention(), step.after.retention(), *is_recall);
            }
            Packed::Write { seq, version } => {
                self.bytes.push(WRITE);
                self.seq(*seq);
                self.raw(&version.to_le_bytes());
            }
            Packed::Model { number } => {
                self.bytes.push(MODEL);
                self.raw(&number.to_le_bytes());
            }
            Packed::Tie { low, tie } => {
                self.bytes.push(TIE);
                self.seq(*low);
                self.seq(tie.with);
                let place = TieKind::ALL.iter().position(|kind| *kind == tie.kind).unwrap_or(0);
                self.bytes.push(u8::try_from(place).unwrap_or(0));
                for strength in [tie.strength.before, tie.strength.after] {
                    self.bytes.push(u8::from(strength.is_some()));
                    self.raw(&strength.unwrap_or(0.0).to_bits().to_le_bytes());
                }
            }
        }
    }

    /// Reads entries from the first to the last.
    pub(in crate::sqlite) fn entries(bytes: &[u8]) -> PackedEntries<'_> {
        PackedEntries { bytes, last_seq: 0 }
    }

    /// The pack without some memories; nothing when none of them is in it.
    pub(super) fn without(bytes: &[u8], seqs: &HashSet<Seq>) -> Result<Option<Self>> {
        let mut pack = Self::default();
        let mut is_touched = false;
        for entry in Self::entries(bytes) {
            let entry = entry?;
            if entry.is_about(seqs) {
                is_touched = true;
            } else {
                pack.push(&entry);
            }
        }
        Ok(is_touched.then_some(pack))
    }

    fn life(&mut self, seq: Seq, before: Retention, after: Retention, is_recall: bool) {
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let has_grown = before.decay_coefficient.to_bits() != after.decay_coefficient.to_bits()
            || before.recall_count != after.recall_count;
        let is_a_day = (before.memory_days + 1.0).to_bits() == after.memory_days.to_bits();
        self.bytes.push(
            LIFE | bit(before.recalled_since_last_batch, HAD_FLAG)
                | bit(after.recalled_since_last_batch, HAS_FLAG)
                | bit(is_recall, IS_RECALL)
                | bit(has_grown, HAS_GROWN)
                | bit(is_a_day, IS_A_DAY),
        );
        self.seq(seq);
        self.real(before.memory_days);
        if !is_a_day {
            self.real(after.memory_days);
        }
        self.real(before.retention_score);
        self.real(after.retention_score);
        if has_grown {
            for retention in [before, after] {
                self.real(retention.decay_coefficient);
                self.raw(&retention.recall_count.to_le_bytes());
            }
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

    fn real(&mut self, value: f64) {
        self.raw(&value.to_bits().to_le_bytes());
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}

/// The entries of a pack, from the first to the last.
#[derive(Debug)]
pub(in crate::sqlite) struct PackedEntries<'b> {
    bytes: &'b [u8],
    last_seq: i64,
}

impl Iterator for PackedEntries<'_> {
    type Item = Result<Packed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let entry = self.entry();
        if entry.is_none() {
            self.bytes = &[];
        }
        Some(entry.ok_or_else(|| SqliteFault::Row("packed changes cannot be read".to_owned())))
    }
}

impl PackedEntries<'_> {
    fn entry(&mut self) -> Option<Packed> {
        let [first] = self.raw()?;
        Some(match first & SORT {
            LIFE => self.life(first)?,
            WRITE => Packed::Write { seq: self.seq()?, version: u32::from_le_bytes(self.raw()?) },
            MODEL => Packed::Model { number: i64::from_le_bytes(self.raw()?) },
            _ => {
                let (low, with) = (self.seq()?, self.seq()?);
                let [kind] = self.raw()?;
                let kind = *TieKind::ALL.get(usize::from(kind))?;
                let strength = BeforeAfter { before: self.strength()?, after: self.strength()? };
                Packed::Tie { low, tie: TieStrength { with, kind, strength } }
            }
        })
    }

    fn life(&mut self, first: u8) -> Option<Packed> {
        let seq = self.seq()?;
        let before_days = self.real()?;
        let after_days = if first & IS_A_DAY != 0 { before_days + 1.0 } else { self.real()? };
        let (before_score, after_score) = (self.real()?, self.real()?);
        // What did not change is not written, and so is the same on both sides.
        let [before_growth, after_growth] = match first & HAS_GROWN {
            0 => [(0.0, 0); 2],
            _ => [self.growth()?, self.growth()?],
        };
        let life = |memory_days, retention_score, growth: (f64, u32), flag: u8| {
            Life::Episode(Retention {
                memory_days,
                decay_coefficient: growth.0,
                retention_score,
                recall_count: growth.1,
                recalled_since_last_batch: first & flag != 0,
            })
        };
        let step = BeforeAfter {
            before: life(before_days, before_score, before_growth, HAD_FLAG),
            after: life(after_days, after_score, after_growth, HAS_FLAG),
        };
        Some(Packed::Life { seq, step, is_recall: first & IS_RECALL != 0 })
    }

    fn growth(&mut self) -> Option<(f64, u32)> {
        Some((self.real()?, u32::from_le_bytes(self.raw()?)))
    }

    fn strength(&mut self) -> Option<Option<f64>> {
        let [is_there] = self.raw()?;
        let strength = self.real()?;
        Some((is_there != 0).then_some(strength))
    }

    fn seq(&mut self) -> Option<Seq> {
        let mut zigzag = 0_u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.raw()?;
            zigzag |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let step = (zigzag >> 1).cast_signed() ^ -((zigzag & 1).cast_signed());
                self.last_seq = self.last_seq.wrapping_add(step);
                return Some(Seq(self.last_seq));
            }
        }
        None
    }

    fn real(&mut self) -> Option<f64> {
        Some(f64::from_bits(u64::from_le_bytes(self.raw()?)))
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

    fn retention(memory_days: f64, recall_count: u32, flag: bool) -> Life {
        Life::Episode(Retention {
            memory_days,
            decay_coefficient: if recall_count == 0 { 0.0 } else { 0.995 },
            retention_score: memory_days / 3.0,
            recall_count,
            recalled_since_last_batch: flag,
        })
    }

    fn entries() -> Vec<Packed> {
        let tie = |before, after| Packed::Tie {
            low: Seq(3),
            tie: TieStrength { with: Seq(70), kind: TieKind::Similarity, strength: BeforeAfter { before, after } },
        };
        let life = |seq, before, after, is_recall| Packed::Life {
            seq: Seq(seq),
            step: BeforeAfter { before, after },
            is_recall,
        };
        vec![
            life(5, retention(0.1 + 0.2, 0, false), retention(0.1 + 0.2 + 1.0, 0, false), false),
            life(i64::MAX, retention(7.5, 2, true), retention(3.75, 3, false), true),
            Packed::Write { seq: Seq(i64::MIN), version: 2 },
            Packed::Model { number: 4 },
            tie(None, Some(0.8)),
            tie(Some(0.8), None),
        ]
    }

    fn pack() -> Pack {
        let mut pack = Pack::default();
        entries().iter().for_each(|entry| pack.push(entry));
        pack
    }

    #[test]
    fn entries_read_back_as_they_were_written() {
        let read: Vec<Packed> = Pack::entries(pack().bytes()).map(|entry| entry.expect("an entry")).collect();
        assert_eq!(read, entries());
    }

    #[test]
    fn a_pack_that_was_cut_off_says_so() {
        let pack = pack();
        let cut = &pack.bytes()[..pack.bytes().len() - 1];
        assert!(Pack::entries(cut).any(|entry| entry.is_err()));
    }

    #[test]
    fn a_memory_can_be_taken_out() {
        let rest = Pack::without(pack().bytes(), &HashSet::from([Seq(5)])).expect("readable").expect("it was in it");
        let read: Vec<Packed> = Pack::entries(rest.bytes()).map(|entry| entry.expect("an entry")).collect();
        assert_eq!(read, entries()[1..]);
        assert!(Pack::without(pack().bytes(), &HashSet::from([Seq(6)])).expect("readable").is_none());
        for end in [3, 70] {
            let rest = Pack::without(pack().bytes(), &HashSet::from([Seq(end)])).expect("readable");
            let rest = rest.expect("it was tied");
            assert!(Pack::entries(rest.bytes()).all(|entry| !matches!(entry, Ok(Packed::Tie { .. }))));
        }
    }

    #[test]
    fn a_days_fading_takes_26_bytes() {
        let mut pack = Pack::default();
        pack.push(&entries()[0]);
        assert_eq!(pack.bytes().len(), 26);
    }
}
