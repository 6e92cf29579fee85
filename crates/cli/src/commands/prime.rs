//! `omoide prime`: what an agent has in mind before it reads a message.

use std::path::Path;

use omoide::{Cue, Place, Primed};
use omoide_core::ports::StoreError;
use omoide_home::lang::say;
use omoide_home::skills::skills;
use omoide_server::wire::{PrimeAnswer, WireBlock};

use crate::context::CommandContext;
use crate::{input, telling};

/// What `prime` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The message; `-` reads it from stdin.
    #[arg(value_name = "MESSAGE")]
    message: Vec<String>,
    /// Who is speaking; me if not given.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// The current conversation: what was said in it is left out.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// Something that the person said before in it and that is not remembered yet, the oldest first: a message that refers
    /// back ("and then?") is searched for with the last five.
    #[arg(long, value_name = "TEXT")]
    earlier: Vec<String>,
    /// The current project.
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Only what this person heard.
    #[arg(long, value_name = "NAME")]
    heard_by: Option<String>,
    /// Nobody spoke, a clock did: little is told, and what happened lately first.
    #[arg(long)]
    heartbeat: bool,
    /// Only the turn block.
    #[arg(long)]
    turn_only: bool,
    /// Also show memories that the conversation was shown before.
    #[arg(long)]
    repeat: bool,
    /// Do not count the memories as recalled.
    #[arg(long)]
    no_mark: bool,
    /// Show what each part is, why it is there, and what was left out.
    #[arg(long)]
    explain: bool,
}

impl Args {
    /// Whether the memories count as recalled.
    pub fn leaves_a_mark(&self) -> bool {
        !self.no_mark
    }
}

/// Primes.
///
/// # Errors
/// When the store fails.
pub fn run(args: &Args, context: &CommandContext, person_folder: Option<&Path>) -> anyhow::Result<()> {
    let message = match args.message.as_slice() {
        [only] if only == "-" => input::read_stdin(context.lang)?,
        words => words.join(" "),
    };
    let cue = Cue {
        person: args.person.clone().filter(|name| !name.trim().is_empty()),
        thread: args.thread.clone(),
        earlier: args.earlier.clone(),
        place: args.project.as_deref().and_then(Place::in_project),
        heard_by: args.heard_by.clone(),
        is_heartbeat: args.heartbeat,
        has_stable: args.turn_only,
        repeats: args.repeat,
        skills: skills(person_folder, std::env::current_dir().ok().as_deref()),
        leaves_a_mark: args.leaves_a_mark(),
        ..Cue::said(message)
    };
    let primed = if args.turn_only { context.mind().prime_turn(&cue) } else { context.mind().prime(&cue) };
    let (primed, is_empty) = match primed {
        // Where nothing was ever remembered, nothing is in mind; that is no failure.
        Err(omoide::Error::Store(StoreError::Missing { .. })) => (Primed::nothing(&cue), true),
        primed => (primed?, false),
    };
    let answer = PrimeAnswer::from(&primed);
    if context.json {
        return context.print_json(&answer);
    }
    if is_empty {
        context.note(telling::nothing_known(context.lang));
        return Ok(());
    }
    tell(&answer, args, context)
}

fn tell(answer: &PrimeAnswer, args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let texts: Vec<&str> = [&answer.stable, &answer.turn].map(|block| block.text.as_str()).into();
    let shown: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    if !shown.is_empty() {
        context.print(&shown.join("\n\n"))?;
    }
    if args.explain {
        let kind = answer.kind;
        context.print(&say!(lang, "\nthe message is a {kind}", "\nメッセージの種類：{kind}"))?;
        explain(lang.pick("stable", "固定"), &answer.stable, context)?;
        explain(lang.pick("turn", "その都度"), &answer.turn, context)?;
        let times: Vec<String> =
            answer.times_ms.iter().map(|(channel, time)| format!("{channel} {time:.1} ms")).collect();
        let times = times.join(", ");
        context.print(&say!(lang, "times: {times}", "時間：{times}"))?;
    } else if shown.is_empty() {
        context.note(lang.pick("nothing comes to mind", "何も思い浮かびません"));
    }
    if let Some(cause) = &answer.unmarked {
        context.note(&telling::unmarked(cause, lang));
    }
    Ok(())
}

fn explain(name: &str, block: &WireBlock, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let (tokens, most) = (block.tokens, block.most_tokens);
    let mut text = say!(lang, "{name}: {tokens} of {most} tokens", "{name}：{most}トークン中{tokens}");
    for part in &block.parts {
        text.push_str(&format!("\n  {:<9} {:>5}  {}  ({})", part.channel, part.tokens, part.what, part.why));
    }
    for left in &block.left_out {
        let word = lang.pick("left out", "省略");
        text.push_str(&format!("\n  {:<9} {word}: {} ({})", left.channel, left.what, left.why));
    }
    context.print(&text)
}
