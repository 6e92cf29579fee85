//! A small table of topics in both languages: words of one topic share its number.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::fold::{Script, fold, script};
use crate::lexicon::{PhraseTable, data_lines};
use crate::tokens::stem;

/// The topics that a folded text touches, with repeats. `stems` are the stems of its Latin words.
pub(crate) fn topics<'a>(folded: &str, stems: impl Iterator<Item = &'a str>) -> Vec<u32> {
    let mut topics: Vec<u32> = TABLE.japanese.find_all(folded).into_iter().flat_map(|f| f.value.clone()).collect();
    for stem in stems {
        if let Some(numbers) = TABLE.latin.get(stem) {
            topics.extend(numbers);
        }
    }
    topics
}

struct Table {
    latin: HashMap<String, Vec<u32>>,
    japanese: PhraseTable<Vec<u32>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut latin: HashMap<String, Vec<u32>> = HashMap::new();
    let mut japanese: HashMap<String, Vec<u32>> = HashMap::new();
    for (number, line) in (1_u32..).zip(data_lines(include_str!("../data/concepts.txt"))) {
        for word in line.split_whitespace().map(fold) {
            let is_latin = word.chars().all(|c| script(c) == Script::Letter || c == '-');
            let numbers =
                if is_latin { latin.entry(stem(&word)).or_default() } else { japanese.entry(word).or_default() };
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
    }
    // Sorted, so that the table is the same in every process.
    let mut words: Vec<(String, Vec<u32>)> = japanese.into_iter().collect();
    words.sort();
    Table { latin, japanese: PhraseTable::new(words) }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<u32> {
        let folded = fold(text);
        let stems: Vec<String> = folded.split_whitespace().map(stem).collect();
        topics(&folded, stems.iter().map(String::as_str))
    }

    #[test]
    fn words_of_one_topic_share_a_number_across_languages() {
        for (a, b) in
            [("速度改善", "optimizing"), ("子犬", "dogs"), ("打ち合わせ", "meetings"), ("締め切り", "deadline")]
        {
            assert!(of(a).iter().any(|n| of(b).contains(n)), "{a} {b}");
        }
    }

    #[test]
    fn there_are_more_than_150_topics() {
        assert!(data_lines(include_str!("../data/concepts.txt")).count() > 150);
    }
}
