//! Which memories a recall may find (SPEC R7).

use std::collections::HashSet;

use crate::ports::store::Outline;
use crate::{Category, Kind, Level, Memory, Moment, NamePrint, Seq, Source, Tag, Valence};

/// Which memories a recall may find; the default means all but sessions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scope {
    /// Of these kinds; none named means all but sessions, which have no rules of recall of their own yet.
    pub kinds: Vec<Kind>,
    /// At these levels; none named means all.
    pub levels: Vec<Level>,
    /// Of this person, whatever the case and width of the letters.
    pub person: Option<String>,
    /// How that person's name is spelt in the store. Leave it empty: a recall looks the spellings up. Where it is set, only
    /// these spellings are meant, to the letter.
    pub person_spellings: Vec<String>,
    /// Heard by this person: what they said, and what names them as a witness. A recall looks up which memories that are,
    /// and sets `only`.
    pub heard_by: Option<String>,
    /// Of this thread.
    pub thread: Option<String>,
    /// Of these conversations, by the prints of the names that their places are kept under.
    pub places: Option<HashSet<NamePrint>>,
    /// Of this category.
    pub category: Option<Category>,
    /// With this valence.
    pub valence: Option<Valence>,
    /// With all these tags of one's own, as they are kept.
    pub tags: Vec<String>,
    /// One of these; found by the engine where only a memory itself tells whether it is meant.
    pub only: Option<HashSet<Seq>>,
    /// With this feeling among others.
    pub tag: Option<Tag>,
    /// From a source that is trusted at least as much as this one.
    pub trusted: Option<Source>,
    /// Happened at this moment or later.
    pub since: Option<Moment>,
    /// Happened before this moment.
    pub until: Option<Moment>,
    /// Happened, and was written down, by this moment: what the mind knew then (C17).
    pub as_of: Option<Moment>,
}

impl Scope {
    /// Whether memories of that kind may be meant.
    pub fn has_kind(&self, kind: Kind) -> bool {
        if self.kinds.is_empty() { kind != Kind::Session } else { self.kinds.contains(&kind) }
    }

    /// Whether the person of a memory, which `is_called` knows, is the one that is meant.
    fn is_person(&self, is_called: impl Fn(&str) -> bool) -> bool {
        match &self.person {
            None => true,
            Some(name) if self.person_spellings.is_empty() => is_called(name),
            Some(_) => self.person_spellings.iter().any(|name| is_called(name)),
        }
    }

    /// Whether the person that it is for heard the memory at that place; everything is heard where it is for nobody.
    pub fn is_heard(&self, seq: Seq) -> bool {
        self.heard_by.is_none() || self.only.as_ref().is_some_and(|only| only.contains(&seq))
    }

    /// Whether it is the default.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a memory with that outline may be meant; names are compared by their prints.
    pub fn admits_outline(&self, outline: &Outline) -> bool {
        let is_any = |wanted: bool, is_it: bool| !wanted || is_it;
        let is_name = |name: &Option<String>, print: Option<NamePrint>| {
            name.as_ref().is_none_or(|name| Some(NamePrint::of(name)) == print)
        };
        let at = outline.created.unix_micros();
        let known_at = at.max(outline.recorded_at.unix_micros());
        self.has_kind(outline.kind)
            && is_any(!self.levels.is_empty(), self.levels.contains(&outline.level))
            && self.is_person(|name| NamePrint::of(name) == outline.person)
            && is_name(&self.thread, outline.thread)
            && self.places.as_ref().is_none_or(|places| places.contains(&outline.place_print()))
            && self.category.as_ref().is_none_or(|category| NamePrint::of(category.name()) == outline.category)
            && self.valence.is_none_or(|valence| valence == outline.feeling.valence)
            && self.only.as_ref().is_none_or(|only| only.contains(&outline.seq))
            && self.tag.is_none_or(|tag| outline.feeling.tags.has(tag))
            && self.trusted.is_none_or(|least| outline.source <= least)
            && self.since.is_none_or(|since| at >= since.unix_micros())
            && self.until.is_none_or(|until| at < until.unix_micros())
            && self.as_of.is_none_or(|as_of| known_at <= as_of.unix_micros())
    }

    /// Whether a memory is meant.
    pub fn admits(&self, memory: &Memory) -> bool {
        let is_any = |wanted: bool, is_it: bool| !wanted || is_it;
        let at = memory.created.unix_micros();
        let known_at = at.max(memory.recorded_at.unix_micros());
        self.has_kind(memory.kind)
            && is_any(!self.levels.is_empty(), self.levels.contains(&memory.shown.level))
            && self.is_person(|name| name == memory.origin.person)
            && self.only.as_ref().is_none_or(|only| only.contains(&memory.seq))
            && self.thread.as_ref().is_none_or(|thread| memory.origin.thread.as_ref() == Some(thread))
            && self.places.as_ref().is_none_or(|places| places.contains(&memory.place_print()))
            && self.category.as_ref().is_none_or(|category| *category == memory.category)
            && self.valence.is_none_or(|valence| valence == memory.emotion.feeling.valence)
            && self.tags.iter().all(|tag| memory.tags.contains(tag))
            && self.tag.is_none_or(|tag| memory.emotion.feeling.tags.contains(&tag))
            && self.trusted.is_none_or(|least| memory.origin.source <= least)
            && self.since.is_none_or(|since| at >= since.unix_micros())
            && self.until.is_none_or(|until| at < until.unix_micros())
            && self.as_of.is_none_or(|as_of| known_at <= as_of.unix_micros())
    }
}
