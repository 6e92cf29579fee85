//! Recalled memories within a budget of tokens (SPEC R8).
//!
//! Short memories are shown whole. What they leave is shared by the long ones, which are cut at the end of a
//! sentence where one is near, else between characters; the rest of them is read with `omoide read`. Only where
//! the budget cannot hold a useful beginning of each are the last ones left out.

use omoide_core::parameters::{BlockForm, Retrieval};
use omoide_core::{Level, Memory, Text};
use omoide_language::{sentences, token_count};
use unicode_segmentation::GraphemeCursor;

use crate::Hit;
use crate::recall::block;
use crate::recall::constants::budget::{FRAME_TOKENS, LEAST_TO_EXPLAIN, LEAST_TOKENS, LONGEST_TOKEN};

/// How much of memories is shown, and in which form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Most tokens of the block.
    pub tokens: usize,
    /// How the block is written.
    pub form: BlockForm,
}

impl Budget {
    /// What the parameters allow an answer to a recall.
    pub fn of(retrieval: &Retrieval) -> Self {
        Self { tokens: retrieval.budget_tokens as usize, form: retrieval.block_form }
    }

    /// The same form with other tokens.
    #[must_use]
    pub fn with_tokens(self, tokens: usize) -> Self {
        Self { tokens, ..self }
    }

    /// Whether the block tells what the levels mean.
    pub(crate) fn explains(self) -> bool {
        self.form == BlockForm::Explained && self.tokens >= LEAST_TO_EXPLAIN
    }
}

/// So many tokens, in the usual form.
impl From<usize> for Budget {
    fn from(tokens: usize) -> Self {
        Self { tokens, form: BlockForm::Explained }
    }
}

/// A memory with the text that is to be shown of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShownMemory<'m> {
    /// The memory.
    pub memory: &'m Memory,
    /// Its text, or that with sentences of its original.
    pub text: &'m Text,
}

impl<'m> From<&'m Memory> for ShownMemory<'m> {
    fn from(memory: &'m Memory) -> Self {
        Self { memory, text: &memory.text }
    }
}

impl<'m> From<&'m Hit> for ShownMemory<'m> {
    fn from(hit: &'m Hit) -> Self {
        Self { memory: &hit.memory, text: hit.text_with_excerpt.as_ref().unwrap_or(&hit.memory.text) }
    }
}

/// Whether a memory shows less than it was told: a summary or a trace. One whose text was too short for that is whole.
pub(crate) fn is_faded(memory: &Memory) -> bool {
    memory.shown.level != Level::Full && memory.shown.version > 1
}

/// A memory as far as it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Portion<'m> {
    /// The memory.
    pub memory: &'m Memory,
    /// Both halves of its text on the way from trigger to content, or the beginning of that.
    pub text: String,
    /// Whether that is all of it.
    pub is_whole: bool,
}

impl<'m> Portion<'m> {
    /// All of a memory that is to be shown.
    pub fn whole(memory: impl Into<ShownMemory<'m>>) -> Self {
        let ShownMemory { memory, text } = memory.into();
        let text = match (text.trigger.is_empty(), text.content.is_empty()) {
            (false, false) => format!("{} → {}", text.trigger, text.content),
            (false, true) => text.trigger.clone(),
            (true, _) => text.content.clone(),
        };
        Self { memory, text, is_whole: true }
    }

    /// The command that reads all of it.
    pub fn command(&self) -> String {
        format!("omoide read {}", self.memory.handle)
    }

    /// The beginning of it, so that its line has no more than `tokens` if that can be.
    fn cut(&self, tokens: usize, form: BlockForm) -> Self {
        let around = Self { text: String::new(), is_whole: false, ..self.clone() };
        let room = tokens.saturating_sub(token_count::estimate(&block::line(&around, form)));
        let text = beginning(&self.text, room);
        // White space at the end is not worth a command.
        if text.len() == self.text.trim_end().len() { self.clone() } else { Self { text: text.to_owned(), ..around } }
    }
}

/// The block of memories for a prompt, and what is in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MemoryBlock<'m> {
    /// What is shown of each memory, in their order; those behind are left out.
    pub portions: Vec<Portion<'m>>,
    /// The block; empty when there is nothing to say.
    pub text: String,
}

impl<'m> MemoryBlock<'m> {
    /// As much of the memories as fits within a budget: long ones are cut, and say how to read on.
    pub fn within<M: Into<ShownMemory<'m>>>(memories: impl IntoIterator<Item = M>, budget: impl Into<Budget>) -> Self {
        let budget @ Budget { tokens, form } = budget.into();
        let mut whole: Vec<Portion<'m>> = memories.into_iter().map(Portion::whole).collect();
        let costs: Vec<usize> =
            whole.iter().map(|portion| token_count::estimate(&block::line(portion, form)) + 1).collect();
        let frame = FRAME_TOKENS + if budget.explains() { token_count::estimate(block::EXPLANATION) + 1 } else { 0 };
        let least = costs.iter().scan(frame, |sum, cost| {
            *sum += (*cost).min(LEAST_TOKENS);
            Some(*sum)
        });
        let mut count = least.take_while(|sum| *sum <= tokens).count();
        while count > 0 {
            whole.truncate(count);
            let mut most = share(&costs[..count], tokens.saturating_sub(frame));
            loop {
                let portions: Vec<_> = whole
                    .iter()
                    .zip(&costs)
                    .map(|(portion, cost)| if *cost <= most { portion.clone() } else { portion.cut(most, form) })
                    .collect();
                let text = block::render(&portions, budget);
                let used = token_count::estimate(&text);
                if used <= tokens {
                    return Self { portions, text };
                }
                if most < LEAST_TOKENS {
                    break;
                }
                // The estimate of a whole differs a little from the sum of its parts.
                most = most.min(tokens).saturating_sub((used - tokens).div_ceil(count));
            }
            count -= 1;
        }
        Self::default()
    }
}

/// The most that each may cost so that all together stay within `tokens`: who needs less leaves it to the others.
fn share(costs: &[usize], tokens: usize) -> usize {
    let mut ascending = costs.to_vec();
    ascending.sort_unstable();
    let mut left = tokens;
    for (place, cost) in ascending.iter().enumerate() {
        let share = left / (costs.len() - place);
        if *cost > share {
            return share;
        }
        left -= cost;
    }
    usize::MAX
}

/// The beginning of a text that has at most `tokens` tokens.
fn beginning(text: &str, tokens: usize) -> &str {
    let ends: Vec<usize> = std::iter::once(0)
        .chain(text.char_indices().map(|(at, c)| at + c.len_utf8()))
        .take(tokens.saturating_mul(LONGEST_TOKEN) + 1)
        .collect();
    let fitting = ends.partition_point(|end| token_count::estimate(&text[..*end]) <= tokens);
    let fits = ends[fitting.saturating_sub(1)];
    let seen = &text[..ends[ends.len() - 1]];
    let place = |sentence: &str| sentence.as_ptr() as usize - seen.as_ptr() as usize + sentence.len();
    let sentence = sentences::sentences(seen).into_iter().map(place).take_while(|end| *end <= fits).last();
    let end = sentence.filter(|end| *end * 2 >= fits).unwrap_or_else(|| between_words(text, fits));
    &text[..between_characters(text, text[..end].trim_end().len())]
}

/// The last place up to `end` where no word of letters is torn apart, if it is not far.
fn between_words(text: &str, end: usize) -> usize {
    let is_in_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let is_torn = is_in_word(text[..end].chars().next_back()) && is_in_word(text[end..].chars().next());
    text[..end].rfind(char::is_whitespace).filter(|before| is_torn && *before * 2 >= end).unwrap_or(end)
}

/// The last place up to `end` where no character of several parts is torn apart.
fn between_characters(text: &str, mut end: usize) -> usize {
    let mut cursor = GraphemeCursor::new(end, text.len(), true);
    while !cursor.is_boundary(text, 0).unwrap_or(true) {
        end -= text[..end].chars().next_back().map_or(end, char::len_utf8);
        cursor.set_cursor(end);
    }
    end
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;
    use crate::recall::block::tests::recalled;
    use crate::{block, block_within};

    const ENGLISH: &str = "We looked at the replica again today, and it answered within two seconds. ";
    const JAPANESE: &str = "今日も複製を見たが、二秒以内に応答した。";

    #[test]
    fn what_fits_is_shown_as_it_is() {
        let memories = [recalled(1, "The key is in the blue box.", "Noted."), recalled(2, "鍵は青い箱の中。", "")];
        assert_eq!(block_within(&memories, 1_500), block(&memories));
    }

    #[test]
    fn a_long_memory_leaves_the_short_ones_whole() {
        let memories = [
            recalled(1, &ENGLISH.repeat(200), ""),
            recalled(2, "鍵は青い箱の中。", ""),
            recalled(3, &JAPANESE.repeat(200), ""),
        ];
        let portions = MemoryBlock::within(&memories, 500).portions;
        assert_eq!(portions.iter().map(|portion| portion.is_whole).collect::<Vec<_>>(), [false, true, false]);
        assert!(portions[0].text.ends_with("within two seconds."), "{}", portions[0].text);
        assert!(portions[2].text.ends_with("応答した。"), "{}", portions[2].text);
        let used = token_count::estimate(&block_within(&memories, 500));
        assert!((400..=500).contains(&used), "{used}");
    }

    #[test]
    fn what_is_cut_names_the_command_that_reads_it() {
        let text = block_within([&recalled(7, &ENGLISH.repeat(99), "")], 100);
        assert!(text.contains("seconds. … (continued: omoide read mem_20260120_007)\n"), "{text}");
    }

    #[test]
    fn without_sentences_a_cut_is_between_words_and_between_characters() {
        let words = MemoryBlock::within([&recalled(1, &"replica ".repeat(500), "")], 100).portions[0].text.clone();
        assert!(words.ends_with("replica"), "{words}");
        let kana = MemoryBlock::within([&recalled(1, &"あ".repeat(5_000), "")], 100).portions[0].text.clone();
        assert!(kana.chars().count() > 20, "{kana}");
    }

    #[test]
    fn where_not_even_a_beginning_of_each_fits_the_best_are_shown() {
        let memories: Vec<Memory> = (1..=50).map(|number| recalled(number, &ENGLISH.repeat(9), "")).collect();
        let portions = MemoryBlock::within(&memories, 300).portions;
        assert!((2..=6).contains(&portions.len()), "{}", portions.len());
        assert!(portions.iter().zip(&memories).all(|(portion, memory)| portion.memory.id == memory.id));
    }

    proptest! {
        #[test]
        fn a_budget_is_kept_and_nothing_is_shown_that_was_not_said(
            texts in proptest::collection::vec("(?s)(.|あ|漢|\u{1f468}\u{200d}\u{1f469}|e\u{301}|\\. |。|\n){0,300}", 1..6),
            tokens in 64_usize..600,
        ) {
            let memories: Vec<Memory> =
                texts.iter().enumerate().map(|(place, text)| recalled(place as u128 + 1, text, "")).collect();
            let portions = MemoryBlock::within(&memories, tokens).portions;
            prop_assert!(!portions.is_empty());
            prop_assert!(token_count::estimate(&block::render(&portions, tokens.into())) <= tokens);
            for portion in &portions {
                let all = &portion.memory.text.trigger;
                prop_assert!(all.starts_with(&portion.text));
                prop_assert_eq!(portion.is_whole, portion.text == *all);
                let ends = all.grapheme_indices(true).any(|(at, _)| at == portion.text.len());
                prop_assert!(ends || portion.text.len() == all.len(), "a character is torn apart");
            }
        }
    }
}
