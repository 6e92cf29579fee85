//! The agent has answered, the context is about to be made shorter, the session is over: each is only noted, since the
//! host waits. The worker remembers what there is.

use std::io::ErrorKind;

use omoide::transcript::cleaned;

use super::HookRun;
use super::event::{EventKind as Happened, SessionEvent};
use super::spool::{Note, SpooledEvent};

/// How long an answer may be that is noted: no agent says more at once, and the host waits while secrets are looked for.
const MOST_BYTES: usize = 1 << 20;

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
        answer: answer.filter(|text| may_be_written(hook, &event.session, text)).map(|text| cleaned(&text)),
        mind: hook.home.mind.clone(),
        at: hook.now,
    };
    Ok(hook.spool.add(&note)?)
}

/// Whether an answer may be noted. As long as the configuration cannot be read, nobody knows whether the folder is
/// private; and what answers a prompt that may not be remembered is none of ours. The transcript has it in any case.
fn may_be_written(hook: &HookRun, session: &str, answer: &str) -> bool {
    answer.len() <= MOST_BYTES && hook.configuration.is_ok() && !hook.spool.is_unheard(session)
}
