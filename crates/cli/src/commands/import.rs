//! `omoide import`: memories out of a file: a whole mind that was exported, or what other programs have kept.

mod claude_code;
mod found;
mod mind;
mod progress;

use omoide_home::Home;

use crate::context::CommandContext;

/// What `import` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    source: ImportSource,
}

#[derive(clap::Subcommand, Debug)]
enum ImportSource {
    /// Import the sessions and notes of Claude Code. It can be interrupted and run again.
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

/// How many sessions of Claude Code there are to import below its folder.
pub fn sessions_below(folder: &std::path::Path) -> usize {
    found::FoundSessions::below(folder).map_or(0, |found| found.sessions.len())
}

/// Imports.
///
/// # Errors
/// When there is nothing to read, or the store fails; what was imported before stays, and the next call goes on.
pub fn run(args: &Args, context: &CommandContext, home: &Home) -> anyhow::Result<()> {
    match &args.source {
        ImportSource::ClaudeCode(args) => claude_code::run(args, context, home),
        ImportSource::Omoide(args) => mind::run(args, context),
    }
}
