//! Whether a message refers back to what its person said before, or is too short to be searched for by itself: 「続き」,
//! 「あれどうなった？」, "and then?", "the second one".
//!
//! A message refers back where something in it points ("it", その, "why", 続き) and no word is left that says what it is about.
//! 「値段は？」 names a subject and 「その値段は？」 an aspect of one, so only the second does. Small talk ("thanks", "how are you?") never
//! does, and a name is always a subject.

use crate::fold::{fold, is_japanese};
use crate::message::{MessageType, message_type};
use crate::people::names;
use crate::tokens::{content_words, morphemes, stem};
use crate::word_sets::{is_in, words};
use crate::{empty_talk, strip};

/// Whoever writes more characters says what it is about.
const LONGEST: usize = 80;

/// Whether it does.
pub fn refers_back(message: &str) -> bool {
    pointing(message) != Pointing::Nowhere
}

/// Whether it goes on with what was talked about: "where were we?", 「続き」. That can be the last conversation, too.
pub fn goes_on(message: &str) -> bool {
    pointing(message) == Pointing::GoesOn
}

fn pointing(message: &str) -> Pointing {
    let stripped = strip::strip(message);
    let text = stripped.trim();
    if text.is_empty() || text.chars().nth(LONGEST).is_some() || strip::is_command(text) {
        return Pointing::Nowhere;
    }
    let pointing = if is_japanese(text) { in_japanese(text) } else { in_english(text) };
    if pointing != Pointing::GoesOn && is_small_talk(text) {
        return Pointing::Nowhere;
    }
    let is_aspect_of = |word: &str| pointing == Pointing::AtSomething && is_aspect(word);
    let has_no_subject =
        names(text).is_empty() && content_words(text).iter().all(|word| is_light(word) || is_aspect_of(word));
    if has_no_subject { pointing } else { Pointing::Nowhere }
}

/// What a message points at, by its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pointing {
    Nowhere,
    /// At something unnamed that it asks about: "why?", 「どこ？」.
    AtUnnamed,
    /// At something that was named: "it", その.
    AtSomething,
    /// On: "continue", 「続き」.
    GoesOn,
}

fn is_small_talk(text: &str) -> bool {
    empty_talk::is_empty(text) || message_type(text) == MessageType::Greeting
}

fn in_english(text: &str) -> Pointing {
    let folded = fold(text);
    let said: Vec<&str> = folded
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        // "what's" begins with "what".
        .map(|word| word.split('\'').next().unwrap_or(word))
        .collect();
    let has = |is_it: fn(&str) -> bool| said.iter().any(|word| is_it(word));
    if words("phrases_on").iter().any(|phrase| begins_with(&said, phrase)) {
        Pointing::GoesOn
    } else if has(|word| is_in("pointers", word)) {
        Pointing::AtSomething
    } else if has(|word| is_in("asks_back", word)) && !has(|word| is_in("of_speakers", word)) {
        Pointing::AtUnnamed
    } else if matches!(said.as_slice(), ["and" | "so" | "but"]) {
        Pointing::GoesOn
    } else {
        Pointing::Nowhere
    }
}

/// Whether words begin with those of a phrase, which are joined by `_`.
fn begins_with(said: &[&str], phrase: &str) -> bool {
    let mut said = said.iter();
    phrase.split('_').all(|word| said.next() == Some(&word))
}

fn in_japanese(text: &str) -> Pointing {
    let folded = fold(text);
    let found = morphemes(&folded);
    let has = |is_it: fn(&str) -> bool| found.iter().any(|m| is_it(m.surface) || is_it(&m.base));
    if words("ja_begins_on").iter().any(|word| folded.starts_with(word)) || has(|word| is_in("ja_on", word)) {
        Pointing::GoesOn
    } else if has(|word| is_in("ja_pointers", word)) {
        Pointing::AtSomething
    } else if has(|word| is_in("ja_asks_back", word)) && !has(|word| is_in("ja_of_these_days", word)) {
        Pointing::AtUnnamed
    } else {
        Pointing::Nowhere
    }
}

/// Whether a content word says nothing of what a message is about.
fn is_light(word: &str) -> bool {
    is_in("ja_light", word) || is_in("ja_on", word) || is_in("ja_pointers", word) || is_stem_of(words("light"), word)
}

/// Whether a content word is something that many things have or that is done with many: a price, a place, fixing.
fn is_aspect(word: &str) -> bool {
    is_in("ja_aspects", word) || is_stem_of(words("aspects"), word)
}

fn is_stem_of(known: &[&str], word: &str) -> bool {
    word.is_ascii() && known.iter().any(|known| stem(known) == word)
}

#[cfg(test)]
mod tests {
    use super::refers_back;

    #[test]
    fn what_only_points_refers_back_and_what_names_its_subject_does_not() {
        let mut wrong = Vec::new();
        for said in REFERRING {
            if !refers_back(said) {
                wrong.push(format!("{said} refers back: {:?}", crate::tokens::content_words(said)));
            }
        }
        for said in OF_THEIR_OWN {
            if refers_back(said) {
                wrong.push(format!("{said} does not"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    const REFERRING: [&str; 78] = [
        "続き",
        "続きを教えて",
        "続けて",
        "つづき",
        "それで？",
        "で？",
        "で、どうなったの？",
        "さっきの件",
        "さっきの話の続き",
        "さっき言ってたやつ",
        "あれどうなった？",
        "あの件はどうなりましたか",
        "その後は？",
        "その後どう？",
        "それから？",
        "そして？",
        "なんで？",
        "どうして？",
        "理由は？",
        "どういうこと？",
        "いつ？",
        "どこで？",
        "誰が？",
        "それ、もう少し詳しく",
        "もっと詳しく教えて",
        "次は？",
        "二つ目は？",
        "あの話、結局どうなったの",
        "さっきのやつもう一回",
        "つまり？",
        "具体的には？",
        "んで？",
        "前の話の続きだけど",
        "それについて教えて",
        "もう一つの方は？",
        "後者で",
        "その値段は？",
        "それの場所どこ？",
        "例の件、進んだ？",
        "あれ覚えてる？",
        "この話は終わった？",
        "それってどうすればいい？",
        "彼女は何て言ってた？",
        "and then?",
        "And then what?",
        "go on",
        "Go on, tell me more.",
        "continue",
        "Continue please",
        "keep going",
        "what about that one",
        "the second one",
        "The last one?",
        "why?",
        "Why not?",
        "how come?",
        "So what happened?",
        "What happened next?",
        "what happened with that?",
        "tell me more about it",
        "Any news on that?",
        "and?",
        "what else?",
        "more details",
        "what did she say?",
        "How did it end?",
        "how much was it?",
        "when was that again?",
        "Where we left off?",
        "do you remember that?",
        "what do you mean?",
        "how do I fix it?",
        "can you continue?",
        "anything else?",
        "what did they decide?",
        "did it work?",
        "and her address?",
        "that thing from before",
    ];

    const OF_THEIR_OWN: [&str; 56] = [
        "",
        "Rex?",
        "シロは元気？",
        "シロ",
        "猫は？",
        "田中さんは？",
        "値段は？",
        "京都の話の続き",
        "会議どうなった？",
        "その猫の名前は？",
        "歯医者の予約はいつ？",
        "うん",
        "ありがとう",
        "了解です",
        "おはよう",
        "こんにちは、元気？",
        "最近どう？",
        "今日どう？",
        "今何してる？",
        "明日何する？",
        "私の名前は？",
        "お腹すいた",
        "お願いします",
        "昨日は楽しかった",
        "テストを追加して",
        "味噌雑炊ってどうやって作るの？",
        "ok",
        "thanks!",
        "Thank you so much!",
        "that's great",
        "hello",
        "how are you?",
        "who are you?",
        "where are you?",
        "where are we now?",
        "what are you doing?",
        "good morning",
        "lol",
        "What about Rex?",
        "And Petra?",
        "what happened to the signing key?",
        "why does the build fail?",
        "the second release",
        "How is my dog?",
        "peanuts?",
        "When does Kestrel ship?",
        "fix the failing test",
        "/clear",
        "I moved to Kyoto.",
        "what time is it?",
        "what's for dinner?",
        "what's my name?",
        "it's late",
        "tell me a joke",
        "I see",
        "It rained all day in the mountains and we stayed in the hut, playing cards until the storm was over.",
    ];

    #[test]
    fn a_long_message_does_not_refer_back() {
        assert!(!refers_back(&"それで".repeat(40)));
        assert!(!refers_back(&"and then ".repeat(20)));
    }
}
