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

/// A longer prompt is looked for up to here, in units.
const LONGEST_PROMPT: usize = 256;

/// How many lists the places of the prompt are kept in; more than there are pairs in most prompts.
const SLOTS: usize = 1024;

/// What a stretch of four units counts: where no memory has more than this, none has the prompt's wording.
const TELLING: f64 = 9.0;

/// A Japanese character, a digit, or a word of letters; equal ones are equal.
pub(super) type Unit = u64;

/// A word's unit has this set, so that it is no character.
const WORD: Unit = 1 << 63;

/// The units of a text, in their order; spaces and marks are none.
pub(super) fn units(text: &str) -> Vec<Unit> {
    let mut units = Vec::with_capacity(text.len() / 3);
    // The hash (FNV) of the letters so far of a word.
    let mut word: Option<Unit> = None;
    for c in fold(text).chars() {
        let is_alone = is_japanese(c) || c.is_ascii_digit();
        if !is_alone && c.is_alphanumeric() {
            let hash = word.unwrap_or(0xcbf2_9ce4_8422_2325);
            word = Some((hash ^ Unit::from(u32::from(c))).wrapping_mul(0x0100_0000_01b3));
            continue;
        }
        units.extend(word.take().map(|hash| hash | WORD));
        if is_alone {
            units.push(Unit::from(u32::from(c)));
        }
    }
    units.extend(word.map(|hash| hash | WORD));
    units
}

/// Whether it is a word, and no character.
pub(super) fn is_word(unit: Unit) -> bool {
    unit & WORD != 0
}

fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | 'ー' | '々' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

/// A prompt, ready to be looked for.
pub(super) struct Stretches {
    prompt: Vec<Unit>,
    /// Where in the prompt the pairs of units are that fall into each slot.
    places: Vec<Vec<u16>>,
}

impl Stretches {
    pub(super) fn new(prompt: &str) -> Self {
        let mut prompt = units(prompt);
        prompt.truncate(LONGEST_PROMPT);
        let mut places = vec![Vec::new(); SLOTS];
        for (at, pair) in (0..).zip(prompt.windows(2)) {
            places[slot(pair)].push(at);
        }
        Self { prompt, places }
    }

    /// What the stretches count that a text has.
    pub(super) fn of(&self, text: &str) -> f64 {
        let longest = self.longest(&units(text));
        let (mut at, mut sum) = (0, 0.0);
        while at < longest.len() {
            let beyond_one = longest[at].saturating_sub(1) as f64;
            sum += beyond_one * beyond_one;
            at += longest[at].max(1);
        }
        sum
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

fn slot(pair: &[Unit]) -> usize {
    let mixed = pair[0].wrapping_mul(31).wrapping_add(pair[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize % SLOTS
}

/// What texts count as shares of the best, or of a telling stretch where the best has none.
pub(super) fn shares(counts: &[f64]) -> Vec<f64> {
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
        let whole = stretches.of("2009年の第45回衆議院議員総選挙では候補を減らした。");
        let strewn = stretches.of("衆議院の議員を選ぶ第47回の総選挙が45の区で行われた。");
        assert!(whole > 3.0 * strewn, "{whole} {strewn}");
    }

    #[test]
    fn words_of_letters_are_one_unit_whatever_their_case() {
        let stretches = Stretches::new("Where did Mia buy the Blue Lamp?");
        assert_eq!(stretches.of("It was Mia, who said: buy the blue lamp!"), 9.0);
        assert_eq!(stretches.of("lamp blue the buy"), 0.0);
    }

    #[test]
    fn spaces_and_marks_do_not_end_a_stretch() {
        assert_eq!(Stretches::new("東京・大阪").of("東京、大阪"), 9.0);
    }

    #[test]
    fn two_words_in_a_row_are_not_yet_telling() {
        assert_eq!(shares(&[1.0, 0.0]), [1.0 / 9.0, 0.0]);
        assert_eq!(shares(&[36.0, 9.0]), [1.0, 0.25]);
        assert_eq!(shares(&[]), Vec::<f64>::new());
    }

    proptest! {
        #[test]
        fn no_text_has_more_of_a_prompt_than_the_prompt_itself(prompt in "[あ-えa-c0-2 。]{0,40}", text in "[あ-えa-c0-2 。]{0,80}") {
            let stretches = Stretches::new(&prompt);
            let own = stretches.of(&prompt);
            prop_assert!(stretches.of(&text) <= own);
            prop_assert!(stretches.of(&format!("{text}\n{prompt}")) >= own);
        }
    }
}
