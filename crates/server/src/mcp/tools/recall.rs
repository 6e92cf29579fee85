//! `recall` and `search_conversations`: by meaning, and to the letter; also by the names that earlier designs have for it.

use omoide::{FoundPassages, Place, Prompt};
use omoide_core::{Category, Scope};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ADDS, LOOKS, Tool, ToolName};
use crate::Failure;
use crate::mcp::told;
use crate::rights::Operation;
use crate::wire::own_tags;
use crate::wire::request::{beginning, end};

/// Most memories that one recall returns.
const MOST_HITS: usize = 50;
/// How many memories S3 shows.
const RECALLED_BY_S3: usize = 7;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// What to recall: the question or the topic, in the words of the conversation.
    query: String,
    /// Most memories to return, 1 to 50; 5 by default.
    #[schemars(range(min = 1, max = 50))]
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
    /// The current conversation; what was said in it is left out, because you can see it already.
    open_thread: Option<String>,
    /// The project you work in; memories of other projects come only if they are named or clearly asked for.
    project: Option<String>,
    /// Only with all these tags, which people gave.
    #[serde(default)]
    tags: Vec<String>,
    /// Only of this project: its name, its repository, or the path of its folder.
    in_project: Option<String>,
    /// Only of this category, such as "decision" or "emotional".
    category: Option<String>,
    /// Only what happened at this time or later: 2026-01-20, or words such as "last week".
    since: Option<String>,
    /// Only what happened before this time, or up to the end of what words such as yesterday name.
    until: Option<String>,
    /// Also search the archive, with what was archived by "forget".
    #[serde(default)]
    archived: bool,
    /// Return the best even if they have little to do with the query.
    #[serde(default)]
    anything: bool,
}

/// The tool that recalls by meaning.
pub fn recall() -> Tool {
    let named = ToolName(
        "recall",
        "Recall",
        "Find what is known about something, by meaning, words, time and feeling. Returns the best memories; an empty \
         answer means that nothing came to mind, not that it was never said. Being recalled strengthens a memory.",
    );
    by_meaning(named, None)
}

/// The same as S3 has it.
pub fn recall_memories() -> Tool {
    let named = ToolName(
        "recall_memories",
        "Recall memories",
        "Remember past experiences and conversations by meaning; up to seven memories, or none when nothing comes \
         to mind, which does not mean that it was never said. Texts that are cut off can be read to their end with read_memory_context.",
    );
    super::further(by_meaning(named, Some(RECALLED_BY_S3)))
}

/// The same as S4 has it.
pub fn search_memory() -> Tool {
    let named = ToolName(
        "search_memory",
        "Search memory",
        "Search deliberately, when what came to mind by itself is not enough: exact dates and numbers, details of an \
         earlier exchange, a topic that nothing in sight speaks of.",
    );
    super::further(by_meaning(named, None))
}

fn by_meaning(named: ToolName, usual_limit: Option<usize>) -> Tool {
    // It leaves a mark, so it is no mere look; but nobody need be asked.
    super::tool(named, Operation::Recall, super::Hints { is_idempotent: true, ..ADDS }, move |mind, args: Args| {
        if args.query.trim().is_empty() {
            return Err(Failure::invalid("\"query\" is empty"));
        }
        let limit = told::within("limit", args.limit, 1..=MOST_HITS)?.or(usual_limit);
        let budget = told::budget(mind, args.budget_tokens)?;
        let prompt = Prompt {
            thread: args.open_thread,
            place: args.project.as_deref().and_then(Place::in_project),
            scope: Scope {
                person: args.person,
                heard_by: args.heard_by,
                thread: args.thread,
                tags: own_tags(mind, &args.tags)?,
                places: args.in_project.map(|name| mind.places_in_project(&name)).transpose()?,
                category: args.category.map(|name| Category::named(&name)),
                since: args.since.as_deref().map(|text| beginning("since", text, mind.now())).transpose()?,
                until: args.until.as_deref().map(|text| end("until", text, mind.now())).transpose()?,
                ..Scope::default()
            },
            with_archived: args.archived,
            gate: args.anything.then_some(false),
            top_k: limit,
            leaves_a_mark: mind.caller.leaves_marks(),
            ..Prompt::new(args.query)
        };
        Ok(told::recalled(&mind.recall(&prompt)?, mind, budget))
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RecallWords {
    /// The words, as they were said; all of them are wanted, and the passages with the most of them are returned.
    words: Vec<String>,
    /// The current conversation; its last turns are left out.
    open_thread: Option<String>,
}

/// The tool that finds to the letter.
pub fn search_conversations() -> Tool {
    let named = ToolName(
        "search_conversations",
        "Search conversations",
        "Find where exact words were said in past conversations: names, numbers, error messages. For a topic, \
         use recall instead.",
    );
    to_the_letter(named)
}

/// The same as S3 has it.
pub fn search_past_conversations() -> Tool {
    let named = ToolName(
        "search_past_conversations",
        "Search past conversations",
        "Find what was said with exactly these words: the last resort for a quotation. For a topic, use \
         recall_memories instead.",
    );
    super::further(to_the_letter(named))
}

fn to_the_letter(named: ToolName) -> Tool {
    super::tool(named, Operation::Look, LOOKS, |mind, args: RecallWords| {
        let words: Vec<String> = args.words.into_iter().filter(|word| !word.trim().is_empty()).collect();
        if words.is_empty() {
            return Err(Failure::invalid("\"words\" is empty"));
        }
        let found = mind.search_conversations(&words, args.open_thread.as_deref())?;
        let passages: Vec<Value> = found
            .passages
            .iter()
            .map(|passage| {
                json!({
                    "handle": passage.handle,
                    "at": passage.at,
                    "speaker": passage.speaker.name(),
                    "thread": passage.thread,
                    "continued": passage.is_cut,
                    "text": passage.text,
                })
            })
            .collect();
        let mut answer = json!({ "passages": passages, "matches": found.matches });
        if passages.is_empty() {
            answer["note"] = json!(not_found(&found));
            answer["near"] = told::memories(&found.near, mind, told::budget(mind, None)?)["memories"].take();
        }
        Ok(answer)
    })
}

/// What an agent may conclude of words that were not found.
fn not_found(found: &FoundPassages) -> String {
    let (turns, in_sight) = (found.looked_through, found.in_sight);
    let mut note = format!(
        "these exact words are in none of the {turns} turns that were looked through; it may have been said in other \
         words, or where this memory did not hear it: try fewer words or recall, and do not tell the person that they never \
         said it"
    );
    if in_sight > 0 {
        note.push_str(&format!("; {in_sight} of the last turns of the open conversation have them and are left out"));
    }
    note
}
