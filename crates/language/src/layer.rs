//! The language layer as the engine's [`Understanding`]: every part of this crate behind one name.

use omoide_core::ports::{Analysis, BoxError, Redaction, Shortening, TimeHint, Understanding};
use omoide_core::{Category, Level, Moment, QueryWords, Text, Wording, Words};

use crate::{category, emotion, keywords, lasting, protection, secrets, shorten, terms, time_words, tokens};

/// Understands texts by lexicons and rules; it never fails and needs nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct LanguageLayer;

impl LanguageLayer {
    /// A language layer; they are all the same.
    pub fn new() -> Self {
        Self
    }
}

impl Understanding for LanguageLayer {
    fn name(&self) -> &str {
        "language-1"
    }

    fn analyse(&self, said: &str, replied: &str, max_characters: usize) -> Analysis {
        let reading = emotion::read_turn(said, replied);
        let category = category::by_feeling(said, replied, reading.own_strength);
        Analysis {
            emotion: emotion::by_reading(said, &category, reading),
            category,
            keywords: keywords::keywords(said, replied),
            text: shorten::within(said, replied, max_characters),
            protect: protection::asks_to_keep(said),
            is_lasting: lasting::is_lasting(said),
        }
    }

    fn shorten(&self, wish: Shortening<'_>) -> Result<Option<Text>, BoxError> {
        let full = || Text {
            trigger: wish.original.trigger.trim().to_owned(),
            content: wish.original.content.trim().to_owned(),
        };
        let summary = || shorten::summary(wish.original);
        Ok(match wish.level {
            Level::Full => Some(full()),
            Level::Summary => Some(summary()).filter(|summary| *summary != full()),
            Level::Trace | Level::Archived => Some(shorten::trace(wish.original)).filter(|trace| *trace != summary()),
        })
    }

    fn category(&self, prompt: &str) -> Category {
        category::category(prompt, "")
    }

    fn time_hint(&self, prompt: &str, now: Moment) -> Option<TimeHint> {
        time_words::time_hint(prompt, now)
    }

    fn content_words(&self, text: &str) -> Vec<String> {
        tokens::content_words(text)
    }

    fn words_version(&self) -> u32 {
        terms::VERSION
    }

    fn words(&self, wording: &Wording) -> Words {
        if wording.says_again {
            return Words { version: terms::VERSION, ..Words::default() };
        }
        terms::of_memory(wording)
    }

    fn query_words(&self, query: &str) -> QueryWords {
        terms::of_query(query)
    }

    fn contains_phrase(&self, text: &str, phrase: &str) -> bool {
        terms::contains_phrase(text, phrase)
    }

    fn redacted(&self, text: &str) -> Redaction {
        secrets::redaction(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_to_keep_counts_only_when_the_person_has_it() {
        let layer = LanguageLayer::new();
        assert!(layer.analyse("誕生日は3月5日。覚えておいて", "はい", 1_000).protect);
        assert!(!layer.analyse("誕生日は3月5日", "覚えておいてくださいね", 1_000).protect);
    }

    #[test]
    fn an_analysis_holds_the_turn_as_it_was() {
        let analysis = LanguageLayer.analyse(" Pythonのリスト内包表記を教えて\n", "例を説明した。", 1_000);
        assert_eq!(analysis.text.trigger, "Pythonのリスト内包表記を教えて");
        assert_eq!(analysis.text.content, "例を説明した。");
        assert_eq!(analysis.category, Category::Work);
        assert!(analysis.keywords.contains(&"Python".to_owned()));
    }
}
