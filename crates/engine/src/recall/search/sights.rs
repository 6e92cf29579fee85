//! What there is to rank, and how like the prompt it is under every model.

use std::sync::Arc;

use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::ports::store::{Reader, VectorQuery};
use omoide_language::tellers;

use super::view::{View, Viewing};
use crate::recall::Asked;
use crate::recall::rank::fused::Speaker;
use crate::recall::rank::shares::Column;
use crate::{Error, Mind};

/// A prompt under a model, and the clue that similarity under it is.
pub(in crate::recall) struct Asking {
    pub model: String,
    pub vector: Vec<f32>,
    pub floor: f64,
    pub clue: Clue,
}

/// What there is to rank, and how like the prompt it is.
pub(in crate::recall) struct Sights {
    pub view: Arc<View>,
    /// How similarities were asked for.
    pub asked: Vec<Asking>,
    /// Under the built-in vectors, or the only model.
    pub plain: Column,
    /// Under a neural model beside them; empty when there is none.
    pub neural: Column,
}

impl Mind<'_> {
    /// All that may be found, with its similarities under every model; none when there is nothing at all.
    pub(in crate::recall) fn sights(&self, reader: &dyn Reader, asked: &Asked<'_>) -> Result<Option<Sights>, Error> {
        let embedders = &self.engine.parts.embedders;
        let is_alone = embedders.all().count() == 1;
        let (with_archive, with_put_away) = asked.archive(self.parameters());
        let has_times = asked.gist.time.is_some();
        // What is kept, and what sights tell, is of all; they do not tell who is admitted.
        let state = reader.outlines_state(&self.name)?.filter(|_| asked.prompt.scope.is_everything() && !with_put_away);
        let known = state.and_then(|state| self.engine.views.get(&self.name, state.print));
        let mut has_any = known.is_some();
        let mut view = known.filter(|view| view.has_times() || !has_times);
        let mut viewing = None;
        if view.is_none() {
            if let (Some(state), Some(bounds)) = (state, reader.outline_bounds()?) {
                viewing = Viewing::by_number(bounds, state.count, has_times);
            }
            if viewing.is_none() {
                view = Some(self.look_at_all(reader, asked, Viewing::ranked(has_times), &mut has_any)?);
            }
        }
        let (mut plain, mut neural): (Column, Column) = (Vec::new(), Vec::new());
        // The places of which no model has told; where there is no other to ask, nobody wants to know.
        let has_standby = embedders.all().count() > embedders.kept().count();
        let mut is_told: Vec<bool> = Vec::new();
        let mut asking = Vec::new();
        for (number, embedder) in embedders.all().enumerate() {
            // A model on standby is asked only about those whom no other knows: asking may load it.
            let is_on_standby = number >= embedders.kept().count();
            if let (true, Some(view)) = (is_on_standby, &view)
                && !is_told.is_empty()
                && is_told.iter().enumerate().all(|(place, is_told)| *is_told || !view.is_there(place))
            {
                break;
            }
            let vector = match number {
                0 => asked.embedding.clone(),
                _ if asked.gist.searched.is_empty() => None,
                _ => embedder.embed_query(&asked.gist.searched).ok().flatten(),
            };
            let Some(vector) = vector else { continue };
            let is_neural = number == 0 && !is_alone;
            let into = if is_neural { &mut neural } else { &mut plain };
            let query = VectorQuery { model: embedder.model(), vector: &vector, floor: embedder.floor() };
            let span = viewing.as_ref().map(Viewing::span).or(view.as_ref().map(|view| view.span())).unwrap_or(0);
            let is_first = is_neural || into.is_empty();
            into.resize(span, 0.0);
            is_told.resize(if has_standby { span } else { 0 }, false);
            let mut tell = |place: usize, similarity: f64| {
                // The first of the models that knows a memory has the word.
                if is_first || into[place] == 0.0 {
                    into[place] = similarity as f32;
                }
                if has_standby {
                    is_told[place] = true;
                }
            };
            if let Some(mut viewing) = viewing.take() {
                // Where the place of each is known beforehand, it is seen together with its similarity.
                reader.similarities(&self.name, &query, &mut |sight, similarity| {
                    has_any = true;
                    let is_found = (with_archive || !sight.is_archived) && !sight.is_put_away;
                    let place = if is_found { viewing.add(sight) } else { None };
                    if let (Some(place), Some(similarity)) = (place, similarity) {
                        tell(place, similarity);
                    }
                })?;
                view = Some(Arc::new(viewing.done()));
            } else if let Some(view) = &view {
                reader.similarities_of_known(&self.name, &query, &mut |seqs, similarities| {
                    view.each_place(seqs, |number, place| {
                        let similarity = similarities[number];
                        if !similarity.is_nan() {
                            tell(place, similarity);
                        }
                    });
                })?;
            }
            let clue = if is_neural { Clue::Neural } else { Clue::Similarity };
            asking.push(Asking { model: embedder.model().to_owned(), vector, floor: embedder.floor(), clue });
        }
        let view = match (view, viewing) {
            (Some(view), _) => view,
            (None, viewing) => {
                let viewing = viewing.unwrap_or_else(|| Viewing::ranked(has_times));
                self.look_at_all(reader, asked, viewing, &mut has_any)?
            }
        };
        // Of an empty mind nothing is kept: whoever asks next is to hear again that nothing is known.
        if let Some(state) = state.filter(|_| has_any) {
            self.engine.views.keep(&self.name, state.print, &view);
        }
        plain.resize(view.span(), 0.0);
        Ok(has_any.then_some(Sights { view, asked: asking, plain, neural }))
    }

    /// Where the prompt names people who speak in memories, what is like it is looked up as they would put it: "What did Mia
    /// paint?" is answered by "I painted the lake", and those who write "Mia" speak to her. Only models that run here are
    /// asked once more, and none where the prompt came with its vector.
    pub(in crate::recall) fn look_as_a_speaker(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        speakers: &[Speaker],
        sights: &mut Sights,
    ) -> Result<(), Error> {
        if speakers.is_empty() || asked.prompt.embedding.is_some() || asked.gist.searched.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = speakers.iter().map(|speaker| speaker.name.as_str()).collect();
        let put = tellers::as_they_put_it(&asked.gist.searched, &names);
        for (clue, column) in [(Clue::Similarity, &mut sights.plain), (Clue::Neural, &mut sights.neural)] {
            let mut vectors = Vec::new();
            for asking in sights.asked.iter_mut().filter(|asking| asking.clue == clue) {
                let embedder = self.engine.parts.embedders.all().find(|embedder| embedder.model() == asking.model);
                let embedded = embedder.filter(|e| !e.is_remote()).and_then(|e| e.embed_query(&put).ok().flatten());
                vectors.push((asking, embedded));
            }
            if vectors.iter().any(|(_, vector)| vector.is_none()) {
                continue;
            }
            column.fill(0.0);
            for (asking, vector) in vectors {
                let Some(vector) = vector else { continue };
                asking.vector = vector;
                let query = VectorQuery { model: &asking.model, vector: &asking.vector, floor: asking.floor };
                reader.similarities_of_known(&self.name, &query, &mut |seqs, similarities| {
                    sights.view.each_place(seqs, |number, place| {
                        if column[place] == 0.0 && !similarities[number].is_nan() {
                            column[place] = similarities[number] as f32;
                        }
                    });
                })?;
            }
        }
        Ok(())
    }

    /// A view of all that the prompt may be answered from.
    fn look_at_all(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        mut viewing: Viewing,
        has_any: &mut bool,
    ) -> Result<Arc<View>, Error> {
        let (with_archive, with_put_away) = asked.archive(self.parameters());
        reader.visit_outlines(&self.name, &mut |outline| {
            *has_any = true;
            let is_found = (with_archive || !outline.is_archived) && (with_put_away || !outline.is_put_away);
            if is_found && asked.prompt.scope.admits_outline(outline) {
                viewing.add(&outline.into());
            }
        })?;
        Ok(Arc::new(viewing.done()))
    }
}
