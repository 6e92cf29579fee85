//! Steps 5 to 7: references are dropped, turned round and added.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::draft::{Draft, SimilarPair};
use super::report::LinkChange;
use crate::change::{Change, Deed, Reason, Subject};
use crate::formulas::relation_direction::is_held_by_first;
use crate::{MemoryId, Relation, RelationType};

impl Draft<'_> {
    /// Step 5. An archived memory keeps what it holds; only what active ones hold is looked at.
    pub(super) fn drop_lost_relations(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let unborn: HashSet<MemoryId> = self.unborn.iter().copied().collect();
        for index in self.active_holders() {
            let before = self.held[&index].clone();
            let is_there = |r: &Relation| {
                unborn.contains(&r.to) || self.index.get(&r.to).is_some_and(|i| self.sleepers[*i].shown.is_active())
            };
            let (after, lost): (Vec<Relation>, Vec<Relation>) = before.iter().copied().partition(is_there);
            if lost.is_empty() {
                continue;
            }
            let from = self.sleepers[index].id;
            self.report.links_removed.extend(lost.iter().map(|r| LinkChange { from, to: r.to }));
            self.held.insert(index, after);
            self.push_relate(index, before, Reason::TargetGone);
        }
    }

    /// Step 6, in order of insertion. A flip that would double a reference is merged with it; one that
    /// would overfill the other memory is left as it is.
    pub(super) fn redirect_relations(&mut self) {
        let cap = self.cap();
        let mut originals = HashMap::new();
        let mut waiting = self.active_holders();
        while let Some(index) = waiting.pop_first() {
            for relation in self.held[&index].clone() {
                let Some(&other) = self.index.get(&relation.to) else { continue };
                let relations = &self.night.parameters.relations;
                if other == index || is_held_by_first(self.end(index), self.end(other), relations) {
                    continue;
                }
                let (from, to) = (self.sleepers[index].id, self.sleepers[other].id);
                let is_held_back = self.holds(other, from);
                if !is_held_back && self.held.get(&other).map_or(0, Vec::len) >= cap {
                    continue;
                }
                for holder in [index, other] {
                    originals.entry(holder).or_insert_with(|| self.held.get(&holder).cloned().unwrap_or_default());
                }
                let mine = self.held.entry(index).or_default();
                if let Some(place) = mine.iter().position(|r| *r == relation) {
                    mine.remove(place);
                }
                if !is_held_back {
                    self.held.entry(other).or_default().push(Relation { to: from, kind: relation.kind });
                    // One that held nothing before has its turn too, if it is still to come.
                    if other > index {
                        waiting.insert(other);
                    }
                }
                self.report.links_flipped.push(LinkChange { from, to });
            }
        }
        self.push_all_relates(originals, Reason::Redirected);
    }

    /// Step 7, the most alike first.
    pub(super) fn link(&mut self, pairs: Vec<SimilarPair>) {
        if pairs.is_empty() || !self.links() {
            return;
        }
        let cap = self.cap();
        let mut originals = HashMap::new();
        for (a, b) in self.most_alike_first(pairs) {
            let (id_a, id_b) = (self.sleepers[a].id, self.sleepers[b].id);
            if self.holds(a, id_b) || self.holds(b, id_a) {
                continue;
            }
            let relations = &self.night.parameters.relations;
            let first = is_held_by_first(self.end(a), self.end(b), relations);
            let (holder, target) = if first { (a, id_b) } else { (b, id_a) };
            let held = self.held.entry(holder).or_default();
            if held.len() >= cap {
                continue;
            }
            originals.entry(holder).or_insert_with(|| held.clone());
            held.push(Relation { to: target, kind: RelationType::SameTopic });
            self.report.links_added.push(LinkChange { from: self.sleepers[holder].id, to: target });
        }
        self.push_all_relates(originals, Reason::Similar);
    }

    /// The pairs by index, smaller id first, those that name strangers or the archived left out.
    fn most_alike_first(&self, pairs: Vec<SimilarPair>) -> Vec<(usize, usize)> {
        let mut found: Vec<(f64, MemoryId, MemoryId, usize, usize)> = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let (Some(a), Some(b)) = (self.index_of(pair.a), self.index_of(pair.b)) else { continue };
            if a == b || !self.sleepers[a].shown.is_active() || !self.sleepers[b].shown.is_active() {
                continue;
            }
            let (a, b) = if self.sleepers[a].id < self.sleepers[b].id { (a, b) } else { (b, a) };
            found.push((pair.similarity, self.sleepers[a].id, self.sleepers[b].id, a, b));
        }
        found.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| (x.1, x.2).cmp(&(y.1, y.2))));
        found.into_iter().map(|(_, _, _, a, b)| (a, b)).collect()
    }

    fn cap(&self) -> usize {
        self.night.parameters.relations.max_relations_per_memory as usize
    }

    fn active_holders(&self) -> BTreeSet<usize> {
        self.held.keys().copied().filter(|i| self.sleepers[*i].shown.is_active()).collect()
    }

    fn holds(&self, holder: usize, target: MemoryId) -> bool {
        self.held.get(&holder).is_some_and(|held| held.iter().any(|r| r.to == target))
    }

    fn push_all_relates(&mut self, originals: HashMap<usize, Vec<Relation>>, reason: Reason) {
        let mut originals: Vec<_> = originals.into_iter().collect();
        originals.sort_by_key(|(index, _)| *index);
        for (index, before) in originals {
            self.push_relate(index, before, reason);
        }
    }

    fn push_relate(&mut self, index: usize, before: Vec<Relation>, reason: Reason) {
        let after = self.held[&index].clone();
        if after != before {
            let sleeper = &self.sleepers[index];
            let subject = Subject::memory(sleeper.id, sleeper.seq);
            self.changes.push(Change { subject, deed: Deed::relate(before, after), reason });
        }
    }
}
