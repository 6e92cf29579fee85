//! `omoide import`: memories out of a file: a whole mind that was exported, or what other programs have kept.

mod claude_code;
mod found;
mod mind;
mod progress;

use crate::context::CommandContext;

/// What `import` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    source: ImportSource,
}

#[derive(clap::Subcommand, Debug)]
enum ImportSource {
    /// Remember the sessions and notes that Claude Code keeps. Can be interrupted and run again.
    ClaudeCode(claude_code::Args),
    /// Take in a whole mind that omoide export wrote. Can be run again: what is there already stays as it is.
    Omoide(mind::Args),
}

impl Args {
    /// Whether nothing is to be changed.
    pub fn is_dry_run(&self) -> bool {
        match &self.source {
            ImportSource::ClaudeCode(args) => args.is_dry_run(),
            ImportSource::Omoide(args) => args.is_dry_run(),
        }
    }
}

/// Imports.
///
/// # Errors
/// When there is nothing to read, or the store fails; what was imported before stays, and the next call goes on.
pub fn run(args: &Args, context: &CommandContext, folder: Option<std::path::PathBuf>) -> anyhow::Result<()> {
    match &args.source {
        ImportSource::ClaudeCode(args) => claude_code::run(args, context, folder),
        ImportSource::Omoide(args) => mind::run(args, context),
    }
}
