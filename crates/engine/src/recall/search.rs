//! Searching: which memories a prompt may bring to mind, and what vectors, words, time and connections say for each.

pub(crate) mod candidates;
pub(crate) mod graph;
pub(crate) mod likeness;
pub(crate) mod sights;
pub(crate) mod time;
pub(crate) mod view;
pub(crate) mod views;
pub(crate) mod windows;
pub(crate) mod words;
