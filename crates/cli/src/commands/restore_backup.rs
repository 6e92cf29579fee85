//! `omoide restore-backup`: a backup in the place of the memory. What was there is kept beside it.

use std::path::PathBuf;

use omoide_core::ports::StoreError;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_home::stores::{
    self, BackupComparison, ErasedRows, NewerCounts, NewerRows, PresentStore, RestoreOptions, RestoreReport,
};
use omoide_home::{config, wiring};
use serde_json::json;

use crate::context::{CommandContext, hint, print, print_json};
use crate::invocation::Invocation;
use crate::terminal;

/// What `restore-backup` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The backup.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Do not ask for confirmation. What is newer than the backup goes; a copy of the present memory keeps it.
    #[arg(long, short)]
    yes: bool,
    /// Keep the memories and pages that are newer than the backup.
    #[arg(long)]
    keep_newer: bool,
    /// Bring back what was erased since the backup.
    #[arg(long)]
    bring_back_erased: bool,
}

/// Restores.
///
/// # Errors
/// When the backup is none, nobody said yes, or the store cannot be written.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let store = invocation.home.store_path();
    let compared = stores::compare_with_backup(&store, &args.file).map_err(|error| of_backup(error, args, lang))?;
    if compared.present == PresentStore::Damaged && args.keep_newer {
        return Err(UserError::theirs(
            "damaged",
            lang.pick(
                "the present memory is damaged, so what is newer in it cannot be kept",
                "今の記憶は壊れているため、新しいものを残せません",
            ),
        )
        .hint(lang.pick(
            "repair it first: omoide doctor --repair; or give up what is newer: --yes",
            "先に修復するには：omoide doctor --repair。新しいものを残さないなら：--yes",
        ))
        .into());
    }
    if compared.present != PresentStore::Missing && !args.yes && !args.keep_newer {
        agree(args, &compared, lang)?;
    }
    let options = RestoreOptions {
        newer: if args.keep_newer { NewerRows::Keep } else { NewerRows::Drop },
        erased: if args.bring_back_erased { ErasedRows::ComeBack } else { ErasedRows::StayErased },
    };
    let report = stores::restore(&store, &args.file, options).map_err(|error| of_backup(error, args, lang))?;
    if report.kept_memories > 0 {
        index_words(invocation)?;
    }
    tell(args, &report, invocation)
}

/// Asks whether the present memory may be replaced.
fn agree(args: &Args, compared: &BackupComparison, lang: Lang) -> anyhow::Result<()> {
    let file = args.file.display().to_string();
    let question = say!(lang, "replace the present memory with {file}?", "今の記憶を{file}で置き換えますか？");
    let lines = in_words(compared, args, lang);
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        print(&lines.join("\n"))?;
    }
    match terminal::confirm(&question, lang)? {
        Some(true) => Ok(()),
        Some(false) => {
            Err(UserError::theirs("not_agreed", lang.pick("nothing was changed", "何も変更していません")).into())
        }
        None => Err(UserError::theirs(
            "not_agreed",
            lang.pick(
                "the present memory would be replaced, but omoide cannot ask you without a terminal",
                "今の記憶が置き換わりますが、端末がないため確認できません",
            ),
        )
        .details(lines)
        .hint(say!(
            lang,
            "to keep what is newer: omoide restore-backup {file} --keep-newer; to give it up: omoide restore-backup \
             {file} --yes",
            "新しいものを残すには：omoide restore-backup {file} --keep-newer。残さないなら：omoide restore-backup {file} --yes"
        ))
        .into()),
    }
}

/// How the present memory and the backup differ.
fn in_words(compared: &BackupComparison, args: &Args, lang: Lang) -> Vec<String> {
    let NewerCounts { memories, turns, pages, changes } = compared.newer;
    let mut lines = vec![match compared.present {
        PresentStore::Damaged => lang
            .pick(
                "the present memory is damaged; what is newer in it cannot be counted",
                "今の記憶は壊れているため、新しいものは数えられません",
            )
            .to_owned(),
        _ => say!(
            lang,
            "newer than the backup: memories {memories}, turns {turns}, pages {pages}, changes {changes}",
            "バックアップより新しいもの：記憶{memories}件、会話{turns}件、ページ{pages}件、変更{changes}件"
        ),
    }];
    lines.extend(erased_in_words(compared, args, lang));
    lines
}

/// What becomes of what was erased since the backup.
fn erased_in_words(compared: &BackupComparison, args: &Args, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    let erased = compared.erased;
    if erased > 0 && args.bring_back_erased {
        lines.push(say!(
            lang,
            "memories erased since the backup that come back: {erased}",
            "バックアップのあとに消去した記憶のうち{erased}件が戻ります"
        ));
    } else if erased > 0 {
        lines.push(say!(
            lang,
            "memories erased since the backup that stay erased: {erased}; the backup file still contains them",
            "バックアップのあとに消去した{erased}件の記憶は、消去されたままです。バックアップのファイルには残っています"
        ));
    }
    if !compared.knows_all_erased && !args.bring_back_erased {
        lines.push(
            match compared.present {
                PresentStore::Missing => lang.pick(
                    "what was erased since the backup is unknown, because there was no memory here",
                    "バックアップのあとに何を消去したかは分かりません",
                ),
                _ => lang.pick(
                    "what was erased since the backup is known only in part",
                    "バックアップのあとに何を消去したかは、一部しか分かりません",
                ),
            }
            .to_owned(),
        );
    }
    lines
}

/// Memories that were kept are found by their words at once.
fn index_words(invocation: &Invocation) -> anyhow::Result<()> {
    // A mistake in the configuration is no reason to fail after the restore; turns and nights index the words too.
    let Ok(loaded) = config::load(&invocation.home.sources) else { return Ok(()) };
    let store = stores::open(&invocation.home.store_path())?;
    let context = CommandContext::new(wiring::over(&invocation.home, loaded, store)?, invocation);
    for mind in context.engine.minds()? {
        context.engine.mind(mind).reindex(&mut |_, _| {})?;
    }
    Ok(())
}

fn tell(args: &Args, report: &RestoreReport, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let store = invocation.home.store_path();
    let RestoreReport { compared, copy, kept_memories, kept_pages } = report;
    if invocation.json {
        let newer = compared.newer;
        return print_json(&json!({
            "store": store,
            "from": args.file,
            "copy": copy,
            "newer": {
                "memories": newer.memories, "turns": newer.turns, "pages": newer.pages, "changes": newer.changes,
            },
            "kept": { "memories": kept_memories, "pages": kept_pages },
            "erased": compared.erased,
            "knows_all_erased": compared.knows_all_erased,
        }));
    }
    let (shown, file) = (store.display(), args.file.display());
    let mut lines = vec![say!(lang, "{shown} was replaced with {file}", "{shown}を{file}の内容で置き換えました")];
    if args.keep_newer {
        lines.push(say!(
            lang,
            "kept of what is newer: memories {kept_memories}, pages {kept_pages}",
            "新しいもののうち、記憶{kept_memories}件とページ{kept_pages}件を残しました"
        ));
    }
    if let Some(copy) = copy {
        let copy = copy.display();
        lines.push(say!(lang, "the memory as it was: {copy}", "元の記憶：{copy}"));
        lines.push(say!(
            lang,
            "to go back to it: omoide restore-backup {copy} --yes",
            "元に戻すには：omoide restore-backup {copy} --yes"
        ));
    }
    print(&lines.join("\n"))?;
    erased_in_words(compared, args, lang).iter().for_each(|line| hint(invocation, line));
    Ok(())
}

/// A failure that the backup is the reason of, in words.
fn of_backup(error: StoreError, args: &Args, lang: Lang) -> anyhow::Error {
    let file = args.file.display().to_string();
    match error {
        StoreError::Missing { .. } => UserError::theirs(
            "no_backup",
            say!(lang, "the file {file} does not exist", "{file}というファイルはありません"),
        )
        .hint(lang.pick(
            "backups are in the folder backups of the memory's folder",
            "バックアップは記憶のフォルダのbackupsにあります",
        ))
        .into(),
        StoreError::Damaged { .. } => {
            UserError::theirs("bad_backup", say!(lang, "{file} is damaged", "{file}は壊れています"))
                .hint(lang.pick("try an older backup", "もっと古いバックアップをお試しください"))
                .into()
        }
        error => error.into(),
    }
}
