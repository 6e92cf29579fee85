//! What the prompt's words say for each memory: in itself, with its neighbours in the thread, in the thread.
//!
//! The counts of a word are summed over the window before they saturate, so a window is scored as one text
//! (BM25); how telling a word is, is told by single memories. What they say for a memory by itself is told of all;
//! with its neighbours, of candidates.

mod counts;
mod coverage;
mod scores;
mod weights;

pub(in crate::recall) use counts::WordCounts;
pub(in crate::recall) use coverage::{Coverage, Weighed};
pub(in crate::recall) use scores::WordSearch;
pub(in crate::recall) use weights::terms_of;

use crate::recall::rank::evidence::{Filled, Ranking};
use crate::recall::rank::shares::Shares;

/// Fills the columns of words with those around them, and finds out how much of the prompt candidates have.
pub(in crate::recall) fn fill_near(ranking: &mut Ranking<'_>) -> Filled {
    let Some(search) = ranking.words.take() else { return Ok(Vec::new()) };
    let (near, coverage) = search.near(&ranking.columns.candidates);
    ranking.coverage = coverage;
    Ok([near.near, near.around, near.thread].map(Shares::of_the_best).into())
}
