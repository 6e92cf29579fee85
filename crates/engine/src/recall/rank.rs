//! Ranking: which of the memories that were found come first. [`fused`] is the default; [`formulas`] are the seeds' own.
//!
//! [`evidence`] is the table of who finds out what: it runs over [`columns`], one for each clue.

pub(crate) mod alignment;
pub(crate) mod best;
pub(crate) mod closer;
pub(crate) mod columns;
pub(crate) mod connected;
pub(crate) mod continuation;
pub(crate) mod distribution;
pub(crate) mod evidence;
pub(crate) mod feeling;
pub(crate) mod formulas;
pub(crate) mod fused;
pub(crate) mod gist;
pub(crate) mod long_texts;
pub(crate) mod outdated;
pub(crate) mod passages;
pub(crate) mod phrase;
pub(crate) mod readings;
pub(crate) mod shares;
pub(crate) mod similarity;
pub(crate) mod stretches;
pub(crate) mod telling;
pub(crate) mod voice;
pub(crate) mod weigh;

use omoide_core::parameters::Profile;
use omoide_core::ports::store::Reader;

use super::related_count::Relevances;
use super::{Asked, Candidate};
use crate::{Error, Mind};

/// Memories in their order.
pub(super) struct Ranked {
    /// The best first.
    pub candidates: Vec<Candidate>,
    /// Who of those whom the prompt names speaks in memories, as the prompt calls them.
    pub speakers: Vec<String>,
    /// How relevant memories are by what is known of all of them, where related ones are counted.
    pub relevances: Relevances,
}

impl Mind<'_> {
    /// The memories that a prompt may bring to mind, the best by its profile first; none when there is nothing to rank.
    pub(super) fn rank(&self, reader: &dyn Reader, asked: &Asked<'_>) -> Result<Option<Ranked>, Error> {
        let candidates = match asked.profile {
            Profile::Fused => return self.rank_fused(reader, asked),
            Profile::Resonance => self.rank_by_priority(reader, asked),
            Profile::Intent => self.rank_by_intent(reader, asked),
            Profile::Activation => self.rank_by_activation(reader, asked),
        };
        Ok(candidates?.map(|candidates| Ranked { candidates, speakers: Vec::new(), relevances: Relevances::new() }))
    }
}
