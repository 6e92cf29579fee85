//! The archive by hand: put a memory away, bring one back.

use omoide_core::change::{Actor, Change, Deed, Reason};
use omoide_core::policy::episode::steps_down;
use omoide_core::ports::Shortening;
use omoide_core::ports::store::Writer;
use omoide_core::{Level, Life, Making, Memory, Moment, Retention, Revival, Shown, TextVersion};

use crate::engine::find;
use crate::{Error, Mind};

/// A memory that came back from the archive by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Restored {
    /// The memory, as it was when it was new.
    pub memory: Memory,
}

impl Mind<'_> {
    /// Puts a memory into the archive, through every level between, as a night would. There it stays: unlike one that
    /// faded, it is not recalled until someone asks for it by its id or for what is archived. One that faded into the
    /// archive is only marked so.
    ///
    /// # Errors
    /// [`Error::Protected`], [`Error::AlreadyArchived`] when it was put away before, and as [`Mind::find`].
    pub fn archive(&self, reference: &str, by: Actor) -> Result<Memory, Error> {
        let now = self.engine.now();
        self.write(|w| {
            let memory = find(w, &self.name, reference)?;
            if memory.shown.protected {
                return Err(Error::Protected { handle: memory.handle });
            }
            if memory.shown.is_put_away() {
                return Err(Error::AlreadyArchived { handle: memory.handle });
            }
            if !memory.shown.is_active() {
                return self.show_by_hand(w, &memory, put_away(memory.shown), by, now);
            }
            self.archive_within(w, memory, by, now)
        })
    }

    /// Archives an active memory by hand; one that is protected is released with it.
    pub(crate) fn archive_within(
        &self,
        w: &mut dyn Writer,
        memory: Memory,
        by: Actor,
        now: Moment,
    ) -> Result<Memory, Error> {
        let versions = w.versions(&self.name, memory.id)?;
        let last_version = versions.iter().map(|v| v.version).max().unwrap_or(1);
        let edited = self.edited(w, memory.id)?;
        let original = edited.or(versions.into_iter().next()).map_or_else(|| memory.text.clone(), |v| v.text);
        let mut plan = self.by_hand(Vec::new(), by, now);
        let mut push = |deed| {
            plan.changes.push(Change { subject: (&memory).into(), deed, reason: Reason::ByHand });
        };
        let released = Shown { protected: false, ..memory.shown };
        if memory.shown.protected {
            push(Deed::show(memory.shown, released));
        }
        let (mut shown, mut last_version) = (released.version, last_version);
        for (mut before, mut after) in steps_down(released, last_version, Level::Archived, now) {
            let is_new_text = after.version != before.version;
            before.version = shown;
            if is_new_text {
                let level = after.level;
                let wish = Shortening { memory: memory.id, original: &original, keywords: &memory.keywords, level };
                if let Some(deed) = self.write_deed(wish, last_version + 1, now)? {
                    push(deed);
                    last_version += 1;
                    shown = last_version;
                }
            }
            after.version = shown;
            let is_last = after.level == Level::Archived;
            push(Deed::show(before, if is_last { put_away(after) } else { after }));
        }
        w.apply(&plan)?;
        Ok(w.memory(&self.name, memory.id)?)
    }

    /// Brings a memory back from the archive as it was when it was new: its original text or the last edit of
    /// it, its first retention. From there it fades again.
    ///
    /// # Errors
    /// [`Error::NotArchived`], and as [`Mind::find`].
    pub fn restore(&self, reference: &str, by: Actor) -> Result<Restored, Error> {
        let now = self.engine.now();
        self.write(|w| {
            let memory = find(w, &self.name, reference)?;
            if memory.shown.is_active() {
                return Err(Error::NotArchived { handle: memory.handle });
            }
            let shown = Shown {
                level: Level::Full,
                archived_at: None,
                revival: Revival::NOT_ASKED,
                version: self.edited(w, memory.id)?.map_or(1, |edited| edited.version),
                ..memory.shown
            };
            let life = match memory.life {
                Life::Episode(retention) => Life::Episode(Retention {
                    memory_days: 0.0,
                    retention_score: f64::from(memory.emotion.intensity),
                    ..retention
                }),
                steady @ Life::Steady { .. } => steady,
            };
            let deeds = vec![(&memory, Deed::show(memory.shown, shown)), (&memory, Deed::live(memory.life, life))];
            w.apply(&self.by_hand(deeds, by, now))?;
            let memory = w.memory(&self.name, memory.id)?;
            self.ensure_vector(w, &memory)?;
            Ok(Restored { memory })
        })
    }

    /// The writing of a shorter text; none where that would gain nothing.
    fn write_deed(&self, wish: Shortening<'_>, version: u32, now: Moment) -> Result<Option<Deed>, Error> {
        let parts = &self.engine.parts;
        let level = wish.level;
        let Some(text) = parts.understanding.shorten(wish).map_err(Error::Understanding)? else { return Ok(None) };
        let vectors = parts.embedders.embed_one(&text.joined(), None)?;
        let made = Making::Shortened { by: parts.understanding.name().to_owned() };
        Ok(Some(Deed::write(TextVersion { version, level, text, made, made_at: now }, vectors)))
    }

    /// Gives the shown text its vectors where it has none: old versions lose theirs after a while.
    pub(crate) fn ensure_vector(&self, writer: &mut dyn Writer, memory: &Memory) -> Result<(), Error> {
        let embedders = &self.engine.parts.embedders;
        let mut is_whole = true;
        for embedder in embedders.kept() {
            is_whole &= !writer.vectors(&self.name, embedder.model(), &[memory.seq])?.is_empty();
        }
        if !is_whole {
            let vectors = embedders.embed_one(&memory.text.joined(), None)?;
            let version = memory.shown.version;
            let vectors: Vec<_> = vectors.into_iter().map(|vector| (memory.seq, version, vector)).collect();
            writer.add_vectors(&self.name, &vectors)?;
        }
        Ok(())
    }
}

/// What is shown of an archived memory that no recall can bring back.
fn put_away(shown: Shown) -> Shown {
    Shown { revival: Revival::Barred, ..shown }
}
