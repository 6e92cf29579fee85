//! The dates that a text speaks about, beside when it was said: the surgery on the 20th, the trip next month.
//!
//! A day is written `2026-11-20`, and with it its month, `2026-11`; of what is longer than some days only months are
//! known. What is said of the day on which it is said, or of a time around it, is found by that day, unless it has
//! its hour.

use jiff::ToSpan;
use jiff::civil::Date;
use omoide_core::Moment;

use super::atom::{Looking, NamedDay};
use super::calendar::{Calendar, days_between};
use super::{beginning, each_mention};

/// The most mentions of a text that count: what has more is a table.
const MOST_MENTIONS: usize = 16;
/// A time of more days than these is known by its months.
const MOST_DAYS: i64 = 10;
/// A time of more months than these is known by nothing.
const MOST_MONTHS: usize = 4;
/// The same of a time that is asked for.
const MOST_DAYS_ASKED: i64 = 31;
const MOST_MONTHS_ASKED: usize = 12;

/// The dates that a text speaks about which was said at that moment, each once, in order.
pub fn dates_spoken_of(text: &str, at: Moment) -> Vec<String> {
    let calendar = Calendar::at(at);
    let mut dates: Vec<String> = Vec::new();
    let mut count = 0;
    each_mention(beginning(text), calendar, |mention| {
        // Who tells of a weekday that is over says so by the verb.
        let is_weekday = matches!(mention.run.day, Some(NamedDay::Weekday(_) | NamedDay::Weekend));
        let is_open = mention.looking == Looking::Either && mention.run.is_undirected() && is_weekday;
        let ahead = || calendar.looking(Looking::Ahead).stretch(&mention.run);
        let stretch = if is_open { ahead().unwrap_or(mention.stretch) } else { mention.stretch };
        let Some((first, after)) = stretch.days().filter(|_| mention.run.from_now.is_none()) else { return };
        count += 1;
        // "This week" says little more than "today" does.
        let is_now = (first..after).contains(&calendar.today);
        let has_hour = mention.run.clock.is_some() || mention.run.part.is_some();
        if count > MOST_MENTIONS || mention.run.is_hour_alone() || (is_now && !has_hour) {
            return;
        }
        if days_between(first, after) <= MOST_DAYS {
            dates.extend(days(first, after).map(|day| day.to_string()));
        }
        let months: Vec<String> = months(first, after).take(MOST_MONTHS + 1).collect();
        if months.len() <= MOST_MONTHS {
            dates.extend(months);
        }
    });
    dates.sort_unstable();
    dates.dedup();
    dates
}

/// What memories are looked up by that speak of a time from one day to before another; nothing for a very long one.
pub fn dates_of_window(first: Date, after: Date) -> Vec<String> {
    let is_of_months = first.day() == 1 && after.day() == 1;
    if !is_of_months && days_between(first, after) <= MOST_DAYS_ASKED {
        return days(first, after).map(|day| day.to_string()).collect();
    }
    let months: Vec<String> = months(first, after).take(MOST_MONTHS_ASKED + 1).collect();
    if months.len() <= MOST_MONTHS_ASKED { months } else { Vec::new() }
}

fn days(first: Date, after: Date) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(first), |day| day.tomorrow().ok()).take_while(move |day| *day < after)
}

fn months(first: Date, after: Date) -> impl Iterator<Item = String> {
    std::iter::successors(Some(first.first_of_month()), |month| month.checked_add(1.month()).ok())
        .take_while(move |month| *month < after)
        .map(|month| format!("{:04}-{:02}", month.year(), month.month()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken_of(text: &str) -> Vec<String> {
        dates_spoken_of(text, "2026-11-16T10:00:00+09:00".parse().expect("a time"))
    }

    #[test]
    fn days_to_come_are_read_forward() {
        for text in [
            "My surgery is on November 20th",
            "手術は11月20日です",
            "I have the surgery on the 20th",
            "They moved the surgery to the 20th",
            "20日に手術を受ける",
            "the surgery is scheduled for Friday",
            "金曜は手術",
            "Surgery: Nov 20",
        ] {
            assert_eq!(spoken_of(text), ["2026-11", "2026-11-20"], "{text}");
        }
        assert_eq!(spoken_of("来月は引っ越しだ"), ["2026-12"]);
        assert_eq!(spoken_of("We fly to Oslo on January 3"), ["2027-01", "2027-01-03"]);
    }

    #[test]
    fn days_behind_are_read_back() {
        assert_eq!(spoken_of("We went to the lake on Saturday"), ["2026-11", "2026-11-14"]);
        assert_eq!(spoken_of("土曜に湖へ行った"), ["2026-11", "2026-11-14"]);
        assert_eq!(spoken_of("I broke my arm on January 3"), ["2026-01", "2026-01-03"]);
        assert_eq!(spoken_of("おととい転んだ"), ["2026-11", "2026-11-14"]);
    }

    #[test]
    fn the_day_itself_and_what_is_vague_are_no_dates() {
        for text in [
            "I'm tired today",
            "this week was awful",
            "今日は疲れた",
            "lately I sleep badly",
            "最近よく眠れない",
            "every Friday we meet",
            "at 3pm",
        ] {
            assert!(spoken_of(text).is_empty(), "{text}: {:?}", spoken_of(text));
        }
        assert_eq!(spoken_of("dentist today at 3pm"), ["2026-11", "2026-11-16"]);
    }

    #[test]
    fn a_time_is_looked_up_by_its_days_or_its_months() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        assert_eq!(dates_of_window(date("2026-12-01"), date("2027-01-01")), ["2026-12"]);
        assert_eq!(dates_of_window(date("2026-11-20"), date("2026-11-22")), ["2026-11-20", "2026-11-21"]);
        assert_eq!(dates_of_window(date("2026-06-01"), date("2026-09-01")).len(), 3);
        assert!(dates_of_window(date("2020-01-01"), date("2030-01-01")).is_empty());
    }
}
