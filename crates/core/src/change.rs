//! What is done to a mind, as data.
//!
//! A policy looks at memories and returns a [`Plan`]; a store applies it in one transaction and keeps its changes as a
//! group in the change log. So a night can be tested without a database, shown before it is done, and taken back. One
//! rule, [`reverse`], says what takes a change back: undoing a memory's last change, a step of a night, a whole night or
//! the work of a language model always means to reverse a group of changes, the last change first.

mod deed;
mod entry;
mod plan;
mod reverse;
mod subject;

pub use deed::{BeforeAfter, Deed, Facet, NewText, Start, TieStrength, Writing};
pub use entry::{Action, Entry, GroupNumber};
pub use plan::{Actor, Change, NightStep, Plan, Reason};
pub use reverse::{Present, merge, reverse};
pub use subject::Subject;
