//! The agent has answered, the context is about to be made shorter, the session is over: each is only noted, since the
//! host waits. The worker remembers what there is.

use std::io::ErrorKind;

use omoide::transcript::{characters, cleaned};

use super::HookRun;
use super::event::{EventKind as Happened, SessionEvent};
use super::spool::{Note, SpooledEvent};

/// How long an answer may be that is noted.
const MOST_BYTES: usize = 64 * 1024;

/// What stands in most texts in which secrets or private parts have to be looked for. That takes longer than a host should
/// wait, so such an answer is left to the transcript, which nearly always has it.
const SUSPICIOUS: [&str; 26] = [
    "<",
    "＜",
    "://",
    "@",
    "=",
    "-----",
    "pass",
    "pw",
    "token",
    "key",
    "secret",
    "auth",
    "login",
    "credential",
    "bearer",
    "cookie",
    "sk-",
    "ghp_",
    "akia",
    "pin",
    "パス",
    "暗証",
    "鍵",
    "キー",
    "トークン",
    "ログイン",
];

/// Notes it, unless nothing may be remembered there.
///
/// # Errors
/// When it cannot be written down.
pub fn note(hook: &HookRun, event: &SessionEvent) -> anyhow::Result<()> {
    let rules = hook.rules(event);
    if matches!(event.what, Happened::Ended) {
        hook.spool.set_heard(&event.session);
    }
    let Some(transcript) = event.transcript.clone().filter(|_| rules.may_remember) else { return Ok(()) };
    let (what, answer) = match &event.what {
        Happened::Answered { answer } => (SpooledEvent::Answered, answer.clone()),
        Happened::Compacting => (SpooledEvent::Compacting, None),
        Happened::Ended => (SpooledEvent::Ended, None),
        Happened::Begun(_) | Happened::Asked { .. } => return Ok(()),
    };
    let answer = answer.filter(|_| may_be_written(hook, &event.session));
    // Times of a transcript may be off; what was in it by now was there before this.
    let length = match std::fs::metadata(&transcript) {
        Ok(metadata) => Some(metadata.len()),
        Err(error) => (error.kind() == ErrorKind::NotFound).then_some(0),
    };
    let note = Note {
        what,
        session: event.session.clone(),
        transcript,
        folder: event.folder.clone(),
        length,
        withheld: answer.as_deref().filter(|text| is_suspicious(text)).map(characters),
        answer: answer.filter(|text| !is_suspicious(text)).map(|text| cleaned(&text)),
        mind: hook.home.mind.clone(),
        at: hook.now,
    };
    Ok(hook.spool.add(&note)?)
}

/// Whether anything of an answer may be noted. As long as the configuration cannot be read, nobody knows whether the folder
/// is private; and what answers a prompt that may not be remembered is none of ours.
fn may_be_written(hook: &HookRun, session: &str) -> bool {
    hook.configuration.is_ok() && !hook.spool.is_unheard(session)
}

/// Whether a text may hold what has to be taken out. It is taken out of others too; this spares time and nothing else.
fn is_suspicious(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    text.len() > MOST_BYTES || SUSPICIOUS.iter().any(|word| small.contains(word))
}
