//! `omoide eval`: one task over a file of cases, a line of JSON each, for measuring on public data.
//!
//! Nothing is remembered and no store is opened: a task asks the same functions that `remember` and
//! `recall` ask, and writes what they said.

mod tasks;

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::errors::Told;
use crate::invocation::Invocation;
use crate::lang::{Lang, say};
use tasks::Task;

/// What `eval` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to measure.
    #[command(subcommand)]
    task: TaskArgs,
}

#[derive(clap::Subcommand, Debug)]
enum TaskArgs {
    /// What texts feel like.
    Emotion(Files),
    /// How near texts are in meaning.
    Similarity(Files),
    /// Whether the newer of two sentences contradicts the older.
    Nli(Files),
    /// Summaries of texts.
    Compress(Files),
    /// Keywords of texts.
    Keywords(Files),
}

/// Where the cases are, and where the answers go.
#[derive(clap::Args, Debug)]
struct Files {
    /// The cases, a line of JSON each.
    #[arg(long = "in", value_name = "FILE")]
    input: PathBuf,
    /// Where the answers go, a line of JSON each.
    #[arg(long = "out", value_name = "FILE")]
    output: PathBuf,
}

/// Runs a task over all cases.
///
/// # Errors
/// When a file cannot be read or written, or a line is no case of the task.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let (task, files) = match &args.task {
        TaskArgs::Emotion(files) => (Task::Emotion, files),
        TaskArgs::Similarity(files) => (Task::Similarity, files),
        TaskArgs::Nli(files) => (Task::Nli, files),
        TaskArgs::Compress(files) => (Task::Compress, files),
        TaskArgs::Keywords(files) => (Task::Keywords, files),
    };
    let lang = invocation.lang;
    let cases = File::open(&files.input).map_err(|error| cannot_open(&files.input, &error, lang))?;
    let answers = File::create(&files.output).map_err(|error| cannot_open(&files.output, &error, lang))?;
    let mut answers = BufWriter::new(answers);
    for (number, line) in (1_u64..).zip(BufReader::new(cases).lines()) {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let case: Map<String, Value> =
            serde_json::from_str(&line).map_err(|error| no_case(&files.input, number, &error.to_string(), lang))?;
        let mut answer = task.answer(&case).map_err(|missing| {
            let what = say!(lang, "\"{missing}\" is missing", "「{missing}」がありません");
            no_case(&files.input, number, &what, lang)
        })?;
        answer.insert("id".to_owned(), case.get("id").cloned().unwrap_or_default());
        serde_json::to_writer(&mut answers, &answer)?;
        answers.write_all(b"\n")?;
    }
    answers.flush()?;
    Ok(())
}

fn cannot_open(path: &Path, error: &std::io::Error, lang: Lang) -> Told {
    let path = path.display();
    Told::theirs("file", say!(lang, "{path} cannot be opened: {error}", "{path}を開けません：{error}"))
}

fn no_case(path: &Path, number: u64, why: &str, lang: Lang) -> Told {
    let path = path.display();
    Told::theirs("bad_case", say!(lang, "line {number} of {path} is no case: {why}", "{path}の{number}行目：{why}"))
}
