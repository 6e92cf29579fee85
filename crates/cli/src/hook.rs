//! `omoide hook …`: what a host runs when something happens in a session. Here it is read and printed; what is answered,
//! the home decides.

mod detached;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};

use clap::Parser;
use omoide_core::ports::Clock;
use omoide_home::Home;
use omoide_home::clock::SystemClock;
use omoide_home::environment::Environment;
use omoide_home::hook::log::HookLog;
use omoide_home::hook::{HookRun, HookWord};
use omoide_home::lang::Lang;

use crate::cli::Globals;
use crate::invocation::Invocation;

pub use detached::start;

/// What `hook` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    word: WordArg,
}

/// What stands after `omoide hook`.
#[derive(Parser, Debug)]
#[command(no_binary_name = true, disable_help_flag = true, disable_help_subcommand = true, disable_version_flag = true)]
struct HookLine {
    #[command(subcommand)]
    word: WordArg,
    #[command(flatten)]
    globals: Globals,
}

/// The words that can stand after `omoide hook`.
#[derive(clap::Subcommand, Clone, Copy, Debug)]
enum WordArg {
    /// A session begins: tell what was going on in this project.
    SessionStart,
    /// A person says something: recall what has to do with it.
    UserPromptSubmit,
    /// The agent has answered: remember the turn.
    Stop,
    /// A subagent has answered: do nothing, since no person spoke.
    SubagentStop,
    /// The context is about to be compacted: remember what is in it.
    PreCompact,
    /// A session ends: remember the rest of it.
    SessionEnd,
    /// Remember what was spooled; started by the other hooks.
    #[command(hide = true)]
    Worker,
    /// Sleep the nights that are overdue; started by the other hooks.
    #[command(hide = true)]
    Night,
}

impl From<WordArg> for HookWord {
    fn from(word: WordArg) -> Self {
        match word {
            WordArg::SessionStart => Self::SessionStart,
            WordArg::UserPromptSubmit => Self::UserPromptSubmit,
            WordArg::Stop => Self::Stop,
            WordArg::SubagentStop => Self::SubagentStop,
            WordArg::PreCompact => Self::PreCompact,
            WordArg::SessionEnd => Self::SessionEnd,
            WordArg::Worker => Self::Worker,
            WordArg::Night => Self::Night,
        }
    }
}

/// Whether a line is that of a host which runs a hook, and not of a person who wants to know something about it.
pub fn is_meant(arguments: &[OsString]) -> bool {
    let is_question = |word: &OsString| ["-h", "--help", "-V", "--version"].iter().any(|flag| word == flag);
    arguments.len() > 2 && arguments[1] == "hook" && !arguments.iter().any(is_question)
}

/// Answers the host that ran that line; nothing of it can fail.
pub fn answer(arguments: &[OsString], environment: Environment) {
    let lang = Lang::choose(None, &environment);
    let (globals, outcome) = match HookLine::try_parse_from(&arguments[2..]) {
        Ok(line) => {
            let home = Home::new(line.globals.choices(), environment.clone(), lang).map_err(anyhow::Error::from);
            (line.globals, home.and_then(|home| run(line.word.into(), home)))
        }
        Err(error) => {
            let message = error.to_string().lines().next().unwrap_or_default().to_owned();
            (Globals::default(), Err(anyhow::Error::msg(message)))
        }
    };
    if let Err(error) = outcome {
        tell(&globals, &environment, lang, &error.to_string());
    }
}

/// Runs a hook that a person wrote with flags before it.
///
/// # Errors
/// When the clock was set to what is no time.
pub fn run_with(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    run(args.word.into(), invocation.home.clone())
}

/// How large a piece of memory may be that is kept for the next who needs one.
const LARGEST_KEPT: usize = 16 << 20;

/// Lets memory that is given back be used again. A recall takes and leaves dozens of large pieces, and the allocator of
/// glibc gets each from the system and returns it there, until one was returned that was larger.
fn keep_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGEST_KEPT)));
}

fn run(word: HookWord, home: Home) -> anyhow::Result<()> {
    keep_memory();
    let hook = HookRun::new(home, start)?;
    let stdin = std::io::stdin();
    let input = (!stdin.is_terminal()).then(|| stdin.lock());
    if let Some(answer) = hook.answer(word, input) {
        // A host that has gone needs no answer.
        let _ = std::io::stdout().write_all(answer.as_bytes());
    }
    Ok(())
}

/// Leaves a line in the log where not even the hook could be made.
fn tell(globals: &Globals, environment: &Environment, lang: Lang, message: &str) {
    let clock = SystemClock::new(environment, lang).or_else(|_| SystemClock::new(&Environment::default(), lang));
    if let (Some(folder), Ok(clock)) = (globals.choices().folder_for_data(environment), clock) {
        HookLog::below(&folder).add(clock.now(), "hook", message);
    }
}
