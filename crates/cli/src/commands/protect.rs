//! `omoide protect`: memories that never fade.

use omoide_core::change::Actor;
use omoide_home::lang::say;

use super::several::Several;
use crate::context::CommandContext;

/// What `protect` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    memories: Several,
}

/// Protects.
///
/// # Errors
/// As [`Several::each`].
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    args.memories.each(
        context,
        |mind, id| mind.protect(id, Actor::Person),
        |handle| say!(lang, "{handle} is protected", "{handle}を保護しました"),
    )
}
