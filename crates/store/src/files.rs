//! What is kept in files beside the database.

mod streaming;

pub use streaming::JournalFolder;
