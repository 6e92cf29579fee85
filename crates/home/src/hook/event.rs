//! The events as they are meant: what happened, in which session, and where.

use std::path::PathBuf;

use super::wire::Sent;

/// An event of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The session; it is the thread of its memories.
    pub session: String,
    /// The folder that it works in.
    pub folder: Option<PathBuf>,
    /// The file that the host keeps of it.
    pub transcript: Option<PathBuf>,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A session begins, or goes on.
    Begun(Beginning),
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
pub enum Beginning {
    /// Nothing.
    Afresh,
    /// The conversation so far.
    GoingOn,
    /// An empty context, after a person emptied it or it was made shorter.
    Emptied,
}

/// What a hook is run for, as a word after `omoide hook`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
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

impl Word {
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

impl Event {
    /// What was sent to a hook; none of what concerns no person: subagents, and what names no session.
    pub fn of(word: Word, sent: Sent) -> Option<Self> {
        let Sent { session, transcript, folder, prompt, source, answer, agent, .. } = sent;
        let what = match word {
            Word::SessionStart => What::Begun(beginning(source.as_deref())),
            Word::UserPromptSubmit => What::Asked { prompt: prompt? },
            Word::Stop => What::Answered { answer },
            Word::PreCompact => What::Compacting,
            Word::SessionEnd => What::Ended,
            Word::SubagentStop | Word::Worker | Word::Night => return None,
        };
        let is_of_subagent = agent.is_some();
        let path = |text: Option<String>| text.map(PathBuf::from).filter(|path| path.is_absolute());
        let event = Self { what, session: session?, folder: path(folder), transcript: path(transcript) };
        (!is_of_subagent).then_some(event)
    }
}

fn beginning(source: Option<&str>) -> Beginning {
    match source {
        Some("resume" | "fork") => Beginning::GoingOn,
        Some("clear" | "compact") => Beginning::Emptied,
        _ => Beginning::Afresh,
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
            Event::of(Word::SessionStart, Sent { source: Some(source.to_owned()), ..sent() }).map(|event| event.what)
        };
        assert_eq!(of("startup"), Some(What::Begun(Beginning::Afresh)));
        assert_eq!(of("from-afar"), Some(What::Begun(Beginning::Afresh)));
        assert_eq!(of("resume"), Some(What::Begun(Beginning::GoingOn)));
        assert_eq!(of("compact"), Some(What::Begun(Beginning::Emptied)));
    }

    #[test]
    fn what_names_no_session_says_nothing_or_is_of_a_subagent_is_no_event() {
        assert_eq!(Event::of(Word::Stop, Sent::default()), None);
        assert_eq!(Event::of(Word::UserPromptSubmit, sent()), None);
        assert_eq!(Event::of(Word::SubagentStop, sent()), None);
        assert_eq!(Event::of(Word::Stop, Sent { agent: Some("a1".to_owned()), ..sent() }), None);
        assert!(Event::of(Word::Stop, sent()).is_some_and(|event| event.folder.is_none()));
    }
}
