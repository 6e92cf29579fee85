//! `omoide related`: what a memory is related to, in both directions.

use omoide_core::Memory;
use omoide_home::lang::say;
use omoide_server::wire;
use serde_json::json;

use crate::context::CommandContext;
use crate::telling;

/// What `related` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle such as mem_20260120_001, its id, or the beginning of either.
    #[arg(value_name = "ID")]
    id: String,
    /// How many links in a row to follow from a memory.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10))]
    depth: u32,
    /// Show which memories this one brings to mind, along every kind of connection.
    #[arg(long, conflicts_with = "depth")]
    spread: bool,
}

/// How many memories are shown when activation spreads.
const MOST_REMINDED: usize = 20;

/// Shows them.
///
/// # Errors
/// When there is no such memory, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let mind = context.mind();
    let memory = mind.find(&args.id)?;
    if args.spread {
        return spread(args, &memory, context);
    }
    let related = mind.related(&args.id, args.depth)?;
    let supersessions = mind.supersessions(&args.id)?;
    if context.json {
        let relations = wire::Relations::of(&related, &supersessions);
        return context.print_json(&wire::RelationsOf { memory: wire::Memory::of(&memory), relations });
    }
    let lang = context.lang;
    let mut lines = vec![telling::hit_line(&memory, 0, lang)];
    for neighbour in &related {
        let depth = neighbour.depth as usize * 2;
        let arrow = if neighbour.is_reverse { "←" } else { "→" };
        let why = telling::relation(neighbour.kind, lang);
        let line = telling::hit_line(&neighbour.memory, depth, lang);
        lines.push(format!("{}{arrow} {why}: {line}", " ".repeat(depth)));
    }
    for (_, newer) in &supersessions.by {
        lines.push(format!(
            "  ⇐ {}: {}",
            lang.pick("replaced by", "この記憶を置き換えたもの"),
            telling::hit_line(newer, 2, lang)
        ));
    }
    for older in &supersessions.of {
        lines.push(format!(
            "  ⇒ {}: {}",
            lang.pick("replaces", "この記憶が置き換えたもの"),
            telling::hit_line(older, 2, lang)
        ));
    }
    context.print(&lines.join("\n"))?;
    if related.is_empty() && supersessions.by.is_empty() && supersessions.of.is_empty() {
        nothing(&memory, context);
    }
    Ok(())
}

/// Shows what the memory brings to mind.
fn spread(args: &Args, memory: &Memory, context: &CommandContext) -> anyhow::Result<()> {
    let reminded = context.mind().reminds_of(&args.id, MOST_REMINDED)?;
    if context.json {
        let list: Vec<_> = reminded
            .iter()
            .map(|found| {
                json!({
                    "memory": wire::Memory::of(&found.memory),
                    "activation": found.activation,
                    "via": found.via,
                    "type": found.kind.name(),
                })
            })
            .collect();
        return context.print_json(&json!({ "memory": wire::Memory::of(memory), "reminds_of": list }));
    }
    let lang = context.lang;
    let mut lines = vec![telling::hit_line(memory, 0, lang)];
    for found in &reminded {
        let (activation, why) = (found.activation, telling::connection(found.kind, lang));
        lines.push(format!("  {activation:.3} {why}: {}", telling::hit_line(&found.memory, 2, lang)));
    }
    context.print(&lines.join("\n"))?;
    if reminded.is_empty() {
        nothing(memory, context);
    }
    Ok(())
}

fn nothing(memory: &Memory, context: &CommandContext) {
    let handle = &memory.handle;
    context.note(&say!(
        context.lang,
        "{handle} has no related memories; to link one: omoide link {handle} ID",
        "{handle}に関連する記憶はありません。関連付けるには：omoide link {handle} ID"
    ));
}
