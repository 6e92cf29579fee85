//! What an agent has in mind is the same to the byte, whoever primes it: the hooks of a host, the command, HTTP or MCP.

mod server;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use omoide_testkit::command::{CommandSandbox, DAY};
use serde_json::{Value, json};
use server::Serving;

const SKILL: &str =
    "---\nname: prune-roses\ndescription: Prune roses and other shrubs in spring\n---\n1. Cut the dead wood.\n";

/// A memory with what every channel has something of, and a project in whose folder an agent works.
struct Garden {
    sandbox: CommandSandbox,
    folder: PathBuf,
}

impl Garden {
    fn new() -> Self {
        let sandbox = CommandSandbox::default();
        let folder = sandbox.path().join("work").join("garden");
        let skill = folder.join(".claude/skills/prune-roses");
        fs::create_dir_all(&skill).expect("made");
        fs::write(skill.join("SKILL.md"), SKILL).expect("written");
        for (thread, person, said, replied) in [
            ("a", "me", "I am allergic to wasp stings, please remember that.", "Noted."),
            ("a", "me", "We decided to prune the roses only in March.", "Agreed."),
            ("b", "Petra", "The pump of the pond is still leaking.", "I will look at it tomorrow."),
            ("c", "me", "薔薇の剪定ばさみは青い物置の棚にある。", "覚えました。"),
        ] {
            let line =
                json!({ "said": said, "replied": replied, "thread": thread, "person": person, "project": "garden" });
            sandbox.piped(&["remember", "--jsonl"], line.to_string().as_bytes()).ok();
        }
        sandbox.omoide(&["task", "add", "order compost"]).ok();
        Self { sandbox, folder }
    }

    /// What the hook adds to the context of a session, and what it tells the person.
    fn hook(&self, word: &str, session: &str, more: &Value) -> (String, Value) {
        let mut sent = json!({ "session_id": session, "cwd": self.folder });
        sent.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let command = self.sandbox.command(&["hook", word]);
        let answer: Value =
            serde_json::from_str(&self.sandbox.run(command, Some(sent.to_string().as_bytes())).ok()).expect("JSON");
        let text = answer["hookSpecificOutput"]["additionalContext"].as_str().expect("a text").to_owned();
        (text, answer["systemMessage"].clone())
    }

    fn command(&self, session: &str, message: &str) -> Value {
        let mut command = self.sandbox.command(&["prime", "--project", "garden", "--no-mark", "--json"]);
        command.args(["--thread", session, message]).current_dir(&self.folder);
        self.sandbox.run(command, None).json()
    }

    /// As a client asks that sends its skills.
    fn http(&self, serving: &Serving, session: &str, message: &str) -> Value {
        let path = self.folder.join(".claude/skills/prune-roses/SKILL.md");
        let skill = json!({
            "name": "prune-roses",
            "description": "Prune roses and other shrubs in spring",
            "body": "1. Cut the dead wood.",
            "pointer": path,
        });
        let wish = json!({
            "message": message, "open_thread": session, "project": "garden", "mark": false, "skills": [skill],
        });
        serving.json("POST", "/v1/minds/default/prime", Some(&wish))
    }

    /// As an agent asks that may only read, and so leaves no mark.
    fn mcp(&self, session: &str, message: &str) -> Value {
        let arguments = json!({ "message": message, "open_thread": session, "project": "garden" });
        let call = json!({ "name": "prime", "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call });
        let mut command =
            self.sandbox.command(&["mcp", "--tools", "full", "--read-only", "--set", "sleep.catch_up=false"]);
        command.current_dir(&self.folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command runs");
        writeln!(child.stdin.take().expect("a pipe"), "{message}").expect("written");
        let output = child.wait_with_output().expect("it ends");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        serde_json::from_str(answer["result"]["content"][0]["text"].as_str().expect("a text")).expect("JSON")
    }
}

#[test]
fn hooks_the_command_http_and_mcp_give_the_same_blocks() {
    let garden = Garden::new();
    let mut command = garden.sandbox.command(&["serve", "--listen", "127.0.0.1:0", "--no-nights"]);
    command.env("OMOIDE_NOW", DAY);
    let serving = Serving::spawned(command);
    for (number, message) in [
        "Please prune the roses.",
        "When do we prune the roses, and what did Bertrand say about it?",
        "薔薇の剪定ばさみはどこ？",
        "Good morning!",
    ]
    .into_iter()
    .enumerate()
    {
        let session = format!("s{number}");
        let (stable, _) = garden.hook("session-start", &session, &json!({ "source": "startup" }));
        let answers = [
            garden.command(&session, message),
            garden.http(&serving, &session, message),
            garden.mcp(&session, message),
        ];
        let (turn, told) = garden.hook("user-prompt-submit", &session, &json!({ "prompt": message }));
        // The sandbox takes its path out of what commands print. In the answer of a tool no tag has a meaning, so those of the
        // block are blunted, too.
        let folder = garden.sandbox.path().display().to_string();
        let as_printed = |text: &str| {
            text.replace(&folder, "<dir>").replace("‹memories>", "<memories>").replace("‹/memories>", "</memories>")
        };
        let text = |answer: &Value, block: &str| answer[block]["text"].as_str().map(as_printed);
        for answer in &answers {
            assert_eq!(text(answer, "stable").as_deref(), Some(&*stable), "{message}");
            assert_eq!(text(answer, "turn").as_deref(), Some(&*turn), "{message}");
            assert_eq!(answer["sample"], answers[0]["sample"]);
        }
        let sample = &answers[0]["sample"];
        let count = || format!("recalled {} of {}", sample["shown"], sample["related"]);
        assert_eq!(told, if sample["shown"].as_u64().unwrap_or(0) > 0 { json!(count()) } else { Value::Null });
        if number == 0 {
            for words in ["who: me", "wasp stings", "order compost", "only in March"] {
                assert!(stable.contains(words), "{words}: {stable}");
            }
            for words in ["prune-roses: Prune roses", "lately:", "pond is still leaking"] {
                assert!(turn.contains(words), "{words}: {turn}");
            }
        }
    }
    // Whoever is told nothing wants nothing told.
    let quiet = garden.sandbox.command(&["hook", "user-prompt-submit", "--set", "hooks.tell=false"]);
    let sent = json!({ "session_id": "quiet", "cwd": garden.folder, "prompt": "When do we prune the roses?" });
    let answer: Value =
        serde_json::from_str(&garden.sandbox.run(quiet, Some(sent.to_string().as_bytes())).ok()).expect("JSON");
    assert!(answer["hookSpecificOutput"]["additionalContext"].as_str().is_some_and(|text| text.contains("March")));
    assert_eq!(answer["systemMessage"], Value::Null);
}
