//! `omoide eval retrieve`: memories in, rankings out, through the engine and a store that is made for it.
//!
//! Each namespace is a mind. The moment of asking is the query's own; nothing is left out by the gate, and no
//! recall leaves a mark.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use omoide::{Engine, Observation, Prompt, Remembered};
use omoide_core::{MemoryId, MindName};
use omoide_home::lang::Lang;
use omoide_home::stores::{self, Need};
use omoide_home::wiring;
use omoide_server::reckoning::hit_terms;
use serde_json::json;

use super::{Case, Cases, cannot_open};
use crate::invocation::Invocation;

/// Where memories and queries are, and where the rankings go.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The memories, one line of JSON each.
    #[arg(long, value_name = "FILE")]
    memories: PathBuf,
    /// The queries, one line of JSON each.
    #[arg(long, value_name = "FILE")]
    queries: PathBuf,
    /// How many memories to rank for a query at most.
    #[arg(short = 'k', long = "k", value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    most: u32,
    /// Leave out memories that have nothing to do with a query.
    #[arg(long)]
    gate: bool,
    /// Also write how each rank was computed.
    #[arg(long)]
    explain: bool,
    /// The file for the rankings, one line of JSON each.
    #[arg(long = "out", value_name = "FILE")]
    output: PathBuf,
}

/// Remembers the memories and ranks them for every query.
///
/// # Errors
/// When a file cannot be read or written, a line is no case, or the engine fails.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let folder = tempfile::tempdir()?;
    let config = invocation.home.configuration()?;
    let store = stores::store(&folder.path().join("omoide.db"), Need::Created)?;
    let wired = wiring::over(&invocation.home, config, store)?;
    let (minds, names) = remember_all(args, &wired.engine, lang)?;
    let output = File::create(&args.output).map_err(|error| cannot_open(&args.output, &error, lang))?;
    let mut output = BufWriter::new(output);
    for case in Cases::open(&args.queries, lang)? {
        let (number, case) = case?;
        let case = Case { case: &case, path: &args.queries, number, lang };
        let mut ranked = Vec::new();
        let mut terms = Vec::new();
        if let Some(mind) = minds.get(case.text("ns")?) {
            let prompt = Prompt {
                at: Some(case.moment("timestamp")?),
                top_k: Some(args.most as usize),
                gate: Some(args.gate),
                with_feeling: false,
                leaves_a_mark: false,
                depth: Some(0),
                ..Prompt::new(case.text("text")?)
            };
            for hit in wired.engine.mind(mind.clone()).recall(&prompt)?.hits {
                ranked.extend(names.get(&hit.memory.id));
                if args.explain {
                    terms.push(hit_terms(&hit));
                }
            }
        }
        let mut answer = json!({ "qid": case.text("qid")?, "ranked": ranked });
        if args.explain {
            answer["terms"] = json!(terms);
        }
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(())
}

type Minds = HashMap<String, MindName>;

fn remember_all(args: &Args, engine: &Engine, lang: Lang) -> anyhow::Result<(Minds, HashMap<MemoryId, String>)> {
    let mut minds = Minds::new();
    let mut names = HashMap::new();
    for case in Cases::open(&args.memories, lang)? {
        let (number, case) = case?;
        let case = Case { case: &case, path: &args.memories, number, lang };
        let space = case.text("ns")?;
        if !minds.contains_key(space) {
            minds.insert(space.to_owned(), format!("space-{}", minds.len() + 1).parse::<MindName>()?);
        }
        let observation = Observation {
            at: Some(case.moment("timestamp")?),
            person: case.named("speaker"),
            thread: case.named("session"),
            uid: Some(case.text("id")?.to_owned()),
            protect: Some(false),
            ..Observation::said(case.text("text")?)
        };
        match engine.mind(minds[space].clone()).remember(observation) {
            Ok(Remembered::Anew { memory, .. }) => {
                names.insert(memory.id, case.text("id")?.to_owned());
            }
            // What is no memory to the engine cannot be found; the evaluation shows it.
            Ok(_) | Err(omoide::Error::NoText) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok((minds, names))
}
