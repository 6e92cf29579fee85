//! Whether the person asks not to be remembered: "don't remember this", "off the record", 「さっきのは忘れて」.
//!
//! What a person cannot recall ("I don't remember this"), and "forget it", "never mind" and the like, ask for nothing.

use crate::english_words::EnglishSentence;
use crate::fold::{fold, is_japanese};
use crate::prose::{ProsePart, parts};
use crate::sentences;
use crate::word_sets::{is_in, words};

/// A message of more bytes is long.
const LOOKED_AT: usize = 2_000;
/// How many sentences at either end of a long message are read.
const EDGE: usize = 2;

/// What is not to be remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsaying {
    /// The message itself.
    This,
    /// The turn before it; the message says nothing else.
    Before,
    /// The turn before it; the message goes on with something of its own.
    BeforeOnly,
}

/// What the person asks not to be remembered, if anything.
///
/// Of a long message only the beginning and the end count: what people paste has anything in it.
pub fn unsaying(said: &str) -> Option<Unsaying> {
    if !might_ask(said) {
        return None;
    }
    let is_long = said.len() > LOOKED_AT;
    let sentences = sentences_of(said);
    let is_at_an_edge = |at: usize| at < EDGE || at + EDGE >= sentences.len();
    let (mut said_before, mut says_after) = (false, false);
    let mut asked = None;
    for (at, sentence) in sentences.iter().enumerate() {
        let wish = sentence.filter(|_| !is_long || is_at_an_edge(at)).and_then(wish);
        let is_empty = || sentence.is_some_and(crate::empty_talk::is_empty);
        match wish {
            Some(wish) => asked = asked.or(Some(wish)),
            None if is_empty() => {}
            None if asked.is_none() => said_before = true,
            None => says_after = true,
        }
    }
    Some(match asked? {
        UnsayWish::This => Unsaying::This,
        // What was said in the same breath is meant, where something was.
        UnsayWish::Before if said_before => Unsaying::This,
        UnsayWish::Before if says_after => Unsaying::BeforeOnly,
        UnsayWish::Before => Unsaying::Before,
    })
}

/// The sentences of a message; code and the like is one that nothing is read from.
fn sentences_of(said: &str) -> Vec<Option<&str>> {
    let of = |part| match part {
        ProsePart::Prose(line) => sentences::sentences(line).into_iter().map(Some).collect(),
        _ => vec![None],
    };
    parts(said).into_iter().flat_map(of).collect()
}

fn wish(sentence: &str) -> Option<UnsayWish> {
    if sentence.len() > LOOKED_AT {
        return None;
    }
    if is_japanese(sentence) { japanese(sentence) } else { english(sentence) }
}

#[derive(Clone, Copy)]
enum UnsayWish {
    This,
    Before,
}

/// Whether a word is there without which nothing is asked: most messages have none.
fn might_ask(said: &str) -> bool {
    let folded = fold(said);
    words("unsaying_words").iter().any(|word| folded.contains(word))
}

fn english(text: &str) -> Option<UnsayWish> {
    let sentence = EnglishSentence::of(text);
    (0..sentence.words.len()).find_map(|at| wish_at(&sentence, at))
}

fn wish_at(sentence: &EnglishSentence, at: usize) -> Option<UnsayWish> {
    let word = |place: usize| sentence.word(place);
    match word(at) {
        "remember" | "memorize" | "memorise" | "record" | "retain" => {
            let is_this = matches!(word(at + 1), "this" | "that" | "it" | "any" | "anything" | "these" | "what" | "my");
            // "Remember that I like tea" tells something; "remember that." points back.
            let points =
                !matches!(word(at + 1), "that" | "what" | "my") || is_end(sentence, at + 2) || word(at + 1) == "what";
            let is_talk = word(at) != "record"
                || matches!(word(at + 2), "conversation" | "message" | "chat" | "part")
                || is_end(sentence, at + 2);
            (is_this && points && is_talk && is_denied_to_you(sentence, at)).then_some(if word(at + 1) == "that" {
                UnsayWish::Before
            } else {
                UnsayWish::This
            })
        }
        "leave" | "keep"
            if matches!(word(at + 1), "this" | "that" | "it")
                && sentence.has(at..at + 8, |word| word == "memory")
                && sentence.has(at..at + 5, |word| word == "out") =>
        {
            Some(UnsayWish::This)
        }
        "save" | "store" | "keep" | "put" | "add" | "commit" | "write" => {
            let is_this = matches!(word(at + 1), "this" | "that" | "it" | "any" | "these");
            let is_memory = sentence.has(at..at + 8, |word| matches!(word, "memory" | "memories"));
            (is_this && is_memory && is_denied_to_you(sentence, at)).then_some(UnsayWish::This)
        }
        "need" | "reason"
            if at > 0
                && word(at - 1) == "no"
                && word(at + 1) == "to"
                && word(at + 2) == "remember"
                && matches!(word(at + 3), "this" | "it" | "any") =>
        {
            Some(UnsayWish::This)
        }
        "off" if word(at + 1) == "the" && word(at + 2) == "record" => off_the_record(sentence, at),
        "forget" if is_asked_of_you(sentence, at) => forget(sentence, at),
        "ignore" | "disregard" | "erase" | "delete" | "unsee" if is_asked_of_you(sentence, at) => {
            points_back(sentence, at + 1).then_some(UnsayWish::Before)
        }
        _ => None,
    }
}

/// "off the record: …", "this is off the record", not "he told me off the record".
fn off_the_record(sentence: &EnglishSentence, at: usize) -> Option<UnsayWish> {
    let told = sentence.has(0..at, |word| is_in("off_record_reports", word));
    let is_adjective = is_in("off_record_nouns", sentence.word(at + 3));
    let is_song = sentence.words.get(at).is_some_and(|word| word.is_capital)
        && sentence.words.get(at + 2).is_some_and(|word| word.is_capital);
    (!told && !is_adjective && !is_song && !sentence.is_question).then_some(UnsayWish::This)
}

fn forget(sentence: &EnglishSentence, at: usize) -> Option<UnsayWish> {
    let word = |place: usize| sentence.word(place);
    let is_that = matches!(word(at + 1), "that" | "this" | "all");
    if is_that && is_end(sentence, at + 2) {
        return Some(UnsayWish::Before);
    }
    if word(at + 1) == "that"
        && matches!(word(at + 2), "last" | "one" | "part" | "message" | "bit")
        && is_end(sentence, at + 3)
    {
        return Some(UnsayWish::Before);
    }
    let from = if word(at + 1) == "that" { at + 2 } else { at + 1 };
    let i_said = word(from) == "i"
        && sentence.has(from..from + 4, |word| {
            matches!(word, "said" | "told" | "mentioned" | "wrote" | "typed" | "asked" | "brought")
        });
    let everything = word(at + 1) == "everything" && sentence.has(at..at + 5, |word| matches!(word, "said" | "told"));
    (i_said || everything || points_back(sentence, at + 1)).then_some(UnsayWish::Before)
}

/// "what I just said", "my last message".
fn points_back(sentence: &EnglishSentence, at: usize) -> bool {
    let word = |place: usize| sentence.word(place);
    let said = word(at) == "what"
        && word(at + 1) == "i"
        && sentence
            .has(at + 2..at + 5, |word| matches!(word, "said" | "told" | "wrote" | "typed" | "sent" | "mentioned"));
    let message = matches!(word(at), "my" | "the" | "that")
        && matches!(word(at + 1), "last" | "previous" | "earlier")
        && matches!(word(at + 2), "message" | "one" | "thing" | "turn" | "sentence" | "comment" | "remark");
    said || message
}

/// Whether the sentence ends here, but for pleases and thanks.
fn is_end(sentence: &EnglishSentence, at: usize) -> bool {
    (at..sentence.words.len()).all(|place| is_in("closing_words", sentence.word(place)))
}

/// "don't remember", "I don't want you to remember", "you don't need to remember": it is denied, and asked of you.
fn is_denied_to_you(sentence: &EnglishSentence, at: usize) -> bool {
    let from = at.saturating_sub(8);
    let Some(not) = (from..at).rev().find(|place| matches!(sentence.word(*place), "not" | "never")) else {
        return false;
    };
    // Between the denial and the verb stands only what asks: "want you to", "have to", "need to".
    let asks = (not + 1..at).all(|place| is_in("asking_words", sentence.word(place)));
    let subject = sentence.words[..not].iter().rev().find(|word| !is_in("before_denials", word.text.as_str()));
    let wants_you = sentence.has(not..at, |word| word == "you");
    let by_whom = subject.map_or("", |word| word.text.as_str());
    let opens = subject.is_none() || !is_in("other_subjects", by_whom) && is_opening(sentence, not);
    let is_question =
        sentence.is_question && sentence.word(not + 1) == "you" || sentence.has(0..not, |word| word == "why");
    !is_question && asks && (opens || wants_you || by_whom == "you")
}

/// Whether the denial opens its clause.
fn is_opening(sentence: &EnglishSentence, not: usize) -> bool {
    let start = not.saturating_sub(1);
    start == 0
        || sentence.words[start].opens
        || matches!(sentence.word(start - 1), "please" | "and" | "so" | "but" | "pls" | "ok" | "just")
}

/// Whether a deed is asked of the one who listens: it opens the clause, or "please", "can you", "I want you to" stands before it.
fn is_asked_of_you(sentence: &EnglishSentence, at: usize) -> bool {
    if at == 0 || sentence.words[at].opens {
        return true;
    }
    let before = sentence.word(at - 1);
    let is_you =
        before == "you" && at >= 2 && matches!(sentence.word(at - 2), "can" | "could" | "would" | "will" | "please");
    let to_you =
        before == "to" && at >= 3 && sentence.word(at - 2) == "you" && !sentence.has(0..at, |word| word == "not");
    is_you || to_you || is_in("before_requests", before)
}

fn japanese(text: &str) -> Option<UnsayWish> {
    let folded = fold(text);
    let bare = folded.trim_end_matches(|c: char| !c.is_alphanumeric()).trim_end_matches(['w', '笑', '草']);
    if words("ja_quoting").iter().any(|mark| bare.contains(mark)) {
        return None;
    }
    if bare.contains("オフレコ") {
        let is_told = ["だった", "でした", "らしい", "って何", "とは"].iter().any(|end| bare.contains(end));
        return (!is_told).then_some(UnsayWish::This);
    }
    let asked = without_courtesy(bare);
    let refuses = words("ja_not_remember").iter().any(|form| asked.ends_with(form));
    let keeps_out = ["記憶に", "メモリに", "メモリーに", "記録に"].iter().any(|place| asked.contains(place))
        && words("ja_not_keep").iter().any(|form| asked.ends_with(form));
    let points_back = words("ja_before").iter().any(|word| bare.contains(word));
    if refuses || keeps_out {
        return Some(if points_back && !bare.contains("この") && !bare.contains("これ") {
            UnsayWish::Before
        } else {
            UnsayWish::This
        });
    }
    let takes_back = words("ja_take_back").iter().any(|form| asked.ends_with(form));
    let lead = asked.trim_end_matches("忘れて").trim_end_matches("わすれて");
    let is_bare = lead.len() < asked.len()
        && [
            "",
            "もう",
            "やっぱ",
            "やっぱり",
            "あ、",
            "ごめん、",
            "ごめん",
            "お願い、",
            "全部",
            "あ、ごめん、",
            "すみません、",
        ]
        .contains(&lead);
    if takes_back && (points_back || is_bare) {
        return Some(UnsayWish::Before);
    }
    if takes_back && ["この話", "このこと", "これは", "これ忘", "ここまでの"].iter().any(|word| bare.contains(word))
    {
        return Some(UnsayWish::This);
    }
    let is_void = words("ja_void").iter().any(|form| asked.ends_with(form));
    is_void.then_some(UnsayWish::Before)
}

/// The wish without please: 忘れてください, 忘れてくれる？, 覚えなくていいよ.
fn without_courtesy(text: &str) -> &str {
    let mut text = text;
    loop {
        let shorter = words("ja_courtesy_ends").iter().filter_map(|tail| text.strip_suffix(tail)).next();
        match shorter {
            // 覚えないで is no 覚えない + で, and 忘れるな no 忘れる + な.
            Some(rest) if rest.is_empty() || text.ends_with('な') && rest.ends_with('る') => return text,
            Some(rest) => text = rest.trim_end_matches(['、', ' ', '　']),
            None => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Unsaying, unsaying};

    fn check(expected: Option<Unsaying>, cases: &[&str]) {
        let wrong: Vec<String> = cases
            .iter()
            .filter(|said| unsaying(said) != expected)
            .map(|said| format!("{said}: {:?}", unsaying(said)))
            .collect();
        assert!(wrong.is_empty(), "expected {expected:?}\n{}", wrong.join("\n"));
    }

    #[test]
    fn a_message_that_is_not_to_be_remembered_is_known() {
        check(
            Some(Unsaying::This),
            &[
                "I don't want you to remember this",
                "My boss is having an affair. I don't want you to remember this.",
                "don't remember this: I failed the exam twice",
                "Please don't remember this, but I cried at work",
                "off the record, I think the merger is off",
                "This is off the record. We're being bought.",
                "you don't have to remember this",
                "don't save this to your memory, ok?",
                "please never memorize any of this",
                "My salary is 90k. Actually, forget I said that.",
                "これは覚えないで",
                "実は転職するんだ。これは覚えなくていいよ",
                "今から言うことは記憶しないでください",
                "オフレコだけど、来月辞めるつもり",
                "給料は40万。今のは忘れて",
                "この話は記憶に残さないで",
            ],
        );
    }

    #[test]
    fn the_turn_before_is_taken_back() {
        check(
            Some(Unsaying::Before),
            &[
                "forget that",
                "Forget that, please.",
                "please forget what I just said",
                "can you forget what I said about my brother?",
                "forget I ever mentioned it",
                "ok, forget my last message",
                "disregard what I just told you",
                "さっきのは忘れて",
                "今のは忘れて",
                "さっき言ったことは忘れてください",
                "今のなかったことにして",
                "それは忘れてくれる？",
                "今のナシ！",
                "さっきの話、聞かなかったことにしてね",
            ],
        );
        check(
            Some(Unsaying::BeforeOnly),
            &[
                "Forget that please. Can you help me write a letter to the bank?",
                "さっきのは忘れて。銀行への手紙を書くのを手伝って",
            ],
        );
    }

    #[test]
    fn a_long_message_is_read_at_its_ends() {
        let story = "We argued about the boat again. ".repeat(100);
        assert_eq!(unsaying(&format!("{story}Please don't remember this.")), Some(Unsaying::This));
        assert_eq!(unsaying(&format!("Off the record. {story}")), Some(Unsaying::This));
        assert_eq!(unsaying(&format!("{story}Please don't remember this. {story}")), None);
    }

    #[test]
    fn other_talk_of_remembering_asks_for_nothing() {
        check(
            None,
            &[
                "I don't remember this function at all",
                "I don't remember that",
                "don't you remember this?",
                "why don't you remember this?",
                "they don't remember it anyway",
                "forget it",
                "Forget it, let's use Postgres",
                "never mind",
                "forget that the build is slow, the tests are worse",
                "Forget that, let's go with Postgres instead",
                "don't forget that",
                "Never forget that I love you",
                "I always forget that",
                "you forget that I was there",
                "he told me off the record that they fold",
                "is this off the record?",
                "don't save this file yet",
                "delete the last commit",
                "remember this",
                "Don't You Forget About Me was on the radio",
                "忘れてた、ごめん",
                "鍵を忘れて困った",
                "傘忘れないで",
                "覚えておいて",
                "なかなか覚えないで困ってる",
                "忘れてもいいけど、パスワードは1つにして",
                "嫌なことは忘れて楽しもう",
                "『忘れて』って曲が好き",
                "",
            ],
        );
    }
}
