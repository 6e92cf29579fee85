//! The `omoide` command: a human-like long-term memory for AI agents.

mod cli;
mod commands;
mod context;
mod editor;
mod errors;
mod help;
mod hook;
mod input;
mod install;
mod invocation;
mod plot;
mod reckoning;
mod schedule;
mod scope;
mod style;
mod svg;
mod table;
mod telling;
mod terminal;
mod usage;
mod vocabulary;
mod width;

use std::any::Any;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;

use clap::FromArgMatches;
use omoide_home::environment::Environment;
use omoide_home::errors::{UserError, report};
use omoide_home::lang::Lang;

use crate::cli::{Cli, CliCommand};
use crate::errors::{Listener, OURS};
use crate::invocation::Invocation;
use crate::style::TextStyle;

/// Where a panic came from, for the report of it.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let environment = Environment::read();
    let is_hook = hook::is_meant(&arguments);
    let listener = listener(&arguments, &environment);
    std::panic::set_hook(Box::new(|panic| {
        if let (Ok(mut place), Some(location)) = (PLACE.lock(), panic.location()) {
            *place = Some(location.to_string());
        }
    }));
    if is_hook {
        // A host is told nothing of failures, of whatever kind.
        let _ = catch_unwind(AssertUnwindSafe(|| hook::answer(&arguments, environment)));
        return ExitCode::SUCCESS;
    }
    let code = catch_unwind(AssertUnwindSafe(|| run(arguments, environment, listener)));
    ExitCode::from(code.unwrap_or_else(|panic| bug(panic.as_ref(), listener)))
}

fn run(arguments: Vec<OsString>, environment: Environment, listener: Listener) -> u8 {
    let command = help::command(listener.lang);
    let (settings, profiles) = (values_of("--set", &arguments), values_of("--profile", &arguments));
    let words: Vec<String> = arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let parsed = command.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    let mut cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return usage::tell(&error, &words, listener),
    };
    cli.globals.set = settings;
    if let CliCommand::Recall(args) = &mut cli.command {
        cli.globals.profile = args.take_profiles(profiles);
    }
    let done = Invocation::new(&cli.globals, environment, listener.lang)
        .map_err(anyhow::Error::from)
        .and_then(|invocation| commands::run(&cli.command, &invocation));
    match done {
        Ok(()) => 0,
        Err(error) => errors::tell(&error, listener),
    }
}

/// Every value of a flag, wherever it stands: of one before the command and one after it, the parser keeps
/// only the latter.
fn values_of(flag: &str, arguments: &[OsString]) -> Vec<String> {
    let mut values = Vec::new();
    let mut words = arguments.iter().map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    while let Some(word) = words.next() {
        if word == flag {
            values.extend(words.next().map(std::borrow::Cow::into_owned));
        } else if let Some(value) = word.strip_prefix(flag).and_then(|rest| rest.strip_prefix('=')) {
            values.push(value.to_owned());
        }
    }
    values
}

/// Who hears of failures; the flags are looked for by hand, since they may be what fails.
fn listener(arguments: &[OsString], environment: &Environment) -> Listener {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--").collect();
    let after = words.iter().zip(words.iter().skip(1)).find(|(flag, _)| **flag == "--lang").map(|(_, name)| *name);
    let joined = words.iter().find_map(|word| word.strip_prefix("--lang="));
    Listener {
        lang: Lang::choose(after.or(joined), environment),
        json: words.contains(&"--json"),
        style: TextStyle::for_stdout(environment).for_stderr(),
    }
}

/// Tells of a panic, which is always our fault, unless the reader of our output went away.
fn bug(panic: &(dyn Any + Send), listener: Listener) -> u8 {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    if text.contains("failed printing to stdout") {
        return 0;
    }
    let message = listener.lang.pick("internal error in omoide", "omoideで内部エラーが起きました");
    let told = UserError::ours("bug", message).hint(report(listener.lang));
    let place = PLACE.lock().ok().and_then(|place| place.clone()).unwrap_or_default();
    errors::say_it(&told, &[format!("{text} ({place})")], listener);
    OURS
}
