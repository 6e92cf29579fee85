//! The normalisation table of a SentencePiece model: a trie of what is replaced, and what by.
//!
//! The trie is a double array of 32-bit units, as the Darts library writes it; the replacements lie
//! behind it, each ended by a zero.

use unicode_segmentation::UnicodeSegmentation;

use super::base64;

/// Longer clusters of characters are never looked up as one, in bytes.
const LONGEST_CLUSTER: usize = 5;

#[derive(Debug)]
pub(super) struct Precompiled {
    units: Vec<u32>,
    replacements: Vec<u8>,
}

impl Precompiled {
    /// The table as a file holds it; none if it is no table.
    pub(super) fn decode(text: &str) -> Option<Self> {
        let bytes = base64::decode(text)?;
        let (size, rest) = bytes.split_first_chunk::<4>()?;
        let (trie, replacements) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*size)).ok()?)?;
        let units = trie.chunks_exact(4).map(|unit| u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]])).collect();
        Some(Self { units, replacements: replacements.to_vec() })
    }

    pub(super) fn apply(&self, text: &str) -> String {
        let mut normal = String::with_capacity(text.len());
        for cluster in text.graphemes(true) {
            let whole = if cluster.len() <= LONGEST_CLUSTER { self.replacement(cluster) } else { None };
            if let Some(replacement) = whole {
                normal.push_str(replacement);
                continue;
            }
            for (at, c) in cluster.char_indices() {
                let part = &cluster[at..at + c.len_utf8()];
                normal.push_str(self.replacement(part).unwrap_or(part));
            }
        }
        normal
    }

    /// What a text that begins with something in the trie becomes: the shortest match says it.
    fn replacement(&self, text: &str) -> Option<&str> {
        let start = usize::try_from(self.first_match(text.as_bytes())?).ok()?;
        let rest = self.replacements.get(start..)?;
        let end = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
        std::str::from_utf8(&rest[..end]).ok()
    }

    fn first_match(&self, key: &[u8]) -> Option<u32> {
        let mut place = offset(*self.units.first()?);
        for &byte in key.iter().take_while(|byte| **byte != 0) {
            place ^= u32::from(byte);
            let unit = self.unit(place)?;
            if label(unit) != u32::from(byte) {
                return None;
            }
            place ^= offset(unit);
            if has_leaf(unit) {
                return Some(self.unit(place)? & 0x7fff_ffff);
            }
        }
        None
    }

    fn unit(&self, place: u32) -> Option<u32> {
        self.units.get(usize::try_from(place).ok()?).copied()
    }
}

fn offset(unit: u32) -> u32 {
    (unit >> 10) << ((unit & (1 << 9)) >> 6)
}

fn label(unit: u32) -> u32 {
    unit & ((1 << 31) | 0xff)
}

fn has_leaf(unit: u32) -> bool {
    (unit >> 8) & 1 == 1
}
