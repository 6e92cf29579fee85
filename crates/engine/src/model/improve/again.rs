//! What a language model did for a night that was taken back: done again, from what is kept, when the night is run again.

use omoide_core::change::{Actor, NightStep, Plan, Reason};
use omoide_core::ports::store::{Purpose, Writer};
use omoide_core::{MemoryId, Seq};

use super::apply;
use crate::{Error, Mind};

/// Where it is kept whose improvements were taken back.
const TAKEN_BACK: &str = "improvements_taken_back";

impl Mind<'_> {
    /// Notes whose understanding was taken back with a night, so that the next one does it again and nobody is paid twice.
    pub(crate) fn note_taken_back(&self, w: &mut dyn Writer, memories: &[MemoryId]) -> Result<(), Error> {
        let mut seqs = Vec::new();
        for id in memories {
            seqs.extend(w.memory(&self.name, *id).ok().map(|memory| memory.seq));
        }
        let numbers: Vec<i64> = seqs.iter().map(|seq| seq.0).collect();
        let list = serde_json::to_string(&numbers).expect("numbers are always JSON");
        w.set_state(&self.name, TAKEN_BACK, Some(&list))?;
        self.index_anew(w, &seqs)
    }

    /// Does again what was taken back with a night; returns which memories are understood so again.
    pub(crate) fn improve_again(&self, step: NightStep) -> Result<Vec<Seq>, Error> {
        if self.engine.read(|r| r.state(&self.name, TAKEN_BACK))?.is_none() {
            return Ok(Vec::new());
        }
        let now = self.engine.now();
        self.write(|w| {
            let list = w.state(&self.name, TAKEN_BACK)?.unwrap_or_default();
            let numbers: Vec<i64> = serde_json::from_str(&list).unwrap_or_default();
            let seqs: Vec<Seq> = numbers.into_iter().map(Seq).collect();
            let (mut changes, mut again) = (Vec::new(), Vec::new());
            for (seq, json, by) in w.made(&self.name, Purpose::Analyse, &seqs)? {
                let memory = w.memories(&self.name, &[seq])?.pop();
                let before = w.assessments(&self.name, &[seq])?.pop();
                let (Some(memory), Some((_, before))) = (memory, before) else { continue };
                let Some(mut after) = apply::understood(&json, &by) else { continue };
                after.keep_set_by_hand(&before);
                changes.extend(self.reassessing(&memory, before, after, Reason::Understood));
                again.push(seq);
            }
            let (mind, by) = (self.name.clone(), Actor::Night);
            w.apply(&Plan { mind, at: now, by, step: Some(step), group: None, changes })?;
            self.index_anew(w, &again)?;
            w.set_state(&self.name, TAKEN_BACK, None)?;
            Ok(again)
        })
    }
}
