//! Folders in which nothing is remembered, for whoever reads sessions of many folders at once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::allowed::AllowedMinds;
use super::rules::Rules;
use crate::Home;
use crate::config::folders::Folders;
use crate::errors::UserError;

/// The folders that a `.omoide` file or the configuration closes to remembering: the same that are closed to hooks.
pub struct ClosedFolders {
    person_folder: Option<PathBuf>,
    configured: Folders,
    allowed: AllowedMinds,
    known: HashMap<PathBuf, bool>,
}

impl ClosedFolders {
    /// Those of a machine.
    ///
    /// # Errors
    /// When the configuration cannot be read.
    pub fn of(home: &Home) -> Result<Self, UserError> {
        Ok(Self {
            person_folder: home.person_folder(),
            configured: home.configuration()?.folders,
            allowed: AllowedMinds::below(&home.data_dir),
            known: HashMap::new(),
        })
    }

    /// Whether nothing that was said in this folder may be remembered.
    pub fn has(&mut self, folder: &Path) -> bool {
        if let Some(is_closed) = self.known.get(folder) {
            return *is_closed;
        }
        let rules = Rules::of(folder, self.person_folder.as_deref(), &self.configured, &self.allowed);
        self.known.insert(folder.to_owned(), !rules.may_remember);
        !rules.may_remember
    }
}
