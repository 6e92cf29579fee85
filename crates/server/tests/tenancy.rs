//! Whatever key asks whatever of whatever mind, by whichever way: no answer holds anything of a mind that the key is not
//! for, and nothing is done that the key has no right to.

mod client;

use client::Running;
use client::routes::ROUTES;
use omoide::ActivityQuery;
use omoide_core::ports::store::Filter;
use omoide_core::{Kind, MindName};
use omoide_server::audit::{Audit, AuditState};
use omoide_server::keys::Right;
use omoide_server::mcp::ToolSet;
use omoide_testkit::scale;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

const MINDS: [&str; 3] = ["apple", "birch", "cedar"];

/// What the keys are for; nothing named means all minds.
const KEYS: [(Right, &[&str]); 8] = [
    (Right::Admin, &["apple"]),
    (Right::Write, &["apple"]),
    (Right::Read, &["apple"]),
    (Right::Write, &["birch"]),
    (Right::Read, &["apple", "cedar"]),
    (Right::Admin, &["nobody"]),
    (Right::Read, &[]),
    (Right::Write, &[]),
];

/// A word that stands in every text of a mind and nowhere else.
fn mark(mind: &str) -> String {
    format!("zq{mind}qz")
}

/// A server whose minds have memories with their mark, and the ids of those.
fn planted() -> (Running, Vec<Vec<String>>) {
    let server = Running::with(|settings| settings.tools = ToolSet::Full);
    let mut all = Vec::new();
    for mind in MINDS {
        let mut ids = Vec::new();
        for number in 0..3 {
            let said = format!("The secret {} number {number} of the garden.", mark(mind));
            let turn = json!({ "said": said, "person": mark(mind), "thread": mark(mind) });
            let observed = server.post(&format!("/v1/minds/{mind}/turns"), &turn).ok();
            ids.push(observed["id"].as_str().expect("an id").to_owned());
        }
        let file = json!({ "command": "create", "path": "/memories/a", "file_text": mark(mind) });
        server.post(&format!("/v1/minds/{mind}/memory-tool"), &file).ok();
        all.push(ids);
    }
    // Minds that share a turn share nothing else.
    let said = json!({ "said": "All hear of the hedge.", "uid": "shared", "witnesses": { "minds": MINDS } });
    server.post("/v1/minds/apple/turns", &said).ok();
    // A night is due from now on.
    server.sandbox.clock.pass_days(2);
    (server, all)
}

#[derive(Clone, Debug)]
struct Asked {
    key: usize,
    mind: usize,
    /// The mind that the header names, if it is one.
    beside: usize,
    memory: (usize, usize),
    what: Index,
}

fn asked() -> impl Strategy<Value = Asked> {
    let memory = (0..MINDS.len(), 0..3_usize);
    (0..KEYS.len(), 0..MINDS.len(), 0..MINDS.len() + 1, memory, any::<Index>())
        .prop_map(|(key, mind, beside, memory, what)| Asked { key, mind, beside, memory, what })
}

/// A call, and the least right that may make it.
#[derive(Clone, Debug)]
struct WalkCall {
    method: String,
    /// The path as the table of routes has it.
    route: String,
    body: Option<Value>,
    needs: Right,
    /// A tool of MCP, if it is one.
    tool: Option<&'static str>,
}

/// Every call that is made: every route, with every command of the memory tool, and every tool, resource and prompt.
fn calls(asked: &Asked, ids: &[Vec<String>]) -> Vec<WalkCall> {
    let id = &ids[asked.memory.0][asked.memory.1];
    let of_route = |(method, path): &(String, String)| WalkCall {
        method: method.clone(),
        route: path.clone(),
        body: body(method, path, MINDS[asked.mind], &ids[0][0]),
        needs: needs(method, path),
        tool: None,
    };
    let mut all: Vec<WalkCall> = ROUTES.iter().filter(|(_, path)| path != "/mcp").map(of_route).collect();
    let page = |body: Value, needs| WalkCall {
        method: "POST".to_owned(),
        route: "/v1/minds/{mind}/memory-tool".to_owned(),
        body: Some(body),
        needs,
        tool: None,
    };
    all.push(page(json!({ "command": "create", "path": "/memories/b", "file_text": "x" }), Right::Write));
    all.push(page(json!({ "command": "delete", "path": "/memories/a" }), Right::Write));
    let turn = |body: Value| WalkCall {
        method: "POST".to_owned(),
        route: "/v1/minds/{mind}/turns".to_owned(),
        body: Some(body),
        needs: Right::Write,
        tool: None,
    };
    // Whoever may not write to all minds that hear a turn writes to none.
    let minds = json!({ "minds": [MINDS[asked.mind], MINDS[asked.memory.0]] });
    all.push(turn(json!({ "said": "Some hear of the pond.", "witnesses": minds })));
    all.push(turn(json!({ "retracts": "shared" })));
    let message = |method: &str, params: Value, needs, tool| WalkCall {
        method: "POST".to_owned(),
        route: "/mcp".to_owned(),
        body: Some(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })),
        needs,
        tool,
    };
    all.push(message("resources/read", json!({ "uri": "omoide://memories/recent" }), Right::Read, None));
    all.push(message("resources/read", json!({ "uri": format!("omoide://memories/{id}") }), Right::Read, None));
    let prompt = json!({ "name": "remind_me", "arguments": { "topic": "the secret of the garden" } });
    all.push(message("prompts/get", prompt, Right::Read, None));
    for (name, needs, arguments) in tools(id, &ids[0][0]) {
        let params = json!({ "name": name, "arguments": arguments });
        all.push(message("tools/call", params, needs, Some(name)));
    }
    all
}

/// What a route needs, by what it does and not by the table that the server goes by.
fn needs(method: &str, path: &str) -> Right {
    let does = |words: &[&str]| words.iter().any(|word| path.contains(word));
    let erases_all =
        method == "DELETE" && (path.ends_with("/memories/") || path.ends_with("/memories") || does(&["entities"]));
    if erases_all || does(&["/config", "/reset"]) || method == "POST" && does(&["/nights"]) {
        return Right::Admin;
    }
    let is_question = does(&[
        "/recall",
        "/prime",
        "/associate",
        "/search",
        "memory-tool",
        "/mem0/v3/memories/",
        "/mem0/v2/memories/",
    ]) && !does(&["/add"]);
    if method == "GET" || is_question { Right::Read } else { Right::Write }
}

fn body(method: &str, path: &str, mind: &str, other: &str) -> Option<Value> {
    let said = format!("The secret {} number 1 of the garden.", mark(mind));
    Some(match (method, path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default()) {
        ("POST", "turns") => json!({ "said": said }),
        ("POST", "unsay") => json!({ "turn": other }),
        ("POST", "batch") => json!({ "turns": [{ "said": said }] }),
        ("POST", "stream") => json!({ "said": said }),
        // A mark is written after the answer, and would pass for what the next call did.
        ("POST", "recall") => json!({ "query": "the secret of the garden", "gate": false, "limit": 20, "mark": false }),
        ("POST", "prime") => json!({ "message": "the secret of the garden", "mark": false }),
        ("POST", "associate") => json!({ "text": "the secret of the garden", "far": true, "limit": 50 }),
        ("POST", "activity") => json!({ "type": "error", "content": said }),
        ("PATCH", _) => json!({ "content": "seen" }),
        ("POST", "feedback") => json!({ "helped": true }),
        ("POST", "relations") => json!({ "to": other, "type": "same_topic" }),
        ("POST", "memory-tool") => json!({ "command": "view", "path": "/memories/a" }),
        ("POST", "search") => json!({ "query": "secret garden", "top_k": 50 }),
        ("POST", "memories") if path.contains("/v2") || path.contains("/v3") => json!({ "filters": {} }),
        ("POST", "memories" | "add") => {
            // Which mind it goes to, the header says.
            json!({ "messages": "Something about the garden.", "user_id": "someone" })
        }
        ("POST", "join" | "part" | "rename") => json!({ "name": mark(MINDS[1]) }),
        ("POST", "tasks") => json!({ "text": said }),
        ("PUT", _) => json!({ "text": "seen" }),
        ("POST", "{word}") => json!({ "session_id": "s", "prompt": "the secret of the garden" }),
        _ => return None,
    })
}

/// Every tool, the least right that may use it, and arguments that it takes.
fn tools(id: &str, other: &str) -> Vec<(&'static str, Right, Value)> {
    let one = json!({ "id": id });
    let query = json!({ "query": "the secret of the garden", "anything": true });
    let words = json!({ "words": ["secret"] });
    vec![
        ("recall", Right::Read, query.clone()),
        ("recall_memories", Right::Read, query.clone()),
        ("search_memory", Right::Read, query),
        ("search_conversations", Right::Read, words.clone()),
        ("search_past_conversations", Right::Read, words),
        ("read", Right::Read, one.clone()),
        ("read_memory_context", Right::Read, json!({ "text": "secret" })),
        ("read_memory_file", Right::Read, json!({ "path": "/memories/a" })),
        ("list_recent", Right::Read, json!({ "limit": 50 })),
        ("sleep_status", Right::Read, json!({})),
        ("prime", Right::Read, json!({ "message": "the secret of the garden" })),
        ("associate", Right::Read, json!({ "text": "the secret of the garden", "far": true, "limit": 50 })),
        ("activity", Right::Read, json!({ "limit": 200, "budget_tokens": 8000 })),
        ("log_activity", Right::Write, json!({ "type": "error", "content": "Something about the garden." })),
        ("history", Right::Read, one.clone()),
        ("related", Right::Read, json!({ "id": id, "depth": 5 })),
        ("remember", Right::Write, json!({ "text": "Something about the garden." })),
        ("update", Right::Write, json!({ "id": id, "text": "seen" })),
        ("forget", Right::Write, json!({ "id": id, "how": "erase" })),
        ("feedback", Right::Write, json!({ "id": id, "helped": true })),
        ("undo", Right::Write, one.clone()),
        ("protect", Right::Write, one.clone()),
        ("restore", Right::Write, one),
        ("unsay", Right::Write, json!({ "turn": "shared" })),
        ("tag", Right::Write, json!({ "id": id, "add": ["seen"] })),
        ("link", Right::Write, json!({ "from": id, "to": other, "type": "same_topic" })),
        ("person", Right::Read, json!({ "name": mark(MINDS[0]) })),
        ("person_names", Right::Write, json!({ "change": "join", "name": mark(MINDS[0]), "other": mark(MINDS[2]) })),
        ("tasks", Right::Read, json!({ "state": "all" })),
        ("task", Right::Write, json!({ "change": "add", "task": "mend the gate" })),
        ("sleep", Right::Admin, json!({})),
        ("thread", Right::Write, json!({ "action": "list" })),
    ]
}

/// All that a call can change of a mind, but for sessions: those are made after an answer, and would pass for what the next
/// call did.
fn state(server: &Running, mind: &str) -> String {
    let mind = server.sandbox.engine.mind(mind.parse::<MindName>().expect("a name"));
    let mut memories = mind.list(&Filter::default()).expect("a list");
    memories.retain(|memory| memory.kind != Kind::Session);
    let nights = mind.sleep_status().expect("nights").nights.len();
    let log = mind.activity(&ActivityQuery { limit: usize::MAX, ..ActivityQuery::default() }).expect("a log");
    let tasks = mind.tasks(omoide_core::ItemState::Open, 100).expect("tasks");
    format!("{memories:?} {:?} {nights} {log:?} {tasks:?}", mind.pages().expect("pages"))
}

/// Makes the call, and holds what came of it against what the key may do. True if it was answered.
fn make(server: &Running, keys: &[String], ids: &[Vec<String>], asked: &Asked) -> Result<bool, TestCaseError> {
    let all = calls(asked, ids);
    let WalkCall { method, route, body, needs, tool } = asked.what.get(&all);
    let (right, minds) = KEYS[asked.key];
    let is_for = |mind: &str| minds.is_empty() || minds.contains(&mind);
    let id = &ids[asked.memory.0][asked.memory.1];
    let mut path = route.replace("{mind}", MINDS[asked.mind]).replace("{id}", id).replace("{other}", &ids[0][1]);
    path = path
        .replace("{word}", "user-prompt-submit")
        .replace("{type}", "user")
        .replace("{name}", &mark(MINDS[asked.mind]));
    if *method == "DELETE" && path.starts_with("/mem0") && needs == &Right::Admin && !path.contains("entities") {
        path.push_str(&format!("?user_id={}", mark(MINDS[asked.mind])));
    }
    if path.ends_with("/activity/read") {
        path.push_str("?pointer=activity_log/2026-03-01.jsonl");
    }
    let token = format!("Bearer {}", keys[asked.key]);
    let mut headers = vec![("authorization", token.as_str())];
    if asked.beside < MINDS.len() {
        headers.push(("omoide-mind", MINDS[asked.beside]));
    }
    let before = MINDS.map(|mind| state(server, mind));
    let answer = server.ask(method, &path, &headers, body.as_ref());
    prop_assert!(answer.status < 500, "{method} {path} {body:?}: {answer:?}");
    for (place, mind) in MINDS.iter().enumerate() {
        let may_change = is_for(mind) && right >= *needs && right > Right::Read;
        let after = state(server, mind);
        prop_assert!(
            may_change || after == before[place],
            "{right:?} {minds:?} changed {mind}: {method} {path} {body:?}"
        );
        if !is_for(mind) {
            let text = answer.body.replace(&format!("\\\"{mind}\\\""), "").replace(&format!("for the mind {mind}"), "");
            let is_sent =
                |word: &str| path.contains(word) || body.as_ref().is_some_and(|body| body.to_string().contains(word));
            prop_assert!(is_sent(&mark(mind)) || !text.contains(&mark(mind)), "{method} {path}: {}", answer.body);
            // An id may be told back to who sent it, but is never news.
            let is_news = |id: &&String| text.contains(id.as_str()) && !is_sent(id);
            prop_assert_eq!(ids[place].iter().find(is_news), None, "{} {}: {}", method, &path, &answer.body);
        }
    }
    if right < *needs {
        match tool {
            // Who may not use a tool is told that there is none, once the mind is settled.
            Some(_) if answer.status == 200 => prop_assert_eq!(&answer.json()["error"]["code"], -32602, "{:?}", answer),
            _ => prop_assert!([400, 403].contains(&answer.status), "{right:?} {minds:?} {method} {path}: {answer:?}"),
        }
    }
    Ok(answer.status == 200)
}

#[test]
fn the_walk_goes_by_every_route_and_every_tool() {
    let (server, ids) = planted();
    let asked = Asked { key: 0, mind: 0, beside: 0, memory: (0, 0), what: any_index() };
    let all = calls(&asked, &ids);
    for (method, path, right) in omoide_server::http::route_table() {
        let is_called = all.iter().any(|call| call.method == method && call.route == path);
        assert!(is_called || path == "/v1/events", "{method} {path}");
        // The server's table says what the walk expects.
        let wanted = needs(&method, path);
        assert!(
            right.is_none() || right == Some(wanted) || path == "/mcp",
            "{method} {path}: {right:?}, not {wanted:?}"
        );
    }
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let listed = server.post("/mcp", &list).ok();
    for tool in listed["result"]["tools"].as_array().expect("a list") {
        assert!(all.iter().any(|call| call.tool.is_some_and(|name| tool["name"] == name)), "{}", tool["name"]);
    }
}

fn any_index() -> Index {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    any::<Index>().new_tree(&mut runner).expect("a value").current()
}

#[test]
fn who_has_the_right_may_do_it() {
    // Else a server that refuses everything would pass.
    let (server, ids) = planted();
    let admin = server.key(Right::Admin, &["apple"]);
    let asked = Asked { key: 0, mind: 0, beside: 0, memory: (0, 0), what: any_index() };
    let keys: Vec<String> = vec![admin; KEYS.len()];
    let (mut answered, all) = (0, calls(&asked, &ids));
    for call in &all {
        let path = call.route.replace("{mind}", "apple").replace("{id}", &ids[0][0]).replace("{other}", &ids[0][1]);
        let token = format!("Bearer {}", keys[0]);
        let headers = [("authorization", token.as_str()), ("omoide-mind", "apple")];
        let answer = server.ask(&call.method, &path, &headers, call.body.as_ref());
        // Names of persons are common to all minds, which this key is not for.
        let is_of_all = ["/join", "/part", "/rename"].iter().any(|end| path.ends_with(end));
        let may_refuse = is_of_all || path.starts_with("/hooks");
        assert!(answer.status != 401 && (answer.status != 403 || may_refuse), "{path}: {answer:?}");
        answered += usize::from(answer.status == 200);
    }
    assert!(answered > all.len() / 2, "{answered} of {} calls were answered", all.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(10), max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn no_answer_holds_anything_of_another_mind_and_nothing_is_done_without_the_right(
        walk in proptest::collection::vec(asked(), 300),
    ) {
        let (server, ids) = planted();
        let keys: Vec<String> = KEYS.iter().map(|(right, minds)| server.key(*right, minds)).collect();
        let mut answered = 0;
        for asked in &walk {
            answered += usize::from(make(&server, &keys, &ids, asked)?);
        }
        prop_assert!(answered > walk.len() / 10, "{answered} of {} calls were answered, which shows nothing", walk.len());
        let log = Audit::below(server.sandbox.folder()).read().expect("the log");
        prop_assert_eq!(log.state, AuditState::Whole);
    }
}
