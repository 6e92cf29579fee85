//! Sessions in which the person goes back and speaks again: what was left is unsaid. The shape of the lines is that of
//! Claude Code 2.1.197, rewound with Esc Esc.

#![cfg(unix)]

mod hook;

use std::fs;

use hook::{Machine, Session};
use serde_json::json;

/// A turn as the host writes it, with the lines that follow an answer. Returns the line that the next prompt hangs on.
fn turn(machine: &Machine, session: &mut Session<'_>, said: &str) -> Option<String> {
    session.asks(said);
    session.answers(&format!("Noted: {said}"));
    session.write("system", &json!({ "subtype": "stop_hook_summary" }));
    session.write("system", &json!({ "subtype": "turn_duration" }));
    machine.settle();
    session.last()
}

#[test]
fn what_was_left_by_going_back_is_unsaid() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    let first = turn(&machine, &mut session, "The cat is called Tom.");
    turn(&machine, &mut session, "Tom is grey.");
    turn(&machine, &mut session, "Tom eats fish.");
    assert_eq!(machine.memories("default").len(), 3);
    session.goes_back_to(first);
    turn(&machine, &mut session, "Tom is black.");
    let told = ["The cat is called Tom. → Noted: The cat is called Tom.", "Tom is black. → Noted: Tom is black."];
    assert_eq!(machine.memories("default"), told);
    assert!(machine.log().contains("the session was rewound"), "{}", machine.log());
    // Neither the end nor an import of the same file brings it back, and going on from there leaves nothing.
    turn(&machine, &mut session, "Tom purrs.");
    session.ends();
    machine.settle();
    machine.omoide(&["import", "claude-code"]);
    assert_eq!(machine.memories("default").len(), 3);
}

#[test]
fn tools_side_by_side_and_agents_that_were_sent_off_leave_nothing() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    turn(&machine, &mut session, "Please look at the beds.");
    session.asks("Run both checks.");
    let mut uses = Vec::new();
    for tool in ["soil", "water"] {
        let content = json!([{ "type": "tool_use", "id": tool, "name": "Bash", "input": { "command": tool } }]);
        session.write("assistant", &json!({ "message": { "role": "assistant", "content": content } }));
        uses.push(session.last());
    }
    let apart = json!({ "isSidechain": true, "message": { "role": "user", "content": "Look at the roses." } });
    session.write("user", &apart);
    for (tool, line) in ["soil", "water"].into_iter().zip(uses) {
        session.goes_back_to(line);
        let content = json!([{ "type": "tool_result", "tool_use_id": tool, "content": "fine" }]);
        session.write("user", &json!({ "message": { "role": "user", "content": content }, "toolUseResult": "fine" }));
    }
    session.answers("Both are fine.");
    machine.settle();
    turn(&machine, &mut session, "Thank you for both of them.");
    assert_eq!(machine.memories("default").len(), 3, "{:?}", machine.memories("default"));
}

#[test]
fn a_copy_of_a_session_unsays_nothing_in_the_one_that_it_comes_from() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    let first = turn(&machine, &mut session, "The cat is called Tom.");
    turn(&machine, &mut session, "Tom is grey.");
    // The host copies the lines with their uuids under the new session.
    let mut copy = machine.session("s2", "garden");
    let lines =
        fs::read_to_string(&session.transcript).expect("read").replace("\"sessionId\":\"s1\"", "\"sessionId\":\"s2\"");
    fs::write(&copy.transcript, lines).expect("written");
    copy.goes_back_to(session.last());
    turn(&machine, &mut copy, "Here Tom is a tiger.");
    assert_eq!(machine.memories("default").len(), 3, "nothing is doubled");
    copy.goes_back_to(first);
    turn(&machine, &mut copy, "Here Tom is a lion.");
    let left = machine.memories("default");
    assert_eq!(left.len(), 3, "{left:?}");
    assert!(
        left.iter().any(|told| told.contains("grey")) && !left.iter().any(|told| told.contains("tiger")),
        "{left:?}"
    );
}
