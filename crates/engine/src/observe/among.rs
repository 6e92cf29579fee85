//! A turn that several minds hear (C27): each has a memory of its own, and what is taken back in one is taken back in all.

use std::collections::BTreeSet;

use omoide_core::MindName;
use omoide_core::change::Actor;
use omoide_core::ports::store::Undoing;

use super::{Observation, Remembered, UnsaidTurn};
use crate::{Error, Mind};

impl Observation {
    /// The minds that hear it: those that it names, the addressed one first, or only that one where it names none.
    pub fn hearing(&self, addressed: &MindName) -> Vec<MindName> {
        let mut minds = self.witnesses.clone().in_order().minds;
        if minds.is_empty() {
            return vec![addressed.clone()];
        }
        minds.sort_by_key(|name| name != addressed);
        minds
    }

    /// Whether several minds hear it. What one of them does not know is not taken back there.
    pub(super) fn has_several_minds(&self) -> bool {
        self.witnesses.minds.len() > 1
    }
}

impl Remembered {
    /// The turns that were taken back.
    pub fn unsaid(&self) -> &[UnsaidTurn] {
        match self {
            Self::Anew { unsaid, .. } | Self::Before { unsaid, .. } | Self::TookBack { unsaid } => &unsaid.turns,
            Self::Command | Self::NothingLeft | Self::Unsaid { .. } | Self::TakenBackBefore => &[],
        }
    }
}

impl<'e> Mind<'e> {
    /// Another mind of the same engine.
    pub fn beside(&self, name: MindName) -> Mind<'e> {
        self.engine.mind(name)
    }

    /// Remembers a turn in every mind that hears it, and tells what came of it in each. What it takes back is taken back in
    /// all minds that heard that and that `may` be changed. Whoever calls has made sure that all minds that hear it may be.
    ///
    /// # Errors
    /// As [`Mind::remember`]. Minds before the one that failed have it then; calling again completes it.
    pub fn remember_among(
        &self,
        observation: Observation,
        may: &dyn Fn(&MindName) -> bool,
    ) -> Result<Vec<(MindName, Remembered)>, Error> {
        let by = observation.by;
        let mut outcomes = Vec::new();
        for name in observation.hearing(&self.name) {
            let mind = self.beside(name.clone());
            let remembered = mind.remember(observation.clone())?;
            mind.unsay_elsewhere(remembered.unsaid(), may, by)?;
            outcomes.push((name, remembered));
        }
        Ok(outcomes)
    }

    /// Takes turns that were taken back here back in the other minds that heard them, where those `may` be changed. Returns
    /// the minds in which something was taken back.
    ///
    /// # Errors
    /// When the store fails; calling again completes it.
    pub fn unsay_elsewhere(
        &self,
        turns: &[UnsaidTurn],
        may: &dyn Fn(&MindName) -> bool,
        by: Actor,
    ) -> Result<Vec<MindName>, Error> {
        let others = turns.iter().flat_map(|one| &one.turn.witnesses.minds);
        let others: BTreeSet<&MindName> = others.filter(|name| **name != self.name && may(name)).collect();
        let undoing = Undoing { at: self.engine.now(), by };
        let mut changed = Vec::new();
        for name in others {
            let other = self.beside(name.clone());
            let unsaid = other.write(|w| {
                let mut memories = Vec::new();
                for one in turns.iter().filter(|one| one.turn.witnesses.minds.contains(name)) {
                    if let Some((id, _)) = w.same_turn(name, &one.turn)? {
                        memories.push(w.memory(name, id)?);
                    }
                }
                other.take_back(w, memories, undoing)
            })?;
            if !unsaid.is_empty() {
                self.engine.readings.forget();
                changed.push(name.clone());
            }
        }
        Ok(changed)
    }
}
