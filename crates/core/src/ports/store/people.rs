//! Persons: their names, which all minds have in common, and what a mind heard from them.

use super::StoreError;
use crate::{MindName, Person, PersonName, SaidMemory, SpeakerContact};

/// Reads persons. Names compare as [`crate::fold()`] has them, without space around them.
pub trait People {
    /// Returns the person called so. A name that was never joined is its person's only one, and is shown as it is given.
    fn person(&self, name: &str) -> Result<Person, StoreError>;

    /// Returns all names that were joined or chosen, in the order of joining. Whoever joins them in this order, and then
    /// chooses in the order of choosing, has the same persons.
    fn person_names(&self) -> Result<Vec<PersonName>, StoreError>;

    /// Returns who speaks in the mind's episodes, by the name that was said, in the order of names. Left out is what was put
    /// away by hand, and turns that name other minds as their witnesses and not this one.
    fn speakers(&self, mind: &MindName) -> Result<Vec<SpeakerContact>, StoreError>;

    /// Calls `visit` with all that the speakers of these names, to the letter, said, oldest first; left out is the same as of
    /// [`People::speakers`].
    fn visit_said(
        &self,
        mind: &MindName,
        speakers: &[String],
        visit: &mut dyn FnMut(SaidMemory),
    ) -> Result<(), StoreError>;
}

/// Writes names of persons. Memories are left alone.
pub trait PeopleWriter {
    /// Joins the persons of two names; the first one's is shown. Returns false if they are one already.
    fn join_persons(&mut self, one: &str, other: &str) -> Result<bool, StoreError>;

    /// Takes back the join by which two names came to be one person; later joins of either stay with it. Returns false if
    /// they are not one.
    fn part_persons(&mut self, one: &str, other: &str) -> Result<bool, StoreError>;

    /// Has the person of `name` shown as `to`. A name that is not the person's yet is joined to it first. Returns false if that
    /// is how the person is shown already.
    fn rename_person(&mut self, name: &str, to: &str) -> Result<bool, StoreError>;
}
