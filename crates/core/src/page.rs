//! A page: a text that an agent keeps beside its memories, under a path.

use crate::Moment;

/// One version of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Where it is found, `/memories/notes.md` say.
    pub path: String,
    /// 1 for the first, counting up; a number is never used twice for the same path.
    pub version: u32,
    /// The text.
    pub text: String,
    /// When this version was written.
    pub at: Moment,
    /// Who wrote it: `agent`, `person` or `night`.
    pub by: String,
}
