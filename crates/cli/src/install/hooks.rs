//! Our hooks in a host's settings: which they are, how they get in, and how they get out.

use serde_json::Value;

use super::events::{CLAUDE_CODE, CODEX, HookEvent, HookGroup};
use super::hosts::Host;
use super::json_text::{JsonStep, append_element, append_member, parse, remove};
use super::program::Program;
use super::settings::{SettingsProblem, SettingsText};

/// The member of the settings that hooks stand in, and that of a group.
const HOOKS: &str = "hooks";

/// The hooks of a host that run this program.
#[derive(Clone, Debug)]
pub struct HostHooks<'a> {
    /// The host.
    pub host: Host,
    /// The program.
    pub program: &'a Program,
}

/// A handler of ours in the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstalledHook {
    /// The event.
    pub event: String,
    /// The program that it runs.
    pub command: String,
    group: usize,
    handler: usize,
}

impl HostHooks<'_> {
    /// The hooks that the host knows.
    pub fn table(&self) -> &'static [HookEvent] {
        match self.host {
            Host::ClaudeCode => &CLAUDE_CODE,
            Host::Codex => &CODEX,
        }
    }

    /// The settings with our hooks as they should be; the same text if they are.
    ///
    /// # Errors
    /// When the settings cannot be edited.
    pub fn with(&self, file: &str) -> Result<String, SettingsProblem> {
        let settings = SettingsText::read(file)?;
        self.check(&settings.value)?;
        let mut text = settings.text.clone();
        let found = self.found(&settings.value);
        let events: Vec<&str> = found.iter().map(|one| one.event.as_str()).collect();
        for event in events.iter().filter(|event| !self.table().iter().any(|hook| hook.event == **event)) {
            text = self.without_event(&text, event, &|path| path == [HOOKS])?;
        }
        for hook in self.table() {
            if !self.is_right(hook, &settings.value) {
                text = self.without_event(&text, hook.event, &|_| true)?;
                text = self.added(&text, hook)?;
            }
        }
        if text == settings.text {
            return Ok(file.to_owned());
        }
        self.checked(&settings, text)
    }

    /// The settings without our hooks, and without what would be empty but for them; `original` is what stood in
    /// the file before we came.
    ///
    /// # Errors
    /// When the settings cannot be edited.
    pub fn without(&self, file: &str, original: Option<&str>) -> Result<String, SettingsProblem> {
        let settings = SettingsText::read(file)?;
        let original = original.and_then(|text| Some(SettingsText::read(text).ok()?.value));
        let is_kept = |path: &[&str]| {
            original.as_ref().is_some_and(|value| path.iter().try_fold(value, |value, key| value.get(key)).is_some())
        };
        let mut text = settings.text.clone();
        for found in self.found(&settings.value) {
            text = self.without_event(&text, &found.event, &is_kept)?;
        }
        if text == settings.text {
            return Ok(file.to_owned());
        }
        self.checked(&settings, text)
    }

    /// Our handlers in the settings, whatever wrote them.
    pub fn found(&self, settings: &Value) -> Vec<InstalledHook> {
        let mut found = Vec::new();
        let events = settings.get(HOOKS).and_then(Value::as_object);
        for (event, groups) in events.into_iter().flatten() {
            for (group, value) in groups.as_array().into_iter().flatten().enumerate() {
                let handlers = value.get(HOOKS).and_then(Value::as_array);
                for (handler, value) in handlers.into_iter().flatten().enumerate() {
                    if let Some(command) = self.program_of(value) {
                        found.push(InstalledHook { event: event.clone(), command, group, handler });
                    }
                }
            }
        }
        found
    }

    /// Whether the event has our hook once, and exactly as it should be.
    pub fn is_right(&self, hook: &HookEvent, settings: &Value) -> bool {
        let found = self.found(settings);
        let mut ours = found.iter().filter(|one| one.event == hook.event);
        let (Some(first), None) = (ours.next(), ours.next()) else { return false };
        let wanted = serde_json::to_value(self.group(hook)).ok();
        wanted.is_some() && wanted.as_ref() == settings[HOOKS][hook.event].get(first.group)
    }

    /// The group that is written for a hook.
    pub fn group(&self, hook: &HookEvent) -> HookGroup {
        match self.host {
            Host::ClaudeCode => hook.group(&self.program.path, &self.program.flags),
            Host::Codex => {
                let words = [self.program.path.as_str(), "hook", hook.word];
                let words = words.into_iter().chain(self.program.flags.iter().map(String::as_str));
                hook.shell_group(words.map(quoted).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The program that a handler runs, if it is ours: `omoide hook …`, with or without a shell.
    fn program_of(&self, handler: &Value) -> Option<String> {
        let command = handler.get("command")?.as_str()?;
        let args = handler.get("args").and_then(Value::as_array);
        if let Some(first) = args.and_then(|args| args.first()) {
            return (first == "hook" && self.program.is(command)).then(|| command.to_owned());
        }
        let (program, rest) = first_word(command.trim())?;
        let is_hook = rest.split_whitespace().next().is_some_and(|word| word.trim_matches(['\'', '"']) == "hook");
        (is_hook && self.program.is(&program)).then_some(program)
    }

    fn added(&self, text: &str, hook: &HookEvent) -> Result<String, SettingsProblem> {
        let has = |path: &[&str]| {
            let value = parse(text).ok();
            value.is_some_and(|value| path.iter().try_fold(&value, |value, key| value.get(key)).is_some())
        };
        if !has(&[HOOKS]) {
            let text = append_member(text, &[], HOOKS, &serde_json::Map::new()).ok_or(SettingsProblem::Unsafe)?;
            return self.added(&text, hook);
        }
        let at = [JsonStep::Key(HOOKS), JsonStep::Key(hook.event)];
        if !has(&[HOOKS, hook.event]) {
            let group = [self.group(hook)];
            return append_member(text, &at[..1], hook.event, &group).ok_or(SettingsProblem::Unsafe);
        }
        append_element(text, &at, &self.group(hook)).ok_or(SettingsProblem::Unsafe)
    }

    /// The text without our handlers of an event, and without what is empty then, unless it is to be kept.
    fn without_event(
        &self,
        text: &str,
        event: &str,
        is_kept: &dyn Fn(&[&str]) -> bool,
    ) -> Result<String, SettingsProblem> {
        let mut text = text.to_owned();
        let value = |text: &str| parse(text).map_err(|_| SettingsProblem::Unsafe);
        let mut has_changed = false;
        while let Some(found) = self.found(&value(&text)?).into_iter().find(|one| one.event == event) {
            let path = [
                JsonStep::Key(HOOKS),
                JsonStep::Key(event),
                JsonStep::At(found.group),
                JsonStep::Key(HOOKS),
                JsonStep::At(found.handler),
            ];
            let shared = value(&text)?[HOOKS][event][found.group][HOOKS].as_array().is_some_and(|all| all.len() > 1);
            let path = if shared { &path[..] } else { &path[..3] };
            text = remove(&text, path).ok_or(SettingsProblem::Unsafe)?;
            has_changed = true;
        }
        let is_empty = |value: &Value| match value {
            Value::Object(members) => members.is_empty(),
            Value::Array(elements) => elements.is_empty(),
            _ => false,
        };
        if has_changed && is_empty(&value(&text)?[HOOKS][event]) && !is_kept(&[HOOKS, event]) {
            text = remove(&text, &[JsonStep::Key(HOOKS), JsonStep::Key(event)]).ok_or(SettingsProblem::Unsafe)?;
        }
        if has_changed && is_empty(&value(&text)?[HOOKS]) && !is_kept(&[HOOKS]) {
            text = remove(&text, &[JsonStep::Key(HOOKS)]).ok_or(SettingsProblem::Unsafe)?;
        }
        Ok(text)
    }

    /// Whether hooks can be put in: what should be an object is one, and so are lists.
    fn check(&self, settings: &Value) -> Result<(), SettingsProblem> {
        let Some(hooks) = settings.get(HOOKS) else { return Ok(()) };
        let shape = |place: String, wanted| Err(SettingsProblem::Shape { place, wanted });
        let Some(events) = hooks.as_object() else { return shape(HOOKS.to_owned(), "object") };
        let wrong = self.table().iter().find(|hook| events.get(hook.event).is_some_and(|groups| !groups.is_array()));
        wrong.map_or(Ok(()), |hook| shape(format!("{HOOKS}.{}", hook.event), "array"))
    }

    /// The file's new text, if all that is not ours says what it said before.
    fn checked(&self, before: &SettingsText<'_>, text: String) -> Result<String, SettingsProblem> {
        let after = parse(&text).map_err(|_| SettingsProblem::Unsafe)?;
        let is_sound = self.others(&before.value) == self.others(&after);
        if is_sound { Ok(before.file_with(&text)) } else { Err(SettingsProblem::Unsafe) }
    }

    /// What is not ours: the settings without our handlers, and without empty lists of hooks.
    fn others(&self, settings: &Value) -> Value {
        let mut settings = settings.clone();
        let Some(hooks) = settings.get_mut(HOOKS).and_then(Value::as_object_mut) else { return settings };
        for groups in hooks.values_mut().filter_map(Value::as_array_mut) {
            groups.retain_mut(|group| {
                let Some(handlers) = group.get_mut(HOOKS).and_then(Value::as_array_mut) else { return true };
                let count = handlers.len();
                handlers.retain(|handler| self.program_of(handler).is_none());
                handlers.len() == count || !handlers.is_empty()
            });
        }
        hooks.retain(|_, groups| groups.as_array().is_none_or(|groups| !groups.is_empty()));
        if hooks.is_empty()
            && let Some(members) = settings.as_object_mut()
        {
            members.remove(HOOKS);
        }
        settings
    }
}

/// A word for a POSIX shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The first word of a shell's line, with its quotes taken off, and the rest of the line.
fn first_word(line: &str) -> Option<(String, &str)> {
    let (mut word, mut quote, mut is_escaped) = (String::new(), None, false);
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if is_escaped => {
                word.push(c);
                is_escaped = false;
            }
            (None, '\\') if !line[at + 1..].starts_with(|c: char| c.is_alphanumeric()) => is_escaped = true,
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, c) if c.is_whitespace() => return Some((word, &line[at..])),
            _ => word.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_goes_through_a_shell_unchanged() {
        for word in ["plain", "with space", "it's", "100%", "$HOME", "", "a\"b"] {
            let line = format!("{} hook stop", quoted(word));
            assert_eq!(first_word(&line), Some((word.to_owned(), " hook stop")));
        }
        assert_eq!(
            first_word("C:\\Tools\\omoide.exe hook").map(|(word, _)| word).as_deref(),
            Some("C:\\Tools\\omoide.exe")
        );
    }
}
