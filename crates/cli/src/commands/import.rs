//! `omoide import`: memories out of what other programs have kept.

mod claude_code;
mod found;
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
}

impl Args {
    /// Whether nothing is to be changed.
    pub fn is_dry_run(&self) -> bool {
        let ImportSource::ClaudeCode(args) = &self.source;
        args.is_dry_run()
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
    let ImportSource::ClaudeCode(args) = &args.source;
    claude_code::run(args, context, home)
}
