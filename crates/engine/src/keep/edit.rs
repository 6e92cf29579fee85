//! Editing: someone puts a memory's text or category right.
//!
//! An edit of the text is a further version of it; the original stays, and an undo shows it again. From then on what is
//! made shorter is the edited text: a correction must not come undone in the next night.

use std::collections::HashMap;

use omoide_core::change::{Actor, Change, Deed, Facet, Plan, Reason, Subject};
use omoide_core::ports::TakenCount;
use omoide_core::ports::store::{Reader, Writer};
use omoide_core::{
    Assessment, Category, Making, Memory, MemoryId, Moment, Seq, Shown, Text, TextVersion, Vector, Wording,
};

use crate::engine::find;
use crate::redaction::TakenKinds;
use crate::{Error, Mind};

/// A word of one's own for a category has at most so many characters.
const LONGEST_CATEGORY: usize = 40;

/// What a memory is to be changed to. What is left out stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryEdit {
    /// What the person said or did.
    pub trigger: Option<String>,
    /// The reaction to it.
    pub content: Option<String>,
    /// What it was about.
    pub category: Option<Category>,
}

/// A memory before and after an edit.
#[derive(Clone, PartialEq, Debug)]
pub struct Edited {
    /// As it was.
    pub before: Memory,
    /// As it is now.
    pub memory: Memory,
    /// The kinds of secrets that were taken out of the new text.
    pub taken: Vec<TakenCount>,
}

impl Edited {
    /// Whether the memory shows another text now.
    pub fn has_new_text(&self) -> bool {
        self.before.text != self.memory.text
    }

    /// Whether it has another category now.
    pub fn has_new_category(&self) -> bool {
        self.before.category != self.memory.category
    }
}

impl Mind<'_> {
    /// Gives a memory another text. Own blocks, private parts and secrets are taken out of it as they are of a turn.
    ///
    /// # Errors
    /// As [`Mind::change`].
    pub fn edit(&self, reference: &str, text: &Text, by: Actor) -> Result<Memory, Error> {
        let edit = MemoryEdit {
            trigger: Some(text.trigger.clone()),
            content: Some(text.content.clone()),
            ..MemoryEdit::default()
        };
        Ok(self.change(reference, &edit, by)?.memory)
    }

    /// Changes the text or the category of a memory; one undo takes both back. Own blocks, private parts and secrets are
    /// taken out of the text as they are of a turn.
    ///
    /// # Errors
    /// [`Error::NoText`], [`Error::TextTooLong`], [`Error::NulInText`], [`Error::CategoryTooLong`],
    /// [`Error::AlreadyArchived`], and as [`Mind::find`].
    pub fn change(&self, reference: &str, edit: &MemoryEdit, by: Actor) -> Result<Edited, Error> {
        let now = self.engine.now();
        let mut taken = TakenKinds::new();
        let category = edit.category.as_ref().map(|category| self.kept_category(category, &mut taken)).transpose()?;
        loop {
            let seen = self.find(reference)?;
            let text = self.edited_text(&seen.text, edit, &mut taken)?;
            let has_new_text = text != seen.text;
            // Vectors may come from a provider, which nobody should wait for while the store is locked.
            let vectors =
                if has_new_text { self.engine.parts.embedders.embed_one(&text.joined(), None)? } else { Vec::new() };
            let changed = self.write(|w| {
                let before = find(w, &self.name, reference)?;
                if !before.shown.is_active() {
                    return Err(Error::AlreadyArchived { handle: before.handle });
                }
                if before.text != seen.text {
                    return Ok(None);
                }
                let mut changes = Vec::new();
                if has_new_text {
                    changes.extend(self.rewriting(w, &before, text.clone(), vectors.clone(), now)?);
                }
                if let Some(category) = category.clone().filter(|category| *category != before.category) {
                    changes.extend(self.recategorising(w, &before, category)?);
                }
                let is_changed = !changes.is_empty();
                let memory = self.apply_edit(w, &before, changes, by, now)?;
                if is_changed {
                    self.log_memory_write(w, now, format!("edited {}", memory.handle))?;
                }
                Ok(Some(Edited { before, memory, taken: taken.clone() }))
            })?;
            // None: someone else edited it in between, and the halves that stay are theirs.
            if let Some(edited) = changed {
                return Ok(edited);
            }
        }
    }

    /// The text after an edit; the halves that the edit leaves alone are not looked at again.
    fn edited_text(&self, shown: &Text, edit: &MemoryEdit, taken: &mut TakenKinds) -> Result<Text, Error> {
        if edit.trigger.is_none() && edit.content.is_none() {
            return Ok(shown.clone());
        }
        let given = |new: &Option<String>, old: &String| new.as_ref().unwrap_or(old).clone();
        self.check_halves(&given(&edit.trigger, &shown.trigger), &given(&edit.content, &shown.content))?;
        let mut half = |new: &Option<String>, old: &String| match new {
            Some(new) => self.engine.redactor().text(new, taken),
            None => old.clone(),
        };
        let text = Text { trigger: half(&edit.trigger, &shown.trigger), content: half(&edit.content, &shown.content) };
        if text.trigger.is_empty() && text.content.is_empty() {
            return Err(Error::NoText);
        }
        Ok(text)
    }

    fn kept_category(&self, category: &Category, taken: &mut TakenKinds) -> Result<Category, Error> {
        let name = self.engine.redactor().text(category.name(), taken);
        if name.is_empty() || name.chars().count() > LONGEST_CATEGORY {
            return Err(Error::CategoryTooLong { name, limit: LONGEST_CATEGORY });
        }
        Ok(Category::named(&name))
    }

    /// The changes that give a memory another text.
    fn rewriting(
        &self,
        w: &mut dyn Writer,
        memory: &Memory,
        text: Text,
        vectors: Vec<Vector>,
        now: Moment,
    ) -> Result<Vec<Change>, Error> {
        let versions = w.versions(&self.name, memory.id)?;
        let version = versions.iter().map(|version| version.version).max().unwrap_or(0) + 1;
        let level = memory.shown.level;
        let made = TextVersion { version, level, text, made: Making::Edited, made_at: now };
        let shown = Deed::show(memory.shown, Shown { version, ..memory.shown });
        let by_hand = |deed| Change { subject: memory.into(), deed, reason: Reason::ByHand };
        Ok(vec![by_hand(Deed::write(made, vectors)), by_hand(shown)])
    }

    /// The changes that give a memory another category. How fast it fades follows.
    fn recategorising(&self, w: &mut dyn Writer, memory: &Memory, category: Category) -> Result<Vec<Change>, Error> {
        let Some((_, before)) = w.assessments(&self.name, &[memory.seq])?.pop() else { return Ok(Vec::new()) };
        let after = Assessment { category, made_by: Some(Assessment::BY_HAND.to_owned()), ..before.clone() };
        Ok(self.reassessing(memory, before, after, Reason::ByHand))
    }

    /// Does the changes of an edit and has the memory found by its new words.
    pub(crate) fn apply_edit(
        &self,
        w: &mut dyn Writer,
        memory: &Memory,
        changes: Vec<Change>,
        by: Actor,
        now: Moment,
    ) -> Result<Memory, Error> {
        if changes.is_empty() {
            return Ok(memory.clone());
        }
        w.apply(&Plan { changes, ..self.by_hand(Vec::new(), by, now) })?;
        let memory = w.memory(&self.name, memory.id)?;
        self.reword(w, &memory)?;
        Ok(memory)
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
