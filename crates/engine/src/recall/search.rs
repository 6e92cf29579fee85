//! Searching: which memories a prompt may bring to mind, and what vectors, words, time, people and connections say for
//! each.

pub(crate) mod candidates;
pub(crate) mod graph;
pub(crate) mod likeness;
pub(crate) mod lookup;
pub(crate) mod people;
pub(crate) mod seeing;
pub(crate) mod time;
pub(crate) mod vectors;
pub(crate) mod view;
pub(crate) mod views;
pub(crate) mod windows;
pub(crate) mod words;
