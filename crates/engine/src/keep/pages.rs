//! Pages: texts that an agent keeps beside its memories, each under a path.

use std::collections::BTreeMap;

use omoide_core::plan::Actor;

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
    /// taken out of what was changed.
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
            let before: BTreeMap<String, String> =
                w.pages(&self.name)?.into_iter().map(|page| (page.path, page.text)).collect();
            let mut after = before.clone();
            let outcome = change(&mut after);
            for (path, text) in &mut after {
                if before.get(path) != Some(text) {
                    *text = self.engine.parts.understanding.redact(text);
                }
            }
            let bytes = after.iter().map(|(path, text)| path.len() + text.len()).sum();
            if after != before && bytes > MOST_BYTES {
                return Err(Error::TextTooLong { bytes, limit: MOST_BYTES });
            }
            for (path, text) in after.iter().filter(|(path, text)| before.get(*path) != Some(*text)) {
                let version = w.write_page(&self.name, path, text, by, now)?;
                w.show_page(&self.name, path, Some(version))?;
            }
            for path in before.keys().filter(|path| !after.contains_key(*path)) {
                w.show_page(&self.name, path, None)?;
            }
            Ok(outcome)
        })
    }
}
