//! `omoide task`: what is open and what was resolved.

use clap::Subcommand;
use omoide_core::{Item, ItemState};
use omoide_home::lang::say;
use omoide_server::wire::{ChangedTask, WantedTasks, tasks_of};

use crate::context::CommandContext;
use crate::table::Table;

/// Most tasks of each state that are listed.
const MOST: usize = 200;

/// What `task` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: TaskCommand,
}

/// What can be done with tasks.
#[derive(Subcommand, Debug)]
enum TaskCommand {
    /// List what is open, or what was resolved.
    List(ListArgs),
    /// Note a task.
    Add(TaskAddArgs),
    /// Mark a task as done.
    Done(OneTask),
    /// Open a task again.
    Reopen(OneTask),
    /// Remove a task for good.
    Drop(OneTask),
}

/// What `task list` can be told.
#[derive(clap::Args, Debug)]
struct ListArgs {
    /// Only what was resolved, also in minds that share.
    #[arg(long, conflicts_with = "all")]
    resolved: bool,
    /// What is open and what was resolved.
    #[arg(long)]
    all: bool,
}

/// What `task add` can be told.
#[derive(clap::Args, Debug)]
struct TaskAddArgs {
    /// What is to be done.
    #[arg(value_name = "TEXT", required = true)]
    text: Vec<String>,
    /// Who wants it; me if not given.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
}

/// What the other commands can be told.
#[derive(clap::Args, Debug)]
struct OneTask {
    /// The number of the task, or words that only it holds.
    #[arg(value_name = "TASK", required = true)]
    task: Vec<String>,
}

impl Args {
    /// Whether a memory is made where there is none.
    pub fn creates(&self) -> bool {
        matches!(self.what, TaskCommand::Add(_))
    }
}

/// Does it.
///
/// # Errors
/// When there is no such task, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let (mind, lang) = (context.mind(), context.lang);
    let meant = |one: &OneTask| one.task.join(" ");
    match &args.what {
        TaskCommand::List(args) => list(args, context),
        TaskCommand::Add(args) => {
            let noted = mind.add_task(&args.text.join(" "), args.person.as_deref())?;
            tell(&noted.item, lang.pick("noted", "記録しました"), &ChangedTask::from(noted.clone()), context)?;
            super::remember::tell_taken(&noted.taken, None, context);
            Ok(())
        }
        TaskCommand::Done(one) => changed(&mind.finish_task(&meant(one))?, lang.pick("done", "完了"), context),
        TaskCommand::Reopen(one) => {
            changed(&mind.reopen_task(&meant(one))?, lang.pick("open again", "未完了に戻しました"), context)
        }
        TaskCommand::Drop(one) => changed(&mind.drop_task(&meant(one))?, lang.pick("dropped", "削除しました"), context),
    }
}

fn changed(item: &Item, outcome: &str, context: &CommandContext) -> anyhow::Result<()> {
    tell(item, outcome, &ChangedTask::of(item), context)
}

fn tell(item: &Item, outcome: &str, changed: &ChangedTask, context: &CommandContext) -> anyhow::Result<()> {
    if context.json {
        return context.print_json(changed);
    }
    let (number, text) = (context.style.bold(&item.number.to_string()), &item.entry.text);
    context.print(&say!(context.lang, "{number} {outcome}: {text}", "{number} {outcome}：{text}"))
}

fn list(args: &ListArgs, context: &CommandContext) -> anyhow::Result<()> {
    let (mind, lang) = (context.mind(), context.lang);
    let wanted = match (args.resolved, args.all) {
        (true, _) => WantedTasks::Resolved,
        (_, true) => WantedTasks::All,
        _ => WantedTasks::Open,
    };
    if context.json {
        return context.print_json(&tasks_of(&mind, wanted, MOST)?);
    }
    let mut items = Vec::new();
    for state in wanted.states() {
        items.extend(mind.tasks(*state, MOST)?);
    }
    if items.is_empty() {
        context.note(match wanted {
            WantedTasks::Resolved => lang.pick("nothing was resolved yet", "解決したことはまだありません"),
            _ => lang.pick(
                "nothing is open; note a task with: omoide task add TEXT",
                "未完了のタスクはありません。記録するには：omoide task add 内容",
            ),
        });
        return Ok(());
    }
    context.print(&table(&items, wanted, context).render(None))
}

fn table(items: &[Item], wanted: WantedTasks, context: &CommandContext) -> Table {
    let lang = context.lang;
    let has_others = items.iter().any(|item| item.mind != *context.mind().name());
    let is_mixed = wanted == WantedTasks::All;
    let mut heads = vec![">#", lang.pick("since", "開始"), lang.pick("task", "タスク"), lang.pick("person", "人")];
    if wanted != WantedTasks::Open {
        heads[1] = if is_mixed { lang.pick("state", "状態") } else { lang.pick("resolved", "解決") };
    }
    if has_others {
        heads.push(lang.pick("mind", "マインド"));
    }
    let mut table = Table::new(&heads);
    for item in items {
        let day = |state: ItemState| match (state, &item.entry.resolution) {
            (ItemState::Resolved, Some(resolution)) => resolution.at.date().to_string(),
            _ => item.entry.opened_at.map_or_else(String::new, |at| at.date().to_string()),
        };
        let when = match (is_mixed, item.is_open()) {
            (true, true) => say!(lang, "open since {}", "未完了（{}〜）", day(ItemState::Open)),
            (true, false) => say!(lang, "resolved {}", "解決（{}）", day(ItemState::Resolved)),
            (false, true) => day(ItemState::Open),
            (false, false) => day(ItemState::Resolved),
        };
        let mut row = vec![item.number.to_string(), when, item.entry.text.clone(), item.entry.person.clone()];
        if has_others {
            row.push(item.mind.to_string());
        }
        table.push(row);
    }
    table
}
