//! English: what is said of a subject.

use super::LastingKind as Kind;
use super::english::{
    ClauseSubject, is_animal, is_be, is_day, is_event, is_keepsake, is_laughter, is_passing, is_relative,
};
use super::english_rules;
use crate::english_words::EnglishSentence;
use crate::word_sets::is_in;

impl EnglishSentence {
    /// What is said of a subject by the words from `at` on.
    pub(super) fn said_of(&self, at: usize, end: usize, of: &ClauseSubject) -> Option<Kind> {
        let mut at = at;
        let mut is_being = false;
        let mut is_denied = false;
        while at < end {
            match self.word(at) {
                "also" | "actually" | "just" | "currently" | "now" | "still" | "already" | "recently" | "both"
                | "really" | "kinda" | "only" | "officially" | "basically" | "even" | "all" => {}
                word if is_be(word) => is_being = true,
                "not" => is_denied = true,
                "do" | "does" if self.word(at + 1) == "not" => {}
                _ => break,
            }
            at += 1;
        }
        if at >= end {
            return None;
        }
        if is_being { self.state(at, end, of) } else { self.deed(at, end, of, is_denied) }
    }

    /// Behind "is": what someone is.
    fn state(&self, at: usize, end: usize, of: &ClauseSubject) -> Option<Kind> {
        let (word, next) = (self.word(at), self.word(at + 1));
        let is_someone = of.is_self || of.is_person || of.is_animal || !of.is_thing;
        match word {
            "allergic" | "intolerant" if next == "to" || at + 1 == end => Some(Kind::Health),
            "vegan" | "vegetarian" | "pescatarian" | "diabetic" | "asthmatic" | "celiac" | "coeliac" | "lactose"
            | "pregnant" | "autistic" | "dyslexic" | "colourblind" | "colorblind" | "teetotal" | "deaf"
                if is_someone =>
            {
                Some(Kind::Health)
            }
            "from" if is_someone => {
                let is_place = at + 1 < end && !is_in("no_homes", next);
                is_place.then_some(Kind::Home)
            }
            "based" | "living" if matches!(next, "in" | "at" | "near" | "with" | "out" | "by" | "between") => {
                Some(Kind::Home)
            }
            "moving" if next == "to" => Some(Kind::Home),
            "born" if matches!(next, "in" | "on") || at + 1 == end => Some(Kind::Birthday),
            "married" | "divorced" | "engaged" | "widowed" | "single" | "separated" | "expecting" if is_someone => {
                let stays =
                    at + 1 == end || matches!(next, "to" | "with" | "and" | "for" | "since" | "now" | "again" | "a");
                stays.then_some(Kind::Family)
            }
            "getting" if next == "married" => Some(Kind::Family),
            "retired" | "unemployed" | "self-employed" | "freelancing" if is_someone => Some(Kind::Work),
            "working"
                if matches!(next, "as" | "for")
                    || (next == "at" && !matches!(self.word(at + 2), "home" | "it" | "the")) =>
            {
                Some(Kind::Work)
            }
            "studying" | "majoring"
                if is_someone && at + 1 < end && !matches!(next, "for" | "it" | "this" | "that" | "all" | "hard") =>
            {
                Some(Kind::Work)
            }
            "called" | "named" if at + 1 < end => Some(Kind::Name),
            "taking" | "on" if self.has_dose(at, end) => Some(Kind::Health),
            "prescribed" | "diagnosed" => Some(Kind::Health),
            "terrified" | "afraid" | "scared"
                if next == "of"
                    && at + 2 < end
                    && !matches!(self.word(at + 2), "it" | "this" | "that" | "what" | "losing" | "being" | "the") =>
            {
                Some(Kind::Taste)
            }
            "colour" | "color" if next == "blind" => Some(Kind::Health),
            "into"
                if is_someone
                    && at + 1 < end
                    && !matches!(next, "it" | "this" | "that" | "the" | "you" | "him" | "her" | "them") =>
            {
                Some(Kind::Taste)
            }
            "turning" if self.is_age(at + 1, end) => Some(Kind::Age),
            "almost" | "nearly" | "about" if is_someone && self.is_age(at + 1, end) => Some(Kind::Age),
            "a" | "an" if !self.has(at..end, is_passing) => self.role(at + 1, end, of),
            "the" | "my" | "our" | "his" | "her"
                if is_someone && (is_relative(next) || is_relative(self.word(at + 2)) && at + 2 < end) =>
            {
                Some(Kind::Family)
            }
            "in" | "under" | "behind" | "inside" | "with" | "on"
                if of.is_thing && at + 1 < end && self.has(at.saturating_sub(5)..at, is_keepsake) =>
            {
                Some(Kind::Thing)
            }
            "on" | "at" | "in" if of.is_thing && english_rules::has_clock(self, at, end) => Some(Kind::Appointment),
            _ if is_someone && self.is_age(at, end) => Some(Kind::Age),
            _ if of.is_self && self.is_own_name(at, end) => Some(Kind::Name),
            _ => None,
        }
    }

    /// "I'm Petra": a capital that no adjective has in the middle of a sentence.
    fn is_own_name(&self, at: usize, end: usize) -> bool {
        let word = &self.words[at];
        let is_word =
            is_in("no_own_names", word.text.as_str()) || word.text.ends_with("ing") || word.text.ends_with("ed");
        // Whoever writes every word with a capital gives none away.
        let shouts = self.words.iter().skip(1).filter(|other| other.is_capital).count() > 3;
        let ends = at + 1 == end || self.is_name(at + 1) || is_in("behind_names", self.word(at + 1));
        self.is_name(at) && !is_word && !shouts && ends && !is_day(&word.text)
    }

    /// A number that is an age: "34", "5 years old".
    fn is_age(&self, at: usize, end: usize) -> bool {
        let word = self.word(at);
        let is_number = word.parse::<u32>().is_ok_and(|years| (1..=120).contains(&years)) || is_spelt_number(word);
        let is_joined = word.ends_with("-year-old") || word.ends_with("yo");
        let next = self.word(at + 1);
        let ends = at + 1 >= end || is_in("behind_ages", next);
        let is_span = matches!(next, "months" | "weeks") && self.word(at + 2) != "old";
        let is_wait = matches!(next, "years" | "year" | "yrs")
            && matches!(self.word(at + 2), "in" | "into" | "away" | "behind" | "late" | "clean" | "sober");
        (is_joined && word.starts_with(|c: char| c.is_ascii_digit())) || (is_number && ends && !is_span && !is_wait)
    }

    /// "a nurse", "a big fan of jazz", "a 5-year-old", "a Honda".
    fn role(&self, at: usize, end: usize, of: &ClauseSubject) -> Option<Kind> {
        let head_end =
            (at..end.min(at + 6)).find(|place| is_in("noun_ends", self.word(*place))).unwrap_or(end.min(at + 6));
        if self.has(at..head_end, |word| matches!(word, "fan" | "lover" | "enthusiast" | "addict")) {
            return Some(Kind::Taste);
        }
        if self.has(at..head_end, is_diet) {
            return Some(Kind::Health);
        }
        if (at..head_end).any(|place| self.is_age(place, end) && self.word(place).len() > 3) {
            return Some(Kind::Age);
        }
        if of.is_thing && !of.is_self {
            // "my car is a Honda": a make, a model, a number.
            let has_make = (at..head_end).any(|place| {
                self.words[place].is_capital || self.word(place).starts_with(|c: char| c.is_ascii_digit())
            });
            return has_make.then_some(Kind::Thing);
        }
        let head = head_end.checked_sub(1).filter(|head| *head >= at)?;
        if of.is_animal {
            return Some(Kind::Pet);
        }
        (is_role(self.word(head)) || is_relative(self.word(head))).then_some(Kind::Work)
    }

    /// What someone does, has, likes.
    fn deed(&self, at: usize, end: usize, of: &ClauseSubject, is_denied: bool) -> Option<Kind> {
        let (word, next) = (self.word(at), self.word(at + 1));
        let is_someone = of.is_self || of.is_person || of.is_animal || !of.is_thing;
        if !is_someone {
            return self.deed_of_a_thing(at, end);
        }
        if self.has(at..end, |word| word == "living") && self.has(at..end, |word| word == "for") {
            return Some(Kind::Work);
        }
        match word {
            "live" | "lives" if is_in("live_where", next) => {
                (!matches!(self.word(at + 2), "it" | "that" | "this" | "fear" | "hope")).then_some(Kind::Home)
            }
            "moved" if matches!(next, "to" | "into" | "back" | "out" | "here" | "in") => Some(Kind::Home),
            "grew" if next == "up" => Some(Kind::Home),
            "come" | "comes" if next == "from" && self.is_name(at + 2) => Some(Kind::Home),
            "rent" | "rents" if matches!(next, "a" | "an" | "the") => Some(Kind::Home),
            "work" | "works" if is_in("work_where", next) => {
                (!matches!(self.word(at + 2), "it" | "that" | "this" | "me")).then_some(Kind::Work)
            }
            "teach" | "teaches" | "freelance" | "freelances"
                if at + 1 < end && !matches!(next, "you" | "me" | "it" | "him" | "her" | "them") =>
            {
                Some(Kind::Work)
            }
            "study" | "studies" | "major" | "majors" | "majored"
                if at + 1 < end && !matches!(next, "for" | "it" | "this" | "that" | "hard" | "show") =>
            {
                Some(Kind::Work)
            }
            "run" | "runs" | "own" | "owns" | "manage" | "manages" => self.enterprise(at + 1, end),
            "joined" | "started" | "quit" | "left" | "lost" | "got" if self.is_about_a_job(at + 1, end) => {
                Some(Kind::Work)
            }
            "graduated" | "retired" => Some(Kind::Work),
            "speak" | "speaks" if self.is_name(at + 1) => Some(Kind::Habit),
            "play" | "plays"
                if matches!(next, "the" | "in" | "for")
                    && at + 2 < end
                    && !matches!(self.word(at + 2), "same" | "game" | "the" | "long" | "part") =>
            {
                Some(Kind::Habit)
            }
            "drive" | "drives" if matches!(next, "a" | "an") => Some(Kind::Thing),
            "turned" | "turn" | "turns" if self.is_age(at + 1, end) => Some(Kind::Age),
            "go" | "goes" if next == "by" && self.is_name(at + 2) => Some(Kind::Name),
            "got" | "get" if matches!(next, "married" | "engaged" | "divorced") => Some(Kind::Family),
            "got" | "get" if matches!(next, "prescribed" | "diagnosed") => Some(Kind::Health),
            "been" if matches!(next, "prescribed" | "diagnosed" | "vegan" | "vegetarian") => Some(Kind::Health),
            "have" | "has" | "'ve" | "got" | "adopted" | "'s" => self.possession(at + 1, end, of),
            "take" | "takes" | "need" | "needs" | "use" | "uses" if self.has_dose(at, end) => Some(Kind::Health),
            "use" | "uses" if of.is_self => english_rules::standard(self, at, end),
            "like" | "likes" | "love" | "loves" | "enjoy" | "enjoys" | "hate" | "hates" | "dislike" | "dislikes"
            | "adore" | "adores" | "prefer" | "prefers" | "despise" | "loathe" | "collect" | "collects" => {
                self.is_taste(at + 1, end).then_some(Kind::Taste)
            }
            "eat" | "drink" | "smoke" | "drive" | "eats" | "drinks" if is_denied => {
                (!matches!(next, "it" | "this" | "that" | "them" | "much" | "enough" | "yet")
                    && !self.has(at..end, is_passing))
                .then_some(Kind::Taste)
            }
            "can" | "cannot" | "could" if word == "cannot" || next == "not" => {
                let verb = if word == "cannot" { at + 1 } else { at + 2 };
                let is_told = verb + 1 < end && self.is_taste(verb + 1, end);
                match self.word(verb) {
                    "eat" | "drink" | "digest" | "tolerate" if is_told => Some(Kind::Health),
                    "stand" | "bear" | "abide" if is_told => Some(Kind::Taste),
                    "swim" | "drive" | "cook" | "see" | "hear" if verb + 1 == end => Some(Kind::Habit),
                    _ => None,
                }
            }
            "promise" | "promised" | "swore" => {
                (!matches!(next, "you" | "it" | "that's") || at + 2 < end).then_some(Kind::Promise)
            }
            "owe" | "owes" if at + 2 < end && next != "you" && !matches!(self.word(at + 2), "an" | "apology") => {
                Some(Kind::Promise)
            }
            "lent" | "borrowed" if at + 2 < end && next != "me" => Some(Kind::Promise),
            "call" | "calls" if matches!(next, "ourselves" | "it" | "him" | "her" | "them") && self.is_name(at + 2) => {
                Some(Kind::Name)
            }
            "never" | "always" | "usually" => self.habit(at, end),
            "was" | "were" if next == "born" => Some(Kind::Birthday),
            "deploy" | "release" | "ship" | "follow" | "stick" | "require" | "store" | "log" | "pin"
                if self.word(at.saturating_sub(1)) == "we" || self.word(at.saturating_sub(2)) == "we" =>
            {
                english_rules::standard(self, at, end)
            }
            _ => None,
        }
    }

    /// "My shop opens at nine", "our API lives in Frankfurt".
    fn deed_of_a_thing(&self, at: usize, end: usize) -> Option<Kind> {
        match (self.word(at), self.word(at + 1)) {
            ("runs" | "run", "on") | ("lives" | "live" | "sits" | "sit", "in" | "at" | "on" | "under") => {
                Some(Kind::Thing)
            }
            ("uses", _) if at + 1 < end => Some(Kind::Thing),
            ("opens" | "closes" | "starts" | "ends" | "leaves" | "lands" | "departs" | "renews" | "expires", _)
                if english_rules::has_time(self, at, end) =>
            {
                Some(Kind::Appointment)
            }
            _ => None,
        }
    }

    fn is_about_a_job(&self, at: usize, end: usize) -> bool {
        self.has(at..end.min(at + 5), |word| matches!(word, "job" | "hired" | "promoted" | "fired"))
            || (self.word(at) == "working" && self.word(at + 1) == "at")
    }

    /// "a bakery", "two cafes": what someone owns or runs, not what a machine runs.
    fn enterprise(&self, at: usize, end: usize) -> Option<Kind> {
        let has = |is_meant: fn(&str) -> bool| self.has(at..end.min(at + 5), is_meant);
        if has(is_animal) {
            return Some(Kind::Pet);
        }
        let is_business = |word: &str| is_in("businesses", word);
        if has(is_business) {
            return Some(Kind::Work);
        }
        let is_home = |word: &str| matches!(word, "house" | "flat" | "apartment" | "condo" | "cabin" | "cottage");
        has(is_home).then_some(Kind::Home)
    }

    /// Behind "have": relatives, animals, illnesses, appointments.
    fn possession(&self, at: usize, end: usize, of: &ClauseSubject) -> Option<Kind> {
        let near = at..end.min(at + 6);
        let has = |is_meant: fn(&str) -> bool| self.has(near.clone(), is_meant);
        let at = if self.word(at) == "got" { at + 1 } else { at };
        let first = self.word(at);
        if is_be(first) || is_in("no_possessions", first) {
            return (first == "been" && matches!(self.word(at + 1), "diagnosed" | "prescribed"))
                .then_some(Kind::Health);
        }
        if has(is_illness) {
            return Some(Kind::Health);
        }
        let is_counted = matches!(first, "a" | "an" | "no" | "one" | "twin")
            || is_spelt_number(first)
            || first.parse::<u32>().is_ok();
        if !is_counted && !of.is_self {
            return None;
        }
        if has(is_event) && english_rules::has_time(self, at, end) {
            return Some(Kind::Appointment);
        }
        let noun = (at..near.end).find(|place| is_relative(self.word(*place)) || is_animal(self.word(*place)));
        if let Some(noun) = noun.filter(|noun| is_counted && *noun <= at + 3) {
            // "a dog of a day", "a kid's menu".
            let is_meant = !matches!(self.word(noun + 1), "'s" | "of" | "person");
            return is_meant.then_some(if is_animal(self.word(noun)) { Kind::Pet } else { Kind::Family });
        }
        None
    }

    /// Whether what is liked stands for more than the moment: not "it", "this", "the new one", "when that happens".
    fn is_taste(&self, at: usize, end: usize) -> bool {
        let is_left_off = self.word(at) == "to" && at + 1 == end;
        at < end && !is_in("no_tastes", self.word(at)) && !is_left_off && !self.has(at..end, is_passing)
    }

    /// "I never drink coffee", not "I've never been", "never again" or "I always thought".
    fn habit(&self, at: usize, end: usize) -> Option<Kind> {
        let verb = self.word(at + 1);
        let is_past = verb.ends_with("ed") || is_in("no_habits", verb);
        let is_told = at + 2 < end && !matches!(self.word(at + 2), "it" | "this" | "that" | "so" | "like" | "about");
        let laughs = self.has(at..self.words.len(), is_laughter);
        if is_past || !is_told || laughs || is_be(verb) {
            return None;
        }
        let is_plural = self.word(at.saturating_sub(1)) == "we";
        Some(if is_plural && english_rules::is_deed(verb) { Kind::Rule } else { Kind::Habit })
    }

    fn has_dose(&self, at: usize, end: usize) -> bool {
        self.has(at..end, |word| {
            let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            matches!(unit, "mg" | "mcg" | "ml" | "iu" | "milligrams") || is_in("medicines", word)
        })
    }
}

fn is_illness(word: &str) -> bool {
    is_in("illnesses", word)
}

fn is_diet(word: &str) -> bool {
    matches!(word, "vegan" | "vegetarian" | "pescatarian" | "diabetic" | "celiac" | "coeliac")
}

/// A noun for what someone is by trade, belief or nature.
fn is_role(word: &str) -> bool {
    let word = word.strip_suffix('s').filter(|singular| singular.len() > 4).unwrap_or(word);
    let is_known = is_in("roles", word);
    let is_trade = word.len() >= 6
        && ["er", "or", "ist", "ian", "eer", "man", "woman"].iter().any(|suffix| word.ends_with(suffix))
        && !is_in("no_trades", word);
    is_known || is_trade
}

fn is_spelt_number(word: &str) -> bool {
    is_in("numbers", word)
}
