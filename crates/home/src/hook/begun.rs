//! A session begins: what stands first in its context is added to it, the stable block of priming.

use omoide::Cue;
use omoide::transcript::HOST;

use super::event::{HookWord, SessionBeginning, SessionEvent};
use super::wire::MOST_CHARACTERS;
use super::{HookRun, project};

/// The stable block; none when there is nothing to tell.
///
/// # Errors
/// When the store, the configuration or the environment does not allow it.
pub fn answer(hook: &HookRun, event: &SessionEvent, beginning: SessionBeginning) -> anyhow::Result<Option<String>> {
    let rules = hook.rules(event);
    // What goes on has in its context what it was told before.
    if beginning == SessionBeginning::GoingOn || !rules.may_recall {
        return Ok(None);
    }
    let Some(engine) = hook.engine()? else { return Ok(None) };
    let mind = engine.mind(rules.mind.unwrap_or_else(|| hook.home.mind.clone()));
    if beginning == SessionBeginning::Emptied {
        hook.log_failure(HookWord::SessionStart, mind.forget_shown(&event.session, engine.now()));
    }
    let cue = Cue {
        thread: Some(event.session.clone()),
        place: event.folder.as_deref().map(|folder| project::place(HOST, folder)),
        most_characters: Some(MOST_CHARACTERS),
        ..Cue::default()
    };
    let block = mind.stable_block(&cue)?;
    let shown = block.whole_memories();
    if !shown.is_empty() {
        hook.log_failure(HookWord::SessionStart, mind.note_shown(&event.session, &shown));
    }
    Ok(Some(block.text).filter(|text| !text.is_empty()))
}
