//! Changing a memory: `update`, `forget`, `undo`, `feedback`, `protect`, `restore`, `link`.

use omoide::{MemoryEdit, TagChange, Thumb};
use omoide_core::change::Actor;
use omoide_core::{Category, RelationType};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::remember::taken_out;
use super::{ADDS, SETS, TAKES, Tool, ToolName};
use crate::audit::Act;
use crate::mcp::told;
use crate::rights::Operation;
use crate::{Code, Failure, wire};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Update {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
    /// The corrected text, complete.
    text: Option<String>,
    /// What it is about: casual, work, decision, emotional, lasting, or a word of one's own.
    category: Option<String>,
}

/// The tool that puts a text right.
pub fn update() -> Tool {
    let named = ToolName(
        "update",
        "Update a memory",
        "Replace the text of a memory that is wrong or out of date, or what it is about. What was there before is kept \
         and can be brought back with undo.",
    );
    super::tool(named, Operation::Change, SETS, |mind, args: Update| {
        if args.text.is_none() && args.category.is_none() {
            return Err(Failure::invalid("give a \"text\" or a \"category\""));
        }
        let content = args.text.as_ref().map(|_| String::new());
        let category = args.category.as_deref().map(Category::named);
        let edited = mind.change(&args.id, &MemoryEdit { trigger: args.text, content, category }, Actor::Agent)?;
        let memory = &edited.memory;
        let mut told = json!({ "outcome": "updated", "handle": memory.handle, "text": memory.text.trigger });
        if edited.has_new_category() {
            told["category"] = json!(memory.category.name());
        }
        if let Some(note) = taken_out(&edited.taken, &memory.handle) {
            told["note"] = json!(note);
        }
        Ok(told)
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Forget {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
    /// "archive" moves it to the archive and can be undone; "erase" is for good, with its texts and its history.
    #[serde(default)]
    how: How,
}

#[derive(Deserialize, JsonSchema, Default)]
#[serde(rename_all = "snake_case")]
enum How {
    #[default]
    Archive,
    Erase,
}

/// The tool that lets go.
pub fn forget() -> Tool {
    let named = ToolName(
        "forget",
        "Forget a memory",
        "Archive a memory, or erase it for good. Archiving is the default and can be undone; erase only when the \
         person asked for exactly that.",
    );
    super::tool(named, Operation::Erase, TAKES, |mind, args: Forget| match args.how {
        How::Archive => {
            let memory = mind.archive(&args.id, Actor::Agent).map_err(with_way)?;
            Ok(json!({ "outcome": "archived", "handle": memory.handle }))
        }
        How::Erase => {
            let erased = mind.erase(std::slice::from_ref(&args.id), Actor::Agent).map_err(with_way)?;
            let told = json!({ "outcome": "erased", "erased": erased.handles });
            Ok(mind.audited(told, |audit, key| {
                let (name, what) = (Some(mind.name().as_str()), erased.handles.join(" "));
                audit.add(mind.now(), Act { key, mind: name, act: "erase", what: &what })
            }))
        }
    })
}

/// What failed; of a protected memory also who can let it go, and how.
fn with_way(error: omoide::Error) -> Failure {
    match error {
        omoide::Error::Protected { handle } => {
            let detail = format!(
                "{handle} is protected, so it is neither archived nor erased. If the person asked for exactly this, they can run \
                 `omoide unprotect {handle}`, or you call the tool protect with \"protected\": false (offered by `omoide mcp \
                 --tools full`); then try again."
            );
            Failure::new(Code::Protected, detail)
        }
        other => other.into(),
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChangeOne {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
}

/// The tool that takes the last change back.
pub fn undo() -> Tool {
    let named = ToolName(
        "undo",
        "Undo the last change",
        "Undo the last change to a memory: an update, an archiving, a protection, or what a night did to it.",
    );
    super::tool(named, Operation::Change, ADDS, |mind, args: ChangeOne| {
        let undone = mind.undo(&args.id, Actor::Agent)?;
        let text = told::beginning(&undone.memory);
        let undone = wire::UndoneChange::from(undone);
        Ok(json!({
            "outcome": "undone",
            "memory": told::brief(&undone.memory),
            "actions": undone.actions,
            "will_fade_again": undone.will_fade_again,
            "text": text,
        }))
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FeedbackArguments {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
    /// Whether it helped.
    helped: bool,
}

/// The tool that says whether a memory helped.
pub fn feedback() -> Tool {
    let named = ToolName(
        "feedback",
        "Say whether it helped",
        "Say whether a recalled memory helped with the answer. Helpful ones come to mind sooner next time, others \
         later.",
    );
    super::tool(named, Operation::Change, ADDS, |mind, args: FeedbackArguments| {
        let thumb = if args.helped { Thumb::Up } else { Thumb::Down };
        let rated = mind.rate(&args.id, thumb, Actor::Agent)?;
        Ok(json!({ "outcome": "noted", "handle": rated.memory.handle, "rank_factor": rated.factor }))
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Protect {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
    /// True protects it, false lets it fade again.
    #[serde(default = "yes")]
    protected: bool,
}

fn yes() -> bool {
    true
}

/// The tool that protects.
pub fn protect() -> Tool {
    let named = ToolName(
        "protect",
        "Protect a memory",
        "Protect a memory, so that it never fades, is never archived and never erased; or let it fade again.",
    );
    super::further(super::tool(named, Operation::Change, SETS, |mind, args: Protect| {
        let memory =
            if args.protected { mind.protect(&args.id, Actor::Agent) } else { mind.unprotect(&args.id, Actor::Agent) }?;
        Ok(json!({ "handle": memory.handle, "protected": memory.shown.protected }))
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TagArguments {
    /// The memory: its handle or id, or the beginning of either.
    id: String,
    /// Tags that it is to have, such as "garden".
    #[serde(default)]
    add: Vec<String>,
    /// Tags that it is no longer to have.
    #[serde(default)]
    remove: Vec<String>,
}

/// The tool that tags.
pub fn tag() -> Tool {
    let named = ToolName(
        "tag",
        "Tag a memory",
        "Give a memory the tags that the person wants it to have, or take some away. recall and list_recent find by them.",
    );
    super::further(super::tool(named, Operation::Change, SETS, |mind, args: TagArguments| {
        let change = TagChange { add: args.add, remove: args.remove };
        if change == TagChange::default() {
            return Err(Failure::invalid("give tags to \"add\" or to \"remove\""));
        }
        let tagged = mind.retag(&[args.id], &change, Actor::Agent)?;
        let memory = tagged.memories.first().ok_or_else(|| Failure::invalid("no memory is named"))?;
        let mut told = json!({ "handle": memory.handle, "tags": memory.tags });
        if let Some(note) = taken_out(&tagged.taken, &memory.handle) {
            told["note"] = json!(note);
        }
        Ok(told)
    }))
}

/// The tool that brings back from the archive.
pub fn restore() -> Tool {
    let named = ToolName(
        "restore",
        "Restore from the archive",
        "Bring a memory back from the archive as it was when it was new; from there it fades again.",
    );
    super::further(super::tool(named, Operation::Change, ADDS, |mind, args: ChangeOne| {
        let restored = mind.restore(&args.id, Actor::Agent)?;
        Ok(json!({ "outcome": "restored", "handle": restored.memory.handle }))
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LinkArguments {
    /// One memory.
    from: String,
    /// The other one.
    to: String,
    /// Why: continues, references, derived_from, contradicts or same_topic.
    #[serde(rename = "type")]
    kind: String,
}

/// The tool that links two memories.
pub fn link() -> Tool {
    let named = ToolName(
        "link",
        "Link two memories",
        "Link two memories that belong together; the stronger one will point to the other.",
    );
    super::further(super::tool(named, Operation::Change, ADDS, |mind, args: LinkArguments| {
        let kind: RelationType = args.kind.parse().map_err(|_| {
            Failure::invalid("\"type\" must be continues, references, derived_from, contradicts or same_topic")
        })?;
        let (holder, target) = mind.link(&args.from, &args.to, kind, Actor::Agent)?;
        Ok(json!({ "outcome": "linked", "from": holder.handle, "to": target.handle, "type": kind.name() }))
    }))
}
