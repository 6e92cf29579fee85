//! `omoide related`: what a memory is related to, in both directions.

use serde_json::json;

use crate::context::Context;
use crate::lang::say;
use crate::{json as as_json, telling};

/// What `related` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle, its id, or the beginning of either.
    #[arg(value_name = "ID")]
    id: String,
    /// How far to follow relations.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
}

/// Shows them.
///
/// # Errors
/// When there is no such memory, or the store fails.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mind = context.mind();
    let memory = mind.find(&args.id)?;
    let related = mind.related(&args.id, args.depth)?;
    if context.json {
        return context.print_json(&json!({
            "memory": as_json::memory(&memory),
            "related": related.iter().map(as_json::neighbour).collect::<Vec<_>>(),
        }));
    }
    let lang = context.lang;
    let mut lines = vec![telling::hit_line(&memory, 0)];
    for neighbour in &related {
        let depth = neighbour.depth as usize * 2;
        let arrow = if neighbour.is_reverse { "←" } else { "→" };
        let why = telling::relation(neighbour.kind, lang);
        let line = telling::hit_line(&neighbour.memory, depth);
        lines.push(format!("{}{arrow} {why}: {line}", " ".repeat(depth)));
    }
    context.print(&lines.join("\n"))?;
    if related.is_empty() {
        let handle = &memory.handle;
        context.note(&say!(
            lang,
            "{handle} is related to nothing; link it with: omoide link {handle} ID",
            "{handle}には関連がありません。結ぶには：omoide link {handle} ID"
        ));
    }
    Ok(())
}
