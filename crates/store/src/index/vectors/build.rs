//! Making the index of nothing but the rows.

use omoide_core::Seq;

use super::blocks::SLOTS;
use super::edit::Editor;
use super::order::key;
use crate::index::{Backing, BlockSpace, MindNumber, Result};

/// Makes the index of all minds, in order.
pub(crate) fn build(backing: Backing<'_>) -> Result<()> {
    use BlockSpace::{VectorCodes, VectorHeads, VectorPlaces, VectorPrints, VectorRecords, VectorRoom};
    for space in [VectorCodes, VectorRecords, VectorRoom, VectorHeads, VectorPrints, VectorPlaces] {
        backing.blobs.delete_all(space, &[])?;
    }
    backing.rows.minds()?.into_iter().try_for_each(|mind| build_mind(backing, mind))
}

fn build_mind(backing: Backing<'_>, mind: MindNumber) -> Result<()> {
    let mut memories = Vec::new();
    backing.rows.each_standing(mind, &mut |seq, retention, recalls| memories.push((key(retention, recalls), seq)))?;
    memories.sort_unstable();
    let seqs: Vec<Seq> = memories.into_iter().map(|(_, seq)| seq).collect();
    let mut editor = Editor::new(backing);
    for seqs in seqs.chunks(SLOTS) {
        editor.add_block(mind, seqs)?;
    }
    editor.finish()
}
