//! Numbers as they stand before units of time: digits, kanji numerals, English words.

/// A number at the start of a text, and how long it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WrittenNumber {
    pub(super) value: i64,
    pub(super) length: usize,
    pub(super) form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// That many digits.
    Digits(usize),
    Kanji,
    English,
}

/// More digits than this are an id or an amount.
const MOST_DIGITS: usize = 4;
/// Longer runs of kanji numerals name no date.
const MOST_KANJI: usize = 8;

/// Digits or kanji numerals at the start of `text`.
pub(super) fn at_start(text: &str) -> Option<WrittenNumber> {
    let digits = text.bytes().take(MOST_DIGITS + 1).take_while(u8::is_ascii_digit).count();
    if digits > MOST_DIGITS {
        return None;
    }
    if digits > 0 {
        let value = text[..digits].parse().ok()?;
        return Some(WrittenNumber { value, length: digits, form: Form::Digits(digits) });
    }
    let numerals = text.chars().take(MOST_KANJI + 1).take_while(|c| numeral(*c).is_some()).count();
    if numerals == 0 || numerals > MOST_KANJI {
        return None;
    }
    let value = kanji(text.chars().take(numerals))?;
    let length = text.chars().take(numerals).map(char::len_utf8).sum();
    Some(WrittenNumber { value, length, form: Form::Kanji })
}

/// An English number word at the start of `text`, followed by a space.
pub(super) fn english(text: &str) -> Option<WrittenNumber> {
    const WORDS: [(&str, i64); 34] = [
        ("a couple of", 2),
        ("a couple", 2),
        ("couple of", 2),
        ("couple", 2),
        ("a dozen", 12),
        ("an", 1),
        ("a", 1),
        ("one", 1),
        ("two", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("eleven", 11),
        ("twelve", 12),
        ("thirteen", 13),
        ("fourteen", 14),
        ("fifteen", 15),
        ("sixteen", 16),
        ("seventeen", 17),
        ("eighteen", 18),
        ("nineteen", 19),
        ("twenty", 20),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("ninety", 90),
        ("a hundred", 100),
        ("hundred", 100),
    ];
    // The longest first: "a couple of" before "a".
    let found = WORDS.iter().filter(|(word, _)| starts_word(text, word)).max_by_key(|(word, _)| word.len())?;
    Some(WrittenNumber { value: found.1, length: found.0.len(), form: Form::English })
}

/// Whether `text` begins with `word` and a space behind it.
fn starts_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '-']))
}

fn numeral(c: char) -> Option<i64> {
    Some(match c {
        '〇' | '零' => 0,
        '一' | '元' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        '百' => 100,
        '千' => 1_000,
        _ => return None,
    })
}

/// 二〇二六 by place, 二千二十六 by value. 元 is the first year of an era and stands alone.
fn kanji(numerals: impl Iterator<Item = char> + Clone) -> Option<i64> {
    let has_unit = numerals.clone().any(|c| matches!(c, '十' | '百' | '千'));
    let (mut sum, mut digit, mut count) = (0_i64, None, 0);
    for c in numerals {
        let value = numeral(c)?;
        count += 1;
        if c == '元' && count > 1 {
            return None;
        }
        if !has_unit {
            sum = sum * 10 + value;
        } else if value >= 10 {
            sum += digit.take().unwrap_or(1) * value;
        } else if digit.replace(value).is_some() {
            // Two digits in a row among units: 二二十 is no number.
            return None;
        }
    }
    let sum = if has_unit { sum + digit.unwrap_or(0) } else { sum };
    // 二三 is "two or three", not 23; by place only years are written, and single digits.
    (has_unit || count == 1 || count == 4).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_kanji_are_read() {
        let value = |text: &str| at_start(text).map(|n| n.value);
        assert_eq!(value("12月"), Some(12));
        assert_eq!(value("三日"), Some(3));
        assert_eq!(value("十日"), Some(10));
        assert_eq!(value("二十三日"), Some(23));
        assert_eq!(value("二〇二六年"), Some(2026));
        assert_eq!(value("二千二十六年"), Some(2026));
        assert_eq!(value("百日"), Some(100));
        assert_eq!(value("元年"), Some(1));
        assert_eq!(value("12345"), None);
        assert_eq!(value("二三日"), None);
        assert_eq!(value("二二十"), None);
        assert_eq!(value("千".repeat(100).as_str()), None);
        assert_eq!(value("年"), None);
    }

    #[test]
    fn the_longest_english_number_is_read() {
        assert_eq!(english("a couple of weeks").map(|n| (n.value, n.length)), Some((2, 11)));
        assert_eq!(english("a week").map(|n| n.value), Some(1));
        assert_eq!(english("tension"), None);
    }
}
