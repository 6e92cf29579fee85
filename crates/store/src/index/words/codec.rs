//! Terms, counts and lists as bytes.
//!
//! Numbers are written seven bits a byte, the lowest first. Terms that follow each other in order share their
//! beginnings. Reading never trusts the bytes: what cannot be read is `None`.

use omoide_core::FieldCounts;

pub(super) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
pub(super) fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    if first < 0x80 {
        return Some(u64::from(first));
    }
    let mut value = u64::from(first & 0x7F);
    for shift in (7..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[inline]
pub(super) fn part<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

/// The commonest counts; all others are written out behind [`WRITTEN_OUT`].
const COMMON: [FieldCounts; 15] = [
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
    [0, 2, 0],
    [2, 0, 0],
    [0, 0, 1],
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 1],
    [1, 2, 0],
    [2, 1, 0],
    [0, 3, 0],
    [3, 0, 0],
    [0, 2, 1],
    [1, 2, 1],
];
const WRITTEN_OUT: u64 = 15;

/// Writes a number and counts together.
fn put_counted(bytes: &mut Vec<u8>, number: u64, counts: FieldCounts) {
    let code = COMMON.iter().position(|common| *common == counts).map_or(WRITTEN_OUT, |place| place as u64);
    put_number(bytes, number << 4 | code);
    if code == WRITTEN_OUT {
        counts.into_iter().for_each(|count| put_number(bytes, u64::from(count)));
    }
}

#[inline]
pub(super) fn counted(bytes: &mut &[u8]) -> Option<(u64, FieldCounts)> {
    let value = number(bytes)?;
    let counts = match COMMON.get((value & 15) as usize) {
        Some(common) => *common,
        None => {
            let mut counts = [0; 3];
            for count in &mut counts {
                *count = u16::try_from(number(bytes)?).ok()?;
            }
            counts
        }
    };
    Some((value >> 4, counts))
}

/// A list of memories in the making, each by its index in its segment.
#[derive(Default)]
pub(super) struct ListWriter {
    pub(super) bytes: Vec<u8>,
    next: u32,
}

impl ListWriter {
    /// Adds a memory behind all that are there.
    pub(super) fn push(&mut self, index: u32, counts: FieldCounts) {
        put_counted(&mut self.bytes, u64::from(index.saturating_sub(self.next)), counts);
        self.next = index.saturating_add(1);
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.next = 0;
    }
}

/// About how many memories a list has, without reading it: each takes one number, and a few take more.
pub(super) fn about_how_many(list: &[u8]) -> usize {
    list.iter().filter(|byte| **byte < 0x80).count()
}

/// Reads a list; ends at the first entry that cannot be read, which [`ListReader::is_whole`] tells.
pub(super) struct ListReader<'a> {
    bytes: &'a [u8],
    next: u64,
    is_whole: bool,
}

impl<'a> ListReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, next: 0, is_whole: true }
    }

    /// Calls `visit` with each entry. Nearly all are one byte or two, which are read here at once.
    #[inline]
    pub(super) fn each(&mut self, visit: &mut impl FnMut(u32, FieldCounts)) {
        loop {
            let (value, rest) = match self.bytes {
                [first, rest @ ..] if *first < 0x80 => (u32::from(*first), rest),
                [first, second, rest @ ..] if *second < 0x80 => {
                    (u32::from(*first & 0x7F) | u32::from(*second) << 7, rest)
                }
                _ => (u32::MAX, self.bytes),
            };
            let index = self.next + u64::from(value >> 4);
            match (COMMON.get((value & 15) as usize), u32::try_from(index)) {
                (Some(counts), Ok(index)) => {
                    (self.bytes, self.next) = (rest, u64::from(index) + 1);
                    visit(index, *counts);
                }
                // Whatever is longer has all its bits set here, and so is written out.
                _ => match self.next() {
                    Some((index, counts)) => visit(index, counts),
                    None => return,
                },
            }
        }
    }

    /// Whether all that was read could be read.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

impl Iterator for ListReader<'_> {
    type Item = (u32, FieldCounts);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let entry = counted(&mut self.bytes).and_then(|(gap, counts)| {
            let index = u32::try_from(self.next.checked_add(gap)?).ok()?;
            Some((index, counts))
        });
        match entry {
            Some((index, _)) => self.next = u64::from(index) + 1,
            None => {
                self.is_whole = false;
                self.bytes = &[];
            }
        }
        entry
    }
}

/// Writes a term behind another.
pub(super) fn put_term(bytes: &mut Vec<u8>, before: &[u8], term: &[u8]) {
    let shared = before.iter().zip(term).take_while(|(a, b)| a == b).count();
    put_number(bytes, shared as u64);
    put_number(bytes, (term.len() - shared) as u64);
    bytes.extend(&term[shared..]);
}

/// Reads a term over the one before it.
pub(super) fn read_term(bytes: &mut &[u8], term: &mut Vec<u8>) -> Option<()> {
    let shared = usize::try_from(number(bytes)?).ok()?;
    let rest = part(bytes)?;
    if shared > term.len() {
        return None;
    }
    term.truncate(shared);
    term.extend(rest);
    Some(())
}

/// Writes a term with its counts; for the words of one memory.
pub(super) fn put_counted_term(bytes: &mut Vec<u8>, before: &[u8], term: &[u8], counts: FieldCounts) {
    put_term(bytes, before, term);
    put_counted(bytes, 0, counts);
}

/// Reads a term with its counts over the one before it.
pub(super) fn read_counted_term(bytes: &mut &[u8], term: &mut Vec<u8>) -> Option<FieldCounts> {
    read_term(bytes, term)?;
    Some(counted(bytes)?.1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_list_reads_back_as_it_was_written(
            entries in prop::collection::btree_map(
                prop_oneof![any::<u32>(), 0..200_u32],
                prop_oneof![prop::array::uniform3(any::<u16>()), prop::sample::select(&COMMON[..])],
                0..40,
            )
        ) {
            let mut list = ListWriter::default();
            entries.iter().for_each(|(index, counts)| list.push(*index, *counts));
            let mut reader = ListReader::new(&list.bytes);
            let read: Vec<_> = reader.by_ref().collect();
            prop_assert!(reader.is_whole());
            let mut at_once = Vec::new();
            let mut reader = ListReader::new(&list.bytes);
            reader.each(&mut |index, counts| at_once.push((index, counts)));
            prop_assert!(reader.is_whole());
            prop_assert_eq!(&read, &at_once);
            prop_assert_eq!(read, entries.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn terms_read_back_as_they_were_written(
            terms in prop::collection::vec(("[a-c]{0,6}", prop::array::uniform3(0_u16..4)), 0..40)
        ) {
            let (mut bytes, mut before) = (Vec::new(), String::new());
            for (term, counts) in &terms {
                put_counted_term(&mut bytes, before.as_bytes(), term.as_bytes(), *counts);
                before.clone_from(term);
            }
            let (mut bytes, mut term) = (bytes.as_slice(), Vec::new());
            for (written, counts) in &terms {
                prop_assert_eq!(read_counted_term(&mut bytes, &mut term), Some(*counts));
                prop_assert_eq!(term.as_slice(), written.as_bytes());
            }
            prop_assert!(bytes.is_empty());
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut plainly = ListReader::new(&bytes);
            let count = plainly.by_ref().count();
            let (mut at_once, mut counted) = (ListReader::new(&bytes), 0);
            at_once.each(&mut |_, _| counted += 1);
            prop_assert_eq!((count, plainly.is_whole()), (counted, at_once.is_whole()));
            let (mut rest, mut term) = (bytes.as_slice(), Vec::new());
            while read_counted_term(&mut rest, &mut term).is_some() {}
            prop_assert!(term.len() <= bytes.len() * bytes.len() + 1);
        }
    }
}
