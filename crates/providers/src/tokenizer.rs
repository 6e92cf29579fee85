//! Texts to the numbers of a vocabulary, as the model's `tokenizer.json` says.
//!
//! WordPiece (BERT) and Unigram (XLM-R) are understood, with the normalisers and splitters that come
//! with them. The numbers are those of the reference implementation; a file that asks for something
//! that is not here is refused, never read approximately.

mod added;
mod base64;
mod file;
mod normalize;
mod precompiled;
mod sentencepiece;
mod split;
mod template;
#[cfg(test)]
mod tests;
mod unigram;
mod wordpiece;

use std::path::Path;

use added::{AddedTokens, TextPart};
use normalize::Normalizer;
use split::Splitter;
use template::Template;
use unigram::Unigram;
use wordpiece::WordPiece;

use crate::ModelError;

/// No more of a text than this is read for each token that may come of it, in characters. A word of
/// more than a hundred characters is one unknown token, so ordinary texts never come near.
const CHARACTERS_PER_TOKEN: usize = 64;

/// A tokenizer.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    /// Found in the text as it comes.
    early: AddedTokens,
    /// Found in the normalised text.
    late: AddedTokens,
    normalizers: Vec<Normalizer>,
    splitters: Vec<Splitter>,
    model: Model,
    template: Template,
}

/// How words become pieces.
#[derive(Debug)]
enum Model {
    WordPiece(WordPiece),
    Unigram(Unigram),
}

impl Tokenizer {
    /// Reads a `tokenizer.json`.
    pub(crate) fn open(path: &Path) -> Result<Self, ModelError> {
        let text =
            std::fs::read_to_string(path).map_err(|cause| ModelError::Unreadable { path: path.to_owned(), cause })?;
        Self::parse(&text).map_err(|reason| ModelError::File { path: path.to_owned(), reason })
    }

    /// Reads the model of a SentencePiece tokenizer; a text gets the marks of its beginning and its end.
    pub(crate) fn of_sentence_pieces(model: &[u8]) -> Result<Self, String> {
        sentencepiece::read(model)
    }

    fn parse(text: &str) -> Result<Self, String> {
        file::read(text)
    }

    /// The tokens of a text with those that the model wants around them, at most `most` in all.
    pub(crate) fn encode(&self, text: &str, most: usize) -> Vec<u32> {
        self.template.around(self.pieces(text, most), most)
    }

    /// The tokens of two texts with those that the model wants around and between them, at most `most` in all, and
    /// where the second begins. Of two that are too long together the longer one is cut.
    pub(crate) fn encode_pair(&self, first: &str, second: &str, most: usize, is_twice: bool) -> (Vec<u32>, usize) {
        let (mut first, mut second) = (self.pieces(first, most), self.pieces(second, most));
        let Template { before, after } = &self.template;
        let marks = before.len() + after.len() * if is_twice { 3 } else { 2 };
        while first.len() + second.len() + marks > most {
            let longer = if first.len() >= second.len() { &mut first } else { &mut second };
            if longer.pop().is_none() {
                break;
            }
        }
        let mut all = before.clone();
        all.append(&mut first);
        all.extend(after);
        if is_twice {
            all.extend(after);
        }
        let begins = all.len();
        all.append(&mut second);
        all.extend(after);
        (all, begins)
    }

    /// The tokens of a text alone.
    fn pieces(&self, text: &str, most: usize) -> Vec<u32> {
        let end = text.char_indices().nth(most.saturating_mul(CHARACTERS_PER_TOKEN)).map_or(text.len(), |(at, _)| at);
        let mut ids = Vec::new();
        for piece in self.early.part(&text[..end]) {
            match piece {
                TextPart::Token(id) => ids.push(id),
                TextPart::Text(text) => self.encode_text(&normal(&self.normalizers, text), &mut ids),
            }
        }
        ids
    }

    fn encode_text(&self, text: &str, ids: &mut Vec<u32>) {
        for piece in self.late.part(text) {
            match piece {
                TextPart::Token(id) => ids.push(id),
                TextPart::Text(text) => self.encode_words(text, ids),
            }
        }
    }

    fn encode_words(&self, text: &str, ids: &mut Vec<u32>) {
        for word in split::all(&self.splitters, text) {
            match &self.model {
                Model::WordPiece(model) => model.encode(&word, ids),
                Model::Unigram(model) => model.encode(&word, ids),
            }
        }
    }
}

fn normal(steps: &[Normalizer], text: &str) -> String {
    steps.iter().fold(text.to_owned(), |text, step| step.apply(&text))
}
