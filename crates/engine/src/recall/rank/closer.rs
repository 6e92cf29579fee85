//! A closer look at the best memories: their texts are read, which would be too slow for all.

use std::collections::HashMap;

use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::formulas::ranking::fused::{above_the_mean, of_the_best};
use omoide_core::formulas::ranking::gate::HeldWording;
use omoide_core::ports::Understanding;
use omoide_core::{Wording, parameters};
use omoide_language::asked_value::{AskedValue, asked_value};
use omoide_language::embedding::{self, DIMENSIONS, cosine};
use omoide_language::sentences::sentences;

use super::alignment::{Aligned, Alignment};
use super::best::Best;
use super::evidence::{FilledOfBest, Ranking};
use super::passages::{self, Passages};
use super::readings::{Readings, SentenceWords};
use super::stretches::{self, Stretches, TextOverlap};
use super::telling::spoken_to_the_other;
use super::{continuation, gist, voice};
use crate::recall::Asked;
use crate::recall::constants::texts::{
    GIST_OF_TALKS, MOST_ALIGNED, MOST_BYTES, MOST_CHARACTERS, MOST_LIKENED, MOST_SENTENCES,
};
use crate::recall::search::words::Weighed;

/// Who makes the column of a clue of the texts that were read; none where the prompt has no use for it.
type OfTexts = fn(&CloserLook<'_>) -> Option<Vec<f64>>;

/// What is found out in texts, clue by clue, in the order of the producer's clues.
const OF_TEXTS: [(Clue, OfTexts); 7] = [
    (Clue::Passage, |look| Some(of_the_best(&look.passage))),
    (Clue::Beginning, |look| Some(of_the_best(&look.beginning))),
    (Clue::Alignment, |look| Some(of_the_best(&each(&look.aligned, |aligned| aligned.alignment)))),
    (Clue::Wording, |look| look.stretches.as_ref().map(|_| stretches::shares(&each(&look.wording, |held| held.count)))),
    (Clue::Continuation, |look| look.is_passage.then(|| continuation::shares(look.prompt, &look.ends))),
    (Clue::Gist, |look| look.is_passage.then(|| above_the_mean(&gist::nearness(look.prompt, &look.texts)))),
    (Clue::Voice, |look| look.is_passage.then(|| above_the_mean(&voice::likeness_of(look.prompt, &look.texts)))),
];

fn each<T>(all: &[T], value: impl Fn(&T) -> f64) -> Vec<f64> {
    all.iter().map(value).collect()
}

/// Reads the texts of the best and fills the columns of all that stands in them.
pub(super) fn fill(ranking: &Ranking<'_>, best: &mut Best) -> FilledOfBest {
    let (mind, columns) = (ranking.mind, &ranking.columns);
    let p = &mind.parameters().fused;
    let reading = (&*mind.engine.parts.understanding, &*mind.engine.readings);
    let mut look = CloserLook::new(ranking.asked, &ranking.coverage.weighed, reading, p);
    if look.is_empty() {
        return Ok(Vec::new());
    }
    // Of someone whom the prompt names and another would speak of, what is said to the other may be what is asked for.
    let is_about_the_other = ranking.speakers.iter().any(|speaker| !speaker.tells);
    for (seq, wording) in ranking.reader.wordings(&mind.name, &best.looked_at(ranking))? {
        let Some(place) = columns.view.place(seq) else { continue };
        look.read(place, ranking.coverage.has_word(columns.candidates.number(place)), &wording);
        let clues = best.clues.get_mut(&place).filter(|_| !is_about_the_other);
        if let Some(clues) = clues.filter(|clues| clues[Clue::Speaker as usize] > 0.0) {
            clues[Clue::Speaker as usize] *= 1.0 - p.spoken_to_other * of_the_other(&wording);
        }
    }
    (best.wording, best.aligned) = (look.wording(), look.aligned());
    // A model has compared the whole already, as far as memories are long.
    let gist = 1.0 - GIST_OF_TALKS * best.talks;
    let column = |(clue, of_texts): (Clue, OfTexts)| {
        let part = if clue == Clue::Gist { gist } else { 1.0 };
        let shares = of_texts(&look).unwrap_or_default().into_iter().map(|share| share * part);
        look.places.iter().copied().zip(shares).collect()
    };
    Ok(OF_TEXTS.map(column).into())
}

/// How much of what was said there is about the one who is spoken to; where there is a reply, that tells something.
fn of_the_other(wording: &Wording) -> f64 {
    let replied = wording.replied.as_deref().unwrap_or(&wording.content);
    let said = wording.said.as_deref().unwrap_or(&wording.trigger);
    if replied.trim().is_empty() { spoken_to_the_other(said) } else { 0.0 }
}

/// What was read.
struct CloserLook<'q> {
    prompt: &'q str,
    readings: &'q Readings,
    understanding: &'q dyn Understanding,
    passages: Passages<'q>,
    alignment: Alignment<'q>,
    /// The prompt, if it is none: of a passage that goes on with a talk no stretch is to be expected.
    stretches: Option<Stretches>,
    /// Whether the prompt is a passage itself.
    is_passage: bool,
    /// How many bytes may still be cut into words, which is what takes time here.
    bytes_left: usize,
    places: Vec<usize>,
    passage: Vec<f64>,
    beginning: Vec<f64>,
    aligned: Vec<Aligned>,
    /// How like the prompt the likest sentence of each is.
    nearest: Vec<f64>,
    /// What value the prompt asks for.
    asked: Option<AskedValue>,
    vector: Option<[f32; DIMENSIONS]>,
    wording: Vec<TextOverlap>,
    texts: Vec<String>,
    ends: Vec<String>,
}

impl<'q> CloserLook<'q> {
    fn new(
        asked: &'q Asked<'_>,
        weighed: &'q [Weighed],
        (understanding, readings): (&'q dyn Understanding, &'q Readings),
        p: &parameters::Fused,
    ) -> Self {
        let is_aligned = p.alignment_weight > 0.0;
        let prompt = asked.gist.searched.as_str();
        let is_passage = is_passage(prompt, p);
        let is_looked_at = p.gist_weight > 0.0 || p.voice_weight > 0.0 || p.continuation_weight > 0.0;
        Self {
            prompt,
            readings,
            understanding,
            passages: Passages::new(weighed),
            alignment: Alignment::new(if is_aligned { weighed } else { &[] }, p.alignment_floor, readings),
            stretches: (!is_passage && p.wording_weight > 0.0).then(|| Stretches::new(&asked.searched)),
            is_passage: is_passage && is_looked_at,
            bytes_left: p.bytes_read as usize,
            places: Vec::new(),
            passage: Vec::new(),
            beginning: Vec::new(),
            aligned: Vec::new(),
            nearest: Vec::new(),
            asked: asked_value(prompt),
            vector: embedding::query_vector(&asked.searched),
            wording: Vec::new(),
            texts: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Whether there is nothing to look for.
    fn is_empty(&self) -> bool {
        self.passages.is_empty() && !self.is_passage
    }

    /// Reads the memory at that place, which has some of the prompt's words or none.
    fn read(&mut self, place: usize, has_words: bool, wording: &Wording) {
        let said = wording.said.as_deref().unwrap_or(&wording.trigger);
        let replied = wording.replied.as_deref().unwrap_or(&wording.content);
        self.places.push(place);
        let is_aligned = !self.alignment.is_empty() && self.places.len() <= MOST_ALIGNED;
        let mut words: Vec<SentenceWords> = Vec::new();
        let mut has_values: Vec<bool> = Vec::new();
        let mut nearest = 0.0_f64;
        if has_words || is_aligned {
            let mut room = self.bytes_left.min(MOST_BYTES);
            self.bytes_left -= room;
            for sentence in [said, replied].into_iter().flat_map(sentences).take(MOST_SENTENCES) {
                let Some(left) = room.checked_sub(sentence.len()) else { break };
                room = left;
                words.push(self.words(sentence));
                if is_aligned && self.places.len() <= MOST_LIKENED {
                    nearest = nearest.max(self.likeness(sentence));
                }
                if is_aligned {
                    has_values.push(self.asked.as_ref().is_none_or(|asked| asked.is_in(sentence)));
                }
            }
            self.bytes_left += room;
        }
        self.passage.push(if has_words { self.passages.passage(&words) } else { 0.0 });
        let begins_with = || self.passages.these(&self.words(passages::beginning(said)));
        self.beginning.push(if has_words { begins_with() } else { 0.0 });
        self.aligned.push(if is_aligned { self.alignment.of(&words, &has_values) } else { Aligned::default() });
        self.nearest.push(nearest);
        if let Some(stretches) = &self.stretches {
            let [said, replied] = [said, replied].map(|text| stretches.of(beginning(text)));
            self.wording.push(TextOverlap { count: said.count + replied.count, share: said.share.max(replied.share) });
        }
        if self.is_passage {
            self.ends.push(continuation::end(said, replied));
            let text = said.chars().chain(['\n']).chain(replied.chars());
            self.texts.push(text.take(MOST_CHARACTERS).collect());
        }
    }

    /// How like the prompt a sentence is under the built-in vectors.
    fn likeness(&self, sentence: &str) -> f64 {
        match (&self.vector, embedding::vector(sentence)) {
            (Some(prompt), Some(sentence)) => f64::from(cosine(prompt, &sentence)),
            _ => 0.0,
        }
    }

    fn words(&self, sentence: &str) -> SentenceWords {
        self.readings.words(sentence, self.understanding)
    }

    /// What the gate asks of the prompt's wording, of those that were read.
    fn wording(&self) -> HashMap<usize, HeldWording> {
        let Some(stretches) = &self.stretches else { return HashMap::new() };
        let weight = stretches.weight();
        let wording = |held: &TextOverlap| HeldWording { share: held.share, weight };
        self.places.iter().copied().zip(self.wording.iter().map(wording)).collect()
    }

    /// What those that were read have of the prompt by the meaning of words.
    fn aligned(&self) -> HashMap<usize, (Aligned, f64)> {
        self.places.iter().copied().zip(self.aligned.iter().copied().zip(self.nearest.iter().copied())).collect()
    }
}

/// As much of a text as is looked through.
fn beginning(text: &str) -> &str {
    let end = (0..=MOST_BYTES.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// Whether a prompt is a piece of a talk or of a text, and no question or remark.
pub(in crate::recall) fn is_passage(prompt: &str, p: &parameters::Fused) -> bool {
    let letters = prompt.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<u32>();
    letters >= p.passage_characters && sentences(prompt).len() >= p.passage_sentences as usize
}
