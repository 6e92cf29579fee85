//! A session as its host would write it, line by line.

use serde_json::{Value, json};

/// A session file in the making. Every line hangs on the one before it.
pub(super) struct Session {
    name: String,
    lines: Vec<String>,
    parent: Option<String>,
    count: usize,
}

impl Session {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), lines: Vec::new(), parent: None, count: 0 }
    }

    /// The file.
    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Its lines.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// A line as it is.
    pub(super) fn raw(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    /// An object as it is.
    pub(super) fn note(&mut self, line: Value) {
        self.raw(&line.to_string());
    }

    /// The next line hangs on that one.
    pub(super) fn go_back_to(&mut self, uuid: &str) {
        self.parent = Some(uuid.to_owned());
    }

    pub(super) fn prompt(&mut self, text: &str) -> String {
        self.prompt_of(json!(text))
    }

    pub(super) fn prompt_of(&mut self, content: Value) -> String {
        self.add(json!({"type":"user","message":{"role":"user","content":content}}))
    }

    /// A line in the person's name with a flag.
    pub(super) fn flagged(&mut self, flag: &str, text: &str) -> String {
        self.add(json!({"type":"user",flag:true,"message":{"role":"user","content":text}}))
    }

    pub(super) fn steer(&mut self, text: &str) -> String {
        self.add(
            json!({"type":"attachment","attachment":{"type":"queued_command","prompt":text,"commandMode":"prompt"}}),
        )
    }

    pub(super) fn thinks(&mut self, text: &str) -> String {
        self.assistant(None, json!([{"type":"thinking","thinking":text,"signature":"x"}]))
    }

    pub(super) fn answer(&mut self, text: &str) -> String {
        self.assistant(None, json!([{"type":"text","text":text}]))
    }

    /// An answer that belongs to a message with that id.
    pub(super) fn message(&mut self, id: &str, text: &str) -> String {
        self.assistant(Some(id), json!([{"type":"text","text":text}]))
    }

    pub(super) fn uses(&mut self, tool: &str, input: Value) -> String {
        self.assistant(None, json!([{"type":"tool_use","id":"toolu_1","name":tool,"input":input}]))
    }

    pub(super) fn result(&mut self, text: &str) -> String {
        self.add(json!({"type":"user","toolUseResult":{"stdout":text},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":text}]}}))
    }

    /// The result of a tool that ran beside others.
    pub(super) fn result_of(&mut self, tool: &str, text: &str) -> String {
        self.go_back_to(tool);
        self.result(text)
    }

    fn assistant(&mut self, id: Option<&str>, content: Value) -> String {
        let id = id.map_or_else(|| format!("msg_{}", self.count), str::to_owned);
        self.add(json!({"type":"assistant","message":{"id":id,"model":"claude-sonnet-5","role":"assistant","content":content}}))
    }

    fn add(&mut self, mut line: Value) -> String {
        self.count += 1;
        let uuid = format!("{}-{}", self.name, self.count);
        let (minute, second) = (self.count / 60, self.count % 60);
        line["uuid"] = json!(uuid);
        line["parentUuid"] = json!(self.parent);
        line["sessionId"] = json!(self.name);
        line["timestamp"] = json!(format!("2026-01-27T10:{minute:02}:{second:02}.000Z"));
        line["cwd"] = json!("/w");
        line["gitBranch"] = json!("main");
        self.note(line);
        self.parent = Some(uuid.clone());
        uuid
    }
}
