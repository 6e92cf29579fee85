//! A person says something: what an agent should have in mind with it is added to the context, the turn block of priming.

use std::borrow::Cow;

use omoide::transcript::HOST;
use omoide::{Cue, Place, Primed};
use omoide_language::strip;

use super::event::{HookWord, SessionEvent};
use super::wire::MOST_CHARACTERS;
use super::{HookRun, night, project};
use crate::lang::{Lang, say};
use crate::skills::skills;

/// How many characters of the beginning and of the end of a prompt are searched for: what is pasted between them says
/// little about what is asked, and would take longer to read than a person waits.
const SEARCHED_CHARACTERS: usize = 2_000;

/// What a prompt is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PromptAnswer {
    /// The block.
    pub block: String,
    /// How many memories were recalled, where the person is told, and of how many.
    pub told: Option<RecallCount>,
}

/// How many memories an agent was shown, and how many have to do with the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RecallCount {
    pub shown: usize,
    pub related: usize,
}

impl RecallCount {
    /// It, as a person is told.
    pub fn line(self, lang: Lang) -> String {
        let Self { shown, related } = self;
        say!(lang, "recalled {shown} of {related}", "関連する記憶{related}件のうち{shown}件を思い出しました")
    }
}

/// Primes; none when nothing comes to mind.
///
/// # Errors
/// When the store, the configuration or the environment does not allow it.
pub(super) fn answer(hook: &HookRun, event: &SessionEvent, prompt: &str) -> anyhow::Result<Option<PromptAnswer>> {
    let text = prompt.trim();
    let rules = hook.rules(event);
    if rules.may_remember {
        hook.spool.set_heard(&event.session);
    } else {
        hook.log_failure(HookWord::UserPromptSubmit, hook.spool.set_unheard(&event.session));
    }
    if text.is_empty() || strip::is_command(text) || !rules.may_recall {
        return Ok(None);
    }
    let Some(engine) = hook.engine()? else { return Ok(None) };
    let mind = engine.mind(rules.mind.unwrap_or_else(|| hook.home.mind.clone()));
    let place = event.folder.as_deref().map(|folder| project::place(HOST, folder));
    // Before it is cut: half of a private part may not show that it is one.
    let text = engine.sendable(text);
    let cue = Cue {
        repeats: hook.is_unsure_of_shown.get(),
        skills: skills(hook.person_folder.as_deref(), event.folder.as_deref()),
        ..cue_of(&text, &event.session, place)
    };
    let primed = mind.prime_turn(&cue)?;
    for left in &primed.missing {
        hook.log(HookWord::UserPromptSubmit, &format!("{} was left out: {}", left.channel.name(), left.why));
    }
    // Before anything is written: one connection is enough then.
    let is_overdue = mind.is_overdue()?;
    hook.log_failure(HookWord::UserPromptSubmit, mind.note_primed(&primed));
    if is_overdue {
        hook.log_failure(HookWord::UserPromptSubmit, night::start(hook, mind.name(), engine.now()));
    }
    let told = recall_count(&primed).filter(|_| engine.parameters().hooks.tell);
    Ok(Some(PromptAnswer { block: primed.turn.text, told }).filter(|answer| !answer.block.is_empty()))
}

/// How many memories a turn block shows, if any.
fn recall_count(primed: &Primed) -> Option<RecallCount> {
    let sample = primed.sample.as_ref().filter(|sample| sample.shown > 0)?;
    Some(RecallCount { shown: sample.shown, related: sample.related.max(sample.shown) })
}

/// What a host's prompt asks of priming. Marks are left once it is known that the host is answered; the session has the stable
/// block already.
pub fn cue_of(text: &str, thread: &str, place: Option<Place>) -> Cue {
    Cue {
        text: searched(text.trim()).into_owned(),
        thread: Some(thread.to_owned()),
        place,
        has_stable: true,
        most_characters: Some(MOST_CHARACTERS),
        ..Cue::default()
    }
}

/// As much of a prompt as is searched for.
fn searched(text: &str) -> Cow<'_, str> {
    let Some((beginning, _)) = text.char_indices().nth(SEARCHED_CHARACTERS) else { return Cow::Borrowed(text) };
    let end = text.char_indices().rev().nth(SEARCHED_CHARACTERS - 1).map_or(0, |(at, _)| at);
    if end <= beginning {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}\n{}", &text[..beginning], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_prompt_the_beginning_and_the_end_are_searched_for() {
        assert_eq!(searched("短い"), "短い");
        let long = format!("始め{}終わり", "あ".repeat(10_000));
        let searched = searched(&long);
        assert!(searched.starts_with("始め") && searched.ends_with("終わり"));
        assert_eq!(searched.chars().count(), 2 * SEARCHED_CHARACTERS + 1);
        let just = "x".repeat(2 * SEARCHED_CHARACTERS);
        assert_eq!(super::searched(&just), just);
    }
}
