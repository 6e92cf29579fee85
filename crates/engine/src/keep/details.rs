//! Looking at memories without recalling them: lists and details.

use omoide_core::ports::store::Filter;
use omoide_core::{Level, Making, Memory, TextVersion, Turn};

use crate::engine::find;
use crate::{Error, Mind, Neighbour, SessionSummary, Supersessions};

/// All there is to see of one memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Details {
    /// The memory.
    pub memory: Memory,
    /// Every version of its text, the original first.
    pub versions: Vec<TextVersion>,
    /// The turn that it remembers, word for word.
    pub turn: Option<Turn>,
    /// What it is related to, in both directions.
    pub related: Vec<Neighbour>,
    /// What it makes out of date, and what makes it so.
    pub supersessions: Supersessions,
    /// Who understood it as it is understood: a model and its prompt; none is the language layer.
    pub analysed_by: Option<String>,
    /// What a language model says of it in short, if it went into the archive with one, and who it was.
    pub in_short: Option<(String, String)>,
    /// The session that it is of in short, if a language model has summed it up, and who it was.
    pub session: Option<(SessionSummary, String)>,
}

impl Mind<'_> {
    /// The memories that the filter means. Looking is not recalling: nothing is marked.
    ///
    /// # Errors
    /// When the store fails.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Memory>, Error> {
        let filter = self.engine.kept_filter(filter);
        self.engine.read(|r| r.list(&self.name, &filter))
    }

    /// How many memories the filter means, whatever its limit.
    ///
    /// # Errors
    /// When the store fails.
    pub fn count(&self, filter: &Filter) -> Result<u64, Error> {
        let filter = self.engine.kept_filter(filter);
        self.engine.read(|r| r.count(&self.name, &filter))
    }

    /// All there is to see of a memory.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn details(&self, reference: &str) -> Result<Details, Error> {
        let (memory, versions, turn, (analysed_by, in_short, session)) = self.engine.look(|r| {
            let memory = find(r, &self.name, reference)?;
            let versions = r.versions(&self.name, memory.id)?;
            let turn = r.turn(&self.name, memory.id)?;
            let assessment = r.assessments(&self.name, &[memory.seq])?.pop();
            let analysed_by = assessment.and_then(|(_, assessment)| assessment.made_by);
            let in_short = versions.iter().rev().find_map(in_short);
            let session = self.session_of(r, &memory)?;
            Ok((memory, versions, turn, (analysed_by, in_short, session)))
        })?;
        let related = self.related(&memory.id.to_string(), 1)?;
        let supersessions = self.supersessions(&memory.id.to_string())?;
        Ok(Details { memory, versions, turn, related, supersessions, analysed_by, in_short, session })
    }
}

/// What a language model says of an archived memory in short, and who it was, if that is what the version is.
fn in_short(version: &TextVersion) -> Option<(String, String)> {
    match &version.made {
        Making::Shortened { by } if version.level == Level::Archived => {
            Some((version.text.content.clone(), by.clone()))
        }
        _ => None,
    }
}
