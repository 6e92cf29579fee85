//! `omoide unprotect`: memories that may fade again.

use omoide_core::plan::Actor;
use serde_json::json;

use crate::context::Context;
use crate::json as as_json;
use crate::lang::say;

/// What `unprotect` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memories: handles, ids, or the beginning of either.
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
}

/// Lets them fade.
///
/// # Errors
/// When one of them is not there or does not allow it; those before it are done then.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut done = Vec::new();
    for id in &args.ids {
        let memory = context.mind().unprotect(id, Actor::Person)?;
        if !context.json {
            let handle = context.style.bold(&memory.handle);
            context.print(&say!(context.lang, "{handle} may fade again", "{handle}の保護を外しました"))?;
        }
        done.push(memory);
    }
    if context.json {
        return context.print_json(&json!({ "memories": as_json::memories(&done) }));
    }
    Ok(())
}
