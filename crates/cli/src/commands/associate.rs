//! `omoide associate`: what something reminds of, and through which memories.

use omoide::{AssociationCue, Associations};
use omoide_core::ports::StoreError;
use omoide_server::wire::{AssociateAnswer, WireAssociation, WireFarAssociation, WireLinkingMemory};

use crate::context::CommandContext;
use crate::table::Table;
use crate::{input, telling, terminal};

/// How many characters of a date and time are its date.
const DATE: usize = 10;

/// What `associate` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A word, a name or a message; `-` reads it from stdin.
    #[arg(value_name = "TEXT", required = true)]
    text: Vec<String>,
    /// Far associations too: over one concept in between, to begin another subject.
    #[arg(long)]
    far: bool,
    /// Only what this person said.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// Only what this person heard.
    #[arg(long, value_name = "NAME")]
    heard_by: Option<String>,
    /// Most associations of each sort.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=50))]
    limit: u8,
}

/// Associates.
///
/// # Errors
/// When stdin cannot be read, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let text = match args.text.as_slice() {
        [only] if only == "-" => input::read_stdin(context.lang)?,
        words => words.join(" "),
    };
    let cue = AssociationCue {
        person: args.person.clone().filter(|name| !name.trim().is_empty()),
        heard_by: args.heard_by.clone(),
        with_far: args.far,
        limit: args.limit.into(),
        ..AssociationCue::of(text)
    };
    let (found, is_empty) = match context.mind().associate(&cue) {
        // Where nothing was ever remembered, nothing is reminded of; that is no failure.
        Err(omoide::Error::Store(StoreError::Missing { .. })) => (Associations::default(), true),
        found => (found?, false),
    };
    let answer = AssociateAnswer::from(found);
    if context.json {
        return context.print_json(&answer);
    }
    if is_empty {
        context.note(telling::nothing_known(context.lang));
        return Ok(());
    }
    tell(&answer, args, context)
}

fn tell(answer: &AssociateAnswer, args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    if !answer.near.is_empty() {
        context.print(&near_table(&answer.near, context).render(room(context)))?;
    }
    if !answer.far.is_empty() {
        let heading = lang.pick("far, to begin another subject:", "遠い連想（新しい話題に）：");
        let before = if answer.near.is_empty() { "" } else { "\n" };
        context.print(&format!("{before}{heading}"))?;
        context.print(&far_table(&answer.far, context).render(room(context)))?;
    }
    if answer.near.is_empty() && answer.far.is_empty() {
        context.note(nothing(answer, context));
    } else if args.far && answer.far.is_empty() {
        context.note(lang.pick(
            "nothing is far from it: what goes with it goes with nothing else",
            "遠い連想はありません。関連する概念から先につながるものがありません",
        ));
    }
    if answer.about.iter().any(|one| one.recalled) {
        context.note(lang.pick(
            "no memory has these words; these go with what recall finds for them",
            "この言葉を含む記憶はないため、思い出せた記憶からの連想です",
        ));
    }
    Ok(())
}

/// What to do where nothing is reminded of.
fn nothing(answer: &AssociateAnswer, context: &CommandContext) -> &'static str {
    match answer.about.is_empty() {
        true => context.lang.pick(
            "it reminds of nothing: no memory has to do with it; try another word, or ask with: omoide recall TEXT",
            "何も連想されません。関係のある記憶がありません。別の言葉を試すか、omoide recall で尋ねてください",
        ),
        false => context.lang.pick(
            "it reminds of nothing else: its memories hold no other keyword; look at them with: omoide recall TEXT",
            "ほかに連想されるものはありません。その記憶には別のキーワードがありません。見るには：omoide recall 言葉",
        ),
    }
}

fn near_table(near: &[WireAssociation], context: &CommandContext) -> Table {
    let lang = context.lang;
    let heads = [
        lang.pick("reminds of", "連想"),
        lang.pick(">strength", ">結び付き"),
        lang.pick(">memories", ">記憶"),
        lang.pick("through", "どの記憶から"),
    ];
    let mut table = Table::new(&heads);
    for one in near {
        let mut through = one.through.iter().map(told);
        let first = through.next().unwrap_or_default();
        table.push(vec![one.concept.clone(), strength(one.strength), one.memories.to_string(), first]);
        for further in through {
            table.push(vec![String::new(), String::new(), String::new(), further]);
        }
    }
    table
}

fn far_table(far: &[WireFarAssociation], context: &CommandContext) -> Table {
    let lang = context.lang;
    let heads = [
        lang.pick("reminds of", "連想"),
        lang.pick(">strength", ">結び付き"),
        lang.pick("over", "経由"),
        lang.pick("through", "どの記憶から"),
    ];
    let mut table = Table::new(&heads);
    for one in far {
        let path = format!("{} → {}", one.from, one.via);
        let [first, second] = &one.through;
        table.push(vec![one.concept.clone(), strength(one.strength), path, told(first)]);
        table.push(vec![String::new(), String::new(), String::new(), told(second)]);
    }
    table
}

fn strength(strength: f64) -> String {
    format!("{strength:.2}")
}

/// A memory in a line.
fn told(memory: &WireLinkingMemory) -> String {
    let date = memory.created.get(..DATE).unwrap_or(&memory.created);
    format!("{} {date} {}", memory.handle, memory.text)
}

/// The room for a table: all that it needs where no terminal cuts it.
fn room(context: &CommandContext) -> Option<usize> {
    context.is_terminal.then(|| terminal::columns(true))
}
