//! Whether a turn says nothing: ok, thanks, lol, 「うん」, bare commands, a question to which no answer came.
//!
//! Strict on purpose: a name, a number, any word that is not on the lists, and the turn says something.

use crate::english_words::EnglishSentence;
use crate::fold::{fold, is_japanese};
use crate::message::{MessageType, message_type};
use crate::word_sets::{is_in, words};
use crate::{lasting, sentences};

/// Whoever says more says something.
const LONGEST: usize = 240;
/// A longer question tells something by what it asks.
const LONGEST_QUESTION: usize = 120;

/// Whether neither what was said nor the reply to it carries anything worth recalling.
///
/// A question with a reply that knows nothing says nothing either; one without any reply may.
pub fn says_nothing(said: &str, replied: &str) -> bool {
    if said.len() > LONGEST || replied.len() > LONGEST {
        return false;
    }
    let replied = replied.trim();
    if is_empty(said) {
        return is_empty(replied);
    }
    !replied.is_empty() && (is_empty(replied) || knows_nothing(replied)) && only_asks(said)
}

/// Whether a text has nothing in it but courtesies, laughter, consent, emoji, or a word to go on.
pub fn is_empty(text: &str) -> bool {
    text.len() <= LONGEST
        && sentences::sentences(text)
            .into_iter()
            .all(|sentence| if has_japanese(sentence) { japanese(sentence) } else { english(sentence) })
}

fn has_japanese(text: &str) -> bool {
    is_japanese(text)
}

fn only_asks(said: &str) -> bool {
    let said = said.trim();
    let asks = sentences::sentences(said).into_iter().all(|sentence| is_empty(sentence) || is_question(sentence));
    said.len() <= LONGEST_QUESTION && asks && !lasting::is_lasting(said)
}

/// Whether a sentence asks; a Japanese one says so by its end or by a question word, for なんです also explains.
fn is_question(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(|c: char| c.is_whitespace() || "。.!！…".contains(c));
    let shows_it = !has_japanese(sentence)
        || end.ends_with(['?', '？', 'か'])
        || ["っけ", "かな", "かしら"].iter().any(|ending| end.ends_with(ending))
        || ["何", "誰", "どこ", "どの", "どれ", "どう", "いつ", "いくら", "いくつ", "なぜ", "なに"]
            .iter()
            .any(|word| end.contains(word));
    shows_it && message_type(sentence) == MessageType::Question
}

/// "I don't know", "you haven't told me", わかりません.
fn knows_nothing(replied: &str) -> bool {
    sentences::sentences(replied).into_iter().all(|sentence| {
        if is_empty(sentence) {
            return true;
        }
        if has_japanese(sentence) {
            let folded = fold(sentence);
            let asks_back = folded.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?').ends_with('?')
                || ["教えて", "聞かせて"].iter().any(|word| folded.contains(word));
            let is_unknown = words("ja_unknown").iter().any(|word| folded.contains(word));
            return asks_back || is_unknown;
        }
        let sentence = EnglishSentence::of(sentence);
        let denies = sentence.has(0..sentence.words.len(), |word| matches!(word, "not" | "no" | "cannot" | "never"));
        let knows = sentence.has(0..sentence.words.len(), |word| is_in("knowing", word));
        let is_i_or_you = sentence.has(0..sentence.words.len(), |word| matches!(word, "i" | "you" | "your" | "there"));
        let asks_back = sentence.is_question || sentence.has(0..3, |word| matches!(word, "tell" | "let"));
        (denies && knows && is_i_or_you && sentence.words.len() <= 20) || asks_back
    })
}

fn english(text: &str) -> bool {
    let folded = fold(text);
    let sentence = EnglishSentence::of(&folded);
    if sentence.words.iter().any(|word| word.text == "\"\"") {
        return false;
    }
    let words: Vec<&str> = sentence.words.iter().map(|word| word.text.as_str()).collect();
    is_closing(&words) || (words.len() <= 10 && words.iter().all(|word| is_filler(word) || is_order(word)))
}

/// What ends a reply and would stand in any: "let me know if you need anything else".
fn is_closing(words: &[&str]) -> bool {
    const OPENINGS: [&[&str]; 14] = [
        &["let", "me", "know", "if"],
        &["feel", "free", "to"],
        &["happy", "to", "help"],
        &["glad", "to", "help"],
        &["glad", "i", "could"],
        &["is", "there", "anything", "else"],
        &["anything", "else", "i", "can"],
        &["how", "can", "i", "help"],
        &["what", "can", "i", "help"],
        &["you", "is", "welcome"],
        &["you", "is", "very", "welcome"],
        &["have", "a", "great"],
        &["have", "a", "good"],
        &["have", "a", "nice"],
    ];
    words.len() <= 16 && OPENINGS.iter().any(|opening| words.starts_with(opening))
}

/// Words that carry nothing by themselves nor beside each other.
fn is_filler(word: &str) -> bool {
    let drawn = word.len() > 3 && word.as_bytes().windows(3).any(|three| three[0] == three[1] && three[1] == three[2]);
    let laughs = word.len() >= 2
        && (word.bytes().all(|b| b"ha".contains(&b))
            || word.bytes().all(|b| b"he".contains(&b))
            || word.bytes().all(|b| b"lo".contains(&b))
            || word.bytes().all(|b| b == b'w')
            || word.bytes().all(|b| b"hm".contains(&b)));
    drawn && word.starts_with(['y', 'o', 'n', 's', 'l', 'h', 'a', 'w', 't', 'k']) || laughs || is_in("fillers", word)
}

/// Words of a bare command to a machine, and of its bare answer.
fn is_order(word: &str) -> bool {
    is_in("bare_orders", word)
}

fn japanese(text: &str) -> bool {
    let folded = fold(text);
    let kept: String = folded.chars().filter(|c| c.is_alphanumeric() || *c == 'ー').collect();
    let mut rest = kept.as_str();
    while !rest.is_empty() {
        // Drawn vowels and laughter belong to any word.
        let trimmed = rest.trim_start_matches([
            'w', 'ー', '笑', '草', 'っ', 'ぁ', 'ぅ', 'ぇ', 'ぉ', 'ッ', 'あ', 'う', 'お', 'え', 'ん',
        ]);
        let Some(shorter) = words("ja_courtesies")
            .iter()
            .filter_map(|word| rest.strip_prefix(word))
            .min_by_key(|rest| rest.len())
            .or((trimmed.len() < rest.len()).then_some(trimmed))
        else {
            return false;
        };
        rest = shorter;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{is_empty, says_nothing};

    #[test]
    fn courtesies_and_bare_commands_say_nothing() {
        let mut wrong = Vec::new();
        for said in [
            "ok",
            "thanks",
            "lol",
            "うん",
            "👍",
            "🎉🎉",
            "Thank you so much!",
            "yes please",
            "continue",
            "go on",
            "sounds good",
            "ok cool thx",
            "haha nice",
            "hmm",
            "no problem",
            "k",
            "yesss",
            "hahaha",
            "run it again",
            "commit and push",
            "run the tests",
            "try again please",
            "fix it",
            "おk",
            "りょ",
            "草",
            "ありがとう！",
            "続けて",
            "了解です",
            "わかった、ありがとう",
            "うんうん",
            "なるほどね",
            "お願いします！",
            "おつかれさま〜",
            "せやな",
            "コミットしてプッシュして",
            "もう一回やって",
            "ｗｗｗ",
            "…",
            "はい、お願いします",
        ] {
            if !says_nothing(said, "") {
                wrong.push(said);
            }
        }
        for (said, replied) in [
            ("thanks!", "You're welcome! Let me know if you need anything else."),
            ("commit and push", "Done, committed and pushed to main."),
            ("ありがとう", "どういたしまして！"),
            ("続けて", "はい。"),
        ] {
            if !says_nothing(said, replied) {
                wrong.push(said);
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_question_without_an_answer_says_nothing() {
        for (said, replied) in [
            ("What's my sister's name?", "I don't know, you haven't told me."),
            ("where did I park the car?", "Hmm, I'm not sure."),
            ("when is my flight?", "I don't have that information. Could you tell me?"),
            ("妹の名前なんだっけ？", "すみません、わかりません。"),
            ("鍵はどこに置いた？", "聞いていません。教えてもらえますか？"),
        ] {
            assert!(says_nothing(said, replied), "{said}");
        }
    }

    #[test]
    fn whatever_tells_something_is_kept() {
        let mut wrong = Vec::new();
        for (said, replied) in [
            ("Yes, in 2019", ""),
            ("no", "Then I'll book the blue room for Tuesday."),
            ("Berlin", ""),
            ("I love Thai food.", ""),
            ("thanks, Keiko", ""),
            ("What's my sister's name?", "Your sister is called Emma."),
            ("What's my sister's name?", ""),
            ("Can you help me plan a trip to Lisbon in May with my sister?", "Sure!"),
            ("run the linter on src/main.rs", ""),
            ("猫", ""),
            ("うん、火曜にする", ""),
            ("うん、3時で", ""),
            ("ありがとう、母にも伝える", ""),
            ("東京", ""),
            ("ok, let's use Postgres", ""),
            ("妹の名前なんだっけ？", "妹さんは美咲さんです。"),
            ("new job!", ""),
            ("I quit", ""),
            ("she said yes", ""),
            ("合格した", ""),
        ] {
            if says_nothing(said, replied) {
                wrong.push(said);
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(!is_empty("The key is under the mat"));
    }
}
