//! How a recall comes by its view: kept from a recall before, made while the first model tells similarities, or made of
//! outlines. Whoever asks for similarities need not know which.

use std::sync::Arc;

use omoide_core::ports::store::{OutlinesState, Reader, VectorQuery};
use omoide_core::{Kind, MindName};

use super::view::{View, Viewing};
use crate::recall::Asked;
use crate::{Error, Mind};

/// A view, or what there is of it.
enum PartialView {
    Made(Arc<View>),
    /// The place of each memory is known beforehand, so that it can be seen together with its similarity.
    InTheMaking(Box<Viewing>),
}

/// A recall that is coming by its view.
pub(super) struct Seeing<'a> {
    mind: &'a Mind<'a>,
    reader: &'a dyn Reader,
    asked: &'a Asked<'a>,
    /// What the view can be kept by: it is of all that the mind may recall.
    state: Option<OutlinesState>,
    /// Always something, but while one becomes the other.
    sight: Option<PartialView>,
    has_any: bool,
}

impl<'a> Seeing<'a> {
    pub(super) fn begin(mind: &'a Mind<'a>, reader: &'a dyn Reader, asked: &'a Asked<'a>) -> Result<Self, Error> {
        let (_, with_put_away) = asked.archive(mind.parameters());
        let has_times = asked.gist.time.is_some();
        // What is kept, and what sights tell, is of all; they do not tell who is admitted.
        let is_of_all = asked.prompt.scope.is_everything() && !with_put_away;
        let state = reader.outlines_state(&mind.name)?.filter(|_| is_of_all);
        let known = state.and_then(|state| mind.engine.views.get(&mind.name, state.print));
        let has_any = known.is_some();
        let mut seeing = Self { mind, reader, asked, state, sight: None, has_any };
        if let Some(view) = known.filter(|view| view.has_times() || !has_times) {
            seeing.sight = Some(PartialView::Made(view));
            return Ok(seeing);
        }
        let bounds = if state.is_some() { reader.outline_bounds()? } else { None };
        let viewing = state.zip(bounds).and_then(|(state, bounds)| Viewing::by_number(bounds, state.count, has_times));
        seeing.sight = Some(match viewing {
            Some(viewing) => PartialView::InTheMaking(Box::new(viewing)),
            None => PartialView::Made(seeing.look_at_all(Viewing::ranked(has_times))?),
        });
        Ok(seeing)
    }

    /// How many places there are.
    pub(super) fn span(&self) -> usize {
        match &self.sight {
            Some(PartialView::Made(view)) => view.span(),
            Some(PartialView::InTheMaking(viewing)) => viewing.span(),
            None => 0,
        }
    }

    /// Whether something was told of every memory; nothing was told of any as long as `is_told` is empty.
    pub(super) fn is_all_told(&self, is_told: &[bool]) -> bool {
        let Some(PartialView::Made(view)) = &self.sight else { return false };
        !is_told.is_empty() && is_told.iter().enumerate().all(|(place, told)| *told || !view.is_there(place))
    }

    /// Tells the similarities of all memories under a model, by their places.
    pub(super) fn ask(&mut self, query: &VectorQuery<'_>, mut tell: impl FnMut(usize, f64)) -> Result<(), Error> {
        let (with_archive, _) = self.asked.archive(self.mind.parameters());
        let scope = &self.asked.prompt.scope;
        let view = match self.sight.take() {
            Some(PartialView::InTheMaking(mut viewing)) => {
                self.reader.similarities(&self.mind.name, query, &mut |sight, similarity| {
                    self.has_any = true;
                    if sight.kind == Kind::Session {
                        viewing.pass_session();
                    }
                    let is_found =
                        (with_archive || !sight.is_archived) && !sight.is_put_away && scope.has_kind(sight.kind);
                    let place = if is_found { viewing.add(sight) } else { None };
                    if let (Some(place), Some(similarity)) = (place, similarity) {
                        tell(place, similarity);
                    }
                })?;
                Arc::new(viewing.done())
            }
            Some(PartialView::Made(view)) => {
                each_similarity(self.reader, &self.mind.name, &view, query, tell)?;
                view
            }
            None => return Ok(()),
        };
        self.sight = Some(PartialView::Made(view));
        Ok(())
    }

    /// The view; none when there is nothing at all.
    pub(super) fn done(mut self) -> Result<Option<Arc<View>>, Error> {
        let view = match self.sight.take() {
            Some(PartialView::Made(view)) => view,
            // No model has told anything.
            Some(PartialView::InTheMaking(viewing)) => self.look_at_all(*viewing)?,
            None => return Ok(None),
        };
        // Of an empty mind nothing is kept: whoever asks next is to hear again that nothing is known.
        if !self.has_any {
            return Ok(None);
        }
        if let Some(state) = self.state {
            self.mind.engine.views.keep(&self.mind.name, state.print, &view);
        }
        Ok(Some(view))
    }

    /// Sees all that the prompt may be answered from, without similarities.
    fn look_at_all(&mut self, mut viewing: Viewing) -> Result<Arc<View>, Error> {
        let (with_archive, with_put_away) = self.asked.archive(self.mind.parameters());
        let scope = &self.asked.prompt.scope;
        self.reader.visit_outlines(&self.mind.name, &mut |outline| {
            self.has_any = true;
            if outline.kind == Kind::Session {
                viewing.pass_session();
            }
            let is_found = (with_archive || !outline.is_archived) && (with_put_away || !outline.is_put_away);
            if is_found && scope.admits_outline(outline) {
                viewing.add(&outline.into());
            }
        })?;
        Ok(Arc::new(viewing.done()))
    }
}

/// Tells the similarities under a model of all memories in a view, by their places.
pub(super) fn each_similarity(
    reader: &dyn Reader,
    mind: &MindName,
    view: &View,
    query: &VectorQuery<'_>,
    mut tell: impl FnMut(usize, f64),
) -> Result<(), Error> {
    reader.similarities_of_known(mind, query, &mut |seqs, similarities| {
        view.each_place(seqs, |number, place| {
            let similarity = similarities[number];
            if !similarity.is_nan() {
                tell(place, similarity);
            }
        });
    })?;
    Ok(())
}
