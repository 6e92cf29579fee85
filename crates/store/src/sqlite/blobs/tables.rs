//! Which table a space lies in, and how its blocks lie there.

use rusqlite::Row;
use rusqlite::types::ToSql;

use crate::index::vectors::SLOTS;
use crate::index::{BlockKey, BlockSpace, IndexFault, KeyRange, Result};
use crate::sqlite::rows;

/// How a block is put together from columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BlockShape {
    /// A column of bytes.
    Bytes,
    /// A number, in eight bytes.
    Number,
    /// There is nothing but the key.
    Nothing,
    /// How many memories a block has, two prints and the front.
    Head,
    /// The version and size of a segment, how many memories it has, and the sums of their lengths.
    Segment,
}

/// A space's table.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpaceTable {
    name: &'static str,
    /// The columns of the key's numbers.
    keys: &'static [&'static str],
    /// The columns that tell keys apart, which is what they are ordered by.
    order: &'static [&'static str],
    /// Which rows of the table are meant.
    which: RowRange,
    shape: BlockShape,
    /// The columns of the block.
    pub(super) value: &'static str,
    /// How long the block is.
    pub(super) length: &'static str,
}

/// Which rows of a table belong to a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RowRange {
    All,
    /// Blocks that have room. They are the rows of the heads themselves, so that nothing is written for them.
    WithRoom,
    /// All; but it is a column of another space's row, which goes with it.
    Column,
}

const HEAD: &str = "used, records_change, codes_change, front";
const SEGMENT: &str = "version, size, memories, said, replied, keywords";

impl SpaceTable {
    pub(super) fn of(space: BlockSpace) -> Self {
        let bytes = Self {
            name: "",
            keys: &[],
            order: &[],
            which: RowRange::All,
            shape: BlockShape::Bytes,
            value: "data",
            length: "length(data)",
        };
        let number = Self { shape: BlockShape::Number, length: "8", ..bytes };
        let nothing = Self { shape: BlockShape::Nothing, value: "0", length: "0", ..bytes };
        match space {
            BlockSpace::VectorPlaces => {
                Self { name: "vector_slots", keys: &["memory"], order: &["memory"], value: "place", ..number }
            }
            BlockSpace::VectorPrints => {
                Self { name: "vector_minds", keys: &["mind"], order: &["mind"], value: "change", ..number }
            }
            BlockSpace::VectorHeads => Self {
                name: "vector_blocks",
                keys: &["mind", "number"],
                order: &["mind", "number"],
                shape: BlockShape::Head,
                value: HEAD,
                length: "20 + length(front)",
                ..bytes
            },
            BlockSpace::VectorRoom => Self {
                name: "vector_blocks",
                keys: &["mind", "used", "number"],
                order: &["mind", "used", "number"],
                which: RowRange::WithRoom,
                ..nothing
            },
            BlockSpace::VectorRecords => Self { name: "vector_records", keys: &["block"], order: &["block"], ..bytes },
            BlockSpace::VectorCodes => Self {
                name: "vector_codes",
                keys: &["block", "model", "plane"],
                order: &["block", "model", "plane"],
                ..bytes
            },
            BlockSpace::FreshWords => {
                Self { name: "word_fresh", keys: &["mind", "memory", "version"], order: &["mind", "memory"], ..bytes }
            }
            BlockSpace::WordGaps => {
                Self { name: "word_gaps", keys: &["mind", "memory"], order: &["mind", "memory"], ..nothing }
            }
            BlockSpace::WordSegments => Self {
                name: "word_segments",
                keys: &["mind", "number"],
                order: &["mind", "number"],
                shape: BlockShape::Segment,
                value: SEGMENT,
                length: "40",
                ..bytes
            },
            BlockSpace::WordDocuments => Self {
                name: "word_segments",
                keys: &["number"],
                order: &["number"],
                which: RowRange::Column,
                value: "documents",
                length: "length(documents)",
                ..bytes
            },
            BlockSpace::WordBlocks => {
                Self { name: "word_blocks", keys: &["segment"], order: &["segment", "first"], ..bytes }
            }
        }
    }

    fn has_terms(&self) -> bool {
        self.order.len() > self.keys.len()
    }

    /// The conditions on the first numbers of the key; `more` are joined to them.
    fn conditions(&self, numbers: usize, more: impl IntoIterator<Item = String>) -> String {
        let mut conditions: Vec<String> =
            self.keys.iter().zip(1..).take(numbers).map(|(key, place)| format!("{key} = ?{place}")).collect();
        if self.which == RowRange::WithRoom {
            conditions.push(format!("used < {SLOTS}"));
        }
        conditions.extend(more);
        if conditions.is_empty() { "1".to_owned() } else { conditions.join(" AND ") }
    }

    pub(super) fn get(&self) -> String {
        let width = self.keys.len();
        let term = self.has_terms().then(|| format!("first = ?{}", width + 1));
        format!("SELECT {} FROM {} WHERE {}", self.value, self.name, self.conditions(width, term))
    }

    pub(super) fn list(&self, listing: &KeyRange<'_>, columns: &str, is_descending: bool) -> String {
        let width = listing.prefix.len();
        let below = listing.below.map(|_| format!("{} < ?{}", self.keys[width], width + 1));
        let from = (!listing.from_term.is_empty())
            .then(|| format!("first >= ?{}", width + 1 + usize::from(listing.below.is_some())));
        let conditions = self.conditions(width, below.into_iter().chain(from));
        let direction = if is_descending { " DESC" } else { "" };
        let order: Vec<String> = self.order.iter().map(|column| format!("{column}{direction}")).collect();
        let term = if self.has_terms() { ", first" } else { "" };
        format!(
            "SELECT {}{term}, {columns} FROM {} WHERE {conditions} ORDER BY {}",
            self.keys.join(", "),
            self.name,
            order.join(", ")
        )
    }

    pub(super) fn count(&self, numbers: usize) -> String {
        format!("SELECT count(*) FROM {} WHERE {}", self.name, self.conditions(numbers, None))
    }

    pub(super) fn next_number(&self) -> String {
        let last = self.keys.last().unwrap_or(&"rowid");
        format!("SELECT coalesce(max({last}), 0) + 1 FROM {}", self.name)
    }

    /// Removes all whose keys begin with so many numbers; none where the rows go with those of another space.
    pub(super) fn delete(&self, numbers: usize) -> Option<String> {
        let conditions = self.conditions(numbers, None);
        match self.which {
            RowRange::All => Some(format!("DELETE FROM {} WHERE {conditions}", self.name)),
            RowRange::Column => Some(format!("UPDATE {} SET {} = x'' WHERE {conditions}", self.name, self.value)),
            RowRange::WithRoom => None,
        }
    }

    /// Shows the block whose columns begin at `at`.
    pub(super) fn show(&self, row: &Row<'_>, at: usize, visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        // What is no number is shown as 0, which is no count and no print of anything.
        let number =
            |column: usize| Ok::<_, rusqlite::Error>(rows::readable(row.get::<_, i64>(at + column))?.unwrap_or(0));
        let small = |column: usize| number(column).map(|n| u32::try_from(n).unwrap_or(0).to_le_bytes());
        match self.shape {
            // What is no blob is shown as an empty one, which no index can read.
            BlockShape::Bytes => visit(row.get_ref(at)?.as_blob().unwrap_or_default()),
            BlockShape::Number => visit(&number(0)?.to_le_bytes()),
            BlockShape::Nothing => visit(&[]),
            BlockShape::Head => {
                let front = row.get_ref(at + 3)?.as_blob().unwrap_or_default();
                let mut bytes = Vec::with_capacity(20 + front.len());
                bytes.extend(small(0)?);
                bytes.extend(number(1)?.to_le_bytes());
                bytes.extend(number(2)?.to_le_bytes());
                bytes.extend(front);
                visit(&bytes)
            }
            BlockShape::Segment => {
                let mut bytes = Vec::with_capacity(40);
                bytes.extend(small(0)?);
                bytes.extend(small(1)?);
                for column in 2..6 {
                    bytes.extend(u64::try_from(number(column)?).unwrap_or(0).to_le_bytes());
                }
                visit(&bytes)
            }
        }
    }
}

/// Runs a statement with its values.
type Execute<'e> = dyn FnMut(&str, &[&dyn ToSql]) -> Result<()> + 'e;

/// Writes a block: calls `execute` with the statement and its values.
pub(super) fn put(key: BlockKey<'_>, bytes: &[u8], execute: &mut Execute<'_>) -> Result<()> {
    let [first, second, third] = &key.numbers;
    match key.space {
        BlockSpace::VectorPlaces => {
            let sql = "INSERT INTO vector_slots (memory, place) VALUES (?1, ?2)
                       ON CONFLICT (memory) DO UPDATE SET place = excluded.place";
            execute(sql, &[first, &long(bytes, 0)?])
        }
        BlockSpace::VectorPrints => {
            let sql = "INSERT INTO vector_minds (mind, change) VALUES (?1, ?2)
                       ON CONFLICT (mind) DO UPDATE SET change = excluded.change";
            execute(sql, &[first, &long(bytes, 0)?])
        }
        BlockSpace::VectorHeads => {
            let sql = "INSERT INTO vector_blocks (mind, number, used, records_change, codes_change, front)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                       ON CONFLICT (number) DO UPDATE SET used = excluded.used, front = excluded.front,
                           records_change = excluded.records_change, codes_change = excluded.codes_change";
            let front = bytes.get(20..).ok_or_else(too_short)?;
            execute(sql, &[first, second, &word(bytes, 0)?, &long(bytes, 4)?, &long(bytes, 12)?, &front])
        }
        // The head says how full its block is.
        BlockSpace::VectorRoom => Ok(()),
        BlockSpace::VectorRecords => {
            let sql = "INSERT INTO vector_records (block, data) VALUES (?1, ?2)
                       ON CONFLICT (block) DO UPDATE SET data = excluded.data";
            execute(sql, &[first, &bytes])
        }
        BlockSpace::VectorCodes => {
            let sql = "INSERT INTO vector_codes (block, model, plane, data) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT (block, model, plane) DO UPDATE SET data = excluded.data";
            execute(sql, &[first, second, third, &bytes])
        }
        BlockSpace::FreshWords => {
            let sql = "INSERT OR REPLACE INTO word_fresh (mind, memory, version, data) VALUES (?1, ?2, ?3, ?4)";
            execute(sql, &[first, second, third, &bytes])
        }
        BlockSpace::WordGaps => {
            execute("INSERT OR IGNORE INTO word_gaps (mind, memory) VALUES (?1, ?2)", &[first, second])
        }
        BlockSpace::WordSegments => {
            let sql = "INSERT INTO word_segments
                           (mind, number, version, size, memories, said, replied, keywords, documents)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, x'')
                       ON CONFLICT (number) DO UPDATE SET version = excluded.version, size = excluded.size,
                           memories = excluded.memories, said = excluded.said, replied = excluded.replied,
                           keywords = excluded.keywords";
            let (version, size) = (word(bytes, 0)?, word(bytes, 4)?);
            let sums = [long(bytes, 8)?, long(bytes, 16)?, long(bytes, 24)?, long(bytes, 32)?];
            execute(sql, &[first, second, &version, &size, &sums[0], &sums[1], &sums[2], &sums[3]])
        }
        BlockSpace::WordDocuments => {
            execute("UPDATE word_segments SET documents = ?2 WHERE number = ?1", &[first, &bytes])
        }
        BlockSpace::WordBlocks => {
            let sql = "INSERT INTO word_blocks (segment, first, data) VALUES (?1, ?2, ?3)
                       ON CONFLICT (segment, first) DO UPDATE SET data = excluded.data";
            execute(sql, &[first, &key.term, &bytes])
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Result<u32> {
    let part = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>()).ok_or_else(too_short)?;
    Ok(u32::from_le_bytes(*part))
}

fn long(bytes: &[u8], at: usize) -> Result<i64> {
    let part = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()).ok_or_else(too_short)?;
    Ok(i64::from_le_bytes(*part))
}

fn too_short() -> IndexFault {
    IndexFault::Unreadable("a block of an index is shorter than it should be".to_owned())
}
