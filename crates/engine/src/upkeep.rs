//! Upkeep: vectors, words and ties that memories lack, made by nights, by turns and by hand. All of it can be dropped
//! and made again from the texts.

pub(crate) mod names;
pub(crate) mod reembed;
pub(crate) mod reindex;
pub(crate) mod similar;
pub(crate) mod ties;
