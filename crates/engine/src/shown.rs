//! What an agent has before it: the memories that a thread was shown, so that none is shown twice.
//!
//! A thread forgets them when its context is emptied or made shorter, because they are no longer in it then.

use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{MemoryId, MindName, NamePrint, Seq};

use crate::{Error, Mind, Prompt, Recalled, feeling};

/// How many are known of a thread; what was shown longer ago may be shown again.
const MOST: usize = 256;

impl Mind<'_> {
    /// The memories that a thread was shown, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub fn shown(&self, thread: &str) -> Result<Vec<MemoryId>, Error> {
        self.engine.look(|r| shown(r, &self.name, thread))
    }

    /// Takes note that a thread is shown these memories, without counting them as recalled.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_shown(&self, thread: &str, memories: &[MemoryId]) -> Result<(), Error> {
        self.engine.write(|w| add(w, &self.name, thread, memories))
    }

    /// Leaves the marks of a recall that left none, for those of its hits that were shown, and takes note of them all
    /// for the prompt's thread, in one step.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_recalled(&self, prompt: &Prompt, recalled: &Recalled, memories: &[MemoryId]) -> Result<(), Error> {
        let now = prompt.at.unwrap_or_else(|| self.engine.now());
        let hits = || recalled.hits.iter().filter(|hit| memories.contains(&hit.memory.id));
        let seqs: Vec<Seq> = hits().map(|hit| hit.memory.seq).collect();
        let felt = hits().next().map(|hit| &hit.memory.emotion.feeling).or(recalled.feeling.as_ref());
        self.engine.write(|w| {
            w.mark_recalled(&self.name, &seqs, now)?;
            feeling::keep(w, &self.name, prompt.thread.as_deref(), felt, now)?;
            match &prompt.thread {
                Some(thread) => add(w, &self.name, thread, memories),
                None => Ok(()),
            }
        })
    }

    /// Forgets what a thread was shown.
    ///
    /// # Errors
    /// When the store fails.
    pub fn forget_shown(&self, thread: &str) -> Result<(), Error> {
        self.engine.write(|w| match w.state(&self.name, &key(thread))? {
            Some(_) => Ok(w.set_state(&self.name, &key(thread), None)?),
            None => Ok(()),
        })
    }
}

fn shown(reader: &(impl Reader + ?Sized), mind: &MindName, thread: &str) -> Result<Vec<MemoryId>, Error> {
    let text = reader.state(mind, &key(thread))?.unwrap_or_default();
    Ok(text.split(' ').filter_map(|id| id.parse().ok()).collect())
}

fn add(writer: &mut dyn Writer, mind: &MindName, thread: &str, memories: &[MemoryId]) -> Result<(), Error> {
    let mut all = shown(&*writer, mind, thread)?;
    all.retain(|id| !memories.contains(id));
    all.extend(memories);
    all.drain(..all.len().saturating_sub(MOST));
    let text: Vec<String> = all.iter().map(MemoryId::to_string).collect();
    Ok(writer.set_state(mind, &key(thread), Some(&text.join(" ")))?)
}

fn key(thread: &str) -> String {
    format!("shown:{:016x}", NamePrint::of(thread).to_bits())
}
