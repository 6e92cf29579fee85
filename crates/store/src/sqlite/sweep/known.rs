//! Secrets that are known by now, and texts without them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use omoide_core::ports::store::{Sweeper, SweptText, TextSort};

/// Secrets of so many bytes and more are looked for everywhere.
const LONG_BYTES: usize = 8;

/// The secrets that were found by the words around them.
#[derive(Default)]
pub(super) struct KnownSecrets {
    /// Those that are looked for everywhere, with their kinds.
    long: BTreeMap<String, &'static str>,
    /// Those that are looked for in what belongs to the same memory.
    short: HashMap<i64, BTreeMap<String, &'static str>>,
}

impl KnownSecrets {
    pub(super) fn add(&mut self, swept: Option<SweptText>, memory: Option<i64>) {
        for secret in swept.into_iter().flat_map(|swept| swept.secrets) {
            if secret.value.len() >= LONG_BYTES {
                self.long.insert(secret.value, secret.kind);
            } else if let Some(memory) = memory.filter(|_| secret.value.len() > 2) {
                self.short.entry(memory).or_default().insert(secret.value, secret.kind);
            }
        }
    }

    /// The text without secrets; none if it has none.
    pub(super) fn sweep(
        &self,
        sweeper: &dyn Sweeper,
        sort: TextSort,
        text: &str,
        memory: Option<i64>,
        kinds: &mut BTreeSet<&'static str>,
    ) -> Option<String> {
        let swept = sweeper.sweep(sort, text);
        if let Some(swept) = &swept {
            kinds.extend(swept.secrets.iter().map(|secret| secret.kind));
        }
        let mut after = swept.map(|swept| swept.text);
        let short = memory.and_then(|memory| self.short.get(&memory)).into_iter().flatten();
        for (value, kind) in self.long.iter().chain(short) {
            if let Some(without) = without(after.as_deref().unwrap_or(text), value, kind) {
                kinds.insert(*kind);
                after = Some(without);
            }
        }
        after.filter(|after| after != text)
    }
}

/// The text with every occurrence of a secret replaced, in whatever case of letters; none if there is none.
fn without(text: &str, secret: &str, kind: &str) -> Option<String> {
    // Lower case letters of ASCII have the length of capital ones, so places are the same in both.
    let (folded, wanted) = (text.to_ascii_lowercase(), secret.to_ascii_lowercase());
    if wanted.is_empty() || !folded.contains(&wanted) {
        return None;
    }
    let (mut after, mut from) = (String::with_capacity(text.len()), 0);
    for (at, _) in folded.match_indices(&wanted) {
        after.push_str(&text[from..at]);
        after.push_str(&format!("[redacted:{kind}]"));
        from = at + wanted.len();
    }
    after.push_str(&text[from..]);
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_goes_in_whatever_case_and_as_often_as_it_stands_there() {
        let after = without("鍵はAbCdEf、abcdef。", "abcdef", "key");
        assert_eq!(after.as_deref(), Some("鍵は[redacted:key]、[redacted:key]。"));
        assert_eq!(without("nothing", "abcdef", "key"), None);
        assert_eq!(without("anything", "", "key"), None);
    }
}
