//! `omoide erase`: gone for good, by name or by conditions. It shows what will go, and asks.

pub(super) mod copies;

use omoide::ErasureConditions;
use omoide_core::change::Actor;
use omoide_core::parameters::ConditionMode;
use omoide_core::{Memory, MemoryId};
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use omoide_home::stores::SweepMode;
use serde_json::json;

use super::list::table;
use crate::context::CommandContext;
use crate::{telling, terminal};
use copies::ErasedCopies;

/// What `erase` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memories: handles such as mem_20260120_001, ids, or the beginning of either.
    #[arg(value_name = "ID", required_unless_present_any = ["archived_days", "never_recalled", "max_intensity", "everywhere"])]
    ids: Vec<String>,
    /// Those that have been in the archive for more than this many days.
    #[arg(long, value_name = "N", conflicts_with = "ids")]
    archived_days: Option<u32>,
    /// Those in the archive that were never recalled.
    #[arg(long, conflicts_with = "ids")]
    never_recalled: bool,
    /// Those in the archive with an emotional intensity below this.
    #[arg(long, value_name = "N", conflicts_with = "ids")]
    max_intensity: Option<f64>,
    /// One condition is enough.
    #[arg(long, conflicts_with_all = ["ids", "all_conditions"])]
    any: bool,
    /// All conditions must hold; this is the default.
    #[arg(long, conflicts_with = "ids")]
    all_conditions: bool,
    /// Also erase them in the backups and other copies that Omoide made. Without an ID or a condition, erase there what
    /// was erased here before.
    #[arg(long)]
    everywhere: bool,
    /// Do not ask for confirmation.
    #[arg(long, short)]
    yes: bool,
}

/// Erases.
///
/// # Errors
/// When one is protected or not there, nobody said yes, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let (doomed, gone) = doomed(args, context)?;
    if doomed.is_empty() && gone.is_empty() {
        context.note(lang.pick("no memory meets the conditions", "条件に合う記憶はありません"));
        return if context.json { context.print_json(&json!({ "erased": [] })) } else { Ok(()) };
    }
    if !args.yes && !doomed.is_empty() {
        agree(&doomed, context)?;
    }
    // By id, and not by the conditions again: what was shown is what goes.
    let ids: Vec<String> = doomed.iter().map(|memory| memory.id.to_string()).collect();
    let erasure = if ids.is_empty() { None } else { Some(context.mind().erase(&ids, Actor::Person)?) };
    let handles = erasure.as_ref().map(|erasure| erasure.handles.clone()).unwrap_or_default();
    if !handles.is_empty() {
        context.put_down("erase", &handles.join(" "))?;
    }
    let mut all: Vec<MemoryId> = erasure.map(|erasure| erasure.ids).unwrap_or_default();
    all.extend(gone);
    let mode = if args.everywhere { SweepMode::Clean } else { SweepMode::Look };
    let copies = ErasedCopies::of(&context.store_path, &all, mode, lang);
    if context.json {
        context.print_json(&json!({ "erased": handles, "copies": copies.in_json(mode) }))?;
    } else {
        let mut lines: Vec<String> = handles
            .iter()
            .map(|handle| say!(lang, "{handle} was erased for good", "{handle}を完全に消去しました"))
            .collect();
        lines.extend(copies.in_words(&all, mode, lang));
        context.print(&lines.join("\n"))?;
    }
    copies.failure(lang).map_or(Ok(()), |told| if args.everywhere { Err(told.into()) } else { Ok(()) })
}

/// The memories that are meant, and those that were erased before and may still be in copies.
fn doomed(args: &Args, context: &CommandContext) -> anyhow::Result<(Vec<Memory>, Vec<MemoryId>)> {
    let mind = context.mind();
    let has_conditions = args.archived_days.is_some() || args.never_recalled || args.max_intensity.is_some();
    if args.ids.is_empty() && !has_conditions {
        return Ok((Vec::new(), mind.erased()?));
    }
    if args.ids.is_empty() {
        let mode = if args.any { ConditionMode::Or } else { ConditionMode::And };
        let doomed = mind.erasable(&ErasureConditions {
            archived_days_over: args.archived_days,
            is_never_recalled: args.never_recalled,
            intensity_below: args.max_intensity,
            mode,
        })?;
        return Ok((doomed, Vec::new()));
    }
    let (mut doomed, mut gone): (Vec<Memory>, Vec<MemoryId>) = (Vec::new(), Vec::new());
    for id in &args.ids {
        let memory = match (mind.find(id), id.parse()) {
            // It is gone here, but a copy may have it.
            (Err(omoide::Error::NotFound { .. }), Ok(id)) if args.everywhere => {
                gone.push(id);
                continue;
            }
            (found, _) => found?,
        };
        if memory.shown.protected {
            return Err(omoide::Error::Protected { handle: memory.handle }.into());
        }
        if !doomed.iter().any(|other| other.id == memory.id) {
            doomed.push(memory);
        }
    }
    Ok((doomed, gone))
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
        "{count}件の記憶を、本文も履歴も含めて完全に消去しますか？"
    );
    match terminal::confirm(&question, lang)? {
        Some(true) => Ok(()),
        Some(false) => {
            Err(UserError::theirs("not_agreed", lang.pick("nothing was erased", "何も消去していません")).into())
        }
        None => Err(UserError::theirs(
            "not_agreed",
            say!(
                lang,
                "{count} would be erased for good, but omoide cannot ask you without a terminal",
                "{count}件の記憶が完全に消去されますが、端末がないため確認できません"
            ),
        )
        .details(doomed.iter().map(telling::name).collect())
        .hint(lang.pick(
            "to erase them, add --yes; to archive instead: omoide archive ID",
            "消去するなら --yes を付けてください。アーカイブに移すだけなら：omoide archive ID",
        ))
        .into()),
    }
}
