//! A text as a row of units for the dictionary: its Japanese characters one by one in their usual form,
//! and everything else as whole words.

use super::TokenKind;
use super::scan::word_of_letters;
use crate::dictionary::{CharacterClass, LatticeUnit, PartOfSpeech, code};
use crate::fold::{Script, modern, script};

/// A row is cut after this many units at the next change of script, and after twice as many anywhere.
const LONG_ROW: usize = 400;

/// One unit with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedUnit {
    pub(super) start: usize,
    pub(super) end: usize,
    /// What it is, when that is known without the dictionary.
    pub(super) part: Option<PartOfSpeech>,
    /// Whether it is written otherwise than the dictionary writes it.
    pub(super) is_rewritten: bool,
}

/// A stretch of text that is cut into words at once.
#[derive(Default)]
pub(super) struct UnitRow {
    pub(super) units: Vec<LatticeUnit>,
    pub(super) places: Vec<PlacedUnit>,
    pub(super) is_japanese: bool,
}

impl UnitRow {
    /// Takes the units that begin at `at`, up to the end of a sentence or line; gives back where to go on.
    pub(super) fn read(&mut self, text: &str, mut at: usize) -> usize {
        self.units.clear();
        self.places.clear();
        self.is_japanese = false;
        let mut gap = false;
        let mut before = Script::Mark;
        while let Some(c) = text[at..].chars().next() {
            let own = script(c);
            if self.units.len() >= LONG_ROW && (own != before || self.units.len() >= 2 * LONG_ROW) {
                return at;
            }
            before = own;
            let count = self.units.len();
            match own {
                Script::Letter => at = self.letters(text, at),
                Script::Mark => {
                    if matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}') {
                        return at + c.len_utf8();
                    }
                    at = self.mark(text, at, c);
                    if matches!(c, '。' | '！' | '？' | '｡') {
                        return at;
                    }
                }
                _ => at = self.japanese(text, at, c, own),
            }
            if self.units.len() > count {
                self.units[count].follows_gap = gap;
                gap = false;
            } else {
                gap |= c.is_whitespace();
            }
        }
        at
    }

    fn letters(&mut self, text: &str, start: usize) -> usize {
        let (end, kind) = word_of_letters(text, start);
        let part = match kind {
            Some(TokenKind::Number) => PartOfSpeech::Number,
            Some(TokenKind::Code) => PartOfSpeech::Code,
            Some(TokenKind::Url) => PartOfSpeech::Url,
            Some(TokenKind::Email) => PartOfSpeech::Email,
            Some(_) => PartOfSpeech::Word,
            // Combining marks and underscores alone are no word; behind a kanji or kana they belong to it.
            None => return self.extend_last(start, end),
        };
        let category = if part == PartOfSpeech::Number { CharacterClass::Number } else { CharacterClass::Letters };
        self.push_whole(start..end, part, category);
        end
    }

    fn extend_last(&mut self, start: usize, end: usize) -> usize {
        if let Some(last) = self.places.last_mut().filter(|last| last.end == start && last.part.is_none()) {
            last.end = end;
            last.is_rewritten = true;
        }
        end
    }

    fn mark(&mut self, text: &str, start: usize, c: char) -> usize {
        if let Some(end) = emoji_end(&text[start..]) {
            self.push_whole(start..start + end, PartOfSpeech::Emoji, CharacterClass::Symbol);
            return start + end;
        }
        let end = start + c.len_utf8();
        if c.is_whitespace() || c.is_control() {
            return end;
        }
        if matches!(c, '〜' | '～') && self.draws_out(c) {
            return self.drawn(start, end, code('ー'));
        }
        self.push(start..end, wide(c), CharacterClass::Symbol, c);
        end
    }

    fn japanese(&mut self, text: &str, start: usize, c: char, own: Script) -> usize {
        self.is_japanese = true;
        let (plain, length) = composed(&text[start..], c);
        let plain = modern(plain);
        let end = start + length;
        if self.draws_out(plain) {
            return self.drawn(start, end, code(plain));
        }
        let category = match own {
            Script::Hiragana => CharacterClass::Hiragana,
            Script::Katakana => CharacterClass::Katakana,
            _ if "〇一二三四五六七八九十百千万億兆".contains(plain) => CharacterClass::KanjiNumber,
            _ => CharacterClass::Kanji,
        };
        self.push(start..end, plain, category, c);
        end
    }

    /// Whether the character only lengthens the hiragana before it: すごーい, ねぇ.
    fn draws_out(&self, c: char) -> bool {
        let (Some(last), Some(unit)) = (self.places.last(), self.units.last()) else { return false };
        if last.part.is_some() || unit.category != CharacterClass::Hiragana {
            return false;
        }
        match c {
            'ー' | '〜' | '～' => true,
            'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' => {
                let full = code(c) + 1;
                vowel(if unit.drawn_vowel > 0 { unit.drawn_vowel } else { unit.code }).contains(&full)
            }
            _ => false,
        }
    }

    fn drawn(&mut self, start: usize, end: usize, code: u16) -> usize {
        let Some(last) = self.units.last().copied() else { return end };
        if last.drawn_vowel > 0
            && let Some(place) = self.places.last_mut()
        {
            place.end = end;
            return end;
        }
        let drawn_vowel = vowel(last.code)[0];
        let unit =
            LatticeUnit { code, category: CharacterClass::Hiragana, is_whole: false, follows_gap: false, drawn_vowel };
        self.units.push(unit);
        self.places.push(PlacedUnit { start, end, part: None, is_rewritten: true });
        end
    }

    fn push(&mut self, place: std::ops::Range<usize>, plain: char, category: CharacterClass, written: char) {
        let (start, end) = (place.start, place.end);
        let code = code(plain);
        self.units.push(LatticeUnit { code, category, is_whole: false, follows_gap: false, drawn_vowel: 0 });
        let is_rewritten = plain != written && category != CharacterClass::Symbol;
        self.places.push(PlacedUnit { start, end, part: None, is_rewritten });
    }

    fn push_whole(&mut self, place: std::ops::Range<usize>, part: PartOfSpeech, category: CharacterClass) {
        self.units.push(LatticeUnit { code: 0, category, is_whole: true, follows_gap: false, drawn_vowel: 0 });
        self.places.push(PlacedUnit { start: place.start, end: place.end, part: Some(part), is_rewritten: false });
    }
}

/// The character at the beginning of the text in its usual width, with the voicing mark behind it, and
/// how many bytes it takes.
fn composed(text: &str, first: char) -> (char, usize) {
    use unicode_normalization::UnicodeNormalization;
    let plain = match first {
        '\u{FF66}'..='\u{FF9F}' | '\u{F900}'..='\u{FAFF}' => std::iter::once(first).nfkc().next().unwrap_or(first),
        other => other,
    };
    let after = text[first.len_utf8()..].chars().next();
    let mark = match after {
        Some('\u{3099}' | '\u{FF9E}') => '\u{3099}',
        Some('\u{309A}' | '\u{FF9F}') => '\u{309A}',
        _ => return (plain, first.len_utf8()),
    };
    match unicode_normalization::char::compose(plain, mark) {
        Some(joined) => (joined, first.len_utf8() + after.map_or(0, char::len_utf8)),
        None => (plain, first.len_utf8()),
    }
}

/// The form in which the dictionary has a mark.
fn wide(c: char) -> char {
    match c {
        '!' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | ',' | '.' | ':' | ';' => {
            char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c)
        }
        '｡' => '。',
        '､' => '、',
        '｢' => '「',
        '｣' => '」',
        '･' => '・',
        other => other,
    }
}

/// The codes of the vowels that a hiragana can be drawn out with, the first the usual one.
fn vowel(code_of_kana: u16) -> [u16; 2] {
    const ROWS: [(&str, char, char); 5] = [
        ("あかがさざただなはばぱまやらわぁゃゎ", 'あ', 'あ'),
        ("いきぎしじちぢにひびぴみりぃ", 'い', 'い'),
        ("うくぐすずつづぬふぶぷむゆるぅゅっ", 'う', 'う'),
        ("えけげせぜてでねへべぺめれぇ", 'え', 'い'),
        ("おこごそぞとどのほぼぽもよろをぉょ", 'う', 'お'),
    ];
    let row = ROWS.iter().find(|(kana, _, _)| kana.chars().any(|k| code(k) == code_of_kana));
    row.map_or([0, 0], |(_, usual, other)| [code(*usual), code(*other)])
}

/// Where the emoji at the beginning of the text ends, with its modifiers and what is joined to it.
fn emoji_end(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().peekable();
    let (_, first) = characters.next()?;
    if !is_emoji(first) {
        return None;
    }
    let is_flag = |c: char| ('\u{1F1E6}'..='\u{1F1FF}').contains(&c);
    let mut end = first.len_utf8();
    let mut joins = false;
    let mut awaits_flag = is_flag(first);
    // Long enough for a family; a longer chain is no emoji that anyone draws.
    for (at, c) in characters.take(15) {
        let goes_on = match c {
            '\u{FE0F}' | '\u{FE0E}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{20E3}' | '\u{E0020}'..='\u{E007F}' => true,
            '\u{200D}' => true,
            c if is_flag(c) => std::mem::take(&mut awaits_flag),
            c => joins && is_emoji(c),
        };
        if !goes_on {
            break;
        }
        joins = c == '\u{200D}';
        end = at + c.len_utf8();
    }
    Some(end)
}

fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{1F300}'..='\u{1FAFF}' | '\u{1F1E6}'..='\u{1F1FF}' | '\u{2600}'..='\u{27BF}' | '\u{2B50}' | '\u{2B55}'
        | '\u{231A}' | '\u{231B}' | '\u{23E9}'..='\u{23FA}' | '\u{1F004}' | '\u{1F0CF}' | '\u{1F170}'..='\u{1F19A}'
        | '\u{203C}' | '\u{2049}')
        && !matches!(c, '\u{2605}' | '\u{2606}' | '\u{266A}'..='\u{266F}')
}
