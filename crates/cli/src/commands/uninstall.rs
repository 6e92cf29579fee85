//! `omoide uninstall`: our hooks out of the settings of a host.

use super::install::{self, Args};
use crate::install::installation::InstallTask;
use crate::invocation::Invocation;

/// Takes our hooks out: a file that nobody changed since is as it was, to the byte.
///
/// # Errors
/// When a file cannot be read, edited or written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    install::perform(InstallTask::Uninstall, args, invocation)
}
