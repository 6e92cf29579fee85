//! `omoide vacuum`: unused space back to the disk.

use omoide_home::lang::say;
use serde_json::json;

use crate::context::CommandContext;
use crate::telling::bytes;

/// What `vacuum` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {}

/// Gives it back.
///
/// # Errors
/// When the store fails.
pub fn run(_: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let store = context.engine.store().upkeep();
    let before = store.size()?;
    store.vacuum()?;
    let after = store.size()?;
    if context.json {
        return context.print_json(&json!({ "bytes_before": before.bytes, "bytes_after": after.bytes }));
    }
    let (was, is) = (bytes(before.bytes), bytes(after.bytes));
    context.print(&say!(context.lang, "{was} → {is}", "{was} → {is}"))
}
