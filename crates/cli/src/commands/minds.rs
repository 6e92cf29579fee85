//! `omoide minds`: whose memories there are; and a mind as a whole.

mod whole;

use clap::Subcommand;
use omoide_core::Kind;
use omoide_core::ports::store::Filter;
use serde_json::json;

use crate::context::CommandContext;
use crate::table::Table;
use crate::telling;

/// What `minds` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to do; without it the minds are listed.
    #[command(subcommand)]
    what: Option<MindsCommand>,
}

/// What can be done with a mind.
#[derive(Subcommand, Debug)]
enum MindsCommand {
    /// Give a mind another name.
    Rename(RenameArgs),
    /// Erase a mind for good, with everything in it.
    Erase(EraseArgs),
}

/// What `minds rename` can be told.
#[derive(clap::Args, Debug)]
struct RenameArgs {
    /// The mind.
    #[arg(value_name = "OLD")]
    old: String,
    /// Its new name.
    #[arg(value_name = "NEW")]
    new: String,
}

/// What `minds erase` can be told.
#[derive(clap::Args, Debug)]
struct EraseArgs {
    /// The mind.
    #[arg(value_name = "NAME")]
    name: String,
    /// Erase it also in the backups and other copies that Omoide made.
    #[arg(long)]
    everywhere: bool,
    /// Do not ask for its name again.
    #[arg(long, short)]
    yes: bool,
}

/// Lists them, or does something with one.
///
/// # Errors
/// When there is no such mind, nobody agreed, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    match &args.what {
        Some(MindsCommand::Rename(args)) => whole::rename(args, context),
        Some(MindsCommand::Erase(args)) => whole::erase(args, context),
        None => list(context),
    }
}

fn list(context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut table = Table::new(&[
        lang.pick("mind", "マインド"),
        lang.pick(">memories", ">記憶"),
        lang.pick("last memory", "最後の記憶"),
    ]);
    let mut values = Vec::new();
    for name in context.engine.minds()? {
        let mind = context.engine.mind(name.clone());
        let count = mind.count(&Filter { kinds: Kind::listed([]), ..Filter::default() })?;
        let newest = mind.list(&Filter { newest_first: true, limit: Some(1), ..Filter::default() })?;
        let last = newest.first().map(|memory| memory.created);
        values.push(json!({ "mind": name.as_str(), "memories": count, "last_created": last }));
        table.push(vec![name.to_string(), count.to_string(), last.map(telling::minute).unwrap_or_default()]);
    }
    if context.json {
        return context.print_json(&json!({ "minds": values }));
    }
    if values.is_empty() {
        context.note(lang.pick("there are no memories yet", "まだ記憶がありません"));
        return Ok(());
    }
    context.print(&table.render(None))
}
