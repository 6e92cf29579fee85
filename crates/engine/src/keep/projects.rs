//! Projects by name: which conversations belong to one, and which projects there are where it is unknown.

use std::collections::HashSet;

use omoide_core::{NamePrint, Place};

use crate::{Error, Mind};

impl Mind<'_> {
    /// The conversations of a project, as [`omoide_core::Scope::places`] and a list's filter take them. A project is meant
    /// by its name, its repository or a folder, see [`Place::is_called`].
    ///
    /// # Errors
    /// [`Error::UnknownProject`] with those that there are, or when the store fails.
    pub fn places_in_project(&self, name: &str) -> Result<HashSet<NamePrint>, Error> {
        let kept = self.engine.kept_name(name.trim());
        let places = self.engine.read(|r| r.places(&self.name))?;
        let found: HashSet<NamePrint> =
            places.iter().filter(|(_, place)| place.is_called(&kept)).map(|(print, _)| *print).collect();
        if found.is_empty() {
            let known = names(places.iter().map(|(_, place)| place));
            return Err(Error::UnknownProject { name: kept.into_owned(), known });
        }
        Ok(found)
    }
}

fn names<'p>(places: impl Iterator<Item = &'p Place>) -> Vec<String> {
    let mut names: Vec<String> =
        places.filter_map(|place| place.project.clone().or(place.repository.clone())).collect();
    names.sort_unstable();
    names.dedup();
    names
}
