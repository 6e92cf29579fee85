//! The stable block: what stands first in a prompt, and is the same to the byte until something in it changes (C25).
//!
//! So nothing in it counts or tells how long ago something was: pages, who the person is, what is open, the rules of the place,
//! and the names of what can be asked for.

use std::collections::BTreeSet;

use omoide_core::{Item, ItemState, Memory, MemoryId};
use omoide_language::token_count;

use super::draft::BlockDraft;
use super::person::{KnownPerson, one_line};
use super::{Channel, Cue, PrimedBlock, within_characters};
use crate::recall::briefing::Briefing;
use crate::recall::survey::Survey;
use crate::{Error, MemoryBlock, Mind, Place};

/// How much of a page is shown, in characters; the rest is read by its path.
const LONGEST_PAGE: usize = 600;
/// How many open tasks and how many persons are named.
const MOST_TASKS: usize = 10;
const MOST_PERSONS: usize = 20;

/// All that the block can have.
struct StableParts {
    pages: Vec<(String, String)>,
    owner: Option<KnownPerson>,
    tasks: Vec<Item>,
    briefing: Briefing,
    index: Option<String>,
}

impl Mind<'_> {
    /// What stands first in the prompts of a place.
    ///
    /// # Errors
    /// When the store fails.
    pub fn stable_block(&self, cue: &Cue) -> Result<PrimedBlock, Error> {
        let most = self.parameters().prime.stable_tokens as usize;
        // What nobody said, nobody heard.
        let is_for_all = cue.heard_by.is_none();
        let place = self.engine.kept_place(cue.place.as_ref().unwrap_or(&Place::default()));
        let [thread, hearer] =
            [&cue.thread, &cue.heard_by].map(|name| name.as_deref().map(|name| self.engine.kept_name(name)));
        let (owner, briefing, index) = self.engine.look(|r| {
            let heard = hearer.as_deref().map(|hearer| r.heard_by(&self.name, hearer)).transpose()?;
            let survey = Survey::of(r, &self.name, heard.as_ref())?;
            // The owner's: whoever else speaks is told with the turn.
            let owner = self.person_in(r, &survey, heard.as_ref(), (None, &place))?;
            let briefing = self.briefing_in(r, &survey, (&place, thread.as_deref()), heard.as_ref())?;
            Ok((owner, briefing, index_of(&survey.names(r, &self.name, MOST_PERSONS)?)))
        })?;
        let parts = StableParts {
            pages: if is_for_all { self.pages()?.into_iter().collect() } else { Vec::new() },
            tasks: if is_for_all { self.tasks(ItemState::Open, MOST_TASKS)? } else { Vec::new() },
            owner,
            briefing,
            index: index.filter(|_| is_for_all),
        };
        let write = |tokens: usize| self.written(&parts, tokens);
        let block = within_characters(cue.most_characters, most, |block: &PrimedBlock| &block.text, write);
        Ok(PrimedBlock { most_tokens: most, ..block })
    }

    fn written(&self, parts: &StableParts, most: usize) -> PrimedBlock {
        let index_tokens = parts.index.as_ref().map_or(0, |line| token_count::estimate(line) + 1);
        let room = most.saturating_sub(index_tokens);
        // The others may take half of the room, and the briefing takes what they leave. It stands below them.
        let least = self.written_briefing(parts, room / 2);
        let others = written_others(parts, &least, room);
        let briefing = self.written_briefing(parts, room.saturating_sub(others.used_inside()));
        // What a longer briefing tells too is quoted no more.
        let mut draft = written_others(parts, &briefing, room);
        draft.append(briefing);
        draft.widen(most);
        if let Some(index) = &parts.index {
            draft.add(Channel::Index, index, "index", "can be asked for", usize::MAX);
        }
        draft.finished()
    }

    fn written_briefing(&self, parts: &StableParts, room: usize) -> BlockDraft {
        let mut draft = BlockDraft::of(room);
        self.add_briefing(&mut draft, &parts.briefing);
        draft
    }

    fn add_briefing(&self, draft: &mut BlockDraft, briefing: &Briefing) {
        let Briefing { left_open, standing } = briefing;
        let mut standing: Vec<&Memory> = standing.iter().collect();
        // Not by strength: it changes with every recall. Where there is no room, the oldest are left out.
        standing.sort_by_key(|memory| std::cmp::Reverse((memory.created.unix_micros(), memory.seq)));
        let most = self.parameters().retrieval.briefing_tokens as usize;
        let room = draft.left().min(most);
        let block =
            MemoryBlock::within(left_open.iter().chain(standing.iter().copied()), self.budget().with_tokens(room));
        let open: Vec<MemoryId> = left_open.iter().map(|memory| memory.id).collect();
        let shown = draft.add_memories(&block, room, |memory| match open.contains(&memory.id) {
            true => (Channel::Open, "was left open here"),
            false => (Channel::Rules, "stands here, or is protected"),
        });
        let count = left_open.len() + standing.len() - shown;
        if count > 0 {
            draft.leave_out(Channel::Rules, count.to_string(), "no room");
        }
    }
}

/// All but the briefing and the index, in the room that the briefing leaves.
fn written_others(parts: &StableParts, briefing: &BlockDraft, room: usize) -> BlockDraft {
    let mut draft = BlockDraft::of(room.saturating_sub(briefing.used_inside()));
    add_pages(&mut draft, &parts.pages, room / 2);
    if let Some(person) = &parts.owner {
        // What a whole memory of the block says is not quoted.
        let is_told = |handle: &String| briefing.parts.iter().any(|part| part.what == *handle);
        let quotes = person
            .lasting
            .iter()
            .filter(|quote| !is_told(&quote.2))
            .map(|quote| (KnownPerson::quote(quote), quote.2.clone(), "lasts about the person".to_owned()));
        let title = format!("who: {}", person.heading());
        let most = if parts.tasks.is_empty() { room } else { room - room / 4 };
        draft.add_titled_list(Channel::Person, &title, &person.name, quotes, most);
    }
    add_tasks(&mut draft, &parts.tasks, room / 4);
    draft
}

/// The names of what can be asked for; none where nothing is known. They are of this mind alone: what minds share is not for
/// everyone who may ask this one.
fn index_of(persons: &[String]) -> Option<String> {
    let persons: BTreeSet<String> = persons.iter().map(|name| one_line(name)).collect();
    if persons.is_empty() {
        return None;
    }
    let persons: Vec<String> = persons.into_iter().collect();
    Some(format!("ask for more: recall \"…\", person NAME ({}), activity, thread, task", persons.join(", ")))
}

fn add_pages(draft: &mut BlockDraft, pages: &[(String, String)], room: usize) {
    let items = pages.iter().map(|(path, text)| {
        let mut short: String = text.trim().chars().take(LONGEST_PAGE).collect();
        if short.len() < text.trim().len() {
            short.push('…');
        }
        (format!("  {}: {}", one_line(path), one_line(&short)), path.clone(), "a page".to_owned())
    });
    draft.add_list(Channel::Pages, "pages:", items, room);
}

fn add_tasks(draft: &mut BlockDraft, tasks: &[Item], room: usize) {
    let items = tasks.iter().map(|item| {
        let since = item.entry.opened_at.map_or(String::new(), |at| format!(" (since {})", at.date()));
        (format!("  {}{since}", one_line(&item.entry.text)), format!("task #{}", item.number), "is open".to_owned())
    });
    draft.add_list(Channel::Open, "open:", items, room);
}
