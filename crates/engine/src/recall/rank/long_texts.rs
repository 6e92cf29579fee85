//! Long memories under a model that reads sentences. A vector of a chat that went on for an evening is like nothing that was
//! said in it; its sentences tell more.
//!
//! ```text
//! stretch = highest cosine of the prompt with the sum of five sentences in a row
//! talk    = cosine of the sum of the prompt's first 8 sentences with that of the memory's last 12
//!           + cosine of the sums of all sentences of both                    where the prompt is a passage
//! clue    = (value − mean) / (best − mean) of those that were read × the share of long ones among them
//! ```
//!
//! The vector of a short memory stands for its sentences. Where memories are short, their vectors have had their say, and
//! the model is not asked a second time.

use std::collections::HashMap;

use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::formulas::ranking::fused::above_the_mean;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::{Sentences, Seq};
use omoide_language::sentences::sentences;

use super::best::Best;
use super::closer::is_passage;
use super::evidence::{FilledOfBest, Ranking};
use super::voice::without_label;
use crate::Mind;
use crate::recall::constants::long_texts::{BEGINNING, END, MOST_OF_A_PASSAGE, TOGETHER};

/// Fills the columns of long memories. The similarities of the best were estimated like all others; their vectors tell
/// exactly, and the sentences of long ones tell more.
pub(super) fn fill(ranking: &Ranking<'_>, best: &mut Best) -> FilledOfBest {
    let (mind, reader, columns) = (ranking.mind, ranking.reader, &ranking.columns);
    let seqs = best.looked_at(ranking);
    let (mut stretches, mut talks) = (Vec::new(), Vec::new());
    for asking in ranking.asking {
        let vectors = reader.vectors(&mind.name, &asking.model, &seqs)?;
        for (seq, vector) in &vectors {
            let similarity = above_floor(cosine(&asking.vector, vector), asking.floor);
            if let Some(place) = columns.view.place(*seq) {
                best.put(place, asking.clue, columns.share(asking.clue, similarity as f32).into());
            }
        }
        if asking.clue == Clue::Neural {
            let sentences = reader.sentence_vectors(&mind.name, &asking.model, &seqs)?;
            let long = LongTexts::new(asking.vector.len(), &vectors, &sentences);
            let by_place = |(seq, share)| columns.view.place(seq).map(|place| (place, share));
            if is_passage(&ranking.asked.prompt.text, &mind.parameters().fused) {
                let shares = mind.talks(&long, &ranking.asked.prompt.text);
                best.talks = if shares.is_empty() { 0.0 } else { long.share() };
                talks = shares.into_iter().filter_map(by_place).collect();
            } else if !long.is_empty() && mind.parameters().fused.neural_stretch_weight > 0.0 {
                stretches = long.stretches(&asking.vector).into_iter().filter_map(by_place).collect();
            }
        }
    }
    Ok(vec![stretches, talks])
}

impl Mind<'_> {
    /// How well a prompt that is a passage goes on where each memory ends; it is like no stretch that is shorter.
    fn talks(&self, long: &LongTexts<'_>, prompt: &str) -> Vec<(Seq, f64)> {
        if long.is_empty() || self.parameters().fused.neural_talk_weight == 0.0 {
            return Vec::new();
        }
        let passage: Vec<&str> = sentences(prompt).into_iter().map(without_label).take(MOST_OF_A_PASSAGE).collect();
        let embedded = self.engine.parts.embedders.active().embed(&passage).unwrap_or_default();
        let embedded: Vec<Vec<f32>> = embedded.into_iter().flatten().collect();
        if embedded.is_empty() { Vec::new() } else { long.talks(&embedded) }
    }
}

/// What was read of the memories that are looked at: the vector of each, and the sentences of the long ones.
struct LongTexts<'r> {
    vectors: &'r [(Seq, Vec<f32>)],
    sentences: HashMap<Seq, Vec<Vec<f32>>>,
}

impl<'r> LongTexts<'r> {
    /// Under a model of so many components.
    fn new(dimensions: usize, vectors: &'r [(Seq, Vec<f32>)], sentences: &[(Seq, Sentences)]) -> Self {
        let read = |(seq, sentences): &(Seq, Sentences)| (*seq, sentences.directions(dimensions).collect());
        let mut sentences: HashMap<Seq, Vec<Vec<f32>>> = sentences.iter().map(read).collect();
        // What was damaged has none.
        sentences.retain(|_, sentences| !sentences.is_empty());
        Self { vectors, sentences }
    }

    /// Whether none is long.
    fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    /// How like the prompt the nearest stretch of each is.
    fn stretches(&self, prompt: &[f32]) -> Vec<(Seq, f64)> {
        self.shares(|sentences| {
            let stretches = sentences.windows(TOGETHER.min(sentences.len()));
            stretches.map(|stretch| cosine(prompt, &sum(stretch))).fold(-1.0, f64::max)
        })
    }

    /// How well a passage goes on where each ends; it is given by the vectors of its sentences.
    fn talks(&self, passage: &[Vec<f32>]) -> Vec<(Seq, f64)> {
        let (beginning, all) = (sum(&passage[..passage.len().min(BEGINNING)]), sum(passage));
        self.shares(|sentences| {
            let end = sum(&sentences[sentences.len().saturating_sub(END)..]);
            cosine(&beginning, &end) + cosine(&all, &sum(sentences))
        })
    }

    fn shares(&self, value: impl Fn(&[Vec<f32>]) -> f64) -> Vec<(Seq, f64)> {
        let value = |(seq, vector): &(Seq, Vec<f32>)| match self.sentences.get(seq) {
            Some(sentences) => value(sentences),
            None => value(std::slice::from_ref(vector)),
        };
        let values: Vec<f64> = self.vectors.iter().map(value).collect();
        let long = self.share();
        self.vectors.iter().zip(above_the_mean(&values)).map(|((seq, _), share)| (*seq, share * long)).collect()
    }

    /// The share of long ones among all.
    fn share(&self) -> f64 {
        self.sentences.len() as f64 / self.vectors.len().max(1) as f64
    }
}

/// The sum of directions; nothing of none.
fn sum(directions: &[Vec<f32>]) -> Vec<f32> {
    let mut sum = vec![0.0; directions.first().map_or(0, Vec::len)];
    for direction in directions {
        sum.iter_mut().zip(direction).for_each(|(sum, component)| *sum += component);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMPT: [f32; 3] = [1.0, 0.0, 0.0];

    fn unit(axis: usize) -> Vec<f32> {
        (0..3).map(|at| if at == axis { 1.0 } else { 0.0 }).collect()
    }

    fn about(axes: &[usize]) -> Sentences {
        Sentences::of(&axes.iter().map(|axis| unit(*axis)).collect::<Vec<_>>())
    }

    #[test]
    fn the_memory_with_the_nearest_stretch_has_the_most() {
        let vectors = [(Seq(1), unit(1)), (Seq(2), unit(0)), (Seq(3), unit(2))];
        let sentences = [
            (Seq(1), about(&[1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1])),
            (Seq(2), about(&[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2])),
            (Seq(3), about(&[1, 2, 1, 2, 1, 2, 1, 2])),
        ];
        let shares = LongTexts::new(3, &vectors, &sentences).stretches(&PROMPT);
        assert_eq!(shares[0], (Seq(1), 1.0));
        assert!(shares[1].1 < 0.5 && shares[2].1 == 0.0, "{shares:?}");
    }

    #[test]
    fn a_passage_belongs_to_the_memory_that_ends_where_it_begins() {
        let vectors = [(Seq(1), unit(1)), (Seq(2), unit(1)), (Seq(3), unit(1))];
        let [first, second] = [[1; 12], [0; 12]];
        let sentences = [
            (Seq(1), about(&[first, second].concat())),
            (Seq(2), about(&[second, first].concat())),
            (Seq(3), about(&[2; 24])),
        ];
        let passage: Vec<Vec<f32>> = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1].map(unit).to_vec();
        let shares = LongTexts::new(3, &vectors, &sentences).talks(&passage);
        assert_eq!(shares[0], (Seq(1), 1.0));
        assert!(shares[1].1 < 0.5 && shares[2].1 == 0.0, "{shares:?}");
    }

    #[test]
    fn where_memories_are_short_nothing_is_said_again() {
        let vectors = [(Seq(1), unit(0)), (Seq(2), unit(1))];
        let short = LongTexts::new(3, &vectors, &[(Seq(2), Sentences::from_bytes(vec![1, 2]))]);
        assert!(short.is_empty());
        assert_eq!(short.stretches(&PROMPT), [(Seq(1), 0.0), (Seq(2), 0.0)]);
        let one_of_two = [(Seq(2), about(&[2; 8]))];
        let shares = LongTexts::new(3, &vectors, &one_of_two).stretches(&PROMPT);
        assert_eq!(shares, [(Seq(1), 0.5), (Seq(2), 0.0)]);
        assert_eq!(LongTexts::new(3, &[], &[]).talks(&[unit(0)]), []);
    }
}
