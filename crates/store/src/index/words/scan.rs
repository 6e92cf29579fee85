//! Finding terms among others that are written one behind the other in order.
//!
//! Each term is written as how many bytes it shares with the one before it and the rest. While a term is
//! looked for, it is enough to know how many bytes the present one has in common with it: a term that shares
//! more than that with the one before is as far away as that one, and one that shares less lies behind. So
//! most terms are passed without being put together or compared.

use super::codec::{counted, number, part};
use omoide_core::FieldCounts;

/// What stands behind each term.
pub(super) trait Payload<'a>: Copy {
    fn read(bytes: &mut &'a [u8]) -> Option<Self>;
}

/// In a block: the list of the memories that have it.
impl<'a> Payload<'a> for &'a [u8] {
    fn read(bytes: &mut &'a [u8]) -> Option<Self> {
        part(bytes)
    }
}

/// Among the words of one memory: how often it stands there.
impl<'a> Payload<'a> for FieldCounts {
    fn read(bytes: &mut &'a [u8]) -> Option<Self> {
        Some(counted(bytes)?.1)
    }
}

/// What came of looking for a term.
pub(super) enum Sought<P> {
    Found(P),
    /// It is not there, but terms behind it are.
    Passed,
    /// It lies behind all that are there, if anywhere.
    Ended,
    /// The bytes cannot be read.
    Unreadable,
}

/// Looks for terms in ascending order.
pub(super) struct TermScan<'a, 'b, P> {
    bytes: &'a [u8],
    /// The term that it stopped at, put together in a buffer of the caller's, with what stands behind it.
    at: Option<P>,
    term: &'b mut Vec<u8>,
}

impl<'a, 'b, P: Payload<'a>> TermScan<'a, 'b, P> {
    pub(super) fn new(bytes: &'a [u8], term: &'b mut Vec<u8>) -> Self {
        Self { bytes, at: None, term }
    }

    /// Goes on to the term; those that are looked for must ascend.
    pub(super) fn seek(&mut self, target: &[u8]) -> Sought<P> {
        let mut common = 0;
        if let Some(payload) = self.at {
            common = common_bytes(self.term, target);
            match (self.term.get(common), target.get(common)) {
                (None, None) => return Sought::Found(payload),
                (Some(own), Some(other)) if own < other => {}
                (None, Some(_)) => {}
                _ => return Sought::Passed,
            }
        }
        while !self.bytes.is_empty() {
            let Some((shared, rest, payload)) = self.entry() else { return Sought::Unreadable };
            if shared > common {
                continue;
            }
            let wanted = &target[shared..];
            let same = if shared == common { common_bytes(rest, wanted) } else { 0 };
            let is_before = shared == common && same < wanted.len() && rest.get(same).is_none_or(|b| *b < wanted[same]);
            if is_before {
                common += same;
                continue;
            }
            self.at = Some(payload);
            self.term.clear();
            self.term.extend_from_slice(&target[..shared]);
            self.term.extend_from_slice(rest);
            let is_it = shared == common && same == wanted.len() && same == rest.len();
            return if is_it { Sought::Found(payload) } else { Sought::Passed };
        }
        self.at = None;
        Sought::Ended
    }

    fn entry(&mut self) -> Option<(usize, &'a [u8], P)> {
        let shared = usize::try_from(number(&mut self.bytes)?).ok()?;
        let rest = part(&mut self.bytes)?;
        Some((shared, rest, P::read(&mut self.bytes)?))
    }
}

fn common_bytes(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::index::words::codec::put_counted_term;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn terms_are_found_where_they_are_and_nowhere_else(
            terms in prop::collection::btree_map("[abc]{0,5}", 1_u16..9, 0..30),
            targets in prop::collection::btree_set("[abc]{0,5}", 0..30),
        ) {
            let (mut bytes, mut before) = (Vec::new(), String::new());
            for (term, count) in &terms {
                put_counted_term(&mut bytes, before.as_bytes(), term.as_bytes(), [*count, 0, 0]);
                before.clone_from(term);
            }
            let mut buffer = Vec::new();
            let mut scan = TermScan::<FieldCounts>::new(&bytes, &mut buffer);
            let mut found = BTreeMap::new();
            for target in &targets {
                match scan.seek(target.as_bytes()) {
                    Sought::Found(counts) => {
                        found.insert(target.clone(), counts[0]);
                    }
                    Sought::Passed => prop_assert!(terms.range(target.clone()..).next().is_some()),
                    Sought::Ended => prop_assert!(terms.range(target.clone()..).next().is_none()),
                    Sought::Unreadable => prop_assert!(false, "it can be read"),
                }
            }
            let expected: BTreeMap<String, u16> = terms.into_iter().filter(|(term, _)| targets.contains(term)).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn any_bytes_can_be_looked_through(
            bytes in prop::collection::vec(any::<u8>(), 0..60), targets in prop::collection::btree_set(".{0,5}", 0..5)
        ) {
            let mut buffer = Vec::new();
            let mut scan = TermScan::<FieldCounts>::new(&bytes, &mut buffer);
            for target in &targets {
                let _ = scan.seek(target.as_bytes());
            }
            let mut scan = TermScan::<&[u8]>::new(&bytes, &mut buffer);
            for target in &targets {
                let _ = scan.seek(target.as_bytes());
            }
        }
    }
}
