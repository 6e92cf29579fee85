//! Looking without recalling: `read`, `list_recent`, `history`, `related`, `read_memory_context`, `read_memory_file`.

use omoide::{Mind, Supersessions};
use omoide_core::ports::store::Filter;
use omoide_core::{ActivityPointer, Category, Kind, Level};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{LOOKS, Tool, ToolName};
use crate::mcp::told;
use crate::memory_tool::{self, MemoryCommand};
use crate::rights::Operation;
use crate::wire;
use crate::{Code, Failure};

/// Most characters of a text that one call returns: about ten thousand tokens of English, fewer of Japanese.
const MOST_CHARACTERS: usize = 16_000;
/// Most memories that one list returns.
const MOST_LISTED: usize = 100;
/// Most events that a history returns.
const MOST_EVENTS: usize = 60;
/// How far relations are followed.
const DEEPEST: u32 = 5;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadArguments {
    /// The memory: its handle or id, or the beginning of either; or a pointer such as
    /// activity_log/2026-02-17.jsonl#L12-18.
    id: String,
    /// From which character on: `continued_from` of the answer before. An answer without it has the end of the text.
    #[serde(default)]
    from: usize,
}

/// The tool that reads all of a memory.
pub fn read() -> Tool {
    let named = ToolName(
        "read",
        "Read a memory",
        "Read the full text of a memory: its text as it was first stored, what is shown of it now, and the turn of \
         conversation that it remembers, word for word. Also reads lines of the activity log by a pointer.",
    );
    super::tool(named, Operation::Look, LOOKS, |mind, args: ReadArguments| details(mind, &args.id, args.from))
}

/// All the words of a memory, from a character on.
pub fn details(mind: &Mind<'_>, id: &str, from: usize) -> Result<Value, Failure> {
    if ActivityPointer::is_meant(id) {
        return pointed(mind, id, from);
    }
    let details = mind.details(id)?;
    let memory = &details.memory;
    let original = details.versions.first().map_or(&memory.text, |version| &version.text);
    let turn = details.turn.as_ref().map(|turn| (turn.said.as_str(), turn.replied.as_str()));
    let first = (original.trigger.as_str(), original.content.as_str());
    // A turn that holds all that was stored of it is told once, whole.
    let (first, turn) = match turn {
        Some(turn) if is_part(first, turn) => (turn, None),
        turn => (first, turn.filter(|turn| *turn != first)),
    };
    let mut all = halves(first);
    if memory.text != *original {
        all.push_str(&format!("\n\n[shown now]\n{}", halves((&memory.text.trigger, &memory.text.content))));
    }
    if let Some(turn) = turn {
        all.push_str(&format!("\n\n[word for word]\n{}", halves(turn)));
    }
    let mut told = part_of(&all, from)?;
    told["memory"] = without_words(&wire::Memory::of(memory));
    let related: Vec<&str> = details.related.iter().take(10).map(|near| near.memory.handle.as_str()).collect();
    told["related"] = json!(related);
    supersessions(&mut told, &details.supersessions);
    Ok(told)
}

/// The lines that a pointer points to, from a character on.
fn pointed(mind: &Mind<'_>, pointer: &str, from: usize) -> Result<Value, Failure> {
    let pointed = mind.read_pointer(pointer)?;
    let mut told = part_of(&pointed.jsonl(), from)?;
    told["pointer"] = json!(pointed.pointer.to_string());
    Ok(told)
}

/// As much of a text as one call returns, and where it goes on.
fn part_of(all: &str, from: usize) -> Result<Value, Failure> {
    let length = all.chars().count();
    if from > 0 && from >= length {
        return Err(Failure::invalid(format!(
            "\"from\" is {from}, but the text has {length} characters: you have read all of it"
        )));
    }
    let text: String = all.chars().skip(from).take(MOST_CHARACTERS).collect();
    let end = from.saturating_add(text.chars().count());
    let mut told = json!({ "text": text });
    if end < length {
        told["continued_from"] = json!(end);
    }
    Ok(told)
}

/// What was said and the reply to it, where there is one.
fn halves((said, replied): (&str, &str)) -> String {
    match (said.is_empty(), replied.is_empty()) {
        (_, true) => said.to_owned(),
        (true, false) => format!("→ {replied}"),
        (false, false) => format!("{said}\n→ {replied}"),
    }
}

/// Whether both halves of a text, which may have been cut, stand in those of another.
fn is_part(text: (&str, &str), whole: (&str, &str)) -> bool {
    let stands_in = |half: &str, whole: &str| {
        let pieces = half.split('…').map(str::trim).filter(|piece| !piece.is_empty());
        pieces.into_iter().all(|piece| whole.contains(piece))
    };
    stands_in(text.0, whole.0) && stands_in(text.1, whole.1)
}

/// A memory without its words, which are told apart, as many as fit.
fn without_words(memory: &wire::Memory) -> Value {
    let mut told = told::as_value(memory);
    if let Value::Object(fields) = &mut told {
        fields.retain(|name, _| name != "trigger" && name != "content");
    }
    told
}

/// Which memories supersede it, and which it supersedes, where there are any.
fn supersessions(told: &mut Value, found: &Supersessions) {
    let by: Vec<&str> = found.by.iter().map(|(_, newer)| newer.handle.as_str()).collect();
    let of: Vec<&str> = found.of.iter().map(|older| older.handle.as_str()).collect();
    for (name, handles) in [("superseded_by", by), ("supersedes", of)] {
        if !handles.is_empty() {
            told[name] = json!(handles);
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct List {
    /// Most memories to return, 1 to 100; 20 by default.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
    /// Most tokens of the answer, 100 to 8000.
    #[schemars(range(min = 100, max = 8000))]
    budget_tokens: Option<usize>,
    /// Only what this person said.
    person: Option<String>,
    /// Only what this person heard.
    heard_by: Option<String>,
    /// Only from this conversation.
    thread: Option<String>,
    /// Only with all these tags, which people gave.
    #[serde(default)]
    tags: Vec<String>,
    /// Only of this project: its name, its repository, or the path of its folder.
    project: Option<String>,
    /// Only of this category: casual, work, decision, emotional or lasting.
    category: Option<String>,
    /// Only those that contain these words.
    containing: Option<String>,
    /// Only those that are protected.
    #[serde(default)]
    protected: bool,
    /// Only those that are archived.
    #[serde(default)]
    archived: bool,
}

/// The tool that lists the latest.
pub fn list_recent() -> Tool {
    let named = ToolName(
        "list_recent",
        "List recent memories",
        "List the latest memories, newest first, by person, thread, project, category or words. To find something by meaning, \
         use recall instead.",
    );
    super::tool(named, Operation::Look, LOOKS, |mind, args: List| {
        let limit = told::within("limit", args.limit, 1..=MOST_LISTED)?.unwrap_or(20);
        let budget = told::budget(mind, args.budget_tokens)?;
        let active = [Level::Full, Level::Summary, Level::Trace];
        let filter = Filter {
            kinds: Kind::listed([]),
            levels: if args.archived { vec![Level::Archived] } else { active.to_vec() },
            tags: wire::own_tags(mind, &args.tags)?,
            places: args.project.map(|name| mind.places_in_project(&name)).transpose()?,
            category: args.category.map(|name| Category::named(&name)),
            person: args.person,
            heard_by: args.heard_by,
            thread: args.thread,
            protected: args.protected.then_some(true),
            containing: args.containing,
            newest_first: true,
            limit: Some(limit),
            ..Filter::default()
        };
        let memories = mind.list(&filter)?;
        let mut told = told::memories(&memories, mind, budget);
        told["total"] = json!(mind.count(&filter)?);
        if memories.is_empty() {
            told["note"] = json!(told::NOT_FOUND);
        }
        Ok(told)
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LookAtOne {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
}

/// The tool that tells a memory's life.
pub fn history() -> Tool {
    let named = ToolName(
        "history",
        "History of a memory",
        "Show what happened to a memory, oldest first: when it was stored, recalled, shortened, archived, changed, \
         and by whom.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |mind, args: LookAtOne| {
        let history = wire::History::of(&mind.history(&args.id)?);
        let left_out = history.events.len().saturating_sub(MOST_EVENTS);
        let events: Vec<Value> = history.events.iter().skip(left_out).map(event).collect();
        let versions: Vec<Value> = history
            .versions
            .iter()
            .map(|one| only(told::as_value(one), &["version", "level", "made_by", "made_at"]))
            .collect();
        let mut told = json!({
            "id": history.id,
            "memory": history.memory.as_ref().map(told::brief),
            "events": events,
            "versions": versions,
        });
        if left_out > 0 {
            told["left_out"] = json!(left_out);
        }
        Ok(told)
    }))
}

/// What an agent is told of an event: not the whole of what was there before and afterwards.
fn event(event: &wire::Event) -> Value {
    let mut told = only(told::as_value(event), &["at", "what", "why", "by", "night", "is_undone", "retention_before"]);
    if let Value::Object(fields) = &mut told {
        fields.retain(|_, value| told::says_something(value));
    }
    told
}

fn only(mut value: Value, names: &[&str]) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|name, _| names.contains(&name.as_str()));
    }
    value
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RelatedArguments {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
    /// How many steps to follow relations, 1 to 5; 1 by default.
    #[schemars(range(min = 1, max = 5))]
    depth: Option<u32>,
}

/// The tool that follows relations.
pub fn related() -> Tool {
    let named = ToolName(
        "related",
        "Related memories",
        "Show which memories a memory is linked to, and why: what it continues, references, contradicts, and what \
         points to it.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |mind, args: RelatedArguments| {
        let depth = args.depth.unwrap_or(1);
        if !(1..=DEEPEST).contains(&depth) {
            return Err(Failure::invalid(format!("\"depth\" must be 1 to {DEEPEST}")));
        }
        let found = mind.related(&args.id, depth)?;
        let related: Vec<Value> = found
            .iter()
            .take(MOST_LISTED)
            .map(|near| {
                let found = wire::RelatedMemory::of(near);
                let mut told = only(told::as_value(&found), &["type", "depth", "is_reverse"]);
                told["memory"] = told::brief(&found.memory);
                told["text"] = json!(told::beginning(&near.memory));
                told
            })
            .collect();
        let mut told = json!({ "related": related });
        supersessions(&mut told, &mind.supersessions(&args.id)?);
        Ok(told)
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PassageArguments {
    /// A passage of the text, exactly as it was shown.
    text: String,
    /// From which character on: `continued_from` of the answer before. An answer without it has the end of the text.
    #[serde(default)]
    from: usize,
}

/// The tool that reads on where a text was cut off, as S3 has it.
pub fn read_memory_context() -> Tool {
    let named = ToolName(
        "read_memory_context",
        "Read on",
        "Read the whole of a text that a search showed only in part: give a passage of it, exactly as it was shown.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |mind, args: PassageArguments| {
        let text = args.text.trim().trim_end_matches('…');
        if text.is_empty() {
            return Err(Failure::invalid("\"text\" is empty"));
        }
        let filter =
            Filter { containing: Some(text.to_owned()), newest_first: true, limit: Some(1), ..Filter::default() };
        if let Some(memory) = mind.list(&filter)?.pop() {
            return details(mind, &memory.handle, args.from);
        }
        // What a night has shortened still stands in the turn, word for word.
        let said = mind.search_conversations(&[text.to_owned()], None)?.passages;
        match said.first().and_then(|passage| passage.handle.as_deref()) {
            Some(handle) => details(mind, handle, args.from),
            None => Err(Failure::new(Code::NotFound, "no memory contains this text")),
        }
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PageArguments {
    /// The path of a file or a folder, such as /memories or /memories/notes.md, or a pointer into activity_log/.
    path: String,
    /// The first and the last line to read; -1 is the end.
    lines: Option<[i64; 2]>,
}

/// The tool that reads a page, as S4 has it.
pub fn read_memory_file() -> Tool {
    let named = ToolName(
        "read_memory_file",
        "Read a memory file",
        "Read a file that was kept beside the memories with the memory tool, or list a folder of them, such as \
         /memories.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |mind, args: PageArguments| {
        if ActivityPointer::is_meant(&args.path) {
            return pointed(mind, &args.path, 0);
        }
        let path = mind.kept_name(&args.path).into_owned();
        let command = MemoryCommand::View { path, view_range: args.lines };
        let shown = memory_tool::run(&command, &mut mind.pages()?).map_err(|why| Failure::new(Code::NotFound, why))?;
        let text: String = shown.chars().take(MOST_CHARACTERS).collect();
        let is_whole = text.len() == shown.len();
        Ok(json!({ "text": text, "is_whole": is_whole }))
    }))
}
