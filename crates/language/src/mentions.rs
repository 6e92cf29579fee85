//! How often names are said: in how many texts each stands, as a word of its own.

use crate::fold::fold;

/// Counts in how many texts each of some names stands.
#[derive(Clone, Debug)]
pub struct MentionCounter {
    names: Vec<(String, String, u64)>,
}

impl MentionCounter {
    /// A counter of those names, whatever their case and width.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names = names.into_iter().map(|name| (fold(name.trim()), name, 0));
        Self { names: names.filter(|(folded, ..)| !folded.is_empty()).collect() }
    }

    /// Counts the names of a text, each once.
    pub fn read(&mut self, text: &str) {
        if self.names.is_empty() {
            return;
        }
        let folded = fold(text);
        for (name, _, count) in &mut self.names {
            *count += u64::from(holds_name(&folded, name));
        }
    }

    /// The names that were said with the number of texts, the largest first; of equal ones, in the order of names.
    pub fn counted(self) -> Vec<(String, u64)> {
        let mut counts: Vec<(String, u64)> =
            self.names.into_iter().filter(|(.., count)| *count > 0).map(|(_, name, count)| (name, count)).collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        counts
    }
}

/// Whether a name stands in a text and no letter of its own alphabet goes on with it.
fn holds_name(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let goes_on = |own: Option<char>, next: Option<char>| {
            own.is_some_and(|own| own.is_ascii_alphanumeric()) && next.is_some_and(|next| next.is_ascii_alphanumeric())
        };
        let (before, behind) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !goes_on(name.chars().next(), before) && !goes_on(name.chars().next_back(), behind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_once_a_text_and_only_as_a_word_of_its_own() {
        let names = ["Rin", "カエデ", "nobody"].map(str::to_owned);
        let mut counter = MentionCounter::new(names);
        for text in ["Hi Rin, are you there, rin?", "the printer", "ｶｴﾃﾞさん、RINを呼んで", "カエデ！", ""]
        {
            counter.read(text);
        }
        assert_eq!(counter.counted(), [("Rin".to_owned(), 2), ("カエデ".to_owned(), 2)]);
    }
}
