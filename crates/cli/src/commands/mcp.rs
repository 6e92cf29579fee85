//! `omoide mcp`: the memory as tools for an agent, over stdin and stdout.

use std::io::{stdin, stdout};

use omoide::Engine;
use omoide_core::MindName;
use omoide_home::errors;
use omoide_home::stores::Need;
use omoide_server::mcp::{LazyEngine, Mcp, ToolSet, serve_stdio};
use omoide_server::{Code, Failure};

use crate::context;
use crate::invocation::Invocation;

/// What `mcp` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Which tools are offered: the ten of every day, or all.
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
    let mcp = Mcp::new(&engine, invocation.home.mind.clone(), tools);
    let mcp = if args.read_only { mcp.read_only() } else { mcp };
    Ok(serve_stdio(&mcp, stdin().lock(), stdout())?)
}

fn open(invocation: &Invocation) -> Result<Engine, Failure> {
    let opened = context::open(invocation, Need::Created).map(|context| context.engine.clone());
    let engine = opened.map_err(|error| {
        let told = errors::explain(&error, invocation.lang()).0;
        let hint = told.hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        Failure::new(Code::Internal, format!("{}{hint}", told.message))
    })?;
    catch_up_beside(engine.clone(), invocation.home.mind.clone());
    Ok(engine)
}

/// Sleeps overdue nights while tools are used. A night that is cut off by the end of the session was never begun.
fn catch_up_beside(engine: Engine, mind: MindName) {
    let sleep = move || {
        // Whoever comes next tries again.
        let _ = engine.mind(mind).catch_up();
    };
    let _ = std::thread::Builder::new().name("nights".to_owned()).spawn(sleep);
}
