//! The lines of an export without secrets: what goes out and what comes in passes the same redaction as what is stored.

use omoide_core::ActivityFields;
use omoide_core::ports::TakenCount;
use serde_json::Value;

use super::line::{ChangeLine, ExportLine, ExportedSession, ExportedTurn, MemoryLine, PageLine, ThreadLine};
use crate::redaction::{Redactor, TakenKinds};

/// Takes secrets out of the lines of an export, and knows which kinds it has taken.
pub(super) struct LineCleaner<'u> {
    redactor: Redactor<'u>,
    pub(super) taken: TakenKinds,
}

impl<'u> LineCleaner<'u> {
    pub(super) fn new(redactor: Redactor<'u>) -> Self {
        Self { redactor, taken: TakenKinds::new() }
    }

    pub(super) fn clean(&mut self, line: &mut ExportLine) {
        match line {
            ExportLine::Night(_) | ExportLine::NightsPaused(_) => {}
            ExportLine::Page(PageLine { path, text, .. }) => {
                self.name(path);
                self.text(text);
            }
            ExportLine::Thread(thread) => self.thread(thread),
            ExportLine::Memory(memory) => self.memory(memory),
            ExportLine::Turn(turn) => self.turn(turn),
            ExportLine::Change(change) => self.change(change),
            ExportLine::Activity(line) => self.activity(&mut line.fields),
            ExportLine::Person(person) => {
                self.name(&mut person.name);
                person.joined_to.iter_mut().for_each(|name| self.name(name));
            }
            ExportLine::Item(item) => {
                self.text(&mut item.text);
                self.name(&mut item.person);
                item.resolution.iter_mut().for_each(|words| self.text(words));
            }
        }
    }

    fn memory(&mut self, memory: &mut MemoryLine) {
        for name in [&mut memory.handle, &mut memory.person, &mut memory.category] {
            self.name(name);
        }
        memory.thread.iter_mut().chain(&mut memory.name).chain(&mut memory.named).for_each(|name| self.name(name));
        memory.keywords.iter_mut().chain(&mut memory.own_tags).for_each(|word| self.text(word));
        for version in &mut memory.versions {
            self.text(&mut version.trigger);
            self.text(&mut version.content);
        }
        if let Some(turn) = &mut memory.turn {
            let bytes = turn.said.len();
            self.turn(turn);
            // Spans count the bytes of what was said.
            if turn.said.len() != bytes {
                memory.superseded.clear();
            }
        }
        if let Some(text) = &mut memory.attachment {
            self.attachment(text);
        }
        if let Some(ExportedSession { resolved, tasks, .. }) = &mut memory.session {
            resolved.iter_mut().chain(tasks).for_each(|text| self.text(text));
        }
    }

    fn turn(&mut self, turn: &mut ExportedTurn) {
        self.text(&mut turn.said);
        self.text(&mut turn.replied);
        self.name(&mut turn.person);
        turn.thread.iter_mut().chain(&mut turn.uid).chain(&mut turn.witnesses.persons).for_each(|name| self.name(name));
    }

    fn thread(&mut self, thread: &mut ThreadLine) {
        self.name(&mut thread.name);
        if let Some(place) = thread.place.take() {
            thread.place = Some(self.redactor.place(place, &mut self.taken));
        }
        if let Some(person) = thread.spoken.as_mut().and_then(|spoken| spoken.person.as_mut()) {
            self.name(person);
        }
    }

    fn change(&mut self, change: &mut ChangeLine) {
        self.text(&mut change.reason);
        for value in [&mut change.before, &mut change.after].into_iter().flatten() {
            self.json(value);
        }
    }

    fn activity(&mut self, fields: &mut ActivityFields) {
        let [content, summary, names @ ..] = fields.words_mut();
        self.text(content);
        self.text(summary);
        names.into_iter().for_each(|name| self.name(name));
    }

    fn name(&mut self, name: &mut String) {
        if let std::borrow::Cow::Owned(kept) = self.redactor.name(name, &mut self.taken) {
            *name = kept;
        }
    }

    fn text(&mut self, text: &mut String) {
        *text = self.redactor.kept(text, &mut self.taken);
    }

    /// An attachment that holds no secret keeps every byte.
    fn attachment(&mut self, text: &mut String) {
        match serde_json::from_str::<Value>(text) {
            Ok(mut value @ (Value::Object(_) | Value::Array(_))) => {
                if self.json(&mut value) {
                    *text = value.to_string();
                }
            }
            _ => self.text(text),
        }
    }

    /// Whether there was a secret in it.
    fn json(&mut self, value: &mut Value) -> bool {
        let mut found = Vec::new();
        let kept = self.redactor.json(value.clone(), &mut found);
        if found.is_empty() {
            return false;
        }
        for secret in found {
            TakenCount { kind: secret.kind, count: 1 }.add_to(&mut self.taken);
        }
        *value = kept;
        true
    }
}
