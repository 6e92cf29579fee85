//! The names and terms of a text, the most telling first, as they are written.
//!
//! weight = √count · information · position · support; the reply's words count less than the person's.

mod english;
mod japanese;
mod parts;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::fold::{fold, fold_word, is_japanese};
use crate::pattern::regex;
use crate::prose::{ProsePart, parts as parts_of};
use crate::tokens::{TokenKind, is_stop_word, scan, stem};
use crate::word_sets::{is_day_or_month, is_in};

/// The most keywords that a memory has.
pub const MOST: usize = 8;
/// How much a word of the reply counts beside one of the person's.
const REPLY_WEIGHT: f32 = 0.6;
/// How much a name within code counts beside one in prose.
const CODE_WEIGHT: f32 = 0.5;
/// What comes first sets the topic: the first phrase counts this much more, and half of that after as
/// many phrases as the second number says.
const OPENING_WEIGHT: f32 = 0.5;
const OPENING_PHRASES: f32 = 10.0;
/// A phrase counts more when its words come again in other phrases.
const SUPPORT_WEIGHT: f32 = 0.15;
/// Less than this is no keyword.
const LEAST: f32 = 0.6;
/// No keyword is longer than this, in characters.
const LONGEST: usize = 50;

/// Up to eight keywords of a turn.
pub fn keywords(said: &str, replied: &str) -> Vec<String> {
    let mut table = FrequencyTable::default();
    table.add_text(&without_marks(said), 1.0);
    table.add_text(&without_marks(replied), REPLY_WEIGHT);
    let telling = table.weighed().into_iter().filter(Keyword::is_telling).collect();
    apart(telling, MOST)
}

/// Up to `limit` keywords and key phrases of a longer text, the most telling first.
pub fn ranked(text: &str, limit: usize) -> Vec<String> {
    apart(weighed(text), limit)
}

/// Whether a word is a day or a month by its number, or a weekday: 6月, 24日, 土曜.
fn is_japanese_date(folded: &str) -> bool {
    let counts = |c: char| {
        matches!(c, '月' | '日' | '年' | '時' | '分' | '曜' | '週' | '火' | '水' | '木' | '金' | '土')
            || c.is_ascii_digit()
    };
    folded.chars().all(counts) && folded.chars().any(|c| matches!(c, '月' | '日' | '年' | '時' | '分' | '曜' | '週'))
}

/// Whether a keyword tells what people talk about: no stop word, no number, date or single sign, and no filler.
pub fn is_topic(keyword: &str) -> bool {
    let folded = fold(keyword.trim());
    let is_letter = |c: char| c.is_alphabetic();
    let letters = folded.chars().filter(|c| is_letter(*c)).count();
    let has_digits = folded.chars().any(|c| c.is_ascii_digit());
    let is_kana = folded.chars().all(|c| matches!(c, '\u{3041}'..='\u{309F}'));
    let tokens = scan(&folded);
    // When something was or how many there were, not what.
    let is_when = is_day_or_month(&folded) || is_in("date_words", &folded) || is_japanese_date(&folded);
    if is_when || is_in("numbers", &folded) {
        return false;
    }
    let is_empty = |kind: TokenKind, text: &str| is_stop_word(text, kind) || kind == TokenKind::Number;
    let says_nothing = tokens.iter().all(|token| is_empty(token.kind, &fold(token.root)));
    let fewest = if has_digits || is_kana { 3 } else { 2 };
    letters >= fewest
        && !says_nothing
        && !tokens.iter().any(|token| matches!(token.kind, TokenKind::Url | TokenKind::Email))
}

/// Whether something can be known of what a keyword names: of a general noun (様子, "thing") or a mere verb nothing can. Words
/// that no list has are names as a rule.
pub fn names_something(keyword: &str) -> bool {
    use parts::Uses;
    let folded = fold(keyword.trim());
    if !is_topic(keyword) || japanese::is_general_noun(&fold_word(keyword)) {
        return false;
    }
    let is_one_word = folded.chars().all(|c| c.is_ascii_alphabetic());
    let uses = parts::uses(&folded);
    if !is_one_word {
        return true;
    }
    if uses == Uses::default() {
        return !parts::is_compared(&folded);
    }
    // Words like "open" are seldom nouns.
    let is_seldom_noun = uses.any(Uses::LIGHT) || uses.any(Uses::PLAIN) || uses.any(Uses::ADJECTIVE);
    uses.any(Uses::NOUN) && !is_seldom_noun
}

/// Whether a word is a verb wherever it stands in a text: "book" in "Which day do I have to book off?".
pub fn is_verb_in(word: &str, text: &str) -> bool {
    const BEFORE_VERBS: [&str; 18] = [
        "i", "you", "we", "they", "can", "could", "should", "shall", "will", "would", "must", "may", "might", "don't",
        "didn't", "let's", "please", "cannot",
    ];
    // Behind these, "to" leads to a verb: "go to school" does not.
    const BEFORE_TO: [&str; 16] = [
        "have", "has", "had", "want", "wanted", "need", "needed", "how", "going", "like", "supposed", "able", "got",
        "try", "ought", "where",
    ];
    let word = fold(word);
    let folded = fold(&text.replace('’', "'"));
    let said: Vec<&str> =
        folded.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|one| !one.is_empty()).collect();
    let is_verb = |place: usize| match said[..place] {
        [.., before, "to"] => BEFORE_TO.contains(&before),
        [.., before] => BEFORE_VERBS.contains(&before),
        [] => false,
    };
    let mut places = (0..said.len()).filter(|place| said[*place] == word).peekable();
    places.peek().is_some() && places.all(is_verb)
}

/// Whether a word is a participle or a form with -ing: "is coming", "is closed".
pub(crate) fn is_participle_or_ing(word: &str) -> bool {
    let uses = parts::uses(word);
    uses.any(parts::Uses::ING) && !uses.any(parts::Uses::GERUND) || uses.any(parts::Uses::PAST)
}

/// A keyword with its weight and its place among the words of the text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Keyword {
    pub(crate) surface: String,
    pub(crate) key: String,
    pub(crate) weight: f32,
    place: usize,
}

impl Keyword {
    /// Whether it tells enough to be a keyword of a memory.
    fn is_telling(&self) -> bool {
        self.weight >= LEAST
    }
}

/// All words of one text that could be keywords, the heaviest first.
pub(crate) fn weighed(text: &str) -> Vec<Keyword> {
    let mut table = FrequencyTable::default();
    table.add_text(&without_marks(text), 1.0);
    table.weighed()
}

/// The text without the marks of what was secret.
fn without_marks(text: &str) -> Cow<'_, str> {
    if text.contains("[redacted:") { REDACTED.replace_all(text, " ") } else { Cow::Borrowed(text) }
}

static REDACTED: LazyLock<Regex> = LazyLock::new(|| regex(r"\[redacted:[^\]]{0,40}\]"));

/// The heaviest, none of them within one that is heavier.
fn apart(keywords: Vec<Keyword>, limit: usize) -> Vec<String> {
    let mut kept: Vec<Keyword> = Vec::new();
    for keyword in keywords {
        if kept.len() >= limit {
            break;
        }
        if !kept.iter().any(|k| holds(&k.key, &keyword.key)) {
            kept.push(keyword);
        }
    }
    kept.into_iter().map(|keyword| keyword.surface).collect()
}

/// Whether the words of `inner` are among those of `outer`, side by side.
fn holds(outer: &str, inner: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() || !c.is_ascii());
    outer
        .match_indices(inner)
        .any(|(at, _)| is_edge(outer[..at].chars().next_back()) && is_edge(outer[at + inner.len()..].chars().next()))
}

#[derive(Default)]
struct FrequencyTable {
    entries: HashMap<String, WordFrequency>,
    word_counts: HashMap<String, f32>,
    places: usize,
}

struct WordFrequency {
    surface: String,
    information: f32,
    count: f32,
    position: f32,
    place: usize,
}

impl FrequencyTable {
    fn add_text(&mut self, text: &str, share: f32) {
        let opening = self.places;
        let mut english: Option<std::ops::Range<usize>> = None;
        for part in parts_of(text) {
            if let ProsePart::Prose(line) = part
                && !is_japanese(line)
            {
                let start = line.as_ptr() as usize - text.as_ptr() as usize;
                let from = english.take().map_or(start, |block| block.start);
                english = Some(from..start + line.len());
                continue;
            }
            if let Some(block) = english.take() {
                self.add_english(&text[block], share, opening);
            }
            match part {
                ProsePart::Prose(line) => self.add_japanese(line, share, opening),
                ProsePart::Code(language, body) => {
                    let named = language.split_whitespace().next().filter(|l| l.chars().all(char::is_alphanumeric));
                    if let Some(language) = named {
                        self.add(language, stem(&fold(language)), 1.2, share, opening);
                    }
                    self.add_code(body, share * CODE_WEIGHT, opening);
                }
                ProsePart::Trace(lines) => self.add_code(lines, share * CODE_WEIGHT, opening),
            }
        }
        if let Some(block) = english {
            self.add_english(&text[block], share, opening);
        }
    }

    fn add_japanese(&mut self, line: &str, share: f32, opening: usize) {
        for term in japanese::terms(line) {
            self.add(term.surface, term.key, term.information, share, opening);
        }
    }

    fn add_english(&mut self, block: &str, share: f32, opening: usize) {
        for phrase in english::phrases(block) {
            let stems: Vec<String> = phrase.words.iter().map(|word| stem(word)).collect();
            for word in &stems {
                *self.word_counts.entry(word.clone()).or_default() += 1.0;
            }
            self.add(&block[phrase.place], stems.join(" "), phrase.information, share, opening);
        }
    }

    fn add_code(&mut self, body: &str, share: f32, opening: usize) {
        for token in scan(body).into_iter().filter(|t| t.kind == TokenKind::Code) {
            let folded = fold(token.surface);
            if !is_stop_word(&folded, token.kind) {
                self.add(token.surface, folded, 2.0, share, opening);
            }
        }
    }

    fn add(&mut self, surface: &str, key: String, information: f32, share: f32, opening: usize) {
        self.places += 1;
        if information <= 0.0 || key.is_empty() || surface.chars().nth(LONGEST).is_some() {
            return;
        }
        let place = self.places;
        let distance = (place - opening - 1) as f32 / OPENING_PHRASES;
        let position = share * (1.0 + OPENING_WEIGHT / (1.0 + distance));
        let entry = self.entries.entry(key).or_insert_with(|| WordFrequency {
            surface: surface.split_whitespace().collect::<Vec<_>>().join(" "),
            information: 0.0,
            count: 0.0,
            position: 0.0,
            place,
        });
        entry.information = entry.information.max(information);
        entry.position = entry.position.max(position);
        entry.count += 1.0;
    }

    fn weighed(self) -> Vec<Keyword> {
        let counts = self.word_counts;
        let mut keywords: Vec<Keyword> = self
            .entries
            .into_iter()
            .map(|(key, e)| {
                let weight = e.count.sqrt().min(4.0) * e.information * e.position * support(&key, e.count, &counts);
                Keyword { surface: e.surface, key, weight, place: e.place }
            })
            .collect();
        keywords.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.place.cmp(&b.place)));
        keywords
    }
}

/// How much the words of a phrase come again in other phrases.
fn support(key: &str, own: f32, counts: &HashMap<String, f32>) -> f32 {
    let mut words = 0.0_f32;
    let mut others = 0.0_f32;
    for count in key.split(' ').filter_map(|word| counts.get(word)) {
        words += 1.0;
        others += (1.0 + (count - own).max(0.0)).ln();
    }
    1.0 + SUPPORT_WEIGHT * others / words.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(said: &str) -> Vec<String> {
        keywords(said, "")
    }

    #[test]
    fn days_numbers_and_general_words_name_nothing_that_can_be_known() {
        for word in
            ["Kestrel", "lockfile", "dashboard", "keyboard", "invoice", "signing key", "清水", "保証書", "may fair"]
        {
            assert!(is_topic(word) && names_something(word), "{word}");
        }
        for word in ["eleven", "Fridays", "sept", "yesterday", "6月", "2.5"] {
            assert!(!is_topic(word), "{word}");
        }
        for word in ["newer", "largest", "open", "quickly", "things", "様子"] {
            assert!(!names_something(word), "{word}");
        }
    }

    #[test]
    fn a_word_is_a_verb_behind_whoever_does_it() {
        assert!(is_verb_in("book", "Which day do I have to book off?"));
        assert!(is_verb_in("ship", "When can we ship Kestrel?"));
        assert!(!is_verb_in("book", "Which book did I want to book?"));
        assert!(!is_verb_in("book", "Where is the book?"));
        assert!(!is_verb_in("school", "Who goes to school?"));
    }

    #[test]
    fn names_and_terms_come_first_as_they_are_written() {
        let found = keywords("Pythonのリスト内包表記について質問", "基本的な書き方を説明した");
        assert_eq!(found[0], "Python");
        assert!(found.contains(&"リスト内包表記".to_owned()), "{found:?}");
        assert!(found.contains(&"質問".to_owned()), "{found:?}");
    }

    #[test]
    fn people_are_names() {
        assert_eq!(of("田中さんが最近よく話してくれる")[0], "田中");
        assert!(of("yesterday I met Alice Cooper in New York").starts_with(&["Alice Cooper".to_owned()]));
    }

    #[test]
    fn terms_are_noun_phrases_without_verbs_and_small_words() {
        for (said, expected) in [
            ("I finally got the job offer from Google!", &["Google", "job offer"][..]),
            ("My dog Max is sick and the vet says he needs surgery next week", &["Max", "surgery", "vet", "dog"]),
            ("how do I reverse a linked list in place?", &["linked list"]),
            ("Remember that the VPN uses WireGuard now", &["VPN", "WireGuard"]),
            ("昨日、渋谷で佐藤さんと京都旅行の計画を立てた", &["佐藤", "渋谷", "京都旅行", "計画"]),
            ("自然言語処理の学会発表をすることになった", &["自然言語処理", "学会発表"]),
            ("おにぎりが食べたい", &["おにぎり"]),
        ] {
            assert_eq!(of(said), expected, "{said}");
        }
    }

    #[test]
    fn greetings_and_thanks_have_none() {
        for said in [
            "おはよう！今日もよろしくお願いします",
            "ありがとう",
            "Thanks! That worked perfectly.",
            "Hello there!",
            "了解です",
            "Good morning!",
        ] {
            assert!(of(said).is_empty(), "{said}: {:?}", of(said));
        }
    }

    #[test]
    fn titles_contractions_and_marks_of_secrets_are_none() {
        for (said, expected) in [
            ("I have to call Mr. Okafor about the lease", &["Okafor", "lease"][..]),
            ("Dr. Lindqvist says they've moved the scan", &["Lindqvist", "scan"]),
            ("She'd rather meet Prof. Amari at 9 a.m. in the library", &["Amari", "library"]),
            ("my key for the forecast API is [redacted:api_key] now", &["API", "forecast"]),
        ] {
            let found = of(said);
            for word in ["Mr", "Dr", "Prof", "they've", "She'd", "a.m", "redacted", "api_key"] {
                assert!(!found.iter().any(|f| f.split(' ').any(|part| part == word)), "{said}: {found:?}");
            }
            for word in expected {
                assert!(found.iter().any(|f| f.contains(word)), "{said}: {found:?}");
            }
        }
    }

    #[test]
    fn a_long_text_gives_as_many_phrases_as_are_asked_for() {
        let text = "Growing tomatoes on a city balcony\nWe grew cherry tomatoes in clay pots for two summers, with a drip\n\
                    \tirrigation system on one side of the balcony. The soil moisture was measured by cheap sensors, and\n\
                    \tleaf diseases were found early. A rain barrel is recommended.";
        let found = ranked(text, 10);
        for phrase in ["city balcony", "cherry tomatoes", "drip irrigation system", "soil moisture", "rain barrel"] {
            assert!(found.iter().any(|f| f == phrase), "{phrase} is not in {found:?}");
        }
        assert!(found.len() <= 10, "{found:?}");
        assert!(found.iter().all(|f| !f.contains("measured") && !f.contains("recommended")), "{found:?}");
    }

    #[test]
    fn a_keyword_is_not_repeated_within_a_heavier_one() {
        let found = of("machine learning engineer, machine learning engineer, learning engineer");
        assert_eq!(found, ["machine learning engineer"]);
        assert!(
            holds("machine learning", "learning") && !holds("machine learning", "earn") && holds("京都旅行", "京都")
        );
    }

    #[test]
    fn identifiers_are_terms() {
        assert!(of("the bug is in parse_config and src/main.rs").contains(&"parse_config".to_owned()));
        assert!(of("```rust\nlet x = load_settings();\n```").contains(&"load_settings".to_owned()));
    }

    #[test]
    fn small_talk_has_few_and_nothing_has_none() {
        assert!(of("うん、そうだね").is_empty());
        assert!(of("").is_empty());
        assert!(of("yes, I think so").is_empty());
    }

    #[test]
    fn there_are_never_more_than_eight() {
        let many = "りんご アップル バナナ チェリー ドリアン エルダー フィグ グレープ ハニー アイス ジャム";
        assert_eq!(of(many).len(), MOST);
    }
}
