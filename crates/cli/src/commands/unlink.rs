//! `omoide unlink`: the link between two memories taken away.

use omoide_core::change::Actor;
use omoide_home::lang::say;
use serde_json::json;

use crate::context::CommandContext;

/// What `unlink` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// One memory.
    #[arg(value_name = "A")]
    a: String,
    /// The other memory.
    #[arg(value_name = "B")]
    b: String,
}

/// Takes the link away.
///
/// # Errors
/// When the two are not linked, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let mind = context.mind();
    mind.unlink(&args.a, &args.b, Actor::Person)?;
    let (a, b) = (mind.find(&args.a)?.handle, mind.find(&args.b)?.handle);
    if context.json {
        return context.print_json(&json!({ "unlinked": [a, b] }));
    }
    context.print(&say!(context.lang, "{a} and {b} are no longer linked", "{a}と{b}の関連付けを外しました"))
}
