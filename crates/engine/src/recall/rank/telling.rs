//! How much of what someone says is about the one who is spoken to.
//!
//! A person whom the prompt names says "You'd be a great teacher! What made you start?" as well as "I started to teach":
//! the first tells nothing of that person.

use omoide_language::sentences::sentences;

use crate::recall::without_label;

/// Words for who speaks, and for who is spoken to; before an apostrophe in English.
const I: [&str; 9] = ["i", "my", "me", "mine", "myself", "we", "our", "us", "ours"];
const YOU: [&str; 5] = ["you", "your", "yours", "yourself", "yourselves"];

/// The same in Japanese, where both are mostly left out. 君 is also what stands behind a name.
const WATASHI: [&str; 7] = ["私", "わたし", "僕", "ぼく", "俺", "おれ", "うちの"];
const ANATA: [&str; 5] = ["あなた", "貴方", "お前", "おまえ", "きみは"];

/// The share of a text, from 0 to 1 by its characters, that asks or speaks of the other and not of oneself. A talk of several
/// people has nobody who speaks: of that it is nothing.
pub(in crate::recall) fn spoken_to_the_other(text: &str) -> f64 {
    let is_talk = text.lines().any(|line| without_label(line).len() < line.trim().len());
    if is_talk {
        return 0.0;
    }
    let (mut all, mut other) = (0, 0);
    for sentence in sentences(text) {
        let length = sentence.chars().count();
        all += length;
        if sentence.ends_with(['?', '？']) || (has_any(sentence, &YOU, &ANATA) && !has_any(sentence, &I, &WATASHI)) {
            other += length;
        }
    }
    if all == 0 { 0.0 } else { other as f64 / all as f64 }
}

fn has_any(sentence: &str, words: &[&str], japanese: &[&str]) -> bool {
    let mut english = sentence.split(|c: char| !c.is_alphanumeric());
    english.any(|word| words.iter().any(|known| known.eq_ignore_ascii_case(word)))
        || japanese.iter().any(|known| sentence.contains(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_the_other_tells_nothing_of_oneself() {
        assert_eq!(spoken_to_the_other("You'd be a great teacher! What made you start?"), 1.0);
        assert_eq!(spoken_to_the_other("I started to teach. It was hard."), 0.0);
        assert_eq!(spoken_to_the_other("I think you are right."), 0.0);
        assert_eq!(spoken_to_the_other("あなたはすごい。"), 1.0);
        assert_eq!(spoken_to_the_other("私はあなたが好き。"), 0.0);
        assert_eq!(spoken_to_the_other(""), 0.0);
        let half = spoken_to_the_other("We went to the sea. Where were you then?");
        assert!((0.4..0.6).contains(&half), "{half}");
    }

    #[test]
    fn a_talk_of_several_people_is_of_nobody() {
        assert_eq!(spoken_to_the_other("Mia: How are you?\nBen: You know me."), 0.0);
    }
}
