//! Pages: texts that an agent keeps beside its memories, each under a path.

use std::collections::BTreeMap;

use crate::{Error, Mind};

/// Where they are kept.
const PAGES: &str = "pages";

/// How many bytes all pages of a mind may have.
const MOST_BYTES: usize = 4 * 1024 * 1024;

impl Mind<'_> {
    /// All pages, by path.
    ///
    /// # Errors
    /// When the store fails.
    pub fn pages(&self) -> Result<BTreeMap<String, String>, Error> {
        Ok(read(self.engine.read(|r| r.state(&self.name, PAGES))?.as_deref()))
    }

    /// Changes pages, as a whole or not at all. Secrets are taken out of what was changed.
    ///
    /// # Errors
    /// [`Error::TextTooLong`] when all pages together would be too long, or when the store fails.
    pub fn change_pages<T>(&self, mut change: impl FnMut(&mut BTreeMap<String, String>) -> T) -> Result<T, Error> {
        self.write(|w| {
            let before = read(w.state(&self.name, PAGES)?.as_deref());
            let mut after = before.clone();
            let outcome = change(&mut after);
            if after == before {
                return Ok(outcome);
            }
            for (path, text) in &mut after {
                if before.get(path) != Some(text) {
                    *text = self.engine.parts.understanding.redact(text);
                }
            }
            let kept = serde_json::to_string(&after).expect("strings are always JSON");
            if kept.len() > MOST_BYTES {
                return Err(Error::TextTooLong { bytes: kept.len(), limit: MOST_BYTES });
            }
            w.set_state(&self.name, PAGES, (!after.is_empty()).then_some(kept.as_str()))?;
            Ok(outcome)
        })
    }
}

/// What cannot be read, from a later version say, is left out.
fn read(text: Option<&str>) -> BTreeMap<String, String> {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}
