//! Association: what something reminds of, and through which memories (S1 連想記憶, W8).
//!
//! A concept is a keyword, a name, a person or a tag that memories carry. There is no table of links: which memories carry
//! what is asked of the index over words, and how strongly two concepts go together is computed from that. So the answer is
//! current after every turn, and what was unsaid, put away, erased or not heard has no part in it.
//!
//! *Near* is what memories carry together with the cue; it develops a subject. *Far* is what is reached over one concept in
//! between and never stands together with the cue; it begins another one. Nothing is written down, and no mark is left.

mod carriers;
mod concept;
mod constants;
mod cues;
mod far;
mod near;
mod told;

use omoide_core::formulas::association::AssociationStrength;
use omoide_core::ports::store::Reader;
use omoide_core::{MemoryId, Moment};

use self::carriers::MemoryView;
use self::constants::MOST_ASKED;
use self::cues::KnownCues;
use crate::{Error, Mind};

/// What association is asked with.
#[derive(Clone, Debug)]
pub struct AssociationCue {
    /// A word, a name or a whole message.
    pub text: String,
    /// Only what this person said.
    pub person: Option<String>,
    /// Only what this person heard.
    pub heard_by: Option<String>,
    /// Whether far associations are wanted too.
    pub with_far: bool,
    /// Most associations of each sort.
    pub limit: usize,
}

impl AssociationCue {
    /// How many associations of each sort there are as a rule.
    pub const USUAL_LIMIT: usize = 8;

    /// The near associations of a text.
    pub fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), person: None, heard_by: None, with_far: false, limit: Self::USUAL_LIMIT }
    }
}

/// What something reminds of.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Associations {
    /// The concepts of the text that memories carry; what the text is about as a whole where none is known.
    pub about: Vec<CueConcept>,
    /// Its concepts that no memory carries.
    pub unknown: Vec<String>,
    /// What stands together with it, the strongest first.
    pub near: Vec<Association>,
    /// What never does, and is one concept away; the strongest first.
    pub far: Vec<FarAssociation>,
}

/// A concept of the text that was asked with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CueConcept {
    /// How it is written.
    pub concept: String,
    /// How many memories carry it.
    pub memories: usize,
    /// Whether no memory carries its words, and recall found those that have to do with it.
    pub is_recalled: bool,
}

/// A concept that goes together with the cue.
#[derive(Clone, PartialEq, Debug)]
pub struct Association {
    /// How it is written.
    pub concept: String,
    /// How strongly it goes together with the cue, 0 to 1.
    pub strength: f64,
    /// The strength with each concept of the cue that it goes together with, the strongest first.
    pub with: Vec<ConceptBond>,
    /// How many memories carry it together with the cue.
    pub memories: usize,
    /// Some of them, those that stay longest in mind first.
    pub through: Vec<LinkingMemory>,
}

/// How strongly an association goes together with one concept of the cue.
#[derive(Clone, PartialEq, Debug)]
pub struct ConceptBond {
    /// The concept of the cue.
    pub concept: String,
    /// The strength with its terms.
    pub strength: AssociationStrength,
}

/// A concept that is reached over another one.
#[derive(Clone, PartialEq, Debug)]
pub struct FarAssociation {
    /// How it is written.
    pub concept: String,
    /// The product of the strengths of both steps, 0 to 1.
    pub strength: f64,
    /// The concept of the cue that the path begins with.
    pub from: String,
    /// The concept in between.
    pub via: String,
    /// A memory that carries the beginning and the concept in between.
    pub first: LinkingMemory,
    /// A memory that carries the concept in between and the end.
    pub second: LinkingMemory,
}

/// A memory through which an association goes.
#[derive(Clone, PartialEq, Debug)]
pub struct LinkingMemory {
    /// Its id.
    pub id: MemoryId,
    /// Its readable name.
    pub handle: String,
    /// When it happened.
    pub created: Moment,
    /// The words around the concept, in one line and without power over whoever reads them.
    pub text: String,
}

impl Mind<'_> {
    /// What a text reminds of.
    ///
    /// # Errors
    /// [`Error::WrongDimensions`], or when a part fails.
    pub fn associate(&self, cue: &AssociationCue) -> Result<Associations, Error> {
        let cue = &AssociationCue { limit: cue.limit.min(MOST_ASKED), ..cue.clone() };
        let mut unknown = Vec::new();
        let by_words = self.engine.look(|r| {
            let view = self.view_for(r, cue)?;
            let known = self.known_cues(r, cue, &view)?;
            if known.is_empty() {
                unknown.clone_from(&known.unknown);
                return Ok(None);
            }
            self.associations(r, cue, &view, &known).map(Some)
        })?;
        if let Some(associations) = by_words {
            return Ok(associations);
        }
        let recalled = self.recalled_for(cue)?;
        self.engine.look(|r| {
            let view = self.view_for(r, cue)?;
            self.associations(r, cue, &view, &KnownCues::recalled(cue, &unknown, &recalled, &view))
        })
    }

    fn associations(
        &self,
        r: &dyn Reader,
        cue: &AssociationCue,
        view: &MemoryView,
        known: &KnownCues,
    ) -> Result<Associations, Error> {
        let near = self.near_concepts(r, view, known)?;
        let far = if cue.with_far { self.far_paths(r, view, known, &near, cue.limit)? } else { Vec::new() };
        self.told(r, view, known, (&near, &far), cue.limit)
    }
}
