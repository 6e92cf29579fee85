//! Relations by hand: link, unlink, and what a memory is related to.

use std::collections::HashSet;

use omoide_core::change::{Actor, Deed};
use omoide_core::formulas::relation_direction::{End, is_held_by_first};
use omoide_core::ports::store::Reader;
use omoide_core::{Memory, MemoryId, Relation, RelationType};

use crate::engine::{find, find_id};
use crate::{Error, Mind};

/// A memory next to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Neighbour {
    /// The memory.
    pub memory: Memory,
    /// Why the two are linked.
    pub kind: RelationType,
    /// The memory by which it was reached.
    pub via: MemoryId,
    /// How many steps away it is.
    pub depth: u32,
    /// Whether it points to `via`, and not the other way round.
    pub is_reverse: bool,
}

impl Mind<'_> {
    /// Links two memories; which of them points to the other is S0's rule. Returns the holder and the
    /// memory pointed to.
    ///
    /// # Errors
    /// [`Error::LinkToItself`], [`Error::AlreadyLinked`], [`Error::RelationsFull`], and as
    /// [`Mind::find`].
    pub fn link(&self, a: &str, b: &str, kind: RelationType, by: Actor) -> Result<(Memory, Memory), Error> {
        let now = self.engine.now();
        self.write(|w| {
            let (a, b) = (find(w, &self.name, a)?, find(w, &self.name, b)?);
            if a.id == b.id {
                return Err(Error::LinkToItself);
            }
            for memory in [&a, &b] {
                if !memory.shown.is_active() {
                    return Err(Error::AlreadyArchived { handle: memory.handle.clone() });
                }
            }
            if points_to(&a, b.id) || points_to(&b, a.id) {
                return Err(Error::AlreadyLinked { from: a.handle, to: b.handle });
            }
            let (holder, target) =
                if is_held_by_first(end(&a), end(&b), &self.parameters().relations) { (a, b) } else { (b, a) };
            let limit = self.parameters().relations.max_relations_per_memory as usize;
            if holder.relations.len() >= limit {
                return Err(Error::RelationsFull { handle: holder.handle, limit });
            }
            let mut after = holder.relations.clone();
            after.push(Relation { to: target.id, kind });
            let deed = Deed::relate(holder.relations.clone(), after);
            w.apply(&self.by_hand(vec![(&holder, deed)], by, now))?;
            Ok((w.memory(&self.name, holder.id)?, target))
        })
    }

    /// Takes the link between two memories away, whichever holds it.
    ///
    /// # Errors
    /// [`Error::NotLinked`], and as [`Mind::find`].
    pub fn unlink(&self, a: &str, b: &str, by: Actor) -> Result<(), Error> {
        let now = self.engine.now();
        self.write(|w| {
            let (a, b) = (find(w, &self.name, a)?, find(w, &self.name, b)?);
            let mut deeds = Vec::new();
            for (holder, target) in [(&a, b.id), (&b, a.id)] {
                if points_to(holder, target) {
                    let after = holder.relations.iter().copied().filter(|r| r.to != target).collect();
                    deeds.push((holder, Deed::relate(holder.relations.clone(), after)));
                }
            }
            if deeds.is_empty() {
                return Err(Error::NotLinked { from: a.handle.clone(), to: b.handle.clone() });
            }
            w.apply(&self.by_hand(deeds, by, now))?;
            Ok(())
        })
    }

    /// What a memory is related to, nearest first, each once: what it points to, to a depth, and what
    /// points to it.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn related(&self, reference: &str, depth: u32) -> Result<Vec<Neighbour>, Error> {
        self.engine.look(|r| {
            let start = find_id(r, &self.name, reference)?;
            let mut seen = HashSet::from([start]);
            let mut found = self.reachable(r, start, depth, &mut seen)?;
            for (id, relation) in r.referencing(&self.name, start)? {
                if seen.insert(id) {
                    let memory = r.memory(&self.name, id)?;
                    if memory.shown.is_put_away() {
                        continue;
                    }
                    found.push(Neighbour { memory, kind: relation.kind, via: start, depth: 1, is_reverse: true });
                }
            }
            Ok(found)
        })
    }

    /// The active memories that `start` leads to within `depth` steps, breadth first, each once.
    pub(crate) fn reachable(
        &self,
        reader: &dyn Reader,
        start: MemoryId,
        depth: u32,
        seen: &mut HashSet<MemoryId>,
    ) -> Result<Vec<Neighbour>, Error> {
        let mut found: Vec<Neighbour> = Vec::new();
        let mut ring = vec![reader.memory(&self.name, start)?];
        for step in 1..=depth {
            let mut next = Vec::new();
            for from in &ring {
                for relation in &from.relations {
                    if !seen.insert(relation.to) {
                        continue;
                    }
                    // A reference may outlive its target until the next night.
                    let Ok(memory) = reader.memory(&self.name, relation.to) else { continue };
                    if memory.shown.is_active() {
                        next.push(memory.clone());
                        let kind = relation.kind;
                        found.push(Neighbour { memory, kind, via: from.id, depth: step, is_reverse: false });
                    }
                }
            }
            ring = next;
        }
        Ok(found)
    }
}

fn points_to(holder: &Memory, target: MemoryId) -> bool {
    holder.relations.iter().any(|r| r.to == target)
}

fn end(memory: &Memory) -> End {
    End { id: memory.id, created: memory.created, retention_score: memory.life.retention().retention_score }
}
