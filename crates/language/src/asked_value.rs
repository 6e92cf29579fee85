//! What kind of value a question asks for, and whether a sentence has one: "When …?" is answered by a time, "How much
//! …?" by a figure, "Who …?" by a name that the question does not have itself.

use crate::agreement::MONTHS;
use crate::fold::{Script, fold, script};
use crate::message::{MessageType, message_type};
use crate::tokens::{Morpheme, PartOfSpeech, morphemes};
use crate::word_sets::{is_day_or_month, is_in};

/// What a question asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedValue {
    kind: ValueKind,
    /// The names that the question has itself, folded.
    known: Vec<String>,
}

/// A kind of value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum ValueKind {
    /// A day, a date, an hour.
    Time,
    /// A number, a price, an age; no date and no hour.
    Amount,
    /// A colour.
    Colour,
    /// A name or a title.
    Name,
}

/// No more of a prompt than this is read, in bytes: what is asked stands at its beginning or its end.
const MOST_BYTES: usize = 4_000;

/// What the prompt asks for, if it asks for a value.
pub fn asked_value(prompt: &str) -> Option<AskedValue> {
    let kind = asked_kind(prompt)?;
    let known = if kind == ValueKind::Name { names(prompt).collect() } else { Vec::new() };
    Some(AskedValue { kind, known })
}

/// Whether a prompt asks for something, with a question mark or without.
pub fn asks(prompt: &str) -> bool {
    matches!(message_type(prompt), MessageType::Question) || asked_kind(prompt).is_some() || asks_without_a_mark(prompt)
}

fn asked_kind(prompt: &str) -> Option<ValueKind> {
    if prompt.len() > MOST_BYTES {
        return None;
    }
    let folded = fold(prompt);
    let words: Vec<&str> = words_of(&folded).map(|word| word.trim_end_matches("'s")).collect();
    let pairs = || words.windows(2).map(|pair| (pair[0], pair[1]));
    let has = |list: &[&str]| list.iter().any(|word| folded.contains(word));
    let asks_of = |nouns: &[&str]| pairs().any(|(one, next)| matches!(one, "what" | "which") && nouns.contains(&next));
    if words.first() == Some(&"when")
        || folded.contains("when's")
        || pairs().any(|(one, next)| one == "when" && AUXILIARIES.contains(&next))
        || asks_of(&TIME_NOUNS)
        || has(&["いつ", "何時", "何日", "何曜", "何月", "何年", "なんじ", "なんにち"])
    {
        return Some(ValueKind::Time);
    }
    if asks_of(&["colour", "color", "colours", "colors", "shade"]) || has(&["何色", "なに色", "どんな色", "どの色"])
    {
        return Some(ValueKind::Colour);
    }
    if pairs().any(|(one, next)| one == "how" && MEASURES.contains(&next))
        || asks_of(&AMOUNT_NOUNS)
        || has(&["いくら", "いくつ", "どのくらい", "どれくらい", "どのぐらい", "どれぐらい"])
        || folded
            .match_indices('何')
            .any(|(at, _)| COUNTERS.iter().any(|c| folded[at + '何'.len_utf8()..].starts_with(c)))
    {
        return Some(ValueKind::Amount);
    }
    let asks_name = |word: &&str| {
        matches!(
            *word,
            "who" | "whose" | "whom" | "name" | "names" | "named" | "called" | "calling" | "title" | "surname"
        )
    };
    (words.iter().any(asks_name) || has(&NAME_QUESTIONS)).then_some(ValueKind::Name)
}

const NAME_QUESTIONS: [&str; 12] = [
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
fn asks_without_a_mark(prompt: &str) -> bool {
    let end = prompt.trim_end_matches(|c: char| c.is_whitespace() || "。.？?0123456789".contains(c));
    prompt.len() <= MOST_BYTES && (end.ends_with('は') || INTERROGATIVES.iter().any(|word| prompt.contains(word)))
}

const INTERROGATIVES: [&str; 12] =
    ["何か", "何という", "何で", "何を", "何が", "どこ", "どの", "どんな", "誰", "いつ", "なぜ", "だっけ"];

impl AskedValue {
    /// Whether a sentence has a value of that kind.
    pub fn is_in(&self, sentence: &str) -> bool {
        match self.kind {
            ValueKind::Time => has_time(&fold(sentence)),
            ValueKind::Amount => has_amount(&fold(sentence)),
            ValueKind::Colour => has_colour(&fold(sentence)),
            ValueKind::Name => is_quoting(sentence) || names(sentence).any(|name| !self.known.contains(&name)),
        }
    }
}

fn has_time(folded: &str) -> bool {
    let marked = |at: usize, length: usize| {
        let rest = &folded[at + length..];
        ["月", "日", "時", "分", "年", "週", ":", "/", "st", "nd", "rd", "th", "am", "pm"]
            .iter()
            .any(|m| rest.starts_with(m))
    };
    words_of(folded).any(|word| is_time_word(word.trim_end_matches("'s")))
        || folded.match_indices(|c: char| c.is_ascii_digit()).any(|(at, digit)| marked(at, digit.len()))
        || folded.match_indices(|c| "一二三四五六七八九十".contains(c)).any(|(at, digit)| marked(at, digit.len()))
        || JAPANESE_TIMES.iter().any(|word| folded.contains(word))
}

/// Whether an English word is a day, a month or a time of day.
fn is_time_word(word: &str) -> bool {
    is_day_or_month(word) || is_in("time_words", word)
}

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

/// Whether there is a number that is no day and no hour.
fn has_amount(folded: &str) -> bool {
    let counted = |at: usize, length: usize| {
        let rest = &folded[at + length..];
        COUNTERS.iter().chain(&["つ", "万", "千", "百", "時間"]).any(|counter| rest.starts_with(counter))
    };
    figures(folded).any(|(before, after)| !is_of_a_time(before, after))
        || words_of(folded).any(|word| NUMBERS.contains(&word))
        || folded.match_indices(|c| "一二三四五六七八九十百千万半".contains(c)).any(|(at, one)| counted(at, one.len()))
}

/// What stands before and behind each figure.
fn figures(folded: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + folded[end..].find(|c: char| c.is_ascii_digit())?;
        let rest = &folded[start..];
        let length = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.')).unwrap_or(rest.len());
        end = start + length;
        Some((&folded[..start], &folded[end..]))
    })
}

/// Whether a figure with that before and behind it is of a day or an hour.
fn is_of_a_time(before: &str, after: &str) -> bool {
    let last = before.trim_end().rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let next = after.trim_start();
    let is_span = ["時間", "日間", "日分", "年間", "月分", "分間"].iter().any(|span| after.starts_with(span));
    let is_month = |word: &str| word.len() >= 3 && MONTHS.iter().any(|month| month.starts_with(word));
    let ends_in = |marks: &[&str]| marks.iter().any(|mark| after.starts_with(mark));
    let first = next.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    !is_span && ends_in(&["月", "日", "時", "年", ":", "/", "st", "nd", "rd", "th"])
        || before.ends_with([':', '/'])
        || matches!(first, "am" | "pm")
        || is_month(last)
        || is_month(first)
}

fn has_colour(folded: &str) -> bool {
    words_of(folded).any(|word| COLOURS.contains(&word)) || JAPANESE_COLOURS.iter().any(|word| folded.contains(word))
}

const COLOURS: [&str; 39] = [
    "red",
    "blue",
    "green",
    "yellow",
    "orange",
    "purple",
    "pink",
    "brown",
    "black",
    "white",
    "grey",
    "gray",
    "beige",
    "cream",
    "navy",
    "teal",
    "turquoise",
    "violet",
    "lilac",
    "lavender",
    "crimson",
    "scarlet",
    "maroon",
    "burgundy",
    "gold",
    "golden",
    "silver",
    "bronze",
    "indigo",
    "magenta",
    "cyan",
    "mustard",
    "olive",
    "coral",
    "peach",
    "tan",
    "khaki",
    "mint",
    "ivory",
];
const JAPANESE_COLOURS: [&str; 14] =
    ["色", "赤", "青", "緑", "黒", "白", "紫", "紺", "ピンク", "オレンジ", "グレー", "ベージュ", "ブルー", "グリーン"];

const NUMBERS: [&str; 33] = [
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
];

/// Whether something stands in quotes, as titles do.
fn is_quoting(sentence: &str) -> bool {
    sentence.contains(['「', '『', '"', '“'])
}

/// The names of a sentence, folded: words with a capital that do not open it, names of the Japanese dictionary, words
/// in katakana. Days and months are none.
fn names(sentence: &str) -> impl Iterator<Item = String> {
    let is_name = |place: usize, morpheme: &Morpheme<'_>| {
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
    };
    let found: Vec<String> = morphemes(sentence)
        .iter()
        .enumerate()
        .filter(|(place, morpheme)| is_name(*place, morpheme))
        .map(|(_, morpheme)| fold(morpheme.surface).trim_end_matches("'s").to_owned())
        .filter(|name| !is_time_word(name) && !name.starts_with("i'") && name != "may")
        .collect();
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_ask_for_kinds_of_values() {
        use ValueKind::{Amount, Colour, Name, Time};
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
            ("What colour is my bike?", Colour),
            ("自転車って何色だっけ", Colour),
            ("What date's the concert?", Time),
            ("Who sold me the bike?", Name),
            ("What's my landlord's name?", Name),
            ("大家さんの名前なんだっけ", Name),
        ] {
            assert_eq!(asked_kind(prompt), Some(kind), "{prompt}");
        }
        for prompt in ["Fix the tests", "What did I say when I left?", "楽しかったね", "I was happy when it rained"]
        {
            assert_eq!(asked_kind(prompt), None, "{prompt}");
        }
    }

    fn has_value(sentence: &str, kind: ValueKind) -> bool {
        AskedValue { kind, known: Vec::new() }.is_in(sentence)
    }

    #[test]
    fn sentences_have_values() {
        use ValueKind::{Amount, Colour, Name, Time};
        for (sentence, kind) in [
            ("my flight is on December 5 at 9am", Time),
            ("rehearsal moved to Thursdays", Time),
            ("会議は火曜10時に変わった", Time),
            ("the rent is 900 a month", Amount),
            ("she takes two of them", Amount),
            ("we paid $1,200, on May 3", Amount),
            ("薬を1日2回", Amount),
            ("3時間かかった", Amount),
            ("it's navy with a white stripe", Colour),
            ("緑色に塗り直した", Colour),
            ("I rent it from Oskar", Name),
            ("田中さんに借りた", Name),
        ] {
            assert!(has_value(sentence, kind), "{sentence}");
        }
        for (sentence, kind) in [
            ("I like the sea", Time),
            ("I like the sea", Amount),
            ("we were put off to the 8th and 9th", Amount),
            ("the train leaves on May 2 at 9:40", Amount),
            ("home on 12 June at 5 pm", Amount),
            ("5月8日の15時に予約した", Amount),
            ("we painted it last week", Colour),
            ("I like the sea", Name),
            ("He lands on Saturday", Name),
        ] {
            assert!(!has_value(sentence, kind), "{sentence}");
        }
    }

    #[test]
    fn a_name_that_was_asked_with_is_no_answer() {
        let asked = asked_value("What's Oskar's wife called?").expect("a name is asked for");
        assert!(!asked.is_in("we had dinner with Oskar"));
        assert!(asked.is_in("we had dinner with Oskar and Lena"));
    }
}
