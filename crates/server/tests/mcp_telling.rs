//! What tools of MCP tell an agent where it could draw a wrong conclusion: of an empty answer, of a protected memory, of its
//! own words, of the end of a text, and of levels.

use omoide::{Budget, Mind, Observation, Prompt, block_within};
use omoide_core::MindName;
use omoide_core::change::Actor;
use omoide_server::mcp::{LazyEngine, Mcp, ToolSet};
use omoide_testkit::sandbox::Sandbox;
use serde_json::{Value, json};

fn ask(mcp: &Mcp<'_>, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    serde_json::from_str(&mcp.answer(&message.to_string()).expect("a request is answered")).expect("JSON")
}

fn call(mcp: &Mcp<'_>, tool: &str, arguments: Value) -> Result<Value, String> {
    let answer = ask(mcp, "tools/call", json!({ "name": tool, "arguments": arguments }));
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    if answer["result"]["isError"] == true { Err(text) } else { Ok(serde_json::from_str(&text).expect("JSON")) }
}

fn with(test: impl FnOnce(&Mcp<'_>, &Mind<'_>)) {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    test(&Mcp::new(&engine, MindName::default(), ToolSet::Full), &sandbox.mind());
}

fn note(answer: &Value) -> &str {
    answer["note"].as_str().unwrap_or_else(|| panic!("a note: {answer}"))
}

#[test]
fn an_empty_answer_is_no_proof_that_nothing_was_said() {
    with(|mcp, mind| {
        let greeting = ask(mcp, "initialize", json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
        let instructions = greeting["result"]["instructions"].as_str().expect("instructions");
        assert!(instructions.contains("not that it was never said"), "{instructions}");
        assert!(instructions.contains("Never tell the person that they did not say something"), "{instructions}");
        assert!(!instructions.contains("nothing known has to do with it"), "{instructions}");

        let nothing = call(mcp, "recall", json!({ "query": "the name of the cat" })).expect("silence");
        assert_eq!(nothing["silence"], "nothing_known");
        assert!(note(&nothing).contains("you do not remember"), "{nothing}");
        mind.remember(Observation::said("The boiler is serviced every May.")).expect("kept");
        let silent =
            call(mcp, "recall", json!({ "query": "quarterly revenue of the shipping company" })).expect("silence");
        let letter = call(mcp, "search_conversations", json!({ "words": ["zebra"] })).expect("none");
        let listed = call(mcp, "list_recent", json!({ "containing": "zebra" })).expect("none");
        for answer in [&silent, &letter, &listed] {
            let note = note(answer);
            assert!(note.contains("do not tell the person that they never said it"), "{note}");
        }
        assert!(note(&silent).contains("search_conversations or list_recent"), "{silent}");
        assert!(note(&letter).contains("try fewer words or recall"), "{letter}");
        let found = call(mcp, "recall", json!({ "query": "When is the boiler serviced?" })).expect("recalled");
        assert!(found.get("note").is_none(), "{found}");
    });
}

#[test]
fn a_protected_memory_names_who_can_let_it_go_and_how() {
    with(|mcp, _| {
        let kept =
            call(mcp, "remember", json!({ "text": "Mika is allergic to peanuts.", "protect": true })).expect("kept");
        let id = kept["handle"].as_str().expect("an id");
        for how in ["archive", "erase"] {
            let refused = call(mcp, "forget", json!({ "id": id, "how": how })).expect_err("it is protected");
            assert!(refused.starts_with(&format!("protected: {id} is protected")), "{refused}");
            assert!(refused.contains(&format!("omoide unprotect {id}")), "{refused}");
            assert!(refused.contains("protect with \"protected\": false"), "{refused}");
        }
        // The way that it names is one.
        call(mcp, "protect", json!({ "id": id, "protected": false })).expect("released");
        assert_eq!(call(mcp, "forget", json!({ "id": id })).expect("archived")["outcome"], "archived");
    });
}

#[test]
fn what_an_agent_wrote_is_not_told_as_the_persons_words() {
    with(|mcp, mind| {
        let own = "The tests of the barometer are flaky because of the clock.";
        let quoted = "I never drink coffee after the barometer falls.";
        let kept = call(mcp, "remember", json!({ "text": own })).expect("kept");
        assert_eq!(kept["memory"]["source"], "agent");
        let kept = call(mcp, "remember", json!({ "text": quoted, "source": "person" })).expect("kept");
        assert_eq!(kept["memory"]["source"], "person");

        let found = call(mcp, "search_conversations", json!({ "words": ["barometer"] })).expect("found");
        let speaker = |words: &str| -> Value {
            let passages = found["passages"].as_array().expect("passages");
            let passage = passages.iter().find(|passage| passage["text"].as_str().is_some_and(|t| t.contains(words)));
            passage.unwrap_or_else(|| panic!("{found}"))["speaker"].clone()
        };
        assert_eq!((speaker("flaky"), speaker("coffee")), (json!("agent"), json!("person")));

        let prompt = Prompt { gate: Some(false), ..Prompt::new("barometer") };
        let recalled = mind.recall(&prompt).expect("recalled");
        let block = block_within(&recalled.hits, Budget::from(2_000));
        let line = |words: &str| block.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{block}"));
        assert!(line("flaky").contains("[agent]"), "{block}");
        assert!(!line("coffee").contains("[agent]"), "{block}");
    });
}

#[test]
fn a_text_is_read_to_its_end_and_no_further() {
    with(|mcp, _| {
        let text = "The old mill has a green door. ".repeat(1_200);
        let kept = call(mcp, "remember", json!({ "text": text })).expect("kept");
        let id = kept["handle"].as_str().expect("an id");
        let (mut all, mut from) = (String::new(), 0);
        loop {
            let part = call(mcp, "read", json!({ "id": id, "from": from })).expect("read");
            let text = part["text"].as_str().expect("a text");
            assert!(!text.is_empty(), "no page is offered that holds nothing");
            all.push_str(text);
            match part.get("continued_from") {
                Some(next) => from = next.as_u64().expect("a number"),
                None => break,
            }
        }
        assert_eq!(all.matches("green door").count(), 1_200, "every sentence, and none twice");
        assert!(!all.trim_end().ends_with('→'), "there was no reply");
        let length = all.chars().count();
        for past in [length, length + 500] {
            let refused = call(mcp, "read", json!({ "id": id, "from": past })).expect_err("past the end");
            assert!(refused.contains(&format!("the text has {length} characters")), "{refused}");
        }
    });
}

#[test]
fn a_memory_has_the_same_level_in_blocks_lists_and_answers() {
    with(|mcp, mind| {
        let memory = |text: &str| match mind.remember(Observation::said(text)).expect("kept") {
            omoide::Remembered::Anew { memory, .. } => memory.handle,
            other => panic!("{other:?}"),
        };
        let handle = memory("The lighthouse keeper paints the stairs in spring.");
        mind.archive(&handle, Actor::Person).expect("archived");
        let listed = call(mcp, "list_recent", json!({ "archived": true })).expect("listed");
        let recalled =
            call(mcp, "recall", json!({ "query": "lighthouse stairs", "archived": true })).expect("recalled");
        let levels = (&listed["memories"][0]["current_level"], &recalled["hits"][0]["memory"]["current_level"]);
        assert_eq!(levels, (&json!(4), &json!(4)), "{listed} {recalled}");
        let prompt = Prompt { with_archived: true, ..Prompt::new("lighthouse stairs") };
        let block = block_within(&mind.recall(&prompt).expect("recalled").hits, Budget::from(2_000));
        assert!(block.contains("[L4][archived]"), "{block}");
    });
}
