//! What memories are connected with, and what was said of them after they came to mind.

use super::StoreError;
use crate::change::GroupNumber;
use crate::{Connection, Feedback, MindName, Seq, Superseded, Tie, TieKind};

/// The connections between memories.
///
/// Relations are those that memories hold; ties are caches of texts and vectors; what was recalled together
/// is told by the notes of recalls. All of them are as current as the transaction that looks.
pub trait Graph {
    /// All that each of those memories is connected with, in the order of `seqs`: whichever end holds it, by place and kind;
    /// nothing for a memory that is not there. Memories that are gone are not among them, archived ones are.
    fn connections(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<Vec<Connection>>, StoreError>;

    /// How many memories each of those is tied to for that reason, in the order of `seqs`.
    fn tie_counts(&self, mind: &MindName, seqs: &[Seq], kind: TieKind) -> Result<Vec<usize>, StoreError>;

    /// Which of those memories a newer one corrects or overturns, in the order of `seqs`, and for each the
    /// earlier correction first: by a span, or by a relation of the type `contradicts` whose other end happened later.
    fn superseded(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<Superseded>, StoreError>;

    /// The memories of which one makes something out of date, in order of insertion.
    fn supersedes(&self, mind: &MindName, seq: Seq) -> Result<Vec<Seq>, StoreError>;

    /// What was said of those memories, in the order of `seqs`; those of which nothing was said are left out.
    fn feedback(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<(Seq, Feedback)>, StoreError>;

    /// The memories that bear the name, and those that name it, each the newest first and at most `limit`.
    fn named(&self, mind: &MindName, name: &str, limit: usize) -> Result<Named, StoreError>;
}

/// Who has to do with a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Named {
    /// The memories that bear it.
    pub bearers: Vec<Seq>,
    /// The memories that name it in `[[ ]]`.
    pub namers: Vec<Seq>,
}

/// The names that a memory brings, folded so that equal names are equal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Its own.
    pub borne: Option<String>,
    /// Those that it names in `[[ ]]`.
    pub named: Vec<String>,
}

/// Changing connections.
pub trait GraphWriter {
    /// Keeps and drops ties. With a group, the changes join it in the change log and are taken back with it. Ties of a
    /// memory with itself, and of memories that are not there, are passed over. Returns how many changed.
    fn tie(&mut self, mind: &MindName, group: Option<GroupNumber>, ties: &[Tie]) -> Result<usize, StoreError>;

    /// Notes the names that a memory brings, instead of those that were noted before.
    fn note_names(&mut self, mind: &MindName, seq: Seq, names: &Names) -> Result<(), StoreError>;
}
