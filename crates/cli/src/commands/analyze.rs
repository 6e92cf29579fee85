//! `omoide analyze`: all that is understood of a text, without a model and without a store.

mod report;
mod told;

use std::io::IsTerminal;

use omoide_core::parameters::Encode;
use omoide_core::ports::Clock;
use omoide_home::clock::SystemClock;
use omoide_home::errors::UserError;

use crate::context::{print, print_json};
use crate::input;
use crate::invocation::Invocation;
use report::AnalysisReport;

/// What `analyze` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The text; `-` reads it from stdin.
    #[arg(value_name = "TEXT")]
    text: Vec<String>,
    /// What was replied to it.
    #[arg(long, value_name = "TEXT")]
    reply: Option<String>,
    /// An older text, to see whether the text contradicts it.
    #[arg(long, value_name = "OLDER")]
    against: Option<String>,
    /// The time that time words are read from: a date, a time, or words such as yesterday; now if not given.
    #[arg(long, value_name = "WHEN")]
    now: Option<String>,
    /// Show every word with its base form.
    #[arg(long)]
    words: bool,
}

/// Analyzes.
///
/// # Errors
/// When there is no text, or it cannot be read.
pub fn run(args: &Args, invocation: &Invocation) -> anyhow::Result<()> {
    let lang = invocation.lang();
    let clock = SystemClock::new(&invocation.home.environment, lang)?;
    let now = match &args.now {
        Some(text) => input::time(text, &clock.zone(), clock.now(), lang)?,
        None => clock.now(),
    };
    let text = text(args, invocation)?;
    let report = AnalysisReport::of(
        &text,
        args.reply.as_deref().unwrap_or_default(),
        args.against.as_deref(),
        now,
        &Encode::default(),
    );
    if invocation.json {
        return print_json(&told::in_json(&report));
    }
    print(&told::in_words(&report, lang, invocation.style, args.words))
}

fn text(args: &Args, invocation: &Invocation) -> anyhow::Result<String> {
    let is_stdin = args.text.as_slice() == ["-"];
    if !is_stdin && !args.text.is_empty() {
        return Ok(args.text.join(" "));
    }
    if !is_stdin && std::io::stdin().is_terminal() {
        let lang = invocation.lang();
        return Err(UserError::usage("no_text", lang.pick("there is no text to analyze", "調べる文章がありません"))
            .hint(lang.pick(
                "write it after the command: omoide analyze \"…\"",
                "文章を続けて書いてください：omoide analyze \"…\"",
            ))
            .into());
    }
    let mut text = input::read_stdin(invocation.lang())?;
    // The line break at the end belongs to the pipe, not to the text.
    while text.ends_with(['\n', '\r']) {
        text.pop();
    }
    Ok(text)
}
