//! `omoide help`: the same as `--help`, for those who write it so.

use clap::error::ErrorKind;

use crate::context::print;
use crate::invocation::Invocation;
use crate::{help, usage};

/// What `help` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The command, with those below it: help sleep undo; all commands if not given.
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// Shows the help.
///
/// # Errors
/// When there is no such command.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let line = ["omoide"].into_iter().chain(args.command.iter().map(String::as_str)).chain(["--help"]);
    match help::command(lang).try_get_matches_from(line) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => print(&error.render().to_string()),
        Err(error) => Err(usage::in_words(&error, &args.command, lang).into()),
        // A flag for help always shows it.
        Ok(_) => Ok(()),
    }
}
