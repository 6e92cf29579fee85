//! The API by its answers: observe, recall, memories, nights, keys, guards.

mod client;

use std::io::{BufRead, BufReader, Write};

use client::Running;
use omoide_server::audit::{Audit, AuditState};
use omoide_server::keys::Right;
use serde_json::{Value, json};

const TURNS: &str = "/v1/minds/default/turns";

fn remember(server: &Running, said: &str) -> String {
    server.post(TURNS, &json!({ "said": said })).ok()["id"].as_str().expect("an id").to_owned()
}

#[test]
fn memories_are_tagged_and_found_by_their_tags() {
    let server = Running::new();
    let tomatoes = remember(&server, "The tomatoes need water every second day.");
    let pump = remember(&server, "The pump of the aquarium is too loud.");
    let retag = |id: &str, body: Value| server.post(&format!("/v1/minds/default/memories/{id}/tags"), &body);
    assert_eq!(
        retag(&tomatoes, json!({ "add": ["Garden", "todo"] })).ok()["memory"]["tags"],
        json!(["garden", "todo"])
    );
    assert_eq!(retag(&pump, json!({ "add": ["todo"] })).ok()["memory"]["tags"], json!(["todo"]));
    assert_eq!(retag(&pump, json!({ "add": ["joy"] })).problem(422), "bad_tag");
    assert_eq!(retag(&pump, json!({})).problem(422), "invalid");
    let listed = server.get("/v1/minds/default/memories?tags=todo,GARDEN").ok();
    assert_eq!(listed["memories"].as_array().map(Vec::len), Some(1));
    assert_eq!(listed["memories"][0]["id"], tomatoes.as_str());
    let wish = json!({ "query": "What is there to do?", "gate": false, "tags": ["garden"] });
    let hits = server.post("/v1/minds/default/recall", &wish).ok()["hits"].clone();
    assert_eq!((hits.as_array().map(Vec::len), &hits[0]["memory"]["id"]), (Some(1), &json!(tomatoes)));
    assert_eq!(retag(&tomatoes, json!({ "remove": ["garden"] })).ok()["memory"]["tags"], json!(["todo"]));
}

#[test]
fn lists_and_recalls_may_be_of_one_project_only() {
    let server = Running::new();
    server.post(TURNS, &json!({ "said": "The shop is deployed on Tuesdays.", "project": "shop" })).ok();
    server.post(TURNS, &json!({ "said": "The blog is deployed on Fridays.", "project": "blog" })).ok();
    let listed = server.get("/v1/minds/default/memories?project=SHOP").ok();
    assert_eq!(listed["memories"].as_array().map(Vec::len), Some(1));
    assert_eq!(listed["memories"][0]["trigger"], "The shop is deployed on Tuesdays.");
    let recall = |project: &str| {
        let wish = json!({ "query": "When is it deployed?", "gate": false, "in_project": project });
        server.post("/v1/minds/default/recall", &wish)
    };
    let hits = recall("blog").ok()["hits"].clone();
    assert_eq!(hits.as_array().map(Vec::len), Some(1));
    assert_eq!(hits[0]["memory"]["trigger"], "The blog is deployed on Fridays.");
    let unknown = recall("gardn");
    assert_eq!(unknown.problem(404), "unknown_project");
    assert!(unknown.json()["detail"].as_str().is_some_and(|detail| detail.ends_with("there are: blog, shop")));
}

#[test]
fn a_turn_is_observed_recalled_read_edited_and_erased() {
    let server = Running::new();
    let observed =
        server.post(TURNS, &json!({ "said": "Yuki's train leaves at 8:14 from platform 3.", "person": "yuki" }));
    assert_eq!(observed.ok()["outcome"], "remembered");
    let id = observed.json()["id"].as_str().expect("an id").to_owned();
    let again =
        server.post(TURNS, &json!({ "said": "Yuki's train leaves at 8:14 from platform 3.", "person": "yuki" }));
    assert_eq!((&again.ok()["outcome"], &again.json()["id"]), (&json!("already_remembered"), &json!(id)));

    let wish = json!({ "query": "When does Yuki's train leave?", "block": true });
    let recalled = server.post("/v1/minds/default/recall", &wish).ok();
    assert_eq!(recalled["hits"][0]["memory"]["id"], id.as_str());
    assert!(recalled["block"].as_str().is_some_and(|block| block.starts_with("<memories>")));
    let silent = server.post("/v1/minds/default/recall", &json!({ "query": "mitochondria in yeast" })).ok();
    assert_eq!((&silent["hits"], &silent["silence"]), (&json!([]), &json!("nothing_relevant")));

    let path = format!("/v1/minds/default/memories/{id}");
    assert_eq!(server.get(&path).ok()["turn"]["person"], "yuki");
    let edited = server.ask("PATCH", &path, &[], Some(&json!({ "trigger": "Yuki's train leaves at 8:20." }))).ok();
    assert_eq!(edited["memory"]["trigger"], "Yuki's train leaves at 8:20.");
    assert_eq!((&edited["changed"], &edited["redacted"]), (&json!(["text"]), &json!([])));
    let edit = |body: Value| server.ask("PATCH", &path, &[], Some(&body));
    assert_eq!(edit(json!({})).problem(422), "invalid");
    assert_eq!(edit(json!({ "category": "x".repeat(41) })).problem(422), "bad_category");
    let secret = json!({ "content": "with ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8", "category": "travel" });
    let edited = edit(secret).ok();
    assert_eq!((&edited["changed"], &edited["redacted"]), (&json!(["text", "category"]), &json!(["github-token"])));
    assert_eq!(edited["memory"]["category"], "travel");
    server.post(&format!("{path}/undo"), &json!({})).ok();
    assert!(
        server.post(&format!("{path}/undo"), &json!({})).ok()["memory"]["trigger"]
            .as_str()
            .is_some_and(|t| t.contains("8:14"))
    );
    assert_eq!(server.post(&format!("{path}/protect"), &json!({})).ok()["memory"]["protected"], true);
    assert_eq!(server.ask("DELETE", &path, &[], None).problem(409), "protected");
    assert_eq!(server.ask("POST", &format!("{path}/unprotect"), &[], None).ok()["memory"]["protected"], false);
    assert_eq!(server.ask("POST", &format!("{path}/archive"), &[], None).ok()["memory"]["current_level"], 4);
    assert_eq!(server.ask("POST", &format!("{path}/archive"), &[], None).problem(409), "archived");
    assert_eq!(server.ask("POST", &format!("{path}/restore"), &[], None).ok()["memory"]["current_level"], 1);
    assert_eq!(server.post(&format!("{path}/feedback"), &json!({ "helped": true })).ok()["ups"], 1.0);
    assert!(server.get(&format!("{path}/history")).ok()["events"].as_array().is_some_and(|events| events.len() > 5));

    let other = remember(&server, "Yuki missed the train and took the bus.");
    let link = json!({ "to": other, "type": "continues" });
    assert_eq!(server.post(&format!("{path}/relations"), &link).ok()["type"], "continues");
    assert_eq!(server.post(&format!("{path}/relations"), &link).problem(409), "already_linked");
    assert_eq!(server.get(&format!("{path}/relations")).ok()["related"][0]["memory"]["id"], other.as_str());
    server.ask("DELETE", &format!("{path}/relations/{other}"), &[], None).ok();
    assert_eq!(server.ask("DELETE", &path, &[], None).ok()["erased"].as_array().map(Vec::len), Some(1));
    assert_eq!(server.get(&path).problem(404), "not_found");
    let log = Audit::below(server.sandbox.folder()).read().expect("the audit log");
    assert_eq!((log.lines.len(), log.lines[0].act.as_str(), log.state), (1, "erase", AuditState::Whole));
}

#[test]
fn mem0s_configuration_is_confirmed_or_refused_and_never_passed_over() {
    let server = Running::new();
    let set = json!({ "message": "Configuration set successfully" });
    for in_force in
        [json!({}), json!({ "version": "v1.1", "embedder": { "provider": "builtin" }, "graph_store": null })]
    {
        assert_eq!(server.post("/mem0/configure", &in_force).ok(), set, "{in_force}");
    }
    let other = json!({ "llm": { "provider": "openai", "config": { "model": "gpt-4o", "api_key": "sk-secret" } } });
    let refused = server.post("/mem0/configure", &other);
    assert_eq!(refused.problem(422), "invalid");
    let detail = refused.json()["detail"].as_str().expect("a detail").to_owned();
    for said in ["llm.provider: ", "llm.config.model: ", "llm.config.api_key: ", "omoide provider use"] {
        assert!(detail.contains(said), "{said}: {detail}");
    }
    assert!(!detail.contains("sk-secret"), "{detail}");
    assert_eq!(server.post("/mem0/configure", &json!([1])).problem(422), "invalid");
}

#[test]
fn lists_are_filtered_and_go_on() {
    let server = Running::new();
    let turns: Vec<Value> = (0..25)
        .map(|number| {
            let person = if number % 5 == 0 { "sam" } else { "alex" };
            json!({ "said": format!("Number {number} of the list."), "at": format!("2026-02-{:02}", number + 1), "person": person })
        })
        .collect();
    let answer = server.post("/v1/minds/default/turns/batch", &json!({ "turns": turns })).ok();
    assert!(answer["turns"].as_array().expect("a list").iter().all(|turn| turn["outcome"] == "remembered"));
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = server.get(&format!("/v1/minds/default/memories?limit=7&order=oldest{cursor}")).ok();
        seen.extend(page["memories"].as_array().expect("a list").iter().map(|memory| memory["trigger"].clone()));
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(seen, (0..25).map(|number| json!(format!("Number {number} of the list."))).collect::<Vec<_>>());
    let sams = server.get("/v1/minds/default/memories?person=sam&since=2026-02-10").ok();
    assert_eq!(sams["memories"].as_array().map(Vec::len), Some(3));
    for bad in [
        "limit=0",
        "limit=999",
        "level=7",
        "kind=dream",
        "valence=sour",
        "cursor=x",
        "since=then",
        "colour=red",
        "limit=x",
    ] {
        let answer = server.get(&format!("/v1/minds/default/memories?{bad}"));
        assert!((400..500).contains(&answer.status), "{bad}: {answer:?}");
        answer.problem(answer.status);
    }
}

#[test]
fn threads_are_listed_with_what_there_is_of_them_and_go_on() {
    let server = Running::new();
    let turn = |thread: &str, day: u32| json!({ "said": format!("Day {day} of {thread}."), "at": format!("2026-02-{day:02}T10:00:00+09:00"), "thread": thread });
    let turns = [turn("garden", 1), turn("台所", 2), turn("garden", 3), turn("roof & walls", 4)];
    server.post("/v1/minds/default/turns/batch", &json!({ "turns": turns })).ok();
    server.post("/v1/minds/default/turns", &json!({ "said": "Of no conversation." })).ok();
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let part = server.get(&format!("/v1/minds/default/threads?limit=1{cursor}")).ok();
        seen.extend(part["threads"].as_array().expect("a list").iter().cloned());
        let Some(next) = part["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    let mut names: Vec<&Value> = seen.iter().map(|thread| &thread["thread"]).collect();
    assert!(names.remove(0).as_str().is_some_and(|name| name.starts_with("talk-")), "a rule began one: {names:?}");
    assert_eq!(names, ["roof & walls", "garden", "台所"]);
    let garden = json!({
        "thread": "garden", "memories": 2, "turns": 2,
        "first": "2026-02-01T10:00:00+09:00", "last": "2026-02-03T10:00:00+09:00",
    });
    assert_eq!(seen[2], garden);
    for bad in ["limit=0", "limit=201", "cursor=x", "thread=garden"] {
        let answer = server.get(&format!("/v1/minds/default/threads?{bad}"));
        assert!((400..500).contains(&answer.status), "{bad}: {answer:?}");
    }
}

#[test]
fn a_stream_of_any_length_is_taken_in_and_told_at_its_end() {
    let server = Running::new();
    let mut lines = String::new();
    for number in 0..600 {
        lines.push_str(&format!(
            "{}\n",
            json!({ "said": format!("Line {number} of the stream."), "uid": format!("u{number}") })
        ));
    }
    lines.push_str(
        "not json\n\n{\"said\":\"\"}\n{\"said\":\"/clear\"}\n{\"said\":\"Line 1 of the stream.\",\"uid\":\"u1\"}",
    );
    let mut request = format!(
        "POST /v1/minds/default/turns/stream HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n",
        server.address
    )
    .into_bytes();
    for piece in lines.as_bytes().chunks(1_000) {
        request.extend(format!("{:x}\r\n", piece.len()).into_bytes());
        request.extend(piece);
        request.extend(b"\r\n");
    }
    request.extend(b"0\r\n\r\n");
    let told = server.raw(&request).ok();
    assert_eq!(
        (&told["lines"], &told["remembered"], &told["already_remembered"]),
        (&json!(604), &json!(600), &json!(1)),
        "{told}"
    );
    assert_eq!((&told["nothing"], &told["refused"]), (&json!(1), &json!(2)), "{told}");
    assert_eq!(told["refusals"][0]["line"], 601);
    assert_eq!(server.get("/v1/minds").ok()["minds"][0]["memories"], 600);
}

#[test]
fn nights_are_shown_slept_and_undone() {
    let server = Running::new();
    server.post(TURNS, &json!({ "said": "It rained all day.", "at": "2026-02-20T10:00:00+09:00" })).ok();
    let nights = "/v1/minds/default/nights";
    assert_eq!(server.get(nights).ok()["due"].as_array().map(Vec::len), Some(9));
    let dream = server.post(nights, &json!({ "dry_run": true })).ok();
    assert_eq!((dream["nights"].as_array().map(Vec::len), &dream["is_dry_run"]), (Some(9), &json!(true)));
    assert_eq!(server.get(nights).ok()["nights"], json!([]));
    assert_eq!(server.post(nights, &json!({ "until": "2026-02-22" })).ok()["nights"].as_array().map(Vec::len), Some(2));
    assert_eq!(server.post(nights, &json!({ "until": "2030-01-01" })).problem(422), "night_to_come");
    assert_eq!(
        server.post(&format!("{nights}/undo"), &json!({ "date": "2026-02-21" })).problem(409),
        "not_the_last_night"
    );
    assert_eq!(server.post(&format!("{nights}/undo"), &json!({})).ok()["date"], "2026-02-22");
    assert!(server.get("/v1/minds/default/stats").ok()["levels"].is_array());
    let cost = server.get("/v1/minds/default/cost").ok();
    assert_eq!((&cost["spent"]["ever"]["usd"], &cost["usd"]), (&json!(0.0), &cost["forecast"]["usd_per_year"]));
    assert!(server.get("/v1/config").ok()["compression"].is_object());
}

#[test]
fn a_key_allows_what_it_says_and_no_more() {
    let server = Running::new();
    remember(&server, "The open house has no key yet.");
    let read = server.key(Right::Read, &[]);
    let write = server.key(Right::Write, &["default"]);
    let admin = server.key(Right::Admin, &[]);
    let other = server.key(Right::Admin, &["other"]);
    let turn = json!({ "said": "Something new to keep." });
    assert_eq!(server.post(TURNS, &turn).problem(401), "unauthorized");
    assert_eq!(server.with_key("omo_wrong", "POST", TURNS, Some(&turn)).problem(401), "unauthorized");
    assert_eq!(server.with_key(&read, "POST", TURNS, Some(&turn)).problem(403), "forbidden");
    server.with_key(&write, "POST", TURNS, Some(&turn)).ok();
    assert_eq!(server.with_key(&write, "POST", "/v1/minds/other/turns", Some(&turn)).problem(403), "forbidden");
    assert_eq!(server.with_key(&write, "GET", "/v1/config", None).problem(403), "forbidden");
    server.with_key(&admin, "GET", "/v1/config", None).ok();
    assert_eq!(server.with_key(&other, "GET", "/v1/minds", None).ok()["minds"], json!([]));
    assert_eq!(server.with_key(&read, "GET", "/v1/minds", None).ok()["minds"][0]["memories"], 2);
    for header in [("x-api-key", read.clone()), ("authorization", format!("Token {read}"))] {
        server.ask("GET", "/v1/minds", &[(header.0, &header.1)], None).ok();
    }
    // A key that may only read leaves no marks.
    let wish = json!({ "query": "Something new to keep" });
    let recalled = server.with_key(&read, "POST", "/v1/minds/default/recall", Some(&wish)).ok();
    let path = format!("/v1/minds/default/memories/{}", recalled["hits"][0]["memory"]["id"].as_str().expect("an id"));
    assert_eq!(server.with_key(&read, "GET", &path, None).ok()["memory"]["recalled_since_last_batch"], false);
    for open in ["/health", "/ready", "/v1/openapi.json"] {
        server.get(open).ok();
    }
    assert_eq!(server.get("/metrics").problem(401), "unauthorized");
}

#[test]
fn requests_for_other_hosts_and_pages_of_other_origins_are_refused() {
    let server = Running::with(|settings| settings.origins = vec!["https://notes.example".to_owned()]);
    let text = "GET /v1/minds HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
    assert_eq!(server.raw(text.as_bytes()).problem(403), "foreign_host");
    assert_eq!(
        server.ask("GET", "/v1/minds", &[("origin", "https://evil.example")], None).problem(403),
        "foreign_host"
    );
    let named = server.ask("GET", "/v1/minds", &[("origin", "https://notes.example")], None);
    assert!(named.head.contains("access-control-allow-origin: https://notes.example"), "{named:?}");
    assert!(!server.get("/v1/minds").head.contains("access-control"));
    let before = [("origin", "https://notes.example"), ("access-control-request-method", "POST")];
    assert_eq!(server.ask("OPTIONS", TURNS, &before, None).status, 204);
}

#[test]
fn what_cannot_be_understood_is_told_with_its_code() {
    let server = Running::new();
    assert_eq!(server.get("/v1/nowhere").problem(404), "unknown_route");
    assert_eq!(server.ask("PUT", TURNS, &[], None).problem(405), "wrong_method");
    assert_eq!(server.post(TURNS, &json!({ "said": 5 })).problem(422), "invalid");
    assert_eq!(server.post(TURNS, &json!({ "said": "x", "colour": "red" })).problem(422), "invalid");
    assert_eq!(server.post(TURNS, &json!({ "said": " " })).problem(422), "no_text");
    assert_eq!(server.post(TURNS, &json!({ "said": "x", "at": "2099-01-01" })).problem(422), "invalid");
    assert_eq!(server.post("/v1/minds/a%20b/turns", &json!({ "said": "x" })).problem(422), "invalid");
    assert_eq!(server.get("/v1/minds/default/memories/mem_1").problem(404), "not_found");
    let host = server.address;
    let plain = format!(
        "POST {TURNS} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    assert_eq!(server.raw(plain.as_bytes()).problem(415), "wrong_media_type");
    let torn = format!(
        "POST {TURNS} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{{\"said\":}}"
    );
    assert_eq!(server.raw(torn.as_bytes()).problem(400), "bad_request");
    let named = server.ask("GET", "/v1/nowhere", &[("x-request-id", "mine-1")], None);
    assert_eq!(named.json()["request_id"], "mine-1");
    assert!(named.head.contains("x-request-id: mine-1"));
}

#[test]
fn those_who_listen_hear_of_their_minds_only() {
    let server = Running::new();
    let (mine, admin) = (server.key(Right::Read, &["mine"]), server.key(Right::Admin, &[]));
    let mut stream = server.connect();
    let host = server.address;
    write!(stream, "GET /v1/events HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {mine}\r\n\r\n").expect("sent");
    let mut lines = BufReader::new(stream).lines().map(|line| line.expect("a line"));
    assert!(lines.by_ref().any(|line| line == ": listening"));
    for mind in ["other", "mine"] {
        let turn = json!({ "said": format!("A word to {mind}.") });
        server.with_key(&admin, "POST", &format!("/v1/minds/{mind}/turns"), Some(&turn)).ok();
    }
    let first = lines.by_ref().find(|line| line.starts_with("data: ")).expect("an event");
    let event: Value = serde_json::from_str(&first["data: ".len()..]).expect("JSON");
    assert_eq!(event["mind"], "mine");
    assert!(event.get("text").is_none() && !first.contains("A word"), "{first}");
}

#[test]
fn figures_are_as_prometheus_reads_them() {
    let server = Running::new();
    remember(&server, "Something to count.");
    let text = server.get("/metrics").body;
    for wanted in [
        "omoide_requests_total{route=\"observe\",status=\"200\"} 1",
        "omoide_request_duration_seconds_bucket{route=\"observe\",le=\"+Inf\"} 1",
        "omoide_turns_observed_total 1",
        "# TYPE memory_compression_rate gauge",
        "# TYPE memory_archive_count gauge",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let value = line.rsplit(' ').next().expect("a value");
        assert!(value.parse::<f64>().is_ok(), "{line}");
    }
}

#[test]
fn the_documentation_is_made_from_the_code() {
    let document = omoide_server::http::openapi_document();
    insta::assert_snapshot!("openapi", serde_json::to_string_pretty(&document).expect("JSON"));
    let page = include_str!("../../../docs/http-api.md");
    assert!(
        page.contains(&omoide_server::http::table_of_errors()),
        "the table of errors in docs/http-api.md is out of date"
    );
    let server = Running::new();
    assert_eq!(server.get("/v1/openapi.json").ok(), document);
}

#[test]
fn nobody_listens_beyond_this_machine_without_a_key() {
    let sandbox = omoide_testkit::sandbox::Sandbox::default();
    let mut settings = omoide_server::http::ServerSettings::on_loopback(sandbox.folder().to_owned());
    settings.listen = "0.0.0.0:0".parse().expect("an address");
    let refused =
        omoide_server::http::Server::bind(sandbox.engine.clone(), settings.clone(), Box::new(std::io::sink()));
    assert!(refused.is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied));
}

#[test]
fn mcp_is_spoken_over_http_in_both_eras() {
    let server = Running::new();
    let ping = |headers: &[(&str, &str)], message: Value| server.ask("POST", "/mcp", headers, Some(&message));
    let begun = ping(
        &[],
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": "2025-06-18" } }),
    );
    assert_eq!(begun.ok()["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(ping(&[], json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).status, 202);
    let remember = json!({ "name": "remember", "arguments": { "text": "MCP over HTTP works." } });
    let called = ping(&[], json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": remember }));
    assert_eq!(called.ok()["result"]["isError"], false);
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} });
    let list = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": { "_meta": meta } });
    let right = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/list")];
    assert_eq!(ping(&right, list.clone()).ok()["result"]["resultType"], "complete");
    let wrong = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call")];
    let refused = ping(&wrong, list);
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!(-32020)));
    let read = server.key(Right::Read, &[]);
    let listed =
        server.with_key(&read, "POST", "/mcp", Some(&json!({ "jsonrpc": "2.0", "id": 4, "method": "tools/list" })));
    let tools = listed.ok()["result"]["tools"].as_array().expect("a list").clone();
    assert!(tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true), "a key that may only read");
    assert_eq!(server.get("/mcp").problem(405), "wrong_method");
}

#[test]
fn the_memory_tool_of_the_claude_api_keeps_its_files_with_the_mind() {
    let server = Running::new();
    let ask = |mind: &str, command: Value| server.post(&format!("/v1/minds/{mind}/memory-tool"), &command).ok();
    let create = json!({ "command": "create", "path": "/memories/plan.md", "file_text": "1. rest\n" });
    let made = ask("default", create);
    assert_eq!(made, json!({ "content": "File created successfully at: /memories/plan.md", "is_error": false }));
    let view = json!({ "command": "view", "path": "/memories/plan.md" });
    let seen = ask("default", view.clone());
    assert_eq!(
        seen["content"],
        "Here's the content of /memories/plan.md with line numbers:\n     1\t1. rest\n     2\t"
    );
    assert_eq!(ask("other", view)["is_error"], true);
    assert_eq!(server.post("/v1/minds/default/memory-tool", &json!({ "command": "burn" })).problem(422), "invalid");
}

#[test]
fn a_server_that_is_stopped_has_written_what_it_acknowledged() {
    let server = Running::new();
    let ids: Vec<String> = (0..20).map(|number| remember(&server, &format!("Acknowledged number {number}."))).collect();
    let sandbox = server.stop();
    let mind = sandbox.engine.mind(omoide_core::MindName::default());
    assert!(ids.iter().all(|id| mind.find(id).is_ok()));
}

#[test]
fn what_a_recall_leaves_behind_is_written_after_the_answer() {
    let server = Running::new();
    server.post("/v1/minds/default/turns", &json!({ "said": "The spare key lies under the blue pot." })).ok();
    let wish = json!({ "query": "Where is the spare key?" });
    assert_eq!(server.post("/v1/minds/default/recall", &wish).ok()["hits"].as_array().map(Vec::len), Some(1));
    let sandbox = server.stop();
    let mind = sandbox.engine.mind(omoide_core::MindName::default());
    let kept = mind.list(&Default::default()).expect("a list");
    assert!(kept[0].life.retention().recalled_since_last_batch);
}

#[test]
fn a_recall_that_is_explained_tells_every_term() {
    let server = Running::new();
    server.post("/v1/minds/default/turns", &json!({ "said": "The spare key lies under the blue pot." })).ok();
    for (profile, term) in
        [("fused", "relevance"), ("resonance", "base"), ("intent", "composite"), ("activation", "spread")]
    {
        let wish = json!({ "query": "Where is the spare key?", "explain": true, "profile": profile, "gate": false });
        let answer = server.post("/v1/minds/default/recall", &wish).ok();
        let hit = &answer["hits"][0];
        assert_eq!(hit["terms"]["profile"], profile, "{answer}");
        assert!(hit["terms"][term].is_number(), "{answer}");
        assert_eq!(hit["terms"]["total"], hit["score"], "{answer}");
        assert!(answer["plan"]["intent"].is_string(), "{answer}");
    }
    let plain = server.post("/v1/minds/default/recall", &json!({ "query": "Where is the spare key?" })).ok();
    assert!(plain["hits"][0].get("terms").is_none() && plain.get("plan").is_none(), "{plain}");
}

#[test]
fn a_stream_holds_no_more_than_it_may() {
    let server = Running::with(|settings| {
        settings.limits.body_bytes = 20_000;
        settings.limits.held_bytes = 200_000;
    });
    let line = |length: usize| format!("{}\n", json!({ "said": "word ".repeat(length / 5) }));
    let stream = |lines: &[String]| {
        let body = lines.concat();
        let head = format!(
            "POST /v1/minds/default/turns/stream HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        server.raw(&[head.as_bytes(), body.as_bytes()].concat())
    };
    // More than may be held at once, but one after another.
    let many: Vec<String> = (0..50).map(|number| line(9_000 + 5 * number)).collect();
    assert_eq!(stream(&many).ok()["remembered"], 50);
    assert_eq!(stream(&[line(30_000)]).problem(413), "too_large");
    server.get("/health").ok();
}

#[test]
fn a_recall_knows_its_project_its_thread_and_what_was_put_away() {
    let server = Running::new();
    for (said, thread, project) in [
        ("The release of the shop waits for Keiko.", "s1", "shop"),
        ("The release of the blog waits for Daniel.", "b1", "blog"),
    ] {
        let turn = json!({ "said": said, "thread": thread, "project": project });
        server.post(TURNS, &turn).ok();
    }
    let found = |more: Value| -> String {
        let mut wish = json!({ "query": "the release waits", "mark": false });
        wish.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        server.post("/v1/minds/default/recall", &wish).ok()["hits"].to_string()
    };
    let shop = found(json!({ "project": "shop" }));
    assert!(shop.contains("Keiko") && !shop.contains("Daniel"), "{shop}");
    let open = json!({ "project": "shop", "open_thread": "s1" });
    assert_eq!(found(open), "[]");
    assert!(found(json!({ "open_thread": "s1", "own_turns": true })).contains("Keiko"));
    let later = json!({ "open_thread": "s1", "context_since": "2100-01-01T00:00:00Z" });
    assert!(found(later).contains("Keiko"));
    let listed = server.get("/v1/minds/default/memories?thread=s1").ok();
    let id = listed["memories"][0]["id"].as_str().expect("an id").to_owned();
    server.ask("POST", &format!("/v1/minds/default/memories/{id}/archive"), &[], None).ok();
    assert!(!found(json!({})).contains("Keiko"));
    assert!(found(json!({ "archived": true })).contains("Keiko"));
}

#[test]
fn a_turn_that_is_unsaid_is_not_kept_and_the_one_before_it_is_put_away() {
    let server = Running::new();
    let turn = |said: &str| server.post(TURNS, &json!({ "said": said, "thread": "t1" })).ok();
    let before = turn("I crashed the rental car.");
    assert_eq!(before["memory"]["category"], "casual");
    let unsaid = turn("Please forget what I just said.");
    assert_eq!((&unsaid["outcome"], &unsaid["handle"]), (&json!("unsaid"), &before["handle"]));
    assert_eq!(turn("off the record, I was speeding")["outcome"], "unsaid");
    let memories = server.get("/v1/minds/default/memories").ok();
    assert_eq!(memories["memories"].as_array().map(Vec::len), Some(1));
    assert_eq!(memories["memories"][0]["current_level"], 4);
}
