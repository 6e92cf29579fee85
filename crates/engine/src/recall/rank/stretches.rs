//! Whether a memory has the prompt's own wording: stretches of it that stand in the memory as they are.
//!
//! ```text
//! wording(text) = Σ over the stretches: (units − 1)²
//! ```
//!
//! A unit is a Japanese character, a digit, or a word of letters. From the beginning of the prompt the longest
//! stretch that the text has too is taken, then the longest from where it ends, and so on. 「第45回衆議院議員総選挙」
//! as a whole says more than its words, each of which stands in every text about elections; and a stretch does
//! not depend on how Japanese is cut into words.

use omoide_language::fold;

use crate::recall::constants::stretches::{LONGEST_PROMPT, SLOTS, TELLING};

/// A Japanese character, a digit, or a word of letters; equal ones are equal.
pub(in crate::recall) type Unit = u64;

/// A word's unit has this set, so that it is no character.
const WORD: Unit = 1 << 63;

/// The units of a text, in their order; spaces and marks are none.
pub(in crate::recall) fn units(text: &str) -> Vec<Unit> {
    let mut units = Vec::with_capacity(text.len() / 3);
    // The hash (FNV) of the letters so far of a word.
    let mut word: Option<Unit> = None;
    // Folding as a whole takes longer than all else here, and few texts need it.
    let folded = text.chars().any(is_composed).then(|| fold(text));
    for c in folded.as_deref().unwrap_or(text).chars().map(fold_one) {
        // Most of an English text is told apart by the first of these.
        let is_letter = c.is_ascii_alphabetic() || (!c.is_ascii() && !is_japanese(c) && c.is_alphanumeric());
        if is_letter {
            let hash = word.unwrap_or(0xcbf2_9ce4_8422_2325);
            word = Some((hash ^ Unit::from(u32::from(c))).wrapping_mul(0x0100_0000_01b3));
            continue;
        }
        units.extend(word.take().map(|hash| hash | WORD));
        if c.is_ascii_digit() || is_japanese(c) {
            units.push(Unit::from(u32::from(c)));
        }
    }
    units.extend(word.map(|hash| hash | WORD));
    units
}

/// Whether a character may become another together with the one beside it.
fn is_composed(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036F}' | '\u{3099}' | '\u{309A}' | '\u{FF61}'..='\u{FF9F}')
}

/// The usual form of a character: small, and not of full width.
fn fold_one(c: char) -> char {
    match c {
        _ if c.is_ascii() => c.to_ascii_lowercase(),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c).to_ascii_lowercase(),
        _ if is_japanese(c) => c,
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}

/// Whether a unit by itself says something in Japanese: a kanji or katakana. Hiragana are mostly endings and
/// particles, and how a question is put is not what it asks for.
fn is_telling(unit: Unit) -> bool {
    let character = u32::try_from(unit).ok().and_then(char::from_u32);
    character.is_some_and(|c| !c.is_ascii_digit() && !matches!(c, '\u{3041}'..='\u{3096}'))
}

fn is_digit(unit: Unit) -> bool {
    u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_digit())
}

/// Whether it is a word, and no character.
pub(in crate::recall) fn is_word(unit: Unit) -> bool {
    unit & WORD != 0
}

fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | 'ー' | '々' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// What a text has of a prompt.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(in crate::recall) struct TextOverlap {
    /// What the stretches count.
    pub count: f64,
    /// The share of the prompt's telling characters and digits that stand in them; a word of one character may
    /// stand anywhere.
    pub share: f64,
}

/// A prompt, ready to be looked for.
pub(in crate::recall) struct Stretches {
    prompt: Vec<Unit>,
    /// Where in the prompt the pairs of units are that fall into each slot.
    places: Vec<Vec<u16>>,
}

impl Stretches {
    pub(in crate::recall) fn new(prompt: &str) -> Self {
        let mut prompt = units(prompt);
        prompt.truncate(LONGEST_PROMPT);
        let mut places = vec![Vec::new(); SLOTS];
        for (at, pair) in (0..).zip(prompt.windows(2)) {
            places[slot(pair)].push(at);
        }
        Self { prompt, places }
    }

    /// How much of the prompt is asked for by its characters: the share of telling ones among these and words of
    /// letters. Digits are of either language.
    pub(in crate::recall) fn weight(&self) -> f64 {
        let telling = self.prompt.iter().filter(|unit| is_telling(**unit)).count();
        let words = self.prompt.iter().filter(|unit| is_word(**unit)).count();
        telling as f64 / (telling + words).max(1) as f64
    }

    /// What a text has of the prompt.
    pub(in crate::recall) fn of(&self, text: &str) -> TextOverlap {
        let text = units(text);
        let longest = self.longest(&text);
        let (mut at, mut count, mut asked) = (0, 0.0, 0);
        while at < longest.len() {
            let end = at + longest[at].max(1);
            if longest[at] > 1 {
                let beyond_one = (longest[at] - 1) as f64;
                count += beyond_one * beyond_one;
                asked += asked_for(&self.prompt[at..end]);
            } else if self.is_alone(at) && text.contains(&self.prompt[at]) {
                asked += 1;
            }
            at = end;
        }
        TextOverlap { count, share: asked as f64 / asked_for(&self.prompt).max(1) as f64 }
    }

    /// Whether a telling character is between others that are not: 猫 in 「猫はどこ」.
    fn is_alone(&self, at: usize) -> bool {
        let is_asked_for = |at: usize| self.prompt.get(at).is_some_and(|unit| is_telling(*unit) || is_digit(*unit));
        is_asked_for(at) && !is_asked_for(at + 1) && !at.checked_sub(1).is_some_and(is_asked_for)
    }

    /// How long the longest stretch of the text is that begins at each place of the prompt; one unit is none.
    fn longest(&self, text: &[Unit]) -> Vec<usize> {
        let mut longest = vec![0; self.prompt.len()];
        for (start, pair) in text.windows(2).enumerate() {
            for at in &self.places[slot(pair)] {
                let at = usize::from(*at);
                let both = self.prompt[at..].iter().zip(&text[start..]);
                let length = both.take_while(|(one, other)| one == other).count();
                if length > 1 {
                    longest[at] = longest[at].max(length);
                }
            }
        }
        longest
    }
}

/// How many of the units are telling characters or digits.
fn asked_for(units: &[Unit]) -> usize {
    units.iter().filter(|unit| is_telling(**unit) || is_digit(**unit)).count()
}

fn slot(pair: &[Unit]) -> usize {
    let mixed = pair[0].wrapping_mul(31).wrapping_add(pair[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize % SLOTS
}

/// What texts count as shares of the best, or of a telling stretch where the best has none.
pub(in crate::recall) fn shares(counts: &[f64]) -> Vec<f64> {
    let most = counts.iter().copied().fold(TELLING, f64::max);
    counts.iter().map(|count| count / most).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_long_stretch_counts_more_than_the_same_characters_strewn() {
        let stretches = Stretches::new("第45回衆議院議員総選挙はいつですか");
        let whole = stretches.of("2009年の第45回衆議院議員総選挙では候補を減らした。").count;
        let strewn = stretches.of("衆議院の議員を選ぶ第47回の総選挙が45の区で行われた。").count;
        assert!(whole > 3.0 * strewn, "{whole} {strewn}");
    }

    #[test]
    fn words_of_letters_are_one_unit_whatever_their_case() {
        let stretches = Stretches::new("Where did Mia buy the Blue Lamp?");
        assert_eq!(stretches.of("It was Mia, who said: buy the blue lamp!").count, 9.0);
        assert_eq!(stretches.of("lamp blue the buy").count, 0.0);
    }

    #[test]
    fn wide_and_narrow_forms_are_the_same() {
        assert_eq!(units("ＡＰＩ２０"), units("api20"));
        assert_eq!(units("ﾃﾞｰﾀ"), units("データ"));
        assert_eq!(units("ÉTÉ été"), [units("été"), units("été")].concat());
    }

    #[test]
    fn spaces_and_marks_do_not_end_a_stretch() {
        assert_eq!(Stretches::new("東京・大阪").of("東京、大阪").count, 9.0);
    }

    #[test]
    fn two_words_in_a_row_are_not_yet_telling() {
        assert_eq!(shares(&[1.0, 0.0]), [1.0 / 9.0, 0.0]);
        assert_eq!(shares(&[36.0, 9.0]), [1.0, 0.25]);
        assert_eq!(shares(&[]), Vec::<f64>::new());
    }

    #[test]
    fn how_a_question_is_put_is_not_asked_for() {
        let stretches = Stretches::new("この前の話だけど犬の名前ってなんだっけ");
        assert_eq!(stretches.of("犬の名前を決めた。前の話の続き。").share, 1.0);
        assert_eq!(stretches.of("そんな話だけどなんだっけ").share, 1.0 / 5.0);
        assert_eq!(Stretches::new("猫は？").of("黒猫が庭に来た").share, 1.0);
        assert_eq!(stretches.weight(), 1.0);
        let english = Stretches::new("what is the name of the dog?");
        assert_eq!((english.of("the name of the dog").share, english.weight()), (0.0, 0.0));
        assert_eq!(Stretches::new("APIの設計").weight(), 2.0 / 3.0);
        assert_eq!(Stretches::new("what happened in May 2023?").weight(), 0.0);
        let dated = Stretches::new("1949年の総選挙");
        assert_eq!((dated.of("1949年に").share, dated.weight()), (5.0 / 8.0, 1.0));
    }

    proptest! {
        #[test]
        fn no_text_has_more_of_a_prompt_than_the_prompt_itself(prompt in "[あ-えa-c0-2 。]{0,40}", text in "[あ-えa-c0-2 。]{0,80}") {
            let stretches = Stretches::new(&prompt);
            let own = stretches.of(&prompt).count;
            let held = stretches.of(&text);
            prop_assert!(held.count <= own && (0.0..=1.0).contains(&held.share));
            let with_prompt = format!("{text}\n{prompt}");
            prop_assert!(stretches.of(&with_prompt).count >= own);
        }
    }
}
