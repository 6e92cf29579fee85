//! `omoide eval`: one task over a file of cases, a line of JSON each, for measuring on public data.
//!
//! The user's store is not opened: a task asks the same functions that `remember` and `recall` ask, and
//! `retrieve` remembers into a store of its own.

mod lived;
mod procedures;
mod profile;
mod retrieve;
mod tasks;
mod transcript;
mod update;

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use omoide_core::Moment;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use serde_json::{Map, Value};

use crate::invocation::Invocation;
use tasks::EvalTask;

/// What `eval` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to measure.
    #[command(subcommand)]
    task: TaskArgs,
}

#[derive(clap::Subcommand, Debug)]
enum TaskArgs {
    /// The emotion of texts.
    Emotion(EvalFiles),
    /// How similar texts are in meaning.
    Similarity(EvalFiles),
    /// Whether the newer of two sentences contradicts the older.
    Nli(EvalFiles),
    /// Summaries of texts.
    Compress(EvalFiles),
    /// Keywords of texts.
    Keywords(EvalFiles),
    /// Where topics begin in dialogues.
    Threads(EvalFiles),
    /// Whether sentences are about something to be done.
    Actions(EvalFiles),
    /// Whether messages greet, ask, request or only tell.
    Msgtype(EvalFiles),
    /// Which sentences are true of a person, by what the person said.
    Profile(EvalFiles),
    /// The turns of a session file.
    Transcript(EvalFiles),
    /// Which statements make older ones out of date, and what answers queries then.
    Update(EvalFiles),
    /// Which how-to serves messages.
    Procedures(procedures::Args),
    /// Which memories answer queries.
    Retrieve(retrieve::Args),
    /// Which memories an agent is shown in a simulated life.
    Lived(lived::Args),
}

/// Where the cases are, and where the answers go.
#[derive(clap::Args, Debug)]
struct EvalFiles {
    /// The test cases, one line of JSON each.
    #[arg(long = "in", value_name = "FILE")]
    input: PathBuf,
    /// The file for the answers, one line of JSON each.
    #[arg(long = "out", value_name = "FILE")]
    output: PathBuf,
}

/// Runs a task over all cases.
///
/// # Errors
/// When a file cannot be read or written, or a line is no case of the task.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let (task, files) = match &args.task {
        TaskArgs::Emotion(files) => (EvalTask::Emotion, files),
        TaskArgs::Similarity(files) => (EvalTask::Similarity, files),
        TaskArgs::Nli(files) => (EvalTask::Nli, files),
        TaskArgs::Compress(files) => (EvalTask::Compress, files),
        TaskArgs::Keywords(files) => (EvalTask::Keywords, files),
        TaskArgs::Threads(files) => (EvalTask::Threads, files),
        TaskArgs::Actions(files) => (EvalTask::Actions, files),
        TaskArgs::Msgtype(files) => (EvalTask::Msgtype, files),
        TaskArgs::Profile(files) => (EvalTask::Profile, files),
        TaskArgs::Transcript(files) => return transcript::run(files, invocation.lang()),
        TaskArgs::Update(files) => return update::run(files, invocation),
        TaskArgs::Procedures(args) => return procedures::run(args, invocation),
        TaskArgs::Retrieve(args) => return retrieve::run(args, invocation),
        TaskArgs::Lived(args) => return lived::run(args, invocation),
    };
    let lang = invocation.lang();
    let answers = File::create(&files.output).map_err(|error| cannot_open(&files.output, &error, lang))?;
    let mut answers = BufWriter::new(answers);
    for case in Cases::open(&files.input, lang)? {
        let (number, case) = case?;
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

/// The cases of a file, with the numbers of their lines.
struct Cases<'f> {
    path: &'f Path,
    lang: Lang,
    lines: std::iter::Zip<std::ops::RangeFrom<u64>, std::io::Lines<BufReader<File>>>,
}

impl<'f> Cases<'f> {
    fn open(path: &'f Path, lang: Lang) -> Result<Self, UserError> {
        let file = File::open(path).map_err(|error| cannot_open(path, &error, lang))?;
        Ok(Self { path, lang, lines: (1..).zip(BufReader::new(file).lines()) })
    }

    fn read(&self, number: u64, line: &str) -> anyhow::Result<(u64, Map<String, Value>)> {
        let case = serde_json::from_str(line);
        Ok((number, case.map_err(|error| no_case(self.path, number, &error.to_string(), self.lang))?))
    }
}

impl Iterator for Cases<'_> {
    type Item = anyhow::Result<(u64, Map<String, Value>)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (number, line) = self.lines.next()?;
            match line {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Some(self.read(number, &line)),
                Err(error) => return Some(Err(error.into())),
            }
        }
    }
}

/// A line, with what is needed to say what is wrong with it.
struct Case<'c> {
    case: &'c Map<String, Value>,
    path: &'c Path,
    number: u64,
    lang: Lang,
}

impl Case<'_> {
    /// A text that may be missing, null or empty.
    fn named(&self, name: &str) -> Option<String> {
        self.case.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn text(&self, name: &str) -> Result<&str, UserError> {
        self.case.get(name).and_then(Value::as_str).ok_or_else(|| {
            let what = say!(self.lang, "\"{name}\" is missing", "「{name}」がありません");
            no_case(self.path, self.number, &what, self.lang)
        })
    }

    /// The time; one without a zone is universal.
    fn moment(&self, name: &str) -> Result<Moment, UserError> {
        let text = self.text(name)?;
        let parsed = text.parse().or_else(|_| format!("{text}Z").parse());
        parsed.map_err(|_| {
            let what = say!(self.lang, "\"{text}\" is not a time", "「{text}」は時刻ではありません");
            no_case(self.path, self.number, &what, self.lang)
        })
    }
}

fn cannot_open(path: &Path, error: &std::io::Error, lang: Lang) -> UserError {
    let path = path.display();
    UserError::theirs("file", say!(lang, "{path} cannot be opened: {error}", "{path}を開けません：{error}"))
}

fn no_case(path: &Path, number: u64, why: &str, lang: Lang) -> UserError {
    let path = path.display();
    UserError::theirs(
        "bad_case",
        say!(
            lang,
            "line {number} of {path} is not a test case: {why}",
            "{path}の{number}行目は問題として読めません：{why}"
        ),
    )
}
