//! Names of persons and items, out and in again.

use std::collections::HashSet;

use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{Item, ItemState, MemoryId, NewItem, PersonName, Resolution, Seq, fold};

use super::import::Importing;
use super::line::{ItemLine, PersonLine};
use crate::{Error, Mind};

/// More items than a mind has.
const ALL: usize = usize::MAX;

impl Mind<'_> {
    /// The lines of the persons who speak in this mind, each name in the order of joining.
    pub(super) fn person_lines(&self, r: &dyn Reader) -> Result<Vec<PersonLine>, Error> {
        let mut known: HashSet<String> = HashSet::new();
        for speaker in r.speakers(&self.name)? {
            known.extend(r.person(&speaker.name)?.names.iter().map(|name| fold(name)));
        }
        let line = |name: PersonName| PersonLine { name: name.name, joined_to: name.joined_to, chosen: name.chosen };
        let is_known = |name: &PersonName| known.contains(&fold(&name.name));
        Ok(r.person_names()?.into_iter().filter(is_known).map(line).collect())
    }

    /// The lines of the mind's items, in the order of noting.
    pub(super) fn item_lines(&self, r: &dyn Reader) -> Result<Vec<ItemLine>, Error> {
        let mut items = r.items(&self.name, ItemState::Open, ALL)?;
        items.extend(r.items(&self.name, ItemState::Resolved, ALL)?);
        items.sort_by_key(|item| item.number);
        items.into_iter().map(|item| self.item_line(r, item)).collect()
    }

    fn item_line(&self, r: &dyn Reader, item: Item) -> Result<ItemLine, Error> {
        let id = |seq: Option<Seq>| -> Result<Option<MemoryId>, Error> {
            let Some(seq) = seq else { return Ok(None) };
            Ok(r.memories(&self.name, &[seq])?.first().map(|memory| memory.id))
        };
        let NewItem { text, person, opened_at, memory, resolution } = item.entry;
        let (resolved_at, by, words) = match resolution {
            Some(Resolution { at, by, words }) => (Some(at), by, Some(words)),
            None => (None, None, None),
        };
        let (memory, resolved_by) = (id(memory)?, id(by)?);
        Ok(ItemLine { text, person, opened_at, memory, resolved_at, resolved_by, resolution: words })
    }
}

impl Importing<'_, '_> {
    /// Joins a name as the export has it, and notes that it was chosen.
    pub(super) fn person(&mut self, w: &mut dyn Writer, line: PersonLine) -> Result<(), Error> {
        if let Some(to) = &line.joined_to {
            w.join_persons(to, &line.name)?;
        }
        if line.chosen.is_some() {
            self.chosen.push(line);
        }
        Ok(())
    }

    /// Has persons shown by the names that were chosen, unless someone here has chosen one before.
    pub(super) fn choose_names(&mut self, w: &mut dyn Writer, before: &[PersonName]) -> Result<(), Error> {
        let is_chosen = |name: &String| before.iter().any(|one| one.chosen.is_some() && fold(&one.name) == fold(name));
        self.chosen.sort_by_key(|line| line.chosen);
        for line in &self.chosen {
            if !w.person(&line.name)?.names.iter().any(is_chosen) {
                w.rename_person(&line.name, &line.name)?;
            }
        }
        Ok(())
    }

    /// Notes an item, unless the same is there; what belongs to a memory that is not there is left out.
    pub(super) fn item(&self, w: &mut dyn Writer, line: ItemLine) -> Result<(), Error> {
        let memory = match line.memory {
            Some(id) => match self.place(w, id)? {
                Some(seq) => Some(seq),
                None => return Ok(()),
            },
            None => None,
        };
        let by = match line.resolved_by {
            Some(id) => self.place(w, id)?,
            None => None,
        };
        let is_lost = line.resolved_by.is_some() && by.is_none();
        let resolution = line.resolved_at.filter(|_| !is_lost).map(|at| Resolution {
            at,
            by,
            words: line.resolution.clone().unwrap_or_default(),
        });
        if resolution.is_none() && line.opened_at.is_none() {
            return Ok(());
        }
        let ItemLine { text, person, opened_at, .. } = line;
        let item = NewItem { text, person, opened_at, memory, resolution };
        let mind = &self.mind.name;
        let is_same = |there: &Item| {
            let same = (&there.entry.text, there.entry.opened_at, there.entry.memory);
            same == (&item.text, item.opened_at, item.memory)
        };
        let mut there = w.items(mind, ItemState::Open, ALL)?;
        there.extend(w.items(mind, ItemState::Resolved, ALL)?);
        if !there.iter().any(is_same) {
            w.add_item(mind, &item)?;
        }
        Ok(())
    }
}
