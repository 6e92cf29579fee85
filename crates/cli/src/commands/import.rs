//! `omoide import`: memories out of what other programs have kept.

mod claude_code;
mod found;
mod progress;

use crate::context::Context;

/// What `import` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    source: Source,
}

#[derive(clap::Subcommand, Debug)]
enum Source {
    /// Remember the sessions and notes that Claude Code keeps. Can be interrupted and run again.
    ClaudeCode(claude_code::Args),
}

impl Args {
    /// Whether nothing is to be changed.
    pub fn is_dry_run(&self) -> bool {
        let Source::ClaudeCode(args) = &self.source;
        args.is_dry_run()
    }
}

/// Imports.
///
/// # Errors
/// When there is nothing to read, or the store fails; what was imported before stays, and the next call goes on.
pub fn run(args: &Args, context: &Context, folder: Option<std::path::PathBuf>) -> anyhow::Result<()> {
    let Source::ClaudeCode(args) = &args.source;
    claude_code::run(args, context, folder)
}
