//! Where conversations take place.
//!
//! A place is a fact about a thread, not about each of its memories, so it is kept once a thread. A memory leads to it
//! through its thread; one without a thread has its own, under its id. For a project, its last turns are kept, so that
//! the next session knows what was open.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{LatestTurns, MemoryId, MindName, Moment, NamePrint, Place};
use omoide_language::query_plan;

use crate::{Error, Mind};

/// How many of a project's last turns are known.
pub(crate) const LATEST: usize = 8;

/// Whether a text names the place's project.
pub(crate) fn is_named_in(place: &Place, text: &str) -> bool {
    let of_repository = place.repository.as_deref().and_then(|path| path.rsplit('/').next());
    [place.project.as_deref(), of_repository].into_iter().flatten().any(|name| query_plan::is_named(text, name))
}

/// Keeps the place for a thread, or for the memory where there is no thread; what was kept before gives way. The memory
/// is the project's last one, unless a later one is known.
pub(crate) fn keep(
    writer: &mut dyn Writer,
    mind: &MindName,
    place: &Place,
    thread: Option<&str>,
    (memory, at): (MemoryId, Moment),
) -> Result<(), Error> {
    let alone = memory.to_string();
    let thread = thread.unwrap_or(&alone);
    writer.keep_place(mind, thread, place)?;
    let Some(project) = place.project_print() else { return Ok(()) };
    let before = writer.latest_turns(mind, project)?;
    if before.as_ref().is_some_and(|before| before.at.unix_micros() > at.unix_micros()) {
        return Ok(());
    }
    match with_turn(before, thread, (memory, at)) {
        Some(latest) => Ok(writer.keep_latest_turns(mind, project, &latest)?),
        None => Ok(()),
    }
}

/// The last turns of a project with one more; a turn from before the last of them changes nothing.
pub(super) fn with_turn(
    before: Option<LatestTurns>,
    thread: &str,
    (memory, at): (MemoryId, Moment),
) -> Option<LatestTurns> {
    if before.as_ref().is_some_and(|before| before.at.unix_micros() > at.unix_micros()) {
        return before;
    }
    let mut memories = before.filter(|before| before.thread == thread).map(|it| it.memories).unwrap_or_default();
    memories.push(memory);
    memories.drain(..memories.len().saturating_sub(LATEST));
    Some(LatestTurns { thread: thread.to_owned(), at, memories })
}

impl Mind<'_> {
    /// Where a thread last took place, if that is known; where a memory without a thread did, by its id.
    ///
    /// # Errors
    /// When the store fails.
    pub fn place_of(&self, thread: &str) -> Result<Option<Place>, Error> {
        let thread = NamePrint::of(&self.engine.kept_name(thread));
        self.engine.read(|r| r.place_of(&self.name, thread))
    }
}

/// Whether a thread takes place in the same project, or in none as this place is in none.
pub(crate) fn is_same(reader: &dyn Reader, mind: &MindName, thread: &str, place: &Place) -> Result<bool, StoreError> {
    let known = reader.place_of(mind, NamePrint::of(thread))?.filter(Place::has_project);
    Ok(known.map_or(!place.has_project(), |known| place.has_project() && known.is_same_project(place)))
}

/// The last turns of the place's project, oldest first, with their thread.
pub(crate) fn latest_in(
    reader: &dyn Reader,
    mind: &MindName,
    place: &Place,
) -> Result<Option<LatestTurns>, StoreError> {
    place.project_print().map_or(Ok(None), |project| reader.latest_turns(mind, project))
}
