//! How a prompt is searched for, by rule (S3 検索クエリ生成, SPEC R4).

use std::ops::Range;

use omoide_core::ports::TimeHint;
use omoide_core::{Intent, Moment};

use crate::emotion::{FeelingAsked, feeling_asked, is_about_more};
use crate::fold::fold;
use crate::keywords::weighed;
use crate::people::{names, people};
use crate::pronunciation::{self, Sounding};
use crate::sentences::sentences;
use crate::time_words::{TimeAsk, TimeAsked, Timed};
use crate::tokens::content_words;
use crate::{intent, strip, time_words};

/// Most keywords of a plan.
pub const MOST_KEYWORDS: usize = 3;

/// How much of a prompt is looked at for keywords and people: what is asked is near the start, and what
/// is pasted behind it is not asked for.
const LOOKED_AT: usize = 2_000;

/// Signs between which a phrase is meant to the letter.
const QUOTES: [(char, char); 6] = [('「', '」'), ('『', '』'), ('"', '"'), ('“', '”'), ('〈', '〉'), ('《', '》')];

/// From this weight on a word is told apart from others by itself; general words (店, cafe, 名前) stay below
/// it, terms (linter, インストール手順) and names are above.
const DISTINCTIVE: f32 = 1.55;

/// What leads up to a time and says nothing without it.
const BEFORE_A_TIME: [&str; 9] = ["in", "on", "at", "during", "since", "from", "by", "around", "of"];

/// What follows a time and says nothing without it.
const AFTER_A_TIME: [&str; 3] = ["の", "に", "は"];

/// A quoted phrase is no longer than this, in characters.
const LONGEST_QUOTE: usize = 60;

/// What a prompt is after.
pub fn intent_of(prompt: &str) -> Intent {
    intent::intent(strip::strip(prompt).trim())
}

/// How a prompt is understood: what every ranking has a use for. Its keywords, for which all that a word can be is looked
/// at, take as long again as a small recall; whoever wants them asks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Gist {
    /// The time that the prompt speaks of.
    pub time: Option<TimeHint>,
    /// What it asks of a time.
    pub asked: Option<TimeAsked>,
    /// The people that it names: by a form that names a person, or by a usual given name.
    pub people: Vec<String>,
    /// All that it writes as a name, of people, places or things.
    pub names: Vec<String>,
    /// The feeling by which it asks for memories.
    pub feeling: Option<FeelingAsked>,
    /// Whether it says "lately" or "last time" of what it asks for.
    pub is_recent: bool,
    /// What is searched for: the prompt without the words that only say when; nothing where it asks for all of a time,
    /// or for a feeling and nothing else.
    pub searched: String,
    /// The beginning of the prompt without the words that only say when.
    timeless: String,
}

impl Gist {
    /// Names and phrases of the prompt, the most distinctive first, at most three; none when it has nothing but general
    /// words. `prompt` is what the gist is of.
    pub fn keywords(&self, prompt: &str) -> Vec<String> {
        keywords(beginning(strip::strip(prompt).trim()), &self.timeless)
    }
}

/// A prompt of so many sentences is a piece of a talk.
const MANY_SENTENCES: usize = 4;

/// What a prompt says of time and people, seen from `now`.
pub fn gist(prompt: &str, now: Moment) -> Gist {
    let stripped = strip::strip(prompt);
    let text = stripped.trim();
    let Timed { asked, words, is_recent } = time_words::time_asked(text, now);
    let is_talk = sentences(text).len() >= MANY_SENTENCES;
    let rest = without(text, &words);
    let timeless = without(beginning(text), &words);
    let (people, names) = (people(&timeless), names(&timeless));
    // Of someone who is named, a feeling is one thing among others, unless the strongest is wanted. "What makes Tim the
    // best?" is no question of feeling.
    let is_judged = || ["the best", "the worst"].iter().any(|judgement| fold(text).contains(judgement));
    let is_meant = |felt: &FeelingAsked| names.is_empty() || felt.is_most && !is_judged();
    let feeling = if is_talk { None } else { feeling_asked(text).filter(is_meant) };
    let searched = match &asked {
        _ if feeling.is_some() && !is_about_more(&rest) => String::new(),
        Some(TimeAsked { asks: TimeAsk::All, .. }) => String::new(),
        // A piece of a talk is searched for as it stands: what it says of time is part of it.
        _ if words.is_empty() || is_talk => text.to_owned(),
        _ => semantic_query(text, &words),
    };
    let within = || asked.as_ref()?.windows.iter().find(|window| window.takes_said);
    let time = within().map(|window| TimeHint::Within(window.from, window.to));
    // Of a feeling "lately" says little: it is not the last turn that is asked for.
    let prefers_last = is_recent && asked.is_none() && feeling.is_none();
    let time = time.or(prefers_last.then_some(TimeHint::Recent));
    Gist { time, asked, people, names, feeling, is_recent, searched, timeless }
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(LOOKED_AT).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Whether a text names a person: by the whole name, or by its first word. "me" and "you" name nobody: a person whom
/// nobody gave a name is called so.
pub fn is_named(text: &str, person: &str) -> bool {
    let (text, person) = (fold(text), fold(person.trim()));
    if ["me", "i", "you", "user", "we", "us"].contains(&person.as_str()) {
        return false;
    }
    let first = person.split_whitespace().next().unwrap_or_default();
    [person.as_str(), first].into_iter().any(|name| name.chars().nth(1).is_some() && holds_word(&text, name))
}

/// As what a text names a person in another script: あかり for Akari. The soundings are those of the text.
pub fn named_otherwise<'t>(text: &'t str, soundings: &[Sounding], person: &str) -> Option<&'t str> {
    let first = person.split_whitespace().next()?;
    let keys = pronunciation::of_name(first);
    let is_it = |sounding: &&Sounding| sounding.keys.iter().any(|key| keys.contains(key));
    soundings.iter().find(is_it).map(|sounding| &text[sounding.start..sounding.end])
}

/// Whether a folded text holds a folded word: as it stands for Japanese, with its edges for other alphabets.
pub fn holds_word(text: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && c.is_ascii();
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        let opens = !word.starts_with(is_letter) || !before.is_some_and(is_letter);
        opens && (!word.ends_with(is_letter) || !after.is_some_and(is_letter))
    })
}

/// The text without its time words; the text itself when it is about a time and nothing else.
fn semantic_query(text: &str, times: &[Range<usize>]) -> String {
    let left = without(text, times);
    let said = if content_words(&left).is_empty() { text } else { &left };
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without(text: &str, places: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for place in places.iter().filter(|place| place.end <= text.len()) {
        kept.push_str(&text[from.min(place.start)..place.start]);
        let before = kept.trim_end();
        let word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        if BEFORE_A_TIME.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            kept.truncate(before.len() - word.len());
        }
        // A space keeps the words before and after apart.
        kept.push(' ');
        let rest = &text[place.end..];
        from = place.end + AFTER_A_TIME.into_iter().find(|word| rest.starts_with(word)).map_or(0, str::len);
    }
    kept.push_str(&text[from.min(text.len())..]);
    kept
}

/// Quoted phrases, then names and terms that are not general.
fn keywords(text: &str, timeless: &str) -> Vec<String> {
    let distinctive = weighed(timeless).into_iter().filter(|keyword| keyword.weight >= DISTINCTIVE);
    let found = quoted(text).into_iter().chain(distinctive.map(|keyword| keyword.surface));
    let mut kept: Vec<String> = Vec::new();
    for keyword in found {
        let folded = fold(&keyword);
        if kept.len() < MOST_KEYWORDS && !kept.iter().any(|known| fold(known).contains(&folded)) {
            kept.push(keyword);
        }
    }
    kept
}

/// What stands between quotation marks.
fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((start, open)) = rest.char_indices().find(|(_, c)| QUOTES.iter().any(|(open, _)| open == c))
        && found.len() < MOST_KEYWORDS
    {
        rest = &rest[start + open.len_utf8()..];
        let close = QUOTES.iter().find(|(known, _)| *known == open).map_or(open, |(_, close)| *close);
        // Behind a mark that is not closed soon there is no phrase; searching far for it would take long.
        let reach = rest.char_indices().nth(LONGEST_QUOTE + 1).map_or(rest.len(), |(at, _)| at);
        let Some(end) = rest[..reach].find(close) else { continue };
        let phrase = rest[..end].trim();
        if !phrase.is_empty() && !phrase.contains('\n') {
            found.push(phrase.to_owned());
            rest = &rest[end + close.len_utf8()..];
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use omoide_core::Intent;
    use omoide_core::ports::TimeHint;

    use super::*;

    fn understood(prompt: &str) -> Gist {
        gist(prompt, "2026-03-10T12:00:00+09:00".parse().expect("a time"))
    }

    fn keywords(prompt: &str) -> Vec<String> {
        understood(prompt).keywords(prompt)
    }

    #[test]
    fn a_prompt_becomes_a_plan_in_either_language() {
        let asked = "先週田中さんと話した店の名前は？";
        let plan = understood(asked);
        assert_eq!(plan.searched, "田中さんと話した店の名前は？");
        assert_eq!((keywords(asked), plan.people), (vec!["田中".to_owned()], vec!["田中".to_owned()]));
        assert!(matches!(plan.time, Some(TimeHint::Within(..))));
        let asked = "What did Caroline say about the adoption agency last week?";
        let plan = understood(asked);
        assert_eq!(plan.searched, "What did Caroline say about the adoption agency ?");
        assert_eq!(keywords(asked), ["Caroline", "adoption agency"]);
        assert_eq!(plan.people, ["Caroline"]);
        assert_eq!(intent_of("SQLiteのインストール手順を教えて"), Intent::Technical);
    }

    #[test]
    fn keywords_are_distinctive_or_none() {
        for (prompt, expected) in [
            ("猫の名前は？", &[][..]),
            ("最近どう？", &[]),
            ("うん", &[]),
            ("", &[]),
            ("what is my cat's name?", &[]),
            ("how do I configure the linter?", &["linter"]),
            ("SQLiteのインストール手順を教えて", &["SQLite", "インストール手順"]),
            ("「月が綺麗ですね」って誰が言った？", &["月が綺麗ですね"]),
            ("do you remember the \"blue lantern\" cafe", &["blue lantern"]),
            ("京都に一緒に行ったのはいつ", &["京都"]),
        ] {
            assert_eq!(keywords(prompt), expected, "{prompt}");
        }
        let many = keywords("Compare Postgres, SQLite, DuckDB, Redis and Neo4j for Kubernetes");
        assert_eq!(many.len(), MOST_KEYWORDS);
    }

    #[test]
    fn what_only_says_when_is_no_part_of_the_meaning() {
        assert_eq!(understood("Did we visit New York last week?").searched, "Did we visit New York ?");
        assert_eq!(understood("昨日の会議で決めたこと").searched, "会議で決めたこと");
        assert_eq!(understood("最近どう？").searched, "最近どう？", "there is nothing else in it");
    }

    #[test]
    fn a_person_is_known_by_the_first_name_too() {
        assert!(is_named("what did melanie paint", "Melanie"));
        assert!(is_named("When did Mary sing?", "Mary Ann Smith"));
        assert!(is_named("田中さんの店", "田中"));
        assert!(!is_named("the maryland zoo", "Mary"));
        assert!(!is_named("anything", ""));
        assert!(!is_named("a b c", "b"));
    }

    #[test]
    fn a_person_is_known_in_another_script() {
        for (text, person, expected) in [
            ("あかりは何が好き？", "akari", Some("あかり")),
            ("What did Misaki say?", "美咲", Some("Misaki")),
            ("美咲さんの店", "misaki", Some("美咲")),
            ("ダンカンはどこ？", "duncan", Some("ダンカン")),
            ("Is Kaede home?", "楓", Some("Kaede")),
            ("昨日は雨だった", "akari", None),
            ("The meeting was long", "美咲", None),
            ("anything", "", None),
        ] {
            assert_eq!(named_otherwise(text, &pronunciation::soundings(text), person), expected, "{text} {person}");
        }
    }
}
