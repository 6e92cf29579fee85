//! What is fit to stand for a text: not longer, whole, in its language, of its words, with no figure that it does not have.
//!
//! Models make things up, and small ones more than others. A summary takes the place of what was said, so that what
//! nobody said must not get in.

use std::collections::HashSet;

use omoide_core::Text;
use omoide_language::language::{Language, languages};
use omoide_language::tokens::content_words;

/// A summary is never longer than this, and never longer than what it sums up.
const SUMMARY_CHARACTERS: usize = 1_000;

/// So short a text may be summed up in as many characters.
const SHORT: usize = 80;

/// The share of its words that a summary must have from the text. Summaries of good models have half and more of them;
/// what is left is how it is told ("the user", "was glad").
const SHARED_WORDS: f64 = 0.3;

/// How many characters a summary of a text may have.
pub(super) fn longest_summary(of: &Text) -> usize {
    longest(&of.joined())
}

fn longest(text: &str) -> usize {
    text.chars().count().clamp(SHORT, SUMMARY_CHARACTERS)
}

/// Whether a summary is fit to stand for the text.
pub(super) fn is_fit(summary: &str, of: &str) -> bool {
    summary.chars().count() <= longest(of)
        && !has_odd_marks(summary, of)
        && is_same_language(summary, of)
        && has_its_figures(summary, of)
        && has_its_words(summary, of)
}

fn is_same_language(made: &str, of: &str) -> bool {
    let is_japanese = |text: &str| languages(text).first() == Some(&Language::Japanese);
    let has_letters = |text: &str| !languages(text).is_empty();
    !has_letters(of) || is_japanese(made) == is_japanese(of)
}

fn has_its_figures(made: &str, of: &str) -> bool {
    let known = figures(of);
    figures(made).iter().all(|figure| known.contains(figure))
}

/// The numbers of a text, without their signs and marks between thousands.
fn figures(text: &str) -> Vec<String> {
    let folded = omoide_language::fold(text).replace(',', "");
    folded.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

/// Whether it has marks of a notation that the text does not have: the model has gone on with something else.
fn has_odd_marks(made: &str, of: &str) -> bool {
    made.chars().any(|c| "<>{}[]|\\`".contains(c) && !of.contains(c))
}

/// Whether a text was cut because it reached its longest: it breaks off there without an end.
pub(super) fn is_cut(text: &str, longest: usize) -> bool {
    text.chars().count() == longest && !text.ends_with(['.', '!', '?', '。', '！', '？', '」', '"'])
}

/// Whether enough of its words stand in the text. One that is cut otherwise there counts as well.
fn has_its_words(made: &str, of: &str) -> bool {
    let known: HashSet<String> = content_words(of).into_iter().collect();
    let folded = omoide_language::fold(of);
    let words: HashSet<String> = content_words(made).into_iter().collect();
    let shared = words.iter().filter(|word| known.contains(*word) || folded.contains(word.as_str())).count();
    words.is_empty() || shared as f64 >= words.len() as f64 * SHARED_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "I finally passed the driving test after three attempts! I am so grateful to my teacher.\n\
                           Congratulations, that is wonderful news.";
    const JAPANESE: &str = "祖母が昨日亡くなった。優しい人だった。\nお悔やみ申し上げます。思い出を聞かせてください。";

    #[test]
    fn a_summary_in_other_words_is_fit() {
        for summary in [
            "The user passed the driving test at last and is grateful to the teacher.",
            "Told with relief of a driving test that was passed.\nCongratulated them.",
        ] {
            assert!(is_fit(summary, ENGLISH), "{summary}");
        }
        for summary in [
            "優しかった祖母が亡くなったことを打ち明けた。\nお悔やみを伝え、思い出を尋ねた。",
            "祖母が亡くなり悲しんでいる。",
        ] {
            assert!(is_fit(summary, JAPANESE), "{summary}");
        }
    }

    #[test]
    fn what_breaks_off_at_its_longest_is_cut() {
        assert!(is_cut("I passed the driving te", 23));
        assert!(!is_cut("I passed the driving test.", 26) && !is_cut("運転の試験に合格", 40));
    }

    #[test]
    fn what_nobody_said_is_not() {
        for summary in [
            "The weather in Paris is lovely during spring.",
            "I am a language model created by a company.",
            "She passed the driving test after 17 attempts.",
            "I passed the driving test.</number><answer>",
            "運転の試験に合格した。",
        ] {
            assert!(!is_fit(summary, ENGLISH), "{summary}");
        }
        for summary in ["新しい自動車を買う計画について相談した。", "Grandmother died yesterday."] {
            assert!(!is_fit(summary, JAPANESE), "{summary}");
        }
    }
}
