//! Memories: list, read, change, relate, forget.

use omoide::{MemoryEdit, Mind, TagChange, Thumb};
use omoide_core::change::Actor;
use serde_json::json;

use super::super::App;
use super::super::call::HttpCall;
use super::super::route::{Route, RouteInfo, Verb};
use crate::Failure;
use crate::rights::Operation;
use crate::wire::{
    Changed, Edit, EditedMemory, Erased, FeedbackReport, History, Link, Linked, ListQuery, Listed, Memory,
    MemoryDetails, Nothing, RatedMemory, RelatedQuery, Relations, Retag, UndoneChange,
};

/// How far relations are followed.
const DEEPEST: u32 = 5;

/// The routes.
pub fn routes() -> Vec<Route> {
    let mut all = vec![
        Route::new(
            RouteInfo(Verb::Get, "/v1/minds/{mind}/memories", "list_memories", "Memories by filters, in parts."),
            Operation::Look,
            list,
        )
        .asking::<ListQuery>(),
        Route::new(
            RouteInfo(Verb::Get, "/v1/minds/{mind}/memories/{id}", "get_memory", "Everything about a memory."),
            Operation::Look,
            |app, call| Ok(MemoryDetails::find(&call.mind(app)?, call.param("id"))?),
        ),
        Route::new(
            RouteInfo(
                Verb::Patch,
                "/v1/minds/{mind}/memories/{id}",
                "edit_memory",
                "Change the text or the category of a memory.",
            ),
            Operation::Change,
            edit,
        )
        .taking::<Edit>(),
        Route::new(
            RouteInfo(Verb::Delete, "/v1/minds/{mind}/memories/{id}", "erase_memory", "Erase a memory for good."),
            Operation::Erase,
            erase,
        ),
        Route::new(
            RouteInfo(
                Verb::Get,
                "/v1/minds/{mind}/memories/{id}/history",
                "history",
                "What happened to a memory so far.",
            ),
            Operation::Look,
            |app, call| Ok(History::of(&call.mind(app)?.history(call.param("id"))?)),
        ),
        Route::new(
            RouteInfo(Verb::Post, "/v1/minds/{mind}/memories/{id}/undo", "undo", "Undo the last change to a memory."),
            Operation::Change,
            |app, call| {
                call.json::<Nothing>()?;
                Ok(UndoneChange::from(call.mind(app)?.undo(call.param("id"), Actor::Agent)?))
            },
        ),
        Route::new(
            RouteInfo(
                Verb::Post,
                "/v1/minds/{mind}/memories/{id}/feedback",
                "feedback",
                "Say whether a memory helped.",
            ),
            Operation::Change,
            |app, call| {
                let mind = call.mind(app)?;
                let report: FeedbackReport = call.json()?;
                let thumb = if report.helped { Thumb::Up } else { Thumb::Down };
                Ok(RatedMemory::from(mind.rate(call.param("id"), thumb, Actor::Agent)?))
            },
        )
        .taking::<FeedbackReport>(),
    ];
    all.push(
        Route::new(
            RouteInfo(Verb::Post, "/v1/minds/{mind}/memories/{id}/tags", "retag", "Add or remove a memory's own tags."),
            Operation::Change,
            retag,
        )
        .taking::<Retag>(),
    );
    all.extend(changes());
    all.extend(relations());
    all
}

/// A change that takes nothing but the memory.
type Change = fn(&Mind<'_>, &str) -> Result<omoide_core::Memory, omoide::Error>;

fn changes() -> [Route; 4] {
    let change = |path, name, summary, what: Change| {
        Route::new(RouteInfo(Verb::Post, path, name, summary), Operation::Change, move |app, call| {
            let mind = call.mind(app)?;
            call.json::<Nothing>()?;
            let memory = what(&mind, call.param("id"))?;
            app.events.tell(mind.name(), name, mind.now(), json!({ "id": memory.id, "handle": memory.handle }));
            Ok(Changed { memory: Memory::of(&memory) })
        })
    };
    [
        change(
            "/v1/minds/{mind}/memories/{id}/protect",
            "protect",
            "Protect a memory, so that it never fades.",
            |mind, id| mind.protect(id, Actor::Agent),
        ),
        change(
            "/v1/minds/{mind}/memories/{id}/unprotect",
            "unprotect",
            "Let a protected memory fade again.",
            |mind, id| mind.unprotect(id, Actor::Agent),
        ),
        change("/v1/minds/{mind}/memories/{id}/archive", "archive", "Move a memory to the archive.", |mind, id| {
            mind.archive(id, Actor::Agent)
        }),
        change(
            "/v1/minds/{mind}/memories/{id}/restore",
            "restore",
            "Bring a memory back from the archive.",
            |mind, id| Ok(mind.restore(id, Actor::Agent)?.memory),
        ),
    ]
}

fn relations() -> [Route; 3] {
    [
        Route::new(
            RouteInfo(
                Verb::Get,
                "/v1/minds/{mind}/memories/{id}/relations",
                "list_relations",
                "What a memory is related to.",
            ),
            Operation::Look,
            |app, call| {
                let mind = call.mind(app)?;
                let depth = call.query::<RelatedQuery>()?.depth.unwrap_or(1);
                if !(1..=DEEPEST).contains(&depth) {
                    return Err(Failure::invalid(format!("depth: must be 1 to {DEEPEST}")));
                }
                let id = call.param("id");
                Ok(Relations::of(&mind.related(id, depth)?, &mind.supersessions(id)?))
            },
        )
        .asking::<RelatedQuery>(),
        Route::new(
            RouteInfo(Verb::Post, "/v1/minds/{mind}/memories/{id}/relations", "link", "Link two memories."),
            Operation::Change,
            |app, call| {
                let mind = call.mind(app)?;
                let link: Link = call.json()?;
                let kind = link.r#type.into();
                let (holder, target) = mind.link(call.param("id"), &link.to, kind, Actor::Agent)?;
                Ok(Linked { from: holder.id.to_string(), to: target.id.to_string(), r#type: kind.name() })
            },
        )
        .taking::<Link>(),
        Route::new(
            RouteInfo(
                Verb::Delete,
                "/v1/minds/{mind}/memories/{id}/relations/{other}",
                "unlink",
                "Remove the link between two memories.",
            ),
            Operation::Change,
            |app, call| {
                call.mind(app)?.unlink(call.param("id"), call.param("other"), Actor::Agent)?;
                Ok(Nothing {})
            },
        ),
    ]
}

fn list(app: &App, call: &HttpCall) -> Result<Listed, Failure> {
    let mind = call.mind(app)?;
    let query: ListQuery = call.query()?;
    let cursor = query.cursor.as_deref().map(str::parse).transpose();
    let cursor = cursor.map_err(|()| Failure::invalid("cursor: it must be one that the server returned"))?;
    let part = mind.list_from(&query.filter(&mind)?, cursor, query.size()?)?;
    Ok(Listed {
        memories: part.memories.iter().map(Memory::of).collect(),
        next_cursor: part.next.map(|next| next.to_string()),
    })
}

fn edit(app: &App, call: &HttpCall) -> Result<EditedMemory, Failure> {
    let mind = call.mind(app)?;
    let edit = MemoryEdit::from(call.json::<Edit>()?);
    if edit == MemoryEdit::default() {
        return Err(Failure::invalid("give a trigger, a content or a category"));
    }
    let edited = mind.change(call.param("id"), &edit, Actor::Agent)?;
    let memory = &edited.memory;
    app.events.tell(mind.name(), "edited", mind.now(), json!({ "id": memory.id, "handle": memory.handle }));
    Ok(EditedMemory::from(edited))
}

fn retag(app: &App, call: &HttpCall) -> Result<Changed, Failure> {
    let mind = call.mind(app)?;
    let change = TagChange::from(call.json::<Retag>()?);
    if change == TagChange::default() {
        return Err(Failure::invalid("give tags to add or to remove"));
    }
    let tagged = mind.retag(&[call.param("id").to_owned()], &change, Actor::Agent)?;
    let memory = tagged.memories.first().ok_or_else(|| Failure::invalid("no memory is named"))?;
    app.events.tell(mind.name(), "tagged", mind.now(), json!({ "id": memory.id, "handle": memory.handle }));
    Ok(Changed { memory: Memory::of(memory) })
}

fn erase(app: &App, call: &HttpCall) -> Result<Erased, Failure> {
    let mind = call.mind(app)?;
    let erasure = mind.erase(&[call.param("id").to_owned()], Actor::Agent)?;
    call.audit(app, mind.now(), Some(mind.name()), "erase", &erasure.handles.join(" "));
    app.events.tell(mind.name(), "erased", mind.now(), json!({ "handles": erasure.handles }));
    Ok(Erased { erased: erasure.handles })
}
