//! A person says something: what comes to mind is added to the context.

use std::borrow::Cow;

use omoide::transcript::HOST;
use omoide::{Budget, MemoryBlock, Mind, Place, Prompt, Recalled, ShownMemory};
use omoide_core::MemoryId;
use omoide_language::strip;

use super::event::{HookWord, SessionEvent};
use super::wire::{MOST_CHARACTERS, characters};
use super::{HookRun, night, project};

/// How many characters of the beginning and of the end of a prompt are searched for: what is pasted between them says
/// little about what is asked, and would take longer to read than a person waits.
const SEARCHED_CHARACTERS: usize = 2_000;

/// Recalls; none when nothing comes to mind.
///
/// # Errors
/// When the store, the configuration or the environment does not allow it.
pub(super) fn answer(hook: &HookRun, event: &SessionEvent, prompt: &str) -> anyhow::Result<Option<String>> {
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
    let without = if hook.is_unsure_of_shown.get() { Vec::new() } else { mind.shown(&event.session)? };
    // Before it is cut: half of a private part may not show that it is one.
    let text = engine.sendable(text);
    let said = PromptAnswer::recall(&mind, prompt_of(&text, &event.session, place, without))?;
    // Before anything is written: one connection is enough then.
    let is_overdue = mind.is_overdue()?;
    hook.log_failure(HookWord::UserPromptSubmit, said.leave_marks(&mind));
    if is_overdue {
        hook.log_failure(HookWord::UserPromptSubmit, night::start(hook, mind.name(), engine.now()));
    }
    Ok(Some(said.block).filter(|block| !block.is_empty()))
}

/// What a host's prompt asks the engine. Marks are left once it is known what is shown.
pub fn prompt_of(text: &str, thread: &str, place: Option<Place>, without: Vec<MemoryId>) -> Prompt {
    Prompt {
        thread: Some(thread.to_owned()),
        place,
        without,
        leaves_a_mark: false,
        ..Prompt::new(searched(text.trim()))
    }
}

/// What is said to an agent about a prompt.
pub struct PromptAnswer {
    prompt: Prompt,
    recalled: Recalled,
    /// The block; empty when there is nothing to say.
    pub block: String,
    /// The memories in it, with the text that the agent reads of each.
    pub shown: Vec<(MemoryId, String)>,
}

impl PromptAnswer {
    /// Recalls for a prompt and renders what came to mind.
    ///
    /// # Errors
    /// When the store fails.
    pub fn recall(mind: &Mind<'_>, prompt: Prompt) -> Result<Self, omoide::Error> {
        let recalled = mind.recall(&prompt)?;
        let MemoryBlock { portions, text: block } = block(|| recalled.shown(), mind.budget());
        let shown = portions.into_iter().map(|portion| (portion.memory.id, portion.text)).collect();
        Ok(Self { prompt, recalled, block, shown })
    }

    /// The same prompt, with so many memories and nothing left out by the gate.
    pub fn ungated(&self, most: usize) -> Prompt {
        Prompt { gate: Some(false), top_k: Some(most), ..self.prompt.clone() }
    }

    /// Marks what is shown as recalled.
    ///
    /// # Errors
    /// When the store fails.
    pub fn leave_marks(&self, mind: &Mind<'_>) -> Result<(), omoide::Error> {
        let shown: Vec<MemoryId> = self.shown.iter().map(|(id, _)| *id).collect();
        if shown.is_empty() { Ok(()) } else { mind.note_recalled(&self.prompt, &self.recalled, &shown) }
    }
}

/// The block of memories within the budget and what the host takes, and what is in it.
pub fn block<'m, M: Into<ShownMemory<'m>>, I: Iterator<Item = M>>(
    memories: impl Fn() -> I,
    mut budget: Budget,
) -> MemoryBlock<'m> {
    loop {
        let block = MemoryBlock::within(memories(), budget);
        if characters(&block.text) <= MOST_CHARACTERS {
            return block;
        }
        budget.tokens = budget.tokens * 3 / 4;
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
