//! Text from stdin, and the times that a person writes.

use std::io::Read;

use jiff::tz::TimeZone;
use omoide_core::Moment;
use omoide_home::clock;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_language::time_words;

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

/// A time that a person wrote.
///
/// # Errors
/// When it is none.
pub fn time(text: &str, zone: &TimeZone, lang: Lang) -> Result<Moment, UserError> {
    clock::read_time(text, zone).ok_or_else(|| {
        UserError::usage("bad_time", say!(lang, "\"{text}\" is not a time", "「{text}」は時刻ではありません"))
            .hint(clock::example(lang))
    })
}

/// A time that a person wrote, of something that has happened.
///
/// # Errors
/// When it is no time, or is still to come.
pub fn past_time(text: &str, zone: &TimeZone, now: Moment, lang: Lang) -> Result<Moment, UserError> {
    let at = time(text, zone, lang)?;
    if at.unix_micros() > now.unix_micros() {
        return Err(UserError::theirs(
            "future_time",
            say!(lang, "{at} is in the future; it is now {now}", "{at}は未来の時刻です（現在は{now}）"),
        )
        .hint(lang.pick("only what has happened can be remembered", "覚えられるのは、すでに起きたことだけです")));
    }
    Ok(at)
}

/// The time from which on things are meant, and before which: a date means its whole day.
///
/// # Errors
/// When one is no time.
pub fn span(
    since: Option<&str>,
    until: Option<&str>,
    zone: &TimeZone,
    lang: Lang,
) -> Result<Option<std::ops::Range<i64>>, UserError> {
    if since.is_none() && until.is_none() {
        return Ok(None);
    }
    let start = since.map(|text| time(text, zone, lang)).transpose()?.map_or(i64::MIN, Moment::unix_micros);
    let end = match until {
        None => i64::MAX,
        Some(text) => {
            let at = time(text, zone, lang)?;
            let is_bare_date = text.trim().len() == "2026-01-20".len();
            let next_day = || clock::read_time(&at.date().tomorrow().ok()?.to_string(), zone);
            let end = if is_bare_date { next_day().unwrap_or(at) } else { at };
            end.unix_micros()
        }
    };
    Ok(Some(start..end))
}

/// A time that a person wrote or named: when it begins, when it is over, and its last moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeStretch {
    /// When it begins.
    pub from: Moment,
    /// When it is over; an instant is over at once.
    pub to: Moment,
    /// The last moment of it.
    pub last: Moment,
}

impl TimeStretch {
    fn between(from: Moment, to: Moment) -> Self {
        Self { from, to, last: to.plus_micros(-1) }
    }
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
        return Ok(end.map_or(TimeStretch { from: at, to: at, last: at }, |end| TimeStretch::between(at, end)));
    }
    // A word of time within other words may not be all that is meant.
    let is_all = |word: &time_words::TimeWord| word.place == (0..text.len());
    match time_words::times(text, now).into_iter().find(is_all) {
        Some(word) => Ok(TimeStretch::between(word.from, word.to)),
        None => Err(no_stretch(text, lang)),
    }
}

fn no_stretch(text: &str, lang: Lang) -> UserError {
    UserError::usage("bad_time", say!(lang, "\"{text}\" is not a time", "「{text}」は時刻ではありません")).hint(
        lang.pick(
            "write a date, a time or words for one: 2026-01-20, 2026-01-20T14:30, yesterday, \"last week\", 先月",
            "日付、時刻、または時の言葉で書いてください：2026-01-20、2026-01-20T14:30、昨日、先月、\"last week\"",
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
        let span = span(Some("2026-01-20"), Some("2026-01-20"), &TimeZone::UTC, Lang::English);
        let span = span.expect("dates").expect("a span");
        assert_eq!(span.end - span.start, 86_400_000_000);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_by_their_place() {
        let told = as_text(b"ok\xff".to_vec(), Lang::English).expect_err("no text");
        assert!(told.message.contains("byte 2"), "{}", told.message);
    }
}
