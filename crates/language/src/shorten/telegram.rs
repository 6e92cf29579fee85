//! A clause as a telegram: the words that only hold it together fall out; who, what, the value and every negation stay.

mod english;
mod japanese;

use super::vocabulary::information;
use crate::fold::is_japanese;
use crate::tokens::{PartOfSpeech, Token, morphemes, scan};

/// A telegram that is longer than this share of its clause, in hundredths, reads worse than the clause.
const WORTH_IT: usize = 90;

/// What a number or a negation gives to the word behind it: as much as a name has.
const CARRIED: f32 = 3.0;

/// The clause without the words that a telegram does without; never longer, and empty only if it is.
pub(super) fn telegram(clause: &str) -> String {
    let clause = clause.trim();
    // A mark of code or of an error is short already.
    if clause.starts_with('[') {
        return clause.to_owned();
    }
    let short = if is_japanese(clause) { japanese::telegram(clause) } else { english::telegram(clause) };
    let says_something = short.chars().any(char::is_alphanumeric);
    let bare = clause.trim_end_matches(['.', '。', '!', '！', ',', '、', ';']);
    let is_worth_it = short.chars().count() * 100 <= bare.chars().count() * WORTH_IT;
    if says_something && is_worth_it {
        short
    } else if bare.is_empty() {
        clause.to_owned()
    } else {
        bare.to_owned()
    }
}

/// The telegram in at most `room` characters: the words that tell least go first.
pub(super) fn squeezed(telegram: &str, room: usize) -> String {
    if telegram.char_indices().nth(room).is_none() {
        return telegram.to_owned();
    }
    let words = if is_japanese(telegram) { japanese::phrases(telegram) } else { english::words(telegram) };
    let mut kept: Vec<bool> = vec![true; words.len()];
    let mut order: Vec<usize> = (0..words.len()).collect();
    let weights = weights(telegram, &words);
    // Of two that tell the same, the later one goes.
    order.sort_by(|a, b| weights[*a].total_cmp(&weights[*b]).then(b.cmp(a)));
    let mut long = telegram.chars().count();
    for index in order {
        if long <= room {
            break;
        }
        kept[index] = false;
        long = long.saturating_sub(words[index].chars().count() + 1);
    }
    let mut short = String::new();
    let mut end = 0;
    for (word, _) in words.iter().zip(&kept).filter(|(_, is_kept)| **is_kept) {
        let start = word.as_ptr() as usize - telegram.as_ptr() as usize;
        if !short.is_empty() && start != end {
            short.push(' ');
        }
        short.push_str(word);
        end = start + word.len();
    }
    let short = short.trim_end_matches([',', ';', '、']);
    // One word that is too long for the room is cut rather than lost.
    super::fit::cut(if short.is_empty() { telegram } else { short }, room)
}

/// How much each word tells. What stands behind a number or a negation tells as much as that.
fn weights(telegram: &str, words: &[&str]) -> Vec<f32> {
    let mut weights: Vec<f32> = Vec::with_capacity(words.len());
    let mut carried = 0.0_f32;
    for word in words {
        let start = word.as_ptr() as usize - telegram.as_ptr() as usize;
        let tokens = scan(word).into_iter().map(|token| Token { start: token.start + start, ..token });
        let told = tokens.map(|token| information(telegram, &token)).fold(0.0, f32::max);
        let value = if is_value(word) { 6.0 } else { told };
        weights.push(value.max(carried));
        // "only to almonds": the small word between passes it on.
        carried = match told {
            _ if is_value(word) => CARRIED,
            0.0 => carried,
            _ => 0.0,
        };
    }
    weights
}

/// Whether a word is a number or turns what is said round: without it the rest would say something else.
fn is_value(word: &str) -> bool {
    morphemes(word).iter().any(|m| m.part == PartOfSpeech::Number)
        || english::is_number(word)
        || super::value::is_turned(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_a_sentence_together_falls_out() {
        for (clause, short) in [
            ("My favourite colour is blue.", "favourite colour: blue"),
            ("I'm allergic to shrimp and crab", "allergic to shrimp and crab"),
            ("I really don't like coffee", "don't like coffee"),
            ("I think we should just use pnpm", "we should use pnpm"),
            ("The deploy is on Tuesday at 10", "deploy: on Tuesday at 10"),
            ("My sister isn't coming to the party", "sister isn't coming to party"),
            ("I've moved to Kamakura", "moved to Kamakura"),
            ("I'll be in Oslo until Friday", "I'll be in Oslo until Friday"),
            ("コーヒーは苦手なんだよね", "コーヒー 苦手"),
            ("私は火曜が休みです", "火曜 休み"),
            ("パクチーは食べられないんです", "パクチー 食べられない"),
            ("明日は絶対に行くな", "明日は絶対に行くな"),
        ] {
            assert_eq!(telegram(clause), short, "{clause}");
        }
    }

    #[test]
    fn numbers_and_negations_are_the_last_to_go() {
        let short = squeezed("doctor changed evening dose to 5 mg but not morning one because of dizziness", 40);
        assert!(short.chars().count() <= 40, "{short}");
        assert!(short.contains("5 mg") && short.contains("not"), "{short}");
        let short = squeezed("先生 薬を朝の分だけ2錠に減らして 夜の分は変えないと言ってた", 22);
        assert!(short.chars().count() <= 22 && short.contains("2錠"), "{short}");
    }
}
