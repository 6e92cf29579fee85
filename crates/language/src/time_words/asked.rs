//! Whether a prompt asks for a time, and for which: "what did we talk about last week?", 「来月の予定は？」.
//!
//! A time that is only mentioned ("I slept badly last night") is not asked for, nor is one that only bounds a length
//! ("since Monday", 先月から). The words of a time that was understood are not searched for.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use jiff::ToSpan;
use jiff::civil::Date;
use omoide_core::Moment;

use super::atom::{Looking, Period};
use super::calendar::{Calendar, days_between};
use super::{TimeMention, beginning, dates_of_window, each_mention, tense};
use crate::fold::{fold, is_japanese};
use crate::message::{MessageType, message_type};
use crate::sentences;
use crate::tokens::{PartOfSpeech, content_words, morphemes};

/// The most mentions that are looked at.
const MOST_MENTIONS: usize = 8;
/// Someone who tells what is to come names a day, not a month.
const MOST_DAYS_TOLD: i64 = 2;
/// A prompt without a verb is a phrase that is looked for, up to so many words.
const MOST_WORDS_OF_A_PHRASE: usize = 9;

/// What a prompt wants of a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeAsk {
    /// All that there is of it.
    All,
    /// Something else, of that time.
    Within,
    /// Nothing is asked; a day to come is named.
    Coming,
}

/// A time that a prompt asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct TimeWindow {
    /// When it begins and when it is over, in whole days.
    pub from: Moment,
    /// This moment is no part of it.
    pub to: Moment,
    /// The hours of the day that are meant, where these are told: they are misremembered, so that they decide little.
    pub hours: Option<(Moment, Moment)>,
    /// Whether it is only about that time, so that the days beside it may be meant as well.
    pub is_about: bool,
    /// Whether what was said at that time answers; not where the prompt looks ahead.
    pub takes_said: bool,
    /// By what memories are looked up that speak of it.
    pub dates: Vec<String>,
}

/// The time that a prompt asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct TimeAsked {
    /// What is wanted of it.
    pub asks: TimeAsk,
    /// The time; two where the words do not tell whether it is behind or ahead.
    pub windows: Vec<TimeWindow>,
    /// Whether what the one who asks did or went through is asked for.
    pub is_personal: bool,
}

/// What a prompt says about time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timed {
    /// What it asks for.
    pub asked: Option<TimeAsked>,
    /// The places of the words that only say when.
    pub words: Vec<Range<usize>>,
    /// Whether it asks and says "lately" or "last time".
    pub is_recent: bool,
}

/// What a prompt says about time, seen from `now`.
pub fn time_asked(prompt: &str, now: Moment) -> Timed {
    let text = beginning(prompt);
    let mut mentions: Vec<TimeMention> = Vec::new();
    each_mention(text, Calendar::at(now), |mention| {
        if mentions.len() < MOST_MENTIONS {
            mentions.push(mention);
        }
    });
    if mentions.is_empty() {
        return Timed::default();
    }
    let prompt = PromptSentences::new(text, &mentions);
    let today = Calendar::at(now).today;
    let only_says_when = |mention: &&TimeMention| is_calendar_word(mention) && !is_history(mention, today);
    let words = mentions.iter().filter(only_says_when).map(|mention| mention.place.clone()).collect();
    let is_recent = mentions.iter().any(|m| m.stretch.days().is_none() && m.stretch.is_past() && prompt.is_asked(m));
    let asked = prompt.asked(now).or_else(|| prompt.coming(now));
    Timed { asked, words, is_recent }
}

/// What lies so many days back was hardly said to an agent: "1949" is asked for as a word.
const HISTORY: i64 = 2 * 366;

fn is_history(mention: &TimeMention, today: Date) -> bool {
    mention.stretch.days().is_some_and(|(_, after)| days_between(after, today) > HISTORY)
}

/// Whether the words say nothing beside the time. "Christmas" is also a word for what is done then.
fn is_calendar_word(mention: &TimeMention) -> bool {
    !has_name(mention) && !mention.run.is_hour_alone()
}

fn has_name(mention: &TimeMention) -> bool {
    matches!(mention.run.period, Some(Period::Days(..) | Period::Nth(..) | Period::Easter))
}

/// A prompt with its sentences.
struct PromptSentences<'a> {
    text: &'a str,
    lower: String,
    sentences: Vec<Range<usize>>,
    mentions: &'a [TimeMention],
}

impl<'a> PromptSentences<'a> {
    fn new(text: &'a str, mentions: &'a [TimeMention]) -> Self {
        Self { text, lower: text.to_ascii_lowercase(), sentences: sentences::spans(text), mentions }
    }

    /// The time that is asked for: the most exact of those that are.
    fn asked(&self, now: Moment) -> Option<TimeAsked> {
        let length = |mention: &&TimeMention| {
            mention.stretch.days().map_or(i64::MAX, |(first, after)| days_between(first, after))
        };
        let is_meant = |mention: &&TimeMention| {
            mention.stretch.days().is_some()
                && !mention.run.is_hour_alone()
                && !self.is_bound(mention)
                && self.is_asked(mention)
        };
        let mention = self.mentions.iter().filter(is_meant).min_by_key(length)?;
        let place = self.sentence_of(mention);
        let sentence = &self.text[place.clone()];
        let looking = self.looking(mention, sentence);
        let windows = self.windows(mention, looking, now);
        let is_all = self.asks_for_all(&place);
        // "Is May a good month to sow?" does not ask what there is in May.
        let is_general = !is_all && windows.iter().all(|window| !window.takes_said) && !is_schedule(sentence);
        // "How long does the rainy season last?" asks for a thing, and not for what was then.
        let is_thing = has_name(mention) && !is_all;
        if windows.is_empty() || (is_general || is_thing) && !is_personal(sentence) {
            return None;
        }
        let asks = if is_all { TimeAsk::All } else { TimeAsk::Within };
        Some(TimeAsked { asks, windows, is_personal: is_personal(sentence) })
    }

    /// A day to come that is only named: "I'm free on the 20th".
    fn coming(&self, now: Moment) -> Option<TimeAsked> {
        let today = now.date();
        let (first, after) = self
            .mentions
            .iter()
            .filter(|mention| !mention.run.is_hour_alone() && mention.run.from_now.is_none() && !self.is_bound(mention))
            .filter_map(|mention| mention.stretch.days())
            .find(|(first, after)| *first > today && days_between(*first, *after) <= MOST_DAYS_TOLD)?;
        let windows = vec![window((first, after), None, now)];
        Some(TimeAsked { asks: TimeAsk::Coming, windows, is_personal: false })
    }

    fn sentence_of(&self, mention: &TimeMention) -> Range<usize> {
        let found = self.sentences.iter().find(|sentence| sentence.contains(&mention.place.start));
        found.cloned().unwrap_or(0..self.text.len())
    }

    /// Where the words look; a plan is to come, whatever its verb.
    fn looking(&self, mention: &TimeMention, sentence: &str) -> Looking {
        match tense::looking(&self.lower, &mention.place) {
            Looking::Either if is_schedule(sentence) => Looking::Ahead,
            looking => looking,
        }
    }

    fn windows(&self, mention: &TimeMention, looking: Looking, now: Moment) -> Vec<TimeWindow> {
        let calendar = Calendar::at(now);
        let sides: &[Looking] = match looking {
            Looking::Either if mention.run.is_undirected() => &[Looking::Back, Looking::Ahead],
            Looking::Either => &[Looking::Either],
            Looking::Back => &[Looking::Back],
            Looking::Ahead => &[Looking::Ahead],
        };
        let mut windows: Vec<TimeWindow> = Vec::new();
        for side in sides {
            let stretch = calendar.looking(*side).stretch(&mention.run);
            let Some(days) = stretch.and_then(|stretch| stretch.days()) else { continue };
            let (from, to) = stretch.map_or((now, now), |stretch| stretch.moments(now));
            let has_hours = mention.run.part.is_some() || mention.run.clock.is_some();
            let window = TimeWindow {
                is_about: self.is_about(mention),
                takes_said: days.0 <= calendar.today && (*side != Looking::Ahead || days.1 <= calendar.today),
                ..window(days, has_hours.then_some((from, to)), now)
            };
            if !windows.contains(&window) {
                windows.push(window);
            }
        }
        windows
    }

    /// "Around the 24th", 24日頃.
    fn is_about(&self, mention: &TimeMention) -> bool {
        let before = self.lower[..mention.place.start].trim_end().trim_end_matches(" the");
        let after = &self.lower[mention.place.end..];
        ["around", "roughly"].iter().any(|word| before.ends_with(word))
            || ["頃", "ごろ", "ころ", "あたり", "前後", "くらい", "ぐらい"].iter().any(|word| after.starts_with(word))
    }

    /// Whether the time only bounds a length: "since Monday", 先月から, 金曜まで.
    fn is_bound(&self, mention: &TimeMention) -> bool {
        const BEFORE: [&str; 8] = ["since", "until", "till", "than", "ever since", "before", "after", "from"];
        const AFTER: [&str; 7] = ["から", "まで", "以来", "以降", "より", "以前", "ぶり"];
        let before = self.lower[..mention.place.start].trim_end().trim_end_matches(" the");
        let word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let after = self.lower[mention.place.end..].trim_start();
        // 昨日からの話 still asks for it; 金曜までに is when something is due.
        let is_due = after.starts_with("までに") || after.starts_with("までの");
        BEFORE.contains(&word) || (AFTER.iter().any(|mark| after.starts_with(mark)) && !is_due)
    }

    /// Whether the clause of a time asks for something.
    fn is_asked(&self, mention: &TimeMention) -> bool {
        let place = self.sentence_of(mention);
        let sentence = &self.text[place.clone()];
        if is_asking(sentence) {
            return !self.is_aside(mention, &place);
        }
        // 「先週の水曜、午前休とったよね。何したんだっけ」: what follows asks for nothing by itself.
        let next = self.sentences.iter().find(|other| other.start >= place.end);
        let goes_on = next.is_some_and(|next| {
            let next = &self.text[next.clone()];
            is_asking(next) && is_beside_time(next) && !self.has_mention_in(next)
        });
        (goes_on && is_topic(&self.lower[mention.place.end..])) || self.is_phrase(&place, mention)
    }

    fn has_mention_in(&self, sentence: &str) -> bool {
        let start = sentence.as_ptr() as usize - self.text.as_ptr() as usize;
        let place = start..start + sentence.len();
        self.mentions.iter().any(|mention| place.contains(&mention.place.start))
    }

    /// Whether a clause beside the question tells of the time: "I slept badly last night, what was that tea?".
    fn is_aside(&self, mention: &TimeMention, sentence: &Range<usize>) -> bool {
        let marks = [',', '、', ';', '—', '–', '('];
        let end = self.text[mention.place.end..sentence.end].find(marks).map(|at| mention.place.end + at);
        let Some(end) = end else { return false };
        let start = self.text[sentence.start..mention.place.start]
            .rfind(marks)
            .map_or(sentence.start, |at| sentence.start + at);
        let clause = self.lower[start..end].trim_matches(|c: char| !c.is_alphanumeric());
        if is_japanese(clause) {
            let tail = self.lower[mention.place.end..end].trim_end();
            return ["けど", "けれど", "が", "から", "ので", "し", "のに", "て", "で", "けん", "たら"]
                .iter()
                .any(|mark| tail.ends_with(mark) && tail.len() > mark.len() + "に".len());
        }
        let first = clause.split(' ').next().unwrap_or_default();
        let is_told = ["i", "i'm", "i've", "we", "we're", "we've", "he", "she", "they", "it", "my", "the", "our"]
            .contains(&first);
        is_told && clause.split(' ').nth(2).is_some() && !is_asking(clause)
    }

    /// A phrase without a verb: "the meeting yesterday", 昨日の会議.
    fn is_phrase(&self, sentence: &Range<usize>, mention: &TimeMention) -> bool {
        let text = &self.text[sentence.clone()];
        if is_japanese(text) {
            let is_of = self.lower[mention.place.end..].starts_with('の') || mention.place.end == sentence.end;
            let last = morphemes(text).into_iter().rfind(|m| m.part != PartOfSpeech::Symbol);
            let is_noun = |part: PartOfSpeech| {
                matches!(
                    part,
                    PartOfSpeech::Noun
                        | PartOfSpeech::ActionNoun
                        | PartOfSpeech::AdverbialNoun
                        | PartOfSpeech::DependentNoun
                        | PartOfSpeech::ProperNoun
                        | PartOfSpeech::Counter
                        | PartOfSpeech::Suffix
                )
            };
            return is_of && last.is_some_and(|m| is_noun(m.part));
        }
        let lower = &self.lower[sentence.clone()];
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
        const TELLERS: [&str; 14] =
            ["i", "i'm", "i've", "i'll", "we", "we're", "we've", "you", "he", "she", "they", "it", "it's", "let's"];
        let has_verb = tense::has_verb(&words) || words.iter().any(|word| TELLERS.contains(word));
        words.len() <= MOST_WORDS_OF_A_PHRASE && !has_verb && !text.trim_end().ends_with('!')
    }

    /// Whether a sentence asks for the time and nothing else, and no other sentence asks for something.
    fn asks_for_all(&self, place: &Range<usize>) -> bool {
        let others = self.sentences.iter().filter(|other| *other != place).map(|other| &self.text[other.clone()]);
        let mut others = others.filter(|other| is_asking(other));
        is_beside_time(&self.without_times(place)) && others.all(is_beside_time)
    }

    fn without_times(&self, place: &Range<usize>) -> String {
        let mut left = String::with_capacity(place.len());
        let mut from = place.start;
        for mention in self.mentions.iter().filter(|mention| place.contains(&mention.place.start)) {
            left.push_str(&self.text[from.min(mention.place.start)..mention.place.start]);
            left.push(' ');
            from = mention.place.end;
        }
        left.push_str(&self.text[from.min(place.end)..place.end]);
        without_asides(&left)
    }
}

fn window((first, after): (Date, Date), hours: Option<(Moment, Moment)>, now: Moment) -> TimeWindow {
    let (from, to) = (now.at_hour(first, 0), now.at_hour(after, 0));
    // A night reaches into the next day.
    let to = hours.map_or(to, |(_, end)| if end.unix_micros() > to.unix_micros() { end } else { to });
    let last = hours.filter(|(_, end)| end.unix_micros() > now.at_hour(after, 0).unix_micros());
    let after = last.and_then(|_| after.checked_add(1.day()).ok()).unwrap_or(after);
    TimeWindow { from, to, hours, is_about: false, takes_said: false, dates: dates_of_window(first, after) }
}

/// What stands in round brackets is said aside.
fn without_asides(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|c| {
            match c {
                '(' | '（' => depth += 1,
                ')' | '）' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect()
}

/// Whether a time stands there to be spoken of: 先週の水曜、 or 水曜は.
fn is_topic(after: &str) -> bool {
    after.is_empty() || ["、", ",", "は", "って", "の", " "].iter().any(|mark| after.starts_with(mark))
}

/// Whether a sentence wants to know something.
fn is_asking(sentence: &str) -> bool {
    const JAPANESE: [&str; 15] = [
        "っけ",
        "かな",
        "かしら",
        "だろう",
        "でしょう",
        "よね",
        "教えて",
        "おしえて",
        "思い出し",
        "思い出せ",
        "覚えて",
        "おぼえて",
        "やっけ",
        "なんだった",
        "何だった",
    ];
    const ENGLISH: [&str; 16] = [
        "remind me",
        "tell me",
        "show me",
        "remember what",
        "remember when",
        "do you remember",
        "i wonder",
        "what did",
        "what was",
        "what were",
        "what happened",
        "what do",
        "what have",
        "can't remember",
        "cannot remember",
        "don't remember",
    ];
    let folded = fold(sentence);
    let said = folded.trim();
    said.trim_end_matches([')', '」', '"', ' ']).ends_with('?')
        || (said.contains('?') && said.ends_with(')'))
        || JAPANESE.iter().any(|mark| said.contains(mark))
        || ENGLISH.iter().any(|mark| said.contains(mark) && !said.contains("remind me to"))
        || message_type(sentence) == MessageType::Question
}

/// Whether a sentence speaks of plans.
fn is_schedule(sentence: &str) -> bool {
    const WORDS: [&str; 26] = [
        "anything on",
        "something on",
        "anything planned",
        "plan for",
        "plans for",
        "any plans",
        "schedule",
        "coming up",
        "come up",
        "appointment",
        "agenda",
        "am i free",
        "free on",
        "do i have",
        "do we have",
        "have on",
        "got on",
        "am i busy",
        "calendar",
        "予定",
        "空いて",
        "用事",
        "スケジュール",
        "約束",
        "何かある",
        "なんかある",
    ];
    let folded = fold(sentence);
    WORDS.iter().any(|word| folded.contains(word))
}

/// Whether a sentence asks what someone did or went through: "I", "we", or a question about the past in Japanese, where
/// nobody says who.
fn is_personal(sentence: &str) -> bool {
    let folded = fold(sentence);
    if is_japanese(sentence) {
        const OWN: [&str; 12] =
            ["私", "わたし", "僕", "ぼく", "俺", "おれ", "自分", "うち", "あたし", "っけ", "ましたか", "予定"];
        return tense::says_past(&folded) || OWN.iter().any(|word| folded.contains(word));
    }
    const OWN: [&str; 14] =
        ["i", "me", "my", "mine", "we", "us", "our", "i'm", "i've", "i'd", "i'll", "we're", "we've", "myself"];
    folded.split(|c: char| !c.is_ascii_alphanumeric() && c != '\'').any(|word| OWN.contains(&word))
}

/// Whether a sentence, without its time, has nothing else that it is about.
fn is_beside_time(sentence: &str) -> bool {
    let mut left = without_asides(sentence);
    for ending in ["んだっけ", "んやっけ", "だっけ", "やっけ", "っけ"] {
        left = left.replace(ending, " ");
    }
    content_words(&left).iter().all(|word| BESIDE.contains(word))
}

/// Words that a prompt may have beside a time for the time alone to be its subject: "what did we talk about last
/// week?" asks for all of it, 「今日の株価は？」 for one thing.
static BESIDE: LazyLock<HashSet<String>> = LazyLock::new(|| {
    const WORDS: &str = "do happen talk speak say tell discuss chat mention remember recall remind know thing event day \
        up plan schedule coming occur anything something everything stuff spend write message around busy free agenda \
        calendar appointment look back summary summarize summarise again exactly kind week month night morning evening \
        する やる ある 起きる 起こる 話 話す 話題 会話 言う 教える 出来事 覚える 思い出す 思い出 記憶 内容 過ごす 予定 用事 何 なに なにか 何か なんか \
        スケジュール 約束 振り返る まとめ まとめる 日 私 わたし 僕 俺 自分 うち 空く 入る 書く 送る こと できごと 一日 様子 事 おる いる どう";
    let mut words: HashSet<String> = content_words(WORDS).into_iter().collect();
    words.extend(WORDS.split_whitespace().map(str::to_owned));
    words
});

#[cfg(test)]
#[path = "asked_tests.rs"]
mod tests;
