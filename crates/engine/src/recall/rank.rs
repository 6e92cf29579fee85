//! Ranking: which of the memories that were found come first. [`fused`] is the default; [`formulas`] are the seeds' own.

pub(crate) mod alignment;
pub(crate) mod closer;
pub(crate) mod continuation;
pub(crate) mod feeling;
pub(crate) mod formulas;
pub(crate) mod fused;
pub(crate) mod gist;
pub(crate) mod long_texts;
pub(crate) mod outdated;
pub(crate) mod passages;
pub(crate) mod readings;
pub(crate) mod shares;
pub(crate) mod standing;
pub(crate) mod stretches;
pub(crate) mod telling;
pub(crate) mod voice;
pub(crate) mod weigh;
