//! The default ranking: every way of searching gives each memory a clue, and the clues are weighed together.

use std::collections::HashSet;

use omoide_core::Seq;
use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::ports::store::{Outline, Reader};

use super::Ranked;
use super::best::Best;
use super::columns::Columns;
use super::evidence::Ranking;
use super::feeling::Felt;
use super::similarity::Distributions;
use crate::recall::Asked;
use crate::recall::related_count::Relevances;
use crate::recall::search::vectors::Compared;
use crate::recall::search::view::View;
use crate::recall::search::words::Coverage;
use crate::{Error, Mind};

impl Mind<'_> {
    /// By all clues; none when there is nothing to rank.
    pub(super) fn rank_fused(&self, reader: &dyn Reader, asked: &Asked<'_>) -> Result<Option<Ranked>, Error> {
        let Some(mut compared) = self.compared(reader, asked)? else { return Ok(None) };
        let speakers = self.speakers(reader, asked, &compared.view)?;
        self.compare_as_a_speaker(reader, asked, &speakers, &mut compared)?;
        let Compared { view, asking, similarities } = compared;
        let mut ranking = Ranking {
            mind: self,
            reader,
            asked,
            weights: Clue::weights(&self.parameters().fused),
            asking: &asking,
            speakers: &speakers,
            columns: Columns::new(&view, self.places_in_context(reader, asked, &view)?),
            similarities,
            distributions: Distributions::default(),
            words: None,
            questions: Vec::new(),
            coverage: Coverage::default(),
            phrases: HashSet::new(),
            felt: Felt::default(),
            time: None,
        };
        ranking.fill()?;
        let best = Best::of(&ranking)?;
        let candidates = self.weighed(&ranking, &best)?;
        let relevances = match asked.prompt.counts_related {
            true => ranking.columns.relevances(&ranking.weights),
            false => Relevances::new(),
        };
        let speakers = speakers.into_iter().map(|speaker| speaker.name).collect();
        Ok(Some(Ranked { candidates, speakers, relevances }))
    }

    /// The places of memories that are still in the context of whoever asks.
    fn places_in_context(&self, reader: &dyn Reader, asked: &Asked<'_>, view: &View) -> Result<HashSet<usize>, Error> {
        let Some(context) = asked.context else { return Ok(HashSet::new()) };
        let places = view.of_thread(context.thread());
        if places.is_empty() || context.is_whole() {
            return Ok(places.into_iter().collect());
        }
        let seqs: Vec<Seq> = places.into_iter().map(|place| view.seq(place)).collect();
        let outlines = reader.outlines_of(&self.name, &seqs)?;
        let is_in_it = |outline: &&Outline| context.has(outline.thread, outline.created);
        Ok(outlines.iter().filter(is_in_it).filter_map(|outline| view.place(outline.seq)).collect())
    }
}
