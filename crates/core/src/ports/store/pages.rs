//! Pages and their versions.
//!
//! Writing a page adds a version; which version is shown is said apart from that, so that a page's change or deletion can
//! be taken back.

use super::StoreError;
use crate::plan::Actor;
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
    /// Adds a version to the page at that path and returns its number. It is not shown until
    /// [`PageWriter::show_page`] says so.
    fn write_page(&mut self, mind: &MindName, path: &str, text: &str, by: Actor, at: Moment)
    -> Result<u32, StoreError>;

    /// Shows that version of a page; `None` takes the page away and keeps its versions. A version that is not there is
    /// passed over.
    fn show_page(&mut self, mind: &MindName, path: &str, version: Option<u32>) -> Result<(), StoreError>;
}
