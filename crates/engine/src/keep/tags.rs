//! Tags of one's own: words that people give memories, beside the feelings that the language layer finds.
//!
//! A tag is kept folded, so that `Garden`, `garden` and `ＧＡＲＤＥＮ` are one. The name of a feeling is no tag of one's own:
//! whoever asks for `joy` means the feeling.

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Facet, Reason};
use omoide_core::ports::TakenCount;
use omoide_core::ports::store::Filter;
use omoide_core::{Assessment, Memory, Scope, Tag};
use omoide_language::fold;

use crate::engine::find;
use crate::redaction::TakenKinds;
use crate::{Error, Mind};

/// A tag has at most so many characters.
const LONGEST_TAG: usize = 50;
/// A memory has at most so many tags.
const MOST_TAGS: usize = 20;

/// What becomes of a memory's tags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TagChange {
    /// Tags that it is to have.
    pub add: Vec<String>,
    /// Tags that it is no longer to have.
    pub remove: Vec<String>,
}

/// Memories after a change of their tags.
#[derive(Clone, PartialEq, Debug)]
pub struct TaggedMemories {
    /// The memories, in the order in which they were named.
    pub memories: Vec<Memory>,
    /// The kinds of secrets that were taken out of the tags.
    pub taken: Vec<TakenCount>,
}

/// What someone wants memories to be tagged with: tags of their own, and feelings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WantedTags {
    /// Tags of one's own.
    pub own: Vec<String>,
    /// Feelings that the language layer or a model found.
    pub feelings: Vec<Tag>,
}

impl Mind<'_> {
    /// Changes the tags of memories, all or none.
    ///
    /// # Errors
    /// [`Error::BadTag`], [`Error::FeelingAsTag`], [`Error::TagsFull`], and as [`Mind::find`].
    pub fn retag(&self, references: &[String], change: &TagChange, by: Actor) -> Result<TaggedMemories, Error> {
        let now = self.engine.now();
        let mut taken = TakenKinds::new();
        let add = change.add.iter().map(|tag| self.kept_tag(tag, &mut taken)).collect::<Result<Vec<_>, _>>()?;
        let remove = change.remove.iter().map(|tag| self.kept_tag(tag, &mut taken)).collect::<Result<Vec<_>, _>>()?;
        let memories = self.write(|w| {
            let mut memories: Vec<Memory> = Vec::new();
            for reference in references {
                let memory = find(w, &self.name, reference)?;
                let mut tags = memory.tags.clone();
                tags.retain(|tag| !remove.contains(tag));
                for tag in &add {
                    if !tags.contains(tag) {
                        tags.push(tag.clone());
                    }
                }
                if tags.len() > MOST_TAGS {
                    return Err(Error::TagsFull { handle: memory.handle, limit: MOST_TAGS });
                }
                let mut changes = Vec::new();
                if tags != memory.tags
                    && let Some((_, before)) = w.assessments(&self.name, &[memory.seq])?.pop()
                {
                    let after = Assessment { tags, ..before.clone() };
                    let deed = Deed::Set(Facet::Assessment(Box::new(BeforeAfter { before, after })));
                    changes.push(Change { subject: (&memory).into(), deed, reason: Reason::ByHand });
                }
                memories.push(self.apply_edit(w, &memory, changes, by, now)?);
            }
            Ok(memories)
        })?;
        Ok(TaggedMemories { memories, taken })
    }

    /// All tags of one's own with how many memories have each, in alphabetical order.
    ///
    /// # Errors
    /// When the store fails.
    pub fn tags(&self) -> Result<Vec<(String, u64)>, Error> {
        self.engine.read(|r| r.tags(&self.name))
    }

    /// What is meant by tags that someone asks for: the name of a feeling means the feeling.
    ///
    /// # Errors
    /// [`Error::BadTag`].
    pub fn wanted_tags(&self, tags: &[impl AsRef<str>]) -> Result<WantedTags, Error> {
        let mut wanted = WantedTags::default();
        for tag in tags {
            let name = self.folded(tag.as_ref(), &mut TakenKinds::new())?;
            match name.parse::<Tag>() {
                Ok(feeling) => wanted.feelings.push(feeling),
                Err(_) => wanted.own.push(name),
            }
        }
        Ok(wanted)
    }

    /// A scope in which the memories with its tags are named: outlines, by which recall finds, have none.
    pub(crate) fn resolve_tags(&self, scope: &mut Scope) -> Result<(), Error> {
        let filter = Filter { tags: scope.tags.clone(), ..Filter::default() };
        let found = self.list(&filter)?;
        scope.only = Some(found.into_iter().map(|memory| memory.seq).collect());
        Ok(())
    }

    /// A tag as it is kept.
    fn kept_tag(&self, tag: &str, taken: &mut TakenKinds) -> Result<String, Error> {
        let name = self.folded(tag, taken)?;
        match name.parse::<Tag>() {
            Ok(_) => Err(Error::FeelingAsTag { name }),
            Err(_) => Ok(name),
        }
    }

    fn folded(&self, tag: &str, taken: &mut TakenKinds) -> Result<String, Error> {
        let words: Vec<&str> = tag.trim().trim_start_matches(['#', '＃']).split_whitespace().collect();
        let kept = self.engine.redactor().name(&words.join(" "), taken).into_owned();
        let name = fold(&kept);
        let is_bad = |c: char| c.is_control() || matches!(c, ',' | '、');
        if name.is_empty() || name.chars().count() > LONGEST_TAG || name.contains(is_bad) {
            return Err(Error::BadTag { name: kept, limit: LONGEST_TAG });
        }
        Ok(name)
    }
}
