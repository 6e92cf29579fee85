//! `omoide mcp`: the memory as tools for an agent, over stdin and stdout.

use std::io::{stdin, stdout};

use omoide::Engine;
use omoide_core::MindName;
use omoide_home::errors;
use omoide_home::skills::skills;
use omoide_home::stores::Need;
use omoide_server::audit::Audit;
use omoide_server::keys::Right;
use omoide_server::mcp::{LazyEngine, Mcp, SkillShelf, ToolSet, serve_stdio};
use omoide_server::{Code, Failure};

use crate::context;
use crate::invocation::Invocation;

/// What `mcp` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Which tools to offer: the ten usual ones, or all.
    #[arg(long, value_name = "SET", default_value = "usual", value_parser = ["usual", "full"])]
    tools: String,
    /// Offer only tools that change nothing.
    #[arg(long)]
    read_only: bool,
}

/// Answers until stdin ends. The store is opened when a tool is first called, so that a host never waits for it.
///
/// # Errors
/// When stdin or stdout fails.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let tools = if args.tools == "full" { ToolSet::Full } else { ToolSet::Usual };
    let owned = invocation.clone();
    let engine = LazyEngine::new(Box::new(move || open(&owned)));
    let audit = Audit::below(&invocation.home.data_dir);
    let (person, project) = (invocation.home.person_folder(), std::env::current_dir().ok());
    let shelf = SkillShelf::new(move || skills(person.as_deref(), project.as_deref()));
    let right = if args.read_only { Right::Read } else { Right::Admin };
    let mcp = Mcp::new(&engine, invocation.home.mind.clone(), tools)
        .with_right(right)
        .audited(&audit, None)
        .with_skills(shelf);
    Ok(serve_stdio(&mcp, stdin().lock(), stdout())?)
}

fn open(invocation: &Invocation) -> Result<Engine, Failure> {
    let opened = context::open(invocation, Need::Created).map(|context| context.engine.clone());
    let engine = opened.map_err(|error| {
        let told = errors::explain(&error, invocation.lang()).0;
        let hint = told.hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        Failure::new(Code::Internal, format!("{}{hint}", told.message))
    })?;
    let audit = Audit::below(&invocation.home.data_dir);
    catch_up_beside(engine.clone(), invocation.home.mind.clone(), audit);
    Ok(engine)
}

/// Sleeps overdue nights while tools are used. A night that is cut off by the end of the session was never begun.
fn catch_up_beside(engine: Engine, mind: MindName, audit: Audit) {
    let sleep = move || {
        // Whoever comes next tries again.
        if let Ok(Some(slept)) = engine.mind(mind.clone()).catch_up() {
            // Nobody is there to be told that the log cannot be written; `doctor` will find it.
            let _ = audit.add_nights(engine.now(), None, &mind, &slept);
        }
    };
    let _ = std::thread::Builder::new().name("nights".to_owned()).spawn(sleep);
}
