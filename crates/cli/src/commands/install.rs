//! `omoide install`: our hooks in the settings of a host.

use omoide_home::errors::Told;
use omoide_home::lang::{Lang, say};
use serde_json::json;

use crate::context::{hint, print, print_json};
use crate::install::diff::unified;
use crate::install::hosts::{Folders, Host, Place, Scope};
use crate::install::installation::{Change, Installation, Task};
use crate::install::program::{Flags, Program};
use crate::invocation::Invocation;

/// What `install` and `uninstall` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The program that is to remember.
    #[arg(value_name = "HOST")]
    host: Host,
    /// For whom: every project of yours, or the project of this folder.
    #[arg(long, value_name = "SCOPE", default_value = "user")]
    scope: Scope,
    /// Show what would change, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Puts our hooks in.
///
/// # Errors
/// When a file cannot be read, edited or written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    perform(Task::Install, args, invocation)
}

/// Does a task on every file of a host; either all of them can be edited, or none is touched.
pub(super) fn perform(task: Task, args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let program = Program::running(invocation, Flags::Given)?;
    let installation = Installation { program: &program, data_dir: &invocation.home.data_dir, lang };
    let places: Vec<Place> = folders(invocation)?
        .places(args.host, args.scope)
        .into_iter()
        .filter(|place| place.is_wanted || task == Task::Uninstall)
        .collect();
    let mut changes = places.iter().map(|place| installation.plan(place, task)).collect::<Result<Vec<_>, Told>>()?;
    if !args.dry_run {
        changes.iter().try_for_each(|change| installation.check(change))?;
        changes = places.iter().map(|place| installation.run(place, task)).collect::<Result<Vec<_>, Told>>()?;
    }
    if invocation.json {
        return in_json(task, args, &changes);
    }
    in_words(task, args, &changes, lang)?;
    if task == Task::Install && !args.dry_run && changes.iter().any(Change::is_any) {
        hint(invocation, &next(args.host, lang));
    }
    Ok(())
}

/// The folders of the hosts.
pub(super) fn folders(invocation: &Invocation) -> Result<Folders, Told> {
    let here = std::env::current_dir().unwrap_or_default();
    Folders::of(&invocation.home.environment, &here).ok_or_else(|| {
        let lang = invocation.lang();
        Told::theirs("no_home", lang.pick("there is no home folder", "ホームフォルダがありません"))
            .hint(lang.pick("set HOME", "HOMEを設定してください"))
    })
}

fn in_json(task: Task, args: &Args, changes: &[Change]) -> anyhow::Result<()> {
    let files: Vec<_> = changes
        .iter()
        .map(|change| {
            let diff = args.dry_run.then(|| diff(change));
            let backup = (task == Task::Install && change.is_any()).then(|| change.backup()).flatten();
            json!({ "file": change.file, "change": kind(task, change), "backup": backup, "diff": diff })
        })
        .collect();
    print_json(&json!({
        "host": args.host.name(), "scope": args.scope.name(), "dry_run": args.dry_run, "files": files,
    }))
}

fn in_words(task: Task, args: &Args, changes: &[Change], lang: Lang) -> anyhow::Result<()> {
    let (title, scope) = (args.host.title(), args.scope.name());
    if !changes.iter().any(Change::is_any) {
        return print(&match task {
            Task::Install => say!(
                lang,
                "{title} ({scope}) has our hooks already: nothing to change",
                "{title}（{scope}）には設定済みです。変えるものはありません"
            ),
            Task::Uninstall => say!(
                lang,
                "{title} ({scope}) has nothing of ours: nothing to change",
                "{title}（{scope}）には何も設定されていません。変えるものはありません"
            ),
        });
    }
    for change in changes.iter().filter(|change| change.is_any()) {
        if args.dry_run {
            print(&diff(change))?;
            continue;
        }
        let file = change.file.display();
        print(&match kind(task, change) {
            "made" => say!(lang, "{file}: made", "{file}：作成しました"),
            "restored" => say!(lang, "{file}: as it was before", "{file}：元どおりにしました"),
            "removed" => {
                say!(lang, "{file}: removed, as it was not there before", "{file}：元はなかったので削除しました")
            }
            "trimmed" => {
                say!(lang, "{file}: ours taken out, the rest kept", "{file}：こちらの分だけを取り除きました")
            }
            _ => {
                let backup = change.backup().unwrap_or_default();
                let backup = backup.display();
                say!(lang, "{file}: changed (before: {backup})", "{file}：変更しました（変更前：{backup}）")
            }
        })?;
    }
    if args.dry_run {
        print(lang.pick("nothing was changed", "何も変えていません"))?;
    }
    Ok(())
}

fn kind(task: Task, change: &Change) -> &'static str {
    match (task, &change.before, &change.after) {
        _ if !change.is_any() => "unchanged",
        (_, None, _) => "made",
        (_, _, None) => "removed",
        (Task::Install, ..) => "changed",
        (Task::Uninstall, ..) if change.is_original => "restored",
        (Task::Uninstall, ..) => "trimmed",
    }
}

fn diff(change: &Change) -> String {
    unified(&change.file, change.before.as_deref(), change.after.as_deref())
}

fn next(host: Host, lang: Lang) -> String {
    let undo = host.name();
    match host {
        Host::ClaudeCode => say!(
            lang,
            "sessions that start from now on remember; to undo: omoide uninstall {undo}",
            "これから始まるセッションから記憶します。取り消すには：omoide uninstall {undo}"
        ),
        Host::Codex => say!(
            lang,
            "open /hooks in Codex and trust them; to undo: omoide uninstall {undo}",
            "Codexで /hooks を開いて信頼してください。取り消すには：omoide uninstall {undo}"
        ),
    }
}
