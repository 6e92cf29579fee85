//! What was found in texts before, for processes that read the same ones again and again: a text always reads the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use omoide_core::ports::Understanding;
use omoide_language::embedding::{DIMENSIONS, stem_vector};
use omoide_language::topics::{TalkRole, Utterance};
use omoide_language::update::Statement;

use crate::recall::constants::readings::{LONGEST, SENTENCES, STATEMENTS, UTTERANCES, WORDS};

/// The words of a sentence that carry its content, in one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::recall) struct SentenceWords(Arc<str>);

/// Stands behind each word; no word has it.
const END: char = '\0';

impl SentenceWords {
    /// They, in the order of the sentence.
    pub(in crate::recall) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(END)
    }
}

impl<S: AsRef<str>> FromIterator<S> for SentenceWords {
    fn from_iter<I: IntoIterator<Item = S>>(words: I) -> Self {
        let mut all = String::new();
        for word in words {
            all.push_str(word.as_ref());
            all.push(END);
        }
        Self(all.into())
    }
}

/// The vector of a word, if it has one.
pub(in crate::recall) type WordVector = Arc<Option<[f32; DIMENSIONS]>>;

/// What was read: sentences and words, and texts as statements and as what is said in a talk.
#[derive(Debug)]
pub(crate) struct Readings {
    sentences: Kept<SentenceWords>,
    words: Kept<WordVector>,
    statements: Kept<Arc<Statement>>,
    /// Of persons and of assistants.
    utterances: [Kept<Utterance>; 2],
}

impl Default for Readings {
    fn default() -> Self {
        Self {
            sentences: Kept::of(SENTENCES),
            words: Kept::of(WORDS),
            statements: Kept::of(STATEMENTS),
            utterances: [Kept::of(UTTERANCES), Kept::of(UTTERANCES)],
        }
    }
}

impl Readings {
    pub(in crate::recall) fn words(&self, sentence: &str, understanding: &dyn Understanding) -> SentenceWords {
        self.sentences.get(sentence, || understanding.content_words(sentence).into_iter().collect())
    }

    pub(in crate::recall) fn vector(&self, word: &str) -> WordVector {
        self.words.get(word, || Arc::new(stem_vector(word)))
    }

    /// A text, read as a statement: who tells something is compared with the same older turns again and again.
    pub(crate) fn statement(&self, text: &str) -> Arc<Statement> {
        let read = || Arc::new(Statement::read(text));
        if text.len() > LONGEST { read() } else { self.statements.get(text, read) }
    }

    /// A text, read as what someone said in a talk: the last turns are looked at with each turn that comes.
    pub(crate) fn utterance(&self, role: TalkRole, text: &str) -> Utterance {
        let read = || Utterance::new(role, text);
        let of_role = &self.utterances[usize::from(role == TalkRole::Assistant)];
        if text.len() > LONGEST { read() } else { of_role.get(text, read) }
    }

    /// Lets go of everything.
    pub(crate) fn forget(&self) {
        self.sentences.clear();
        self.words.clear();
        self.statements.clear();
        self.utterances.iter().for_each(Kept::clear);
    }
}

/// What was found out about texts; those that were asked for least lately go first.
#[derive(Debug)]
struct Kept<T> {
    most: usize,
    /// Those that were asked for lately, and those that were before them.
    generations: Mutex<[HashMap<Box<str>, T>; 2]>,
}

impl<T: Clone> Kept<T> {
    fn of(most: usize) -> Self {
        Self { most, generations: Mutex::default() }
    }

    /// What is known of a text, or is found out now.
    fn get(&self, text: &str, find: impl FnOnce() -> T) -> T {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let [young, old] = &mut *generations;
        if let Some(known) = young.get(text) {
            return known.clone();
        }
        let known = old.remove_entry(text);
        // Nobody waits while it is being found out.
        drop(generations);
        let (text, found) = known.unwrap_or_else(|| (text.into(), find()));
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let [young, old] = &mut *generations;
        if young.len() >= self.most {
            *old = std::mem::take(young);
        }
        young.insert(text, found.clone());
        found
    }

    fn clear(&self) {
        *self.generations.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_was_asked_for_lately_is_kept_and_the_rest_goes() {
        let kept: Kept<usize> = Kept::of(4);
        let found = Cell::new(0);
        let ask = |text: &str| {
            let before = found.get();
            let length = kept.get(text, || {
                found.set(found.get() + 1);
                text.len()
            });
            assert_eq!(length, text.len());
            found.get() == before
        };
        for text in ["a", "bb", "ccc", "dddd"] {
            assert!(!ask(text) && ask(text), "{text}");
        }
        // Each new one pushes out others, but not the one that is asked for all the time.
        for number in 0..40 {
            assert!(!ask(&format!("new {number}")) && ask("a"));
        }
        assert!(!ask("bb"));
        let [young, old] = &*kept.generations.lock().expect("nobody panicked");
        assert!(young.len() + old.len() <= 8);
    }

    #[test]
    fn a_text_reads_as_it_does_without_and_nothing_is_left_when_it_is_forgotten() {
        let readings = Readings::default();
        let layer = omoide_language::LanguageLayer;
        for _ in 0..2 {
            for sentence in ["The dog sleeps in the garden.", "犬は庭で寝ている。", ""] {
                let words = readings.words(sentence, &layer);
                assert!(words.iter().eq(layer.content_words(sentence)), "{sentence}");
            }
            assert_eq!(*readings.vector("犬"), stem_vector("犬"));
            let told = "I moved from Osaka to Kobe.";
            let (kept, read) = (readings.statement(told), Statement::read(told));
            assert_eq!((kept.search_words(), kept.may_supersede()), (read.search_words(), read.may_supersede()));
            let asked = readings.utterance(TalkRole::Assistant, "By the way, where is Kobe?");
            assert!(asked.opens_subject() && !readings.utterance(TalkRole::Person, "Where is Kobe?").opens_subject());
        }
        readings.forget();
        assert!(readings.sentences.generations.lock().expect("nobody panicked").iter().all(HashMap::is_empty));
        assert!(readings.words.generations.lock().expect("nobody panicked").iter().all(HashMap::is_empty));
        assert!(readings.statements.generations.lock().expect("nobody panicked").iter().all(HashMap::is_empty));
        for role in &readings.utterances {
            assert!(role.generations.lock().expect("nobody panicked").iter().all(HashMap::is_empty));
        }
    }
}
