//! The morphemes of a mixed text: Japanese by the dictionary, everything else by its shape.

use std::borrow::Cow;

use super::reading::UnitRow;
use crate::dictionary::{CutWord, Lattice, PartOfSpeech, characters, spelling};

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
    let mut row = UnitRow::default();
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

fn of_piece<'a>(text: &'a str, row: &UnitRow, piece: &CutWord) -> Morpheme<'a> {
    let places = &row.places[piece.start..piece.end];
    let (first, last) = (places[0], places[places.len() - 1]);
    let surface = &text[first.start..last.end];
    if let Some(part) = first.part {
        return Morpheme { surface, start: first.start, base: Cow::Borrowed(surface), part, is_unknown: false };
    }
    let part = piece.part();
    let units = &row.units[piece.start..piece.end];
    let mut base = Cow::Borrowed(surface);
    if places.iter().any(|place| place.is_rewritten) || piece.is_in_katakana(&row.units) {
        base = Cow::Owned(spelling(units).unwrap_or_else(|| characters(units)));
    }
    if let Some(whole) = piece.base_of(&base) {
        base = Cow::Owned(whole);
    }
    Morpheme { surface, start: first.start, base, part, is_unknown: piece.is_unknown && part != PartOfSpeech::Symbol }
}

#[cfg(test)]
mod tests {
    use super::{PartOfSpeech, morphemes};

    /// Each morpheme as `surface(base)/part`, the base only where it differs.
    fn shown(text: &str) -> String {
        let show = |m: &super::Morpheme<'_>| {
            let base = if m.base == m.surface { String::new() } else { format!("({})", m.base) };
            format!("{}{base}/{:?}", m.surface, m.part)
        };
        morphemes(text).iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_cut_and_named_by_the_dictionary() {
        for (text, expected) in [
            ("会議始まる", "会議/ActionNoun 始まる/Verb"),
            ("走った。", "走っ(走る)/Verb た/Auxiliary 。/Symbol"),
            ("田中さんと京都", "田中/Person さん/Suffix と/Particle 京都/Place"),
            ("Pythonの API", "Python/Word の/Particle API/Word"),
            ("3月に😭", "3/Number 月/Noun に/Particle 😭/Emoji"),
            ("me@example.org と C++", "me@example.org/Email と/Particle C++/Code"),
            ("ググった", "ググっ(ググる)/Verb た/Auxiliary"),
            ("すごーい！", "すごーい(すごい)/Adjective ！/Symbol"),
            ("たのしー", "たのしー(たのしい)/Adjective"),
            ("疲れたー", "疲れ(疲れる)/Verb たー(た)/Auxiliary"),
            ("ｽｺﾞｲﾃｽﾄ", "ｽｺﾞｲﾃｽﾄ(スゴイテスト)/Noun"),
            ("か\u{3099}んば\u{3099}る", "か\u{3099}んば\u{3099}る(がんばる)/Verb"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn a_word_does_not_go_on_over_a_space() {
        assert_eq!(morphemes("会 議").len(), 2);
        assert_eq!(morphemes("会議").len(), 1);
    }

    #[test]
    fn what_the_dictionary_does_not_have_is_said_to_be_unknown() {
        let found = morphemes("ポニョムニャが来た");
        assert!(found[0].is_unknown && found[0].part.is_noun() && !found[1].is_unknown);
    }

    #[test]
    fn a_long_row_is_cut_in_bounded_pieces() {
        for unit in ["あ", "漢", "ア", "一", "ー", "すごーい", "。", "「", "か\u{3099}", "おーー"] {
            let text = unit.repeat(3_000);
            let found = morphemes(&text);
            let covered: usize = found.iter().map(|m| m.surface.len()).sum();
            assert_eq!(covered, text.len(), "{unit}");
        }
    }

    #[test]
    fn names_are_told_apart() {
        let parts: Vec<_> =
            morphemes("佐藤が東芝から大阪へ").into_iter().map(|m| m.part).filter(|p| p.is_name()).collect();
        assert_eq!(parts, [PartOfSpeech::Person, PartOfSpeech::Organisation, PartOfSpeech::Place]);
    }
}
