//! `omoide eval procedures`: how-tos and messages in, rankings out, with the one that would be offered unasked.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use omoide_home::lang::Lang;
use omoide_language::how_to::{HowToIndex, HowToText};
use serde_json::{Value, json};

use super::{Case, Cases, cannot_open};
use crate::invocation::Invocation;

/// Where how-tos and messages are, and where the rankings go.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The how-tos, one line of JSON each.
    #[arg(long, value_name = "FILE")]
    procedures: PathBuf,
    /// The messages, one line of JSON each.
    #[arg(long, value_name = "FILE")]
    queries: PathBuf,
    /// How many how-tos to rank for a message at most.
    #[arg(short = 'k', long = "k", value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    most: u32,
    /// The file for the rankings, one line of JSON each.
    #[arg(long = "out", value_name = "FILE")]
    output: PathBuf,
}

/// Ranks the how-tos for every message.
///
/// # Errors
/// When a file cannot be read or written, or a line is no case.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let procedures = read_all(args, lang)?;
    let texts = procedures.iter().map(|procedure| HowToText {
        title: &procedure.title,
        description: &procedure.description,
        body: &procedure.body,
    });
    let index = HowToIndex::new(texts);
    let output = File::create(&args.output).map_err(|error| cannot_open(&args.output, &error, lang))?;
    let mut output = BufWriter::new(output);
    for case in Cases::open(&args.queries, lang)? {
        let (number, case) = case?;
        let case = Case { case: &case, path: &args.queries, number, lang };
        let (qid, message) = (case.text("qid")?, case.text("text")?);
        let ranked = index.rank(message, usize::try_from(args.most)?);
        let ranked: Vec<&str> = ranked.iter().map(|found| procedures[found.document].id.as_str()).collect();
        let offered = index.offered(message).map(|at| procedures[at].id.as_str());
        serde_json::to_writer(&mut output, &json!({ "qid": qid, "ranked": ranked, "offered": offered }))?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(())
}

/// A how-to of the file.
struct ProcedureCase {
    id: String,
    title: String,
    description: String,
    body: String,
}

fn read_all(args: &Args, lang: Lang) -> anyhow::Result<Vec<ProcedureCase>> {
    let mut procedures = Vec::new();
    for case in Cases::open(&args.procedures, lang)? {
        let (number, case) = case?;
        let case = Case { case: &case, path: &args.procedures, number, lang };
        let steps = case.case.get("steps").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        // A step is a line of the body, whatever line breaks it has itself.
        let steps = steps.iter().filter_map(Value::as_str).map(|step| step.replace('\n', " "));
        procedures.push(ProcedureCase {
            id: case.text("id")?.to_owned(),
            title: case.text("title")?.to_owned(),
            description: case.named("description").unwrap_or_default(),
            body: steps.collect::<Vec<_>>().join("\n"),
        });
    }
    Ok(procedures)
}
