//! Erasing by mem0's API: one memory, all of someone's, or all that came through it. The answers say what was erased and
//! what was kept.

use omoide::Mind;
use omoide_core::change::Actor;
use serde_json::{Map, Value, json};

use super::{App, HttpCall, IDS, filters, mind, visit, word};
use crate::Failure;

fn erase(app: &App, call: &HttpCall, mind: &Mind<'_>, ids: &[String]) -> Result<usize, Failure> {
    if ids.is_empty() {
        return Ok(0);
    }
    let erased = mind.erase(ids, Actor::Agent)?;
    call.audit(app, mind.now(), Some(mind.name()), "erase", &erased.handles.join(" "));
    Ok(erased.handles.len())
}

/// Erases one memory.
pub fn delete(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    erase(app, call, &mind, &[call.param("id").to_owned()])?;
    Ok(json!({ "message": "Memory deleted successfully!" }))
}

/// Which memories an erasure of many is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Those that were added through this API.
    OfThisApi,
    /// Also those that hooks, commands and imports brought.
    Everything,
}

impl Reach {
    /// What a caller asks for with `everything=true`, in the query or the body.
    fn asked(fields: &Map<String, Value>) -> Self {
        let is_asked = fields.get("everything").is_some_and(|value| *value == true || *value == "true");
        if is_asked { Self::Everything } else { Self::OfThisApi }
    }
}

/// What came of an erasure of many.
#[derive(Default)]
struct ErasedMany {
    erased: usize,
    protected: usize,
    came_another_way: usize,
}

impl ErasedMany {
    /// The answer: mem0's message, and then what was erased and what was kept.
    fn told(&self, message: &str, again: &str) -> Value {
        let Self { erased, protected, came_another_way } = self;
        let mut message = format!("{message} Memories erased for good: {erased}.");
        if *came_another_way > 0 {
            message.push_str(&format!(
                " Kept, because they came another way (hooks, commands, imports): {came_another_way}; to erase those too: {again}."
            ));
        }
        if *protected > 0 {
            message
                .push_str(&format!(" Kept, because they are protected: {protected}; omoide unprotect ID lets one go."));
        }
        json!({
            "message": message,
            "erased": erased,
            "kept": { "came_another_way": came_another_way, "protected": protected },
        })
    }
}

/// Erases all that filters mean, but for what is protected and what is out of reach.
fn erase_all(app: &App, call: &HttpCall, filters: &Value, reach: Reach) -> Result<ErasedMany, Failure> {
    let mind = mind(app, call)?;
    let (mut ids, mut outcome) = (Vec::new(), ErasedMany::default());
    visit(&mind, filters, true, &mut |memory, _, attached| {
        match () {
            () if attached.came_another_way && reach == Reach::OfThisApi => outcome.came_another_way += 1,
            () if memory.shown.protected => outcome.protected += 1,
            () => ids.push(memory.id.to_string()),
        }
        true
    })?;
    outcome.erased = erase(app, call, &mind, &ids)?;
    Ok(outcome)
}

/// Erases all memories of a person, an agent, a thread or an application.
pub fn delete_all(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let (fields, filters) = filters(call, &mind)?;
    if IDS.iter().all(|name| word(&fields, name).is_none()) {
        return Err(Failure::invalid("one of user_id, agent_id, run_id and app_id is needed"));
    }
    // Whoever names a person, a thread or an agent means all that `get_all` shows of them.
    let outcome = erase_all(app, call, &filters, Reach::Everything)?;
    Ok(outcome.told("Memories deleted successfully!", ""))
}

/// Erases what was added through this API, or everything if that is asked for.
pub fn reset(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let (fields, _) = filters(call, &mind(app, call)?)?;
    let outcome = erase_all(app, call, &json!({}), Reach::asked(&fields))?;
    Ok(outcome.told("All memories reset.", "POST /mem0/reset?everything=true"))
}

/// Erases what was added through this API of one person, agent, thread or application, or everything of it if that is
/// asked for.
pub fn delete_entity(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let name = format!("{}_id", call.param("type"));
    if !IDS.contains(&name.as_str()) {
        return Err(Failure::invalid("type: must be user, agent, run or app"));
    }
    let mind = mind(app, call)?;
    let id = mind.kept_name(call.param("name")).into_owned();
    let (fields, _) = filters(call, &mind)?;
    // The client library's `reset` deletes every entity that it finds.
    let outcome = erase_all(app, call, &json!({ name: id }), Reach::asked(&fields))?;
    Ok(outcome.told("Entity deleted successfully!", "the same request with ?everything=true"))
}
