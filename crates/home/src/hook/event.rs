//! The events as they are meant: what happened, in which session, and where.

use std::path::PathBuf;

use super::wire::Sent;

/// An event of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionEvent {
    /// What happened.
    pub what: EventKind,
    /// The session; it is the thread of its memories.
    pub session: String,
    /// The folder that it works in.
    pub folder: Option<PathBuf>,
    /// The file that the host keeps of it.
    pub transcript: Option<PathBuf>,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A session begins, or goes on.
    Begun(SessionBeginning),
    /// A person says something.
    Asked {
        /// What they say.
        prompt: String,
    },
    /// The agent has answered.
    Answered {
        /// What it said last; the transcript may not have it yet.
        answer: Option<String>,
    },
    /// The context is about to be made shorter.
    Compacting,
    /// The session is over.
    Ended,
}

/// What a session begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionBeginning {
    /// Nothing.
    Afresh,
    /// The conversation so far.
    GoingOn,
    /// An empty context, after a person emptied it or it was made shorter.
    Emptied,
}

/// What a hook is run for, as a word after `omoide hook`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HookWord {
    /// A session begins: tell what was open in this project.
    SessionStart,
    /// A person says something: recall what has to do with it.
    UserPromptSubmit,
    /// The agent has answered: remember the turn.
    Stop,
    /// A subagent has answered: nothing of it is a person's turn.
    SubagentStop,
    /// The context is about to be compacted: remember what is in it.
    PreCompact,
    /// A session ends: remember the rest of it.
    SessionEnd,
    /// Remember what was spooled; started by the other hooks.
    Worker,
    /// Sleep the nights that are overdue; started by the other hooks.
    Night,
}

impl HookWord {
    /// The word, as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::UserPromptSubmit => "user-prompt-submit",
            Self::Stop => "stop",
            Self::SubagentStop => "subagent-stop",
            Self::PreCompact => "pre-compact",
            Self::SessionEnd => "session-end",
            Self::Worker => "worker",
            Self::Night => "night",
        }
    }
}

impl SessionEvent {
    /// What was sent to a hook; none of what concerns no person: subagents, and what names no session.
    pub fn of(word: HookWord, sent: Sent) -> Option<Self> {
        let Sent { session, transcript, folder, prompt, source, answer, agent, .. } = sent;
        let what = match word {
            HookWord::SessionStart => EventKind::Begun(beginning(source.as_deref())),
            HookWord::UserPromptSubmit => EventKind::Asked { prompt: prompt? },
            HookWord::Stop => EventKind::Answered { answer },
            HookWord::PreCompact => EventKind::Compacting,
            HookWord::SessionEnd => EventKind::Ended,
            HookWord::SubagentStop | HookWord::Worker | HookWord::Night => return None,
        };
        let is_of_subagent = agent.is_some();
        let path = |text: Option<String>| text.map(PathBuf::from).filter(|path| path.is_absolute());
        let event = Self { what, session: session?, folder: path(folder), transcript: path(transcript) };
        (!is_of_subagent).then_some(event)
    }
}

fn beginning(source: Option<&str>) -> SessionBeginning {
    match source {
        Some("resume" | "fork") => SessionBeginning::GoingOn,
        Some("clear" | "compact") => SessionBeginning::Emptied,
        _ => SessionBeginning::Afresh,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent() -> Sent {
        Sent { session: Some("s".to_owned()), folder: Some("relative".to_owned()), ..Sent::default() }
    }

    #[test]
    fn a_source_that_nobody_knows_is_a_fresh_beginning() {
        let of = |source: &str| {
            SessionEvent::of(HookWord::SessionStart, Sent { source: Some(source.to_owned()), ..sent() })
                .map(|event| event.what)
        };
        assert_eq!(of("startup"), Some(EventKind::Begun(SessionBeginning::Afresh)));
        assert_eq!(of("from-afar"), Some(EventKind::Begun(SessionBeginning::Afresh)));
        assert_eq!(of("resume"), Some(EventKind::Begun(SessionBeginning::GoingOn)));
        assert_eq!(of("compact"), Some(EventKind::Begun(SessionBeginning::Emptied)));
    }

    #[test]
    fn what_names_no_session_says_nothing_or_is_of_a_subagent_is_no_event() {
        assert_eq!(SessionEvent::of(HookWord::Stop, Sent::default()), None);
        assert_eq!(SessionEvent::of(HookWord::UserPromptSubmit, sent()), None);
        assert_eq!(SessionEvent::of(HookWord::SubagentStop, sent()), None);
        assert_eq!(SessionEvent::of(HookWord::Stop, Sent { agent: Some("a1".to_owned()), ..sent() }), None);
        assert!(SessionEvent::of(HookWord::Stop, sent()).is_some_and(|event| event.folder.is_none()));
    }
}
