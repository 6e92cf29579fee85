//! A host as hooks see it: sessions whose transcripts grow, and the JSON of its events.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;

pub use omoide_testkit::command::DAY;

/// A machine with a home, a memory and projects.
pub struct Machine {
    folder: TempDir,
    pub now: String,
    /// Every line of a transcript is a second later than the one before.
    seconds: AtomicU32,
}

/// What a hook printed.
#[derive(Debug)]
pub struct Printed {
    pub out: String,
    pub err: String,
}

impl Machine {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for below in ["home/garden", "home/kitchen", "home/.claude"] {
            fs::create_dir_all(folder.path().join(below)).expect("made");
        }
        Self { folder, now: DAY.to_owned(), seconds: AtomicU32::new(0) }
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.data().join("hooks.log")).unwrap_or_default()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = omoide_testkit::command::command(&self.home(), &self.data(), &self.now);
        command.args(arguments);
        command
    }

    /// A command that goes well, and what it says.
    #[track_caller]
    pub fn omoide(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).stdin(Stdio::null()).output().expect("it runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs a hook with these bytes; it ends well and says nothing on stderr, whatever they are.
    #[track_caller]
    pub fn hook_with(&self, word: &str, bytes: &[u8]) -> Printed {
        self.run(self.command(&["hook", word]), bytes)
    }

    #[track_caller]
    pub fn run(&self, mut command: Command, bytes: &[u8]) -> Printed {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the hook runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        let output = std::thread::scope(|scope| {
            // A hook that needs no more closes the pipe early.
            scope.spawn(move || pipe.write_all(bytes));
            child.wait_with_output().expect("the hook ends")
        });
        assert_eq!(output.status.code(), Some(0));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let printed = Printed { out: text(output.stdout), err: text(output.stderr) };
        assert_eq!(printed.err, "", "a hook says nothing on stderr");
        printed
    }

    /// Waits until everything that was spooled is remembered.
    pub fn settle(&self) {
        for _ in 0..2_000 {
            let _ = self.hook_with("worker", b"");
            if !self.has_work() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("the spool is never worked off: {}", self.log());
    }

    /// Whether anything is spooled, or a worker is at work.
    pub fn has_work(&self) -> bool {
        let files = fs::read_dir(self.data().join("spool")).into_iter().flatten();
        let is_work = |file: PathBuf| file.extension().is_some_and(|ending| ending == "json");
        let is_held = fs::File::open(self.data().join("spool.lock")).is_ok_and(|file| file.try_lock().is_err());
        is_held || files.filter_map(Result::ok).any(|file| is_work(file.path()))
    }

    /// All memories, the oldest first: what was said and what was replied.
    pub fn memories(&self, mind: &str) -> Vec<String> {
        if !self.data().join("omoide.db").exists() {
            return Vec::new();
        }
        let listed: Value =
            serde_json::from_str(&self.omoide(&["list", "--json", "--limit", "10000", "--mind", mind])).expect("JSON");
        let mut told: Vec<String> = listed["memories"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|memory| {
                let text = |half: &str| memory[half].as_str().unwrap_or_default().to_owned();
                format!("{} → {}", text("trigger"), text("content"))
            })
            .collect();
        told.sort();
        told
    }

    pub fn session(&self, name: &str, project: &str) -> Session<'_> {
        let folder = self.home().join(project);
        fs::create_dir_all(&folder).expect("made");
        let shelf = self.home().join(".claude/projects").join(project);
        fs::create_dir_all(&shelf).expect("made");
        let transcript = shelf.join(format!("{name}.jsonl"));
        Session { machine: self, name: name.to_owned(), folder, transcript, last: None, lines: 0, second: 0 }
    }
}

/// A session of a host.
pub struct Session<'m> {
    machine: &'m Machine,
    pub name: String,
    pub folder: PathBuf,
    pub transcript: PathBuf,
    last: Option<String>,
    lines: u32,
    second: u32,
}

impl Session<'_> {
    /// What the host sends with an event.
    pub fn sent(&self, event: &str, more: &Value) -> Value {
        let mut sent = json!({
            "session_id": self.name,
            "transcript_path": self.transcript,
            "cwd": self.folder,
            "permission_mode": "default",
            "hook_event_name": event,
        });
        let (fields, more) = (sent.as_object_mut().expect("an object"), more.as_object().expect("an object"));
        fields.extend(more.clone());
        sent
    }

    /// What a hook prints for an event.
    #[track_caller]
    pub fn hook(&self, event: &str, more: &Value) -> String {
        let sent = self.sent(event, more).to_string();
        self.machine.hook_with(&word(event), sent.as_bytes()).out
    }

    /// What is added to the context.
    #[track_caller]
    pub fn context(&self, event: &str, more: &Value) -> String {
        let printed = self.hook(event, more);
        if printed.is_empty() {
            return String::new();
        }
        let answer: Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(answer["hookSpecificOutput"]["hookEventName"], event, "{answer}");
        answer["hookSpecificOutput"]["additionalContext"].as_str().expect("a text").to_owned()
    }

    #[track_caller]
    pub fn begins(&self, source: &str) -> String {
        self.context("SessionStart", &json!({ "source": source }))
    }

    /// A person says something: what comes to mind. The transcript has it then.
    #[track_caller]
    pub fn asks(&mut self, prompt: &str) -> String {
        let context = self.context("UserPromptSubmit", &json!({ "prompt": prompt }));
        self.writes_prompt(prompt);
        if !context.is_empty() {
            let attachment =
                json!({ "type": "hook_additional_context", "content": [context], "hookName": "UserPromptSubmit" });
            self.write("attachment", &json!({ "attachment": attachment }));
        }
        context
    }

    /// The agent answers.
    #[track_caller]
    pub fn answers(&mut self, text: &str) {
        self.writes_answer(text);
        self.stops(text);
    }

    #[track_caller]
    pub fn stops(&self, text: &str) {
        let printed = self.hook("Stop", &json!({ "stop_hook_active": false, "last_assistant_message": text }));
        assert_eq!(printed, "");
    }

    #[track_caller]
    pub fn ends(&self) {
        assert_eq!(self.hook("SessionEnd", &json!({ "reason": "other" })), "");
    }

    pub fn writes_prompt(&mut self, text: &str) {
        self.write("user", &json!({ "message": { "role": "user", "content": text } }));
    }

    pub fn writes_answer(&mut self, text: &str) {
        let content = json!([{ "type": "text", "text": text }]);
        let message = json!({ "id": format!("msg_{}", self.lines), "role": "assistant", "content": content });
        self.write("assistant", &json!({ "message": message }));
    }

    /// The line that the next one hangs on.
    pub fn last(&self) -> Option<String> {
        self.last.clone()
    }

    /// The person goes back: the next line hangs on that one.
    pub fn goes_back_to(&mut self, line: Option<String>) {
        self.last = line;
    }

    /// The time right after the last line.
    pub fn clock(&self) -> String {
        format!("2026-01-20T05:{:02}:{:02}.500Z", self.second / 60 % 60, self.second % 60)
    }

    /// Adds a line to the transcript.
    pub fn write(&mut self, kind: &str, more: &Value) {
        self.lines += 1;
        self.second = self.machine.seconds.fetch_add(1, Ordering::SeqCst);
        let uuid = format!("{}-{}", self.name, self.lines);
        let mut line = json!({
            "type": kind,
            "uuid": uuid,
            "parentUuid": self.last,
            "sessionId": self.name,
            "timestamp": format!("2026-01-20T05:{:02}:{:02}.000Z", self.second / 60 % 60, self.second % 60),
            "cwd": self.folder,
            "gitBranch": "HEAD",
            "isSidechain": false,
            "version": "2.1.197",
        });
        line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        append(&self.transcript, &format!("{line}\n"));
        self.last = Some(uuid);
    }
}

/// Adds to a file.
pub fn append(file: &Path, text: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(file).expect("opens");
    file.write_all(text.as_bytes()).expect("written");
}

/// The word after `omoide hook` of an event.
fn word(event: &str) -> String {
    let mut word = String::new();
    for c in event.chars() {
        if c.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(c.to_lowercase());
    }
    word
}
