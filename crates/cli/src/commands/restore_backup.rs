//! `omoide restore-backup`: a backup in the place of the memory. What was there is kept beside it.

use std::path::PathBuf;

use omoide_core::ports::StoreError;
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use omoide_home::stores;
use serde_json::json;

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::terminal;

/// What `restore-backup` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The backup.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Do not ask.
    #[arg(long, short)]
    yes: bool,
}

/// Restores.
///
/// # Errors
/// When the backup is none, nobody said yes, or the store cannot be written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let store = invocation.home.store_path();
    let file = args.file.display().to_string();
    check_backup(args, invocation)?;
    if store.exists() && !args.yes {
        let question =
            say!(lang, "put {file} in the place of the present memory?", "今の記憶を{file}で置き換えますか？");
        match terminal::confirm(&question, lang)? {
            Some(true) => {}
            Some(false) => {
                return Err(
                    UserError::theirs("not_agreed", lang.pick("nothing was changed", "何も変えていません")).into()
                );
            }
            None => {
                return Err(UserError::theirs(
                    "not_agreed",
                    lang.pick(
                        "the present memory would be replaced, and nobody is there to ask",
                        "今の記憶が置き換わりますが、確かめる相手がいません",
                    ),
                )
                .hint(lang.pick("if that is meant, say so: --yes", "よければ --yes を付けてください"))
                .into());
            }
        }
    }
    stores::restore(&store, &args.file)?;
    let shown = store.display().to_string();
    if invocation.json {
        return print_json(&json!({ "store": store, "from": args.file }));
    }
    print(&say!(lang, "{shown} is now what {file} was", "{shown}を{file}の内容に戻しました"))
}

/// The backup is opened and checked before anything is touched.
fn check_backup(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let file = args.file.display().to_string();
    let backup = match stores::open(&args.file) {
        Err(StoreError::Missing { .. }) => {
            return Err(UserError::theirs(
                "no_backup",
                say!(lang, "there is no file {file}", "{file}というファイルはありません"),
            )
            .hint(lang.pick(
                "backups lie in the memory's folder, below backups",
                "バックアップは記憶のフォルダのbackupsにあります",
            ))
            .into());
        }
        Err(StoreError::Damaged { .. }) => {
            return Err(UserError::theirs("bad_backup", say!(lang, "{file} is damaged", "{file}は壊れています"))
                .hint(lang.pick("try an older backup", "もっと古いバックアップをお試しください"))
                .into());
        }
        backup => backup?,
    };
    match backup.upkeep().check()?.first() {
        None => Ok(()),
        Some(finding) => {
            let problem = &finding.problem;
            Err(UserError::theirs(
                "bad_backup",
                say!(lang, "{file} is not whole: {problem}", "{file}に問題があります：{problem}"),
            )
            .hint(lang.pick("try an older backup", "もっと古いバックアップをお試しください"))
            .into())
        }
    }
}
