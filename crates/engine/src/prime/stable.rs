//! The stable block: what stands first in a prompt, and is the same to the byte until something in it changes (C25).
//!
//! So nothing in it counts or tells how long ago something was: pages, who the person is, what is open, the rules of the place,
//! and the names of what can be asked for.

use std::collections::BTreeSet;

use omoide_core::{ItemState, Memory};
use omoide_language::token_count;

use super::draft::{BlockDraft, lines_of};
use super::person::{KnownPerson, one_line};
use super::{Channel, Cue, PrimedBlock};
use crate::{Error, MemoryBlock, Mind};

/// How much of a page is shown, in characters; the rest is read by its path.
const LONGEST_PAGE: usize = 600;
/// How many open tasks and how many persons are named.
const MOST_TASKS: usize = 10;
const MOST_PERSONS: usize = 20;

impl Mind<'_> {
    /// What stands first in the prompts of a place.
    ///
    /// # Errors
    /// When the store fails.
    pub fn stable_block(&self, cue: &Cue) -> Result<PrimedBlock, Error> {
        let most = self.parameters().prime.stable_tokens as usize;
        let mut draft = BlockDraft::of(most);
        let index = self.index()?;
        let index_tokens = index.as_ref().map_or(0, |line| token_count::estimate(line) + 1);
        let room = most.saturating_sub(index_tokens);
        self.add_pages(&mut draft, room / 2)?;
        // The owner's: whoever else speaks is told with the turn.
        let owner = Cue { person: None, ..cue.clone() };
        if let Some(person) = self.known_person(&owner)? {
            let quotes = person
                .lasting
                .iter()
                .map(|quote| (KnownPerson::quote(quote), quote.2.clone(), "lasts about the person".to_owned()));
            draft.add_list(Channel::Person, &format!("who: {}", person.heading()), quotes, room / 2);
        }
        self.add_open(&mut draft, room / 4)?;
        self.add_rules(&mut draft, cue, index_tokens)?;
        if let Some(index) = index {
            draft.add(Channel::Index, &index, "index", "can be asked for", usize::MAX);
        }
        Ok(draft.finished())
    }

    fn add_pages(&self, draft: &mut BlockDraft, room: usize) -> Result<(), Error> {
        let pages = self.pages()?;
        let items = pages.into_iter().map(|(path, text)| {
            let mut short: String = text.trim().chars().take(LONGEST_PAGE).collect();
            if short.len() < text.trim().len() {
                short.push('…');
            }
            (format!("  {}: {}", one_line(&path), one_line(&short)), path, "a page".to_owned())
        });
        draft.add_list(Channel::Pages, "pages:", items.collect::<Vec<_>>(), room);
        Ok(())
    }

    fn add_open(&self, draft: &mut BlockDraft, room: usize) -> Result<(), Error> {
        let tasks = self.tasks(ItemState::Open, MOST_TASKS)?;
        let items = tasks.into_iter().map(|item| {
            let since = item.entry.opened_at.map_or(String::new(), |at| format!(" (since {})", at.date()));
            (format!("  {}{since}", one_line(&item.entry.text)), format!("task #{}", item.number), "is open".to_owned())
        });
        draft.add_list(Channel::Open, "open:", items.collect::<Vec<_>>(), room);
        Ok(())
    }

    fn add_rules(&self, draft: &mut BlockDraft, cue: &Cue, kept_free: usize) -> Result<(), Error> {
        let place = cue.place.clone().unwrap_or_default();
        let mut rules: Vec<Memory> = self.ground_rules(&place)?;
        // Not by strength: it changes with every recall.
        rules.sort_by_key(|memory| (memory.created.unix_micros(), memory.seq));
        rules.retain(|memory| !cue.without.contains(&memory.id));
        let room = draft.left().saturating_sub(kept_free);
        let MemoryBlock { portions, text } = MemoryBlock::within(&rules, self.budget().with_tokens(room));
        let inner = lines_of(&text);
        let handles: Vec<&str> = portions.iter().map(|portion| portion.memory.handle.as_str()).collect();
        if !inner.is_empty() {
            draft.add(Channel::Rules, inner, &handles.join(", "), "stands here, or is protected", room);
        }
        if rules.len() > portions.len() {
            draft.leave_out(Channel::Rules, (rules.len() - portions.len()).to_string(), "no room");
        }
        Ok(())
    }

    /// The names of what can be asked for; none where nothing is known.
    fn index(&self) -> Result<Option<String>, Error> {
        // Of this mind alone: what minds share is not for everyone who may ask this one.
        let speakers = self.engine.read(|r| r.speakers(&self.name))?;
        let mut persons: BTreeSet<String> = speakers.into_iter().map(|one| one_line(&one.name)).collect();
        while persons.len() > MOST_PERSONS {
            persons.pop_last();
        }
        if persons.is_empty() {
            return Ok(None);
        }
        let persons: Vec<String> = persons.into_iter().collect();
        Ok(Some(format!("ask for more: recall \"…\", person NAME ({}), activity, thread, task", persons.join(", "))))
    }
}
