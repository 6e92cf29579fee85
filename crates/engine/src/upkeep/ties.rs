//! Ties between memories that are alike (S4 暗黙リンク): made by nights for new and rewritten memories.

use std::collections::HashMap;

use omoide_core::change::GroupNumber;
use omoide_core::policy::episode::SimilarPair;
use omoide_core::ports::store::Writer;
use omoide_core::{ConnectionKind, Seq, Tie, TieKind};

use crate::upkeep::similar::{SimilarSearch, pairs_under_all};
use crate::{Error, Mind};

/// How many candidates are looked at for each tie that a memory may have: some of them have all that they
/// may have.
const CANDIDATES_PER_TIE: usize = 2;

/// How many memories are compared with all others at once when all are tied anew.
const AT_ONCE: usize = 1_024;

/// More than any similarity.
const NEVER: f64 = 2.0;

impl Mind<'_> {
    /// Ties the active memories that have no ties to those most like them, and all memories to what they
    /// name: for a mind that lived before there were ties, or that lost them. `progress` is called with done
    /// and all. Returns how many ties were made.
    ///
    /// # Errors
    /// When the store fails; what was tied before is kept then, and the next call goes on from there.
    pub fn reconnect(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<usize, Error> {
        let mut outlines = self.engine.read(|r| r.outlines(&self.name, &[]))?;
        // A session is made of its turns, and would tie them all to each other.
        outlines.retain(|outline| outline.kind != omoide_core::Kind::Session);
        let all: Vec<Seq> = outlines.iter().map(|outline| outline.seq).collect();
        let active: Vec<Seq> = outlines.iter().filter(|o| !o.is_archived).map(|outline| outline.seq).collect();
        let mut tied = 0;
        for page in all.chunks(AT_ONCE) {
            tied += self.write(|w| self.connect_names_of(w, page))?;
        }
        let lonely = self.engine.read(|r| {
            let counts = r.tie_counts(&self.name, &active, TieKind::Similarity)?;
            Ok(active.iter().zip(counts).filter(|(_, ties)| *ties == 0).map(|(seq, _)| *seq).collect::<Vec<Seq>>())
        })?;
        for (place, page) in lonely.chunks(AT_ONCE).enumerate() {
            progress(place * AT_ONCE, lonely.len());
            let found = self.engine.read(|r| {
                let search = SimilarSearch {
                    mind: &self.name,
                    threshold: NEVER,
                    near: self.near_wanted(),
                    active: &active,
                    fresh: page.to_vec(),
                    rewritten: HashMap::new(),
                };
                pairs_under_all(r, &search, &self.engine.parts.embedders)
            })?;
            tied += self.write(|w| self.tie_similar(w, None, &[], found.near.clone()))?;
        }
        Ok(tied)
    }

    /// From which similarity on, and how many, near memories a night has to find for each that it touches.
    pub(crate) fn near_wanted(&self) -> (f64, usize) {
        let graph = &self.parameters().graph;
        (graph.similarity_threshold, graph.most_similar as usize * CANDIDATES_PER_TIE)
    }

    /// Ties the most similar pairs, the nearest first, as long as both have room; what a rewritten memory
    /// was tied to before is let go first, for its text is another one now. Returns how many were tied.
    pub(crate) fn tie_similar(
        &self,
        writer: &mut dyn Writer,
        group: Option<GroupNumber>,
        rewritten: &[Seq],
        mut pairs: Vec<SimilarPair>,
    ) -> Result<usize, Error> {
        let graph = &self.parameters().graph;
        let mut loosened = Vec::new();
        for (seq, connections) in rewritten.iter().zip(writer.connections(&self.name, rewritten)?) {
            for connection in connections {
                if connection.kind == ConnectionKind::Tie(TieKind::Similarity) {
                    loosened.push(tie(*seq, connection.to, None));
                }
            }
        }
        writer.tie(&self.name, group, &loosened)?;
        pairs.retain(|pair| pair.similarity >= graph.similarity_threshold);
        pairs.sort_by(|x, y| y.similarity.total_cmp(&x.similarity).then_with(|| (x.a, x.b).cmp(&(y.a, y.b))));
        let mut ends: Vec<Seq> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        ends.sort_unstable();
        ends.dedup();
        let taken = writer.tie_counts(&self.name, &ends, TieKind::Similarity)?;
        let left = taken.into_iter().map(|taken| (graph.most_similar as usize).saturating_sub(taken));
        let mut room: HashMap<Seq, usize> = ends.iter().copied().zip(left).collect();
        let mut ties = Vec::new();
        for pair in pairs {
            if [pair.a, pair.b].iter().all(|end| room.get(end).is_some_and(|left| *left > 0)) {
                for end in [pair.a, pair.b] {
                    room.entry(end).and_modify(|room| *room -= 1);
                }
                ties.push(tie(pair.a, pair.b, Some(pair.similarity)));
            }
        }
        Ok(writer.tie(&self.name, group, &ties)?)
    }
}

fn tie(a: Seq, b: Seq, strength: Option<f64>) -> Tie {
    Tie { a, b, kind: TieKind::Similarity, strength }
}
