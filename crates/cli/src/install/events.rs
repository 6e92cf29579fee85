//! The hooks that Omoide answers: the host's event, the word after `omoide hook`, and how it is called.
//!
//! `install` writes the settings from this table, and the plugin's `hooks.json` is compared with it.

use serde::Serialize;

/// A hook.
#[derive(Clone, Copy, Debug)]
pub struct HookEvent {
    /// The host's name of the event.
    pub event: &'static str,
    /// The word after `omoide hook`.
    pub word: &'static str,
    /// Which kinds of the event are meant, where it has kinds.
    pub matcher: Option<&'static str>,
    /// When the host gives up.
    pub timeout_seconds: u32,
}

const fn hook(event: &'static str, word: &'static str, timeout_seconds: u32) -> HookEvent {
    HookEvent { event, word, matcher: None, timeout_seconds }
}

/// The hooks of Claude Code.
///
/// None is `async`, although the host would go on at once then: at the end of `claude -p` it kills what still runs, and
/// does not begin what is left. In six of eight such sessions the last turn and the end of the session were lost; with
/// hooks that it waits for, in none. A hook takes milliseconds, so the wait is not noticed.
pub const CLAUDE_CODE: [HookEvent; 6] = [
    HookEvent { matcher: Some("startup|resume|clear|compact|fork"), ..hook("SessionStart", "session-start", 5) },
    hook("UserPromptSubmit", "user-prompt-submit", 3),
    hook("Stop", "stop", 10),
    hook("SubagentStop", "subagent-stop", 10),
    HookEvent { matcher: Some("manual|auto"), ..hook("PreCompact", "pre-compact", 5) },
    // All hooks of a session's end share the longest time that the settings name.
    hook("SessionEnd", "session-end", 10),
];

/// The hooks of Codex, which cuts the end of a session to three seconds.
pub const CODEX: [HookEvent; 6] = [
    HookEvent { matcher: Some("startup|resume|clear"), ..hook("SessionStart", "session-start", 5) },
    hook("UserPromptSubmit", "user-prompt-submit", 3),
    hook("Stop", "stop", 10),
    hook("SubagentStop", "subagent-stop", 10),
    hook("PreCompact", "pre-compact", 5),
    hook("SessionEnd", "session-end", 3),
];

/// A group of handlers, as settings have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HookGroup {
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
    timeout: u32,
}

impl HookEvent {
    /// The group that runs this program with these arguments, without a shell between.
    pub fn group(&self, command: &str, flags: &[String]) -> HookGroup {
        let words = ["hook", self.word].into_iter().map(str::to_owned);
        self.with(command.to_owned(), words.chain(flags.iter().cloned()).collect())
    }

    /// The group that has this line run by a shell.
    pub fn shell_group(&self, line: String) -> HookGroup {
        self.with(line, Vec::new())
    }

    fn with(&self, command: String, args: Vec<String>) -> HookGroup {
        let handler = Handler { r#type: "command", command, args, timeout: self.timeout_seconds };
        HookGroup { matcher: self.matcher, hooks: [handler] }
    }
}
