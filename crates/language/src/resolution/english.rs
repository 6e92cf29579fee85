//! English: who did it, what is so now, or a first word that says so.

use std::ops::Range;

use crate::english_words::EnglishSentence;
use crate::word_sets::{is_in, words};

/// A thing that was named, or `None` for one that was only pointed to.
type Thing = Option<Range<usize>>;

const MOST_WORDS: usize = 10;

pub(super) fn read(text: &str) -> Vec<Thing> {
    let sentence = EnglishSentence::of(text);
    if sentence.is_question || sentence.has(0..usize::MAX, |word| is_in("resolution_supposes", word)) {
        return Vec::new();
    }
    let reading = Reading { text, sentence: &sentence };
    let mut found: Vec<Thing> = Vec::new();
    let mut at = 0;
    while at < sentence.words.len() {
        let thing = reading.at(at);
        if let Some((thing, end)) = thing {
            found.push(thing);
            at = end.max(at + 1);
        } else {
            at += 1;
        }
    }
    found
}

struct Reading<'s> {
    text: &'s str,
    sentence: &'s EnglishSentence,
}

impl Reading<'_> {
    fn word(&self, at: usize) -> &str {
        self.sentence.word(at)
    }

    fn is(&self, at: usize, words: &[&str]) -> bool {
        words.contains(&self.word(at))
    }

    fn len(&self) -> usize {
        self.sentence.words.len()
    }

    /// Where the clause begins that the word at `at` stands in.
    fn clause_start(&self, at: usize) -> usize {
        let begins = |place: &usize| self.sentence.words[*place].opens || self.is(place - 1, &["but", "and", "so"]);
        (1..=at).rev().find(begins).unwrap_or(0)
    }

    /// Where the clause ends.
    fn clause_end(&self, at: usize) -> usize {
        let ends = |place: &usize| {
            self.sentence.words[*place].opens || self.is(*place, &["but", "because", "although", "though"])
        };
        (at + 1..self.len()).find(ends).unwrap_or(self.len())
    }

    /// What is resolved by the word at `at`, and behind which word to go on.
    fn at(&self, at: usize) -> Option<(Thing, usize)> {
        let word = self.word(at);
        let is_sign = is_in("resolution_done", word)
            || matches!(word, "done" | "taken" | "works" | "work" | "stopped" | "longer" | "not")
            || is_in("resolution_works", word);
        if !is_sign || self.is_doubted(at) {
            return None;
        }
        let end = self.clause_end(at);
        let thing = match word {
            "not" | "longer" | "stopped" => self.fails_no_more(at, end),
            "done" => self.done_with(at, end).or_else(|| self.is_so(at, end)).or_else(|| self.headed(at)),
            "taken" => (self.is(at + 1, &["care"]) && self.is(at + 2, &["of"])).then(|| self.stated(at)).flatten(),
            word if is_in("resolution_works", word) && !is_in("resolution_done", word) => self.works_again(at, end),
            _ => self
                .done_by_us(at, end)
                .or_else(|| self.done_with(at, end))
                .or_else(|| self.is_so(at, end))
                .or_else(|| self.headed(at)),
        }?;
        Some((thing, end))
    }

    /// Whether something before it takes it back.
    fn is_doubted(&self, at: usize) -> bool {
        let from = self.clause_start(at);
        let denies_failing = matches!(self.word(at), "longer" | "not");
        let doubts = |word: &str| is_in("resolution_doubts", word) && !(denies_failing && matches!(word, "no" | "not"));
        self.sentence.has(0..at, |word| is_in("resolution_leads_in", word))
            || self.sentence.has(from..at, doubts)
            || self.sentence.has(from..self.clause_end(at), |word| is_in("resolution_long_ago", word))
            || self.is(at + 1, &["yet"])
            || self
                .sentence
                .has(at..self.clause_end(at), |word| matches!(word, "yet" | "halfway" | "except" | "half" | "wrong"))
    }

    /// "I've fixed the login bug", "we finally got the printer working".
    fn done_by_us(&self, at: usize, end: usize) -> Option<Thing> {
        let mut subject = at;
        while subject > 0 && self.is(subject - 1, words("resolution_between")) {
            subject -= 1;
        }
        let is_ours = subject > 0 && self.is(subject - 1, &["i", "we", "you"]);
        if !is_ours || self.is(subject, &["got"]) && subject + 1 == at {
            return None;
        }
        let object = if self.is(at + 1, &["out", "up", "off"]) { at + 2 } else { at + 1 };
        self.object(object, end)
    }

    /// "I'm done with the tax return"; what one is fed up with has no article mostly.
    fn done_with(&self, at: usize, end: usize) -> Option<Thing> {
        let object = match self.word(at) {
            "done" | "finished" if self.is(at + 1, &["with"]) => at + 2,
            _ => return None,
        };
        let is_own = at == self.first() || at >= 2 && self.is(self.before(at), &["i", "we"]);
        let is_fed_up = at > 0 && self.is(at - 1, &["so"]);
        let is_named = self.is(object, &["the", "my", "our"])
            || self.sentence.words.get(object).is_some_and(|word| word.is_capital);
        if is_own && !is_fed_up && is_named { self.object(object, end).filter(Option::is_some) } else { None }
    }

    /// The place of the subject before "is", "have" and the like.
    fn before(&self, at: usize) -> usize {
        let mut place = at;
        while place > 0
            && (self.is(place - 1, words("resolution_be")) || self.is(place - 1, words("resolution_between")))
        {
            place -= 1;
        }
        place.saturating_sub(1)
    }

    /// "The login bug is fixed", "that's done".
    fn is_so(&self, at: usize, end: usize) -> Option<Thing> {
        let is_last = at + 1 >= end || self.is(at + 1, words("resolution_tails"));
        let is_sure = self.is(at, words("resolution_sure"));
        let goes_on = is_sure && self.is(at + 1, &["in", "by", "with", "on", "out", "as"]);
        if is_last || goes_on { self.stated(at) } else { None }
    }

    /// What stands before "is" at the words before `at`.
    fn stated(&self, at: usize) -> Option<Thing> {
        let mut verb = at;
        while verb > 0 && self.is(verb - 1, words("resolution_between")) {
            verb -= 1;
        }
        let has = self.is(verb, &["has", "have"]) && self.is(verb + 1, &["been"])
            || self.is(verb, &["got"]) && self.is(at, words("resolution_sure"));
        let be = if has {
            verb
        } else if verb > 0 && self.is(verb - 1, words("resolution_be")) {
            verb - 1
        } else {
            return None;
        };
        let is_past = self.is(be, &["was", "were"]);
        if is_past && !self.is(at, words("resolution_sure")) {
            return None;
        }
        self.subject(be)
    }

    /// "Fixed: the login bug", "Finished the tax return."
    fn headed(&self, at: usize) -> Option<Thing> {
        if at != self.first() {
            return None;
        }
        let next = self.sentence.words.get(at + 1)?;
        let between = &self.text[self.sentence.words[at].end..next.start];
        let is_list = between.contains([':', '：']);
        let end = self.clause_end(at + 1).max(at + 2).min(self.len());
        if is_list {
            return self.object(at + 1, end);
        }
        if next.opens || self.is(at, &["done"]) {
            return None;
        }
        let object = if self.is(at + 1, &["out", "up", "off"]) { at + 2 } else { at + 1 };
        if self.is(object, words("resolution_determiners"))
            || self.is(object, words("resolution_pointing"))
            || self.sentence.words.get(object)?.is_capital
        {
            self.object(object, self.clause_end(object))
        } else {
            None
        }
    }

    /// The first word that says something.
    fn first(&self) -> usize {
        (0..self.len()).find(|at| !self.is(*at, words("resolution_leads"))).unwrap_or(0)
    }

    /// "The printer works again", "all tests pass now".
    fn works_again(&self, at: usize, end: usize) -> Option<Thing> {
        let mut tail = at + 1;
        while self.is(tail, &["fine", "properly", "well", "correctly", "just", "perfectly", "as", "expected", "green"])
        {
            tail += 1;
        }
        let is_back = tail < end
            && self.is(tail, &["again", "now"])
            && (tail + 1 >= end || self.is(tail + 1, words("resolution_tails")));
        if !is_back {
            return None;
        }
        let mut verb = at;
        while verb > 0 && self.is(verb - 1, &["is", "are", "'s", "finally", "all", "now", "also"]) {
            verb -= 1;
        }
        let is_plain = matches!(self.word(at), "work" | "run" | "pass");
        if is_plain && verb > 0 && self.is(verb - 1, &["i", "we", "you"]) {
            return None;
        }
        let is_ing = self.word(at).ends_with("ing");
        if is_ing && !(verb..at).any(|place| self.is(place, &["is", "are", "'s"])) {
            return None;
        }
        self.subject(verb)
    }

    /// "The app no longer crashes", "the tap doesn't drip anymore", "it stopped leaking".
    fn fails_no_more(&self, at: usize, end: usize) -> Option<Thing> {
        let from = self.clause_start(at);
        match self.word(at) {
            "longer" if at > from && self.is(at - 1, &["no"]) && self.is(at + 1, words("resolution_fails")) => {
                self.subject(at - 1)
            }
            "not" if at > from && self.is(at - 1, &["does", "do"]) && self.is(at + 1, words("resolution_fails")) => {
                let is_over = (at + 2..end).any(|place| {
                    self.is(place, &["anymore"]) || self.is(place, &["any"]) && self.is(place + 1, &["more", "longer"])
                });
                is_over.then(|| self.subject(at - 1)).flatten()
            }
            "stopped" if self.is(at + 1, words("resolution_fails")) => {
                let verb = if at > from && self.is(at - 1, &["has", "finally", "have"]) { at - 1 } else { at };
                self.subject(verb)
            }
            _ => None,
        }
    }

    /// What is named from `at` on, up to `end`.
    fn object(&self, at: usize, end: usize) -> Option<Thing> {
        let stops = |place: &usize| {
            *place > at
                && self.is(
                    *place,
                    &[
                        "and",
                        "so",
                        "by",
                        "after",
                        "before",
                        "today",
                        "yesterday",
                        "now",
                        "finally",
                        "already",
                        "because",
                        "thanks",
                        "with",
                        "this",
                        "just",
                        "earlier",
                        "last",
                        "using",
                        "while",
                        "when",
                        "which",
                        "that",
                        "too",
                        "again",
                        "via",
                    ],
                )
                || self.is(*place, &["for"])
                    && self.is(place + 1, &["you", "me", "us", "him", "her", "now", "good", "them"])
        };
        let stop = (at..end.min(at + MOST_WORDS)).find(stops).unwrap_or(end.min(at + MOST_WORDS));
        self.named(at, stop)
    }

    /// What is named before the verb at `verb`.
    fn subject(&self, verb: usize) -> Option<Thing> {
        let from = self.clause_start(verb.saturating_sub(1));
        let start = (from..verb).find(|at| !self.is(*at, words("resolution_leads"))).unwrap_or(verb);
        // "All tests" and "all the lights" are named by more than their first word.
        let start = if start > from && self.is(start - 1, &["all"]) { start - 1 } else { start };
        if verb - start > MOST_WORDS { None } else { self.named(start, verb) }
    }

    /// The thing of those words: pointed to, named, or none that can be resolved.
    fn named(&self, start: usize, end: usize) -> Option<Thing> {
        if start >= end || end > self.len() {
            return None;
        }
        let said: Vec<&str> = (start..end).map(|at| self.word(at)).collect();
        let is_person = |word: &&str| {
            matches!(
                *word,
                "i" | "we"
                    | "you"
                    | "him"
                    | "me"
                    | "us"
                    | "myself"
                    | "everyone"
                    | "everything"
                    | "he"
                    | "she"
                    | "they"
                    | "there"
                    | "\"\""
            )
        };
        // The noun that the others say more about: "the book about bees".
        let is_link = |word: &&str| {
            matches!(*word, "in" | "of" | "with" | "on" | "under" | "for" | "from" | "at" | "about" | "to")
        };
        let head = said.iter().position(is_link).unwrap_or(said.len()).checked_sub(1).map(|at| said[at]);
        if said.iter().any(is_person) || head.is_some_and(|head| is_in("resolution_everyday", head)) {
            return None;
        }
        let is_empty = |word: &&str| {
            is_in("resolution_determiners", word)
                || is_in("resolution_pointing", word)
                || is_in("resolution_vague", word)
                || *word == "'s"
        };
        if said.iter().all(is_empty) {
            return Some(None);
        }
        let (first, last) = (&self.sentence.words[start], &self.sentence.words[end - 1]);
        Some(Some(first.start..last.end))
    }
}
