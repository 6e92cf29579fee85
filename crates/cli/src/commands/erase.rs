//! `omoide erase`: gone for good, by name or by conditions. It shows what will go, and asks.

use omoide::ErasureConditions;
use omoide_core::Memory;
use omoide_core::change::Actor;
use omoide_core::parameters::ConditionMode;
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use serde_json::json;

use super::list::table;
use crate::context::CommandContext;
use crate::{telling, terminal};

/// What `erase` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memories: handles, ids, or the beginning of either.
    #[arg(value_name = "ID", required_unless_present_any = ["archived_days", "never_recalled", "max_intensity"])]
    ids: Vec<String>,
    /// Archived ones that have been there for more than so many days.
    #[arg(long, value_name = "N", conflicts_with = "ids")]
    archived_days: Option<u32>,
    /// Archived ones that no night found recalled.
    #[arg(long, conflicts_with = "ids")]
    never_recalled: bool,
    /// Archived ones of an intensity below this.
    #[arg(long, value_name = "N", conflicts_with = "ids")]
    max_intensity: Option<f64>,
    /// One condition is enough.
    #[arg(long, conflicts_with_all = ["ids", "all_conditions"])]
    any: bool,
    /// All conditions must hold; this is the default.
    #[arg(long, conflicts_with = "ids")]
    all_conditions: bool,
    /// Do not ask.
    #[arg(long, short)]
    yes: bool,
}

/// Erases.
///
/// # Errors
/// When one is protected or not there, nobody said yes, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let doomed = doomed(args, context)?;
    let lang = context.lang;
    if doomed.is_empty() {
        context.note(lang.pick("no memory meets the conditions", "条件に合う記憶はありません"));
        return if context.json { context.print_json(&json!({ "erased": [] })) } else { Ok(()) };
    }
    if !args.yes {
        agree(&doomed, context)?;
    }
    // By id, and not by the conditions again: what was shown is what goes.
    let ids: Vec<String> = doomed.iter().map(|memory| memory.id.to_string()).collect();
    let erasure = context.mind().erase(&ids, Actor::Person)?;
    context.put_down("erase", &erasure.handles.join(" "))?;
    if context.json {
        return context.print_json(&json!({ "erased": erasure.handles }));
    }
    let lines: Vec<String> = erasure
        .handles
        .iter()
        .map(|handle| say!(lang, "{handle} is gone for good", "{handle}を完全に消しました"))
        .collect();
    context.print(&lines.join("\n"))
}

fn doomed(args: &Args, context: &CommandContext) -> anyhow::Result<Vec<Memory>> {
    let mind = context.mind();
    if args.ids.is_empty() {
        let mode = if args.any { ConditionMode::Or } else { ConditionMode::And };
        return Ok(mind.erasable(&ErasureConditions {
            archived_days_over: args.archived_days,
            is_never_recalled: args.never_recalled,
            intensity_below: args.max_intensity,
            mode,
        })?);
    }
    let mut doomed: Vec<Memory> = Vec::new();
    for id in &args.ids {
        let memory = mind.find(id)?;
        if memory.shown.protected {
            return Err(omoide::Error::Protected { handle: memory.handle }.into());
        }
        if !doomed.iter().any(|other| other.id == memory.id) {
            doomed.push(memory);
        }
    }
    Ok(doomed)
}

fn agree(doomed: &[Memory], context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let count = doomed.len();
    if !context.json {
        context.print(&table(doomed, context))?;
    }
    let question = say!(
        lang,
        "erase {count} for good, with their texts and history?",
        "{count}件を、文も履歴もろとも完全に消しますか？"
    );
    match terminal::confirm(&question, lang)? {
        Some(true) => Ok(()),
        Some(false) => {
            Err(UserError::theirs("not_agreed", lang.pick("nothing was erased", "何も消していません")).into())
        }
        None => Err(UserError::theirs(
            "not_agreed",
            say!(
                lang,
                "{count} would be erased for good, and nobody is there to ask",
                "{count}件が完全に消えますが、確かめる相手がいません"
            ),
        )
        .details(doomed.iter().map(telling::name).collect())
        .hint(lang.pick(
            "if that is meant, say so: --yes; to put away instead: omoide archive ID",
            "よければ --yes を付けてください。しまうだけなら：omoide archive ID",
        ))
        .into()),
    }
}
