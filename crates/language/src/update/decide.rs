//! Which older statement a newer one makes out of date, and which stretch of it.
//!
//! Every rule looks for the same thing in its own way: the same subject, the same property, another value. What is
//! asked, wished for, or told of another time or another person supersedes nothing.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::positions::{Position, positions};
use super::reading::{Statement, UpdateClause};
use super::slots::{Slot, SlotKind};
use super::values::{StatedKind, StatedValue};
use crate::agreement::opposites::{WordTie, tie};
use crate::correction::correction;
use crate::fold::fold;
use crate::pattern::regex;

/// A statement that was made before.
#[derive(Clone, Copy, Debug)]
pub struct Older<'s> {
    /// What it says.
    pub statement: &'s Statement,
    /// Its text.
    pub text: &'s str,
    /// How many turns before it was said in the same talk; none if it was said elsewhere.
    pub steps_back: Option<usize>,
    /// Whether the same person said it.
    pub is_same_person: bool,
    /// What of it is out of date already.
    pub taken: &'s [Range<usize>],
}

/// What a newer statement makes out of date.
#[derive(Clone, PartialEq, Debug)]
pub struct Supersession {
    /// Which of the older statements, by its place.
    pub older: usize,
    /// The stretch of its text, in bytes.
    pub span: Range<usize>,
    /// How much speaks for it; only good for comparing.
    pub score: f32,
    /// What showed it.
    pub rule: &'static str,
}

/// Shared words that are enough where a clause says that something changed, where it says how things are now, and where
/// it only says another value. Chosen on the dev part of the update suites.
const ENOUGH_CHANGED: f32 = 0.85;
const ENOUGH_NOW: f32 = 1.5;
const ENOUGH_PLAIN: f32 = 1.9;
const ENOUGH_ENDED: f32 = 1.0;
/// The share of a clause's own words that must be found again.
const SHARE_CHANGED: f32 = 0.25;
const SHARE_NOW: f32 = 0.4;
const SHARE_PLAIN: f32 = 0.55;
/// What is enough where a clause that says that something changed has nearly all of its words from the older one.
const ENOUGH_WHOLE: f32 = 0.4;
const SHARE_WHOLE: f32 = 0.65;
/// What is enough where a clause that says how things are now says nothing but what the older one says.
const ENOUGH_ALL: f32 = 0.6;
const SHARE_ALL: f32 = 0.8;
/// A clause whose words weigh no more than this has none of its own.
const LEAST_OWN: f32 = 0.3;
/// What must be shared beside what is said to be wrong.
const ENOUGH_BESIDE: f32 = 0.6;
/// What two statements that name no value must share beside names.
const LEAST_THING: f32 = 0.5;
/// How far back in a talk a remark that names nothing can reach.
const MOST_STEPS: usize = 3;
/// A clause with so little content of its own names nothing.
const NAMES_NOTHING: f32 = 1.3;

/// What a newer statement makes out of date; the older ones come with the newest first.
pub fn superseded(newer: &Statement, text: &str, older: &[Older<'_>]) -> Vec<Supersession> {
    let mut found: Vec<Supersession> = Vec::new();
    for (at, clause) in newer.clauses.iter().enumerate() {
        if clause.cues().is_past {
            continue;
        }
        found.extend(best(older, "slot", &|older| by_slot(clause, older)));
        found.extend(best(older, "value", &|older| by_value(newer, at, older)));
        found.extend(best(older, "opposite", &|older| by_opposite(newer, at, older)));
        found.extend(best(older, "end", &|older| by_end(newer, at, older)));
        found.extend(best(older, "label", &|older| by_label(newer, at, older)));
    }
    found.extend(by_contrast(newer, text, older));
    found.extend(by_position(newer, older));
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept: Vec<Supersession> = Vec::new();
    for one in found {
        let is_new = |other: &Supersession| {
            other.older != one.older || other.span.end <= one.span.start || one.span.end <= other.span.start
        };
        if kept.iter().all(is_new) {
            kept.push(one);
        }
    }
    kept
}

/// How much speaks for an older statement, and in which of its clauses.
type Rule<'r> = &'r dyn Fn(&Older<'_>) -> Option<(f32, usize)>;

/// The older statement for which a rule says most; of equals the newest.
fn best(older: &[Older<'_>], name: &'static str, rule: Rule<'_>) -> Option<Supersession> {
    let mut best: Option<Supersession> = None;
    for (place, one) in older.iter().enumerate() {
        let Some((score, clause)) = rule(one) else { continue };
        if best.as_ref().is_none_or(|best| score > best.score) {
            best = Some(Supersession { older: place, span: span_of(one, clause), score, rule: name });
        }
    }
    best
}

/// A clause as it stands in the text, without the white space and the marks around it.
fn span_of(older: &Older<'_>, clause: usize) -> Range<usize> {
    let place = older.statement.clauses[clause].place.clone();
    let text = &older.text[place.clone()];
    let is_edge = |c: char| c.is_whitespace() || ",;:、，。.（）()—…".contains(c);
    let start = place.start + (text.len() - text.trim_start_matches(is_edge).len());
    let end = place.end - (text.len() - text.trim_end_matches(is_edge).len());
    start..end.max(start)
}

fn is_taken(older: &Older<'_>, clause: usize) -> bool {
    let place = &older.statement.clauses[clause].place;
    older.taken.iter().any(|taken| taken.start < place.end && place.start < taken.end)
}

/// Whether two clauses can be about the same person.
fn is_of_the_same(new: &UpdateClause, older: &Older<'_>, old: &UpdateClause) -> bool {
    let is_strong = new.cues().changes || new.cues().ends;
    if !older.is_same_person && (new.is_own || old.is_own || !is_strong) {
        return false;
    }
    if new.whose == old.whose || (!new.whose.is_empty() && new.whose.is_subset(&old.whose)) {
        return true;
    }
    if new.whose.is_empty() {
        // The thing is named again, and not whose it is.
        return !new.is_own && is_strong && older.is_same_person;
    }
    let known = |person: &String| older.statement.persons.contains(person) || is_named(person, older);
    if old.whose.is_empty() {
        return !old.is_own && new.whose.iter().all(known);
    }
    is_strong && new.whose.iter().any(|person| old.whose.contains(person))
}

fn is_named(person: &str, older: &Older<'_>) -> bool {
    older.statement.clauses.iter().any(|clause| clause.names.contains(person))
}

/// The words around a clause with how near they stand.
fn frame(statement: &Statement, at: usize) -> HashMap<&str, f32> {
    let own = &statement.clauses[at];
    let mut frame: HashMap<&str, f32> = HashMap::new();
    for (place, clause) in statement.clauses.iter().enumerate() {
        let nearness = if place == at {
            1.0
        } else if clause.sentence == own.sentence {
            if place.abs_diff(at) == 1 { 0.7 } else { 0.35 }
        } else if clause.sentence + 1 == own.sentence {
            0.4
        } else if clause.sentence < own.sentence {
            0.25
        } else {
            continue;
        };
        for word in &clause.words {
            let weight = nearness * word.weight;
            let entry = frame.entry(word.key.as_str()).or_insert(0.0);
            *entry = entry.max(weight);
        }
    }
    frame
}

struct Overlap {
    /// The weight of what is shared.
    shared: f32,
    /// The weight of what is shared and is no name: of one person many things are told.
    things: f32,
    /// The share of the newer clause's own words that the older one has.
    of_new: f32,
    /// The share of the older clause's own words that the newer one has.
    of_old: f32,
}

fn overlap(new: &Statement, at: usize, old: &Statement, place: usize) -> Overlap {
    let (ours, theirs) = (frame(new, at), frame(old, place));
    let common = || ours.iter().filter_map(|(key, weight)| theirs.get(key).map(|other| (*key, weight.min(*other))));
    let is_name =
        |key: &str| new.clauses.iter().flat_map(|clause| &clause.words).any(|word| word.key == key && word.is_name);
    let share = |clause: &UpdateClause, others: &HashMap<&str, f32>| {
        let total: f32 = clause.words.iter().map(|word| word.weight).sum();
        let found: f32 =
            clause.words.iter().filter(|word| others.contains_key(word.key.as_str())).map(|word| word.weight).sum();
        (total > LEAST_OWN).then_some(found / total)
    };
    // A clause that only has the value speaks of what stands beside it.
    let around = |frame: &HashMap<&str, f32>, others: &HashMap<&str, f32>| {
        let total: f32 = frame.values().sum();
        let found: f32 = frame.iter().filter(|(key, _)| others.contains_key(*key)).map(|(_, weight)| weight).sum();
        if total > 0.0 { found / total } else { 0.0 }
    };
    Overlap {
        shared: common().map(|(_, weight)| weight).sum(),
        things: common().filter(|(key, _)| !is_name(key)).map(|(_, weight)| weight).sum(),
        of_new: share(&new.clauses[at], &theirs).unwrap_or_else(|| around(&ours, &theirs)),
        of_old: share(&old.clauses[place], &ours).unwrap_or_else(|| around(&theirs, &ours)),
    }
}

/// How strongly a clause says that something is otherwise now: 2 changed, 1 now, 0 nothing of it.
fn strength(statement: &Statement, at: usize) -> u8 {
    let own = &statement.clauses[at];
    let same =
        |clause: &&UpdateClause| clause.sentence == own.sentence && !clause.cues().is_past && !clause.cues().is_unreal;
    if own.cues().changes {
        2
    } else if statement.clauses.iter().filter(same).any(|clause| clause.cues().changes || clause.cues().ends) {
        if statement.clauses.iter().filter(same).count() <= 4 { 2 } else { 1 }
    } else if own.cues().is_now
        && statement.clauses.iter().any(|clause| clause.sentence + 1 == own.sentence && clause.cues().changes)
    {
        // "He had to put it off. He comes on Friday now."
        2
    } else if own.cues().is_now || statement.clauses.iter().any(|clause| clause.cues().changes || clause.cues().ends) {
        1
    } else {
        0
    }
}

fn can_tell(clause: &UpdateClause) -> bool {
    let cues = clause.cues();
    let is_real = cues.proposes || !cues.asks && (cues.changes || !cues.is_unreal);
    !cues.is_past && is_real
}

fn is_same_value(one: &StatedValue, other: &StatedValue) -> bool {
    one.value == other.value
        || (one.kind == StatedKind::Day
            && (one.value.starts_with('/') || other.value.starts_with('/'))
            && one.value.rsplit('/').next() == other.value.rsplit('/').next())
}

/// Another value of the same kind for the same thing.
fn by_value(newer: &Statement, at: usize, older: &Older<'_>) -> Option<(f32, usize)> {
    let clause = &newer.clauses[at];
    if clause.values.is_empty() || !can_tell(clause) {
        return None;
    }
    let strength = strength(newer, at);
    let own: f32 = clause.words.iter().map(|word| word.weight).sum();
    let beside: f32 = newer
        .clauses
        .iter()
        .filter(|other| other.sentence == clause.sentence)
        .flat_map(|other| other.words.iter().map(|word| word.weight))
        .sum();
    let names_nothing = own <= NAMES_NOTHING && beside <= 2.0 * NAMES_NOTHING;
    let is_remark = names_nothing && (clause.cues().proposes || strength == 2);
    let mut best: Option<(f32, usize)> = None;
    for (place, old) in older.statement.clauses.iter().enumerate() {
        if is_taken(older, place) || !differs(clause, older.statement, old, strength) {
            continue;
        }
        if !is_of_the_same(clause, older, old) {
            continue;
        }
        let overlap = overlap(newer, at, older.statement, place);
        if clause.whose.is_empty() && !old.whose.is_empty() && overlap.things < LEAST_THING {
            continue;
        }
        let near = older.steps_back.filter(|steps| *steps < MOST_STEPS);
        let lasts = !clause.cues().happened && !old.cues().happened;
        let is_it = match strength {
            2 => {
                (overlap.shared >= ENOUGH_CHANGED && overlap.of_new >= SHARE_CHANGED)
                    || (overlap.shared >= ENOUGH_WHOLE && overlap.of_new >= SHARE_WHOLE)
            }
            1 => {
                (overlap.shared >= ENOUGH_NOW && overlap.of_new >= SHARE_NOW)
                    || (lasts && overlap.shared >= ENOUGH_ALL && overlap.of_new >= SHARE_ALL)
            }
            _ => lasts && overlap.shared >= ENOUGH_PLAIN && overlap.of_new >= SHARE_PLAIN && overlap.of_old >= 0.4,
        };
        let score = match near {
            Some(steps) if is_remark || clause.cues().proposes => 1.5 - 0.4 * steps as f32 + overlap.shared,
            _ if is_it => overlap.shared + 0.2 * f32::from(strength),
            _ => continue,
        };
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, place));
        }
    }
    best
}

/// Whether a clause has a value of a kind that the older one has another value of, and not the same anywhere.
fn differs(new: &UpdateClause, older: &Statement, old: &UpdateClause, strength: u8) -> bool {
    let all_old = || older.clauses.iter().flat_map(|clause| &clause.values);
    new.values.iter().any(|value| {
        // A number by itself may be anything.
        if value.kind == StatedKind::Number && strength == 0 && !new.cues().proposes {
            return false;
        }
        let pair = old.values.iter().find(|other| value.is_of_kind(other));
        pair.is_some_and(|other| {
            !is_same_value(other, value) && all_old().all(|any| !any.is_of_kind(value) || !is_same_value(any, value))
        })
    })
}

/// Another value for something of which there is one.
fn by_slot(clause: &UpdateClause, older: &Older<'_>) -> Option<(f32, usize)> {
    if clause.slots().is_empty() || clause.cues().is_past || clause.cues().asks || clause.cues().is_unreal {
        return None;
    }
    for (place, old) in older.statement.clauses.iter().enumerate() {
        if is_taken(older, place) || old.cues().asks || old.cues().is_unreal || old.cues().is_past {
            continue;
        }
        let is_told = |slot: &Slot| older.is_same_person || !slot.subject.is_empty();
        let is_other =
            |slot: &Slot| is_told(slot) && old.slots().iter().any(|other| is_other_value(slot, other, clause));
        if clause.slots().iter().any(is_other) {
            return Some((4.0, place));
        }
    }
    None
}

fn is_other_value(new: &Slot, old: &Slot, clause: &UpdateClause) -> bool {
    if new.kind != old.kind
        || new.subject != old.subject
        || new.of != old.of
        || new.value.contains(&old.value)
        || old.value.contains(&new.value)
    {
        return false;
    }
    new.kind != SlotKind::Tool || !new.of.is_empty() || clause.cues().changes || clause.cues().is_now
}

/// The same thing, and the opposite said of it: loved and hated, free and paid, blue and green.
fn by_opposite(newer: &Statement, at: usize, older: &Older<'_>) -> Option<(f32, usize)> {
    let clause = &newer.clauses[at];
    if !can_tell(clause) {
        return None;
    }
    let strength = strength(newer, at);
    let mut best: Option<(f32, usize)> = None;
    for (place, old) in older.statement.clauses.iter().enumerate() {
        if is_taken(older, place) || old.cues().asks && !old.cues().proposes && older.steps_back.is_none() {
            continue;
        }
        let against = clause.words.iter().any(|word| {
            let opposes = |other: &super::reading::PlainWord| {
                matches!(
                    tie(word.memberships, other.memberships),
                    Some(WordTie::Opposite | WordTie::Other | WordTie::OneOf)
                )
            };
            old.words.iter().any(opposes) && !old.words.iter().any(|other| other.key == word.key)
        });
        if !against || !is_of_the_same(clause, older, old) {
            continue;
        }
        let overlap = overlap(newer, at, older.statement, place);
        let near = older.steps_back.is_some_and(|steps| steps < MOST_STEPS) && clause.cues().proposes;
        let lasts = !clause.cues().happened && !old.cues().happened;
        let is_thing = overlap.things >= LEAST_THING && shares_a_noun(clause, old);
        let is_it = near
            || (strength == 2 && is_thing && overlap.shared >= ENOUGH_CHANGED && overlap.of_new >= 0.3)
            || (strength == 1 && is_thing && lasts && overlap.shared >= 1.0 && overlap.of_new >= SHARE_NOW);
        if is_it && best.is_none_or(|(most, _)| overlap.shared > most) {
            best = Some((overlap.shared + if near { 1.0 } else { 0.0 }, place));
        }
    }
    best
}

/// Whether the two clauses themselves, not those around them, have a telling word in common.
fn shares_a_noun(new: &UpdateClause, old: &UpdateClause) -> bool {
    new.words.iter().any(|word| word.weight >= 0.5 && old.words.iter().any(|other| other.key == word.key))
}

/// It is no longer so.
fn by_end(newer: &Statement, at: usize, older: &Older<'_>) -> Option<(f32, usize)> {
    let clause = &newer.clauses[at];
    if !clause.cues().ends || !can_tell(clause) {
        return None;
    }
    let mut best: Option<(f32, usize)> = None;
    for (place, old) in older.statement.clauses.iter().enumerate() {
        if is_taken(older, place) || old.cues().ends || old.cues().asks || old.cues().happened {
            continue;
        }
        if !is_of_the_same(clause, older, old) {
            continue;
        }
        let overlap = overlap(newer, at, older.statement, place);
        if shares_a_noun(clause, old)
            && overlap.things >= LEAST_THING
            && overlap.shared >= ENOUGH_ENDED
            && overlap.of_new >= 0.5
            && best.is_none_or(|(most, _)| overlap.shared > most)
        {
            best = Some((overlap.shared, place));
        }
    }
    best
}

/// The same label with something else behind it, in the course of one talk: ジャンルを書籍に変更.
fn by_label(newer: &Statement, at: usize, older: &Older<'_>) -> Option<(f32, usize)> {
    let clause = &newer.clauses[at];
    let steps = older.steps_back.filter(|steps| *steps < MOST_STEPS)?;
    if !(clause.cues().changes || clause.cues().proposes) || !can_tell(clause) || !clause.values.is_empty() {
        return None;
    }
    for (place, old) in older.statement.clauses.iter().enumerate() {
        if is_taken(older, place) || !is_of_the_same(clause, older, old) {
            continue;
        }
        let labels: Vec<&str> =
            clause.words.iter().filter(|word| word.is_label && word.is_noun).map(|word| word.key.as_str()).collect();
        let is_labelled =
            |word: &super::reading::PlainWord| labels.contains(&word.key.as_str()) && (word.is_label || word.is_noun);
        let news = clause.words.iter().filter(|word| word.is_noun && !word.is_label);
        let keys: HashSet<&str> = old.words.iter().map(|word| word.key.as_str()).collect();
        let has_news = news.clone().any(|word| !keys.contains(word.key.as_str()));
        if old.words.iter().any(is_labelled) && has_news {
            return Some((1.8 - 0.4 * steps as f32, place));
        }
    }
    None
}

/// "Not Monday but Thursday": what is said to be wrong is looked for.
fn by_contrast(newer: &Statement, text: &str, older: &[Older<'_>]) -> Option<Supersession> {
    let (marker, wrong, right) = sides(text)?;
    let (wrong, right) = (fold(wrong), fold(right));
    let wrong = wrong.trim();
    if wrong.chars().count() < 2 || right.contains(wrong) {
        return None;
    }
    let at = newer.clauses.iter().position(|clause| {
        let place = marker.as_ptr() as usize - text.as_ptr() as usize;
        clause.place.start <= place && place < clause.place.end
    })?;
    let clause = &newer.clauses[at];
    if clause.cues().is_past || (clause.cues().asks && !clause.cues().proposes) || clause.cues().is_unreal {
        return None;
    }
    let mut best: Option<Supersession> = None;
    for (number, one) in older.iter().enumerate() {
        if !one.is_same_person {
            continue;
        }
        for (place, old) in one.statement.clauses.iter().enumerate() {
            let said = fold(&one.text[old.place.clone()]);
            if is_taken(one, place) || !has_word(&said, wrong) || old.cues().is_past {
                continue;
            }
            let overlap = overlap(newer, at, one.statement, place);
            // That both speak of what is wrong is known already.
            let own: f32 = old.words.iter().filter(|word| has_word(wrong, &word.key)).map(|word| word.weight).sum();
            let shared = (overlap.shared - own).max(0.0);
            let is_near = one.steps_back.is_some_and(|steps| steps < MOST_STEPS);
            let same = new_whose_fits(clause, one);
            if !same || !(is_near || shared >= ENOUGH_BESIDE) {
                continue;
            }
            let score = 3.0 + shared - 0.3 * one.steps_back.unwrap_or(4) as f32;
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Supersession { older: number, span: span_of(one, place), score, rule: "contrast" });
            }
        }
    }
    best
}

/// The words that show a correction that names both sides, what was wrong, and what is right.
fn sides(text: &str) -> Option<(&str, &str, &str)> {
    static NOT_BUT: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?P<marker>not)\s+(?:(?:on|at|in)\s+)?(?P<wrong>[^,.;!?\n]{2,30}?),?\s+but\s+(?:rather\s+)?(?:(?:on|at|in)\s+)?(?P<right>[^,.;!?\n]{2,40})",
        )
    });
    if let Some(found) = correction(text)
        && let Some(wrong) = found.wrong
    {
        return Some((found.marker, wrong, found.right.unwrap_or_default()));
    }
    let found = NOT_BUT.captures(text)?;
    let part = |name: &str| found.name(name).map(|m| m.as_str());
    let (marker, wrong, right) = (part("marker")?, part("wrong")?, part("right")?);
    let is_more = ["only", "just", "merely", "simply", "all", "sure"].iter().any(|word| fold(wrong).starts_with(word));
    (!is_more).then_some((marker, wrong, right))
}

fn new_whose_fits(clause: &UpdateClause, older: &Older<'_>) -> bool {
    clause.whose.iter().all(|person| older.statement.persons.contains(person))
}

/// Whether a folded text has a word or phrase, not within another word.
fn has_word(said: &str, phrase: &str) -> bool {
    said.match_indices(phrase).any(|(at, _)| {
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !phrase.is_ascii()
            || (!is_letter(said[..at].chars().next_back()) && !is_letter(said[at + phrase.len()..].chars().next()))
    })
}

/// A person who is named in full holds another position than before: a team, an office, an employer, a house.
fn by_position(newer: &Statement, older: &[Older<'_>]) -> Vec<Supersession> {
    let mut found = Vec::new();
    if newer.is_personal {
        return found;
    }
    let held = positions(newer);
    if held.is_empty() {
        return found;
    }
    let all: Vec<(usize, &Older<'_>, Vec<Position>)> = older
        .iter()
        .enumerate()
        .filter(|(_, one)| !one.statement.is_personal)
        .map(|(number, one)| (number, one, positions(one.statement)))
        .collect();
    for position in held {
        let last = all.iter().find_map(|(number, one, held)| {
            let before = held.iter().find(|before| {
                before.is_same_person(&position) && before.is_of_a_field_with(&position) && before.differs(&position)
            })?;
            (!is_taken(one, before.clause)).then(|| (*number, span_of(one, before.clause)))
        });
        found.extend(last.map(|(older, span)| Supersession { older, span, score: 2.0, rule: "position" }));
    }
    found
}
