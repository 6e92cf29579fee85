//! Which memories someone means who wants to forget something: by name, or by words.

use omoide_core::ports::store::Filter;
use omoide_core::{Kind, Memory, MemoryId};

use crate::{Error, Mind, Prompt};

/// What handles begin with.
const HANDLE: &str = "mem_";

/// The memories that could be put away.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ForgetMatches {
    /// Those that can be, the nearest to the words first.
    pub memories: Vec<Memory>,
    /// Those that are protected, and so stay.
    pub protected: Vec<Memory>,
    /// How many further ones hold the words.
    pub left_out: u64,
}

impl Mind<'_> {
    /// The memories that are meant by words: where each is a handle or an id, exactly those; otherwise those that hold the
    /// words to the letter, newest first, and then those that the words bring to mind. What is put away already is
    /// not among them. Nothing counts as recalled.
    ///
    /// # Errors
    /// As [`Mind::find`] for handles and ids, and as [`Mind::recall`].
    pub fn to_forget(&self, words: &[String], most: usize) -> Result<ForgetMatches, Error> {
        let is_name = |word: &String| word.to_lowercase().starts_with(HANDLE) || word.parse::<MemoryId>().is_ok();
        if !words.is_empty() && words.iter().all(is_name) {
            let found = words.iter().map(|word| self.find(word)).collect::<Result<Vec<_>, _>>()?;
            if let Some(away) = found.iter().find(|memory| memory.shown.is_put_away()) {
                return Err(Error::AlreadyArchived { handle: away.handle.clone() });
            }
            return Ok(apart(found, usize::MAX));
        }
        let query = words.join(" ").trim().to_owned();
        if query.is_empty() {
            return Err(Error::NoText);
        }
        let kinds = Kind::listed([]);
        let literally = Filter { kinds, containing: Some(query.clone()), newest_first: true, ..Filter::default() };
        let mut found = self.list(&literally)?;
        let recalled = self.recall(&Prompt { leaves_a_mark: false, depth: Some(0), ..Prompt::new(query) })?;
        found.extend(recalled.hits.into_iter().map(|hit| hit.memory));
        found.retain(|memory| !memory.shown.is_put_away());
        Ok(apart(found, most))
    }
}

/// Each memory once, the protected ones apart, and at most so many.
fn apart(found: Vec<Memory>, most: usize) -> ForgetMatches {
    let mut matches = ForgetMatches::default();
    for memory in found {
        let ForgetMatches { memories, protected, left_out } = &mut matches;
        if memories.iter().chain(protected.iter()).any(|known| known.id == memory.id) {
            continue;
        }
        if memory.shown.protected {
            protected.push(memory);
        } else if memories.len() < most {
            memories.push(memory);
        } else {
            *left_out += 1;
        }
    }
    matches
}
