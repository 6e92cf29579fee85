//! Erasure: gone for good, by hand or by conditions (S0 完全消去).

use omoide_core::change::{Action, Actor};
use omoide_core::parameters::ConditionMode;
use omoide_core::ports::store::{Filter, Reader};
use omoide_core::{Level, Memory, MemoryId, Moment};

use crate::engine::find;
use crate::{Error, Mind};

/// Which archived memories to erase. Conditions that are not given are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct ErasureConditions {
    /// Archived for more than so many whole days.
    pub archived_days_over: Option<u32>,
    /// Never recalled.
    pub is_never_recalled: bool,
    /// Of an intensity below this.
    pub intensity_below: Option<f64>,
    /// How they are joined.
    pub mode: ConditionMode,
}

/// What was erased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Erasure {
    /// The readable names of what is gone.
    pub handles: Vec<String>,
    /// The ids of all that is gone, with the sessions that summed it up.
    pub ids: Vec<MemoryId>,
}

impl ErasureConditions {
    fn hold_for(&self, memory: &Memory, now: Moment) -> bool {
        let Some(since) = memory.shown.archived_at else { return false };
        let tests = [
            self.archived_days_over.map(|days| now.whole_days_since(since) > i64::from(days)),
            self.is_never_recalled.then_some(memory.life.retention().recall_count == 0),
            self.intensity_below.map(|below| f64::from(memory.emotion.intensity) < below),
        ];
        let mut tests = tests.into_iter().flatten().peekable();
        // No condition at all means nothing, not everything.
        tests.peek().is_some()
            && match self.mode {
                ConditionMode::And => tests.all(|holds| holds),
                ConditionMode::Or => tests.any(|holds| holds),
            }
    }
}

impl Mind<'_> {
    /// Erases memories for good, all or none, and the sessions that sum them up.
    ///
    /// # Errors
    /// [`Error::Protected`] when one is protected, and as [`Mind::find`].
    pub fn erase(&self, references: &[String], by: Actor) -> Result<Erasure, Error> {
        let now = self.engine.now();
        let erased = self.write(|w| {
            let (mut ids, mut seqs) = (Vec::new(), Vec::new());
            let mut handles = Vec::new();
            for reference in references {
                let memory = find(w, &self.name, reference)?;
                if memory.shown.protected {
                    return Err(Error::Protected { handle: memory.handle });
                }
                if !ids.contains(&memory.id) {
                    ids.push(memory.id);
                    seqs.push(memory.seq);
                    handles.push(memory.handle);
                }
            }
            let sessions = self.other_sessions_of(w, &seqs)?;
            self.let_record_again(w, &sessions)?;
            ids.extend(sessions.into_iter().map(|(_, id)| id));
            w.erase(&self.name, &ids, by, "by_hand", now)?;
            Ok(Erasure { handles, ids })
        });
        // What was read of them is in memory too.
        erased.inspect(|_| self.engine.readings.forget())
    }

    /// What was erased for good, as far as the log tells: by hand. What a night erased can be brought back.
    ///
    /// # Errors
    /// When the store fails.
    pub fn erased(&self) -> Result<Vec<MemoryId>, Error> {
        let log = self.engine.read(|r| r.log(&self.name, None))?;
        let ended = log.iter().filter(|entry| entry.action() == Action::Erased && !entry.is_undone);
        let mut ids: Vec<MemoryId> =
            ended.filter(|entry| entry.step.is_none()).filter_map(|entry| entry.subject.memory_id()).collect();
        ids.sort_unstable();
        ids.dedup();
        // An import may have brought one back under its own id.
        self.engine.look(|r| Ok(ids.iter().copied().filter(|id| r.memory(&self.name, *id).is_err()).collect()))
    }

    /// The archived, unprotected memories that meet the conditions.
    ///
    /// # Errors
    /// When the store fails.
    pub fn erasable(&self, conditions: &ErasureConditions) -> Result<Vec<Memory>, Error> {
        let now = self.engine.now();
        self.engine.look(|r| self.matching(r, conditions, now))
    }

    fn matching(&self, reader: &dyn Reader, conditions: &ErasureConditions, now: Moment) -> Result<Vec<Memory>, Error> {
        let filter = Filter { levels: vec![Level::Archived], protected: Some(false), ..Filter::default() };
        let mut memories = reader.list(&self.name, &filter)?;
        memories.retain(|memory| conditions.hold_for(memory, now));
        Ok(memories)
    }
}
