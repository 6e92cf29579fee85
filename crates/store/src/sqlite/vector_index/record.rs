//! Records: what ranking needs to know of a memory, in a fixed number of bytes.

use omoide_core::ports::store::Outline;
use omoide_core::{Kind, Level, MemoryId, Moment, Mood, NamePrint, Seq, Source, TagSet, Valence};
use rusqlite::Row;

use crate::sqlite::rows;

/// Bytes of a record. One of zeros is a free place.
pub(super) const RECORD: usize = 104;

const ARCHIVED: u8 = 1;
const PROTECTED: u8 = 2;
const THREADED: u8 = 4;

/// An outline and the version of the text that its codes are of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Record {
    pub(super) outline: Outline,
    pub(super) version: u32,
}

/// The columns of `memories` that [`Record::of_row`] reads; the table is called `m`.
pub(super) const COLUMNS: &str = "m.seq, m.id, m.kind, m.current_level, m.archived_at, m.source, m.person, m.thread, \
     m.created, m.created_offset, m.recorded_at, m.recorded_offset, m.emotional_valence, m.emotional_arousal, \
     m.emotional_tags, m.category, m.retention_score, m.recall_count, m.protected, m.version, m.mind";

/// Where the mind stands among [`COLUMNS`].
pub(super) const MIND_COLUMN: usize = 20;

impl Record {
    /// What a row of `memories` says.
    pub(super) fn of_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let is_archived = row.get_ref(4)? != rusqlite::types::ValueRef::Null;
        let feeling = rows::feeling(row, 12)?;
        let outline = Outline {
            seq: Seq(rows::integer(row, 0)?),
            id: rows::id(row, 1)?,
            kind: rows::kind(rows::text(row, 2)?),
            level: rows::level(rows::integer(row, 3)?, is_archived),
            source: Source::named(rows::text(row, 5)?),
            person: NamePrint::of(rows::text(row, 6)?),
            thread: row.get_ref(7)?.as_str_or_null()?.map(NamePrint::of),
            created: rows::moment(row, 8)?,
            recorded_at: rows::moment(row, 10)?,
            feeling: Mood::from(&feeling),
            category: NamePrint::of(rows::text(row, 15)?),
            retention_score: row.get(16)?,
            recall_count: rows::count(row, 17)?,
            is_archived,
            is_protected: rows::integer(row, 18)? != 0,
        };
        Ok(Self { outline, version: rows::count(row, 19)? })
    }

    pub(super) fn to_bytes(self) -> [u8; RECORD] {
        let o = &self.outline;
        let mut bytes = [0; RECORD];
        let mut at = 0;
        let mut put = |part: &[u8]| {
            bytes[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        };
        put(&o.seq.0.to_le_bytes());
        put(&o.id.to_u128().to_le_bytes());
        put(&o.created.unix_micros().to_le_bytes());
        put(&o.recorded_at.unix_micros().to_le_bytes());
        put(&o.retention_score.to_bits().to_le_bytes());
        put(&o.person.to_bits().to_le_bytes());
        put(&o.thread.unwrap_or_default().to_bits().to_le_bytes());
        put(&o.category.to_bits().to_le_bytes());
        put(&o.created.offset_seconds().to_le_bytes());
        put(&o.recorded_at.offset_seconds().to_le_bytes());
        put(&o.recall_count.to_le_bytes());
        put(&o.feeling.tags.bits().to_le_bytes());
        put(&self.version.to_le_bytes());
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        put(&[
            place(&Kind::ALL, o.kind),
            o.level.number(),
            place(&Source::ALL, o.source),
            place(&Valence::ALL, o.feeling.valence),
            o.feeling.arousal,
            flag(o.is_archived, ARCHIVED) | flag(o.is_protected, PROTECTED) | flag(o.thread.is_some(), THREADED),
        ]);
        bytes
    }

    /// Reads a record back; none from a free place.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; RECORD] = bytes.try_into().ok()?;
        let seq = i64::from_le_bytes(part(bytes, 0));
        if seq == 0 {
            return None;
        }
        let long = |at| i64::from_le_bytes(part(bytes, at));
        let word = |at| u32::from_le_bytes(part(bytes, at));
        let print = |at| NamePrint::from_bits(u64::from_le_bytes(part(bytes, at)));
        let flags = bytes[97];
        let outline = Outline {
            seq: Seq(seq),
            id: MemoryId::from_u128(u128::from_le_bytes(part(bytes, 8))),
            created: Moment::new(long(24), i32::from_le_bytes(part(bytes, 72))),
            recorded_at: Moment::new(long(32), i32::from_le_bytes(part(bytes, 76))),
            retention_score: f64::from_le_bytes(part(bytes, 40)),
            person: print(48),
            thread: (flags & THREADED != 0).then(|| print(56)),
            category: print(64),
            recall_count: word(80),
            kind: Kind::ALL.get(usize::from(bytes[92])).copied().unwrap_or(Kind::Episode),
            level: Level::from_number(bytes[93]).unwrap_or(Level::Full),
            source: Source::ALL.get(usize::from(bytes[94])).copied().unwrap_or(Source::Tool),
            feeling: Mood {
                valence: Valence::ALL.get(usize::from(bytes[95])).copied().unwrap_or(Valence::Neutral),
                arousal: bytes[96],
                tags: TagSet::from_bits(word(84)),
            },
            is_archived: flags & ARCHIVED != 0,
            is_protected: flags & PROTECTED != 0,
        };
        Some(Self { outline, version: word(88) })
    }
}

/// What was read of a row; none if the row cannot be understood, which a check finds and nobody recalls.
pub(super) fn understood<T>(read: rusqlite::Result<T>) -> rusqlite::Result<Option<T>> {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, QueryReturnedNoRows};
    match read {
        Ok(value) => Ok(Some(value)),
        Err(
            QueryReturnedNoRows | FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..),
        ) => Ok(None),
        Err(error) => Err(error),
    }
}

fn part<const N: usize>(bytes: &[u8; RECORD], at: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[at..at + N]);
    part
}

fn place<T: PartialEq + Copy>(all: &[T], one: T) -> u8 {
    all.iter().position(|other| *other == one).and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back() {
        let outline = Outline {
            seq: Seq(7),
            id: MemoryId::from_u128(u128::MAX / 3),
            kind: Kind::Document,
            level: Level::Archived,
            source: Source::Agent,
            person: NamePrint::of("Aki"),
            thread: Some(NamePrint::of("t")),
            created: Moment::new(1_768_887_000_123_456, -12_600),
            recorded_at: Moment::new(-5, 32_400),
            feeling: Mood { valence: Valence::Negative, arousal: 99, tags: TagSet::from_bits(0x40_0001) },
            category: NamePrint::of("work"),
            retention_score: 1.0 / 3.0,
            recall_count: u32::MAX,
            is_archived: true,
            is_protected: true,
        };
        let record = Record { outline, version: 9 };
        assert_eq!(Record::read(&record.to_bytes()), Some(record));
        let bare = Record { outline: Outline { thread: None, is_archived: false, ..outline }, version: 1 };
        assert_eq!(Record::read(&bare.to_bytes()), Some(bare));
        assert_eq!(Record::read(&[0; RECORD]), None);
        assert_eq!(Record::read(&[1; 7]), None);
    }
}
