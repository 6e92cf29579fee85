//! The agent has answered, the context is about to be made shorter, the session is over: each is only noted, since the
//! host waits. The worker remembers what there is.

use super::HookRun;
use super::event::{EventKind as Happened, SessionEvent};
use super::spool::{Note, SpooledEvent};

/// Notes it, unless nothing may be remembered there.
///
/// # Errors
/// When it cannot be written down.
pub fn note(hook: &HookRun, event: &SessionEvent) -> anyhow::Result<()> {
    let rules = hook.rules(event);
    let Some(transcript) = event.transcript.clone().filter(|_| rules.may_remember) else { return Ok(()) };
    let (what, answer) = match &event.what {
        Happened::Answered { answer } => (SpooledEvent::Answered, answer.clone()),
        Happened::Compacting => (SpooledEvent::Compacting, None),
        Happened::Ended => (SpooledEvent::Ended, None),
        Happened::Begun(_) | Happened::Asked { .. } => return Ok(()),
    };
    let note = Note {
        what,
        session: event.session.clone(),
        transcript,
        folder: event.folder.clone(),
        // As long as the configuration cannot be read, nobody knows whether the folder is private.
        answer: answer.filter(|_| hook.configuration.is_ok()),
        mind: hook.home.mind.clone(),
        at: hook.now,
    };
    Ok(hook.spool.add(&note)?)
}
