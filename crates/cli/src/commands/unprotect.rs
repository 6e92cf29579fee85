//! `omoide unprotect`: memories that may fade again.

use omoide_core::change::Actor;
use omoide_home::lang::say;

use super::several::Several;
use crate::context::CommandContext;

/// What `unprotect` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    memories: Several,
}

/// Lets them fade.
///
/// # Errors
/// As [`Several::each`].
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    args.memories.each(
        context,
        |mind, id| mind.unprotect(id, Actor::Person),
        |handle| {
            say!(
                lang,
                "{handle} is no longer protected and can fade again",
                "{handle}の保護を解除しました。今後は薄れていきます"
            )
        },
    )
}
