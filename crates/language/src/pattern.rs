//! Regular expressions whose word boundaries are those of ASCII words.

use regex::Regex;

/// Compiles a constant pattern, in which `\b` is a boundary of an ASCII word.
///
/// A key right behind a Japanese word has no Unicode boundary before it, and the engine is many times
/// slower on Japanese text when it has to look for one.
pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(&pattern.replace(r"\b", r"(?-u:\b)")).expect("the pattern is a constant that the tests compile")
}

/// Compiles a constant pattern in which `\s`, `\S`, `\w` and `\d` mean ASCII too.
///
/// What is in each of them in Unicode makes a pattern several times as large, and a cold process pays for that.
pub(crate) fn ascii_regex(pattern: &str) -> Regex {
    let mut plain = String::with_capacity(pattern.len() * 2);
    let mut is_class = false;
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match (characters.next(), is_class) {
                (Some('s'), true) => plain.push_str(r" \t\r\n"),
                (Some('s'), false) => plain.push_str(r"[ \t\r\n]"),
                (Some('S'), false) => plain.push_str(r"[^ \t\r\n]"),
                (Some('d'), true) => plain.push_str("0-9"),
                (Some('d'), false) => plain.push_str("[0-9]"),
                (Some('w'), true) => plain.push_str("A-Za-z0-9_"),
                (Some('w'), false) => plain.push_str("[A-Za-z0-9_]"),
                (escaped, _) => plain.extend(['\\'].into_iter().chain(escaped)),
            },
            '[' => {
                is_class = true;
                plain.push(c);
            }
            ']' => {
                is_class = false;
                plain.push(c);
            }
            _ => plain.push(c),
        }
    }
    regex(&plain)
}

#[cfg(test)]
mod tests {
    use super::{ascii_regex, regex};

    #[test]
    fn classes_of_ascii_are_read_in_and_out_of_brackets() {
        assert!(ascii_regex(r"^\s[\s\d]\w[^\s]\S$").is_match(" 7_xy"));
        assert!(!ascii_regex(r"\s|\d|\w").is_match("\u{3000}７é"));
        assert!(ascii_regex(r"^\[\d\]$").is_match("[7]"));
    }

    #[test]
    fn a_latin_word_ends_where_japanese_begins() {
        assert!(regex(r"\bkey\b").is_match("鍵はkeyです"));
        assert!(!regex(r"\bkey\b").is_match("keys"));
    }
}
