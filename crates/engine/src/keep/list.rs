//! Memories in parts: a list that can be gone on with, whatever was written in between.

use omoide_core::ports::store::Filter;
use omoide_core::{Memory, Seq};

use crate::{Error, Mind};

/// Where a list goes on: after the memory that happened then and has that place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListCursor {
    created: i64,
    seq: Seq,
}

/// A part of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// The memories, in the order of the list.
    pub memories: Vec<Memory>,
    /// Where it goes on, if it does.
    pub next: Option<ListCursor>,
}

impl ListCursor {
    fn of(memory: &Memory) -> Self {
        Self { created: memory.created.unix_micros(), seq: memory.seq }
    }

    fn is_before(self, memory: &Memory, newest_first: bool) -> bool {
        let here = (self.created, self.seq);
        let there = (memory.created.unix_micros(), memory.seq);
        if newest_first { there < here } else { there > here }
    }
}

/// As it is handed out, for whoever asks to hand it back.
impl std::fmt::Display for ListCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:x}", self.created, self.seq.0)
    }
}

impl std::str::FromStr for ListCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (created, seq) = text.split_at_checked(16).ok_or(())?;
        let created = u64::from_str_radix(created, 16).map_err(|_| ())?.cast_signed();
        Ok(Self { created, seq: Seq(i64::from_str_radix(seq, 16).map_err(|_| ())?) })
    }
}

impl Mind<'_> {
    /// The next `size` memories that the filter means, after the cursor. The filter's own limit is not looked at.
    ///
    /// # Errors
    /// When the store fails.
    pub fn list_from(&self, filter: &Filter, after: Option<ListCursor>, size: usize) -> Result<Listing, Error> {
        let mut filter = filter.clone();
        if let Some(cursor) = after {
            let all = filter.created.take().unwrap_or(i64::MIN..i64::MAX);
            filter.created = Some(if filter.newest_first {
                all.start..all.end.min(cursor.created.saturating_add(1))
            } else {
                all.start.max(cursor.created)..all.end
            });
        }
        // One more than wanted tells whether it goes on; several may have happened in the cursor's own moment.
        let mut most = size.saturating_add(1 + 32);
        loop {
            filter.limit = Some(most);
            let listed = self.list(&filter)?;
            let is_all = listed.len() < most;
            let mut memories: Vec<Memory> = listed
                .into_iter()
                .filter(|memory| after.is_none_or(|cursor| cursor.is_before(memory, filter.newest_first)))
                .collect();
            if is_all || memories.len() > size {
                let goes_on = memories.len() > size;
                memories.truncate(size);
                let next = memories.last().filter(|_| goes_on).map(ListCursor::of);
                return Ok(Listing { memories, next });
            }
            most = most.saturating_mul(4);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_anything_else_does_not() {
        for cursor in [ListCursor { created: -5, seq: Seq(0) }, ListCursor { created: i64::MAX, seq: Seq(i64::MAX) }] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for text in ["", "x", "0000000000000000", "000000000000000g1", "日本語の文字が十六バイト以上"] {
            assert_eq!(text.parse::<ListCursor>(), Err(()), "{text}");
        }
    }
}
