//! Records: what ranking needs to know of a memory, in a fixed number of bytes.
//!
//! A record begins with what a recall looks at of every memory, its sight. In the file the sights of a block lie one
//! behind the other, and behind them the rests of the records.

use omoide_core::ports::store::{Outline, OutlineSight};
use omoide_core::{Kind, Level, MemoryId, Moment, Mood, NamePrint, Seq, Source, TagSet, Valence};

/// Bytes of a record. One of zeros is a free place.
pub(super) const RECORD: usize = 104;

/// Bytes of a record that are its sight.
pub(super) const SIGHT: usize = 40;

/// Bytes of a record behind its sight.
const REST: usize = RECORD - SIGHT;

/// Where the parts of a record lie, in bytes.
mod at {
    pub(super) const SEQ: usize = 0;
    pub(super) const CREATED: usize = 8;
    pub(super) const PERSON: usize = 16;
    pub(super) const THREAD: usize = 24;
    pub(super) const KIND: usize = 32;
    pub(super) const LEVEL: usize = 33;
    pub(super) const SOURCE: usize = 34;
    pub(super) const VALENCE: usize = 35;
    pub(super) const AROUSAL: usize = 36;
    pub(super) const FLAGS: usize = 37;
    pub(super) const ID: usize = 40;
    pub(super) const RECORDED: usize = 56;
    pub(super) const RETENTION: usize = 64;
    pub(super) const CATEGORY: usize = 72;
    pub(super) const CREATED_OFFSET: usize = 80;
    pub(super) const RECORDED_OFFSET: usize = 84;
    pub(super) const RECALLS: usize = 88;
    pub(super) const TAGS: usize = 92;
    pub(super) const VERSION: usize = 96;
}

const ARCHIVED: u8 = 1;
const PROTECTED: u8 = 2;
const THREADED: u8 = 4;
const PUT_AWAY: u8 = 8;

/// An outline and the version of the text that its codes are of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Record {
    pub(crate) outline: Outline,
    pub(crate) version: u32,
}

impl Record {
    pub(super) fn to_bytes(self) -> [u8; RECORD] {
        let o = &self.outline;
        let mut bytes = [0; RECORD];
        let mut put = |at: usize, part: &[u8]| bytes[at..at + part.len()].copy_from_slice(part);
        put(at::SEQ, &o.seq.0.to_le_bytes());
        put(at::CREATED, &o.created.unix_micros().to_le_bytes());
        put(at::PERSON, &o.person.to_bits().to_le_bytes());
        put(at::THREAD, &o.thread.unwrap_or_default().to_bits().to_le_bytes());
        put(at::KIND, &[place(&Kind::ALL, o.kind)]);
        put(at::LEVEL, &[o.level.number()]);
        put(at::SOURCE, &[place(&Source::ALL, o.source)]);
        put(at::VALENCE, &[place(&Valence::ALL, o.feeling.valence)]);
        put(at::AROUSAL, &[o.feeling.arousal]);
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(o.is_archived, ARCHIVED)
            | flag(o.is_protected, PROTECTED)
            | flag(o.thread.is_some(), THREADED)
            | flag(o.is_put_away, PUT_AWAY);
        put(at::FLAGS, &[flags]);
        put(at::ID, &o.id.to_u128().to_le_bytes());
        put(at::RECORDED, &o.recorded_at.unix_micros().to_le_bytes());
        put(at::RETENTION, &o.strength.to_bits().to_le_bytes());
        put(at::CATEGORY, &o.category.to_bits().to_le_bytes());
        put(at::CREATED_OFFSET, &o.created.offset_seconds().to_le_bytes());
        put(at::RECORDED_OFFSET, &o.recorded_at.offset_seconds().to_le_bytes());
        put(at::RECALLS, &o.uses.to_le_bytes());
        put(at::TAGS, &o.feeling.tags.bits().to_le_bytes());
        put(at::VERSION, &self.version.to_le_bytes());
        bytes
    }

    /// Reads a record back; none from a free place.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; RECORD] = bytes.try_into().ok()?;
        let OutlineSight { seq, kind, created, person, thread, is_archived, is_put_away } = sight(bytes)?;
        let word = |at| u32::from_le_bytes(part(bytes, at));
        let offset = |at| i32::from_le_bytes(part(bytes, at));
        let outline = Outline {
            seq,
            id: MemoryId::from_u128(u128::from_le_bytes(part(bytes, at::ID))),
            created: Moment::new(created, offset(at::CREATED_OFFSET)),
            recorded_at: Moment::new(i64::from_le_bytes(part(bytes, at::RECORDED)), offset(at::RECORDED_OFFSET)),
            strength: f64::from_le_bytes(part(bytes, at::RETENTION)),
            person,
            thread,
            category: NamePrint::from_bits(u64::from_le_bytes(part(bytes, at::CATEGORY))),
            uses: word(at::RECALLS),
            kind,
            level: Level::from_number(bytes[at::LEVEL]).unwrap_or(Level::Full),
            source: Source::ALL.get(usize::from(bytes[at::SOURCE])).copied().unwrap_or(Source::Tool),
            feeling: Mood {
                valence: Valence::ALL.get(usize::from(bytes[at::VALENCE])).copied().unwrap_or(Valence::Neutral),
                arousal: bytes[at::AROUSAL],
                tags: TagSet::from_bits(word(at::TAGS)),
            },
            is_archived,
            is_put_away,
            is_protected: bytes[at::FLAGS] & PROTECTED != 0,
        };
        Some(Self { outline, version: word(at::VERSION) })
    }
}

/// The sight that a record begins with; none of a free place.
pub(super) fn sight(bytes: &[u8]) -> Option<OutlineSight> {
    let bytes = bytes.first_chunk::<SIGHT>()?;
    let seq = i64::from_le_bytes(part(bytes, at::SEQ));
    if seq == 0 {
        return None;
    }
    let print = |at| NamePrint::from_bits(u64::from_le_bytes(part(bytes, at)));
    let flags = bytes[at::FLAGS];
    Some(OutlineSight {
        seq: Seq(seq),
        kind: Kind::ALL.get(usize::from(bytes[at::KIND])).copied().unwrap_or(Kind::Episode),
        created: i64::from_le_bytes(part(bytes, at::CREATED)),
        person: print(at::PERSON),
        thread: (flags & THREADED != 0).then(|| print(at::THREAD)),
        is_archived: flags & ARCHIVED != 0,
        is_put_away: flags & PUT_AWAY != 0,
    })
}

/// Records, one behind the other, as they lie in the file: their sights before all the rest.
pub(super) fn sights_first(records: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(records.len());
    records.chunks_exact(RECORD).for_each(|record| bytes.extend_from_slice(&record[..SIGHT]));
    records.chunks_exact(RECORD).for_each(|record| bytes.extend_from_slice(&record[SIGHT..]));
    bytes
}

/// Records as they lie in the file, put together one behind the other.
pub(super) fn put_together(bytes: &[u8], records: &mut Vec<u8>) {
    let (sights, rests) = bytes.split_at(bytes.len() / RECORD * SIGHT);
    records.clear();
    for (sight, rest) in sights.chunks_exact(SIGHT).zip(rests.chunks_exact(REST)) {
        records.extend_from_slice(sight);
        records.extend_from_slice(rest);
    }
}

/// Where the two parts of the record at a position lie in the file, of a block of so many.
pub(super) fn parts_of(position: usize, count: usize) -> [std::ops::Range<usize>; 2] {
    let rest = count * SIGHT + position * REST;
    [position * SIGHT..(position + 1) * SIGHT, rest..rest + REST]
}

fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
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
            strength: 1.0 / 3.0,
            uses: u32::MAX,
            is_archived: true,
            is_put_away: true,
            is_protected: true,
        };
        let record = Record { outline, version: 9 };
        assert_eq!(Record::read(&record.to_bytes()), Some(record));
        let bare =
            Record { outline: Outline { thread: None, is_archived: false, is_put_away: false, ..outline }, version: 1 };
        assert_eq!(Record::read(&bare.to_bytes()), Some(bare));
        assert_eq!(Record::read(&[0; RECORD]), None);
        assert_eq!(Record::read(&[1; 7]), None);
    }

    #[test]
    fn records_come_back_from_how_they_lie_in_the_file() {
        let records: Vec<u8> = (0..5 * RECORD).map(|at| (at % 251) as u8).collect();
        let bytes = sights_first(&records);
        let mut together = Vec::new();
        put_together(&bytes, &mut together);
        assert_eq!(together, records);
        for position in 0..5 {
            let parts = parts_of(position, 5).map(|part| bytes[part].to_vec()).concat();
            assert_eq!(parts, records[position * RECORD..(position + 1) * RECORD]);
        }
    }
}
