//! `omoide transcript`: what is found in session files, and what is not taken from them.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use omoide::transcript::{self, Dropped, Tally, TranscriptReading, TranscriptTurn};
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use serde_json::{Value, json};

use crate::context::{print, print_json};
use crate::invocation::Invocation;
use crate::table::Table;
use crate::terminal;
use crate::width::one_line;

/// What `transcript` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: TranscriptCommand,
}

#[derive(clap::Subcommand, Debug)]
enum TranscriptCommand {
    /// Show the turns of session files, and what was dropped and why.
    Check {
        /// The session files.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

/// Shows.
///
/// # Errors
/// When a file cannot be read.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let TranscriptCommand::Check { files } = &args.action;
    check(files, invocation)
}

/// A file, and how many of its turns stood in a file before it.
struct Checked<'f> {
    file: &'f Path,
    reading: TranscriptReading,
    elsewhere: usize,
}

fn check(files: &[PathBuf], invocation: &Invocation) -> anyhow::Result<()> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for file in files {
        let input = File::open(file).map_err(|error| cannot_read(file, &error, invocation.lang()))?;
        let mut reading =
            transcript::read(BufReader::new(input)).map_err(|error| cannot_read(file, &error, invocation.lang()))?;
        let found = reading.turns.len();
        reading.turns.retain(|turn| seen.insert(turn.uuid.clone()));
        let elsewhere = found - reading.turns.len();
        all.push(Checked { file, reading, elsewhere });
    }
    if invocation.json {
        return print_json(&in_json(&all));
    }
    let texts: Vec<String> = all.iter().map(|checked| in_words(checked, files.len() > 1, invocation)).collect();
    print(&texts.join("\n\n"))
}

/// Why a file could not be read.
pub fn cannot_read(file: &Path, error: &std::io::Error, lang: Lang) -> UserError {
    let file = file.display();
    UserError::theirs("file", say!(lang, "{file} cannot be read: {error}", "{file}を読めません：{error}")).hint(
        lang.pick(
            "session files are in ~/.claude/projects/*/*.jsonl",
            "セッションのファイルは ~/.claude/projects/*/*.jsonl にあります",
        ),
    )
}

fn in_json(all: &[Checked<'_>]) -> Value {
    let files: Vec<Value> = all
        .iter()
        .map(|checked| {
            let turns: Vec<Value> = checked.reading.turns.iter().map(turn_in_json).collect();
            json!({
                "file": checked.file.display().to_string(),
                "turns": turns,
                "in_files_before": checked.elsewhere,
                "tally": tally_in_json(&checked.reading.tally),
            })
        })
        .collect();
    let mut total = Tally::default();
    all.iter().for_each(|checked| total.add(&checked.reading.tally));
    let turns: usize = all.iter().map(|checked| checked.reading.turns.len()).sum();
    json!({ "files": files, "turns": turns, "tally": tally_in_json(&total) })
}

fn turn_in_json(turn: &TranscriptTurn) -> Value {
    json!({
        "uuid": turn.uuid, "session": turn.session, "timestamp": turn.timestamp, "project": turn.project(),
        "folder": turn.folder, "branch": turn.branch, "is_steering": turn.is_steering,
        "said": turn.said, "answered": turn.answered, "actions": turn.actions,
    })
}

/// What became of lines, as JSON.
pub fn tally_in_json(tally: &Tally) -> Value {
    let dropped: serde_json::Map<String, Value> =
        tally.dropped.iter().map(|(reason, count)| (reason.name().to_owned(), json!(count))).collect();
    json!({ "lines": tally.lines, "bytes": tally.bytes, "kept": tally.kept, "dropped": dropped })
}

fn in_words(checked: &Checked<'_>, is_one_of_many: bool, invocation: &Invocation) -> String {
    let lang = invocation.lang();
    let room = Some(terminal::columns(invocation.is_terminal));
    let Checked { file, reading, elsewhere } = checked;
    let mut parts = Vec::new();
    if is_one_of_many {
        parts.push(invocation.style.bold(&file.display().to_string()));
    }
    if !reading.turns.is_empty() {
        parts.push(turns(&reading.turns, lang).render(room));
    }
    let (count, lines, kept) = (reading.turns.len(), reading.tally.lines, reading.tally.kept);
    let mut summary = say!(
        lang,
        "turns: {count}; {kept} of {lines} lines belong to them",
        "{count}件のやりとり。{lines}行のうち{kept}行がやりとりに属します"
    );
    if *elsewhere > 0 {
        summary += &say!(
            lang,
            "; turns that are in the files before: {elsewhere}",
            "。ほかに{elsewhere}件は前のファイルにあります"
        );
    }
    parts.push(summary);
    if !reading.tally.dropped.is_empty() {
        parts.push(dropped(&reading.tally, lang).render(room));
    }
    parts.join("\n\n")
}

fn turns(turns: &[TranscriptTurn], lang: Lang) -> Table {
    let mut table = Table::new(&[
        ">#",
        lang.pick("time", "日時"),
        lang.pick(">answered", ">返答"),
        lang.pick(">done", ">操作"),
        lang.pick("said", "発言"),
    ]);
    for turn in turns {
        let time = turn.timestamp.as_deref().unwrap_or_default();
        let time = time.get(..16).unwrap_or(time).replace('T', " ");
        let mark = if turn.is_steering { "↳ " } else { "" };
        table.push(vec![
            (turn.number + 1).to_string(),
            one_line(&time),
            turn.answered.chars().count().to_string(),
            turn.actions.len().to_string(),
            format!("{mark}{}", one_line(&turn.said)),
        ]);
    }
    table
}

fn dropped(tally: &Tally, lang: Lang) -> Table {
    let mut table = Table::new(&[lang.pick(">lines", ">行"), lang.pick("dropped because", "除いた理由")]);
    let mut reasons: Vec<(&Dropped, &u64)> = tally.dropped.iter().collect();
    reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), **reason));
    for (reason, count) in reasons {
        table.push(vec![count.to_string(), why(*reason, lang).to_owned()]);
    }
    table
}

fn why(reason: Dropped, lang: Lang) -> &'static str {
    match reason {
        Dropped::Unreadable => lang.pick("not JSON", "JSONではない"),
        Dropped::Truncated => lang.pick("the last line is incomplete", "最後の行が途中で終わっている"),
        Dropped::NoObject => lang.pick("not a JSON object", "JSONのオブジェクトではない"),
        Dropped::TooLong => lang.pick("too long", "長すぎる"),
        Dropped::UnknownType => lang.pick("unknown type", "未知の種類の行"),
        Dropped::Bookkeeping => lang.pick("internal notes of the program", "プログラムの内部記録"),
        Dropped::ToolResult => lang.pick("output of a tool", "ツールの結果"),
        Dropped::Sidechain => lang.pick("a subagent", "サブエージェントの会話"),
        Dropped::Meta => lang.pick("written by the program, not by the person", "人ではなくプログラムが書いたもの"),
        Dropped::Recap => lang.pick("summary of a compacted conversation", "圧縮された会話の要約"),
        Dropped::Command => lang.pick("a slash command", "スラッシュコマンド"),
        Dropped::CommandOutput => lang.pick("output of a slash command", "スラッシュコマンドの出力"),
        Dropped::Shell => lang.pick("a shell command or its output", "シェルのコマンドとその出力"),
        Dropped::Notice => lang.pick("notice of a task, a hook or an agent", "タスクやフックなどの通知"),
        Dropped::Interruption => lang.pick("note of an interruption", "中断の記録"),
        Dropped::Injected => lang.pick("only text inserted by programs", "プログラムが差し込んだ文だけ"),
        Dropped::Empty => lang.pick("no text", "文がない"),
        Dropped::Thinking => lang.pick("reasoning of the agent", "エージェントの思考"),
        Dropped::Synthetic => lang.pick(
            "written by the program, not by the agent: failures",
            "エージェントではなくプログラムが書いたもの（エラー\
                                                                 など）",
        ),
        Dropped::Repeated => lang.pick("repeats a line before", "前の行の繰り返し"),
        Dropped::Unasked => lang.pick("an answer without a question", "発言のない返答"),
    }
}
