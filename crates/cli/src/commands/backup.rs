//! `omoide backup`: a copy of the whole store, opened and checked afterwards.

use std::path::{Path, PathBuf};

use omoide_core::Moment;
use omoide_home::errors::UserError;
use omoide_home::lang::say;
use omoide_home::{private, stores};
use serde_json::json;

use crate::context::CommandContext;
use crate::telling::bytes;

/// What `backup` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file to write; one in the folder `backups` of the memory if not given.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Copies and checks.
///
/// # Errors
/// When the file is there already, or cannot be written, or the copy is not whole.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    // A store that is not there says so, before a folder is made for its copy.
    context.engine.store().upkeep().size()?;
    let file = args.file.clone().unwrap_or_else(|| default_file(&context.store_path, context.engine.now()));
    let lang = context.lang;
    let shown = file.display().to_string();
    if file.exists() {
        return Err(UserError::theirs("exists", say!(lang, "{shown} already exists", "{shown}はすでにあります"))
            .hint(
                lang.pick(
                    "choose another name: omoide backup FILE",
                    "別の名前を指定してください：omoide backup ファイル",
                ),
            )
            .into());
    }
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        private::create_folder(folder)?;
    }
    let bar = context.progress(1, lang.pick("copying", "コピーしています"));
    context.engine.store().upkeep().backup(&file)?;
    bar.finish_and_clear();
    let copy = stores::open(&file)?;
    let findings = copy.upkeep().check()?;
    if let Some(finding) = findings.first() {
        let problem = &finding.problem;
        return Err(UserError::theirs(
            "bad_backup",
            say!(lang, "the copy is damaged: {problem}", "コピーが壊れています：{problem}"),
        )
        .hint(lang.pick("check the memory itself: omoide doctor", "元の記憶を検査してください：omoide doctor"))
        .into());
    }
    let size = copy.upkeep().size()?.bytes;
    if context.json {
        return context.print_json(&json!({ "file": file, "bytes": size, "is_verified": true }));
    }
    let size = bytes(size);
    context.print(&say!(lang, "{shown} ({size}, checked)", "{shown}（{size}、検査済み）"))
}

fn default_file(store: &Path, now: Moment) -> PathBuf {
    let stamp: String = now.to_string().chars().take(19).filter(char::is_ascii_digit).collect();
    let (day, time) = stamp.split_at(stamp.len().min(8));
    let stem = store.file_stem().unwrap_or_default().to_string_lossy();
    store.with_file_name("backups").join(format!("{stem}-{day}-{time}.db"))
}
