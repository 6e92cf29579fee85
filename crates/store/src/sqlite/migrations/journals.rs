//! Journals of nights as formats 1 to 6 kept them: what a night did, in bytes.
//!
//! Only what has no row in the lifecycle log of that time is read; the rest is passed over.

use omoide_core::change::{BeforeAfter, TieStrength};
use omoide_core::{Seq, TieKind};

use crate::index::Fnv;

const FADE: u8 = 0;
const BECOME: u8 = 1;
const WRITE: u8 = 2;
const RELATE: u8 = 3;
const ERASE: u8 = 4;
const MODEL: u8 = 5;
const TIE: u8 = 6;
const TAG: u8 = 0x0f;
const HAD_FLAG: u8 = 0x10;
const WAS_RECALLED: u8 = 0x20;
const HAS_GROWN: u8 = 0x40;

/// How strong a memory was: days, score, coefficient and recalls.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct OldStrength {
    pub(super) memory_days: f64,
    pub(super) retention_score: f64,
    pub(super) decay_coefficient: f64,
    pub(super) recall_count: u32,
}

impl OldStrength {
    /// The print by which a journal knows a strength again.
    pub(super) fn print(&self, has_grown: bool) -> u32 {
        // SQLite keeps no sign of zero; adding zero drops it.
        let bits = |value: f64| (value + 0.0).to_bits().to_le_bytes();
        let mut hash = Fnv::default();
        hash.add(&bits(self.memory_days));
        hash.add(&bits(self.retention_score));
        if has_grown {
            hash.add(&bits(self.decay_coefficient));
            hash.add(&self.recall_count.to_le_bytes());
        }
        let hash = hash.finish();
        u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or(0)
    }
}

/// One thing that a night did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum JournalEntry {
    /// A day passed, or a recall gave days back. `growth` has coefficient and recalls from before, where they changed.
    Fade {
        seq: Seq,
        memory_days: f64,
        retention_score: f64,
        growth: Option<(f64, u32)>,
        had_flag: bool,
        was_recalled: bool,
        print_after: u32,
    },
    /// The memory became another in a way that has a row in the log.
    Become { seq: Seq, before: OldStrength, after: OldStrength },
    /// A text was written.
    Write { seq: Seq, version: u32 },
    /// A model was seen for the first time.
    Model { number: i64 },
    /// Two memories were tied together, or no longer are.
    Tie { low: Seq, tie: TieStrength },
    /// Something that has a row in the log.
    Logged,
}

/// The entries of a journal, from the first to the last; none when it cannot be read to its end.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<JournalEntry>> {
    let mut bytes = Bytes { rest: bytes, last_seq: 0 };
    let mut entries = Vec::new();
    while !bytes.rest.is_empty() {
        entries.push(bytes.entry()?);
    }
    Some(entries)
}

struct Bytes<'b> {
    rest: &'b [u8],
    last_seq: i64,
}

impl Bytes<'_> {
    fn entry(&mut self) -> Option<JournalEntry> {
        let [first] = self.raw()?;
        Some(match first & TAG {
            FADE => {
                let seq = self.seq()?;
                let (memory_days, retention_score, print_after) = (self.real()?, self.real()?, self.count()?);
                let growth = if first & HAS_GROWN == 0 { None } else { Some((self.real()?, self.count()?)) };
                let (had_flag, was_recalled) = (first & HAD_FLAG != 0, first & WAS_RECALLED != 0);
                JournalEntry::Fade { seq, memory_days, retention_score, growth, had_flag, was_recalled, print_after }
            }
            BECOME => JournalEntry::Become { seq: self.seq()?, before: self.condition()?, after: self.condition()? },
            WRITE => {
                let (seq, version) = (self.seq()?, self.count()?);
                self.count()?;
                JournalEntry::Write { seq, version }
            }
            RELATE => {
                self.seq()?;
                self.relations()?;
                self.relations()?;
                JournalEntry::Logged
            }
            ERASE => {
                self.seq()?;
                self.raw::<16>()?;
                JournalEntry::Logged
            }
            MODEL => JournalEntry::Model { number: i64::from_le_bytes(self.raw()?) },
            TIE => {
                let (low, with) = (self.seq()?, self.seq()?);
                let [place] = self.raw()?;
                let kind = *TieKind::ALL.get(usize::from(place))?;
                let strength = BeforeAfter { before: self.tie_strength()?, after: self.tie_strength()? };
                JournalEntry::Tie { low, tie: TieStrength { with, kind, strength } }
            }
            _ => return None,
        })
    }

    fn condition(&mut self) -> Option<OldStrength> {
        let (memory_days, decay_coefficient, retention_score) = (self.real()?, self.real()?, self.real()?);
        let recall_count = self.count()?;
        self.count()?;
        self.raw::<4>()?;
        for _ in 0..2 {
            let [has_moment] = self.raw()?;
            if has_moment != 0 {
                self.raw::<12>()?;
            }
        }
        Some(OldStrength { memory_days, retention_score, decay_coefficient, recall_count })
    }

    fn relations(&mut self) -> Option<()> {
        for _ in 0..self.count()? {
            self.raw::<17>()?;
        }
        Some(())
    }

    #[allow(clippy::option_option, reason = "the outer one is the end of the bytes, the inner one the value")]
    fn tie_strength(&mut self) -> Option<Option<f64>> {
        let [is_there] = self.raw()?;
        let strength = self.real()?;
        Some((is_there != 0).then_some(strength))
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

    fn real(&mut self) -> Option<f64> {
        Some(f64::from_bits(u64::from_le_bytes(self.raw()?)))
    }

    fn count(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.raw()?))
    }

    fn raw<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.rest.split_first_chunk::<N>()?;
        self.rest = rest;
        Some(*head)
    }
}
