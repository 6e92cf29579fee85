//! A light stemmer for English: plurals, -ing, -ed, -ly, -ation, and a silent final e.
//!
//! It joins forms of one word more often than it parts them; the stems need not be words.

/// The stem of a folded English word; other words come back as they are.
pub fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word).trim_matches('\'');
    if !word.is_ascii() || word.len() < 4 || word.bytes().any(|b| !b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let singular = singular(word);
    let bare = without_ending(&singular);
    without_final_e(bare)
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
    let keeps = matches!(bytes.last(), Some(b'l' | b's' | b'z' | b'f'));
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
