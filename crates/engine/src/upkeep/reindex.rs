//! Words for memories that are not in the index over words: all at once, or some a night and a turn.
//!
//! The index is a cache of the original texts. It lags behind only in a store of an earlier format, or when
//! the rules by which words are taken have changed; a memory that was just written down is always in it.
//! Everything is written in batches, so that it can be interrupted at any time and goes on where it stopped.

use omoide_core::ports::store::{NewMemory, Reader};
use omoide_core::{Kind, Seq, Wording, Words};

use crate::{Error, Mind};

/// How many memories are indexed before they are written.
const BATCH: usize = 256;
/// How many a night makes up for.
const PER_NIGHT: usize = 1024;
/// How many a turn makes up for; some milliseconds.
const PER_TURN: usize = 32;

impl Mind<'_> {
    /// How many memories are not in the index over words.
    ///
    /// # Errors
    /// When the store fails.
    pub fn without_words(&self) -> Result<u64, Error> {
        let version = self.engine.parts.understanding.words_version();
        self.engine.read(|r| r.without_words_count(&self.name, version))
    }

    /// Puts all memories that are not in the index over words into it, newest first; `progress` is called
    /// with done and all before each batch. Returns how many there were.
    ///
    /// # Errors
    /// When the store fails; the batches before are done then, and the next call goes on from there.
    pub fn reindex(&self, progress: &mut dyn FnMut(usize, usize)) -> Result<usize, Error> {
        let all = usize::try_from(self.without_words()?).unwrap_or(usize::MAX);
        self.reindex_up_to(usize::MAX, &mut |done| progress(done.min(all), all))
    }

    /// A night's share of [`Mind::reindex`]; returns how many memories it was.
    ///
    /// # Errors
    /// As [`Mind::reindex`].
    pub fn reindex_some(&self) -> Result<usize, Error> {
        let done = self.reindex_up_to(PER_NIGHT, &mut |_| {})?;
        self.join_words()?;
        Ok(done)
    }

    /// Puts the index over words in order after much was taken in, so that recalls are faster.
    ///
    /// # Errors
    /// When the store fails; the index is as it was then.
    pub fn join_words(&self) -> Result<(), Error> {
        let version = self.engine.parts.understanding.words_version();
        self.write(|w| Ok(w.join_words(&self.name, version)?))
    }

    /// A turn's share of [`Mind::reindex`].
    pub(crate) fn reindex_a_few(&self) -> Result<(), Error> {
        self.reindex_up_to(PER_TURN, &mut |_| {}).map(|_| ())
    }

    fn reindex_up_to(&self, most: usize, progress: &mut dyn FnMut(usize)) -> Result<usize, Error> {
        let mut done = 0;
        let mut before = None;
        while done < most {
            let batch = (most - done).min(BATCH);
            let words = self.engine.look(|r| self.words_missing(r, before, batch))?;
            let Some((last, _)) = words.last() else { break };
            before = Some(*last);
            progress(done);
            self.write(|w| Ok(w.put_words(&self.name, &words)?))?;
            done += words.len();
        }
        Ok(done)
    }

    /// The words of some memories that have none in the index, the last memory first.
    fn words_missing(&self, r: &dyn Reader, before: Option<Seq>, most: usize) -> Result<Vec<(Seq, Words)>, Error> {
        let understanding = &self.engine.parts.understanding;
        let seqs = r.without_words(&self.name, understanding.words_version(), before, most)?;
        let wordings = self.wordings(r, &seqs)?;
        Ok(wordings.iter().map(|(seq, wording)| (*seq, understanding.words(wording))).collect())
    }

    /// The words of a memory that is about to be written down.
    pub(crate) fn words_of(&self, memory: &NewMemory) -> Words {
        let turn = memory.turn.as_ref();
        self.engine.parts.understanding.words(&Wording {
            trigger: memory.text.trigger.clone(),
            content: memory.text.content.clone(),
            said: turn.map(|turn| turn.said.clone()),
            replied: turn.map(|turn| turn.replied.clone()),
            keywords: memory.keywords.clone(),
            at: Some(memory.created),
            says_again: memory.kind == Kind::Session,
        })
    }
}
