//! Whether a text holds a phrase word for word.

use crate::fold::{Script, fold, modern, script};

/// Whether the text has the phrase in it, whatever its case, width and spacing. A phrase that begins or ends
/// with a letter does so at the end of a word: "cat" is not in "concatenate".
pub fn contains_phrase(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (plain(text), plain(phrase));
    if phrase.is_empty() {
        return false;
    }
    let mut from = 0;
    while let Some(at) = text[from..].find(&phrase).map(|at| from + at) {
        let end = at + phrase.len();
        if is_boundary(text[..at].chars().next_back(), phrase.chars().next())
            && is_boundary(phrase.chars().next_back(), text[end..].chars().next())
        {
            return true;
        }
        // The next one may overlap with this one.
        from = at + phrase.chars().next().map_or(1, char::len_utf8);
    }
    false
}

fn plain(text: &str) -> String {
    let folded: String = fold(text).chars().map(modern).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_boundary(before: Option<char>, after: Option<char>) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| script(c) == Script::Letter);
    !(is_letter(before) && is_letter(after))
}

#[cfg(test)]
mod tests {
    use super::contains_phrase;

    #[test]
    fn a_phrase_is_found_whatever_its_case_width_and_spacing() {
        for (text, phrase) in [
            ("We met at the Old\n  Mill.", "old mill"),
            ("ＡＰＩキーを更新した", "apiキー"),
            ("國際會議に出た", "国際会議"),
            ("the cat", "cat"),
            ("猫cat", "cat"),
            ("ba a a", "a a"),
        ] {
            assert!(contains_phrase(text, phrase), "{phrase} in {text}");
        }
    }

    #[test]
    fn a_phrase_does_not_begin_inside_a_word() {
        for (text, phrase) in [("concatenate", "cat"), ("the cats", "cat"), ("old mills", "mill old"), ("abc", "")] {
            assert!(!contains_phrase(text, phrase), "{phrase} in {text}");
        }
    }
}
