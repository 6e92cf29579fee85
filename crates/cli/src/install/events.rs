//! The hooks that Omoide answers: the host's event, the word after `omoide hook`, and how it is called.
//!
//! `install` writes the settings from this table, and the plugin's `hooks.json` is compared with it.

use serde::Serialize;

/// Whether a host waits for the hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// The host waits: the answer goes into the conversation, or the host is about to go away.
    Awaited,
    /// The host goes on at once.
    Detached,
}

/// A hook.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    /// The host's name of the event.
    pub event: &'static str,
    /// The word after `omoide hook`.
    pub word: &'static str,
    /// Which kinds of the event are meant, where it has kinds.
    pub matcher: Option<&'static str>,
    /// When the host gives up.
    pub timeout_seconds: u32,
    /// Whether the host waits.
    pub waiting: Waiting,
}

const fn hook(event: &'static str, word: &'static str, timeout_seconds: u32) -> Hook {
    Hook { event, word, matcher: None, timeout_seconds, waiting: Waiting::Awaited }
}

/// The hooks of Claude Code.
pub const CLAUDE_CODE: [Hook; 6] = [
    Hook { matcher: Some("startup|resume|clear|compact|fork"), ..hook("SessionStart", "session-start", 5) },
    hook("UserPromptSubmit", "user-prompt-submit", 3),
    Hook { waiting: Waiting::Detached, ..hook("Stop", "stop", 60) },
    Hook { waiting: Waiting::Detached, ..hook("SubagentStop", "subagent-stop", 60) },
    Hook { matcher: Some("manual|auto"), ..hook("PreCompact", "pre-compact", 5) },
    // All hooks of a session's end share the longest time that the settings name.
    hook("SessionEnd", "session-end", 10),
];

/// The hooks of Codex. It skips hooks that it does not wait for, and cuts the end of a session to three seconds.
pub const CODEX: [Hook; 5] = [
    Hook { matcher: Some("startup|resume|clear"), ..hook("SessionStart", "session-start", 5) },
    hook("UserPromptSubmit", "user-prompt-submit", 3),
    hook("Stop", "stop", 10),
    hook("PreCompact", "pre-compact", 5),
    hook("SessionEnd", "session-end", 3),
];

/// A group of handlers, as settings have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Group {
    #[serde(skip_serializing_if = "Option::is_none")]
    matcher: Option<&'static str>,
    hooks: [Handler; 1],
}

/// A handler, as settings have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Handler {
    r#type: &'static str,
    command: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    args: Vec<String>,
    #[serde(rename = "async", skip_serializing_if = "is_false")]
    is_async: bool,
    timeout: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Hook {
    /// The group that runs this program with these arguments, without a shell between.
    pub fn group(&self, command: &str, flags: &[String]) -> Group {
        let words = ["hook", self.word].into_iter().map(str::to_owned);
        self.with(command.to_owned(), words.chain(flags.iter().cloned()).collect())
    }

    /// The group that has this line run by a shell.
    pub fn shell_group(&self, line: String) -> Group {
        self.with(line, Vec::new())
    }

    fn with(&self, command: String, args: Vec<String>) -> Group {
        let is_async = self.waiting == Waiting::Detached;
        let handler = Handler { r#type: "command", command, args, is_async, timeout: self.timeout_seconds };
        Group { matcher: self.matcher, hooks: [handler] }
    }
}
