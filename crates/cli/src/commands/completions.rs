//! `omoide completions`: a script that completes commands in a shell.

use clap_complete::Shell;

use crate::context::print;
use crate::help;
use crate::invocation::Invocation;

/// What `completions` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// When stdout cannot be written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut help::every_option(invocation.lang()), "omoide", &mut script);
    print(&String::from_utf8(script)?)
}
