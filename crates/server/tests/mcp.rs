//! MCP by its messages: both eras, every tool, and whatever someone may send.

use omoide_core::MindName;
use omoide_core::change::Actor;
use omoide_server::mcp::{LazyEngine, Mcp, ToolSet, serve_stdio};
use omoide_server::{Code, Failure};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

fn ask(mcp: &Mcp<'_>, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let answer = mcp.answer(&message.to_string()).expect("a request is answered");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)));
    answer
}

fn call(mcp: &Mcp<'_>, tool: &str, arguments: Value) -> Result<Value, String> {
    let answer = ask(mcp, "tools/call", json!({ "name": tool, "arguments": arguments }));
    let result = &answer["result"];
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    if result["isError"] == true { Err(text) } else { Ok(serde_json::from_str(&text).expect("JSON")) }
}

fn closed() -> LazyEngine {
    LazyEngine::new(Box::new(|| Err(Failure::new(Code::NoStore, "it is not to be opened"))))
}

fn over(engine: &LazyEngine) -> Mcp<'_> {
    Mcp::new(engine, MindName::default(), ToolSet::Full)
}

#[test]
fn a_host_is_answered_before_the_store_is_opened() {
    let engine = closed();
    let mcp = Mcp::new(&engine, MindName::default(), ToolSet::Usual);
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = ask(&mcp, "initialize", json!({ "protocolVersion": version, "capabilities": {} }));
        assert_eq!(answer["result"]["protocolVersion"], version);
        assert_eq!(answer["result"]["serverInfo"]["name"], "omoide");
        assert!(answer["result"]["instructions"].as_str().is_some_and(|text| text.len() < 2_048));
    }
    let unknown = ask(&mcp, "initialize", json!({ "protocolVersion": "1999-01-01" }));
    assert_eq!(unknown["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(ask(&mcp, "tools/list", json!({}))["result"]["tools"].as_array().map(Vec::len), Some(10));
    assert_eq!(ask(&mcp, "ping", json!({}))["result"], json!({}));
    let refused = call(&mcp, "recall", json!({ "query": "x" }));
    assert_eq!(refused, Err("no_store: it is not to be opened".to_owned()));
}

#[test]
fn requests_that_say_their_version_themselves_are_answered_in_their_way() {
    let engine = closed();
    let mcp = over(&engine);
    let meta = |version: &str| json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": version } });
    let found = ask(&mcp, "server/discover", meta("2026-07-28"))["result"].clone();
    assert_eq!(found["resultType"], "complete");
    assert!(found["supportedVersions"].as_array().is_some_and(|all| all.contains(&json!("2026-07-28"))));
    assert!(found["ttlMs"].is_u64() && found["cacheScope"] == "private");
    let tools = ask(&mcp, "tools/list", meta("2026-07-28"))["result"].clone();
    assert_eq!(tools["resultType"], "complete");
    let unknown = ask(&mcp, "tools/list", meta("2030-01-01"));
    assert_eq!(unknown["error"]["code"], -32022);
    assert_eq!(unknown["error"]["data"]["supported"], json!(["2026-07-28"]));
}

#[test]
fn an_agent_remembers_recalls_reads_updates_and_forgets() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine);
    let kept =
        call(&mcp, "remember", json!({ "text": "Mika's cat is called Tofu and hates the rain." })).expect("kept");
    let id = kept["handle"].as_str().expect("an id").to_owned();
    assert_eq!((&kept["outcome"], &kept["memory"]["category"]), (&json!("remembered"), &json!("lasting")));
    let again =
        call(&mcp, "remember", json!({ "text": "Mika's cat is called Tofu and hates the rain." })).expect("kept");
    assert_eq!((&again["outcome"], &again["handle"]), (&json!("already_remembered"), &json!(id)));

    let recalled = call(&mcp, "recall", json!({ "query": "What is the name of Mika's cat?" })).expect("recalled");
    assert_eq!(recalled["hits"][0]["memory"]["handle"], id);
    assert!(recalled["hits"][0]["shown"]["text"].as_str().is_some_and(|text| text.contains("Tofu")));
    let silent =
        call(&mcp, "recall", json!({ "query": "quarterly revenue of the shipping company" })).expect("silence");
    assert_eq!((&silent["hits"], &silent["silence"]), (&json!([]), &json!("nothing_relevant")));

    let read = call(&mcp, "read", json!({ "id": id })).expect("read");
    assert!(read["text"].as_str().is_some_and(|text| text.contains("hates the rain")));
    let updated = call(&mcp, "update", json!({ "id": id, "text": "Mika's cat is called Miso." })).expect("updated");
    assert_eq!(updated["outcome"], "updated");
    assert!(call(&mcp, "update", json!({ "id": id })).is_err_and(|why| why.contains("\"text\" or a \"category\"")));
    let told = call(&mcp, "update", json!({ "id": id, "category": "pets" })).expect("updated");
    assert_eq!((&told["category"], &told["text"]), (&json!("pets"), &json!("Mika's cat is called Miso.")));
    call(&mcp, "undo", json!({ "id": id })).expect("undone");
    let recalled = call(&mcp, "recall", json!({ "query": "Mika's cat" })).expect("recalled");
    assert!(recalled["hits"][0]["shown"]["text"].as_str().is_some_and(|text| text.contains("Miso")), "{recalled}");
    let undone = call(&mcp, "undo", json!({ "id": id })).expect("undone");
    assert!(undone["text"].as_str().is_some_and(|text| text.contains("Tofu")), "{undone}");

    assert_eq!(call(&mcp, "feedback", json!({ "id": id, "helped": true })).expect("noted")["outcome"], "noted");
    let listed = call(&mcp, "list_recent", json!({})).expect("a list");
    assert_eq!((&listed["total"], &listed["memories"][0]["handle"]), (&json!(1), &json!(id)));
    assert!(call(&mcp, "tag", json!({ "id": id })).is_err());
    let tagged = call(&mcp, "tag", json!({ "id": id, "add": ["Pets"] })).expect("tagged");
    assert_eq!(tagged, json!({ "handle": id, "tags": ["pets"] }));
    assert_eq!(call(&mcp, "list_recent", json!({ "tags": ["pets"] })).expect("a list")["total"], 1);
    assert_eq!(call(&mcp, "list_recent", json!({ "tags": ["cats"] })).expect("a list")["total"], 0);
    let of_pets = json!({ "query": "Who hates the rain?", "tags": ["PETS"] });
    let recalled = call(&mcp, "recall", of_pets).expect("recalled");
    assert_eq!(recalled["hits"][0]["memory"]["tags"], json!(["pets"]));
    let untagged = call(&mcp, "tag", json!({ "id": id, "remove": ["pets"] })).expect("untagged");
    assert_eq!(untagged["tags"], json!([]));
    call(&mcp, "remember", json!({ "text": "The shop is deployed on Tuesdays.", "project": "shop" })).expect("kept");
    let listed = call(&mcp, "list_recent", json!({ "project": "Shop" })).expect("a list");
    assert_eq!(listed["total"], 1);
    let of_shop = json!({ "query": "What is the cat called?", "in_project": "shop", "anything": true });
    let recalled = call(&mcp, "recall", of_shop).expect("recalled");
    assert_eq!(recalled["hits"].as_array().map(Vec::len), Some(1), "{recalled}");
    let unknown = call(&mcp, "list_recent", json!({ "project": "gardn" }));
    assert!(unknown.is_err_and(|why| why.starts_with("unknown_project: ") && why.ends_with("there are: shop")));
    let shop = recalled["hits"][0]["memory"]["handle"].as_str().expect("a handle").to_owned();
    call(&mcp, "forget", json!({ "id": shop, "how": "erase" })).expect("erased");
    let said = call(&mcp, "search_conversations", json!({ "words": ["Tofu"] })).expect("found");
    assert_eq!(said["passages"][0]["handle"], id);
    assert_eq!(call(&mcp, "protect", json!({ "id": id })).expect("protected")["protected"], true);
    assert!(call(&mcp, "forget", json!({ "id": id })).is_err_and(|why| why.starts_with("protected: ")));
    call(&mcp, "protect", json!({ "id": id, "protected": false })).expect("released");
    assert_eq!(call(&mcp, "forget", json!({ "id": id })).expect("archived")["outcome"], "archived");
    assert_eq!(call(&mcp, "restore", json!({ "id": id })).expect("restored")["outcome"], "restored");
    assert!(call(&mcp, "history", json!({ "id": id })).expect("a history")["events"].is_array());
    let other = call(&mcp, "remember", json!({ "text": "The cat Tofu was at the vet on Monday." })).expect("kept");
    let link = json!({ "from": id, "to": other["handle"], "type": "same_topic" });
    assert_eq!(call(&mcp, "link", link).expect("linked")["outcome"], "linked");
    assert_eq!(
        call(&mcp, "related", json!({ "id": id })).expect("related")["related"][0]["memory"]["handle"],
        other["handle"]
    );
    let status = call(&mcp, "sleep_status", json!({})).expect("a status");
    assert_eq!((&status["memories"], &status["due"]), (&json!(2), &json!([])));
    assert_eq!(call(&mcp, "sleep", json!({})).expect("slept"), json!({ "nights": [], "left": 0 }));
    let erased = call(&mcp, "forget", json!({ "id": id, "how": "erase" })).expect("erased");
    assert_eq!(erased["erased"], json!([id]));
    assert!(call(&mcp, "read", json!({ "id": id })).is_err_and(|why| why.starts_with("not_found: ")));
}

#[test]
fn what_cannot_be_used_is_told_and_nothing_is_stored() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine);
    for (tool, arguments) in [
        ("remember", json!({})),
        ("remember", json!({ "text": "" })),
        ("remember", json!({ "text": 5 })),
        ("remember", json!({ "text": "x", "colour": "red" })),
        ("remember", json!({ "text": "a\u{0}b" })),
        ("remember", json!({ "text": "x", "at": "yesterdy" })),
        ("remember", json!({ "text": "x", "at": "2099-01-01" })),
        ("recall", json!({ "query": " " })),
        ("recall", json!({ "query": "x", "limit": 0 })),
        ("recall", json!({ "query": "x", "limit": -1 })),
        ("recall", json!({ "query": "x", "budget_tokens": 999_999 })),
        ("read", json!({ "id": "" })),
        ("forget", json!({ "id": "mem_1", "how": "burn" })),
        ("related", json!({ "id": "mem_1", "depth": 99 })),
        ("search_conversations", json!({ "words": [] })),
    ] {
        let refused = call(&mcp, tool, arguments.clone());
        assert!(refused.as_ref().is_err_and(|why| why.len() < 400), "{tool} {arguments}: {refused:?}");
    }
    assert_eq!(call(&mcp, "sleep_status", json!({})).expect("a status")["memories"], 0);
    for (method, params, code) in [
        ("tools/call", json!({ "name": "no_such_tool" }), -32602),
        ("tools/call", json!({ "name": "recall", "arguments": [] }), -32602),
        ("tools/call", json!({}), -32602),
        ("resources/read", json!({ "uri": "omoide://memories/" }), -32602),
        ("resources/read", json!({ "uri": "file:///etc/passwd" }), -32602),
        ("prompts/get", json!({ "name": "remind_me" }), -32602),
        ("sampling/createMessage", json!({}), -32601),
    ] {
        assert_eq!(ask(&mcp, method, params)["error"]["code"], code, "{method}");
    }
}

#[test]
fn an_agent_that_may_only_read_is_offered_nothing_else() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine).with_right(omoide_server::keys::Right::Read);
    let listed = ask(&mcp, "tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().expect("a list");
    assert!(tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
    assert_eq!(
        ask(&mcp, "tools/call", json!({ "name": "remember", "arguments": { "text": "x" } }))["error"]["code"],
        -32602
    );
}

#[test]
fn long_memories_stay_within_the_budget_and_are_read_in_parts() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine);
    let long = "The replica in Osaka answered within two seconds again today. ".repeat(2_000);
    let id =
        call(&mcp, "remember", json!({ "text": long })).expect("kept")["handle"].as_str().expect("an id").to_owned();
    let answer = ask(
        &mcp,
        "tools/call",
        json!({ "name": "recall", "arguments": { "query": "replica in Osaka", "budget_tokens": 400 } }),
    );
    let text = answer["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(text.len() < 2_400 && text.contains("\"is_whole\":false"), "{} bytes", text.len());
    let (mut from, mut all) = (0, String::new());
    loop {
        let part = call(&mcp, "read", json!({ "id": id, "from": from })).expect("read");
        all.push_str(part["text"].as_str().expect("a text"));
        let Some(next) = part["continued_from"].as_u64() else { break };
        assert!(next > from);
        from = next;
    }
    assert!(all.matches("Osaka").count() >= 2_000, "{}", all.matches("Osaka").count());
}

#[test]
fn resources_and_prompts_hold_memories() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine);
    call(&mcp, "remember", json!({ "text": "忘れないで：鍵は青い箱の中にある。" })).expect("kept");
    for resource in ask(&mcp, "resources/list", json!({}))["result"]["resources"].as_array().expect("a list") {
        let read = ask(&mcp, "resources/read", json!({ "uri": resource["uri"] }));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{read}"));
        serde_json::from_str::<Value>(text).expect("JSON");
    }
    let got = ask(&mcp, "prompts/get", json!({ "name": "remind_me", "arguments": { "topic": "鍵はどこ？" } }));
    let text = got["result"]["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(text.contains("青い箱"), "{text}");
}

#[test]
fn messages_that_want_no_answer_get_none_and_lists_get_a_list() {
    let engine = closed();
    let mcp = over(&engine);
    assert_eq!(mcp.answer(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#), None);
    assert_eq!(mcp.answer(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), None);
    let list = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]"#;
    assert_eq!(mcp.answer(list).as_deref(), Some(r#"[{"id":1,"jsonrpc":"2.0","result":{}}]"#));
    for (text, code) in [
        ("{", -32700),
        ("[]", -32600),
        ("5", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
    ] {
        let answer: Value = serde_json::from_str(&mcp.answer(text).expect("an answer")).expect("JSON");
        assert_eq!(answer["error"]["code"], code, "{text}");
    }
}

#[test]
fn lines_are_answered_each_and_tools_in_their_order() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine);
    let mut input = String::from("\n  \r\nnot JSON\n");
    for id in 0..20 {
        let arguments = json!({ "text": format!("Number {id} of the list is here.") });
        let params = json!({ "name": "remember", "arguments": arguments });
        input.push_str(&format!(
            "{}\n",
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
        ));
    }
    input.push_str(r#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#);
    let mut output = Vec::new();
    serve_stdio(&mcp, input.as_bytes(), &mut output).expect("served");
    let output = String::from_utf8(output).expect("UTF-8");
    let ids: Vec<Value> =
        output.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["id"].clone()).collect();
    assert_eq!(ids.len(), 22);
    let numbers: Vec<u64> = ids.iter().filter_map(Value::as_u64).collect();
    assert_eq!(numbers, (0..20).collect::<Vec<_>>());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        proptest::sample::select(
            &["2.0", "tools/call", "recall", "read", "forget", "mem_20260301_001", "omoide://status"][..]
        )
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        let keys = proptest::sample::select(
            &[
                "jsonrpc",
                "id",
                "method",
                "params",
                "name",
                "arguments",
                "text",
                "query",
                "_meta",
                "uri",
                "limit",
                "id",
                "to",
                "memory",
                "reason",
                "helped",
                "x",
            ][..],
        );
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::btree_map(keys.prop_map(str::to_owned), inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

#[test]
fn tools_go_by_the_names_that_other_designs_have_for_them() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine);
    let long = format!("Mika's cat is called Tofu. {} It hates the rain.", "It sleeps on the warm roof. ".repeat(60));
    call(&mcp, "remember", json!({ "text": long })).expect("kept");
    for tool in ["recall_memories", "search_memory"] {
        let found = call(&mcp, tool, json!({ "query": "What is Mika's cat called?" })).expect("found");
        assert!(found["hits"][0].to_string().contains("Tofu"), "{tool}: {found}");
    }
    let said = call(&mcp, "search_past_conversations", json!({ "words": ["Tofu"] })).expect("found");
    let passage = said["passages"][0]["text"].as_str().expect("a text").to_owned();
    let begun: String = passage.chars().take(25).collect();
    let whole = call(&mcp, "read_memory_context", json!({ "text": format!("{begun}…") })).expect("read");
    assert!(whole["text"].as_str().is_some_and(|text| text.contains("It hates the rain.")), "{whole}");
    let missing = call(&mcp, "read_memory_context", json!({ "text": "Nobody ever said this." }));
    assert_eq!(missing, Err("not_found: no memory contains this text".to_owned()));
    let mind = sandbox.engine.mind(MindName::default());
    mind.change_pages(Actor::Agent, |pages| {
        pages.insert("/memories/notes.md".to_owned(), "Tabs, not spaces.".to_owned())
    })
    .expect("kept");
    let page = call(&mcp, "read_memory_file", json!({ "path": "/memories/notes.md" })).expect("read");
    assert!(page["text"].as_str().is_some_and(|text| text.contains("Tabs, not spaces.")), "{page}");
    assert!(call(&mcp, "read_memory_file", json!({ "path": "/memories/../etc" })).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scale::cases(14_000)))]

    #[test]
    fn whatever_is_sent_the_answer_is_a_message(value in any_json(), text in ".{0,60}") {
        let engine = closed();
        let mcp = over(&engine);
        for sent in [value.to_string(), text] {
            if let Some(answer) = mcp.answer(&sent) {
                let answer: Value = serde_json::from_str(&answer).expect("JSON");
                let first = answer.as_array().map_or(&answer, |all| &all[0]);
                prop_assert_eq!(&first["jsonrpc"], "2.0");
                prop_assert!(first.get("result").is_some() != first.get("error").is_some(), "{}", first);
            }
        }
    }
}

#[test]
fn whatever_a_tool_is_given_it_answers() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = over(&engine);
    let listed = ask(&mcp, "tools/list", json!({}))["result"]["tools"].clone();
    let listed = listed.as_array().expect("tools");
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(scale::cases(14_000)) };
    let outcome = TestRunner::new(config).run(&(any::<Index>(), any_json()), |(tool, arguments)| {
        let tool = &tool.get(listed)["name"];
        let answer = ask(&mcp, "tools/call", json!({ "name": tool, "arguments": arguments }));
        prop_assert!(answer.get("result").is_some() || answer["error"]["code"] == -32602, "{}", answer);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
