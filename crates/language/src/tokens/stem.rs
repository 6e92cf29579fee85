//! A light stemmer for English: irregular forms, British spellings, plurals, -ing, -ed, -ly, -ness, -ment,
//! -ation, and a silent final e.
//!
//! It joins forms of one word more often than it parts them; the stems need not be words.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lexicon::data_lines;

/// The stem of a folded English word; other words come back as they are.
pub fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word).trim_matches('\'');
    let word = IRREGULAR.get(word).copied().unwrap_or(word);
    if !word.is_ascii() || word.len() < 4 || word.bytes().any(|b| !b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let singular = singular(word);
    let bare = without_ending(&singular);
    american(without_final_e(bare))
}

/// The American spelling of a stem: color for colour, organiz for organis, center for centr.
fn american(stem: String) -> String {
    const ENDINGS: [(&str, &str); 7] = [
        ("alys", "alyz"),
        ("isation", "iz"),
        ("ization", "iz"),
        ("our", "or"),
        ("ourit", "orit"),
        ("centr", "center"),
        ("theatr", "theater"),
    ];
    // The -is of organise; basis, crisis and the like are nouns of their own.
    if let Some(root) = stem.strip_suffix("is")
        && root.len() >= 4
        && !root.ends_with(['s', 'x'])
        && ["al", "an", "at", "er", "im", "it", "iv", "on", "or", "ar", "ap", "og", "od", "ol", "il"]
            .iter()
            .any(|e| root.ends_with(e))
    {
        return format!("{root}iz");
    }
    for (british, usual) in ENDINGS {
        if let Some(root) = stem.strip_suffix(british)
            && (root.len() >= 3 || british.len() >= 4)
        {
            return format!("{root}{usual}");
        }
    }
    stem
}

fn singular(word: &str) -> String {
    if let Some(root) = word.strip_suffix("ies")
        && root.len() >= 2
    {
        return format!("{root}y");
    }
    for ending in ["sses", "xes", "ches", "shes", "zzes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let keeps_s = ["ss", "us", "is", "as", "ics"].iter().any(|e| word.ends_with(e));
    match word.strip_suffix('s') {
        Some(root) if !keeps_s => root.to_owned(),
        _ => word.to_owned(),
    }
}

fn without_ending(word: &str) -> String {
    if let Some(root) = word.strip_suffix("ation")
        && root.len() >= 5
    {
        return root.to_owned();
    }
    if word.ends_with("tion") && word.len() >= 7 {
        return word[..word.len() - 3].to_owned();
    }
    for ending in ["ing", "ed"] {
        if let Some(root) = word.strip_suffix(ending)
            && root.len() >= 3
            && root.bytes().any(is_vowel)
            && !(ending == "ed" && root.ends_with('e'))
        {
            return undoubled(root);
        }
    }
    for ending in ["ment", "ness"] {
        if let Some(root) = word.strip_suffix(ending)
            && root.len() >= 5
            && !["imple", "comple", "supple", "apart", "depart", "instru", "experi", "environ", "compli"]
                .contains(&root)
        {
            return root.strip_suffix('i').map_or_else(|| root.to_owned(), |front| format!("{front}y"));
        }
    }
    if let Some(root) = word.strip_suffix("ily")
        && root.len() >= 3
    {
        return format!("{root}y");
    }
    match word.strip_suffix("ly") {
        Some(root) if root.len() >= 4 => root.to_owned(),
        _ => word.to_owned(),
    }
}

fn undoubled(root: &str) -> String {
    let bytes = root.as_bytes();
    let doubled = bytes.len() >= 4 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    // Called is call, but cancelled is cancel.
    let is_unstressed = bytes.len() >= 6 && root.ends_with("ell");
    let keeps = matches!(bytes.last(), Some(b'l' | b's' | b'z' | b'f')) && !is_unstressed;
    if doubled && !keeps && !bytes.last().copied().is_some_and(is_vowel) {
        root[..root.len() - 1].to_owned()
    } else if let Some(front) = root.strip_suffix('i') {
        format!("{front}y")
    } else {
        root.to_owned()
    }
}

fn without_final_e(word: String) -> String {
    // A movie and movies meet at "movy".
    if let Some(root) = word.strip_suffix("ie")
        && root.len() >= 3
    {
        return format!("{root}y");
    }
    match word.strip_suffix('e') {
        Some(root) if root.len() >= 4 && !root.ends_with('e') => root.to_owned(),
        _ => word,
    }
}

static IRREGULAR: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    data_lines(include_str!("../../data/irregular_en.txt"))
        .filter_map(|line| line.split_once(':'))
        .flat_map(|(base, forms)| forms.split_whitespace().map(move |form| (form, base.trim())))
        .collect()
});

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn forms_of_one_word_share_a_stem() {
        for forms in [
            &["optimize", "optimizes", "optimizing", "optimized", "optimization"][..],
            &["cat", "cats", "cat's"],
            &["run", "running", "runs"],
            &["query", "queries"],
            &["create", "created", "creation"],
            &["configure", "configuration", "configuring"],
            &["happy", "happily"],
            &["meeting", "meetings"],
            &["try", "tries", "tried"],
            &["movie", "movies"],
            &["implement", "implementation", "implemented"],
            &["go", "went", "gone", "going"],
            &["mouse", "mice"],
            &["write", "wrote", "written", "writing"],
            &["colour", "color", "colours"],
            &["organise", "organize", "organising", "organization", "organisation"],
            &["centre", "center"],
            &["improve", "improvement", "improvements", "improved"],
            &["happy", "happiness"],
            &["cancelled", "canceled", "cancel"],
            &["analyse", "analyze", "analysed"],
            &["favourite", "favorite"],
        ] {
            let stems: Vec<String> = forms.iter().map(|f| stem(f)).collect();
            assert!(stems.iter().all(|s| *s == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn short_words_and_other_alphabets_stay() {
        for word in ["is", "bus", "ring", "red", "gas", "это", "glass", "status"] {
            assert_eq!(stem(word), word);
        }
    }
}
