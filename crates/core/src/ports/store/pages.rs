//! Pages and their versions.
//!
//! Writing a page adds a version. Which version is shown is a change of its own in the change log, so that a page's change
//! or deletion can be taken back.

use super::StoreError;
use crate::change::Actor;
use crate::{MindName, Moment, Page};

/// Reading pages.
pub trait Pages {
    /// The shown version of the page at that path, if there is a page.
    fn page(&self, mind: &MindName, path: &str) -> Result<Option<Page>, StoreError>;

    /// The shown versions of all pages, by path.
    fn pages(&self, mind: &MindName) -> Result<Vec<Page>, StoreError>;
}

/// Writing pages.
pub trait PageWriter {
    /// Adds a version to the page at that path and returns its number. It is not shown until a change of
    /// [`crate::change::Facet::PageVersion`] says so.
    fn write_page(&mut self, mind: &MindName, path: &str, text: &str, by: Actor, at: Moment)
    -> Result<u32, StoreError>;
}
