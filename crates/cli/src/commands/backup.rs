//! `omoide backup`: a copy of the whole store, opened and checked afterwards; old ones go if asked.

use std::path::{Path, PathBuf};

use omoide_home::errors::UserError;
use omoide_home::lang::say;
use omoide_home::{copies, private, stores};
use serde_json::json;

use crate::context::CommandContext;
use crate::telling::bytes;

/// What `backup` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file to write, or a folder for it; in the memory's folder below `backups` if not given.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Keep this many backups in that folder, and remove the oldest ones that Omoide made there.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
}

/// Copies and checks.
///
/// # Errors
/// When the file is there already, or cannot be written, the copy is not whole, or an old one cannot be removed.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    // A store that is not there says so, before a folder is made for its copy.
    context.engine.store().upkeep().size()?;
    let file = target(args, context)?;
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
    drop(copy);
    // Only now: a copy that is not whole takes no other's place.
    let removed = rotate(args, &file, context)?;
    if context.json {
        let mut told = json!({ "file": file, "bytes": size, "is_verified": true });
        if args.keep.is_some() {
            told["removed"] = json!(removed);
        }
        return context.print_json(&told);
    }
    let size = bytes(size);
    let mut lines = vec![say!(lang, "{shown} ({size}, checked)", "{shown}（{size}、検査済み）")];
    for old in &removed {
        let old = old.display();
        lines.push(say!(lang, "removed {old}", "{old}を削除しました"));
    }
    context.print(&lines.join("\n"))
}

/// The file to write: one in the folder that was named, or in that of backups, unless a file was named.
fn target(args: &Args, context: &CommandContext) -> Result<PathBuf, UserError> {
    let (store, lang) = (&context.store_path, context.lang);
    let name = copies::backup_name(store, context.engine.now());
    match &args.file {
        None => Ok(store.with_file_name("backups").join(name)),
        Some(folder) if folder.is_dir() => Ok(folder.join(name)),
        Some(_) if args.keep.is_some() => Err(UserError::usage(
            "not_a_folder",
            lang.pick(
                "--keep goes by the names that Omoide gives, so it takes a folder that exists and no file",
                "--keepはOmoideの付ける名前で数えるので、ファイルではなく既存のフォルダを指定してください",
            ),
        )
        .hint(lang.pick(
            "omoide backup --keep 7, or: omoide backup FOLDER --keep 7",
            "omoide backup --keep 7、または：omoide backup フォルダ --keep 7",
        ))),
        Some(file) => Ok(file.clone()),
    }
}

/// Removes the backups beyond those that are to be kept.
fn rotate(args: &Args, file: &Path, context: &CommandContext) -> anyhow::Result<Vec<PathBuf>> {
    let Some(keep) = args.keep else { return Ok(Vec::new()) };
    let folder = file.parent().unwrap_or(Path::new("."));
    Ok(copies::rotate(&context.store_path, folder, keep.into())?)
}
