//! The terms of one text, with how often each stands in it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use omoide_core::{Term, TermKind};

use super::{MOST_TERMS, names};
use crate::fold::{Script, fold, fold_word, script};
use crate::pronunciation;
use crate::tokens::{
    Morpheme, PartOfSpeech, TokenKind, each_content_word, is_empty_word, is_stop_word, morphemes, stem,
};

/// What a text has.
#[derive(Default)]
pub(super) struct Bag {
    /// Its terms and how often each stands there.
    pub(super) terms: HashMap<Term, u16>,
    /// How many words it has; fillers count only where there is nothing else.
    pub(super) length: u32,
    kinds: [usize; TermKind::ALL.len()],
}

impl Bag {
    pub(super) fn of_text(text: &str) -> Self {
        let mut bag = Self::default();
        let found = morphemes(text);
        let mut names = Vec::new();
        let mut fillers = 0_u32;
        let mut words = 0_u32;
        for morpheme in &found {
            match filler(morpheme) {
                Some(folded) => {
                    fillers = fillers.saturating_add(1);
                    bag.add(TermKind::Filler, &folded);
                }
                None => {
                    names::of_morpheme(morpheme, &mut names);
                    for (kind, name) in names.drain(..) {
                        bag.add(kind, &name);
                    }
                }
            }
        }
        each_content_word(text, &found, &mut |word| {
            words = words.saturating_add(1);
            if !names::is_whole_identifier(&word) {
                bag.add(TermKind::Word, &word);
            }
        });
        for morpheme in &found {
            bag.note_parts(morpheme);
        }
        for run in runs(&found) {
            bag.add_run(&run);
        }
        for key in pronunciation::of_morphemes(text, &found).into_iter().flat_map(|sounding| sounding.keys) {
            bag.add(TermKind::Reading, &key);
        }
        bag.length = if words > 0 { words } else { fillers };
        bag
    }

    /// The words between the joints of a mixed word, for a phrase that begins or ends there. Most are known
    /// by now; an address has its own rules.
    fn note_parts(&mut self, morpheme: &Morpheme<'_>) {
        let is_mixed = matches!(morpheme.part, PartOfSpeech::Word | PartOfSpeech::Code | PartOfSpeech::Email);
        if !is_mixed || morpheme.surface.chars().all(|c| script(c) == Script::Letter) {
            return;
        }
        let folded = fold(morpheme.surface);
        for part in folded.split(|c| script(c) != Script::Letter) {
            if part.len() > 1 && part.chars().all(char::is_alphabetic) {
                let is_stop = is_stop_word(part, TokenKind::Word);
                let term =
                    if is_stop { Term::new(TermKind::Filler, part) } else { Term::new(TermKind::Word, &stem(part)) };
                if !self.terms.contains_key(&term) {
                    self.add(term.kind(), term.text());
                }
            }
        }
    }

    fn add_run(&mut self, run: &JapaneseRun) {
        for pair in run.pairs() {
            self.add(TermKind::Pair, &pair);
        }
        for character in &run.characters {
            if run.characters.len() == 1 || script(*character) == Script::Kanji {
                self.add(TermKind::Character, character.encode_utf8(&mut [0; 4]));
            }
        }
    }

    fn add(&mut self, kind: TermKind, text: &str) {
        let known = &mut self.kinds[kind as usize];
        match self.terms.entry(Term::new(kind, text)) {
            Entry::Occupied(mut count) => *count.get_mut() = count.get().saturating_add(1),
            Entry::Vacant(place) if *known < MOST_TERMS => {
                *known += 1;
                place.insert(1);
            }
            Entry::Vacant(_) => {}
        }
    }
}

/// The folded form of a morpheme that says nothing by itself.
pub(super) fn filler(morpheme: &Morpheme<'_>) -> Option<String> {
    if morpheme.part == PartOfSpeech::Symbol {
        return None;
    }
    let folded = fold_word(&morpheme.base);
    (is_empty_word(morpheme, &folded) && !folded.is_empty()).then_some(folded)
}

/// A run of Japanese characters, whatever words they make, and what it stands between.
pub(super) struct JapaneseRun {
    /// The character before it; [`EDGE`] where a line or a space is.
    before: char,
    /// Its characters, folded.
    pub(super) characters: Vec<char>,
    /// The character behind it.
    after: char,
}

/// Stands for the beginning or the end of what is written together.
const EDGE: char = '^';

impl JapaneseRun {
    /// The pairs of neighbouring characters, those with what stands before and behind among them: how a
    /// sentence begins and ends tells texts apart too.
    pub(super) fn pairs(&self) -> impl Iterator<Item = String> {
        let ends =
            [self.characters.first().map(|c| [self.before, *c]), self.characters.last().map(|c| [*c, self.after])];
        let within = self.characters.windows(2).map(|pair| [pair[0], pair[1]]);
        within.chain(ends.into_iter().flatten()).map(|pair| pair.iter().collect())
    }
}

/// The runs of Japanese characters.
pub(super) fn runs(found: &[Morpheme<'_>]) -> Vec<JapaneseRun> {
    let mut runs: Vec<JapaneseRun> = Vec::new();
    let (mut last, mut end, mut is_open) = (EDGE, 0, false);
    for morpheme in found {
        if morpheme.start != end {
            (last, is_open) = (EDGE, false);
        }
        end = morpheme.end();
        for c in fold_word(morpheme.surface).chars() {
            if !matches!(script(c), Script::Kanji | Script::Hiragana | Script::Katakana) {
                if let (true, Some(run)) = (is_open, runs.last_mut()) {
                    run.after = c;
                }
                is_open = false;
            } else if let (true, Some(run)) = (is_open, runs.last_mut()) {
                run.characters.push(c);
            } else {
                runs.push(JapaneseRun { before: last, characters: vec![c], after: EDGE });
                is_open = true;
            }
            last = c;
        }
    }
    runs
}
