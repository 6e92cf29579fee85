//! Where a conversation takes place: the host, the project, the folder and the branch.
//!
//! A place is a fact about a thread, not about each of its memories, so it is kept once a thread. A memory
//! leads to it through its thread.

use omoide_core::MindName;
use omoide_core::ports::store::Writer;
use serde::{Deserialize, Serialize};

use crate::{Error, Mind};

/// Where a conversation takes place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// The program that the agent works in, `claude-code` say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The name of the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The branch of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
}

impl Place {
    /// Keeps it for a thread; what was kept before gives way.
    pub(crate) fn keep(&self, writer: &mut dyn Writer, mind: &MindName, thread: &str) -> Result<(), Error> {
        let text = serde_json::to_string(self).expect("strings are always JSON");
        Ok(writer.set_state(mind, &key(thread), Some(&text))?)
    }
}

impl Mind<'_> {
    /// Where a thread last took place, if that is known.
    ///
    /// # Errors
    /// When the store fails.
    pub fn place_of(&self, thread: &str) -> Result<Option<Place>, Error> {
        let kept = self.engine.read(|r| r.state(&self.name, &key(thread)))?;
        // What cannot be read, from a later version say, is not known.
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()))
    }
}

fn key(thread: &str) -> String {
    format!("place:{thread}")
}
