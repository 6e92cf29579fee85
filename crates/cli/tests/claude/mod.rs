//! A folder of Claude Code as its host would leave it.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

/// 2026-01-19T00:00:00Z, the day before the tests' first day.
pub const YESTERDAY: u64 = 1_768_780_800;

/// A session in the making: every line hangs on the one before it.
pub struct Session {
    pub name: String,
    folder: String,
    lines: Vec<Value>,
}

impl Session {
    pub fn new(name: &str, folder: &str) -> Self {
        Self { name: name.to_owned(), folder: folder.to_owned(), lines: Vec::new() }
    }

    /// A turn with a tool between the prompt and the answer.
    pub fn turn(mut self, said: &str, answered: &str) -> Self {
        self.add(json!({"type":"user","message":{"role":"user","content":said}}));
        self.add(json!({"type":"assistant","message":{"id":"m","model":"claude-sonnet-5","content":[{"type":"tool_use","id":"toolu_1","name":"Edit","input":{"file_path":"src/lib.rs"}}]}}));
        self.add(json!({"type":"user","toolUseResult":{"stdout":"TOOL OUTPUT"},"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"TOOL OUTPUT"}]}}));
        self.add(json!({"type":"assistant","message":{"id":"m2","model":"claude-sonnet-5","content":[{"type":"text","text":answered}]}}));
        self
    }

    /// The same session taken up again: all lines with their uuids, under another name.
    pub fn resumed_as(&self, name: &str) -> Self {
        let mut lines = self.lines.clone();
        lines.iter_mut().for_each(|line| line["sessionId"] = json!(name));
        Self { name: name.to_owned(), folder: self.folder.clone(), lines }
    }

    pub fn add(&mut self, mut line: Value) {
        let count = self.lines.len();
        let parent = self.lines.last().map(|line| line["uuid"].clone());
        let second = YESTERDAY + 10 * count as u64;
        line["uuid"] = json!(format!("{}-{count}", self.name));
        line["parentUuid"] = parent.unwrap_or_default();
        line["sessionId"] = json!(self.name);
        line["cwd"] = json!(self.folder);
        line["gitBranch"] = json!("main");
        let (hour, minute, second) = (second / 3600 % 24, second / 60 % 60, second % 60);
        line["timestamp"] = json!(format!("2026-01-19T{hour:02}:{minute:02}:{second:02}.000Z"));
        self.lines.push(line);
    }

    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Writes the file into a folder of the host, as it was changed so many seconds after yesterday began.
    pub fn write(&self, shelf: &Path, changed: u64) -> PathBuf {
        let path = shelf.join(format!("{}.jsonl", self.name));
        write(&path, &self.text(), changed);
        path
    }
}

/// Writes a file with its time, and its folders.
pub fn write(path: &Path, text: &str, changed: u64) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(YESTERDAY + changed);
    File::options().write(true).open(path).expect("opens").set_modified(time).expect("dated");
}
