//! The marks that a recall leaves: the memories count as recalled, for the next night to strengthen, and the thread keeps
//! their feeling. They can be left at once, or later and many together.

use std::collections::BTreeMap;

use omoide_core::{Feeling, Moment, Seq};

use crate::observe::feeling;
use crate::{Error, Mind, Prompt, Recalled};

/// The mark of one recall.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    recalled: Vec<Seq>,
    thread: Option<String>,
    feeling: Option<Feeling>,
    at: Moment,
}

impl Recalled {
    /// The mark that this recall leaves; none when it leaves none.
    pub fn mark(&self, prompt: &Prompt, now: Moment) -> Option<Mark> {
        if self.hits.is_empty() && prompt.with_feeling {
            return None;
        }
        let top = self.hits.iter().find(|hit| hit.stands_for.is_empty()).map(|hit| &hit.memory.emotion.feeling);
        Some(Mark {
            recalled: self
                .hits
                .iter()
                .flat_map(|hit| hit.stands_for.iter().chain([&hit.memory.seq]))
                .copied()
                .collect(),
            thread: prompt.thread.clone(),
            feeling: top.or(self.feeling.as_ref()).cloned(),
            at: prompt.at.unwrap_or(now),
        })
    }
}

impl Mind<'_> {
    /// Leaves marks, the earliest first, in one transaction.
    ///
    /// # Errors
    /// When the store fails.
    pub fn leave_marks(&self, marks: &[Mark]) -> Result<(), Error> {
        if marks.is_empty() {
            return Ok(());
        }
        self.write(|w| {
            // Of a thread the last feeling counts, and the ones before it need not be written.
            let mut last: BTreeMap<Option<&str>, &Mark> = BTreeMap::new();
            for mark in marks {
                w.mark_recalled(&self.name, &mark.recalled, mark.at)?;
                last.insert(mark.thread.as_deref(), mark);
            }
            for (thread, mark) in last {
                let thread = thread.map(|thread| self.engine.kept_name(thread));
                feeling::keep(w, &self.name, thread.as_deref(), mark.feeling.as_ref(), mark.at)?;
            }
            Ok(())
        })
    }
}
