//! An API in the shape of mem0's, under `/mem0`: what its client library sends is understood, over the same memories.
//!
//! A `user_id` is the person of a memory, a `run_id` its thread; `agent_id`, `app_id` and metadata are attached to it.
//! The mind is that of the key, or of the header `omoide-mind`.

mod configure;
mod erase;
mod filter;
mod record;

use omoide::{Mind, Observation, Portion, Prompt, Remembered};
use omoide_core::change::Actor;
use omoide_core::ports::store::Filter;
use omoide_core::{Kind, Making, Memory, Scope, Text};
use serde_json::{Map, Value, json};

use super::App;
use super::call::HttpCall;
use super::route::{Route, RouteInfo, Verb};
use crate::Failure;
use crate::blunt::blunted;
use crate::rights::Operation;
use record::{Attached, record};

/// How many memories are read at once.
const CHUNK: usize = 200;
/// Most that one search returns.
const MOST: usize = 100;
/// The ids by which mem0 tells memories apart.
const IDS: [&str; 4] = ["user_id", "agent_id", "run_id", "app_id"];

/// The routes: those of the hosted service, which the client library uses, and those of the open server.
pub fn routes() -> Vec<Route> {
    let at = |verb, path, name, operation, run: fn(&App, &HttpCall) -> Result<Value, Failure>| {
        Route::new(RouteInfo(verb, path, name, "In the shape of mem0's API."), operation, run)
    };
    use Operation::{Change, Configure, Erase, EraseAll, Look, Recall, Remember};
    use Verb::{Delete, Get, Post, Put};
    vec![
        at(Get, "/mem0/v1/ping/", "mem0_ping", Look, ping),
        at(Post, "/mem0/v3/memories/add/", "mem0_add", Remember, add),
        at(Post, "/mem0/v1/memories/", "mem0_add_v1", Remember, add),
        at(Post, "/mem0/v3/memories/", "mem0_get_all", Look, get_all),
        at(Post, "/mem0/v2/memories/", "mem0_get_all_v2", Look, get_all),
        at(Post, "/mem0/v3/memories/search/", "mem0_search", Recall, search),
        at(Post, "/mem0/v2/memories/search/", "mem0_search_v2", Recall, search),
        at(Get, "/mem0/v1/memories/{id}/", "mem0_get", Look, get),
        at(Put, "/mem0/v1/memories/{id}/", "mem0_update", Change, update),
        at(Delete, "/mem0/v1/memories/{id}/", "mem0_delete", Erase, erase::delete),
        at(Delete, "/mem0/v1/memories/", "mem0_delete_all", EraseAll, erase::delete_all),
        at(Get, "/mem0/v1/memories/{id}/history/", "mem0_history", Look, history),
        at(Get, "/mem0/v1/entities/", "mem0_entities", Look, entities),
        at(Delete, "/mem0/v2/entities/{type}/{name}/", "mem0_delete_entity", EraseAll, erase::delete_entity),
        at(Post, "/mem0/memories", "mem0_open_add", Remember, add),
        at(Get, "/mem0/memories", "mem0_open_get_all", Look, get_all),
        at(Delete, "/mem0/memories", "mem0_open_delete_all", EraseAll, erase::delete_all),
        at(Post, "/mem0/search", "mem0_open_search", Recall, search),
        at(Get, "/mem0/memories/{id}", "mem0_open_get", Look, get),
        at(Put, "/mem0/memories/{id}", "mem0_open_update", Change, update),
        at(Delete, "/mem0/memories/{id}", "mem0_open_delete", Erase, erase::delete),
        at(Get, "/mem0/memories/{id}/history", "mem0_open_history", Look, history),
        at(Post, "/mem0/configure", "mem0_open_configure", Configure, configure::configure),
        at(Post, "/mem0/reset", "mem0_open_reset", EraseAll, erase::reset),
    ]
}

fn mind<'a>(app: &'a App, call: &HttpCall) -> Result<Mind<'a>, Failure> {
    Ok(app.engine.mind(call.mind_beside(app)?))
}

/// The client library wants to know whose the key is.
fn ping(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = call.mind_beside(app)?;
    Ok(json!({ "status": "ok", "org_id": "omoide", "project_id": mind.as_str(), "user_email": null }))
}

fn word(fields: &Map<String, Value>, name: &str) -> Option<String> {
    fields.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// What was said, as turns: each input of a person with the replies that follow it.
fn turns(messages: &Value) -> Result<Vec<(String, String)>, Failure> {
    let one = |message: &Value| -> Result<(String, String), Failure> {
        let role = message.get("role").and_then(Value::as_str).unwrap_or("user");
        let text = match message.get("content") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(parts)) => {
                parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
            }
            _ => return Err(Failure::invalid("messages: each has a role and a content")),
        };
        Ok((role.to_owned(), text))
    };
    let messages: Vec<(String, String)> = match messages {
        Value::String(text) => vec![("user".to_owned(), text.clone())],
        Value::Array(all) => all.iter().map(one).collect::<Result<_, _>>()?,
        message @ Value::Object(_) => vec![one(message)?],
        _ => return Err(Failure::invalid("messages: must be a text, a message or a list of messages")),
    };
    let mut turns: Vec<(String, String)> = Vec::new();
    for (role, text) in messages {
        match (role.as_str(), turns.last_mut()) {
            ("user", _) => turns.push((text, String::new())),
            ("assistant", Some((_, reply))) if reply.is_empty() => *reply = text,
            ("assistant", Some((_, reply))) => *reply = format!("{reply}\n{text}"),
            ("assistant", None) => turns.push((String::new(), text)),
            // What a system or a tool says is no memory of a conversation.
            _ => {}
        }
    }
    Ok(turns)
}

fn add(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let fields: Map<String, Value> = call.json()?;
    // As the person and the thread are stored, so that both tell of the same.
    let id = |name: &str| word(&fields, name).map(|id| mind.kept_name(&id).into_owned());
    let attached = Attached {
        user_id: id("user_id"),
        agent_id: id("agent_id"),
        run_id: id("run_id"),
        app_id: id("app_id"),
        metadata: fields.get("metadata").filter(|value| value.is_object()).cloned(),
        expiration_date: word(&fields, "expiration_date"),
        updated_at: None,
        came_another_way: false,
    };
    if IDS.iter().all(|name| word(&fields, name).is_none()) {
        return Err(Failure::invalid("one of user_id, agent_id, run_id and app_id is needed"));
    }
    let mut results = Vec::new();
    for (said, replied) in turns(fields.get("messages").unwrap_or(&Value::Null))? {
        let observation = Observation {
            replied,
            person: attached.user_id.clone(),
            thread: attached.run_id.clone(),
            finds_thread: true,
            by: Actor::Agent,
            ..Observation::said(said)
        };
        match mind.remember(observation)? {
            Remembered::Anew { memory, taken, .. } => {
                attached.keep(&mind, memory.id)?;
                let mut added = json!({ "id": memory.id, "memory": record::text(&memory), "event": "ADD" });
                if !taken.is_empty() {
                    added["redacted"] = taken.iter().map(|secret| (secret.kind.to_owned(), secret.count)).collect();
                }
                results.push(added);
            }
            Remembered::Before { id, .. } => {
                let memory = mind.find(&id.to_string())?;
                results.push(json!({ "id": id, "memory": record::text(&memory), "event": "NONE" }));
            }
            Remembered::Command
            | Remembered::NothingLeft
            | Remembered::Unsaid { .. }
            | Remembered::TookBack { .. }
            | Remembered::TakenBackBefore => {}
        }
    }
    Ok(json!({ "results": results }))
}

/// The filters of a request: those in its body, and the ids in its body or its question.
fn filters(call: &HttpCall, mind: &Mind<'_>) -> Result<(Map<String, Value>, Value), Failure> {
    let mut fields: Map<String, Value> = call.json()?;
    let query: Vec<(String, String)> = call.query()?;
    for (name, value) in query {
        fields.entry(name).or_insert(Value::from(value));
    }
    let mut all = vec![fields.get("filters").cloned().unwrap_or(Value::Null)];
    for name in IDS {
        if let Some(value) = word(&fields, name) {
            all.push(json!({ name: value }));
        }
    }
    all.retain(|filter| !filter.is_null());
    let mut filters = json!({ "AND": all });
    filter::with_ids(&mut filters, &IDS, &|id| mind.kept_name(id).into_owned());
    Ok((fields, filters))
}

/// Visits the memories that filters mean, the newest first, until `visit` says that it is enough.
fn visit(
    mind: &Mind<'_>,
    filters: &Value,
    shows_expired: bool,
    visit: &mut dyn FnMut(Memory, Value, &Attached) -> bool,
) -> Result<(), Failure> {
    let today = mind.now().date().to_string();
    // Sessions are made of these and go with them; mem0 knows nothing like them.
    let filter = Filter {
        kinds: vec![Kind::Episode],
        person: filter::demanded(filters, "user_id").map(str::to_owned),
        thread: filter::demanded(filters, "run_id").map(str::to_owned),
        newest_first: true,
        ..Filter::default()
    };
    let mut after = None;
    loop {
        let part = mind.list_from(&filter, after, CHUNK)?;
        for memory in part.memories {
            let attached = Attached::to(mind, &memory)?;
            let shown = record(&memory, &attached);
            let is_meant = filter::admits(filters, &shown)? && (shows_expired || !attached.is_expired(&today));
            if is_meant && !visit(memory, shown, &attached) {
                return Ok(());
            }
        }
        match part.next {
            Some(next) => after = Some(next),
            None => return Ok(()),
        }
    }
}

fn number(fields: &Map<String, Value>, name: &str) -> Option<usize> {
    let value = fields.get(name)?;
    value.as_u64().map(|number| number as usize).or_else(|| value.as_str()?.parse().ok())
}

fn get_all(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let (fields, filters) = filters(call, &mind)?;
    let size = number(&fields, "page_size").or(number(&fields, "top_k")).unwrap_or(MOST).clamp(1, 1_000);
    let page = number(&fields, "page").unwrap_or(1).max(1);
    let first = (page - 1).saturating_mul(size);
    let (mut count, mut results) = (0, Vec::new());
    visit(&mind, &filters, fields.get("show_expired") == Some(&Value::Bool(true)), &mut |memory, shown, _| {
        if memory.shown.is_put_away() {
            return true;
        }
        if (first..first.saturating_add(size)).contains(&count) {
            results.push(shown);
        }
        count += 1;
        true
    })?;
    let next = (first.saturating_add(size) < count).then(|| format!("?page={}&page_size={size}", page + 1));
    let previous = (page > 1).then(|| format!("?page={}&page_size={size}", page - 1));
    Ok(json!({ "count": count, "next": next, "previous": previous, "results": results }))
}

fn search(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let (fields, filters) = filters(call, &mind)?;
    let query = word(&fields, "query").ok_or_else(|| Failure::invalid("query: is missing"))?;
    let wanted = number(&fields, "top_k").or(number(&fields, "limit")).unwrap_or(10).clamp(1, MOST);
    let threshold = fields.get("threshold").and_then(Value::as_f64).unwrap_or(0.0);
    let today = mind.now().date().to_string();
    let user = filter::demanded(&filters, "user_id").map(str::to_owned);
    let prompt = Prompt {
        scope: Scope {
            // Ids that differ only in their case are of two users.
            person_spellings: user.iter().cloned().collect(),
            person: user,
            thread: filter::demanded(&filters, "run_id").map(str::to_owned),
            ..Scope::default()
        },
        // Some will be left out by what is attached to them.
        top_k: Some((wanted * 3).min(MOST)),
        leaves_a_mark: call.access.leaves_marks(),
        ..Prompt::new(query)
    };
    let mut results = Vec::new();
    for hit in mind.recall(&prompt)?.hits {
        let attached = Attached::to(&mind, &hit.memory)?;
        let mut shown = record(&hit.memory, &attached);
        let score = hit.gate.similarity.max(hit.gate.coverage).clamp(0.0, 1.0);
        if score < threshold || attached.is_expired(&today) || !filter::admits(&filters, &shown)? {
            continue;
        }
        shown["memory"] = json!(blunted(&Portion::whole(&hit).text));
        shown["score"] = json!(score);
        results.push(shown);
    }
    results.truncate(wanted);
    Ok(json!({ "results": results }))
}

fn get(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let memory = mind.find(call.param("id"))?;
    Ok(record(&memory, &Attached::to(&mind, &memory)?))
}

fn update(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let fields: Map<String, Value> = call.json()?;
    let mut memory = mind.find(call.param("id"))?;
    let mut attached = Attached::to(&mind, &memory)?;
    if let Some(text) = word(&fields, "text").or_else(|| word(&fields, "data")) {
        memory = mind.edit(call.param("id"), &Text { trigger: text, content: String::new() }, Actor::Agent)?;
    }
    if let Some(metadata) = fields.get("metadata").filter(|value| value.is_object()) {
        attached.metadata = Some(metadata.clone());
    }
    if let Some(date) = fields.get("expiration_date") {
        attached.expiration_date = date.as_str().map(str::to_owned);
    }
    attached.updated_at = Some(mind.now().to_string());
    attached.keep(&mind, memory.id)?;
    Ok(record(&memory, &attached))
}

fn history(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let history = mind.history(call.param("id"))?;
    let mut entries = Vec::new();
    let mut old = Value::Null;
    for version in &history.versions {
        let event = match version.made {
            Making::Original => "ADD",
            Making::Edited => "UPDATE",
            // What a night shortens is still the same memory to mem0.
            Making::Shortened { .. } => continue,
        };
        let new = Value::from(blunted(&version.text.joined()));
        entries.push(json!({
            "id": format!("{}-{}", history.id, version.version),
            "memory_id": history.id,
            "old_memory": old,
            "new_memory": new,
            "event": event,
            "created_at": version.made_at,
            "updated_at": version.made_at,
        }));
        old = new;
    }
    Ok(Value::from(entries))
}

fn entities(app: &App, call: &HttpCall) -> Result<Value, Failure> {
    let mind = mind(app, call)?;
    let mut found: std::collections::BTreeMap<(String, String), usize> = std::collections::BTreeMap::new();
    visit(&mind, &json!({}), true, &mut |_, shown, _| {
        for name in IDS {
            if let Some(value) = shown[name].as_str() {
                *found.entry((name.trim_end_matches("_id").to_owned(), value.to_owned())).or_default() += 1;
            }
        }
        true
    })?;
    let results: Vec<Value> = found
        .into_iter()
        .map(|((kind, name), count)| json!({ "type": kind, "name": name, "id": name, "total_memories": count }))
        .collect();
    Ok(json!({ "count": results.len(), "results": results }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_turns_of_a_person_and_the_replies() {
        let messages = json!([
            { "role": "system", "content": "Be kind." },
            { "role": "user", "content": "I moved to Kyoto." },
            { "role": "assistant", "content": "How nice!" },
            { "role": "assistant", "content": "When?" },
            { "role": "user", "content": [{ "type": "text", "text": "In May." }] },
        ]);
        let said = |said: &str, replied: &str| (said.to_owned(), replied.to_owned());
        assert_eq!(turns(&messages), Ok(vec![said("I moved to Kyoto.", "How nice!\nWhen?"), said("In May.", "")]));
        assert_eq!(turns(&json!("plain")), Ok(vec![said("plain", "")]));
        assert!(turns(&json!([{ "role": "user" }])).is_err());
        assert!(turns(&json!(5)).is_err());
    }
}
