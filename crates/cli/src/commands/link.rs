//! `omoide link`: two memories linked by hand.

use clap::builder::TypedValueParser;
use omoide_core::RelationType;
use omoide_core::change::Actor;
use omoide_home::lang::say;
use serde_json::json;

use crate::context::CommandContext;
use crate::telling;
use crate::vocabulary::RELATIONS;

/// What `link` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// One memory.
    #[arg(value_name = "A")]
    a: String,
    /// The other memory.
    #[arg(value_name = "B")]
    b: String,
    /// Why they are linked.
    #[arg(long = "type", value_name = "TYPE", default_value = "references", value_parser = kinds())]
    kind: RelationType,
}

fn kinds() -> impl TypedValueParser<Value = RelationType> {
    RELATIONS.parser(RelationType::ALL.map(RelationType::name)).try_map(|name| name.parse::<RelationType>())
}

/// Links.
///
/// # Errors
/// When the two cannot be linked, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let (holder, target) = context.mind().link(&args.a, &args.b, args.kind, Actor::Person)?;
    if context.json {
        return context.print_json(&json!({
            "from": { "id": holder.id, "handle": holder.handle },
            "to": { "id": target.id, "handle": target.handle },
            "type": args.kind.name(),
        }));
    }
    let (from, to) = (&holder.handle, &target.handle);
    let why = telling::relation(args.kind, context.lang);
    context.print(&say!(context.lang, "{from} → {to} ({why})", "{from} → {to}（{why}）"))
}
