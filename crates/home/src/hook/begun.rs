//! A session begins: what was left open in the project, its rules, and what is protected, is added to the context.

use omoide::transcript::HOST;
use omoide::{MemoryBlock, Place};
use omoide_core::MemoryId;

use super::asked::block;
use super::event::{HookWord, SessionBeginning, SessionEvent};
use super::{HookRun, project};

/// The briefing; none when there is nothing to tell.
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
    let place = event.folder.as_deref().map_or_else(Place::default, |folder| project::place(HOST, folder));
    // Who has just emptied the context, or has a summary of it there, does not want to be told what was open; but rules
    // still hold.
    let told = match beginning {
        SessionBeginning::Emptied => mind.ground_rules(&place)?,
        SessionBeginning::Afresh | SessionBeginning::GoingOn => mind.briefing(&place, &event.session)?,
    };
    let budget = mind.budget().with_tokens(engine.parameters().retrieval.briefing_tokens as usize);
    let MemoryBlock { portions, text: block } = block(|| told.iter(), budget);
    if portions.is_empty() {
        return Ok(None);
    }
    // What was cut short may still come to mind as a whole.
    let whole = portions.iter().filter(|portion| portion.is_whole);
    let shown: Vec<MemoryId> = whole.map(|portion| portion.memory.id).collect();
    hook.log_failure(HookWord::SessionStart, mind.note_shown(&event.session, &shown));
    Ok(Some(block))
}
