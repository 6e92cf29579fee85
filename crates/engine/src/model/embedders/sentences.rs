//! The sentences of long texts under a model: a long text is about more than one thing, and its vector is like none of
//! them.

use omoide_core::Sentences;
use omoide_core::ports::{BoxError, Embedder};
use omoide_language::sentences::sentences;

use crate::recall::without_label;

/// From so many sentences on a text is long.
const LONG: usize = 8;

/// Most parts that a text is cut into; in a longer one several sentences are one part.
const MOST_PARTS: usize = 96;

/// The sentences of each text; of a short one there are none.
pub(super) fn of(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Option<Sentences>>, BoxError> {
    let parts: Vec<Vec<String>> = texts.iter().map(|text| parts(text)).collect();
    let all: Vec<&str> = parts.iter().flatten().map(String::as_str).collect();
    let mut vectors = if all.is_empty() { Vec::new() } else { embedder.embed(&all)? }.into_iter();
    let of_text = |parts: &Vec<String>| {
        let vectors: Vec<Vec<f32>> = vectors.by_ref().take(parts.len()).flatten().collect();
        Some(Sentences::of(&vectors))
    };
    Ok(parts.iter().map(of_text).collect())
}

/// The parts of a long text, in their order and without the names of who speaks: they would make all of theirs alike.
fn parts(text: &str) -> Vec<String> {
    let mut sentences: Vec<&str> = sentences(text).into_iter().map(without_label).collect();
    sentences.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    if sentences.len() < LONG {
        return Vec::new();
    }
    sentences.chunks(sentences.len().div_ceil(MOST_PARTS)).map(|part| part.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use omoide_language::embedding::StaticEmbedder;

    use super::*;

    #[test]
    fn a_long_text_is_cut_into_parts_that_are_its_own_and_a_short_one_is_not() {
        assert_eq!(parts("One. Two. Three."), Vec::<String>::new());
        let text: String = (0..LONG).map(|number| format!("This is sentence {number}. ")).collect();
        assert_eq!(parts(&text).len(), LONG);
        assert_eq!(parts(&text)[3], "This is sentence 3.");
        let text: String = (0..500).map(|number| format!("文の{number}番です。")).collect();
        let parts = parts(&text);
        assert!(parts.len() <= MOST_PARTS && parts.len() > MOST_PARTS / 2, "{}", parts.len());
        assert_eq!(parts.concat().replace(' ', ""), text);
    }

    #[test]
    fn each_text_gets_its_own_sentences() {
        let long = |word: &str| vec![format!("The {word} is here."); LONG].join(" ");
        let texts = [long("garden"), "Short.".to_owned(), long("piano")];
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let found = of(&StaticEmbedder, &texts).expect("vectors");
        let dimensions = StaticEmbedder.dimensions();
        let counts: Vec<usize> = found.iter().flatten().map(|of_text| of_text.directions(dimensions).count()).collect();
        assert_eq!(counts, [LONG, 0, LONG]);
        assert_ne!(found[0], found[2]);
    }
}
