//! `omoide restore`: memories brought back from the archive as they were when new.

use omoide_core::change::Actor;
use omoide_home::lang::say;

use super::several::Several;
use crate::context::CommandContext;

/// What `restore` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    memories: Several,
}

/// Brings them back.
///
/// # Errors
/// As [`Several::each`].
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    args.memories.each(
        context,
        |mind, id| Ok(mind.restore(id, Actor::Person)?.memory),
        |handle| say!(lang, "{handle} was restored", "{handle}を復元しました"),
    )
}
