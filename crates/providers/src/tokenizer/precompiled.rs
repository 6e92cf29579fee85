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
        Self::from_bytes(&base64::decode(text)?)
    }

    /// The table as a SentencePiece model holds it; none if it is no table.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
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

    /// As SentencePiece itself does it: wherever it stands, the longest match is replaced.
    pub(super) fn apply_longest(&self, text: &str) -> String {
        let mut normal = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let found = self.longest_match(rest.as_bytes()).and_then(|(length, start)| {
                rest.is_char_boundary(length).then(|| self.replaced_by(start).map(|text| (length, text)))?
            });
            let (length, replacement) = found.unwrap_or((first.len_utf8(), &rest[..first.len_utf8()]));
            normal.push_str(replacement);
            rest = &rest[length..];
        }
        normal
    }

    /// What a text that begins with something in the trie becomes: the shortest match says it.
    fn replacement(&self, text: &str) -> Option<&str> {
        self.replaced_by(self.first_match(text.as_bytes())?)
    }

    fn replaced_by(&self, start: u32) -> Option<&str> {
        let rest = self.replacements.get(usize::try_from(start).ok()?..)?;
        let end = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
        std::str::from_utf8(&rest[..end]).ok()
    }

    fn first_match(&self, key: &[u8]) -> Option<u32> {
        self.matches(key).next().map(|(_, value)| value)
    }

    /// How long the longest match is, and what it stands for.
    fn longest_match(&self, key: &[u8]) -> Option<(usize, u32)> {
        self.matches(key).last()
    }

    /// The beginnings of a key that are in the trie, the shortest first, with what they stand for.
    fn matches(&self, key: &[u8]) -> impl Iterator<Item = (usize, u32)> {
        let mut place = self.units.first().map(|unit| offset(*unit));
        key.iter()
            .take_while(|byte| **byte != 0)
            .enumerate()
            .map_while(move |(at, &byte)| {
                let child = place? ^ u32::from(byte);
                let unit = self.unit(child).filter(|unit| label(*unit) == u32::from(byte));
                place = unit.map(|unit| child ^ offset(unit));
                let value = unit.filter(|unit| has_leaf(*unit)).and(place).and_then(|place| self.unit(place));
                unit.map(|_| value.map(|value| (at + 1, value & 0x7fff_ffff)))
            })
            .flatten()
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
