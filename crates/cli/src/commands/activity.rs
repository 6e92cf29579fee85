//! `omoide activity`: what happened, line by line, and a further line of it.

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use omoide::ActivityQuery;
use omoide_core::{ActivityFields, ActivityLine, ActivityType, NewActivity, groups};
use omoide_home::lang::say;
use omoide_home::stores::Need;
use omoide_server::wire;

use super::remember::tell_taken;
use crate::context::CommandContext;
use crate::input;

/// What `activity` can be told.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    /// What to do; without it the last lines are listed.
    #[command(subcommand)]
    what: Option<ActivityCommand>,
    /// Only of this day: a date, or words such as yesterday.
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// Only from then on: a date, a time, or words such as "last week".
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// Only of this type; can be repeated.
    #[arg(long = "type", value_name = "TYPE", value_parser = types())]
    types: Vec<ActivityType>,
    /// Only from or to this person or mind, by any of their names; case and width of letters do not count.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// Only what this person heard: turns that they said or witnessed, and lines from and to them.
    #[arg(long, value_name = "NAME")]
    heard_by: Option<String>,
    /// How many lines to show at most.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

/// What can be done with the log.
#[derive(Subcommand, Debug)]
enum ActivityCommand {
    /// Add a line to the log.
    Add(AddArgs),
}

/// What `activity add` can be told.
#[derive(clap::Args, Debug)]
struct AddArgs {
    /// What the line tells.
    #[arg(value_name = "TYPE", value_parser = types())]
    what: ActivityType,
    /// What was said or done; `-` reads it from stdin.
    #[arg(value_name = "CONTENT")]
    content: Vec<String>,
    /// Who sent it.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    from: String,
    /// Who it went to.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    to: String,
    /// The channel.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    channel: String,
    /// The tool.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    tool: String,
    /// How a person was notified.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    via: String,
    /// The scheduled task.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    task_name: String,
    /// How the scheduled task ended; 0 is well.
    #[arg(long, value_name = "CODE", allow_negative_numbers = true)]
    exit_code: Option<i32>,
    /// The content in short; it is shown in its place.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    summary: String,
    /// When it happened: a date, a time, or words such as yesterday; now if not given.
    #[arg(long, value_name = "WHEN")]
    at: Option<String>,
}

fn types() -> impl TypedValueParser<Value = ActivityType> {
    PossibleValuesParser::new(ActivityType::ALL.map(ActivityType::name))
        .map(|name| ActivityType::named(&name).expect("it is one of the possible values"))
}

impl Args {
    /// What it needs of the store: who adds the first line begins the memory.
    pub fn need(&self) -> Need {
        if self.what.is_some() { Need::Created } else { Need::Existing }
    }
}

/// Lists lines, or adds one.
///
/// # Errors
/// When a time is none, the line says nothing, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    match &args.what {
        Some(ActivityCommand::Add(args)) => add(args, context),
        None => list(args, context),
    }
}

fn list(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let (lang, zone, now) = (context.lang, &context.zone, context.engine.now());
    let query = ActivityQuery {
        date: args.date.as_deref().map(|text| input::day(text, zone, now, lang)).transpose()?,
        since: args.since.as_deref().map(|text| input::time(text, zone, now, lang)).transpose()?,
        types: args.types.clone(),
        person: args.person.clone(),
        heard_by: args.heard_by.clone(),
        limit: args.limit,
    };
    let lines = context.mind().activity(&query)?;
    if context.json {
        return context.print_json(&wire::ActivityListed::of(&lines));
    }
    if lines.is_empty() {
        context.note(lang.pick("no lines of the activity log match", "当てはまるアクティビティの行はありません"));
        return Ok(());
    }
    context.print(&in_words(&lines, context))
}

/// The lines in groups, under their days.
fn in_words(lines: &[ActivityLine], context: &CommandContext) -> String {
    let days = lines.chunk_by(|one, other| one.date == other.date);
    let day = |lines: &[ActivityLine]| {
        let shown: Vec<String> = groups(lines).iter().map(|group| told(group.lines, &group.shown(), context)).collect();
        format!("{}\n{}", context.style.bold(&lines[0].date.to_string()), shown.join("\n"))
    };
    days.map(day).collect::<Vec<_>>().join("\n\n")
}

/// A group as it is shown, or that its words are gone.
fn told(lines: &[ActivityLine], shown: &str, context: &CommandContext) -> String {
    match lines {
        [line] if line.is_bare() => {
            let gone = context.lang.pick("(no words left)", "（言葉は残っていません）");
            format!("[{}] {} {gone}", line.at.clock(), line.what.label())
        }
        _ => shown.to_owned(),
    }
}

fn add(args: &AddArgs, context: &CommandContext) -> anyhow::Result<()> {
    let (lang, now) = (context.lang, context.engine.now());
    let content = match args.content.as_slice() {
        [only] if only == "-" => input::read_stdin(lang)?.trim_end_matches(['\n', '\r']).to_owned(),
        words => words.join(" "),
    };
    let at = args.at.as_deref().map(|text| input::past_time(text, &context.zone, now, lang)).transpose()?;
    let fields = ActivityFields {
        content,
        from: args.from.clone(),
        to: args.to.clone(),
        channel: args.channel.clone(),
        tool: args.tool.clone(),
        via: args.via.clone(),
        summary: args.summary.clone(),
        task_name: args.task_name.clone(),
        exit_code: args.exit_code,
    };
    let logged = context.mind().log_activity(NewActivity { at: at.unwrap_or(now), what: args.what, fields })?;
    if context.json {
        return context.print_json(&wire::ActivityAdded::of(&logged));
    }
    let pointer = &logged.pointer;
    context.print(&if context.quiet {
        pointer.to_string()
    } else {
        say!(lang, "added {pointer}", "追加しました：{pointer}")
    })?;
    tell_taken(&logged.taken, None, context);
    Ok(())
}
