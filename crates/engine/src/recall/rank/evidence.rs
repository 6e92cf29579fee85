//! The evidence for memories: who fills the column of which clue, and when.
//!
//! Clues are rows of a table in core (`formulas/ranking/clue.rs`); [`PRODUCERS`] says who finds out about each. What
//! is cheap is found out about every memory in view, what looks at neighbours about candidates, and what reads texts
//! about the best. Columns are added up by the order of the clues, whatever the order of the producers.

use std::collections::HashSet;

use omoide_core::formulas::ranking::clue::{Clue, Clues};
use omoide_core::formulas::ranking::gate::GateTerms;
use omoide_core::ports::store::Reader;

use super::best::Best;
use super::columns::Columns;
use super::feeling::Felt;
use super::shares::Shares;
use super::similarity::Distributions;
use super::{closer, connected, feeling, long_texts, phrase, similarity};
use crate::recall::Asked;
use crate::recall::search::people::{self, NamedSpeaker};
use crate::recall::search::time::{self, OfTime};
use crate::recall::search::vectors::{Asking, Similarities};
use crate::recall::search::words::{Coverage, WordSearch};
use crate::recall::search::{lookup, words};
use crate::{Error, Mind};

/// What some clues say for memories, by the order of the producer's clues; none where one says nothing.
pub(in crate::recall) type Filled = Result<Vec<Option<Shares>>, Error>;

/// What some clues say for the best, by their places in view.
pub(super) type FilledOfBest = Result<Vec<Vec<(usize, f64)>>, Error>;

/// Who finds out what some clues say for memories.
struct Producer {
    clues: &'static [Clue],
    fill: Fill,
}

/// About which memories something is found out.
enum Fill {
    /// About every memory in view.
    All(fn(&mut Ranking<'_>) -> Filled),
    /// About every memory in view, once the candidates are known.
    AllLater(fn(&mut Ranking<'_>) -> Filled),
    /// About candidates and those around them, once they are chosen by what is known of all.
    Candidates(fn(&mut Ranking<'_>) -> Filled),
    /// Nothing has to be found out: the column of another clue tells, read at the neighbours of each memory.
    Neighbours,
    /// About the best, whose texts, vectors and connections are read.
    Best(fn(&Ranking<'_>, &mut Best) -> FilledOfBest),
}

/// All producers, in the order in which they run.
const PRODUCERS: [Producer; 14] = [
    Producer { clues: &[Clue::Similarity, Clue::Neural, Clue::Sense], fill: Fill::All(similarity::fill) },
    Producer { clues: &[Clue::Speaker], fill: Fill::All(people::fill) },
    Producer { clues: &[Clue::Time], fill: Fill::All(time::fill_said) },
    Producer { clues: &[Clue::Date], fill: Fill::All(time::fill_spoken_of) },
    Producer { clues: &[Clue::Words, Clue::Pairs], fill: Fill::All(lookup::fill) },
    Producer { clues: &[Clue::Felt], fill: Fill::All(feeling::fill) },
    Producer { clues: &[Clue::Before, Clue::After, Clue::NeuralBefore, Clue::NeuralAfter], fill: Fill::Neighbours },
    Producer { clues: &[Clue::Near, Clue::Around, Clue::Thread], fill: Fill::Candidates(words::fill_near) },
    Producer { clues: &[Clue::Question], fill: Fill::Candidates(lookup::fill_questions) },
    // Once more, now that it is known whether the prompt's words are found.
    Producer { clues: &[Clue::Sense], fill: Fill::AllLater(similarity::weigh_sense) },
    Producer { clues: &[Clue::Phrase], fill: Fill::AllLater(phrase::fill) },
    Producer { clues: &[Clue::NeuralStretch, Clue::NeuralTalk], fill: Fill::Best(long_texts::fill) },
    Producer {
        clues: &[
            Clue::Passage,
            Clue::Beginning,
            Clue::Alignment,
            Clue::Wording,
            Clue::Continuation,
            Clue::Gist,
            Clue::Voice,
        ],
        fill: Fill::Best(closer::fill),
    },
    Producer { clues: &[Clue::Connected], fill: Fill::Best(connected::fill) },
];

/// One prompt over all that it may be answered from: what producers work with, and what they found out.
pub(in crate::recall) struct Ranking<'a> {
    pub mind: &'a Mind<'a>,
    pub reader: &'a dyn Reader,
    pub asked: &'a Asked<'a>,
    /// What each clue counts.
    pub weights: Clues,
    /// The prompt under every model.
    pub asking: &'a [Asking],
    /// The persons in view whom the prompt names.
    pub speakers: &'a [NamedSpeaker],
    pub columns: Columns<'a>,
    /// How like the prompt memories are, until it is in their columns.
    pub similarities: Similarities,
    pub(super) distributions: Distributions,
    /// The prompt's words as they were found, until candidates are known.
    pub words: Option<WordSearch<'a>>,
    /// The places of memories that only ask.
    pub questions: Vec<usize>,
    /// How much of the prompt's words candidates have.
    pub coverage: Coverage,
    /// Who holds what the prompt has in quotes.
    pub phrases: HashSet<usize>,
    /// Who felt as it asks for.
    pub felt: Felt,
    /// What of the time that it asks for is meant; known once candidates are.
    pub time: Option<OfTime>,
}

impl Ranking<'_> {
    /// Finds out about all memories, chooses candidates, and finds out about these.
    pub(super) fn fill(&mut self) -> Result<(), Error> {
        for Producer { clues, fill } in &PRODUCERS {
            if let Fill::All(fill) = fill {
                for (clue, column) in clues.iter().zip(fill(self)?) {
                    self.columns.put(*clue, column);
                }
            }
        }
        self.columns.choose_candidates(&self.weights);
        for Producer { clues, fill } in &PRODUCERS {
            match fill {
                Fill::AllLater(fill) => {
                    for (clue, column) in clues.iter().zip(fill(self)?) {
                        self.columns.put(*clue, column);
                    }
                }
                Fill::Candidates(fill) => {
                    for (clue, column) in clues.iter().zip(fill(self)?) {
                        self.columns.put_of_candidates(*clue, column);
                    }
                }
                Fill::All(_) | Fill::Neighbours | Fill::Best(_) => {}
            }
        }
        self.time = self.asked.gist.asked.as_ref().map(|asked| OfTime::new(asked, &self.columns));
        Ok(())
    }

    /// Finds out more about the best.
    pub(super) fn look_closer(&self, best: &mut Best) -> Result<(), Error> {
        for Producer { clues, fill } in &PRODUCERS {
            if let Fill::Best(fill) = fill {
                for (clue, column) in clues.iter().zip(fill(self, best)?) {
                    column.into_iter().for_each(|(place, share)| best.put(place, *clue, share));
                }
            }
        }
        Ok(())
    }

    /// Whether the prompt asks for something of a time of which there is something, and the memory is of another.
    pub(super) fn is_of_another_time(&self, place: usize) -> bool {
        self.time.as_ref().is_some_and(|time| time.excludes(&self.columns, place))
    }

    /// What the gate looks at, without what only the texts of the best tell.
    pub(super) fn gate_terms(&self, place: usize) -> GateTerms {
        let number = self.columns.candidates.number(place);
        let coverage = self.coverage.of(number);
        let is_of_time = self.time.as_ref().is_some_and(|time| time.is_meant(&self.columns, place, coverage));
        let is_meant = is_of_time
            || self.felt.is_meant(place)
            || self.phrases.contains(&place)
            || self.is_alone_under_model(place);
        let other_time = self.mind.parameters().gate.other_time_bearing;
        let bears = if self.is_of_another_time(place) { other_time } else { 1.0 };
        GateTerms {
            similarity: bears * self.likeness(place),
            coverage: bears * coverage,
            shared: self.coverage.shared(number),
            height: self.height(place),
            among: self.columns.view.len(),
            is_known_to_model: self.asking.iter().any(|asking| asking.model != omoide_language::embedding::MODEL),
            is_meant,
            ..GateTerms::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::rank::columns::BESIDE;

    #[test]
    fn every_clue_has_a_producer_and_only_sense_is_looked_at_twice() {
        let count = |clue: Clue| PRODUCERS.iter().filter(|producer| producer.clues.contains(&clue)).count();
        for clue in Clue::ALL {
            assert_eq!(count(clue), if clue == Clue::Sense { 2 } else { 1 }, "{clue:?}");
        }
    }

    #[test]
    fn what_neighbours_tell_is_what_columns_read_beside_a_memory() {
        let told = |producer: &&Producer| matches!(producer.fill, Fill::Neighbours);
        let told: Vec<Clue> = PRODUCERS.iter().filter(told).flat_map(|producer| producer.clues).copied().collect();
        assert_eq!(told, BESIDE.iter().flat_map(|(_, before, after)| [*before, *after]).collect::<Vec<_>>());
    }
}
