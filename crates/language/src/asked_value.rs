//! What kind of value a question asks for, and whether a sentence has one: "When …?" is answered by a time, "How much
//! …?" by a figure, "Who …?" by a name.

use crate::fold::{Script, fold, script};
use crate::tokens::{PartOfSpeech, morphemes};

/// A kind of value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AskedValue {
    /// A day, a date, an hour.
    Time,
    /// A number, a price, an age.
    Amount,
    /// A name or a title.
    Name,
}

/// No more of a prompt than this is read, in bytes: what is asked stands at its beginning or its end.
const MOST_BYTES: usize = 4_000;

/// The kind of value that the prompt asks for, if it asks for one.
pub fn asked_value(prompt: &str) -> Option<AskedValue> {
    if prompt.len() > MOST_BYTES {
        return None;
    }
    let folded = fold(prompt);
    let words: Vec<&str> = words_of(&folded).collect();
    let pairs = || words.windows(2).map(|pair| (pair[0], pair[1]));
    let has = |list: &[&str]| list.iter().any(|word| folded.contains(word));
    let begins = words.first().is_some_and(|word| matches!(*word, "when" | "when's"));
    if begins
        || words.contains(&"when's")
        || pairs().any(|(one, next)| one == "when" && AUXILIARIES.contains(&next))
        || pairs().any(|(one, next)| matches!(one, "what" | "which") && TIME_NOUNS.contains(&next))
        || has(&["いつ", "何時", "何日", "何曜", "何月", "何年", "なんじ", "なんにち"])
    {
        return Some(AskedValue::Time);
    }
    if pairs().any(|(one, next)| one == "how" && MEASURES.contains(&next))
        || pairs().any(|(one, next)| matches!(one, "what" | "which") && AMOUNT_NOUNS.contains(&next))
        || has(&["いくら", "いくつ", "どのくらい", "どれくらい", "どのぐらい", "どれぐらい"])
        || folded
            .match_indices('何')
            .any(|(at, _)| COUNTERS.iter().any(|c| folded[at + '何'.len_utf8()..].starts_with(c)))
    {
        return Some(AskedValue::Amount);
    }
    let asks_name = |word: &&str| {
        matches!(
            *word,
            "who" | "who's" | "whose" | "whom" | "name" | "names" | "named" | "called" | "calling" | "title"
        )
    };
    let in_japanese = [
        "誰",
        "だれ",
        "名前",
        "なんていう",
        "何ていう",
        "何という",
        "なんて言う",
        "呼び名",
        "苗字",
        "屋号",
        "タイトル",
        "題名",
    ];
    (words.iter().any(|word| asks_name(&word)) || has(&in_japanese)).then_some(AskedValue::Name)
}

/// The words of a folded text in an alphabet, with what is shortened in them.
fn words_of(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'').filter(|word| !word.is_empty())
}

const AUXILIARIES: [&str; 17] = [
    "is", "are", "was", "were", "do", "does", "did", "will", "would", "should", "shall", "can", "could", "am", "has",
    "have", "had",
];
const TIME_NOUNS: [&str; 12] =
    ["time", "day", "days", "date", "dates", "night", "nights", "weekend", "week", "month", "year", "hour"];
const MEASURES: [&str; 18] = [
    "much", "many", "old", "long", "often", "far", "tall", "big", "large", "close", "high", "heavy", "late", "early",
    "fast", "deep", "hot", "cold",
];
const AMOUNT_NOUNS: [&str; 12] = [
    "price",
    "size",
    "number",
    "port",
    "version",
    "score",
    "age",
    "amount",
    "percentage",
    "dose",
    "temperature",
    "weight",
];
const COUNTERS: [&str; 26] = [
    "円", "歳", "才", "人", "個", "回", "秒", "分", "キロ", "枚", "本", "度", "番", "ヶ月", "か月", "週間", "泊", "杯",
    "錠", "割", "点", "倍", "行", "件", "台", "匹",
];

/// Whether a Japanese prompt asks without a question mark: with an interrogative, or by leaving off after its topic.
pub fn asks_without_a_mark(prompt: &str) -> bool {
    let end = prompt.trim_end_matches(|c: char| c.is_whitespace() || "。.？?0123456789".contains(c));
    prompt.len() <= MOST_BYTES && (end.ends_with('は') || INTERROGATIVES.iter().any(|word| prompt.contains(word)))
}

const INTERROGATIVES: [&str; 12] =
    ["何か", "何という", "何で", "何を", "何が", "どこ", "どの", "どんな", "誰", "いつ", "なぜ", "だっけ"];

/// Whether a sentence has a value of that kind.
pub fn has_value(sentence: &str, kind: AskedValue) -> bool {
    match kind {
        AskedValue::Time => has_time(&fold(sentence)),
        AskedValue::Amount => has_amount(&fold(sentence)),
        AskedValue::Name => has_name(sentence),
    }
}

fn has_time(folded: &str) -> bool {
    let marked = |at: usize, length: usize| {
        let rest = &folded[at + length..];
        ["月", "日", "時", "分", "年", "週", ":", "/", "st", "nd", "rd", "th", "am", "pm"]
            .iter()
            .any(|m| rest.starts_with(m))
    };
    words_of(folded).any(|word| TIME_WORDS.contains(&word.trim_end_matches("'s")))
        || folded.match_indices(|c: char| c.is_ascii_digit()).any(|(at, digit)| marked(at, digit.len()))
        || folded.match_indices(|c| "一二三四五六七八九十".contains(c)).any(|(at, digit)| marked(at, digit.len()))
        || JAPANESE_TIMES.iter().any(|word| folded.contains(word))
}

const TIME_WORDS: [&str; 48] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mondays",
    "tuesdays",
    "wednesdays",
    "thursdays",
    "fridays",
    "saturdays",
    "sundays",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "today",
    "tonight",
    "tomorrow",
    "yesterday",
    "noon",
    "midnight",
    "morning",
    "evening",
    "weekend",
    "week",
    "month",
    "o'clock",
];
const JAPANESE_TIMES: [&str; 18] = [
    "曜",
    "明日",
    "明後日",
    "昨日",
    "今日",
    "来週",
    "来月",
    "今週",
    "今月",
    "週末",
    "先週",
    "毎週",
    "毎月",
    "毎日",
    "月末",
    "午前",
    "午後",
    "来年",
];

fn has_amount(folded: &str) -> bool {
    let counted = |at: usize, length: usize| {
        let rest = &folded[at + length..];
        COUNTERS.iter().chain(&["つ", "万", "千", "百", "時間"]).any(|counter| rest.starts_with(counter))
    };
    folded.contains(|c: char| c.is_ascii_digit())
        || words_of(folded).any(|word| NUMBERS.contains(&word))
        || folded.match_indices(|c| "一二三四五六七八九十百千万半".contains(c)).any(|(at, one)| counted(at, one.len()))
}

const NUMBERS: [&str; 35] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "dozen",
    "half",
    "once",
    "twice",
    "couple",
];

/// Whether there is a name: a word with a capital that does not open the sentence, something in quotes, a name of the
/// Japanese dictionary, a word in katakana.
fn has_name(sentence: &str) -> bool {
    if sentence.contains(['「', '『', '"', '“']) {
        return true;
    }
    let found = morphemes(sentence);
    found.iter().enumerate().any(|(place, morpheme)| {
        let surface = morpheme.surface;
        let is_capital = surface.chars().next().is_some_and(char::is_uppercase);
        match morpheme.part {
            PartOfSpeech::Word => place > 0 && is_capital && surface.chars().nth(1).is_some(),
            PartOfSpeech::ProperNoun | PartOfSpeech::Person | PartOfSpeech::Place | PartOfSpeech::Organisation => true,
            _ => {
                morpheme.is_unknown
                    && surface.chars().count() > 1
                    && surface.chars().all(|c| script(c) == Script::Katakana)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_ask_for_kinds_of_values() {
        use AskedValue::{Amount, Name, Time};
        for (prompt, kind) in [
            ("When do I fly?", Time),
            ("so when's the dentist", Time),
            ("Which day is the rehearsal again?", Time),
            ("会議はいつ？", Time),
            ("次の通院って何日だったっけ", Time),
            ("How much was the rent?", Amount),
            ("how old is Rex now", Amount),
            ("家賃いくらだったっけ", Amount),
            ("一日何錠飲むんだった？", Amount),
            ("Who sold me the bike?", Name),
            ("What's my landlord's name?", Name),
            ("大家さんの名前なんだっけ", Name),
        ] {
            assert_eq!(asked_value(prompt), Some(kind), "{prompt}");
        }
        for prompt in ["Fix the tests", "What did I say when I left?", "楽しかったね", "I was happy when it rained"]
        {
            assert_eq!(asked_value(prompt), None, "{prompt}");
        }
    }

    #[test]
    fn sentences_have_values() {
        use AskedValue::{Amount, Name, Time};
        for (sentence, kind) in [
            ("my flight is on December 5 at 9am", Time),
            ("rehearsal moved to Thursdays", Time),
            ("会議は火曜10時に変わった", Time),
            ("the rent is 900 a month", Amount),
            ("she takes two of them", Amount),
            ("薬を1日2回", Amount),
            ("I rent it from Oskar", Name),
            ("田中さんに借りた", Name),
        ] {
            assert!(has_value(sentence, kind), "{sentence}");
        }
        assert!(!has_value("I like the sea", Time));
        assert!(!has_value("I like the sea", Amount));
        assert!(!has_value("I like the sea", Name));
    }
}
