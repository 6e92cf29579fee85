//! `omoide archive`: memories put away; they are found, but no longer come by themselves.

use omoide_core::change::Actor;
use omoide_home::lang::say;

use super::several::Several;
use crate::context::CommandContext;

/// What `archive` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    memories: Several,
}

/// Puts them away.
///
/// # Errors
/// As [`Several::each`].
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    args.memories.each(
        context,
        |mind, id| mind.archive(id, Actor::Person),
        |handle| say!(lang, "{handle} is now in the archive", "{handle}をアーカイブしました"),
    )
}
