//! A whole mind out and in again: as lines of JSON for another store, and as Markdown for people.
//!
//! An export is one header line and then one line for every part of the mind ([`line`]). Vectors and words are not in it:
//! an import makes them again from the texts. Both ways, every text and name passes the same redaction as everything that
//! is stored.

mod activity;
mod clean;
mod connect;
mod export;
mod import;
mod line;
mod markdown;
mod plan;
mod source;
mod state;
mod whole;

pub use export::{ExportReport, ExportedParts};
pub use import::{ImportMode, MindImport};
pub use line::{EXPORT_FORMAT, EXPORT_VERSION, ExportCounts};
pub use markdown::MarkdownLabels;
pub use plan::{BadLine, LineFault};
