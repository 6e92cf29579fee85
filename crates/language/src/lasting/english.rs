//! English: a subject, and what is said of it.

use std::ops::Range;

use super::{Lasting, LastingKind as Kind, english_rules};
use crate::english_words::EnglishSentence;
use crate::word_sets::is_in;

/// Reads a sentence.
pub(super) fn read(text: &str, found: &mut Vec<Lasting>) {
    let sentence = EnglishSentence::of(text);
    if sentence.words.len() < 2 || sentence.is_idle() {
        return;
    }
    let mut at = 0;
    while at < sentence.words.len() {
        let clause_end = sentence.clause_end(at);
        if sentence.is_asked(at, clause_end) {
            at += 1;
            continue;
        }
        let kind = sentence.fact_at(at, clause_end).or_else(|| english_rules::rule_at(&sentence, at, clause_end));
        match kind {
            Some(kind) => {
                let span = sentence.span(at, clause_end);
                found.push(Lasting { span, kind });
                at = clause_end;
            }
            None => at += 1,
        }
    }
}

impl EnglishSentence {
    /// Where the clause ends that the word at `at` stands in.
    fn clause_end(&self, at: usize) -> usize {
        let ends = |place: &usize| {
            let word = &self.words[*place];
            let turns =
                matches!(word.text.as_str(), "but" | "because" | "cause" | "cuz" | "although" | "though" | "so");
            word.opens || turns
        };
        (at + 1..self.words.len()).find(ends).unwrap_or(self.words.len())
    }

    fn span(&self, at: usize, end: usize) -> Range<usize> {
        self.words[at].start..self.words[end - 1].end
    }

    /// Whether what is said is no more than a dream, a story or a joke.
    fn is_idle(&self) -> bool {
        let is_idle = |word: &str| is_in("idle", word);
        self.has(0..self.words.len(), is_idle)
            || self.pair("my", "character")
            || self.pair("the", "character")
            || self.pair("let's", "say")
            || self.pair("what", "if")
            || self.pair("as", "if")
    }

    fn pair(&self, one: &str, other: &str) -> bool {
        self.words.windows(2).any(|pair| pair[0].text == one && pair[1].text == other)
    }

    /// Whether the clause asks, or only says what would be.
    fn is_asked(&self, at: usize, end: usize) -> bool {
        let from = self.clause_start(at);
        let first = (from..end).find(|place| !is_lead(self.word(*place))).unwrap_or(from);
        let opener = self.word(first);
        let inverts = is_in("auxiliaries", opener) && is_in("asked_subjects", self.word(first + 1));
        let wonders = matches!(opener, "what" | "where" | "who" | "why" | "how" | "which" | "whose")
            || (opener == "when" && (self.is_question || is_be_or_do(self.word(first + 1))));
        let is_last = end == self.words.len();
        let doubts = self.has(from..at.max(from), |word| is_in("doubts", word));
        let tells_another = self.is_told_by_another(from, at);
        (self.is_question && is_last) || inverts || wonders || doubts || tells_another
    }

    /// "He said he lives in Leeds" is what he said; "the doctor says I'm allergic to it" is about oneself.
    fn is_told_by_another(&self, from: usize, at: usize) -> bool {
        let tells = self.has(from..at, |word| is_in("reports", word));
        tells && !matches!(self.word(at), "i" | "my" | "we" | "our")
    }

    fn clause_start(&self, at: usize) -> usize {
        (1..=at).rev().find(|place| self.words[*place].opens).unwrap_or(0)
    }

    /// Whether a clause may begin here: behind a mark, or behind a word that joins clauses.
    pub(super) fn opens_clause(&self, at: usize) -> bool {
        at == 0 || self.words[at].opens || is_lead(self.word(at - 1)) || is_in("joiners", self.word(at - 1))
    }

    /// The fact whose subject begins at `at`.
    fn fact_at(&self, at: usize, end: usize) -> Option<Kind> {
        self.stated_at(at, end).or_else(|| self.dated_at(at, end))
    }

    /// A clause with a day of the calendar that is not over: "we open May 9", "Mr. Tamm, Mondays at six".
    fn dated_at(&self, at: usize, end: usize) -> Option<Kind> {
        let is_over = |word: &str| is_in("over", word);
        (self.opens_clause(at)
            && end - at >= 3
            && english_rules::has_full_date(self, at, end)
            && !self.has(0..self.words.len(), is_over))
        .then_some(Kind::Appointment)
    }

    fn stated_at(&self, at: usize, end: usize) -> Option<Kind> {
        let follows_grammar = at > 0 && self.is_bound(at);
        match self.word(at) {
            "i" | "we" if !follows_grammar => self.said_of(at + 1, end, &ClauseSubject::SELF),
            "he" | "she" | "they" if !follows_grammar => self.said_of(at + 1, end, &ClauseSubject::OTHER),
            "my" | "our" => self.own(at, end),
            "call" if self.opens_clause(at) && self.word(at + 1) == "me" && self.is_value(at + 2, end) => {
                Some(Kind::Name)
            }
            "name"
                if (self.opens_clause(at) || matches!(self.word(at - 1), "her" | "his" | "its" | "their" | "'s"))
                    && is_be(self.word(at + 1))
                    && self.is_value(at + 2, end) =>
            {
                Some(Kind::Name)
            }
            "the" if self.has(at..at + 4, is_keepsake) => (at + 1..end.min(at + 5))
                .find(|place| is_be(self.word(*place)))
                .filter(|be| {
                    matches!(self.word(be + 1), "in" | "under" | "behind" | "inside" | "with" | "on" | "at")
                        && be + 2 < end
                })
                .map(|_| Kind::Thing),
            "allergic" if self.opens_clause(at) && self.word(at + 1) == "to" && at + 2 < end => Some(Kind::Health),
            "born" if self.opens_clause(at) && matches!(self.word(at + 1), "in" | "on") => Some(Kind::Birthday),
            _ if self.is_name(at) && !follows_grammar => self.said_of(at + 1, end, &ClauseSubject::OTHER),
            _ => None,
        }
    }

    /// Whether a word before `at` makes it an object or the subject of something said to be possible: "for we", "would I".
    fn is_bound(&self, at: usize) -> bool {
        is_in("binders", self.word(at - 1)) && !self.words[at].opens
    }

    /// A name in the middle of a sentence, or at its head before a verb.
    pub(super) fn is_name(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        word.is_capital
            && word.text.len() > 1
            && !crate::tokens::is_stop_word(&word.text, crate::tokens::TokenKind::Word)
            && !is_in("no_names", word.text.as_str())
            && word.text.chars().all(|c| c.is_alphabetic() || c == '-')
    }

    /// "My …": a thing, a relative, an animal, with what is said of it.
    fn own(&self, at: usize, end: usize) -> Option<Kind> {
        let mut of = ClauseSubject { is_self: false, is_person: false, is_animal: false, is_thing: true };
        for place in at + 1..end.min(at + 6) {
            let word = self.word(place);
            if is_be(word) && matches!(self.word(place + 1), "name") {
                continue;
            }
            if place > at + 1
                && let Some(kind) =
                    self.named_property(at + 1..place, place, end).or_else(|| self.said_of(place, end, &of))
            {
                return Some(kind);
            }
            of.is_person |= is_relative(word);
            of.is_animal |= is_animal(word);
            of.is_thing = !of.is_person && !of.is_animal;
            // "my brother Tom": who it is.
            if (is_relative(word) || is_animal(word))
                && self.is_name(place + 1)
                && place + 1 < end
                && !self.words[place + 1].opens
            {
                return Some(self.said_of(place + 2, end, &of).unwrap_or(Kind::Name));
            }
            let goes_on = !crate::tokens::is_stop_word(word, crate::tokens::TokenKind::Word)
                || is_in("noun_links", word)
                || of.is_person;
            if !goes_on {
                return None;
            }
        }
        None
    }

    /// What the noun itself promises: a name, a birthday, an address, a favourite.
    fn named_property(&self, noun: Range<usize>, place: usize, end: usize) -> Option<Kind> {
        let value = match self.word(place) {
            word if is_be(word) => place + 1,
            "on" | "at" if self.has(noun.clone(), is_event) => place,
            _ => return None,
        };
        let last = self.word(noun.end - 1);
        let has = |is_meant: fn(&str) -> bool| self.has(noun.clone(), is_meant);
        let is_told = self.is_value(value, end);
        let has_time = || english_rules::has_time(self, value, end);
        if has(|word| matches!(word, "favourite" | "favorite" | "fave" | "fav")) && is_told {
            return Some(Kind::Taste);
        }
        match last {
            "name" | "nickname" | "surname" | "username" | "handle" | "pronouns" if is_told => Some(Kind::Name),
            "birthday" | "bday" | "anniversary" | "birthdate" if has_time() => Some(Kind::Birthday),
            "address" | "hometown" | "postcode" | "apartment" | "flat" if is_told => Some(Kind::Home),
            "job" | "profession" | "occupation" | "employer" | "boss" | "manager" if is_told => Some(Kind::Work),
            "allergy" | "allergies" | "dose" | "dosage" | "medication" | "meds" | "blood-type" if is_told => {
                Some(Kind::Health)
            }
            "hobby" | "hobbies" | "passion" if is_told => Some(Kind::Taste),
            "number" | "phone" | "email" | "e-mail" | "size" | "timezone" | "os" | "editor" if is_told => {
                Some(Kind::Thing)
            }
            "deadline" | "rule" | "policy" | "convention" if is_told => Some(Kind::Rule),
            _ if has(is_event) && has_time() => Some(Kind::Appointment),
            _ => None,
        }
    }

    /// Whether a value is told from `at` on: something other than "it", "not" or a mood.
    fn is_value(&self, at: usize, end: usize) -> bool {
        at < end && !is_in("no_values", self.word(at))
    }
}

/// Of whom something is said.
pub(super) struct ClauseSubject {
    pub is_self: bool,
    pub is_person: bool,
    pub is_animal: bool,
    pub is_thing: bool,
}

impl ClauseSubject {
    const SELF: Self = Self { is_self: true, is_person: true, is_animal: false, is_thing: false };
    const OTHER: Self = Self { is_self: false, is_person: true, is_animal: false, is_thing: false };
}

pub(super) fn is_be(word: &str) -> bool {
    matches!(word, "is" | "am" | "are" | "'s")
}

fn is_be_or_do(word: &str) -> bool {
    is_be(word) || matches!(word, "do" | "does" | "did" | "was" | "were" | "will" | "can" | "should")
}

/// Words before a clause that say nothing of it.
fn is_lead(word: &str) -> bool {
    is_in("leads", word)
}

pub(super) fn is_laughter(word: &str) -> bool {
    is_in("laughter", word)
}

/// Words that say it is so for the moment.
pub(super) fn is_passing(word: &str) -> bool {
    is_in("passing", word)
}

pub(super) fn is_day(word: &str) -> bool {
    matches!(word, "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")
}

pub(super) fn is_relative(word: &str) -> bool {
    is_in("relatives", word)
}

pub(super) fn is_animal(word: &str) -> bool {
    is_in("animals", word)
}

/// What is put somewhere and looked for later.
pub(super) fn is_keepsake(word: &str) -> bool {
    is_in("keepsakes", word)
}

pub(super) fn is_event(word: &str) -> bool {
    is_in("events", word)
}
