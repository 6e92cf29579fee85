//! `omoide person`: who is known, what is known of someone, and whose names belong together.

use clap::Subcommand;
use omoide::PersonProfile;
use omoide_core::Person;
use omoide_home::lang::{Lang, say};
use omoide_server::wire::{PersonNames, PersonPage, PersonsListed};

use crate::context::CommandContext;
use crate::table::{Table, labelled};
use crate::telling;

/// What `person` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: PersonCommand,
}

/// What can be done with persons.
#[derive(Subcommand, Debug)]
enum PersonCommand {
    /// List the persons whom the mind knows.
    List,
    /// Show what is known of a person.
    Show(ShowArgs),
    /// Say that two names are the same person, in all minds.
    Join(TwoNames),
    /// Take back that two names are the same person.
    Part(TwoNames),
    /// Show a person by another name; the name before stays an alias.
    Rename(PersonRenameArgs),
}

/// What `person show` can be told.
#[derive(clap::Args, Debug)]
struct ShowArgs {
    /// Any name of the person; "me" if none is given.
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// What `person join` and `person part` can be told.
#[derive(clap::Args, Debug)]
struct TwoNames {
    /// A name; of a join, the one that is shown.
    #[arg(value_name = "NAME")]
    one: String,
    /// The other name.
    #[arg(value_name = "OTHER")]
    other: String,
}

/// What `person rename` can be told.
#[derive(clap::Args, Debug)]
struct PersonRenameArgs {
    /// Any name of the person.
    #[arg(value_name = "NAME")]
    name: String,
    /// The name to be shown.
    #[arg(value_name = "NEW")]
    new: String,
}

/// Does it.
///
/// # Errors
/// When nobody has that name, a name cannot be one, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let (mind, lang) = (context.mind(), context.lang);
    match &args.what {
        PersonCommand::List => list(context),
        PersonCommand::Show(args) => show(args.name.as_deref(), context),
        PersonCommand::Join(TwoNames { one, other }) => {
            let person = mind.join_persons(one, other)?;
            named("join_persons", vec![person], lang.pick("one person now", "同じ人になりました"), context)
        }
        PersonCommand::Part(TwoNames { one, other }) => {
            let persons = mind.part_persons(one, other)?.to_vec();
            named("part_persons", persons, lang.pick("a person of their own", "別の人になりました"), context)
        }
        PersonCommand::Rename(PersonRenameArgs { name, new }) => {
            let person = mind.rename_person(name, new)?;
            named(
                "rename_person",
                vec![person],
                lang.pick("shown so from now on", "これからこの名前で示します"),
                context,
            )
        }
    }
}

fn list(context: &CommandContext) -> anyhow::Result<()> {
    let lang = context.lang;
    let persons = context.mind().persons(&|_| true)?;
    if context.json {
        return context.print_json(&PersonsListed::from(persons));
    }
    if persons.is_empty() {
        context.note(lang.pick("nobody is known yet", "まだ誰も知りません"));
        return Ok(());
    }
    let mut table = Table::new(&[
        lang.pick("person", "人"),
        lang.pick(">turns", ">やりとり"),
        lang.pick("first", "最初"),
        lang.pick("last", "最後"),
        lang.pick("also called", "別名"),
    ]);
    for one in persons {
        let turns = one.turns.to_string();
        let (first, last) = (one.first.date().to_string(), one.last.date().to_string());
        table.push(vec![one.person.shown.clone(), turns, first, last, aliases(&one.person, lang)]);
    }
    context.print(&table.render(None))
}

/// The names of a person that are not shown.
fn aliases(person: &Person, lang: Lang) -> String {
    let others: Vec<&str> = person.names.iter().filter(|name| **name != person.shown).map(String::as_str).collect();
    others.join(lang.pick(", ", "、"))
}

fn show(name: Option<&str>, context: &CommandContext) -> anyhow::Result<()> {
    let known = context.mind().profile(name, &|_| true)?;
    if context.json {
        return context.print_json(&PersonPage::from(known));
    }
    let lang = context.lang;
    let mut text = vec![context.style.bold(&known.person.shown), labelled(&figures(&known, lang))];
    if !known.lasting.is_empty() {
        text.push(format!("\n{}", context.style.bold(lang.pick("What lasts", "変わらないこと"))));
        let line = |one: &omoide::LastingQuote| {
            let mind = if one.mind == *context.mind().name() { String::new() } else { format!("  [{}]", one.mind) };
            format!(
                "  {}  {}  {}{mind}",
                one.on,
                lang.pick("“{}”", "「{}」").replace("{}", &one.quote),
                context.style.dim(&one.handle)
            )
        };
        text.extend(known.lasting.iter().map(line));
    }
    context.print(&text.join("\n"))
}

/// "1 day", "2 days".
fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

fn figures(known: &PersonProfile, lang: Lang) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    let others = aliases(&known.person, lang);
    if !others.is_empty() {
        lines.push((lang.pick("also called", "別名"), others));
    }
    if known.minds.len() > 1 {
        let minds: Vec<&str> = known.minds.iter().map(|mind| mind.as_str()).collect();
        lines.push((lang.pick("known to", "知っているマインド"), minds.join(", ")));
    }
    let (turns, days, talks) = (known.contact.turns, known.days, known.conversations);
    let (in_talks, on_days) = (counted(talks, "conversation"), counted(days, "day"));
    let (first, last) = (telling::minute(known.first), telling::minute(known.last));
    lines.push((lang.pick("contact", "最初と最後"), say!(lang, "{first} to {last}", "{first} から {last} まで")));
    lines.push((
        lang.pick("turns", "やりとり"),
        say!(lang, "{turns} in {in_talks} on {on_days}", "{turns}件（会話{talks}件、{days}日）"),
    ));
    let depth = known.depth;
    let (value, contact, span, warmth) = (depth.depth, depth.contact, depth.span, depth.warmth);
    lines.push((
        lang.pick("depth", "関係の深さ"),
        say!(
            lang,
            "{value:.0} of 100 (contact {contact:.2}, span {span:.2}, warmth {warmth:+.2})",
            "100のうち{value:.0}（接触 {contact:.2}、期間 {span:.2}、温かさ {warmth:+.2}）"
        ),
    ));
    for (label, list) in
        [(lang.pick("topics", "話題"), &known.topics), (lang.pick("names", "呼んだ名前"), &known.mentions)]
    {
        if !list.is_empty() {
            let counted: Vec<String> = list.iter().map(|(name, count)| format!("{name} ({count})")).collect();
            lines.push((label, counted.join(lang.pick(", ", "、"))));
        }
    }
    lines
}

/// Tells the names after a change, which is put down: it holds for all minds.
fn named(act: &str, persons: Vec<Person>, outcome: &str, context: &CommandContext) -> anyhow::Result<()> {
    let shown: Vec<&str> = persons.iter().map(|person| person.shown.as_str()).collect();
    context.put_down(act, &shown.join(", "))?;
    if context.json {
        return context.print_json(&PersonNames::of(persons));
    }
    let lang = context.lang;
    let line = |person: &Person| {
        let (name, others) = (context.style.bold(&person.shown), aliases(person, lang));
        let others = if others.is_empty() { others } else { say!(lang, " (also {others})", "（{others}とも）") };
        say!(lang, "{name}{others}: {outcome}", "{name}{others}：{outcome}")
    };
    context.print(&persons.iter().map(line).collect::<Vec<_>>().join("\n"))
}
