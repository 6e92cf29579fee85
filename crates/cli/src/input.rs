//! Text from stdin, and the times that a person writes.

use std::io::Read;

use jiff::tz::TimeZone;
use omoide_core::Moment;

use crate::clock;
use crate::errors::Told;
use crate::lang::{Lang, say};

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
pub fn as_text(bytes: Vec<u8>, lang: Lang) -> Result<String, Told> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Told::theirs(
            "not_utf8",
            say!(
                lang,
                "the text is not UTF-8: byte {offset} is wrong",
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
pub fn time(text: &str, zone: &TimeZone, lang: Lang) -> Result<Moment, Told> {
    clock::read_time(text, zone).ok_or_else(|| {
        Told::usage("bad_time", say!(lang, "\"{text}\" is not a time", "「{text}」は時刻ではありません"))
            .hint(clock::example(lang))
    })
}

/// A time that a person wrote, of something that has happened.
///
/// # Errors
/// When it is no time, or is still to come.
pub fn past_time(text: &str, zone: &TimeZone, now: Moment, lang: Lang) -> Result<Moment, Told> {
    let at = time(text, zone, lang)?;
    if at.unix_micros() > now.unix_micros() {
        return Err(Told::theirs(
            "future_time",
            say!(lang, "{at} is still to come, it is {now}", "{at}はまだ来ていません（今は{now}）"),
        )
        .hint(lang.pick("only what has happened can be remembered", "覚えられるのは起きたことだけです")));
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
) -> Result<Option<std::ops::Range<i64>>, Told> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
