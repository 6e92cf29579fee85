//! English telegrams: articles, the first person, hedges and emphasis fall out; "my X is Y" becomes "X: Y".

use crate::keywords::is_participle_or_ing;

/// Words that carry nothing wherever they stand.
const EMPTY: &str = "a an the really very just quite actually basically honestly literally totally simply pretty please \
    lol lmao haha hahaha omg btw tbh imo imho fyi ugh hmm um uh yeah yep ok okay anyway gonna_be kinda sorta also too \
    somewhat rather absolutely definitely certainly obviously frankly";

/// What opens a clause and says only that someone says it.
const OPENERS: [&str; 33] = [
    "i think that",
    "i think",
    "i guess",
    "i suppose",
    "i believe",
    "i mean",
    "i know",
    "i feel like",
    "it seems that",
    "it seems like",
    "it looks like",
    "it turns out that",
    "it turns out",
    "turns out",
    "just so you know",
    "for the record",
    "as you know",
    "you know",
    "to be honest",
    "by the way",
    "of course",
    "and",
    "but",
    "so",
    "then",
    "well",
    "oh",
    "also",
    "plus",
    "anyway",
    "because",
    "note that",
    "remember that",
];

/// The first person before its verb, with what is left of it.
const FIRST_PERSON: [(&str, &str); 14] = [
    ("i'm", ""),
    ("im", ""),
    ("i am", ""),
    ("i've been", "been"),
    ("i have been", "been"),
    ("i've", ""),
    ("ive", ""),
    ("i'll", "will"),
    ("i'd", "would"),
    ("i was", "was"),
    ("i", ""),
    ("there's", ""),
    ("there is", ""),
    ("there are", ""),
];

/// A subject of more words than this is no plain one.
const LONGEST_SUBJECT: usize = 6;

/// Number words, for those who write them out.
const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen once \
    twice thrice half";

pub(super) fn telegram(clause: &str) -> String {
    let is_question = clause.trim_end().ends_with('?');
    let words: Vec<&str> = words(clause);
    let rest = without_openers(&words);
    let mut kept: Vec<String> = Vec::with_capacity(rest.len());
    let (left, from) = first_person(rest);
    if !left.is_empty() {
        kept.push(left.to_owned());
    }
    let rest = &rest[from..];
    let colon = if from == 0 && !is_question { copula(rest) } else { None };
    for (index, word) in rest.iter().enumerate() {
        if Some(index) == colon {
            if let Some(last) = kept.last_mut() {
                last.push(':');
            }
            continue;
        }
        let is_possessive = index == 0 && matches!(bare(word).as_str(), "my" | "our") && rest.len() > 2;
        if is_possessive || is_empty(word) {
            // The comma behind "really," still parts two things.
            if word.ends_with([',', ';'])
                && let Some(last) = kept.last_mut()
                && !last.ends_with([',', ';', ':'])
            {
                last.push(',');
            }
            continue;
        }
        kept.push((*word).to_owned());
    }
    let joined = kept.join(" ");
    let end =
        joined.trim_end_matches(|c: char| matches!(c, '.' | '!' | ',' | ';' | ':' | '…' | '-' | '—') || is_emoji(c));
    let end = end.trim_start_matches([',', ';', ':', '-', '—', ' ']);
    if is_question && !end.ends_with('?') { format!("{end}?") } else { end.to_owned() }
}

/// The words with the marks on them.
pub(super) fn words(clause: &str) -> Vec<&str> {
    clause
        .split_whitespace()
        .filter(|word| word.chars().any(|c| c.is_alphanumeric() || matches!(c, '%' | '$' | '>' | '→')))
        .collect()
}

pub(super) fn is_number(word: &str) -> bool {
    let word = bare(word);
    NUMBERS.split_whitespace().any(|number| number == word)
}

fn without_openers<'w, 's>(words: &'w [&'s str]) -> &'w [&'s str] {
    let mut rest = words;
    for _ in 0..6 {
        // An article belongs to what follows.
        let is_article = rest.first().is_some_and(|word| matches!(bare(word).as_str(), "a" | "an" | "the"));
        if rest.len() > 1 && is_empty(rest[0]) && !is_article {
            rest = &rest[1..];
            continue;
        }
        let opened = OPENERS.iter().filter(|opener| begins(rest, opener)).map(|opener| opener.split(' ').count()).max();
        match opened {
            Some(length) if length < rest.len() => rest = &rest[length..],
            _ => break,
        }
    }
    rest
}

/// What is left of the first person that the clause begins with, and how many words it took.
fn first_person(words: &[&str]) -> (&'static str, usize) {
    let found = FIRST_PERSON.iter().find(|(person, _)| begins(words, person));
    match found {
        Some((person, left)) => {
            let taken = person.split(' ').count();
            // "I and Keiko", "I or you", and what has nothing behind it.
            let next = words.get(taken).map(|word| bare(word)).unwrap_or_default();
            if matches!(next.as_str(), "" | "and" | "or") || words[taken - 1].ends_with(',') {
                ("", 0)
            } else {
                (left, taken)
            }
        }
        None => ("", 0),
    }
}

/// The place of the copula of a plain statement about a thing: my car is red.
fn copula(words: &[&str]) -> Option<usize> {
    let opens = words.first().map(|word| bare(word))?;
    if !matches!(opens.as_str(), "my" | "our" | "the" | "his" | "her" | "their") {
        return None;
    }
    let at = words.iter().take(LONGEST_SUBJECT + 1).position(|word| matches!(bare(word).as_str(), "is" | "are"))?;
    let next = words.get(at + 1).map(|word| bare(word))?;
    let has_mark = words[..at].iter().any(|word| word.ends_with([',', ';', ':']));
    // "is coming", "is not", "is to be" need their verb.
    let is_plain = at >= 2
        && !has_mark
        && !matches!(next.as_str(), "not" | "no" | "never" | "to" | "being" | "there" | "still" | "so");
    (is_plain && !is_participle_or_ing(&next)).then_some(at)
}

fn begins(words: &[&str], phrase: &str) -> bool {
    let mut wanted = phrase.split(' ').enumerate();
    wanted.all(|(at, wanted)| words.get(at).is_some_and(|word| bare(word) == wanted))
}

fn is_empty(word: &str) -> bool {
    let word = bare(word);
    EMPTY.split_whitespace().any(|empty| empty == word)
}

/// A word in small letters without the marks around it.
fn bare(word: &str) -> String {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#' | '%' | '$'));
    bare.to_lowercase().replace('’', "'")
}

fn is_emoji(c: char) -> bool {
    matches!(u32::from(c), 0x1f000..=0x1faff | 0x2600..=0x27bf | 0xfe0f | 0x200d)
}
