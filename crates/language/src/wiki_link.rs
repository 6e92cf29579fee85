//! Names in double brackets: `[[Rex]]`, `[[田中さん|彼]]`, `[[mem_20260120_001#later]]` (S4 明示リンク).

use crate::fold::fold;

/// How many names of one text count.
const MOST: usize = 32;

/// No name is longer than this, in characters.
const LONGEST: usize = 120;

/// The names that a text links to, as they are written, without repeats and in the order of the text. What
/// is shown instead of a name, and the part of it that is meant, are left out.
pub fn links(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = text;
    while names.len() < MOST
        && let Some(start) = rest.find("[[")
    {
        rest = &rest[start + 2..];
        // A bracket that opens again before the first was closed is where the link begins.
        let Some(end) = rest.find("]]") else { break };
        let inner = rest[..end].rsplit("[[").next().unwrap_or_default();
        rest = &rest[end + 2..];
        let name = inner.split(['|', '#']).next().unwrap_or_default().trim_matches([' ', '\t', '\u{3000}', '[', ']']);
        let is_name = !name.is_empty() && !name.contains(['\n', '\r']) && name.chars().count() <= LONGEST;
        if is_name && !names.iter().any(|known| key(known) == key(name)) {
            names.push(name.to_owned());
        }
    }
    names
}

/// A name in the form that equal names share.
pub fn key(name: &str) -> String {
    fold(name.trim()).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_both_languages() {
        assert_eq!(links("[[田中さん]]と[[ Project X ]]の話。[[田中さん]]は元気"), ["田中さん", "Project X"]);
        assert_eq!(links("see [[mem_20260120_001|that day]] and [[Rex#food]]"), ["mem_20260120_001", "Rex"]);
        assert_eq!(links("[[ＲＥＸ]] and [[rex]]"), ["ＲＥＸ"]);
    }

    #[test]
    fn what_is_no_link_is_left_alone() {
        for text in ["", "[[", "a[[b", "[[]]", "[[ | ]]", "[[two\nlines]]", "x[0][1]", "[single]"] {
            assert_eq!(links(text), [""; 0], "{text}");
        }
        assert_eq!(links("a [[never closed and then [[Rex]]"), ["Rex"]);
        assert_eq!(links(&"[[a".repeat(10_000)), [""; 0]);
        assert_eq!(links(&format!("[[{}]]", "a".repeat(121))), [""; 0]);
    }

    #[test]
    fn equal_names_have_one_key() {
        assert_eq!(key(" Project   X "), key("ｐｒｏｊｅｃｔ x"));
    }
}
