//! Whether a prompt asks for memories by what they felt like: "When was I happiest lately?", 「最近落ち込んだのはいつ？」.
//!
//! A feeling is asked for where it is what someone was, or what something did to someone, and when or what is the
//! question. A word of feeling beside another noun ("the lovely cafe", 美味しかった店) asks for that noun.

use std::ops::Range;

use omoide_core::{Tag, TagSet, Valence};

use super::plain::PlainText;
use super::words::{self, Sense};
use crate::fold::{Script, fold, is_japanese, script};
use crate::sentences;
use crate::tokens::{content_words, scan};

/// Longer prompts are looked at up to here.
const LOOKED_AT: usize = 600;
/// How many words may stand between a verb and its feeling.
const WORDS_BETWEEN: usize = 6;
/// How many characters may stand between a Japanese feeling and what makes a noun of it.
const BETWEEN: usize = 9;

/// The feeling that a prompt asks for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FeelingAsked {
    /// Its names; empty where only good or bad is asked for.
    pub tags: TagSet,
    /// Whether it is good or bad.
    pub valence: Valence,
    /// Whether the strongest is asked for.
    pub is_most: bool,
}

/// Whether a prompt that asks for a feeling is about anything else: "what made me angry at work?".
pub fn is_about_more(prompt: &str) -> bool {
    let felt = |word: &str| super::strength(&without_degrees(&fold(word)).0) > 0.0;
    if is_japanese(prompt) {
        let says_more = |word: &String| word.chars().any(|c| script(c) != Script::Hiragana);
        let mut words = content_words(prompt).into_iter().filter(says_more);
        return words.any(|word| !BESIDE_JAPANESE.contains(&word.as_str()) && !felt(&word));
    }
    let words = scan(prompt).into_iter().filter(|token| !token.is_stop_word());
    words.map(|token| fold(token.surface)).any(|word| !BESIDE_ENGLISH.contains(&word.as_str()) && !felt(&word))
}

/// What says nothing beside the feeling that is asked for.
const BESIDE_ENGLISH: [&str; 37] = [
    "when",
    "what's",
    "day",
    "days",
    "time",
    "times",
    "moment",
    "moments",
    "week",
    "month",
    "year",
    "lately",
    "recently",
    "made",
    "make",
    "makes",
    "making",
    "feel",
    "feeling",
    "felt",
    "truly",
    "genuinely",
    "remind",
    "remember",
    "happened",
    "last",
    "far",
    "ever",
    "happen",
    "thing",
    "memory",
    "memories",
    "saying",
    "especially",
    "particularly",
    "recall",
    "talking",
];
const BESIDE_JAPANESE: [&str; 30] = [
    "いつ",
    "最近",
    "一番",
    "いちばん",
    "こと",
    "日",
    "時",
    "とき",
    "私",
    "わたし",
    "僕",
    "俺",
    "自分",
    "何",
    "なに",
    "教える",
    "ある",
    "なる",
    "思う",
    "覚える",
    "思い出",
    "思い出す",
    "出来事",
    "瞬間",
    "する",
    "ここ",
    "感じる",
    "気持ち",
    "頃",
    "どんな",
];

/// The feeling by which a prompt asks for memories; none for most prompts.
pub fn feeling_asked(prompt: &str) -> Option<FeelingAsked> {
    let end = prompt.char_indices().nth(LOOKED_AT).map_or(prompt.len(), |(at, _)| at);
    let prompt = &prompt[..end];
    // 「…眠れなかった日あったよね。あれいつだっけ」 asks in its second sentence for what its first one tells.
    let asks = |sentence: &str| if is_japanese(sentence) { japanese(sentence, prompt) } else { english(sentence) };
    sentences::sentences(prompt).into_iter().find_map(asks)
}

fn of_senses<'a>(senses: impl Iterator<Item = &'a Sense>, is_most: bool) -> Option<FeelingAsked> {
    let (mut tags, mut sum, mut has_any) = (Vec::<Tag>::new(), 0.0, false);
    for sense in senses {
        has_any = true;
        tags.extend(&sense.tags);
        sum += sense.valence;
    }
    let valence = if sum > 0.0 { Valence::Positive } else { Valence::Negative };
    has_any.then(|| FeelingAsked { tags: tags.into_iter().collect(), valence, is_most })
}

// --- English -----------------------------------------------------------------------------------------------------

/// Behind these stands what someone was, or was made.
const VERBS: [&str; 22] = [
    "was", "were", "am", "is", "are", "been", "felt", "feel", "feeling", "got", "get", "did", "have", "has", "i've",
    "made", "makes", "make", "making", "what's", "i'm", "had",
];

/// What may stand between the two.
const FILLERS: [&str; 37] = [
    "i",
    "we",
    "he",
    "she",
    "they",
    "me",
    "us",
    "my",
    "her",
    "his",
    "our",
    "their",
    "the",
    "at",
    "so",
    "really",
    "very",
    "most",
    "more",
    "truly",
    "this",
    "last",
    "ever",
    "been",
    "being",
    "feeling",
    "a",
    "bit",
    "that",
    "particularly",
    "especially",
    "genuinely",
    "actually",
    "say",
    "him",
    "them",
    "feel",
];

/// What may follow a feeling that is all that is said of someone.
const FOLLOWERS: [&str; 38] = [
    "about",
    "of",
    "at",
    "with",
    "on",
    "in",
    "for",
    "because",
    "this",
    "last",
    "lately",
    "recently",
    "today",
    "by",
    "that",
    "to",
    "most",
    "when",
    "while",
    "over",
    "again",
    "since",
    "so",
    "during",
    "the",
    "these",
    "yesterday",
    "me",
    "us",
    "him",
    "her",
    "them",
    "would",
    "ever",
    "and",
    "out",
    "i",
    "we",
];

/// Whom something can be done to.
const WHOM: [&str; 6] = ["me", "us", "him", "her", "them", "my"];

/// What a superlative can be of.
const SPANS: [&str; 16] = [
    "day",
    "days",
    "moment",
    "moments",
    "time",
    "times",
    "memory",
    "memories",
    "week",
    "month",
    "weekend",
    "night",
    "experience",
    "part",
    "thing",
    "point",
];

/// Verbs of taste: what is liked is a fact, and no time when it was felt.
const TASTES: [&str; 22] = [
    "like", "liked", "likes", "love", "loved", "loves", "enjoy", "enjoyed", "want", "wanted", "prefer", "hope",
    "hoped", "need", "wish", "thank", "thanks", "please", "care", "fun", "well", "good",
];

fn english(sentence: &str) -> Option<FeelingAsked> {
    let folded = fold(sentence);
    let is_there = |word: &str| folded.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'').any(|w| w == word);
    let asks = ["when", "what", "what's", "whats", "which"].iter().any(|word| is_there(word))
        || ["tell me about", "a time i", "times i", "a time when", "remind me of"]
            .iter()
            .any(|words| folded.contains(words));
    // The lexicon is large, and most prompts ask nothing of the kind.
    if !asks || !(VERBS.iter().any(|verb| is_there(verb)) || WHOM.iter().any(|whom| is_there(whom))) {
        return None;
    }
    let (text, is_most) = without_degrees(&folded);
    let plain = PlainText::of(&text);
    let tokens = tokens(&plain);
    if let Some(span) = superlative_span(&tokens) {
        return Some(span);
    }
    let found = words::find(&plain);
    let felt = found.iter().filter(|found| {
        let Some(at) = tokens.iter().position(|token| token.start == found.start) else { return false };
        let end = tokens.iter().position(|token| token.start >= found.end).unwrap_or(tokens.len());
        found.sense.valence.abs() >= 0.5
            && !TASTES.contains(&tokens[at].word.as_str())
            && is_felt(&tokens, at..end, is_most)
    });
    of_senses(felt.map(|found| found.sense), is_most)
}

struct AskedToken {
    word: String,
    start: usize,
}

fn tokens(plain: &PlainText) -> Vec<AskedToken> {
    let mut tokens: Vec<AskedToken> = Vec::new();
    let mut is_open = false;
    for (start, c) in plain.characters.iter().enumerate() {
        let is_letter = c.is_ascii_alphanumeric() || *c == '\'';
        match tokens.last_mut() {
            Some(token) if is_open && is_letter => token.word.push(*c),
            _ if is_letter => tokens.push(AskedToken { word: c.to_string(), start }),
            _ => {}
        }
        is_open = is_letter;
    }
    tokens
}

/// "Happiest" is "happy", and the most of it; the text, and whether it had any.
fn without_degrees(folded: &str) -> (String, bool) {
    const NO_DEGREES: [&str; 16] = [
        "best", "worst", "rest", "test", "latest", "last", "west", "guest", "request", "interest", "honest", "forest",
        "invest", "suggest", "arrest", "protest",
    ];
    let mut is_most =
        ["the most", "me most", "at my most", "most ", "worst", "best"].iter().any(|words| folded.contains(words));
    let plain = |word: &str| {
        if NO_DEGREES.contains(&word) || word.len() < 5 {
            return None;
        }
        if let Some(stem) = word.strip_suffix("iest") {
            return Some(format!("{stem}y"));
        }
        let stem = word.strip_suffix("est")?;
        let letters = stem.as_bytes();
        let is_doubled = letters.len() > 3 && letters[letters.len() - 1] == letters[letters.len() - 2];
        Some(if is_doubled && !stem.ends_with("ss") && !stem.ends_with("ll") {
            stem[..stem.len() - 1].to_owned()
        } else {
            stem.to_owned()
        })
    };
    let mut text = String::with_capacity(folded.len());
    let mut word = String::new();
    for c in folded.chars().chain(['\0']) {
        if c.is_ascii_alphabetic() {
            word.push(c);
            continue;
        }
        match plain(&word) {
            Some(stem) => {
                is_most = true;
                text.push_str(&stem);
            }
            None => text.push_str(&word),
        }
        word.clear();
        if c != '\0' {
            text.push(c);
        }
    }
    (text, is_most)
}

/// "My worst day", "the best moments".
fn superlative_span(tokens: &[AskedToken]) -> Option<FeelingAsked> {
    let at = tokens
        .windows(2)
        .position(|pair| matches!(pair[0].word.as_str(), "worst" | "best") && SPANS.contains(&pair[1].word.as_str()))?;
    let is_own =
        tokens[..at].iter().rev().take(3).any(|token| matches!(token.word.as_str(), "my" | "our" | "her" | "his"));
    let valence = if tokens[at].word == "best" { Valence::Positive } else { Valence::Negative };
    // "The best time to prune" is no one's.
    (is_own && tokens.get(at + 2).is_none_or(|next| next.word != "to")).then(|| FeelingAsked {
        tags: TagSet::default(),
        valence,
        is_most: true,
    })
}

/// Whether these words are what someone felt.
fn is_felt(tokens: &[AskedToken], Range { start: at, end }: Range<usize>, is_most: bool) -> bool {
    let word = |place: usize| tokens.get(place).map_or("", |token| token.word.as_str());
    let next = word(end);
    if SPANS.contains(&next) {
        return tokens[..at]
            .iter()
            .rev()
            .take(3)
            .any(|token| matches!(token.word.as_str(), "my" | "our" | "her" | "his"));
    }
    if !next.is_empty() && !FOLLOWERS.contains(&next) {
        return false;
    }
    // "What scared me", "what's been stressing me out".
    let before = at.checked_sub(1).map_or("", word);
    let leads = [
        "what", "what's", "whats", "been", "has", "have", "that", "which", "really", "most", "always", "keeps", "is",
        "was",
    ];
    if WHOM.contains(&next) && leads.contains(&before) {
        return true;
    }
    // "My surgery" is a thing; "my happiest" is not.
    if matches!(before, "my" | "her" | "his" | "our" | "their" | "the" | "a") && !is_most {
        return false;
    }
    let mut has_name = false;
    let mut has_person = false;
    for place in (0..at).rev().take(WORDS_BETWEEN) {
        let between = word(place);
        if VERBS.contains(&between) && !FILLERS.contains(&between) {
            let starts_with_person = matches!(between, "i've" | "i'm");
            let follows_person =
                place.checked_sub(1).is_some_and(|p| matches!(word(p), "i" | "we" | "she" | "he" | "they" | "say"));
            return has_person || has_name || starts_with_person || follows_person;
        }
        has_person |= matches!(
            between,
            "i" | "we" | "me" | "us" | "my" | "he" | "she" | "they" | "him" | "her" | "them" | "our" | "his"
        );
        if !FILLERS.contains(&between) {
            // The word behind the verb may be a name: "when was Mia at her happiest".
            let follows_verb = place.checked_sub(1).is_some_and(|p| VERBS.contains(&word(p)));
            if has_name || !follows_verb || matches!(between, "it" | "there" | "to" | "do" | "does") {
                return false;
            }
            has_name = true;
        }
    }
    false
}

// --- Japanese ----------------------------------------------------------------------------------------------------

/// What makes a noun of a feeling: 嬉しかったこと, 泣いた日.
const NOUNS: [&str; 22] = [
    "こと",
    "事",
    "とき",
    "時",
    "日",
    "瞬間",
    "出来事",
    "できごと",
    "頃",
    "ころ",
    "思い出",
    "のは",
    "のって",
    "のが",
    "のいつ",
    "のも",
    "もの",
    "時期",
    "場面",
    "のっていつ",
    "んは",
    "んって",
];

fn japanese(sentence: &str, prompt: &str) -> Option<FeelingAsked> {
    const ASKING: [&str; 18] = [
        "いつ",
        "何",
        "なに",
        "なん",
        "どんな",
        "どれ",
        "教え",
        "おしえ",
        "?",
        "っけ",
        "あったよね",
        "ある",
        "かな",
        "聞かせ",
        "思い出",
        "覚えて",
        "知りた",
        "あった",
    ];
    let asked = fold(prompt);
    let folded = fold(sentence);
    let ends_with_noun = NOUNS.iter().any(|noun| folded.trim_end().ends_with(noun));
    let has_mark = NOUNS
        .iter()
        .chain(&["いつ", "何に", "何が", "何で", "何を", "なんで", "なにに", "って何", "は何"])
        .any(|m| folded.contains(m));
    if !has_mark || !(ends_with_noun || ASKING.iter().any(|mark| asked.contains(mark))) {
        return None;
    }
    let plain = PlainText::of(&folded);
    let found = words::find(&plain);
    let felt = found.iter().filter(|found| {
        found.sense.valence.abs() >= 0.5 && !found.is_latin && is_felt_in(&plain, found.start, found.end)
    });
    let is_most = ["いちばん", "一番", "最も", "もっとも", "最高に", "一等"].iter().any(|word| folded.contains(word));
    of_senses(felt.map(|found| found.sense), is_most)
}

/// Nouns that name what is felt when one does it.
const FELT_NOUNS: [&str; 24] = [
    "感動", "後悔", "失敗", "心配", "安心", "感謝", "興奮", "緊張", "満足", "絶望", "失望", "落胆", "嫉妬", "反省",
    "動揺", "激怒", "感激", "苦悩", "恐怖", "不安", "幸福", "最悪", "最高", "孤独",
];

fn is_felt_in(plain: &PlainText, start: usize, end: usize) -> bool {
    let tail: String = plain.characters[end..plain.len().min(end + BETWEEN + 6)].iter().collect();
    let head: String = plain.characters[start.saturating_sub(8)..start].iter().collect();
    let word: String = plain.characters[start..end].iter().collect();
    // 手術したこと is an event, 後悔したこと a feeling.
    let is_noun = word.chars().all(|c| script(c) == Script::Kanji)
        && tail.starts_with(['し', 'す', 'さ', 'の', 'を', 'が', 'は', 'に', 'で']);
    if is_noun && !FELT_NOUNS.contains(&word.as_str()) {
        return false;
    }
    // 嬉し|かった|こと: nothing but an ending stands between.
    let noun = NOUNS.iter().filter_map(|noun| tail.find(noun)).min();
    let is_noun_of = noun.is_some_and(|at| {
        let between = &tail[..at];
        let is_ending = between.chars().count() <= BETWEEN && between.chars().all(|c| script(c) == Script::Hiragana);
        // 手術の日, 悲しみのは: no ending stands between.
        is_ending && !between.starts_with('の') && !(between.is_empty() && tail.starts_with(['の', 'ん']))
    });
    let asks_when = head.contains("いつ") && !head.contains(['、', '。']);
    let asks_what = ["何に", "何が", "何で", "何を", "なんで", "なにに", "なにが", "なにを", "何にそんなに"]
        .iter()
        .any(|ask| head.ends_with(ask));
    let is_asked = ["って何", "は何", "ってなに", "ってなん"].iter().any(|ask| tail.starts_with(ask));
    is_noun_of || asks_when || asks_what || is_asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feeling_is_asked_for_in_either_language() {
        let table: &[(&str, Valence, Option<Tag>)] = &[
            ("When was I happiest lately?", Valence::Positive, Some(Tag::Joy)),
            ("when have I been really happy this year?", Valence::Positive, Some(Tag::Joy)),
            ("Which day was I the most excited?", Valence::Positive, Some(Tag::Excitement)),
            ("What have I been proudest of?", Valence::Positive, Some(Tag::Pride)),
            ("What made me angry?", Valence::Negative, Some(Tag::Anger)),
            ("what was it that made me so furious?", Valence::Negative, Some(Tag::Anger)),
            ("What scared me most?", Valence::Negative, Some(Tag::Fear)),
            ("what's been worrying me?", Valence::Negative, Some(Tag::Anxiety)),
            ("What's been my worst day?", Valence::Negative, None),
            ("When was Mia at her happiest?", Valence::Positive, Some(Tag::Joy)),
            ("What am I afraid of?", Valence::Negative, Some(Tag::Fear)),
            ("最近落ち込んだのはいつ？", Valence::Negative, None),
            ("いつ泣いたっけ", Valence::Negative, Some(Tag::Sadness)),
            ("嬉しかったこと教えて", Valence::Positive, Some(Tag::Joy)),
            ("一番悲しかった思い出は？", Valence::Negative, Some(Tag::Sadness)),
            ("何に怒ってたんだっけ", Valence::Negative, Some(Tag::Anger)),
            ("ここ最近でいちばん楽しかった日っていつ？", Valence::Positive, Some(Tag::Joy)),
            ("不安なことって何だっけ", Valence::Negative, Some(Tag::Anxiety)),
        ];
        let mut wrong = Vec::new();
        for (prompt, valence, tag) in table {
            let found = feeling_asked(prompt);
            if !found.is_some_and(|f| f.valence == *valence && tag.is_none_or(|tag| f.tags.has(tag))) {
                wrong.push(format!("{prompt}: {found:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(feeling_asked("When was I happiest?").is_some_and(|f| f.is_most));
        assert!(feeling_asked("嬉しかったこと").is_some_and(|f| !f.is_most));
    }

    #[test]
    fn other_questions_ask_for_no_feeling() {
        let mut wrong = Vec::new();
        for prompt in [
            "What was the name of the lovely cafe we went to?",
            "What's a good gift for my sad friend?",
            "What do I love to eat?",
            "What did I like about the hotel?",
            "When is it happy hour?",
            "What is the best time to prune roses?",
            "I'm so happy today!",
            "what should I wear to a fun party?",
            "When is my mother's surgery?",
            "What did they say to comfort her?",
            "How do I fix the failing tests?",
            "What is my favourite colour?",
            "美味しかった店どこだっけ",
            "父が喜んだプレゼント、なんだっけ？",
            "今日は楽しかった！",
            "悲しい曲を教えて",
            "会議はいつ？",
            "猫の名前は？",
            "手術の日はいつ？",
            "いつ手術したんだっけ",
            "入院したことある？",
            "When is my surgery?",
            "このエラーの原因は何？",
        ] {
            if let Some(found) = feeling_asked(prompt) {
                wrong.push(format!("{prompt}: {found:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
