//! `omoide install`: our hooks in the settings of a host.

use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use serde_json::json;

use super::import;
use crate::context::{hint, print, print_json};
use crate::install::diff::unified;
use crate::install::hosts::{Folders, Host, InstallScope, PartFile};
use crate::install::installation::{FileChange, InstallTask, Installation};
use crate::install::program::{Flags, Program};
use crate::invocation::Invocation;
use crate::vocabulary::INSTALL_SCOPES;

/// What `install` and `uninstall` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The program.
    #[arg(value_name = "HOST")]
    host: Host,
    /// For all your projects (user), or for the project of this folder (project).
    #[arg(long, value_name = "SCOPE", default_value = "user")]
    scope: InstallScope,
    /// Show what would change, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Puts our hooks in.
///
/// # Errors
/// When a file cannot be read, edited or written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    perform(InstallTask::Install, args, invocation)
}

/// Does a task on every file of a host; either all of them can be edited, or none is touched.
pub(super) fn perform(task: InstallTask, args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let program = Program::running(invocation, Flags::Given)?;
    let installation = Installation { program: &program, data_dir: &invocation.home.data_dir, lang };
    let places: Vec<PartFile> = folders(invocation)?
        .places(args.host, args.scope)
        .into_iter()
        .filter(|place| place.is_wanted || task == InstallTask::Uninstall)
        .collect();
    let mut changes =
        places.iter().map(|place| installation.plan(place, task)).collect::<Result<Vec<_>, UserError>>()?;
    if !args.dry_run {
        changes.iter().try_for_each(|change| installation.check(change))?;
        changes = places.iter().map(|place| installation.run(place, task)).collect::<Result<Vec<_>, UserError>>()?;
    }
    let sessions = if task == InstallTask::Install { earlier_sessions(args.host, invocation) } else { 0 };
    if invocation.json {
        return in_json(task, args, &changes, sessions);
    }
    in_words(task, args, &changes, lang)?;
    if task == InstallTask::Install && !args.dry_run && changes.iter().any(FileChange::is_any) {
        hint(invocation, &next(args.host, lang));
        if sessions > 0 {
            hint(
                invocation,
                &say!(
                    lang,
                    "earlier sessions of Claude Code on this machine: {sessions}; to remember them too: omoide import \
                     claude-code (first --dry-run, to see what it would do)",
                    "このマシンにはClaude Codeのこれまでのセッションが{sessions}件あります。それらも覚えるには：omoide import \
                     claude-code（先に --dry-run で結果を確かめられます）"
                ),
            );
        }
    }
    Ok(())
}

/// How many sessions of the past there are to import.
fn earlier_sessions(host: Host, invocation: &Invocation) -> usize {
    match host {
        Host::ClaudeCode => invocation.home.claude_folder().map_or(0, |folder| import::sessions_below(&folder)),
        Host::Codex => 0,
    }
}

/// The folders of the hosts.
pub(super) fn folders(invocation: &Invocation) -> Result<Folders, UserError> {
    let here = std::env::current_dir().unwrap_or_default();
    Folders::of(&invocation.home.environment, &here).ok_or_else(|| {
        let lang = invocation.lang();
        UserError::theirs("no_home", lang.pick("there is no home folder", "ホームフォルダがありません"))
            .hint(lang.pick("set HOME", "HOMEを設定してください"))
    })
}

fn in_json(task: InstallTask, args: &Args, changes: &[FileChange], sessions: usize) -> anyhow::Result<()> {
    let files: Vec<_> = changes
        .iter()
        .map(|change| {
            let diff = args.dry_run.then(|| diff(change));
            let backup = (task == InstallTask::Install && change.is_any()).then(|| change.backup()).flatten();
            json!({ "file": change.file, "change": kind(task, change), "backup": backup, "diff": diff })
        })
        .collect();
    let mut told = json!({
        "host": args.host.name(), "scope": args.scope.name(), "dry_run": args.dry_run, "files": files,
    });
    if task == InstallTask::Install {
        told["importable_sessions"] = json!(sessions);
    }
    print_json(&told)
}

fn in_words(task: InstallTask, args: &Args, changes: &[FileChange], lang: Lang) -> anyhow::Result<()> {
    let (title, scope) = (args.host.title(), INSTALL_SCOPES.read(args.scope.name(), lang));
    if !changes.iter().any(FileChange::is_any) {
        return print(&match task {
            InstallTask::Install => say!(
                lang,
                "{title} ({scope}) is already connected; nothing to change",
                "{title}（{scope}）はすでに接続されています。変更はありません"
            ),
            InstallTask::Uninstall => say!(
                lang,
                "{title} ({scope}) is not connected; nothing to change",
                "{title}（{scope}）は接続されていません。変更はありません"
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
            "made" => say!(lang, "{file}: created", "{file}：作成しました"),
            "restored" => say!(lang, "{file}: restored to what it was before", "{file}：元どおりにしました"),
            "removed" => {
                say!(lang, "{file}: removed, as it was not there before", "{file}：元はなかったので削除しました")
            }
            "trimmed" => {
                say!(lang, "{file}: Omoide's part removed, the rest kept", "{file}：Omoideの部分だけを取り除きました")
            }
            _ => {
                let backup = change.backup().unwrap_or_default();
                let backup = backup.display();
                say!(lang, "{file}: changed (before: {backup})", "{file}：変更しました（変更前：{backup}）")
            }
        })?;
    }
    if args.dry_run {
        print(lang.pick("nothing was changed", "何も変更していません"))?;
    }
    Ok(())
}

fn kind(task: InstallTask, change: &FileChange) -> &'static str {
    match (task, &change.before, &change.after) {
        _ if !change.is_any() => "unchanged",
        (_, None, _) => "made",
        (_, _, None) => "removed",
        (InstallTask::Install, ..) => "changed",
        (InstallTask::Uninstall, ..) if change.is_original => "restored",
        (InstallTask::Uninstall, ..) => "trimmed",
    }
}

fn diff(change: &FileChange) -> String {
    unified(&change.file, change.before.as_deref(), change.after.as_deref())
}

fn next(host: Host, lang: Lang) -> String {
    let undo = host.name();
    match host {
        Host::ClaudeCode => say!(
            lang,
            "sessions that start from now on are remembered; to undo: omoide uninstall {undo}",
            "これから始まるセッションが記憶されます。取り消すには：omoide uninstall {undo}"
        ),
        Host::Codex => say!(
            lang,
            "open /hooks in Codex and trust the new hooks; to undo: omoide uninstall {undo}",
            "Codexで /hooks を開き、追加されたフックを信頼してください。取り消すには：omoide uninstall {undo}"
        ),
    }
}
