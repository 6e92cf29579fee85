//! Text from stdin, and the times that a person writes.

use std::io::Read;

use jiff::tz::TimeZone;
use omoide::{TimeStretch, named_time};
use omoide_core::{Date, Moment};
use omoide_home::clock;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

/// All of stdin, which must be text.
///
/// # Errors
/// When it cannot be read, or is no UTF-8.
pub fn read_stdin(lang: Lang) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(as_text(bytes, lang)?)
}

/// Bytes as text.
///
/// # Errors
/// When they are no UTF-8; the message says where.
pub fn as_text(bytes: Vec<u8>, lang: Lang) -> Result<String, UserError> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        UserError::theirs(
            "not_utf8",
            say!(
                lang,
                "the text is not UTF-8: byte {offset} is invalid",
                "文がUTF-8ではありません：{offset}バイト目が不正です"
            ),
        )
        .hint(lang.pick(
            "convert it first, from Shift_JIS say: iconv -f SHIFT_JIS -t UTF-8 FILE | omoide remember -",
            "先に変換してください。Shift_JISなら：iconv -f SHIFT_JIS -t UTF-8 ファイル | omoide remember -",
        ))
    })
}

/// A time that a person wrote or named, by its beginning.
///
/// # Errors
/// When it is none.
pub fn time(text: &str, zone: &TimeZone, now: Moment, lang: Lang) -> Result<Moment, UserError> {
    Ok(stretch(text, zone, now, lang)?.from)
}

/// A time that a person wrote or named, of something that has happened. A date means its midnight; words mean a moment
/// within the time that they name ([`TimeStretch::point`]).
///
/// # Errors
/// When it is no time, or is still to come.
pub fn past_time(text: &str, zone: &TimeZone, now: Moment, lang: Lang) -> Result<Moment, UserError> {
    let written = clock::read_time(text, zone);
    let (at, from) = match written {
        Some(at) => (Some(at).filter(|at| at.unix_micros() <= now.unix_micros()), at),
        None => {
            let named = stretch(text, zone, now, lang)?;
            (named.point(now), named.from)
        }
    };
    at.ok_or_else(|| {
        UserError::theirs(
            "future_time",
            say!(lang, "{from} is in the future; it is now {now}", "{from}は未来の時刻です（現在は{now}）"),
        )
        .hint(lang.pick("only what has happened can be remembered", "覚えられるのは、すでに起きたことだけです"))
    })
}

/// A day that a person wrote or named.
///
/// # Errors
/// When it is no time, or more than a day.
pub fn day(text: &str, zone: &TimeZone, now: Moment, lang: Lang) -> Result<Date, UserError> {
    let stretch = stretch(text, zone, now, lang)?;
    let (first, last) = (stretch.from.date(), stretch.last.date());
    if first == last {
        return Ok(first);
    }
    Err(UserError::usage(
        "not_a_day",
        say!(
            lang,
            "\"{text}\" is {first} to {last}, and one day is needed",
            "「{text}」は{first}から{last}までです。一日だけ指定してください"
        ),
    )
    .hint(
        lang.pick(
            "name one day: 2026-01-20, yesterday, \"3 days ago\"",
            "一日を指定してください：2026-01-20、昨日、3日前",
        ),
    ))
}

/// The time from which on things are meant, and before which: a date, a week or a month is meant as a whole.
///
/// # Errors
/// When one is no time, or nothing lies between them.
pub fn span(
    since: Option<&str>,
    until: Option<&str>,
    zone: &TimeZone,
    now: Moment,
    lang: Lang,
) -> Result<(Option<Moment>, Option<Moment>), UserError> {
    let read = |text: &str| stretch(text, zone, now, lang);
    let since = since.map(read).transpose()?.map(|stretch| stretch.from);
    let until = until.map(read).transpose()?.map(|stretch| stretch.to);
    if let (Some(since), Some(until)) = (since, until)
        && since.unix_micros() >= until.unix_micros()
    {
        return Err(empty(since, until, lang));
    }
    Ok((since, until))
}

fn empty(since: Moment, until: Moment, lang: Lang) -> UserError {
    UserError::usage(
        "empty_time",
        say!(
            lang,
            "nothing lies between --since {since} and --until {until}",
            "--since {since} と --until {until} の間には何もありません"
        ),
    )
    .hint(lang.pick("--since comes before --until", "--sinceは--untilより前にしてください"))
}

/// A date, a time, or words for one such as "last week" and 先月.
///
/// # Errors
/// When it is none.
pub fn stretch(text: &str, zone: &TimeZone, now: Moment, lang: Lang) -> Result<TimeStretch, UserError> {
    let text = text.trim();
    if let Some(at) = clock::read_time(text, zone) {
        let next_day = || clock::read_time(&at.date().tomorrow().ok()?.to_string(), zone);
        let is_bare_date = text.len() == "2026-01-20".len();
        let end = if is_bare_date { next_day() } else { None };
        return Ok(end.map_or_else(|| TimeStretch::instant(at), |end| TimeStretch::between(at, end)));
    }
    named_time(text, now).ok_or_else(|| no_stretch(text, lang))
}

fn no_stretch(text: &str, lang: Lang) -> UserError {
    UserError::usage("bad_time", say!(lang, "\"{text}\" is not a time", "「{text}」は時刻ではありません")).hint(
        lang.pick(
            "write a date, a time or words for one: 2026-01-20, 2026-01-20T14:30, yesterday, \"2 weeks ago\"",
            "日付、時刻、または時の言葉で書いてください：2026-01-20、2026-01-20T14:30、昨日、2週間前",
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_can_be_named_in_words() {
        let now: Moment = "2026-01-20T14:30:00+09:00".parse().expect("a time");
        let zone = jiff::tz::Offset::constant(9).to_time_zone();
        let read = |text| {
            stretch(text, &zone, now, Lang::English)
                .ok()
                .map(|s| (s.from.date().to_string(), s.last.date().to_string()))
        };
        let days = |from: &str, last: &str| Some((from.to_owned(), last.to_owned()));
        assert_eq!(read("2026-01-05"), days("2026-01-05", "2026-01-05"));
        assert_eq!(read(" yesterday "), days("2026-01-19", "2026-01-19"));
        assert_eq!(read("last week"), days("2026-01-12", "2026-01-18"));
        assert_eq!(read("3日前"), days("2026-01-17", "2026-01-17"));
        assert_eq!(read("先月"), days("2025-12-01", "2025-12-31"));
        assert_eq!(read("2025年"), days("2025-01-01", "2025-12-31"));
        for none in ["", "Rex", "Rex last week", "2026-13-01"] {
            assert_eq!(read(none), None, "{none}");
        }
        let instant = stretch("2026-01-05T10:00", &zone, now, Lang::English).expect("a time");
        assert_eq!((instant.from, instant.to), (instant.last, instant.last));
    }

    #[test]
    fn a_last_day_is_meant_as_a_whole() {
        let now: Moment = "2026-01-25T14:30:00+00:00".parse().expect("a time");
        let read = |since, until| span(since, until, &TimeZone::UTC, now, Lang::English);
        let of = |since, until| {
            let (since, until) = read(Some(since), Some(until)).expect("times");
            (until.expect("an end").unix_micros() - since.expect("a start").unix_micros()) / 3_600_000_000
        };
        assert_eq!(of("2026-01-20", "2026-01-20"), 24);
        assert_eq!(of("last week", "yesterday"), 13 * 24);
        assert_eq!(read(None, None).expect("nothing"), (None, None));
        assert_eq!(read(Some("yesterday"), Some("last week")).expect_err("none").code, "empty_time");
    }

    #[test]
    fn words_can_say_when_something_happened_and_which_day_is_meant() {
        let now: Moment = "2026-01-20T14:30:00+09:00".parse().expect("a time");
        let zone = jiff::tz::Offset::constant(9).to_time_zone();
        let happened = |text| past_time(text, &zone, now, Lang::English).map(|at| at.to_string()).map_err(|e| e.code);
        assert_eq!(happened("2026-01-19").as_deref(), Ok("2026-01-19T00:00:00+09:00"));
        assert_eq!(happened("昨日").as_deref(), Ok("2026-01-19T12:00:00+09:00"));
        assert_eq!(happened("today").as_deref(), Ok("2026-01-20T14:30:00+09:00"));
        assert_eq!(happened("tomorrow"), Err("future_time"));
        assert_eq!(happened("2026-01-21"), Err("future_time"));
        assert_eq!(happened("Rex"), Err("bad_time"));
        let meant = |text| day(text, &zone, now, Lang::English).map(|day| day.to_string()).map_err(|e| e.code);
        assert_eq!(meant("3 days ago").as_deref(), Ok("2026-01-17"));
        assert_eq!(meant("last week"), Err("not_a_day"));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_by_their_place() {
        let told = as_text(b"ok\xff".to_vec(), Lang::English).expect_err("no text");
        assert!(told.message.contains("byte 2"), "{}", told.message);
    }
}
