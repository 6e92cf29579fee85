//! `omoide undo`: the last change to one memory taken back.

use omoide_core::change::Actor;
use omoide_home::lang::say;
use omoide_server::wire;

use super::history::action;
use crate::context::CommandContext;

/// What `undo` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memory: its handle such as mem_20260120_001, its id, or the beginning of either.
    #[arg(value_name = "ID", required_unless_present = "page")]
    id: Option<String>,
    /// Undo the last change to a page instead, by its path.
    #[arg(long, value_name = "PATH", conflicts_with = "id")]
    page: Option<String>,
}

/// Takes the change back.
///
/// # Errors
/// When there is nothing to take back, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    if let Some(path) = &args.page {
        return undo_page(path, context);
    }
    let undone = context.mind().undo(args.id.as_deref().unwrap_or_default(), Actor::Person)?;
    if context.json {
        return context.print_json(&wire::UndoneChange::from(undone));
    }
    let lang = context.lang;
    let handle = context.style.bold(&undone.memory.handle);
    let actions = undone.actions.iter().map(|done| action(*done, lang)).collect::<Vec<_>>().join(", ");
    context.print(&say!(lang, "{handle}: undone: {actions}", "{handle}：取り消しました：{actions}"))?;
    if undone.will_fade_again {
        let handle = &undone.memory.handle;
        context.note(&say!(
            lang,
            "its retention is so low that the next night will move it down again; to keep it: omoide protect {handle}",
            "保持スコアが低いため、次の夜間処理でまたレベルが下がります。残すには：omoide protect {handle}"
        ));
    }
    Ok(())
}

fn undo_page(path: &str, context: &CommandContext) -> anyhow::Result<()> {
    let text = context.mind().undo_page(path, Actor::Person)?;
    if context.json {
        return context.print_json(&serde_json::json!({ "page": path, "text": text }));
    }
    let lang = context.lang;
    context.print(&match text {
        Some(_) => say!(lang, "{path}: its last change was undone", "{path}：最後の変更を取り消しました"),
        None => say!(lang, "{path}: the page was removed again", "{path}：ページを再び削除しました"),
    })
}
