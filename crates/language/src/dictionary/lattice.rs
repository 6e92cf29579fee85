//! The likeliest cut of a row of characters into words: the way of least cost through all of them.

use super::PartOfSpeech;
use super::data::{self, CONTEXTS, CharacterClass, DictionaryWord, EDGE_CONTEXT, Walk};

/// The longest unknown word, in characters.
const LONGEST_UNKNOWN: usize = 24;
/// The longest known one, so that a row of one character is no quadratic matter.
const LONGEST_KNOWN: usize = 24;

/// The longest run of katakana that is tried as hiragana.
const LONGEST_IN_HIRAGANA: usize = 8;
/// What it costs a word to end with a mark that only draws it out.
const DRAWN_END_COST: i16 = 1500;
/// What it costs a word to be written in katakana for the sake of it.
const OTHER_SPELLING_COST: i16 = 500;

/// One character of the row, or a word that is already known to be one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LatticeUnit {
    /// The dictionary's number for it; 0 for what cannot be in the dictionary.
    pub(crate) code: u16,
    /// What it is made of.
    pub(crate) category: CharacterClass,
    /// Whether it stands alone: a Latin word, an address.
    pub(crate) is_whole: bool,
    /// Whether no word may go on over it from the unit before.
    pub(crate) follows_gap: bool,
    /// For a mark that only draws out the vowel before it (すごーい): the code of that vowel, else 0.
    pub(crate) drawn_vowel: u16,
}

/// A word of the cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CutWord {
    /// The first unit of it.
    pub(crate) start: usize,
    /// The unit behind it.
    pub(crate) end: usize,
    /// Whether the dictionary does not have it.
    pub(crate) is_unknown: bool,
    class: u16,
}

impl CutWord {
    /// What it does in its sentence.
    pub(crate) fn part(&self) -> PartOfSpeech {
        data::part(self.class)
    }

    /// Whether it is written in katakana though the dictionary may have it in hiragana.
    pub(crate) fn is_in_katakana(&self, units: &[LatticeUnit]) -> bool {
        units[self.start].category == CharacterClass::Katakana
            && is_written_in_katakana(self.part(), self.end - self.start)
            && !self.is_unknown
    }

    /// The base form of the word when it is written so.
    pub(crate) fn base_of(&self, written: &str) -> Option<String> {
        let (strip, ending) = data::base_rule(self.class);
        if strip == 0 && ending.is_empty() {
            return None;
        }
        let kept = written.char_indices().rev().nth(strip.wrapping_sub(1)).map_or(written.len(), |(at, _)| at);
        let kept = if strip == 0 { written.len() } else { kept };
        Some(format!("{}{ending}", &written[..kept]))
    }
}

#[derive(Clone, Copy)]
struct LatticeNode {
    piece: CutWord,
    context: u16,
    cost: i32,
    before: u32,
    next_with_same_end: u32,
}

const NONE: u32 = u32::MAX;

/// Finds cuts; keeps its room from one row to the next.
#[derive(Default)]
pub(crate) struct Lattice {
    nodes: Vec<LatticeNode>,
    ending_at: Vec<u32>,
    best_before: Vec<(u32, i32, u32)>,
}

impl Lattice {
    /// The words of the row in their order; together they cover it.
    pub(crate) fn cut(&mut self, units: &[LatticeUnit], pieces: &mut Vec<CutWord>) {
        self.begin(units.len());
        for start in 0..units.len() {
            if self.ending_at[start] != NONE {
                self.add_words(units, start);
            }
        }
        self.read_back(units.len(), pieces);
    }

    fn begin(&mut self, length: usize) {
        self.nodes.clear();
        self.ending_at.clear();
        self.ending_at.resize(length + 1, NONE);
        self.best_before.clear();
        self.best_before.resize(CONTEXTS, (NONE, 0, 0));
        let piece = CutWord { start: 0, end: 0, is_unknown: false, class: 0 };
        let edge = LatticeNode { piece, context: EDGE_CONTEXT, cost: 0, before: NONE, next_with_same_end: NONE };
        self.nodes.push(edge);
        self.ending_at[0] = 0;
    }

    fn add_words(&mut self, units: &[LatticeUnit], start: usize) {
        let unit = units[start];
        if unit.is_whole {
            return self.add_unknown(unit.category, start, start + 1);
        }
        let is_known = self.add_known(units, start);
        let invokes = matches!(unit.category, CharacterClass::Katakana | CharacterClass::KanjiNumber);
        if is_known && !invokes {
            return;
        }
        let run = units[start..].iter().take(LONGEST_UNKNOWN + 1).enumerate();
        let run = run.take_while(|(at, u)| *at == 0 || (!u.follows_gap && !u.is_whole && is_alike(unit, **u))).count();
        let groups = !matches!(unit.category, CharacterClass::Kanji | CharacterClass::Symbol);
        let longest = match unit.category {
            CharacterClass::Kanji | CharacterClass::Hiragana | CharacterClass::Katakana => 2.min(run),
            CharacterClass::Symbol => 1,
            _ => 0,
        };
        if groups && run <= LONGEST_UNKNOWN && run > longest {
            self.add_unknown(unit.category, start, start + run);
        }
        for length in 1..=longest {
            self.add_unknown(unit.category, start, start + length);
        }
        if longest == 0 && run > LONGEST_UNKNOWN {
            self.add_unknown(unit.category, start, start + LONGEST_UNKNOWN);
        }
    }

    /// Adds the dictionary's words that begin at `start`; says whether there is one.
    fn add_known(&mut self, units: &[LatticeUnit], start: usize) -> bool {
        let first = self.nodes.len();
        let written = LookupReach { units, start, spelling: Spelling::Written, least_end: start + 1 };
        self.follow(&written, start, Walk::begin(), None);
        let opens_run = start == 0 || units[start - 1].category != CharacterClass::Katakana || units[start].follows_gap;
        if units[start].category == CharacterClass::Katakana && opens_run {
            self.add_hiragana_words(units, start, first);
        }
        self.nodes.len() > first
    }

    /// スゴイ is すごい and ムカつく むかつく, unless katakana is how the dictionary writes the run itself.
    fn add_hiragana_words(&mut self, units: &[LatticeUnit], start: usize, first: usize) {
        let alike = |u: &&LatticeUnit| u.category == CharacterClass::Katakana && !u.is_whole;
        let run = units[start..].iter().take(LONGEST_IN_HIRAGANA + 1).take_while(alike).count();
        let is_written_so = self.nodes[first..].iter().any(|node| node.piece.end == start + run);
        if (2..=LONGEST_IN_HIRAGANA).contains(&run) && !is_written_so {
            let reach = LookupReach { units, start, spelling: Spelling::Hiragana, least_end: start + run };
            self.follow(&reach, start, Walk::begin(), None);
        }
    }

    /// Follows the units from `at` on through the automaton and adds each word that ends on the way.
    fn follow(&mut self, reach: &LookupReach<'_>, mut at: usize, mut walk: Walk, mut found: Option<u32>) {
        while let Some(unit) = reach.units.get(at) {
            let is_barred = at > reach.start && (unit.follows_gap || unit.is_whole);
            if is_barred || at >= reach.start + LONGEST_KNOWN {
                return;
            }
            if at > reach.start && unit.drawn_vowel > 0 {
                // すごーい is すごい, おいしー is おいしい; らーめん is written so.
                let mut drawn = walk;
                if let Some(word) = drawn.step(unit.drawn_vowel) {
                    self.add_found(reach, word, at + 1, 0);
                    self.follow(reach, at + 1, drawn, word);
                }
                self.add_found(reach, found, at + 1, DRAWN_END_COST);
                self.follow(reach, at + 1, walk, found);
            }
            match walk.step(reach.code(unit)) {
                Some(word) => found = word,
                None => return,
            }
            at += 1;
            self.add_found(reach, found, at, 0);
        }
    }

    fn add_found(&mut self, reach: &LookupReach<'_>, word: Option<u32>, end: usize, further_cost: i16) {
        let Some(word) = word.filter(|_| end >= reach.least_end) else { return };
        for mut entry in data::entries(word) {
            if reach.spelling == Spelling::Hiragana
                && !is_written_in_katakana(data::part(entry.class), end - reach.start)
            {
                continue;
            }
            let other = if reach.spelling == Spelling::Hiragana { OTHER_SPELLING_COST } else { 0 };
            entry.cost = entry.cost.saturating_add(further_cost).saturating_add(other);
            self.add(entry, CutWord { start: reach.start, end, is_unknown: false, class: entry.class });
        }
    }

    fn add_unknown(&mut self, category: CharacterClass, start: usize, end: usize) {
        for entry in data::unknown(category) {
            self.add(entry, CutWord { start, end, is_unknown: true, class: entry.class });
        }
    }

    fn add(&mut self, entry: DictionaryWord, piece: CutWord) {
        let context = data::context(entry.class);
        let (cost, before) = self.best_before(piece.start, context);
        let next_with_same_end = self.ending_at[piece.end];
        self.ending_at[piece.end] = self.nodes.len() as u32;
        let cost = cost.saturating_add(i32::from(entry.cost));
        self.nodes.push(LatticeNode { piece, context, cost, before, next_with_same_end });
    }

    /// The cheapest way to a word of the context that begins at `start`; found once for each context.
    fn best_before(&mut self, start: usize, context: u16) -> (i32, u32) {
        let (found_at, cost, before) = self.best_before[usize::from(context)];
        if found_at == start as u32 {
            return (cost, before);
        }
        let mut best = (i32::MAX, NONE);
        let mut at = self.ending_at[start];
        while at != NONE {
            let node = &self.nodes[at as usize];
            let cost = node.cost.saturating_add(data::neighbour_cost(node.context, context));
            // Of two equal ways the one found first, so that the order of the data decides.
            if cost <= best.0 {
                best = (cost, at);
            }
            at = node.next_with_same_end;
        }
        self.best_before[usize::from(context)] = (start as u32, best.0, best.1);
        best
    }

    fn read_back(&mut self, length: usize, pieces: &mut Vec<CutWord>) {
        let first = pieces.len();
        let (_, mut at) = self.best_before(length, EDGE_CONTEXT);
        while at != NONE && at != 0 {
            let node = &self.nodes[at as usize];
            pieces.push(node.piece);
            at = node.before;
        }
        pieces[first..].reverse();
    }
}

/// Where words are looked for, and in which spelling.
struct LookupReach<'a> {
    units: &'a [LatticeUnit],
    start: usize,
    spelling: Spelling,
    least_end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Written,
    Hiragana,
}

impl LookupReach<'_> {
    fn code(&self, unit: &LatticeUnit) -> u16 {
        if self.spelling == Spelling::Hiragana { hiragana(unit.code) } else { unit.code }
    }
}

fn hiragana(code: u16) -> u16 {
    if (0xA1..=0xF6).contains(&code) { code - 0x60 } else { code }
}

/// Which words one writes in katakana to give them weight.
fn is_written_in_katakana(part: PartOfSpeech, length: usize) -> bool {
    match part {
        PartOfSpeech::Adjective | PartOfSpeech::Adverb | PartOfSpeech::Interjection | PartOfSpeech::AdjectivalNoun => {
            true
        }
        PartOfSpeech::Verb => length >= 3,
        _ => false,
    }
}

/// The dictionary's spelling of a known word, without the marks that only draw out its vowels.
pub(crate) fn spelling(units: &[LatticeUnit]) -> Option<String> {
    let written = [Spelling::Written, Spelling::Hiragana].into_iter().find_map(|spelling| {
        let reach = LookupReach { units, start: 0, spelling, least_end: 0 };
        let mut codes = Vec::with_capacity(units.len());
        spell(&reach, 0, Walk::begin(), None, &mut codes).then_some(codes)
    })?;
    Some(written.into_iter().filter_map(data::character).collect())
}

/// The units as the dictionary would write them.
pub(crate) fn characters(units: &[LatticeUnit]) -> String {
    units.iter().filter_map(|unit| data::character(unit.code)).collect()
}

fn spell(reach: &LookupReach<'_>, at: usize, walk: Walk, found: Option<u32>, codes: &mut Vec<u16>) -> bool {
    let Some(unit) = reach.units.get(at) else { return found.is_some() };
    for code in [reach.code(unit), unit.drawn_vowel] {
        let mut onward = walk;
        if let Some(word) = onward.step(code) {
            codes.push(code);
            if spell(reach, at + 1, onward, word, codes) {
                return true;
            }
            codes.pop();
        }
    }
    unit.drawn_vowel > 0 && spell(reach, at + 1, walk, found, codes)
}

/// Whether an unknown word that begins with `first` may go on with `unit`.
fn is_alike(first: LatticeUnit, unit: LatticeUnit) -> bool {
    first.category == unit.category
        || (first.category == CharacterClass::Kanji && unit.category == CharacterClass::KanjiNumber)
}
