//! Editing: someone puts a memory's text right.
//!
//! An edit is a further version of the text; the original stays, and an undo shows it again. From then on what is
//! made shorter is the edited text: a correction must not come undone in the next night.

use std::collections::HashMap;

use omoide_core::change::{Actor, Deed, Facet, Subject};
use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{Making, Memory, MemoryId, Seq, Shown, Text, TextVersion, Wording};

use crate::engine::find;
use crate::redaction::TakenKinds;
use crate::{Error, Mind};

impl Mind<'_> {
    /// Gives a memory another text. Own blocks, private parts and secrets are taken out of it as they are of a turn.
    ///
    /// # Errors
    /// [`Error::NoText`], [`Error::TextTooLong`], [`Error::NulInText`], [`Error::AlreadyArchived`], and as
    /// [`Mind::find`].
    pub fn edit(&self, reference: &str, text: &Text, by: Actor) -> Result<Memory, Error> {
        let now = self.engine.now();
        self.check_halves(&text.trigger, &text.content)?;
        let clean = |half: &str| self.engine.redactor().text(half, &mut TakenKinds::new());
        let text = Text { trigger: clean(&text.trigger), content: clean(&text.content) };
        if text.trigger.is_empty() && text.content.is_empty() {
            return Err(Error::NoText);
        }
        let vectors = self.engine.parts.embedders.embed_one(&text.joined(), None)?;
        self.write(|w| {
            let memory = find(w, &self.name, reference)?;
            if !memory.shown.is_active() {
                return Err(Error::AlreadyArchived { handle: memory.handle });
            }
            if memory.text == text {
                return Ok(memory);
            }
            let versions = w.versions(&self.name, memory.id)?;
            let version = TextVersion {
                version: versions.iter().map(|version| version.version).max().unwrap_or(0) + 1,
                level: memory.shown.level,
                text: text.clone(),
                made: Making::Edited,
                made_at: now,
            };
            let after = Shown { version: version.version, ..memory.shown };
            let write = Deed::write(version, vectors.clone());
            let shown = Deed::show(memory.shown, after);
            w.apply(&self.by_hand(vec![(&memory, write), (&memory, shown)], by, now))?;
            let memory = w.memory(&self.name, memory.id)?;
            self.reword(w, &memory)?;
            Ok(memory)
        })
    }

    /// Has the memory found by the words of the text that it is to be known by.
    pub(crate) fn reword(&self, writer: &mut dyn Writer, memory: &Memory) -> Result<(), Error> {
        let understanding = &self.engine.parts.understanding;
        let wordings = self.wordings(&*writer, &[memory.seq])?;
        let words: Vec<_> = wordings.iter().map(|(seq, wording)| (*seq, understanding.words(wording))).collect();
        Ok(writer.put_words(&self.name, &words)?)
    }

    /// What the words of those memories are taken from: what was said, or the text that someone put in its place.
    pub(crate) fn wordings(&self, reader: &(impl Reader + ?Sized), seqs: &[Seq]) -> Result<Vec<(Seq, Wording)>, Error> {
        let mut wordings = reader.wordings(&self.name, seqs)?;
        let ids: HashMap<Seq, MemoryId> =
            reader.memories(&self.name, seqs)?.into_iter().map(|memory| (memory.seq, memory.id)).collect();
        for (seq, wording) in &mut wordings {
            let Some(id) = ids.get(seq) else { continue };
            if let Some(TextVersion { text, .. }) = self.edited(reader, *id)? {
                let Text { trigger, content } = text;
                *wording = Wording { trigger, content, said: None, replied: None, ..wording.clone() };
            }
        }
        Ok(wordings)
    }

    /// The last edit of a memory's text that was not undone; none for most.
    pub(crate) fn edited(
        &self,
        reader: &(impl Reader + ?Sized),
        memory: MemoryId,
    ) -> Result<Option<TextVersion>, Error> {
        let mut versions = reader.versions(&self.name, memory)?;
        versions.retain(|version| version.made == Making::Edited);
        if versions.is_empty() {
            return Ok(None);
        }
        // Stores of earlier formats kept the texts of edits that were undone.
        let log = reader.log(&self.name, Some(&Subject::Memory { id: memory, seq: None }))?;
        let shows = |deed: &Deed, version: u32| match deed {
            Deed::Set(Facet::Shown(step)) => step.after.version == version && step.before.version != version,
            _ => false,
        };
        let is_undone =
            |version: u32| log.iter().rfind(|entry| shows(&entry.deed, version)).is_some_and(|entry| entry.is_undone);
        Ok(versions.into_iter().rfind(|version| !is_undone(version.version)))
    }
}
