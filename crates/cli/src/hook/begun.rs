//! A session begins: what was open last time in the project, and what is protected, is added to the context.

use omoide::Place;
use omoide::transcript::HOST;

use super::asked::block;
use super::event::{Beginning, Event, Word};
use super::{Hook, project};

/// The briefing; none when there is nothing to tell.
///
/// # Errors
/// When the store, the configuration or the environment does not allow it.
pub fn answer(hook: &Hook, event: &Event, beginning: Beginning) -> anyhow::Result<Option<String>> {
    let rules = hook.rules(event);
    // What goes on has in its context what it was told before.
    if beginning == Beginning::GoingOn || !rules.may_recall {
        return Ok(None);
    }
    let Some(engine) = hook.engine()? else { return Ok(None) };
    let mind = engine.mind(rules.mind.unwrap_or_else(|| hook.invocation.mind.clone()));
    if beginning == Beginning::Emptied {
        hook.log_failure(Word::SessionStart, mind.forget_shown(&event.session));
    }
    // Who has just emptied the context, or has a summary of it there, does not want the same again.
    let here = event.folder.as_deref().filter(|_| beginning == Beginning::Afresh);
    let place = here.map_or_else(Place::default, |folder| project::place(HOST, folder));
    let told = mind.briefing(&place, &event.session)?;
    let budget = mind.budget().with_tokens(engine.parameters().retrieval.briefing_tokens as usize);
    let (block, shown) = block(|| told.iter(), budget);
    if shown.is_empty() {
        return Ok(None);
    }
    let shown: Vec<_> = shown.into_iter().map(|(id, _)| id).collect();
    hook.log_failure(Word::SessionStart, mind.note_shown(&event.session, &shown));
    Ok(Some(block))
}
