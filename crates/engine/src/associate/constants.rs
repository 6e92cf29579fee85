//! Numbers of association that are no parameters, each with its reason.

use omoide_core::formulas::association::AssociationCaution;

/// A few memories are believed as far as recall believes them for how telling a word is: a hundred others are thought to be
/// there too. One meeting counts for half, so that two words that met twice come before two that met once.
pub(super) const CAUTION: AssociationCaution = AssociationCaution { others: 100.0, doubted: 1.0 };

/// How many words an everyday memory has: a usual turn, as recall has it.
pub(super) const EVERYDAY_WORDS: f64 = 30.0;

/// A weaker association is chance: with a thousand memories, two words of 30 memories each that met twice have 0.1.
pub(super) const LEAST_STRENGTH: f64 = 0.05;

/// No one reads more associations of a sort.
pub(super) const MOST_ASKED: usize = 50;

/// How many concepts of a text are looked for: those that tell the most come first.
pub(super) const MOST_CUES: usize = 6;

/// The longest text, in characters, that is looked for as it is when nothing in it is a keyword.
pub(super) const LONGEST_WORD: usize = 20;

/// How many memories of the cue are asked for their labels, shared by its concepts. More of them change the first
/// associations little, because what goes with a concept strongly stands in many of its memories.
pub(super) const MOST_LABELS: usize = 256;

/// How many concepts are looked up in the index at once: those that stand in most of the memories that were read.
pub(super) const MOST_CONCEPTS: usize = 128;

/// A term that more than this share of all memories have goes with everything, and its list takes long to read.
pub(super) const COMMON: f64 = 0.3;

/// In a mind of fewer memories no list takes long.
pub(super) const LARGE: usize = 1_000;

/// How many times as many numbers as memories a table of places may have: memories of other minds lie between.
pub(super) const MOST_GAPS: usize = 16;

/// How many memories recall is asked for where no memory has the words of the text.
pub(super) const MOST_RECALLED: usize = 8;

/// How many memories are told for each near association.
pub(super) const MOST_THROUGH: usize = 3;

/// How many near concepts are gone on from, and how many memories of each are asked for their labels.
pub(super) const MOST_VIAS: usize = 8;
pub(super) const LABELS_OF_VIA: usize = 32;

/// How many far associations one concept in between may lead to: five from one are one thought, not five.
pub(super) const FAR_PER_VIA: usize = 2;

/// How much of a memory is told, in characters, and how much of that stands before the concept.
pub(super) const LONGEST_TEXT: usize = 120;
pub(super) const BEFORE_CONCEPT: usize = 40;
