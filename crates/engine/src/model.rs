//! Models: the embedders that texts are compared with, and what a language model is asked, what it costs and what is
//! made of its answers.

pub(crate) mod account;
pub(crate) mod cost;
pub(crate) mod embedders;
pub(crate) mod improve;
pub(crate) mod judge;
pub(crate) mod metered;
pub(crate) mod outgoing;
pub mod prompts;
