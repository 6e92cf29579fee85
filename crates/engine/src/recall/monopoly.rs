//! No conversation and no project gives more than half of an answer where others have something to say.
//!
//! The weakest memories of one that does give way to the best of others that passed the gate and had no room. One memory
//! gives way to one, so an answer never gets shorter. What is of no conversation or of no project is of none in common.

use std::collections::{HashMap, HashSet};

use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Memory, MemoryId, NamePrint};

use super::{Asked, GaveWay, Hit, InCommon, Related};
use crate::{Error, Mind};

/// What a memory may have in common with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Belonging {
    thread: Option<NamePrint>,
    project: Option<NamePrint>,
}

impl Belonging {
    fn has(self, one: CommonOrigin) -> bool {
        match one {
            CommonOrigin::Thread(print) => self.thread == Some(print),
            CommonOrigin::Project(print) => self.project == Some(print),
        }
    }

    fn all(self) -> impl Iterator<Item = CommonOrigin> {
        self.thread.map(CommonOrigin::Thread).into_iter().chain(self.project.map(CommonOrigin::Project))
    }
}

/// A conversation or a project.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum CommonOrigin {
    Thread(NamePrint),
    Project(NamePrint),
}

/// What has more than half of so many memories, a conversation before a project.
fn monopolies(all: &[Belonging], of: usize) -> Vec<CommonOrigin> {
    let mut counts: HashMap<CommonOrigin, usize> = HashMap::new();
    all.iter().flat_map(|one| one.all()).for_each(|common| *counts.entry(common).or_default() += 1);
    let mut found: Vec<CommonOrigin> =
        counts.into_iter().filter(|(_, n)| *n > of.div_ceil(2)).map(|(one, _)| one).collect();
    found.sort_by_key(|one| matches!(one, CommonOrigin::Project(_)));
    found
}

/// What has more than half of the memories that passed the gate: of it no others need be read.
pub(super) struct Crowd {
    of: Vec<CommonOrigin>,
    /// The projects of places that were looked up.
    projects: HashMap<NamePrint, Option<NamePrint>>,
}

impl Crowd {
    pub(super) fn is_nobody(&self) -> bool {
        self.of.is_empty()
    }
}

/// Which memory that is shown gives way to `other`, and because of what it has in common; the strongest stand first.
fn weakest(shown: &[Belonging], other: Belonging) -> Option<(usize, CommonOrigin)> {
    let most = shown.len().div_ceil(2);
    let gives_way = |common: &CommonOrigin| {
        let place = shown.iter().rposition(|one| one.has(*common))?;
        // What comes may not give more than half in its turn.
        let makes_another = other.all().any(|own| {
            let count = shown.iter().filter(|one| one.has(own)).count();
            !shown[place].has(own) && count + 1 > most
        });
        (!other.has(*common) && !makes_another).then_some((place, *common))
    };
    monopolies(shown, shown.len()).iter().find_map(gives_way)
}

impl Mind<'_> {
    /// What has more than half of so many that are wanted, among the memories that passed.
    pub(super) fn crowd<'m>(
        &self,
        r: &dyn Reader,
        passed: impl Iterator<Item = &'m Memory>,
        wanted: usize,
    ) -> Result<Crowd, Error> {
        Ok(Crowd { of: monopolies(&self.belonging(r, passed)?, wanted), projects: HashMap::new() })
    }

    pub(super) fn is_in_crowd(&self, r: &dyn Reader, crowd: &mut Crowd, outline: &Outline) -> Result<bool, Error> {
        let Crowd { of, projects } = crowd;
        if outline.thread.is_some_and(|thread| of.contains(&CommonOrigin::Thread(thread))) {
            return Ok(true);
        }
        let project = self.project_at(r, outline.place_print(), projects)?;
        Ok(project.is_some_and(|project| of.contains(&CommonOrigin::Project(project))))
    }

    /// What those memories have in common, one by one.
    fn belonging<'m>(
        &self,
        r: &dyn Reader,
        memories: impl Iterator<Item = &'m Memory>,
    ) -> Result<Vec<Belonging>, Error> {
        let mut projects: HashMap<NamePrint, Option<NamePrint>> = HashMap::new();
        let mut all = Vec::new();
        for memory in memories {
            let thread = memory.origin.thread.as_deref().map(NamePrint::of);
            let place = thread.unwrap_or_else(|| NamePrint::of(&memory.id.to_string()));
            all.push(Belonging { thread, project: self.project_at(r, place, &mut projects)? });
        }
        Ok(all)
    }

    /// The project of a place, which is looked up once.
    fn project_at(
        &self,
        r: &dyn Reader,
        place: NamePrint,
        known: &mut HashMap<NamePrint, Option<NamePrint>>,
    ) -> Result<Option<NamePrint>, Error> {
        if let Some(project) = known.get(&place) {
            return Ok(*project);
        }
        let project = r.place_of(&self.name, place)?.and_then(|place| place.project_print());
        known.insert(place, project);
        Ok(project)
    }

    /// Lets the weakest of what has more than half of an answer give way to those that had no room, the best of which come
    /// first. They come last in the answer.
    pub(super) fn without_monopoly(
        &self,
        r: &dyn Reader,
        asked: &Asked<'_>,
        (hits, related): (&mut Vec<Hit>, &mut Vec<Related>),
        waiting: Vec<Hit>,
    ) -> Result<Vec<GaveWay>, Error> {
        if waiting.is_empty() {
            return Ok(Vec::new());
        }
        let all = || hits.iter().map(|hit| &hit.memory).chain(related.iter().map(|related| &related.memory));
        let mut shown = self.belonging(r, all())?;
        if monopolies(&shown, shown.len()).is_empty() {
            return Ok(Vec::new());
        }
        let mut known: HashSet<MemoryId> = all().map(|memory| memory.id).collect();
        let mut gave_way = Vec::new();
        let others = self.belonging(r, waiting.iter().map(|hit| &hit.memory))?;
        for (mut hit, other) in waiting.into_iter().zip(others) {
            let Some((place, common)) = weakest(&shown, other) else { continue };
            if !known.insert(hit.memory.id) || self.is_in_session(r, &hit, hits)? {
                continue;
            }
            self.leave_out_unheard(r, &asked.prompt.scope, std::slice::from_mut(&mut hit))?;
            self.add_excerpts(r, asked, std::slice::from_mut(&mut hit))?;
            let Memory { id, handle, .. } = match place.checked_sub(hits.len()) {
                Some(place) => related.remove(place).memory,
                None => hits.remove(place).memory,
            };
            let in_common =
                if matches!(common, CommonOrigin::Thread(_)) { InCommon::Thread } else { InCommon::Project };
            gave_way.push(GaveWay { id, handle, in_common });
            shown.remove(place);
            shown.insert(hits.len(), other);
            hits.push(hit);
        }
        Ok(gave_way)
    }

    /// Whether a session that is shown says it already.
    fn is_in_session(&self, r: &dyn Reader, hit: &Hit, hits: &[Hit]) -> Result<bool, Error> {
        if hits.iter().all(|other| other.stands_for.is_empty()) {
            return Ok(false);
        }
        let session = r.sessions_of(&self.name, &[hit.memory.seq])?.pop();
        Ok(session.is_some_and(|(_, id)| hits.iter().any(|other| other.memory.id == id)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(thread: u64, project: u64) -> Belonging {
        let print = |number: u64| (number > 0).then(|| NamePrint::from_bits(number));
        Belonging { thread: print(thread), project: print(project) }
    }

    #[test]
    fn the_last_of_a_conversation_that_has_more_than_half_gives_way() {
        let shown = [of(1, 0), of(2, 0), of(1, 0), of(1, 0)];
        assert_eq!(weakest(&shown, of(3, 0)), Some((3, CommonOrigin::Thread(NamePrint::from_bits(1)))));
        assert_eq!(weakest(&shown, of(1, 0)), None, "it is of the same");
        assert_eq!(weakest(&shown[..3], of(3, 0)), None, "two of three are half, rounded up");
    }

    #[test]
    fn a_project_gives_way_too_and_those_of_none_have_nothing_in_common() {
        let shown = [of(1, 9), of(2, 9), of(3, 9), of(4, 0)];
        assert_eq!(weakest(&shown, of(5, 0)), Some((2, CommonOrigin::Project(NamePrint::from_bits(9)))));
        assert_eq!(weakest(&[of(0, 0); 6], of(5, 5)), None);
    }

    #[test]
    fn what_comes_gives_no_more_than_half_in_its_turn() {
        let shown = [of(1, 8), of(1, 9), of(1, 9), of(2, 9)];
        assert_eq!(weakest(&shown, of(3, 8)), Some((2, CommonOrigin::Thread(NamePrint::from_bits(1)))));
        let shown = [of(1, 9), of(2, 8), of(1, 8), of(1, 0)];
        assert_eq!(weakest(&shown, of(3, 8)), None, "it would be the third of four");
    }

    proptest! {
        #[test]
        fn every_exchange_leaves_fewer_monopolies_or_smaller_ones(
            shown in proptest::collection::vec((0..4_u64, 0..3_u64), 1..9), other in (0..4_u64, 0..3_u64),
        ) {
            let mut shown: Vec<Belonging> = shown.into_iter().map(|(thread, project)| of(thread, project)).collect();
            let excess = |all: &[Belonging]| {
                let count = |common: CommonOrigin| all.iter().filter(|one| one.has(common)).count();
                let over = |common: &CommonOrigin| count(*common) - all.len().div_ceil(2);
                monopolies(all, all.len()).iter().map(over).sum::<usize>()
            };
            let before = excess(&shown);
            if let Some((place, common)) = weakest(&shown, of(other.0, other.1)) {
                prop_assert!(shown[place].has(common));
                shown[place] = of(other.0, other.1);
                prop_assert!(excess(&shown) < before);
            }
        }
    }
}
