//! Connections between memories, in tables.

mod connections;
mod feedback;
mod names;
mod ties;

pub(super) use connections::SPANS_SINCE_FORMAT;
pub(super) use feedback::{of as feedback_of, write as write_feedback};
pub(super) use ties::{set as set_tie, strength as tie_strength};

use omoide_core::change::GroupNumber;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Graph, GraphWriter, Named, Names};
use omoide_core::{Connection, Feedback, MindName, Seq, Superseded, Tie, TieKind};

use super::session::Session;

impl Graph for Session<'_> {
    fn connections(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<Vec<Connection>>, StoreError> {
        let found = self.look(mind, |c, n| connections::of(c, n, seqs))?;
        // In a mind that is not there, no memory is connected with anything.
        Ok(if found.is_empty() { vec![Vec::new(); seqs.len()] } else { found })
    }

    fn tie_counts(&self, mind: &MindName, seqs: &[Seq], kind: TieKind) -> Result<Vec<usize>, StoreError> {
        let found = self.look(mind, |c, n| ties::counts(c, n, seqs, kind))?;
        Ok(if found.is_empty() { vec![0; seqs.len()] } else { found })
    }

    fn superseded(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<Superseded>, StoreError> {
        self.look(mind, |c, n| connections::superseded(c, n, seqs))
    }

    fn supersedes(&self, mind: &MindName, seq: Seq) -> Result<Vec<Seq>, StoreError> {
        self.look(mind, |c, n| connections::supersedes(c, n, seq))
    }

    fn feedback(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<(Seq, Feedback)>, StoreError> {
        self.look(mind, |c, n| feedback::of(c, n, seqs))
    }

    fn named(&self, mind: &MindName, name: &str, limit: usize) -> Result<Named, StoreError> {
        self.look(mind, |c, n| names::named(c, n, name, limit))
    }
}

impl GraphWriter for Session<'_> {
    fn tie(&mut self, mind: &MindName, group: Option<GroupNumber>, ties: &[Tie]) -> Result<usize, StoreError> {
        self.change(mind, |session, n| ties::tie(session, n, group, ties))
    }

    fn note_names(&mut self, mind: &MindName, seq: Seq, names: &Names) -> Result<(), StoreError> {
        self.change(mind, |session, n| names::note(session.connection, n, seq, names))
    }
}
