//! English rules that stand, facts of projects, and the times of appointments.

use super::LastingKind as Kind;
use super::english::{is_be, is_event, is_laughter, is_relative};
use crate::english_words::EnglishSentence;
use crate::word_sets::is_in;

/// The rule that begins at `at`.
pub(super) fn rule_at(sentence: &EnglishSentence, at: usize, end: usize) -> Option<Kind> {
    if sentence.has(0..sentence.words.len(), is_laughter) {
        return None;
    }
    let word = |place: usize| sentence.word(place);
    let opens = sentence.opens_clause(at);
    match word(at) {
        "never" | "always" if opens && !follows_and(sentence, at) => {
            command(sentence, at + 1, end).then_some(Kind::Rule)
        }
        "never" | "always" if opens => (is_deed(word(at + 1)) && command(sentence, at + 1, end)).then_some(Kind::Rule),
        "do" if opens && word(at + 1) == "not" => {
            let verb = if matches!(word(at + 2), "ever") { at + 3 } else { at + 2 };
            prohibition(sentence, verb, end).then_some(Kind::Rule)
        }
        "no" if opens && !sentence.words.get(at + 1).is_none_or(|next| next.opens) => {
            refusal(sentence, at, end).then_some(Kind::Rule)
        }
        "use" if opens => choice(sentence, at, end).then_some(Kind::Rule),
        "prefer" if opens => {
            sentence.has(at..end, |word| matches!(word, "over" | "to" | "instead")).then_some(Kind::Rule)
        }
        "all" | "every" | "each" | "any" | "only" | "nobody" | "everyone" | "everything" | "anything" | "nothing"
            if opens =>
        {
            demand(sentence, at, end).then_some(Kind::Rule)
        }
        "before" if at > 0 && is_occasion(sentence, at + 1) => (commands(sentence, at)).then_some(Kind::Rule),
        "you" | "we" | "i" | "they" | "must" => duty(sentence, at, end),
        "from" if word(at + 1) == "now" && word(at + 2) == "on" => Some(Kind::Rule),
        "going" if word(at + 1) == "forward" => Some(Kind::Rule),
        "rule" | "policy" | "convention" if is_be(word(at + 1)) && at + 2 < end && !is_mood(word(at + 2)) => {
            Some(Kind::Rule)
        }
        "the" | "this" | "prod" | "production" | "staging" => project(sentence, at, end),
        _ if opens => everywhere(sentence, at, end),
        _ => None,
    }
}

/// "run the linter before you push": a verb in its plain form with something to do it to.
fn command(sentence: &EnglishSentence, verb: usize, end: usize) -> bool {
    let word = sentence.word(verb);
    let is_inflected = word.ends_with("ed") || word.ends_with("ing") || word.ends_with('s') && !word.ends_with("ss");
    let is_plain = !is_inflected && !is_be(word);
    verb + 1 < end && is_plain && !is_in("no_commands", word)
}

/// What one does to files, branches and machines; "don't worry" forbids nothing.
fn prohibition(sentence: &EnglishSentence, verb: usize, end: usize) -> bool {
    let is_here = is_in("objects_at_hand", sentence.word(verb + 1));
    is_deed(sentence.word(verb)) && verb + 1 < end && !is_here && !is_for_now(sentence, verb, end)
}

/// What is done at work and in a household.
pub(super) fn is_deed(verb: &str) -> bool {
    is_in("deeds", verb)
}

fn follows_and(sentence: &EnglishSentence, at: usize) -> bool {
    at > 0 && !sentence.words[at].opens && matches!(sentence.word(at - 1), "and" | "but" | "so" | "because" | "that")
}

/// "every commit", "you push", "merging": what comes again and again.
fn is_occasion(sentence: &EnglishSentence, at: usize) -> bool {
    is_in("occasions", sentence.word(at))
        || (matches!(sentence.word(at), "you" | "we") && is_deed(sentence.word(at + 1)))
}

/// Whether the clause before `at` tells to do something.
fn commands(sentence: &EnglishSentence, at: usize) -> bool {
    let start = (1..at).rev().find(|place| sentence.words[*place].opens).unwrap_or(0);
    let first = (start..at)
        .find(|place| !matches!(sentence.word(*place), "please" | "and" | "also" | "always" | "so" | "ok"))
        .unwrap_or(start);
    is_deed(sentence.word(first))
        || is_in("orders", sentence.word(first))
        || (sentence.word(first) == "we" && is_deed(sentence.word(first + 1)))
}

fn is_for_now(sentence: &EnglishSentence, at: usize, end: usize) -> bool {
    sentence.has(at..end, |word| is_in("for_now", word))
}

/// "no deploys on Fridays", "no emoji in commit messages".
fn refusal(sentence: &EnglishSentence, at: usize, end: usize) -> bool {
    let noun = sentence.word(at + 1);
    let is_phrase = is_in("behind_no", noun);
    let tells_where = (at + 2..end.min(at + 5)).any(|place| {
        is_in("refusal_links", sentence.word(place)) && (place + 1 < end || sentence.word(place) == "allowed")
    });
    !is_phrase && tells_where && !is_for_now(sentence, at, end)
}

/// "use pnpm, not npm": a choice that is told with what is not chosen.
fn choice(sentence: &EnglishSentence, at: usize, end: usize) -> bool {
    let goes_on = end < sentence.words.len() && matches!(sentence.word(end), "not" | "never");
    at + 1 < end
        && !matches!(sentence.word(at + 1), "it" | "this" | "that")
        && (goes_on
            || sentence
                .has(at..end, |word| matches!(word, "not" | "instead" | "rather" | "always" | "everywhere" | "never")))
        && !is_for_now(sentence, at, end)
}

/// "all commits must be signed", "only Keiko deploys".
fn demand(sentence: &EnglishSentence, at: usize, end: usize) -> bool {
    let is_of_time = is_in("behind_every", sentence.word(at + 1));
    let is_of_each = matches!(sentence.word(at), "every" | "each" | "anything" | "everything" | "nothing");
    let demands = (at + 1..end).any(|place| match sentence.word(place) {
        "must" | "shall" => is_bound(sentence, place, end),
        "needs" | "require" | "requires" | "mandatory" | "required" | "forbidden" | "banned" => {
            place + 1 < end || place > at + 1
        }
        "has" | "have" => sentence.word(place + 1) == "to" && sentence.word(place + 2) != "be",
        "gets" | "goes" | "starts" | "lives" | "stays" => is_of_each && place + 1 < end && place > at + 1,
        "is" | "are" => {
            is_of_each
                && place > at + 1
                && place + 1 < end
                && !sentence.has(place..end, is_mood)
                && matches!(sentence.word(at), "everything" | "anything" | "nothing")
        }
        _ => false,
    });
    let is_felt = sentence.has(at..end, |word| is_in("felt", word));
    demands && !is_felt && !is_of_time && !is_for_now(sentence, at, end)
}

/// "you must …", "we never …", "we don't …".
fn duty(sentence: &EnglishSentence, at: usize, end: usize) -> Option<Kind> {
    let verb = if sentence.word(at) == "must" { at } else { at + 1 };
    let (who, word, next) = (sentence.word(at), sentence.word(verb), sentence.word(verb + 1));
    match word {
        "must" if matches!(next, "never" | "always" | "not") && verb + 2 < end => {
            (!is_for_now(sentence, verb, end)).then_some(Kind::Rule)
        }
        "should" if matches!(next, "never" | "always") => Some(Kind::Rule),
        "do" if who == "we" && next == "not" => {
            (is_deed(sentence.word(verb + 2)) && verb + 3 < end && !is_for_now(sentence, verb, end))
                .then_some(Kind::Rule)
        }
        "only" if who == "we" && verb + 2 < end && is_deed(next) => Some(Kind::Rule),
        // "I don't want squashed merges".
        "do" if who == "i" && next == "not" && sentence.word(verb + 2) == "want" => {
            let is_named = verb + 3 < end && !is_in("no_wishes", sentence.word(verb + 3));
            (is_named && !is_for_now(sentence, verb, end)).then_some(Kind::Rule)
        }
        _ => None,
    }
}

/// "we use pnpm here", "we deploy on Tuesdays".
pub(super) fn standard(sentence: &EnglishSentence, at: usize, end: usize) -> Option<Kind> {
    let is_ours = sentence.has(at.saturating_sub(3)..at, |word| word == "we");
    let is_named = at + 1 < end && !is_in("no_standards", sentence.word(at + 1));
    let is_meant = is_named && !is_for_now(sentence, at, end);
    let is_placed = sentence.has(at..end, |word| matches!(word, "here" | "for" | "everywhere" | "always" | "in"));
    (is_meant && (is_ours || is_placed)).then_some(if is_ours { Kind::Rule } else { Kind::Thing })
}

/// "the API runs on Fly", "this repo uses tabs", "the project is called Heron".
fn project(sentence: &EnglishSentence, at: usize, end: usize) -> Option<Kind> {
    for place in at + 1..end.min(at + 5) {
        let (word, next) = (sentence.word(place), sentence.word(place + 1));
        let is_told = place + 2 < end || (place + 1 < end && !is_be(word));
        match (word, next) {
            ("uses", _) if is_told && !matches!(next, "a" | "the" | "too" | "up" | "it" | "to") => {
                return Some(Kind::Thing);
            }
            ("runs" | "run", "on" | "in") | ("lives" | "live" | "sits", "in" | "at" | "on" | "under")
                if place + 2 < end =>
            {
                return Some(Kind::Thing);
            }
            ("is" | "are" | "'s", "called" | "named" | "hosted" | "deployed") if place + 2 < end => {
                return Some(Kind::Thing);
            }
            ("is" | "are", "written" | "built") if matches!(sentence.word(place + 2), "in" | "with" | "on") => {
                return Some(Kind::Thing);
            }
            (
                "is" | "are",
                "forbidden" | "banned" | "prohibited" | "mandatory" | "off-limits" | "read-only" | "frozen",
            ) => return Some(Kind::Rule),
            ("is" | "are", "not") if sentence.word(place + 2) == "allowed" => return Some(Kind::Rule),
            ("must" | "shall", _) if is_bound(sentence, place, end) => {
                return (!is_for_now(sentence, at, end)).then_some(Kind::Rule);
            }
            ("is" | "are" | "'s", _) if sentence.has(at..place, is_event) && has_time(sentence, place, end) => {
                return Some(Kind::Appointment);
            }
            ("is" | "are", "on" | "at") if has_clock(sentence, place, end) => return Some(Kind::Appointment),
            _ => {}
        }
    }
    everywhere(sentence, at, end)
}

/// "prices are whole cents everywhere", "deploys only on Tuesdays", "smoking is forbidden here".
fn everywhere(sentence: &EnglishSentence, at: usize, end: usize) -> Option<Kind> {
    let be = (at + 1..end.min(at + 6)).find(|place| {
        is_be(sentence.word(*place)) || matches!(sentence.word(*place), "must" | "only" | "go" | "goes")
    })?;
    let has = |is_meant: fn(&str) -> bool| sentence.has(be..end, is_meant);
    let is_someone = sentence.has(at..be, |word| is_in("someone", word) || is_relative(word));
    if is_someone || be + 1 >= end {
        return None;
    }
    let is_ruled = matches!(
        sentence.word(be + 1),
        "forbidden" | "banned" | "prohibited" | "mandatory" | "required" | "off-limits" | "not"
    ) && has(|word| {
        matches!(word, "forbidden" | "banned" | "prohibited" | "mandatory" | "required" | "off-limits" | "allowed")
    });
    let is_general = has(|word| matches!(word, "everywhere" | "forever"))
        && !has(is_mood)
        && sentence.word(be) != "only"
        && !matches!(sentence.word(be + 1), "everywhere" | "forever");
    let is_timed = sentence.word(be) == "only" && is_in("only_links", sentence.word(be + 1)) && be + 2 < end;
    let is_bound = sentence.word(be) == "must" && is_bound(sentence, be, end) && !is_for_now(sentence, at, end);
    let is_limit = sentence.has(at..be, |word| is_in("limits", word))
        && (be + 1..end).any(|place| sentence.word(place).contains(|c: char| c.is_ascii_digit()));
    if is_limit {
        return Some(Kind::Thing);
    }
    (is_ruled || is_general || is_timed || is_bound).then_some(Kind::Rule)
}

/// "must be signed", "must go through review"; not "must be tired", "must have been".
fn is_bound(sentence: &EnglishSentence, must: usize, end: usize) -> bool {
    let next = sentence.word(must + 1);
    let is_told = must + 2 < end && !matches!(next, "have" | "say" | "admit" | "be");
    let is_done = next == "be"
        && must + 2 < end
        && (sentence.word(must + 2).ends_with("ed") || is_in("must_be", sentence.word(must + 2)))
        && !is_in("must_feel", sentence.word(must + 2));
    is_told || is_done
}

fn is_mood(word: &str) -> bool {
    is_in("moods", word)
}

/// Whether a day, a date or an hour is told.
pub(super) fn has_time(sentence: &EnglishSentence, from: usize, end: usize) -> bool {
    (from..end).any(|place| is_day_or_date(sentence, place)) || has_clock(sentence, from, end)
}

/// Whether an hour of the day is told: "at 9", "9am", "14:30".
pub(super) fn has_clock(sentence: &EnglishSentence, from: usize, end: usize) -> bool {
    (from..end).any(|place| {
        let word = sentence.word(place);
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let is_hour = (1..=2).contains(&digits) && matches!(&word[digits..], "am" | "pm" | "a.m" | "p.m" | "h");
        let is_said =
            place > 0 && sentence.word(place - 1) == "at" && digits > 0 && digits == word.len() && digits <= 2;
        let is_clock = (1..=2).contains(&digits) && word[digits..].starts_with(':');
        is_hour || is_said || is_clock || matches!(word, "noon" | "midnight")
    })
}

fn is_day_or_date(sentence: &EnglishSentence, place: usize) -> bool {
    let word = sentence.word(place);
    let bare = word.strip_suffix('s').unwrap_or(word);
    let is_day = is_weekday(bare) || matches!(bare, "tomorrow" | "tonight");
    let is_month = is_month(sentence, place);
    let is_next = word == "next"
        && matches!(
            sentence.word(place + 1),
            "week" | "month" | "year" | "spring" | "summer" | "autumn" | "fall" | "winter"
        );
    let is_dated = is_ordinal(word)
        && place > 0
        && matches!(sentence.word(place - 1), "the" | "on")
        && !word.bytes().all(|b| b.is_ascii_digit());
    is_day || is_month || is_next || is_dated
}

fn is_weekday(word: &str) -> bool {
    is_in("weekdays", word)
}

fn is_month(sentence: &EnglishSentence, place: usize) -> bool {
    let word = sentence.word(place);
    is_in("months", word)
        || (word == "may"
            && (is_ordinal(sentence.word(place + 1))
                || place > 0 && matches!(sentence.word(place - 1), "in" | "on" | "of")))
}

fn is_ordinal(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits) && matches!(&word[digits..], "" | "st" | "nd" | "rd" | "th")
}

/// Whether a day of a month is told, or a day of the week with its hour: "July 9", "9 July", "Wednesdays at five".
pub(super) fn has_full_date(sentence: &EnglishSentence, from: usize, end: usize) -> bool {
    (from..end).any(|place| {
        let is_month = is_month(sentence, place);
        let is_numbered = is_ordinal(sentence.word(place + 1)) || place > from && is_ordinal(sentence.word(place - 1));
        let day = sentence.word(place);
        let is_weekly =
            is_weekday(day.strip_suffix('s').unwrap_or(day)) && sentence.word(place + 1) == "at" && place + 2 < end;
        is_month && is_numbered || is_weekly
    })
}
