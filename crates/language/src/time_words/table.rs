//! The words of time and what they say, from `data/time_words.tsv`.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::atom::{Atom, DayPart, FromNow, NamedDay, Period, PeriodPart, TimeDirection, Year};
use crate::fold::{Script, script};
use crate::lexicon::data_lines;

/// A word of the table, found at the start of a text.
pub(super) struct TableWord {
    pub(super) phrase: &'static str,
    /// As the table has it: it is read when the word was found, for most never are.
    meanings: &'static str,
    /// Only at the beginning of a clause: 前に.
    opens_clause: bool,
    /// Only at the end of one: "before?".
    closes_clause: bool,
    /// Only right behind another word of time: 末 of 3月末.
    is_suffix: bool,
}

/// The longest word of the table at the start of `text`, when `before` stands in front of it.
pub(super) fn word(text: &str, before: Option<char>, is_adjacent: bool) -> Option<&'static TableWord> {
    beginning_with(text.chars().next()?).iter().find(|entry| entry.is_at(text, before, is_adjacent))
}

/// Whether a word of the table begins with the character.
pub(super) fn can_begin(c: char) -> bool {
    !beginning_with(c).is_empty()
}

fn beginning_with(c: char) -> &'static [TableWord] {
    let begin = TABLE.partition_point(|entry| entry.first() < Some(c));
    let count = TABLE[begin..].partition_point(|entry| entry.first() == Some(c));
    &TABLE[begin..begin + count]
}

impl TableWord {
    fn first(&self) -> Option<char> {
        self.phrase.chars().next()
    }

    /// What it says.
    pub(super) fn atoms(&self) -> Vec<Atom> {
        self.meanings.split_whitespace().filter_map(atom).collect()
    }

    fn is_at(&self, text: &str, before: Option<char>, is_adjacent: bool) -> bool {
        let Some(after) = text.strip_prefix(self.phrase) else { return false };
        if self.is_suffix && !is_adjacent {
            return false;
        }
        if self.opens_clause && before.is_some_and(|b| script(b) != Script::Mark) {
            return false;
        }
        if self.closes_clause && after.chars().next().is_some_and(|next| !",.!?。、)".contains(next)) {
            return false;
        }
        is_apart(self.phrase, if is_adjacent { None } else { before }, after)
    }
}

/// Whether a phrase stands as a word of its own.
fn is_apart(phrase: &str, before: Option<char>, after: &str) -> bool {
    let next = after.chars().next();
    let is = |c: Option<char>, wanted: Script| c.is_some_and(|c| script(c) == wanted);
    let (Some(first), Some(last)) = (phrase.chars().next(), phrase.chars().next_back()) else { return false };
    if phrase.is_ascii() {
        let continues = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        // "mid-may" is three words, "may-flower" is not.
        return !continues(before) && (phrase.ends_with('-') || !continues(next) && next != Some('-'));
    }
    if phrase.chars().all(|c| script(c) == Script::Hiragana) {
        const BEHIND: &str = "はのもにかをでがと";
        let is_open = next.is_none_or(|n| script(n) != Script::Hiragana || BEHIND.contains(n));
        return is_open && !is(before, Script::Hiragana);
    }
    if script(last) == Script::Katakana && is(next, Script::Katakana) {
        return false;
    }
    if script(first) == Script::Katakana && is(before, Script::Katakana) {
        return false;
    }
    let leading = phrase.chars().take_while(|c| script(*c) == Script::Kanji).count();
    let count = phrase.chars().count();
    // 夏 is not in 夏目, この前 not in この前提; but 昨日朝 and 先週金曜 are two words of time.
    if leading == 1 && is(before, Script::Kanji) {
        return false;
    }
    let trailing = phrase.chars().rev().take_while(|c| script(*c) == Script::Kanji).count();
    !((count == 1 || trailing == 1) && next.is_some_and(|n| script(n) == Script::Kanji && !opens_word(n)))
}

/// Kanji that go on with another word of time: 夏頃, 朝一, 春以降.
fn opens_word(c: char) -> bool {
    "頃以十一二三四五六七八九何".contains(c)
}

/// By their first character, and of those with the same the longest first.
static TABLE: LazyLock<Vec<TableWord>> = LazyLock::new(|| {
    let lines = data_lines(include_str!("../../data/time_words.tsv"));
    let mut table: Vec<TableWord> = lines.filter_map(read).collect();
    table.sort_by_key(|entry| (entry.first(), Reverse(entry.phrase.len())));
    table
});

fn read(line: &'static str) -> Option<TableWord> {
    let (phrase, meanings) = line.split_once('\t')?;
    let (opens_clause, phrase) = phrase.strip_prefix('^').map_or((false, phrase), |rest| (true, rest));
    let (is_suffix, phrase) = phrase.strip_prefix('+').map_or((false, phrase), |rest| (true, rest));
    let (closes_clause, phrase) = phrase.strip_suffix('$').map_or((false, phrase), |rest| (true, rest));
    Some(TableWord { phrase, meanings, opens_clause, closes_clause, is_suffix })
}

fn atom(meaning: &str) -> Option<Atom> {
    let (kind, value) = meaning.split_once(':').unwrap_or((meaning, ""));
    let number = || value.parse::<i64>().ok();
    let numbers = || value.split('.').map(|n| n.parse::<i64>().ok()).collect::<Option<Vec<i64>>>();
    Some(match kind {
        "day" => Atom::Day(NamedDay::Shift(number()?)),
        "weekday" => Atom::Day(NamedDay::Weekday(number()?)),
        "weekend" => Atom::Day(NamedDay::Weekend),
        "week" => Atom::Week(number()?),
        "month" => Atom::Period(Period::MonthShift(number()?)),
        "month-named" => Atom::Period(Period::Month(number()?)),
        "season" => Atom::Period(Period::Season(number()?)),
        "quarter" => Atom::Period(Period::QuarterShift(number()?)),
        "days" => match numbers()?.as_slice() {
            [from, to] => Atom::Period(Period::Days(*from, *to)),
            _ => return None,
        },
        "nth" => match numbers()?.as_slice() {
            [month, nth, weekday] => Atom::Period(Period::Nth(*month, *nth, *weekday)),
            _ => return None,
        },
        "easter" => Atom::Period(Period::Easter),
        "year" => Atom::Year(Year::Shift(number()?)),
        "fiscal" => Atom::Year(Year::FiscalShift(number()?)),
        "part" => match numbers()?.as_slice() {
            [from, to] => Atom::Part(DayPart { from: *from, to: *to }),
            _ => return None,
        },
        "portion" => Atom::Portion(match value {
            "start" => PeriodPart::Start,
            "early" => PeriodPart::Early,
            "middle" => PeriodPart::Middle,
            "late" => PeriodPart::Late,
            "end" => PeriodPart::End,
            "first-half" => PeriodPart::FirstHalf,
            "second-half" => PeriodPart::SecondHalf,
            _ => return None,
        }),
        "direction" => Atom::Direction(match value {
            "last" => TimeDirection::Last,
            "this" => TimeDirection::This,
            "next" => TimeDirection::Next,
            _ => return None,
        }),
        "vague" => Atom::FromNow(FromNow::Vague(number()?)),
        "habit" => Atom::Habit,
        "weak" => Atom::Weak,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_can_be_read() {
        for line in data_lines(include_str!("../../data/time_words.tsv")) {
            let entry = read(line).expect(line);
            let meanings: Vec<&str> = entry.meanings.split_whitespace().collect();
            assert!(!meanings.is_empty() && meanings.iter().all(|meaning| atom(meaning).is_some()), "{line}");
        }
    }

    #[test]
    fn a_word_is_not_found_within_another() {
        let found = |text: &str| word(text, None, false).map(|entry| entry.phrase);
        assert_eq!(found("夏に"), Some("夏"));
        assert_eq!(found("夏目漱石"), None);
        assert_eq!(found("この前提"), Some("この"));
        assert_eq!(found("この前、"), Some("この前"));
        assert_eq!(found("きょうだい"), None);
        assert_eq!(found("クリスマスツリー"), None);
        assert_eq!(found("mayor"), None);
        assert!(word("前の金曜", Some('名'), false).is_none());
    }
}
