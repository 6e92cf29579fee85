//! On which side of now the verb of a clause puts a time: "we met on Friday", "we meet on Friday", 金曜に会った, 金曜に会う.

use std::ops::Range;

use super::atom::Looking;
use crate::fold::{Script, script};
use crate::shorten::is_past_form;
use crate::tokens::{PartOfSpeech, morphemes};

/// How far the verb is looked for, in words before and behind a time, and in bytes of Japanese.
const WORDS_BEFORE: usize = 14;
const WORDS_BEHIND: usize = 10;
const JAPANESE_BYTES: usize = 240;

/// Marks between sentences.
const ENDS: [char; 9] = ['.', '!', '?', ';', '。', '！', '？', '\n', '…'];

/// Where a clause of a folded line looks that has a time at this place.
pub(super) fn looking(line: &str, place: &Range<usize>) -> Looking {
    let (before, after) = (sentence_before(&line[..place.start]), sentence_after(&line[place.end..]));
    let is_japanese = |text: &str| text.chars().any(|c| matches!(script(c), Script::Hiragana | Script::Kanji));
    if is_japanese(&line[place.clone()]) || is_japanese(after) {
        return japanese(after);
    }
    if is_japanese(before) { Looking::Either } else { english(before, after) }
}

fn sentence_before(text: &str) -> &str {
    let start = text.char_indices().rev().find(|(at, c)| {
        ENDS.contains(c) && (*c != '.' || text[at + 1..].starts_with(' ') && !is_abbreviation(&text[..*at]))
    });
    start.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
}

fn sentence_after(text: &str) -> &str {
    let end = text.char_indices().find(|(at, c)| {
        ENDS.contains(c) && (*c != '.' || text[at + 1..].is_empty() || text[at + 1..].starts_with(' '))
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// "Dr.", "p.m.": the point ends no sentence.
fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(' ').next().unwrap_or_default();
    word.len() <= 2 || word.contains('.')
}

/// By the nearest verb before the time, or else by the first one behind it.
fn english(before: &str, after: &str) -> Looking {
    let is_of_a_word = |c: char| c.is_ascii_alphanumeric() || c == '\'';
    let split =
        |text| -> Vec<&str> { str::split(text, |c| !is_of_a_word(c)).filter(|word| !word.is_empty()).collect() };
    let words = split(before);
    let lead = words.iter().rev().find(|word| **word != "the").copied().unwrap_or_default();
    for at in (0..words.len()).rev().take(WORDS_BEFORE) {
        match verb(&words, at) {
            // "They moved it to Friday", "I booked it for the 20th".
            Some(Looking::Back)
                if ARRANGING.contains(&words[at]) && matches!(lead, "to" | "for" | "till" | "until") =>
            {
                return Looking::Ahead;
            }
            Some(looking) => return looking,
            None => {}
        }
    }
    let words = split(after);
    (0..words.len().min(WORDS_BEHIND)).find_map(|at| verb(&words, at)).unwrap_or(Looking::Either)
}

/// What is done about a day that is still to come.
const ARRANGING: [&str; 20] = [
    "moved",
    "pushed",
    "booked",
    "rebooked",
    "scheduled",
    "rescheduled",
    "postponed",
    "delayed",
    "arranged",
    "planned",
    "reserved",
    "registered",
    "invited",
    "set",
    "shifted",
    "brought",
    "agreed",
    "changed",
    "got",
    "made",
];

/// Present forms, and what speaks of the future.
const PRESENT: [&str; 46] = [
    "will", "won't", "shall", "should", "must", "can", "can't", "may", "might", "could", "would", "need", "needs",
    "gonna", "want", "wants", "plan", "plans", "hope", "have", "has", "am", "is", "are", "isn't", "aren't", "do",
    "does", "don't", "doesn't", "let's", "i'm", "i'll", "we're", "we'll", "you're", "they're", "he'll", "she'll",
    "it'll", "they'll", "there'll", "i've", "we've", "starts", "leave",
];

/// Who can have a joined "is": "what's", and not "mom's".
const BEFORE_IS: [&str; 14] = [
    "what's", "who's", "where's", "when's", "how's", "there's", "here's", "that's", "it's", "he's", "she's", "which's",
    "this's", "whats",
];

/// Words that look like a past and are none.
const NO_PASTS: [&str; 16] = [
    "indeed", "hundred", "shed", "sled", "seed", "weed", "deed", "greed", "creed", "sacred", "naked", "wicked",
    "bound", "ground", "wound", "kindred",
];

/// Pasts that are written as the present is.
const SAME: [&str; 9] = ["quit", "hurt", "hit", "cut", "put", "set", "read", "let", "shut"];

fn verb(words: &[&str], at: usize) -> Option<Looking> {
    let word = words[at];
    let previous = |back: usize| at.checked_sub(back).map_or("", |at| words[at]);
    let is_now = |word: &str| {
        matches!(word, "am" | "is" | "are" | "i'm" | "we're" | "you're" | "they're") || BEFORE_IS.contains(&word)
    };
    if matches!(word, "remember" | "recall") {
        return Some(Looking::Either);
    }
    // "What did we do", "where did you have it".
    let is_done = || (1..=4).any(|back| matches!(previous(back), "did" | "didn't"));
    if PRESENT.contains(&word) && is_done() {
        return Some(Looking::Back);
    }
    if PRESENT.contains(&word) || BEFORE_IS.contains(&word) {
        return Some(Looking::Ahead);
    }
    if word.len() > 4 && word.ends_with("ing") {
        let forms = [previous(1), previous(2), previous(3)];
        if forms.iter().any(|form| matches!(*form, "was" | "were" | "been" | "wasn't" | "weren't")) {
            return Some(Looking::Back);
        }
        return forms.iter().any(|form| is_now(form)).then_some(Looking::Ahead);
    }
    let has = ["have", "has", "i've", "we've", "he's", "she's", "they've", "you've"];
    if word == "got" && [previous(1), previous(2)].iter().any(|word| has.contains(word)) {
        return Some(Looking::Ahead);
    }
    if SAME.contains(&word) {
        return matches!(previous(1), "i" | "we" | "he" | "she" | "they").then_some(Looking::Back);
    }
    if !is_past_form(word) || NO_PASTS.contains(&word) || (word == "bit" && previous(1) == "a") {
        return None;
    }
    // "I'm worried about Friday" is of now, and so is "it is scheduled".
    let is_state = word.ends_with("ed") && (is_now(previous(1)) || is_now(previous(2)));
    Some(if is_state { Looking::Ahead } else { Looking::Back })
}

/// By the first predicate behind the time.
fn japanese(after: &str) -> Looking {
    let mut end = after.len().min(JAPANESE_BYTES);
    while !after.is_char_boundary(end) {
        end -= 1;
    }
    let after = &after[..end];
    // あったっけ and 覚えてる？ can be about either.
    if ["っけ", "覚え", "おぼえ", "思い出"].iter().any(|word| after.contains(word)) {
        return Looking::Either;
    }
    let found = morphemes(after);
    let is_predicate = |part| matches!(part, PartOfSpeech::Verb | PartOfSpeech::Adjective | PartOfSpeech::Auxiliary);
    let predicate = found.iter().position(|m| is_predicate(m.part));
    let Some(at) = predicate else {
        // 金曜は歯医者 is news; 金曜の会議 and 12月に may be about either.
        return if after.starts_with('は') { Looking::Ahead } else { Looking::Either };
    };
    let behind = &after[found[at].start..];
    let clause = behind.find(['、', ',']).map_or(behind, |end| &behind[..end]);
    // 行ったほうがいい is to come.
    let is_advice = ["たほう", "た方が", "た方は"].iter().any(|words| clause.contains(words));
    if says_past(clause) && !is_advice { Looking::Back } else { Looking::Ahead }
}

/// Whether Japanese has a verb, an adjective or a copula in its past form: 行った, してたん, よかった, 飲んだ, but not
/// 行きたい, 行ったら.
pub(super) fn says_past(text: &str) -> bool {
    const STEMS: &str = "っいしきえけげせてでねべめれりみちじ見寝出来着居得経";
    const NO_END: &str = "いくらりめちまがさわ";
    let mut before = ['\0'; 2];
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or('\0');
        let ends = match c {
            'た' => STEMS.contains(before[1]) && !(before[1] == 'し' && before[0] == 'あ'),
            'だ' => before[1] == 'ん' && !STEMS.contains(before[0]) && before[0] != 'な' && before[0] != 'た',
            _ => false,
        };
        if ends && !NO_END.contains(next) && !(c == 'だ' && matches!(next, 'け' | 'よ' | 'が' | 'か')) {
            return true;
        }
        before = [before[1], c];
    }
    false
}

/// Whether English words have a verb among them that tells of a time.
pub(super) fn has_verb(words: &[&str]) -> bool {
    (0..words.len()).any(|at| verb(words, at).is_some())
}
