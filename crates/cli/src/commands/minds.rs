//! `omoide minds`: whose memories there are.

use omoide_core::ports::store::Filter;
use serde_json::json;

use crate::context::CommandContext;
use crate::table::Table;
use crate::telling;

/// What `minds` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {}

/// Lists them.
///
/// # Errors
/// When the store fails.
pub fn run(_: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut table = Table::new(&[
        lang.pick("mind", "マインド"),
        lang.pick(">memories", ">記憶"),
        lang.pick("last memory", "最後の記憶"),
    ]);
    let mut values = Vec::new();
    for name in context.engine.minds()? {
        let mind = context.engine.mind(name.clone());
        let count = mind.count(&Filter::default())?;
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
