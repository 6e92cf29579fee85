//! How like the prompt memories are under every model.

use std::sync::Arc;

use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::ports::store::{Reader, VectorQuery};
use omoide_language::tellers;

use super::people::NamedSpeaker;
use super::seeing::{Seeing, each_similarity};
use super::view::View;
use crate::recall::Asked;
use crate::recall::rank::shares::Column;
use crate::{Error, Mind};

/// A prompt under a model, and the clue that similarity under it is.
pub(in crate::recall) struct Asking {
    pub model: String,
    pub vector: Vec<f32>,
    pub floor: f64,
    pub clue: Clue,
}

impl Asking {
    fn query(&self) -> VectorQuery<'_> {
        VectorQuery { model: &self.model, vector: &self.vector, floor: self.floor }
    }
}

/// How like the prompt memories are, by their places in view.
#[derive(Default)]
pub(in crate::recall) struct Similarities {
    /// Under the built-in vectors, or the only model.
    pub plain: Column,
    /// Under a neural model beside them; empty when there is none.
    pub neural: Column,
}

impl Similarities {
    fn of(&mut self, clue: Clue) -> &mut Column {
        if clue == Clue::Neural { &mut self.neural } else { &mut self.plain }
    }
}

/// All that a prompt may be answered from, and how like the prompt it is.
pub(in crate::recall) struct Compared {
    pub view: Arc<View>,
    /// How similarities were asked for.
    pub asking: Vec<Asking>,
    pub similarities: Similarities,
}

impl Mind<'_> {
    /// All that may be found, with its similarities under every model; none when there is nothing at all.
    pub(in crate::recall) fn compared(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
    ) -> Result<Option<Compared>, Error> {
        let embedders = &self.engine.parts.embedders;
        let is_alone = embedders.all().count() == 1;
        let mut seeing = Seeing::begin(self, reader, asked)?;
        let (mut similarities, mut asking) = (Similarities::default(), Vec::new());
        // The places of which no model has told; where there is no other to ask, nobody wants to know.
        let has_standby = embedders.all().count() > embedders.kept().count();
        let mut is_told: Vec<bool> = Vec::new();
        for (number, embedder) in embedders.all().enumerate() {
            // A model on standby is asked only about those whom no other knows: asking may load it.
            let is_on_standby = number >= embedders.kept().count();
            if is_on_standby && seeing.is_all_told(&is_told) {
                break;
            }
            let vector = match number {
                0 => asked.embedding.clone(),
                _ if asked.searched.is_empty() => None,
                _ => embedder.embed_query(&asked.searched).ok().flatten(),
            };
            let Some(vector) = vector else { continue };
            let clue = if number == 0 && !is_alone { Clue::Neural } else { Clue::Similarity };
            let asked = Asking { model: embedder.model().to_owned(), vector, floor: embedder.floor(), clue };
            let column = similarities.of(clue);
            let is_first = clue == Clue::Neural || column.is_empty();
            column.resize(seeing.span(), 0.0);
            is_told.resize(if has_standby { seeing.span() } else { 0 }, false);
            seeing.ask(&asked.query(), |place, similarity| {
                // The first of the models that knows a memory has the word.
                if is_first || column[place] == 0.0 {
                    column[place] = similarity as f32;
                }
                if has_standby {
                    is_told[place] = true;
                }
            })?;
            asking.push(asked);
        }
        let Some(view) = seeing.done()? else { return Ok(None) };
        similarities.plain.resize(view.span(), 0.0);
        Ok(Some(Compared { view, asking, similarities }))
    }

    /// Where the prompt names people who speak in memories, what is like it is looked up as they would put it: "What did Mia
    /// paint?" is answered by "I painted the lake", and those who write "Mia" speak to her. Only models that run here are
    /// asked once more, and none where the prompt came with its vector or with a plan.
    pub(in crate::recall) fn compare_as_a_speaker(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        speakers: &[NamedSpeaker],
        compared: &mut Compared,
    ) -> Result<(), Error> {
        let has_vector = asked.prompt.embedding.is_some() || asked.prompt.planned.is_some();
        if speakers.is_empty() || has_vector || asked.searched.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = speakers.iter().map(|speaker| speaker.name.as_str()).collect();
        let put = tellers::as_they_put_it(&asked.searched, &names);
        let Compared { view, asking, similarities } = compared;
        for clue in [Clue::Similarity, Clue::Neural] {
            let mut vectors = Vec::new();
            for asking in asking.iter_mut().filter(|asking| asking.clue == clue) {
                let embedder = self.engine.parts.embedders.all().find(|embedder| embedder.model() == asking.model);
                let embedded = embedder.filter(|e| !e.is_remote()).and_then(|e| e.embed_query(&put).ok().flatten());
                vectors.push((asking, embedded));
            }
            if vectors.iter().any(|(_, vector)| vector.is_none()) {
                continue;
            }
            let column = similarities.of(clue);
            column.fill(0.0);
            for (asking, vector) in vectors {
                let Some(vector) = vector else { continue };
                asking.vector = vector;
                each_similarity(reader, &self.name, view, &asking.query(), |place, similarity| {
                    if column[place] == 0.0 {
                        column[place] = similarity as f32;
                    }
                })?;
            }
        }
        Ok(())
    }
}
