//! The clauses of a sentence, and a long sentence in those of its clauses that matter.

use super::choose::{Choosable, choose};
use super::fit::cut;
use super::vocabulary::Vocabulary;
use crate::fold::is_japanese;

/// The clauses of a sentence with the marks behind them; together they are the sentence.
pub(super) fn clauses(sentence: &str) -> Vec<&str> {
    let mut clauses = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    let mut before: Option<char> = None;
    let mut characters = sentence.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '「' | '『' | '（' | '(' | '[' => depth += 1,
            '」' | '』' | '）' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let next = characters.peek().map(|(_, next)| *next);
        let ends = match c {
            // 14、15日 is one thing.
            '、' | '，' => !(before.is_some_and(|c: char| c.is_numeric()) && next.is_some_and(char::is_numeric)),
            '；' => true,
            ',' | ';' => next.is_some_and(char::is_whitespace),
            ' ' => JOINTS.iter().any(|joint| sentence[at + 1..].starts_with(joint)),
            _ => false,
        };
        if ends && depth == 0 {
            clauses.push(&sentence[start..at + c.len_utf8()]);
            start = at + c.len_utf8();
        }
        before = Some(c);
    }
    clauses.push(&sentence[start..]);
    clauses.retain(|clause| !clause.trim().is_empty());
    clauses
}

/// Words that begin a clause without a mark before them.
const JOINTS: [&str; 7] = ["because ", "although ", "though ", "whereas ", "which ", "so that ", "and then "];

/// A sentence in at most `room` characters: its main clause and the most telling others, in their order, with `…`
/// for what is left out; else its beginning.
pub(super) fn within(sentence: &str, room: usize) -> String {
    by_clause(sentence, room).unwrap_or_else(|| cut(sentence, room))
}

/// The same without cutting a clause. A condition is never taken from what depends on it.
pub(super) fn by_clause(sentence: &str, room: usize) -> Option<String> {
    if sentence.char_indices().nth(room).is_none() {
        return Some(sentence.to_owned());
    }
    let clauses = clauses(sentence);
    if clauses.len() < 2 || clauses.len() > 60 || has_condition(sentence) {
        return None;
    }
    // Japanese says last what happened, English first.
    let main = if is_japanese(sentence) { clauses.len() - 1 } else { 0 };
    let length = |index: usize| clauses[index].chars().count() + 1;
    if length(main) + 1 > room {
        return None;
    }
    let mut vocabulary = Vocabulary::default();
    let words: Vec<Vec<usize>> = clauses.iter().map(|clause| vocabulary.read(clause)).collect();
    let pieces: Vec<Choosable> = words
        .into_iter()
        .enumerate()
        .filter(|(index, _)| *index != main)
        .map(|(index, words)| Choosable { length: length(index), words, prior: 1.0 })
        .collect();
    let mut kept = choose(&pieces, &vocabulary.weights(), room - length(main) - 1);
    kept.iter_mut().for_each(|index| *index += usize::from(*index >= main));
    kept.push(main);
    kept.sort_unstable();
    Some(joined(&clauses, &kept))
}

fn joined(clauses: &[&str], kept: &[usize]) -> String {
    let mut joined = String::new();
    let mut next = 0;
    for index in kept {
        if *index != next && !joined.is_empty() {
            joined.truncate(joined.trim_end_matches(['、', '，', ',', ';', ' ']).len());
            joined.push('…');
            if clauses[*index].trim_start().starts_with(|c: char| c.is_ascii_alphanumeric()) {
                joined.push(' ');
            }
            joined.push_str(clauses[*index].trim_start());
        } else if joined.is_empty() {
            joined.push_str(clauses[*index].trim_start());
        } else {
            joined.push_str(clauses[*index]);
        }
        next = index + 1;
    }
    if next < clauses.len() {
        joined.truncate(joined.trim_end_matches(['、', '，', ',', ';', ' ']).len());
        joined.push('…');
    }
    joined
}

/// Whether something in the sentence depends on something else, so that a part of it could mislead.
pub(super) fn has_condition(sentence: &str) -> bool {
    let lower = sentence.to_ascii_lowercase();
    let words =
        [" if ", " when ", " unless ", " only ", " until ", " without ", " except ", " not ", "n't ", " never "];
    words.iter().any(|word| lower.contains(word)) || clauses(sentence).iter().any(|clause| is_condition(clause))
}

pub(super) fn is_condition(clause: &str) -> bool {
    let clause = clause.trim().trim_end_matches(['、', '，', ',', '；', ';']);
    let ends = [
        "なら",
        "ならば",
        "たら",
        "だら",
        "れば",
        "えば",
        "けば",
        "せば",
        "てば",
        "めば",
        "べば",
        "げば",
        "ねば",
        "場合",
        "場合は",
        "限り",
        "限りは",
        "ないと",
        "でも",
        "ても",
        "ない限り",
        "以外",
        "以外は",
    ];
    let begins = [
        "if ",
        "unless ",
        "when ",
        "until ",
        "without ",
        "except ",
        "only ",
        "provided ",
        "even if ",
        "and if ",
        "but if ",
    ];
    let lower = clause.get(..12.min(clause.len())).unwrap_or_default().to_ascii_lowercase();
    ends.iter().any(|end| clause.ends_with(end)) || begins.iter().any(|begin| lower.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sentence_keeps_its_main_clause() {
        let sentence = "昨日から移行を進めているんだけど、いろいろあって、スクリプトが本番のデータで落ちてしまう。";
        assert_eq!(within(sentence, 30), "スクリプトが本番のデータで落ちてしまう。");
        assert_eq!(within(sentence, 200), sentence);
        let english =
            "The deployment failed, as far as anybody could see from here, because the probe of Kubernetes timed out.";
        assert_eq!(within(english, 80), "The deployment failed… because the probe of Kubernetes timed out.");
    }

    #[test]
    fn a_condition_stays_with_what_depends_on_it() {
        let sentence = "明日までに返事が来なければ、この契約を全部解除する。";
        assert!(within(sentence, 18).starts_with("明日までに"), "{}", within(sentence, 18));
    }

    #[test]
    fn it_is_never_longer_than_asked() {
        for room in 0..60 {
            for sentence in [
                "a, b, c, d, e, f, g",
                "あ、い、う、え、お、か、き、く",
                "one two three, four five, six seven eight nine ten",
            ] {
                assert!(within(sentence, room).chars().count() <= room, "{room} {sentence} {}", within(sentence, room));
            }
        }
    }
}
