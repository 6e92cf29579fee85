//! What an agent has before it: the memories that a thread was shown, so that none is shown twice.
//!
//! A thread forgets them when its context is emptied or made shorter, because they are no longer in it then. From that
//! time on its own turns are in its context again.

use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{Feeling, MemoryId, MindName, Moment, NamePrint, Seq};

use crate::observe::feeling;
use crate::{Error, Mind, Prompt, Recalled};

/// How many are known of a thread; what was shown longer ago may be shown again.
const MOST: usize = 256;

/// Which turns of a prompt's own thread whoever asks still has before them, so that they are not recalled there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OwnTurns {
    /// All since the thread began, or since its context was last emptied as far as that was noted.
    #[default]
    InContext,
    /// Those since then.
    InContextSince(Moment),
    /// None.
    Gone,
}

/// The turns of a thread that are in its context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Context {
    thread: NamePrint,
    since: i64,
}

impl Context {
    /// The context of a prompt's thread; none where it has no thread, or asks for that thread's memories.
    pub(crate) fn of(reader: &dyn Reader, mind: &MindName, prompt: &Prompt) -> Result<Option<Self>, Error> {
        let Some(thread) = prompt.thread.as_deref().filter(|thread| prompt.scope.thread.as_deref() != Some(*thread))
        else {
            return Ok(None);
        };
        let since = match prompt.own_turns {
            OwnTurns::InContext => emptied_at(reader, mind, thread)?.unwrap_or(i64::MIN),
            OwnTurns::InContextSince(since) => since.unix_micros(),
            OwnTurns::Gone => return Ok(None),
        };
        Ok(Some(Self { thread: NamePrint::of(thread), since }))
    }

    /// The thread, as memories know it.
    pub(crate) fn thread(&self) -> NamePrint {
        self.thread
    }

    /// Whether all turns of the thread are in it.
    pub(crate) fn is_whole(&self) -> bool {
        self.since == i64::MIN
    }

    /// Whether a memory of that thread and time is in it.
    pub(crate) fn has(&self, thread: Option<NamePrint>, created: Moment) -> bool {
        thread == Some(self.thread) && created.unix_micros() >= self.since
    }
}

/// What a recall leaves behind whose hits an agent was shown.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ShownMark {
    /// They count as recalled.
    recalled: Vec<Seq>,
    /// All that the thread was shown.
    shown: Vec<MemoryId>,
    thread: Option<String>,
    /// What the thread's next recall begins with.
    feeling: Option<Feeling>,
    at: Moment,
}

impl ShownMark {
    /// The mark of a recall of which those memories were shown.
    pub(crate) fn of(prompt: &Prompt, recalled: &Recalled, shown: &[MemoryId], now: Moment) -> Self {
        let hits = || recalled.hits.iter().filter(|hit| shown.contains(&hit.memory.id));
        // A session has no feeling of its own.
        let felt = hits().find(|hit| hit.stands_for.is_empty()).map(|hit| &hit.memory.emotion.feeling);
        Self {
            recalled: hits().flat_map(|hit| hit.stands_for.iter().chain([&hit.memory.seq])).copied().collect(),
            shown: shown.to_vec(),
            thread: prompt.thread.clone(),
            feeling: felt.or(recalled.feeling.as_ref()).cloned(),
            at: prompt.at.unwrap_or(now),
        }
    }
}

impl Mind<'_> {
    /// The memories that a thread was shown, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub fn shown(&self, thread: &str) -> Result<Vec<MemoryId>, Error> {
        let thread = self.engine.kept_name(thread);
        self.engine.look(|r| shown(r, &self.name, &thread))
    }

    /// Takes note that a thread is shown these memories, without counting them as recalled.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_shown(&self, thread: &str, memories: &[MemoryId]) -> Result<(), Error> {
        let thread = self.engine.kept_name(thread);
        self.write(|w| add(w, &self.name, &thread, memories))
    }

    /// Leaves the marks of a recall that left none, for those of its hits that were shown, and takes note of them all
    /// for the prompt's thread, in one step.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_recalled(&self, prompt: &Prompt, recalled: &Recalled, memories: &[MemoryId]) -> Result<(), Error> {
        self.leave_shown_mark(&ShownMark::of(prompt, recalled, memories, self.engine.now()))
    }

    /// Leaves that mark, in one step.
    pub(crate) fn leave_shown_mark(&self, mark: &ShownMark) -> Result<(), Error> {
        let thread = mark.thread.as_deref().map(|thread| self.engine.kept_name(thread));
        self.write(|w| {
            w.mark_recalled(&self.name, &mark.recalled, mark.at)?;
            feeling::keep(w, &self.name, thread.as_deref(), mark.feeling.as_ref(), mark.at)?;
            match &thread {
                Some(thread) => add(w, &self.name, thread, &mark.shown),
                None => Ok(()),
            }
        })
    }

    /// Takes note that a thread's context was emptied or made shorter then: what it was shown is forgotten, and what was
    /// said in it before can be recalled there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn forget_shown(&self, thread: &str, at: Moment) -> Result<(), Error> {
        let thread = &*self.engine.kept_name(thread);
        self.write(|w| {
            let before = w.thread(&self.name, thread)?.unwrap_or_default();
            if !before.shown.is_empty() {
                w.keep_shown(&self.name, thread, &[])?;
            }
            // Who tells of it later may tell of an earlier time.
            if before.emptied_at.is_none_or(|before| before.unix_micros() < at.unix_micros()) {
                w.keep_emptied(&self.name, thread, at)?;
            }
            Ok(())
        })
    }
}

fn shown(reader: &(impl Reader + ?Sized), mind: &MindName, thread: &str) -> Result<Vec<MemoryId>, Error> {
    Ok(reader.thread(mind, thread)?.map(|thread| thread.shown).unwrap_or_default())
}

fn add(writer: &mut dyn Writer, mind: &MindName, thread: &str, memories: &[MemoryId]) -> Result<(), Error> {
    let mut all = shown(&*writer, mind, thread)?;
    all.retain(|id| !memories.contains(id));
    all.extend(memories);
    all.drain(..all.len().saturating_sub(MOST));
    Ok(writer.keep_shown(mind, thread, &all)?)
}

/// When a thread's context was last emptied, as far as that was noted.
fn emptied_at(reader: &dyn Reader, mind: &MindName, thread: &str) -> Result<Option<i64>, Error> {
    Ok(reader.thread(mind, thread)?.and_then(|thread| thread.emptied_at).map(Moment::unix_micros))
}
