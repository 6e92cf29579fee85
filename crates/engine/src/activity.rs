//! The activity log of a mind (S4 統一アクティビティログ): what happened, line by line.
//!
//! `written.rs` has the lines that are written by themselves, in the transaction of what they tell of; `log.rs` takes those of
//! whoever calls. `read.rs` lists lines and reads pointers, `shown.rs` writes the last ones into a prompt.

mod log;
mod read;
mod shown;
mod written;

pub use log::LoggedActivity;
pub use read::{ActivityQuery, PointedLines};
pub use shown::activity_text;
pub use written::ToolUse;

pub(crate) use written::tool_lines;
