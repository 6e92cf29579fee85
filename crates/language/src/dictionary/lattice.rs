//! The likeliest cut of a row of characters into words: the way of least cost through all of them.

use super::PartOfSpeech;
use super::data::{self, CONTEXTS, Category, EDGE_CONTEXT, Entry, Walk};

/// The longest unknown word, in characters.
const LONGEST_UNKNOWN: usize = 24;
/// The longest known one, so that a row of one character is no quadratic matter.
const LONGEST_KNOWN: usize = 24;

/// One character of the row, or a word that is already known to be one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// The dictionary's number for it; 0 for what cannot be in the dictionary.
    pub(crate) code: u16,
    /// What it is made of.
    pub(crate) category: Category,
    /// Whether it stands alone: a Latin word, an address.
    pub(crate) is_whole: bool,
    /// Whether no word may go on over it from the unit before.
    pub(crate) follows_gap: bool,
    /// For a mark that only draws out the vowel before it (すごーい): the code of that vowel, else 0.
    pub(crate) drawn_vowel: u16,
}

/// A word of the cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// The first unit of it.
    pub(crate) start: usize,
    /// The unit behind it.
    pub(crate) end: usize,
    /// Whether the dictionary does not have it.
    pub(crate) is_unknown: bool,
    class: u16,
}

impl Piece {
    /// What it does in its sentence.
    pub(crate) fn part(&self) -> PartOfSpeech {
        data::part(self.class)
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
struct Node {
    piece: Piece,
    context: u16,
    cost: i32,
    before: u32,
    next_with_same_end: u32,
}

const NONE: u32 = u32::MAX;

/// Finds cuts; keeps its room from one row to the next.
#[derive(Default)]
pub(crate) struct Lattice {
    nodes: Vec<Node>,
    ending_at: Vec<u32>,
    best_before: Vec<(u32, i32, u32)>,
}

impl Lattice {
    /// The words of the row in their order; together they cover it.
    pub(crate) fn cut(&mut self, units: &[Unit], pieces: &mut Vec<Piece>) {
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
        let piece = Piece { start: 0, end: 0, is_unknown: false, class: 0 };
        let edge = Node { piece, context: EDGE_CONTEXT, cost: 0, before: NONE, next_with_same_end: NONE };
        self.nodes.push(edge);
        self.ending_at[0] = 0;
    }

    fn add_words(&mut self, units: &[Unit], start: usize) {
        let unit = units[start];
        if unit.is_whole {
            return self.add_unknown(unit.category, start, start + 1);
        }
        let is_known = self.add_known(units, start);
        let invokes = matches!(unit.category, Category::Katakana | Category::KanjiNumber);
        if is_known && !invokes {
            return;
        }
        let run = units[start..].iter().take(LONGEST_UNKNOWN + 1).enumerate();
        let run = run.take_while(|(at, u)| *at == 0 || (!u.follows_gap && !u.is_whole && is_alike(unit, **u))).count();
        let groups = !matches!(unit.category, Category::Kanji | Category::Symbol);
        let longest = match unit.category {
            Category::Kanji | Category::Hiragana | Category::Katakana => 2.min(run),
            Category::Symbol => 1,
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

    fn add_known(&mut self, units: &[Unit], start: usize) -> bool {
        let mut walk = Walk::begin();
        let mut is_known = false;
        let mut found = None;
        for (at, unit) in units.iter().enumerate().skip(start).take(LONGEST_KNOWN) {
            if at > start && (unit.follows_gap || unit.is_whole) {
                break;
            }
            let mut onward = walk;
            if let Some(here) = onward.step(unit.code) {
                walk = onward;
                found = here;
            } else if at > start && unit.drawn_vowel > 0 {
                // すごーい is すごい; おいしー is おいしい.
                let mut drawn = walk;
                if let Some(here) = drawn.step(unit.drawn_vowel) {
                    walk = drawn;
                    found = here;
                }
            } else {
                break;
            }
            for entry in found.into_iter().flat_map(data::entries) {
                is_known = true;
                self.add(entry, Piece { start, end: at + 1, is_unknown: false, class: entry.class });
            }
        }
        is_known
    }

    fn add_unknown(&mut self, category: Category, start: usize, end: usize) {
        for entry in data::unknown(category) {
            self.add(entry, Piece { start, end, is_unknown: true, class: entry.class });
        }
    }

    fn add(&mut self, entry: Entry, piece: Piece) {
        let context = data::context(entry.class);
        let (cost, before) = self.best_before(piece.start, context);
        let next_with_same_end = self.ending_at[piece.end];
        self.ending_at[piece.end] = self.nodes.len() as u32;
        let cost = cost.saturating_add(i32::from(entry.cost));
        self.nodes.push(Node { piece, context, cost, before, next_with_same_end });
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

    fn read_back(&mut self, length: usize, pieces: &mut Vec<Piece>) {
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

/// The dictionary's spelling of a known word, without the marks that only draw out its vowels.
pub(crate) fn spelling(units: &[Unit]) -> String {
    let mut walk = Walk::begin();
    let mut codes = Vec::with_capacity(units.len());
    for unit in units {
        let mut onward = walk;
        let mut drawn = walk;
        if onward.step(unit.code).is_some() {
            codes.push(unit.code);
            walk = onward;
        } else if drawn.step(unit.drawn_vowel).is_some() {
            codes.push(unit.drawn_vowel);
            walk = drawn;
        }
    }
    codes.into_iter().filter_map(data::character).collect()
}

/// Whether an unknown word that begins with `first` may go on with `unit`.
fn is_alike(first: Unit, unit: Unit) -> bool {
    first.category == unit.category || (first.category == Category::Kanji && unit.category == Category::KanjiNumber)
}
