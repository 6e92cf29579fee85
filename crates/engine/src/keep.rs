//! Keeping memories: what is done with them by name, without a recall. Lists, details, the way of a memory through its
//! life, and every change that a person makes by hand.

pub(crate) mod archive;
pub(crate) mod attachment;
pub(crate) mod curve;
pub(crate) mod details;
pub(crate) mod edit;
pub(crate) mod erase;
pub(crate) mod feedback;
pub(crate) mod forget;
pub(crate) mod history;
pub(crate) mod list;
pub(crate) mod minds;
pub(crate) mod pages;
pub(crate) mod people;
pub(crate) mod profile;
pub(crate) mod projects;
pub(crate) mod protect;
pub(crate) mod relate;
pub(crate) mod stats;
pub(crate) mod tags;
pub(crate) mod tasks;
pub(crate) mod thread_view;
pub(crate) mod threads;
pub(crate) mod undo;
