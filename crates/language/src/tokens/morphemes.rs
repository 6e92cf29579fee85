//! The morphemes of a mixed text: Japanese by the dictionary, everything else by its shape.

use std::borrow::Cow;

use super::reading::Row;
use crate::dictionary::{Lattice, PartOfSpeech, Piece, spelling};

/// The smallest part of a text that means something, in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Morpheme<'a> {
    /// As it is written.
    pub surface: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
    /// The form a dictionary has it under: 走る for 走っ, うれしい for うれしかっ. The surface itself for what
    /// has no other form, and for words of other languages.
    pub base: Cow<'a, str>,
    /// What it does in its sentence.
    pub part: PartOfSpeech,
    /// Whether it is Japanese that the dictionary does not have.
    pub is_unknown: bool,
}

impl Morpheme<'_> {
    /// Where it ends, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.surface.len()
    }
}

/// The morphemes of a text in their order. White space is in none of them; everything else is, but for
/// lone combining marks.
pub fn morphemes(text: &str) -> Vec<Morpheme<'_>> {
    let mut found = Vec::with_capacity(text.len() / 5);
    let mut row = Row::default();
    let mut lattice = Lattice::default();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        at = row.read(text, at);
        if row.is_japanese {
            pieces.clear();
            lattice.cut(&row.units, &mut pieces);
            found.extend(pieces.iter().map(|piece| of_piece(text, &row, piece)));
        } else {
            found.extend(row.places.iter().map(|place| {
                let surface = &text[place.start..place.end];
                let part = place.part.unwrap_or(PartOfSpeech::Symbol);
                Morpheme { surface, start: place.start, base: Cow::Borrowed(surface), part, is_unknown: false }
            }));
        }
    }
    found
}

fn of_piece<'a>(text: &'a str, row: &Row, piece: &Piece) -> Morpheme<'a> {
    let places = &row.places[piece.start..piece.end];
    let (first, last) = (places[0], places[places.len() - 1]);
    let surface = &text[first.start..last.end];
    if let Some(part) = first.part {
        return Morpheme { surface, start: first.start, base: Cow::Borrowed(surface), part, is_unknown: false };
    }
    let part = piece.part();
    let mut base = Cow::Borrowed(surface);
    if !piece.is_unknown {
        if places.iter().any(|place| place.is_rewritten) {
            base = Cow::Owned(spelling(&row.units[piece.start..piece.end]));
        }
        if let Some(whole) = piece.base_of(&base) {
            base = Cow::Owned(whole);
        }
    }
    Morpheme { surface, start: first.start, base, part, is_unknown: piece.is_unknown && part != PartOfSpeech::Symbol }
}
