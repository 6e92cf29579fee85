//! The dictionary's file, read in place.
//!
//! It begins with `OMJA`, a version, the number of contexts and the context of a text's ends, all u32 in
//! little endian; then the place and size of each section:
//!
//! | section | what a record is |
//! |---|---|
//! | roots | for each code: first edge u32, words before u32, number of edges u16, is a word u16 |
//! | edges | code u16, words before u16, and u32: first edge of the next node (22 bits), is a word (1), number of its edges (9) |
//! | offsets | for eight words: entries before u32, then where the entries of each end, u8 |
//! | entries | class u16, cost i16 |
//! | classes | context u16, part of speech u8, characters to strip for the base form u8, ending's place u16 and size u8, 0 |
//! | unknown | for each category eight entries, class 0xFFFF where there is none |
//! | endings | the text that base forms end with |
//! | costs | i16 for each context and the context before it |
//!
//! Roots and edges are the least automaton of all words: the sum of the words before, along a word's path,
//! is the word's number.

use super::PartOfSpeech;

static BYTES: &[u8] = include_bytes!("../../data/dictionary_ja.bin");

const ROOTS: &[u8] = section(0);
const EDGES: &[u8] = section(1);
const OFFSETS: &[u8] = section(2);
const ENTRIES: &[u8] = section(3);
const CLASSES: &[u8] = section(4);
const UNKNOWN: &[u8] = section(5);
const ENDINGS: &[u8] = section(6);
const COSTS: &[u8] = section(7);

/// How many contexts there are.
pub(super) const CONTEXTS: usize = u32_at(BYTES, 8) as usize;
/// The context at the beginning and the end of a text.
pub(super) const EDGE_CONTEXT: u16 = u32_at(BYTES, 12) as u16;

const UNKNOWN_SLOTS: usize = 8;

const fn section(index: usize) -> &'static [u8] {
    assert!(u32_at(BYTES, 0) == u32::from_le_bytes(*b"OMJA") && u32_at(BYTES, 4) == 1);
    let start = u32_at(BYTES, 16 + 8 * index) as usize;
    let size = u32_at(BYTES, 20 + 8 * index) as usize;
    BYTES.split_at(start).1.split_at(size).0
}

const fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

const fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The number by which the dictionary knows a character; 0 if it has none.
pub(crate) fn code(c: char) -> u16 {
    let point = u32::from(c);
    match point {
        0x3001..0xA000 => (point - 0x3000) as u16,
        0xFF01..0xFF60 => (0x7000 + point - 0xFF00) as u16,
        _ => 0,
    }
}

/// The character with that number.
pub(super) fn character(code: u16) -> Option<char> {
    let point = u32::from(code);
    char::from_u32(if point < 0x7000 { 0x3000 + point } else { 0xFF00 + point - 0x7000 })
}

/// What an unknown word is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CharacterClass {
    Kanji,
    KanjiNumber,
    Hiragana,
    Katakana,
    Letters,
    Number,
    Symbol,
}

/// A way a word can be meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DictionaryWord {
    pub(super) class: u16,
    pub(super) cost: i16,
}

fn entry(bytes: &[u8], index: usize) -> DictionaryWord {
    DictionaryWord { class: u16_at(bytes, 4 * index), cost: u16_at(bytes, 4 * index + 2).cast_signed() }
}

/// The entries of a word by its number.
pub(super) fn entries(word: u32) -> impl Iterator<Item = DictionaryWord> {
    let block = word as usize / 8 * 12;
    let within = word as usize % 8;
    let first = u32_at(OFFSETS, block) as usize;
    let start = if within == 0 { 0 } else { usize::from(OFFSETS[block + 3 + within]) };
    let end = usize::from(OFFSETS[block + 4 + within]);
    (first + start..first + end).map(|index| entry(ENTRIES, index))
}

/// The ways in which an unknown word of a category can be meant.
pub(super) fn unknown(category: CharacterClass) -> impl Iterator<Item = DictionaryWord> {
    let first = category as usize * UNKNOWN_SLOTS;
    (first..first + UNKNOWN_SLOTS).map(|index| entry(UNKNOWN, index)).take_while(|e| e.class != u16::MAX)
}

/// The context of a class.
pub(super) fn context(class: u16) -> u16 {
    u16_at(CLASSES, 8 * usize::from(class))
}

/// The part of speech of a class.
pub(super) fn part(class: u16) -> PartOfSpeech {
    PartOfSpeech::from_code(CLASSES[8 * usize::from(class) + 2])
}

/// How many characters a word of the class loses for its base form, and what it gains.
pub(super) fn base_rule(class: u16) -> (usize, &'static str) {
    let at = 8 * usize::from(class);
    let place = usize::from(u16_at(CLASSES, at + 4));
    let ending = &ENDINGS[place..place + usize::from(CLASSES[at + 6])];
    (usize::from(CLASSES[at + 3]), std::str::from_utf8(ending).unwrap_or_default())
}

/// What it costs that a word of context `next` follows one of context `before`.
pub(super) fn neighbour_cost(before: u16, next: u16) -> i32 {
    let at = 2 * (usize::from(next) * CONTEXTS + usize::from(before));
    i32::from(u16_at(COSTS, at).cast_signed())
}

/// A way into the automaton.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    first_edge: usize,
    edges: usize,
    words_before: u32,
    is_at_root: bool,
}

impl Walk {
    pub(super) fn begin() -> Self {
        Self { first_edge: 0, edges: 0, words_before: 0, is_at_root: true }
    }

    /// Goes on by one character; gives the number of the word that ends there, if one does, or `None` when
    /// no word goes on so.
    pub(super) fn step(&mut self, code: u16) -> Option<Option<u32>> {
        if code == 0 {
            return None;
        }
        if self.is_at_root { self.step_from_root(code) } else { self.step_along_edge(code) }
    }

    fn step_from_root(&mut self, code: u16) -> Option<Option<u32>> {
        let record = ROOTS.get(12 * usize::from(code)..)?.get(..12)?;
        self.is_at_root = false;
        self.first_edge = u32_at(record, 0) as usize;
        self.edges = usize::from(u16_at(record, 8));
        self.arrive(u32_at(record, 4), u16_at(record, 10) != 0)
    }

    fn step_along_edge(&mut self, code: u16) -> Option<Option<u32>> {
        let (mut low, mut high) = (self.first_edge, self.first_edge + self.edges);
        while low < high {
            let middle = usize::midpoint(low, high);
            if u16_at(EDGES, 8 * middle) < code { low = middle + 1 } else { high = middle }
        }
        if low >= self.first_edge + self.edges || u16_at(EDGES, 8 * low) != code {
            return None;
        }
        let words_before = u32::from(u16_at(EDGES, 8 * low + 2));
        let target = u32_at(EDGES, 8 * low + 4);
        self.first_edge = (target & 0x3F_FFFF) as usize;
        self.edges = (target >> 23) as usize;
        self.arrive(words_before, target & 0x40_0000 != 0)
    }

    fn arrive(&mut self, words_before: u32, is_word: bool) -> Option<Option<u32>> {
        self.words_before += words_before;
        let number = self.words_before;
        self.words_before += u32::from(is_word);
        (is_word || self.edges > 0).then_some(is_word.then_some(number))
    }
}
