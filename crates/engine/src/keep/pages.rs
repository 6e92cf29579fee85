//! Pages: texts that an agent keeps beside its memories, each under a path.

use std::collections::BTreeMap;

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Entry, Facet, Plan, Reason, Subject};
use omoide_core::ports::store::Undoing;

use crate::redaction::TakenKinds;
use crate::{Error, Mind};

/// How many bytes the shown pages of a mind may have together.
const MOST_BYTES: usize = 4 * 1024 * 1024;

impl Mind<'_> {
    /// All pages, by path.
    ///
    /// # Errors
    /// When the store fails.
    pub fn pages(&self) -> Result<BTreeMap<String, String>, Error> {
        let pages = self.engine.read(|r| r.pages(&self.name))?;
        Ok(pages.into_iter().map(|page| (page.path, page.text)).collect())
    }

    /// Changes pages, as a whole or not at all. What is changed or taken away keeps its earlier versions. Secrets are
    /// taken out of what was changed; a path that has one is kept under another name ([`crate::Engine::kept_name`]).
    ///
    /// # Errors
    /// [`Error::TextTooLong`] when all pages together would be too long, or when the store fails.
    pub fn change_pages<T>(
        &self,
        by: Actor,
        mut change: impl FnMut(&mut BTreeMap<String, String>) -> T,
    ) -> Result<T, Error> {
        let now = self.engine.now();
        self.write(|w| {
            let pages = w.pages(&self.name)?;
            let shown: BTreeMap<String, u32> = pages.iter().map(|page| (page.path.clone(), page.version)).collect();
            let before: BTreeMap<String, String> = pages.into_iter().map(|page| (page.path, page.text)).collect();
            let mut after = before.clone();
            let outcome = change(&mut after);
            let redactor = self.engine.redactor();
            let clean = |(path, text): (String, String)| match before.get(&path) {
                Some(known) if *known == text => (path, text),
                Some(_) => (path, redactor.kept(&text, &mut TakenKinds::new())),
                None => (self.engine.kept_name(&path).into_owned(), redactor.kept(&text, &mut TakenKinds::new())),
            };
            let after: BTreeMap<String, String> = after.into_iter().map(clean).collect();
            let bytes = after.iter().map(|(path, text)| path.len() + text.len()).sum();
            if after != before && bytes > MOST_BYTES {
                return Err(Error::TextTooLong { bytes, limit: MOST_BYTES });
            }
            let mut changes = Vec::new();
            let mut show = |path: &str, before: Option<u32>, after: Option<u32>| {
                let deed = Deed::Set(Facet::PageVersion(BeforeAfter { before, after }));
                changes.push(Change { subject: Subject::Page(path.to_owned()), deed, reason: Reason::ByHand });
            };
            for (path, text) in after.iter().filter(|(path, text)| before.get(*path) != Some(*text)) {
                let version = w.write_page(&self.name, path, text, by, now)?;
                self.log_memory_write(w, now, format!("wrote {path}"))?;
                show(path, shown.get(path).copied(), Some(version));
            }
            for path in before.keys().filter(|path| !after.contains_key(*path)) {
                self.log_memory_write(w, now, format!("removed {path}"))?;
                show(path, shown.get(path).copied(), None);
            }
            if !changes.is_empty() {
                let mind = self.name.clone();
                w.apply(&Plan { mind, at: now, by, step: None, group: None, changes })?;
            }
            Ok(outcome)
        })
    }

    /// Takes the last change to a page back: it shows what it showed before, or is there again, or is gone. Returns the
    /// text that it has then.
    ///
    /// # Errors
    /// [`Error::NothingToUndo`] when nothing was changed, or when the store fails.
    pub fn undo_page(&self, path: &str, by: Actor) -> Result<Option<String>, Error> {
        let undoing = Undoing { at: self.engine.now(), by };
        let path = &*self.engine.kept_name(path);
        let subject = Subject::Page(path.to_owned());
        self.write(|w| {
            let log = w.log(&self.name, Some(&subject))?;
            let is_change = |entry: &&Entry| !entry.is_undone && entry.reason != Reason::Undone.name();
            let Some(last) = log.iter().rfind(is_change) else {
                return Err(Error::NothingToUndo { handle: path.to_owned() });
            };
            w.reverse(&self.name, last.group, undoing, &mut |entry| entry.subject == subject)?;
            Ok(w.page(&self.name, path)?.map(|page| page.text))
        })
    }
}
