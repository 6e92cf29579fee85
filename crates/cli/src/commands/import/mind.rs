//! `omoide import omoide`: a whole mind that `omoide export` wrote down.

use std::path::{Path, PathBuf};

use omoide::{BadLine, ImportMode, LineFault, MindImport};
use omoide_core::ports::TakenCount;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use omoide_home::session_file;
use serde_json::{Value, json};

use super::claude_code::tell_of_nights;
use super::progress::bar;
use crate::context::CommandContext;
use crate::table::labelled;

/// How many bad lines are told in full.
const TOLD: usize = 20;

/// What `import omoide` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file that omoide export wrote.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show what would be taken in, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

impl Args {
    /// Whether nothing is to be changed.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }
}

/// Imports.
pub(super) fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut file = session_file::open(&args.file).map_err(|error| unreadable(&args.file, &error, lang))?;
    let length = file.metadata()?.len();
    let bar = bar(context, length);
    let mode = if args.dry_run { ImportMode::DryRun } else { ImportMode::Write };
    let imported = context.mind().import(&mut file, mode, &mut |read| bar.set_position(read));
    bar.finish_and_clear();
    tell(&imported?, args, context)
}

fn tell(imported: &MindImport, args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    if context.json {
        context.print_json(&in_json(imported, args.dry_run, lang))?;
    } else {
        context.print(&in_words(imported, args, lang))?;
    }
    for path in &imported.differing_pages {
        context.note(&say!(
            lang,
            "the page {path} says something else here, and was left as it is",
            "ページ{path}はこちらでは内容が違うため、そのままにしました"
        ));
    }
    if !args.dry_run {
        if imported.without_vector > 0 {
            let count = imported.without_vector;
            context.note(&say!(
                lang,
                "{count} memories are found by their words only until the present model has read them; run: omoide reembed",
                "今のモデルがまだ読んでいない記憶が{count}件あり、言葉だけで探します。実行してください：omoide reembed"
            ));
        }
        if imported.has_added() {
            tell_of_nights(context)?;
        }
    }
    faults(imported, lang).map_or(Ok(()), |told| Err(told.into()))
}

fn in_json(imported: &MindImport, is_dry_run: bool, lang: Lang) -> Value {
    let bad: Vec<Value> = imported
        .bad_lines
        .iter()
        .map(|BadLine { line, fault }| json!({ "line": line, "message": in_person(fault, lang) }))
        .collect();
    let redacted: Vec<&str> = imported.taken.iter().map(|secret| secret.kind).collect();
    json!({
        "is_dry_run": is_dry_run, "mind_of_export": imported.mind, "written_by": imported.program,
        "memories": imported.memories, "already_there": imported.known, "erased_before": imported.erased,
        "new_handles": imported.renamed, "new_ids": imported.new_ids, "turns": imported.turns,
        "pages": imported.pages, "differing_pages": imported.differing_pages, "nights": imported.nights,
        "activity": imported.activity,
        "redacted": redacted, "without_vector": imported.without_vector, "missing": imported.missing,
        "bad_lines": bad,
    })
}

fn in_words(imported: &MindImport, args: &Args, lang: Lang) -> String {
    let (file, mind) = (args.file.display(), &imported.mind);
    let head = match (args.dry_run, imported.has_added()) {
        (true, _) => lang
            .pick("nothing was changed; an import would do this:", "何も変えていません。取り込むとこうなります：")
            .to_owned(),
        (false, true) => {
            say!(lang, "imported the mind \"{mind}\" from {file}", "{file}からマインド「{mind}」を取り込みました")
        }
        (false, false) => say!(
            lang,
            "nothing was added: what {file} has is there already",
            "追加したものはありません。{file}の内容はもうあります"
        ),
    };
    let mut lines = vec![
        (
            if args.dry_run {
                lang.pick("memories to add", "追加する記憶")
            } else {
                lang.pick("memories added", "追加した記憶")
            },
            imported.memories.to_string(),
        ),
        (lang.pick("known already", "既知"), imported.known.to_string()),
    ];
    for (label, count) in [
        (lang.pick("erased before", "消去済み"), imported.erased),
        (lang.pick("new handles", "新しい名前"), imported.renamed),
        (lang.pick("new ids", "新しいID"), imported.new_ids),
        (lang.pick("turns", "やりとり"), imported.turns),
        (lang.pick("pages", "ページ"), imported.pages),
        (lang.pick("nights", "夜"), imported.nights),
        (lang.pick("activity lines", "アクティビティの行"), imported.activity),
    ] {
        if count > 0 {
            lines.push((label, count.to_string()));
        }
    }
    if !imported.taken.is_empty() {
        lines.push((lang.pick("secrets removed", "秘密を除去"), TakenCount::listed(&imported.taken)));
    }
    format!("{head}\n{}", labelled(&lines))
}

/// What could not be taken in; the rest was.
fn faults(imported: &MindImport, lang: Lang) -> Option<UserError> {
    let (bad, missing) = (&imported.bad_lines, imported.missing);
    let count = bad.len();
    let rest = lang.pick(
        "the rest was imported; correct the file and run the command again",
        "ほかは取り込みました。ファイルを直して、もう一度実行してください",
    );
    if count > 0 {
        let line = |BadLine { line, fault }: &BadLine| {
            let fault = in_person(fault, lang);
            say!(lang, "line {line}: {fault}", "{line}行目：{fault}")
        };
        let mut details: Vec<String> = bad.iter().take(TOLD).map(line).collect();
        if count > TOLD {
            let more = count - TOLD;
            details.push(say!(lang, "and {more} more", "ほか{more}行"));
        }
        let told = UserError::theirs(
            "bad_lines",
            say!(lang, "{count} lines could not be imported", "{count}行を取り込めませんでした"),
        );
        return Some(told.details(details).hint(rest));
    }
    (missing > 0).then(|| {
        UserError::theirs(
            "cut_off",
            say!(
                lang,
                "{missing} memories that the first line counts are not in the file: it was cut off",
                "先頭の行にある件数より記憶が{missing}件少なく、ファイルが途中で切れています"
            ),
        )
        .hint(lang.pick(
            "what is in it was imported; export again and import the whole file",
            "ある分は取り込みました。もう一度書き出して、全体を取り込んでください",
        ))
    })
}

fn in_person(fault: &LineFault, lang: Lang) -> String {
    match fault {
        LineFault::NotUtf8 { offset } => say!(
            lang,
            "not UTF-8: byte {offset} of the line is wrong",
            "UTF-8ではありません：行の{offset}バイト目が不正です"
        ),
        LineFault::NotALine { reason } => {
            say!(lang, "not a line of an export: {reason}", "書き出した行ではありません：{reason}")
        }
        LineFault::Unfit { field, value } => {
            say!(lang, "the field \"{field}\" cannot be \"{value}\"", "項目「{field}」を「{value}」にはできません")
        }
        LineFault::TooLong { bytes, limit } => say!(
            lang,
            "the text has {bytes} bytes, more than the {limit} of encode.max_text_bytes",
            "文が{bytes}バイトあり、encode.max_text_bytesの{limit}バイトを超えています"
        ),
        LineFault::RepeatedId { id } => {
            say!(lang, "the id {id} stands in an earlier line", "ID {id} は前の行にもあります")
        }
    }
}

fn unreadable(file: &Path, error: &std::io::Error, lang: Lang) -> UserError {
    let shown = file.display();
    let told = if file == Path::new("-") {
        UserError::usage(
            "no_stdin",
            lang.pick(
                "an export is read more than once, so it cannot come from stdin",
                "書き出したものは何度も読むため、標準入力からは取り込めません",
            ),
        )
    } else {
        UserError::theirs("io", say!(lang, "{shown} cannot be read: {error}", "{shown}を読めません：{error}"))
    };
    told.hint(lang.pick(
        "write one first: omoide export FILE; then: omoide import omoide FILE",
        "先に書き出してください：omoide export ファイル、それから：omoide import omoide ファイル",
    ))
}
