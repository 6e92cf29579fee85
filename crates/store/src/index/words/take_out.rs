//! Taking memories out of the index, so that nothing of their words stays.

use std::collections::{BTreeMap, HashMap, HashSet};

use omoide_core::{FieldCounts, Seq, Term, Words};

use super::segment::{self, BlockReader, BlockWriter, Document, Segment, each_entry, unreadable};
use super::{codec, fresh, gaps};
use crate::index::{Blobs, BlockKey, MindNumber, Result};

/// Takes memories out of the index.
pub(crate) fn remove(blobs: &dyn Blobs, n: MindNumber, seqs: &[Seq]) -> Result<()> {
    for seq in seqs {
        fresh::delete(blobs, n, *seq)?;
        gaps::delete(blobs, n, *seq)?;
    }
    take_out(blobs, n, seqs, &mut |_, _, _, _| Ok(()))
}

/// Gives memories that are in a segment a row of their own again, so that it goes where their other rows go.
pub(crate) fn loosen(blobs: &dyn Blobs, n: MindNumber, seqs: &[Seq]) -> Result<()> {
    let mut words: BTreeMap<Seq, Words> = BTreeMap::new();
    take_out(blobs, n, seqs, &mut |version, document, term, counts| {
        let Some(seq) = document.seq() else { return Ok(()) };
        let loose = words.entry(seq).or_insert_with(|| Words { version, lengths: document.lengths, terms: Vec::new() });
        if !term.is_empty() {
            loose.terms.push((Term::from_bytes(term).ok_or_else(unreadable)?, counts));
        }
        Ok(())
    })?;
    words.iter().try_for_each(|(seq, words)| fresh::insert(blobs, n, *seq, words))
}

/// What is told of what was taken out: the version, the memory, and a term with its counts; first once
/// with no term at all, then each term in its order.
type Told<'t> = dyn FnMut(u32, &Document, &[u8], FieldCounts) -> Result<()> + 't;

fn take_out(blobs: &dyn Blobs, n: MindNumber, seqs: &[Seq], told: &mut Told<'_>) -> Result<()> {
    if seqs.is_empty() {
        return Ok(());
    }
    let wanted: HashSet<Seq> = seqs.iter().copied().collect();
    for segment in segment::all(blobs, n)? {
        let mut documents = segment.documents(blobs)?;
        let mut taken: HashMap<u32, Document> = HashMap::new();
        for (index, document) in (0_u32..).zip(&mut documents) {
            if document.seq().is_some_and(|seq| wanted.contains(&seq)) {
                told(segment.version, document, &[], [0; 3])?;
                taken.insert(index, std::mem::replace(document, Document::gone()));
            }
        }
        if !taken.is_empty() {
            strike_out(blobs, n, (&segment, &documents), &taken, told)?;
        }
    }
    Ok(())
}

fn strike_out(
    blobs: &dyn Blobs,
    n: MindNumber,
    (segment, documents): (&Segment, &[Document]),
    taken: &HashMap<u32, Document>,
    told: &mut Told<'_>,
) -> Result<()> {
    let mut is_taken = vec![false; documents.len()];
    for index in taken.keys() {
        is_taken[*index as usize] = true;
    }
    let mut changed: Vec<(Vec<u8>, BlockWriter)> = Vec::new();
    segment.each_block(blobs, |first, data| {
        if let Some(rest) = without(data, &is_taken, |index, term, counts| match taken.get(&index) {
            Some(document) => told(segment.version, document, term, counts),
            None => Ok(()),
        })? {
            changed.push((first.to_vec(), rest));
        }
        Ok(())
    })?;
    if documents.iter().all(|document| document.seq().is_none()) {
        return segment.delete(blobs, n);
    }
    for (first, rest) in changed {
        // The first term may have been only theirs; then the block has another one.
        if rest.is_empty() || rest.first != first {
            blobs.delete(BlockKey::of_words(segment.number, &first))?;
        }
        if !rest.is_empty() {
            blobs.put(BlockKey::of_words(segment.number, &rest.first), &rest.bytes)?;
        }
    }
    segment.put_documents(blobs, n, documents)
}

/// The block without the memories that are taken, each of which is told; nothing when it has none of them.
fn without(
    data: &[u8],
    is_taken: &[bool],
    mut told: impl FnMut(u32, &[u8], FieldCounts) -> Result<()>,
) -> Result<Option<BlockWriter>> {
    let is_theirs = |index: u32| is_taken.get(index as usize).copied().unwrap_or(false);
    let mut reader = BlockReader::new(data);
    let mut has_any = false;
    while let Some(list) = reader.advance()? {
        let mut found = Ok(());
        each_entry(list, |index, counts| {
            if is_theirs(index) && found.is_ok() {
                has_any = true;
                found = told(index, reader.term(), counts);
            }
        })?;
        found?;
    }
    if !has_any {
        return Ok(None);
    }
    let mut rest = BlockWriter::default();
    let mut kept = codec::ListWriter::default();
    let mut reader = BlockReader::new(data);
    while let Some(list) = reader.advance()? {
        kept.clear();
        each_entry(list, |index, counts| {
            if !is_theirs(index) {
                kept.push(index, counts);
            }
        })?;
        if !kept.bytes.is_empty() {
            rest.add(reader.term(), &kept.bytes);
        }
    }
    Ok(Some(rest))
}
