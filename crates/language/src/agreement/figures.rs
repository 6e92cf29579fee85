//! Numbers with what they count: 三人, "two dogs", 30歳, 3月5日, "5pm".

use super::opposites;
use super::statement::is_function_word;
use crate::tokens::{Morpheme, PartOfSpeech};

/// A number and its unit. Both are in the form that equal ones share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Figure {
    /// Digits, without separators; a written date as it is.
    pub(super) value: String,
    /// A counter (人, 歳) or the words behind the number, of which one must be shared; empty when there is none.
    pub(super) units: Vec<String>,
}

impl Figure {
    /// Whether it is a point in time.
    pub(super) fn is_date(&self) -> bool {
        let dates = ["月", "日", "時", "年", "date", "am", "pm", "o'clock", "st", "nd", "rd", "th"];
        self.units.iter().any(|unit| dates.contains(&unit.as_str()) || MONTHS.contains(&unit.as_str()))
    }

    /// Whether the two count the same thing.
    pub(super) fn is_of_kind(&self, other: &Self) -> bool {
        if self.units.is_empty() || other.units.is_empty() {
            return self.units.len() == other.units.len();
        }
        self.units.iter().any(|unit| other.units.contains(unit))
    }
}

/// Stems of the English names of the months.
pub(crate) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The figures of a folded text, and for each morpheme whether it is part of one.
pub(super) fn figures(morphemes: &[Morpheme<'_>]) -> (Vec<Figure>, Vec<bool>) {
    let mut figures = Vec::new();
    let mut used = vec![false; morphemes.len()];
    let mut at = 0;
    while at < morphemes.len() {
        let Some((value, own_unit, end)) = number_at(morphemes, at) else {
            at += 1;
            continue;
        };
        used[at..end].fill(true);
        let mut units: Vec<String> = own_unit.into_iter().collect();
        if units.is_empty()
            && let Some(next) = morphemes.get(end)
        {
            if next.part == PartOfSpeech::Counter || COUNTERS.contains(&next.surface) {
                units.push(unit_form(next.surface).to_owned());
                used[end] = true;
            } else {
                units = words_behind(&morphemes[end..]);
            }
        }
        figures.push(Figure { value, units });
        at = end;
    }
    (figures, used)
}

/// The number that begins at a morpheme: its value, the unit within it, and where it ends.
fn number_at(morphemes: &[Morpheme<'_>], at: usize) -> Option<(String, Option<String>, usize)> {
    let first = &morphemes[at];
    match first.part {
        PartOfSpeech::Number if first.surface.contains(['-', '.']) && first.surface.len() >= 6 => {
            Some((first.surface.to_owned(), Some("date".to_owned()), at + 1))
        }
        PartOfSpeech::Number => {
            let end = number_end(morphemes, at);
            let written: String = morphemes[at..end].iter().map(|m| m.surface).filter(|s| *s != ",").collect();
            let value =
                if written.chars().any(is_numeral) { kanji_value(&written).to_string() } else { plain(&written) };
            Some((value, None, end))
        }
        PartOfSpeech::Word => number_word(first.surface).map(|value| (value.to_owned(), None, at + 1)),
        PartOfSpeech::Code => digits_with_letters(first.surface).map(|(value, unit)| (value, Some(unit), at + 1)),
        _ => {
            let numeral = first.surface.strip_suffix('つ').filter(|n| !n.is_empty() && n.chars().all(is_numeral))?;
            Some((kanji_value(numeral).to_string(), Some("つ".to_owned()), at + 1))
        }
    }
}

/// 二 十 五, "3 , 000" and "10 : 30" are one number each.
fn number_end(morphemes: &[Morpheme<'_>], at: usize) -> usize {
    let touches = |i: usize| morphemes.get(i).is_some_and(|m| m.start == morphemes[i - 1].end());
    let is_number = |i: usize| morphemes.get(i).is_some_and(|m| m.part == PartOfSpeech::Number);
    let mut end = at + 1;
    loop {
        if touches(end) && is_number(end) {
            end += 1;
        } else if touches(end) && matches!(morphemes[end].surface, "," | ":") && touches(end + 1) && is_number(end + 1)
        {
            end += 2;
        } else {
            return end;
        }
    }
}

/// The keys of the next two words of content.
fn words_behind(morphemes: &[Morpheme<'_>]) -> Vec<String> {
    let near = morphemes.iter().take(3).take_while(|m| m.part != PartOfSpeech::Symbol);
    let words = near.filter(|m| !m.part.is_grammar() && !is_function_word(m.surface));
    words.take(2).map(|m| opposites::key(&m.base)).collect()
}

fn plain(digits: &str) -> String {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() }
}

fn digits_with_letters(surface: &str) -> Option<(String, String)> {
    let digits = surface.len() - surface.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let unit = &surface[digits..];
    let is_unit = !unit.is_empty() && unit.len() <= 4 && unit.bytes().all(|b| b.is_ascii_alphabetic());
    (digits > 0 && is_unit).then(|| (plain(&surface[..digits]), unit.to_owned()))
}

fn number_word(word: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 24] = [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
        ("eight", "8"),
        ("nine", "9"),
        ("ten", "10"),
        ("eleven", "11"),
        ("twelve", "12"),
        ("thirteen", "13"),
        ("fifteen", "15"),
        ("sixteen", "16"),
        ("eighteen", "18"),
        ("twenty", "20"),
        ("thirty", "30"),
        ("forty", "40"),
        ("fifty", "50"),
        ("sixty", "60"),
        ("hundred", "100"),
        ("thousand", "1000"),
        ("dozen", "12"),
    ];
    WORDS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

/// Counters that the dictionary also has as nouns.
const COUNTERS: [&str; 8] = ["月", "年", "日", "時", "人", "名", "円", "歳"];

/// The counter that equal counts share: 二名 is 二人, 三才 is 三歳.
fn unit_form(unit: &str) -> &str {
    match unit {
        "名" | "人組" => "人",
        "才" => "歳",
        "頭" | "羽" => "匹",
        "個" => "つ",
        other => other,
    }
}

fn is_numeral(c: char) -> bool {
    "一二三四五六七八九十百千万".contains(c)
}

fn kanji_value(numeral: &str) -> u64 {
    let mut total = 0_u64;
    let mut section = 0_u64;
    let mut digit = 0_u64;
    for c in numeral.chars() {
        let place = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1_000,
            '万' => 10_000,
            _ => {
                let value = c.to_digit(10).map(u64::from);
                let value = value
                    .unwrap_or_else(|| "一二三四五六七八九".chars().position(|n| n == c).map_or(0, |at| at as u64 + 1));
                digit = digit.saturating_mul(10).saturating_add(value);
                continue;
            }
        };
        if place == 10_000 {
            total = total.saturating_add((section + digit).max(1).saturating_mul(place));
            section = 0;
        } else {
            section = section.saturating_add(digit.max(1).saturating_mul(place));
        }
        digit = 0;
    }
    total.saturating_add(section).saturating_add(digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::morphemes;

    fn values(text: &str) -> Vec<String> {
        figures(&morphemes(text)).0.into_iter().map(|f| format!("{} {}", f.value, f.units.join("/"))).collect()
    }

    #[test]
    fn numbers_are_read_with_their_units() {
        assert_eq!(values("二人の男性と三匹の犬と二つの箱"), ["2 人", "3 匹", "2 つ"]);
        assert_eq!(values("二十五歳、3月5日、3,000円"), ["25 歳", "3 月", "5 日", "3000 円"]);
        assert_eq!(values("at 5pm with two dogs, 10:30"), ["5 pm", "2 dog", "10:30 "]);
        assert_eq!(values("一緒に一般の話を十分に"), Vec::<String>::new());
    }

    #[test]
    fn kanji_numerals_have_their_value() {
        for (written, value) in [("三", 3), ("十二", 12), ("百五", 105), ("二万三千", 23_000), ("3万", 30_000)]
        {
            assert_eq!(kanji_value(written), value, "{written}");
        }
    }
}
