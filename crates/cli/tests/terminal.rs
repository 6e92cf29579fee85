//! What somebody said reaches a terminal as text and never as a command to it, whichever command shows it.

use omoide_testkit::command::CommandSandbox;

/// Clears the screen, sets the title, moves back, turns the order round, and the same with one byte.
const HOSTILE: &str = "Rex\u{1b}[2J\u{1b}]0;owned\u{7} barks\r\u{8}\u{202e}desrever\u{9b}31m at the postman";

fn assert_only_text(what: &str, said: &str) {
    let bad = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!said.contains(bad), "{what}: {said:?}");
}

#[test]
fn no_command_hands_escape_sequences_on() {
    let sandbox = CommandSandbox::new();
    let person = "Mika\u{1b}[31m";
    let said = format!("Keep this: {HOSTILE}");
    let words =
        ["remember", said.as_str(), "--reply", HOSTILE, "--person", person, "--thread", "talk\u{1b}[5m", "--json"];
    let remembered = sandbox.omoide(&words).json();
    let handle = remembered["handle"].as_str().expect("a handle").to_owned();
    sandbox.omoide(&["remember", &format!("{HOSTILE} again, and the neighbour complained about it")]).ok();
    sandbox.omoide(&["keys", "create", "laptop\u{1b}]0;key\u{7}"]);
    let later = "2026-01-24T12:00:00+09:00";
    let mut shown = 0;
    for words in [
        vec!["list"],
        vec!["list", "--json"],
        vec!["show", &handle],
        vec!["show", &handle, "--json"],
        vec!["read", &handle],
        vec!["read", &handle, "--json"],
        vec!["recall", "Does Rex bark at the postman?"],
        vec!["recall", "Does Rex bark at the postman?", "--block"],
        vec!["recall", "Does Rex bark at the postman?", "--explain"],
        vec!["recall", "Does Rex bark at the postman?", "--json"],
        vec!["conversations", "postman"],
        vec!["conversations", "postman", "--json"],
        vec!["activity"],
        vec!["activity", "--json"],
        vec!["read", "activity_log/2026-01-20.jsonl"],
        vec!["history", &handle],
        vec!["related", &handle],
        vec!["analyze", HOSTILE],
        vec!["stats"],
        vec!["minds"],
        vec!["keys", "list"],
        vec!["keys", "list", "--json"],
        vec!["protect", &handle],
        vec!["sleep"],
        vec!["sleep", "status"],
        vec!["show", "no such \u{1b}[2J memory"],
        vec!["recall", HOSTILE, "--mind", "no\u{1b}[2Jmind"],
        vec!["erase", &handle],
    ] {
        let answer = sandbox.at(later, &words);
        shown += usize::from(answer.out.contains("postman") || answer.out.contains("laptop"));
        assert_only_text(&words.join(" "), &answer.out);
        assert_only_text(&words.join(" "), &answer.err);
    }
    assert!(shown > 10, "only {shown} commands showed it at all");
}
