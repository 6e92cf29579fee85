//! `omoide hook …`: what a host runs when something happens in a session.
//!
//! A hook must never be in the way. Whatever goes wrong, it says nothing, ends well, and leaves a line in the log; it
//! waits for no lock longer than a moment, loads no model, and leaves everything that takes time to programs that go on
//! without it. [`wire`] is the JSON as it is sent, [`event`] what it means.

pub mod asked;
mod begun;
mod detached;
mod event;
pub mod log;
mod night;
mod project;
mod rules;
mod spool;
mod spooled;
pub mod through;
mod wire;
mod worker;

use std::any::Any;
use std::cell::Cell;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use omoide::{Embedders, Engine, Parts};
use omoide_core::Moment;
use omoide_core::ports::{Clock, StoreError};
use omoide_language::{LanguageLayer, StaticEmbedder};

use crate::cli::Globals;
use crate::clock::SystemClock;
use crate::config::Loaded;
use crate::config::folders::Folders;
use crate::environment::Environment;
use crate::errors::{self, Told};
use crate::invocation::Invocation;
use crate::lang::Lang;
use crate::{config, wiring};
use event::{Event, What, Word};
use log::Log;
use rules::Rules;
use spool::Spool;
use wire::Sent;

/// What `hook` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    word: Word,
}

/// What stands after `omoide hook`.
#[derive(Parser, Debug)]
#[command(no_binary_name = true, disable_help_flag = true, disable_help_subcommand = true, disable_version_flag = true)]
struct Line {
    #[command(subcommand)]
    word: Word,
    #[command(flatten)]
    globals: Globals,
}

/// A hook at work.
struct Hook {
    invocation: Invocation,
    clock: SystemClock,
    now: Moment,
    log: Log,
    spool: Spool,
    home: Option<PathBuf>,
    /// The configuration, or what is wrong with it.
    configuration: Result<Loaded, String>,
    /// The engine of a server that answers hooks.
    engine: Option<Engine>,
    /// Whether a server was asked whose answer did not arrive.
    is_unsure_of_shown: Cell<bool>,
}

/// Whether a line is that of a host which runs a hook, and not of a person who wants to know something about it.
pub fn is_meant(arguments: &[OsString]) -> bool {
    let is_question = |word: &OsString| ["-h", "--help", "-V", "--version"].iter().any(|flag| word == flag);
    arguments.len() > 2 && arguments[1] == "hook" && !arguments.iter().any(is_question)
}

/// Answers the host that ran that line; nothing of it can fail.
pub fn answer(arguments: &[OsString], environment: Environment) {
    let lang = Lang::choose(None, &environment);
    let (globals, outcome) = match Line::try_parse_from(&arguments[2..]) {
        Ok(line) => {
            let invocation = Invocation::new(&line.globals, environment.clone(), lang).map_err(anyhow::Error::from);
            (line.globals, invocation.and_then(|invocation| run(line.word, invocation)))
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
    run(args.word, invocation.clone())
}

/// How large a piece of memory may be that is kept for the next who needs one.
const LARGEST_KEPT: usize = 16 << 20;

/// Lets memory that is given back be used again. A recall takes and leaves dozens of large pieces, and the allocator of
/// glibc gets each from the system and returns it there, until one was returned that was larger.
fn keep_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(LARGEST_KEPT)));
}

fn run(word: Word, invocation: Invocation) -> anyhow::Result<()> {
    keep_memory();
    let hook = Hook::new(invocation)?;
    match catch_unwind(AssertUnwindSafe(|| hook.act(word))) {
        Ok(Ok(Some(answer))) => {
            // A host that has gone needs no answer.
            let _ = std::io::stdout().write_all(answer.as_bytes());
        }
        Ok(Ok(None)) => {}
        Ok(Err(error)) => hook.log_error(word, &error),
        Err(panic) => hook.log(word, &format!("stumbled over itself: {}", words_of(panic.as_ref()))),
    }
    Ok(())
}

/// Leaves a line in the log where not even the hook could be made.
fn tell(globals: &Globals, environment: &Environment, lang: Lang, message: &str) {
    let clock = SystemClock::new(environment, lang).or_else(|_| SystemClock::new(&Environment::default(), lang));
    if let (Some(folder), Ok(clock)) = (Invocation::folder_for_data(globals, environment), clock) {
        Log::below(&folder).add(clock.now(), "hook", message);
    }
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default()
}

impl Hook {
    fn new(invocation: Invocation) -> anyhow::Result<Self> {
        let lang = invocation.lang;
        let clock = SystemClock::new(&invocation.environment, lang)?;
        let configuration =
            config::load(&invocation.sources).map_err(|problems| Told::of_config(&problems, lang).message);
        Ok(Self {
            now: clock.now(),
            log: Log::below(&invocation.data_dir),
            spool: Spool::below(&invocation.data_dir),
            home: directories::BaseDirs::new().map(|folders| folders.home_dir().to_owned()),
            configuration,
            engine: None,
            is_unsure_of_shown: Cell::new(false),
            clock,
            invocation,
        })
    }

    fn act(&self, word: Word) -> anyhow::Result<Option<String>> {
        match word {
            Word::Worker => worker::run(self).map(|()| None),
            Word::Night => night::run(self).map(|()| None),
            _ => {
                let answer = self.respond(word);
                // Whatever came of it: someone before may have been killed before the worker was started.
                if self.spool.has_work() && !self.spool.is_being_worked_off() {
                    self.start_worker(word);
                }
                answer
            }
        }
    }

    fn respond(&self, word: Word) -> anyhow::Result<Option<String>> {
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            return Ok(None);
        }
        let bytes = wire::all_of(stdin.lock()).map_err(anyhow::Error::msg)?;
        if let Some(answer) = through::ask(self, word, &bytes) {
            return Ok(answer);
        }
        self.respond_to(word, Sent::read(&*bytes).map_err(anyhow::Error::msg)?)
    }

    fn respond_to(&self, word: Word, sent: Sent) -> anyhow::Result<Option<String>> {
        let Some(event) = Event::of(word, sent) else { return Ok(None) };
        Ok(match &event.what {
            What::Begun(beginning) => {
                begun::answer(self, &event, *beginning)?.map(|block| wire::answer("SessionStart", &block))
            }
            What::Asked { prompt } => {
                asked::answer(self, &event, prompt)?.map(|block| wire::answer("UserPromptSubmit", &block))
            }
            What::Answered { .. } | What::Compacting | What::Ended => {
                spooled::note(self, &event)?;
                None
            }
        })
    }

    fn start_worker(&self, word: Word) {
        if let Err(error) = detached::start(Word::Worker, &self.invocation) {
            self.log(word, &format!("the worker could not be started: {error}"));
        }
    }

    /// The engine, with what costs no time to have; none where there is nothing to recall from.
    fn engine(&self) -> anyhow::Result<Option<Engine>> {
        if let Some(engine) = &self.engine {
            return Ok(Some(engine.clone()));
        }
        let loaded = self.configuration.as_ref().map_err(|message| anyhow::Error::msg(message.clone()))?;
        let store = match omoide_store::open_in_haste(self.invocation.store_path()) {
            Ok(Some(store)) => store,
            Ok(None) => {
                // Whoever brings it to the present format needs time.
                self.start_worker(Word::Worker);
                return Ok(None);
            }
            Err(StoreError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(Engine::new(Parts {
            store,
            understanding: Arc::new(LanguageLayer::new()),
            // A neural model would take longer to load than a person waits; every memory has the built-in vector too.
            embedders: Embedders::of(Arc::new(StaticEmbedder::new())),
            clock: Arc::new(self.clock.clone()),
            ids: wiring::ids(&self.invocation)?,
            parameters: loaded.parameters.clone(),
        })))
    }

    /// What holds in the event's folder.
    fn rules(&self, event: &Event) -> Rules {
        let none = Folders::default();
        let folders = self.configuration.as_ref().map_or(&none, |loaded| &loaded.folders);
        let Some(folder) = &event.folder else {
            return Rules { mind: None, may_remember: true, may_recall: true, trouble: None };
        };
        let rules = Rules::of(folder, self.home.as_deref(), folders);
        rules.trouble.iter().for_each(|trouble| self.log.add(self.now, "hook", trouble));
        rules
    }

    fn log(&self, word: Word, message: &str) {
        self.log.add(self.now, word.name(), message);
    }

    /// Logs what failed beside the answer, which is none the worse for it.
    fn log_failure<E: Into<anyhow::Error>>(&self, word: Word, outcome: Result<(), E>) {
        if let Err(error) = outcome {
            self.log_error(word, &error.into());
        }
    }

    fn log_error(&self, word: Word, error: &anyhow::Error) {
        self.log(word, &errors::explain(error, self.invocation.lang).0.message);
    }
}
