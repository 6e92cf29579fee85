//! `omoide export`: a whole mind as a file, to be imported elsewhere or to be read.

use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use omoide::{ExportReport, MarkdownLabels};
use omoide_core::ports::TakenCount;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_home::whole_file::{ExistingFile, WholeFile};
use serde_json::json;

use crate::context::CommandContext;
use crate::telling::bytes;

/// What `export` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file to write; stdout if not given, or if it is `-`.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The form: jsonl can be imported again, markdown is for people.
    #[arg(long, value_name = "FORM", default_value = "jsonl", value_parser = ["jsonl", "markdown"])]
    format: String,
    /// Replace the file if it is there.
    #[arg(long)]
    force: bool,
}

/// Exports.
///
/// # Errors
/// When there is nothing to export, the file is there, or it cannot be written.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    if !context.engine.minds()?.contains(&context.mind) {
        let mind = &context.mind;
        return Err(UserError::theirs(
            "no_mind",
            say!(lang, "there is nothing in a mind called \"{mind}\"", "「{mind}」というマインドには何もありません"),
        )
        .hint(lang.pick("see which minds there are: omoide minds", "マインドの一覧：omoide minds"))
        .into());
    }
    let file = args.file.as_deref().filter(|file| *file != Path::new("-"));
    let Some(file) = file else {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let report = write(args, context, &mut out)?;
        tell_taken(&report, context);
        return Ok(());
    };
    let existing = if args.force { ExistingFile::Replace } else { ExistingFile::Keep };
    let mut out = WholeFile::create(file, existing).map_err(|error| refused(file, &error, lang))?;
    let report = write(args, context, &mut out)?;
    let size = out.finish().map_err(|error| refused(file, &error, lang))?;
    tell(args, file, size, &report, context)
}

fn write(args: &Args, context: &CommandContext, out: &mut dyn Write) -> Result<ExportReport, omoide::Error> {
    let mind = context.mind();
    let bar = context.progress(0, context.lang.pick("exporting", "書き出しています"));
    let progress = &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let report = match args.format.as_str() {
        "markdown" => mind.export_markdown(&labels(context.lang), out, progress),
        _ => mind.export(out, progress),
    };
    bar.finish_and_clear();
    report
}

fn labels(lang: Lang) -> MarkdownLabels {
    match lang {
        Lang::English => MarkdownLabels {
            title: "Memories of",
            pages: "Pages",
            reply: "Reply:",
            faded_to: "Now remembered as:",
            protected: "protected",
            archived: "archived",
            thread: "conversation",
            outdated: "No longer so since",
        },
        Lang::Japanese => MarkdownLabels {
            title: "記憶：",
            pages: "ページ",
            reply: "返答：",
            faded_to: "今の記憶：",
            protected: "保護",
            archived: "アーカイブ",
            thread: "会話",
            outdated: "この日から変わったこと",
        },
    }
}

fn tell(args: &Args, file: &Path, size: u64, report: &ExportReport, context: &CommandContext) -> anyhow::Result<()> {
    let counts = report.counts;
    if context.json {
        let redacted: Vec<&str> = report.taken.iter().map(|secret| secret.kind).collect();
        return context.print_json(&json!({
            "file": file, "format": args.format, "mind": context.mind.as_str(), "memories": counts.memories,
            "pages": counts.pages, "nights": counts.nights, "bytes": size, "redacted": redacted,
        }));
    }
    let (lang, shown, size) = (context.lang, file.display(), bytes(size));
    let (memories, pages, mind) = (counts.memories, counts.pages, &context.mind);
    context.print(&say!(
        lang,
        "exported the mind \"{mind}\" to {shown}: {memories} memories, {pages} pages ({size})",
        "マインド「{mind}」を{shown}に書き出しました：記憶{memories}件、ページ{pages}件（{size}）"
    ))?;
    if args.format == "jsonl" {
        context.note(&say!(
            lang,
            "it can be taken in elsewhere: omoide import omoide {shown}",
            "ほかの場所で取り込むには：omoide import omoide {shown}"
        ));
    }
    tell_taken(report, context);
    Ok(())
}

fn tell_taken(report: &ExportReport, context: &CommandContext) {
    if !report.taken.is_empty() {
        let kinds = TakenCount::listed(&report.taken);
        context.note(&say!(
            context.lang,
            "secrets were left out: {kinds}; they are still in the memory: omoide doctor --secrets",
            "秘密情報を除きました：{kinds}。記憶にはまだ残っています：omoide doctor --secrets"
        ));
    }
}

fn refused(file: &Path, error: &std::io::Error, lang: Lang) -> UserError {
    let shown = file.display();
    match error.kind() {
        ErrorKind::AlreadyExists => {
            UserError::theirs("exists", say!(lang, "{shown} is there already", "{shown}はもうあります")).hint(
                lang.pick(
                    "choose another name, or replace it with --force",
                    "別の名前を指定するか、--force で置き換えてください",
                ),
            )
        }
        ErrorKind::InvalidInput => UserError::theirs(
            "not_a_file",
            say!(lang, "{shown} is a folder or a device, not a file", "{shown}はファイルではありません"),
        )
        .hint(lang.pick(
            "name a file; without a name the export goes to stdout",
            "ファイル名を指定してください。指定しなければ標準出力に書き出します",
        )),
        _ => UserError::theirs(
            "io",
            say!(lang, "{shown} cannot be written: {error}", "{shown}に書き込めません：{error}"),
        ),
    }
}
