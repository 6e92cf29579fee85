//! Whatever key asks whatever of whatever mind: no answer holds anything of a mind that the key is not for.

mod client;

use client::Running;
use omoide_server::keys::Right;
use omoide_testkit::scale;
use proptest::prelude::*;
use serde_json::{Value, json};

const MINDS: [&str; 3] = ["apple", "birch", "cedar"];

/// A word that stands in every text of a mind and nowhere else.
fn mark(mind: &str) -> String {
    format!("zq{mind}qz")
}

/// A server whose minds have memories with their mark, and the ids of those.
fn planted() -> (Running, Vec<Vec<String>>) {
    let server = Running::new();
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
    (server, all)
}

#[derive(Clone, Debug)]
struct Asked {
    key: usize,
    mind: usize,
    memory: (usize, usize),
    what: usize,
}

fn asked() -> impl Strategy<Value = Asked> {
    (0..4_usize, 0..3_usize, (0..3_usize, 0..3_usize), 0..25_usize).prop_map(|(key, mind, memory, what)| Asked {
        key,
        mind,
        memory,
        what,
    })
}

/// The method, path and body of a call.
fn call(asked: &Asked, ids: &[Vec<String>]) -> (&'static str, String, Option<Value>) {
    let mind = MINDS[asked.mind];
    let id = &ids[asked.memory.0][asked.memory.1];
    let at = |rest: &str| format!("/v1/minds/{mind}/{rest}");
    let query = json!({ "query": "the secret of the garden", "gate": false, "limit": 20 });
    let tool = |name: &str, arguments: Value| {
        Some(
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": name, "arguments": arguments } }),
        )
    };
    match asked.what {
        0 => ("GET", "/v1/minds".to_owned(), None),
        1 => ("GET", at("memories?limit=200"), None),
        2 => ("GET", at(&format!("memories/{id}")), None),
        3 => ("GET", at(&format!("memories/{id}/history")), None),
        4 => ("GET", at(&format!("memories/{id}/relations?depth=5")), None),
        5 => ("POST", at("recall"), Some(query)),
        6 => ("PATCH", at(&format!("memories/{id}")), Some(json!({ "content": "seen" }))),
        7 => ("POST", at(&format!("memories/{id}/protect")), None),
        8 => ("POST", at(&format!("memories/{id}/undo")), None),
        9 => ("POST", at(&format!("memories/{id}/feedback")), Some(json!({ "helped": true }))),
        10 => ("GET", at("stats"), None),
        11 => ("GET", at("nights"), None),
        12 => ("POST", at("memory-tool"), Some(json!({ "command": "view", "path": "/memories/a" }))),
        13 => ("POST", "/mcp".to_owned(), tool("list_recent", json!({ "limit": 50 }))),
        14 => ("POST", "/mcp".to_owned(), tool("recall", json!({ "query": "secret garden", "anything": true }))),
        15 => ("POST", "/mcp".to_owned(), tool("read", json!({ "id": id }))),
        16 => ("POST", "/mcp".to_owned(), tool("search_conversations", json!({ "words": ["secret"] }))),
        17 => ("POST", "/mem0/v3/memories/".to_owned(), Some(json!({ "filters": {} }))),
        18 => ("POST", "/mem0/v3/memories/search/".to_owned(), Some(json!({ "query": "secret garden", "top_k": 50 }))),
        19 => ("GET", format!("/mem0/v1/memories/{id}/"), None),
        20 => ("GET", "/mem0/v1/entities/".to_owned(), None),
        21 => ("GET", format!("/mem0/v1/memories/{id}/history/"), None),
        22 => ("POST", at(&format!("memories/{id}/relations")), Some(json!({ "to": ids[0][0], "type": "same_topic" }))),
        23 => ("GET", at("threads"), None),
        _ => {
            ("POST", at("turns"), Some(json!({ "said": format!("The secret {} number 1 of the garden.", mark(mind)) })))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(3), max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn no_answer_holds_anything_of_another_mind(calls in proptest::collection::vec((asked(), 0..4_usize), 120)) {
        let (server, ids) = planted();
        let allowed: [&[&str]; 4] = [&["apple"], &["birch"], &["apple", "cedar"], &["nobody"]];
        let keys: Vec<String> = allowed.iter().map(|minds| server.key(Right::Admin, minds)).collect();
        let mut answered = 0;
        for (asked, beside) in calls {
            let (method, path, body) = call(&asked, &ids);
            let token = format!("Bearer {}", keys[asked.key]);
            let mut headers = vec![("authorization", token.as_str())];
            if beside < MINDS.len() {
                headers.push(("omoide-mind", MINDS[beside]));
            }
            let answer = server.ask(method, &path, &headers, body.as_ref());
            prop_assert!(answer.status < 500, "{asked:?}: {answer:?}");
            answered += usize::from(answer.status == 200);
            for (place, mind) in MINDS.iter().enumerate() {
                if !allowed[asked.key].contains(mind) {
                    let text = answer.body.replace(&format!("\\\"{mind}\\\""), "").replace(&format!("for the mind {mind}"), "");
                    prop_assert!(!text.contains(&mark(mind)), "{asked:?}: {}", answer.body);
                    if answer.status == 200 {
                        // An id may be told back to who sent it, but is never news.
                        let is_new = |id: &&String| text.contains(id.as_str()) && !path.contains(id.as_str()) && !body.as_ref().is_some_and(|body| body.to_string().contains(id.as_str()));
                        prop_assert_eq!(ids[place].iter().find(is_new), None, "{:?}: {}", asked, answer.body);
                    }
                }
            }
        }
        prop_assert!(answered > 20, "{answered} of 120 calls were answered, which shows nothing");
    }
}
