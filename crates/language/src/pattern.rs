//! Regular expressions whose word boundaries are those of ASCII words.

use regex::Regex;

/// Compiles a constant pattern, in which `\b` is a boundary of an ASCII word.
///
/// A key right behind a Japanese word has no Unicode boundary before it, and the engine is many times
/// slower on Japanese text when it has to look for one.
pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(&pattern.replace(r"\b", r"(?-u:\b)")).expect("the pattern is a constant that the tests compile")
}

#[cfg(test)]
mod tests {
    use super::regex;

    #[test]
    fn a_latin_word_ends_where_japanese_begins() {
        assert!(regex(r"\bkey\b").is_match("鍵はkeyです"));
        assert!(!regex(r"\bkey\b").is_match("keys"));
    }
}
