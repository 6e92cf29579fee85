//! `omoide list`: memories as a table. Looking is not recalling; nothing is marked.

use omoide_core::ports::store::Filter;
use omoide_core::{Category, Kind, Level, Memory, Moment, Valence, fold};
use omoide_home::lang::{Lang, say};
use omoide_server::wire;
use serde_json::json;

use crate::context::CommandContext;
use crate::scope::{in_english, kinds, places, tell_of_unknown_tags, valences};
use crate::table::Table;
use crate::vocabulary::CATEGORIES;
use crate::{input, telling, terminal};

/// From so many columns on, all of a memory's columns are shown.
const ROOMY: usize = 100;

/// What `list` can be told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only at this level: 1 full, 2 summary, 3 trace, 4 archived.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    level: Option<u8>,
    /// Only of this kind.
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    kind: Option<Kind>,
    /// Only of this category: casual, work, decision, emotional, lasting, or a word of your own.
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
    /// Only pleasant (positive), unpleasant (negative) or neutral ones.
    #[arg(long, value_name = "VALENCE", value_parser = valences())]
    valence: Option<Valence>,
    /// Only protected ones.
    #[arg(long)]
    protected: bool,
    /// Only archived ones.
    #[arg(long, conflicts_with = "level")]
    archived: bool,
    /// Only of this person; case and width of letters do not count.
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    /// Only what this person heard: what they said, and what names them as a witness.
    #[arg(long, value_name = "NAME")]
    heard_by: Option<String>,
    /// Only of this conversation.
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// Only with this tag of yours, or with this feeling; can be repeated, and then all are meant.
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
    /// Only of this project: its name, or the path of its folder.
    #[arg(long, value_name = "PROJECT", alias = "in-project")]
    project: Option<String>,
    /// Only from then on: a date, a time, or words such as "last week".
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// Only up to then: a date, a time, or words; a day or week is meant as a whole.
    #[arg(long, value_name = "WHEN")]
    until: Option<String>,
    /// Only those that hold this text, in what is shown or in the original; case and width of letters do not count.
    #[arg(long, value_name = "TEXT")]
    contains: Option<String>,
    /// How many to show at most.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Show all.
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// Begin with the oldest.
    #[arg(long)]
    oldest_first: bool,
}

/// Lists.
///
/// # Errors
/// When a date is none, there is no such project, or the store fails.
pub fn run(args: &Args, context: &CommandContext) -> anyhow::Result<()> {
    let filter = filter(args, context)?;
    let memories = context.mind().list(&filter)?;
    let total = context.mind().count(&filter)?;
    if context.json {
        return context.print_json(
            &json!({ "memories": memories.iter().map(wire::Memory::of).collect::<Vec<_>>(), "total": total }),
        );
    }
    if !memories.is_empty() {
        context.print(&table(&memories, context))?;
    }
    let (shown, lang) = (memories.len(), context.lang);
    tell_of_unknown_tags(&args.tag, context)?;
    if shown == 0 {
        context.note(lang.pick("no memories match", "当てはまる記憶はありません"));
    } else if total > shown as u64 {
        context.note(&say!(
            lang,
            "{shown} of {total}; see all with --all",
            "{total}件のうち{shown}件。すべて見るには --all"
        ));
    }
    if let Some(words) = &args.contains {
        tell_of_originals(&memories, words, context);
    }
    Ok(())
}

/// Says which of the memories do not show the words that they were found by.
fn tell_of_originals(memories: &[Memory], words: &str, context: &CommandContext) {
    let wanted = fold(words);
    let shows = |memory: &&Memory| {
        let id = memory.id.to_string();
        let mut texts =
            [&memory.text.trigger, &memory.text.content, &memory.handle, &id].into_iter().chain(&memory.keywords);
        texts.any(|text| fold(text).contains(&wanted))
    };
    let hidden: Vec<&Memory> = memories.iter().filter(|memory| !shows(memory)).collect();
    let Some(first) = hidden.first() else { return };
    let (count, handle) = (hidden.len(), &first.handle);
    context.note(&say!(
        context.lang,
        "in {count} of these, only the original has the words; read it: omoide read {handle}",
        "うち{count}件は、元の文だけにその言葉があります。読むには：omoide read {handle}"
    ));
}

fn filter(args: &Args, context: &CommandContext) -> anyhow::Result<Filter> {
    let level = if args.archived { Some(Level::Archived) } else { args.level.and_then(Level::from_number) };
    let now = context.engine.now();
    let (since, until) = input::span(args.since.as_deref(), args.until.as_deref(), &context.zone, now, context.lang)?;
    let micros = |at: Option<Moment>, none: i64| at.map_or(none, Moment::unix_micros);
    let tags = context.mind().wanted_tags(&in_english(&args.tag))?;
    Ok(Filter {
        kinds: Kind::listed(args.kind),
        levels: level.into_iter().collect(),
        category: args.category.as_deref().map(|word| Category::named(CATEGORIES.stored(word))),
        valence: args.valence,
        person: args.person.clone(),
        heard_by: args.heard_by.clone(),
        thread: args.thread.clone(),
        places: args.project.as_deref().map(|name| places(name, context)).transpose()?,
        tags: tags.own,
        feelings: tags.feelings,
        protected: args.protected.then_some(true),
        created: (since.is_some() || until.is_some()).then(|| micros(since, i64::MIN)..micros(until, i64::MAX)),
        containing: args.contains.clone(),
        newest_first: !args.oldest_first,
        limit: (!args.all).then_some(args.limit),
    })
}

/// Memories as a table. Where there is little room, what the handle or `show` tells too is left out.
pub fn table(memories: &[Memory], context: &CommandContext) -> String {
    let lang = context.lang;
    let room = terminal::columns(context.is_terminal);
    let is_roomy = room >= ROOMY;
    let columns = [
        (lang.pick("handle", "名前"), true),
        (lang.pick("created", "日時"), is_roomy),
        ("L", true),
        (lang.pick(">retention", ">保持スコア"), true),
        (lang.pick("category", "カテゴリ"), is_roomy),
        (lang.pick("feeling", "感情"), true),
        (lang.pick("tags", "タグ"), memories.iter().any(|memory| !memory.tags.is_empty())),
        (lang.pick("text", "内容"), true),
    ];
    let heads: Vec<&str> = columns.iter().filter(|(_, is_shown)| *is_shown).map(|(head, _)| *head).collect();
    let mut table = Table::new(&heads);
    for memory in memories {
        let cells = row(memory, lang).into_iter().zip(columns);
        table.push(cells.filter(|(_, (_, is_shown))| *is_shown).map(|(cell, _)| cell).collect());
    }
    table.render(Some(room))
}

fn row(memory: &Memory, lang: Lang) -> [String; 8] {
    let mark = if memory.shown.protected { "*" } else { "" };
    let emotion = &memory.emotion;
    let sign = match emotion.feeling.valence {
        Valence::Positive => "+",
        Valence::Negative => "-",
        Valence::Neutral => "±",
    };
    [
        memory.handle.clone(),
        telling::minute(memory.created),
        format!("{}{mark}", memory.shown.level),
        format!("{:.1}", memory.life.retention().retention_score),
        CATEGORIES.read(memory.category.name(), lang).to_owned(),
        format!("{sign}{}", emotion.intensity),
        memory.tags.join(", "),
        telling::text_line(memory),
    ]
}
