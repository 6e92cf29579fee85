//! What something reminds of, as it is asked for and told.

use omoide::{Association, AssociationCue, Associations, ConceptBond, CueConcept, FarAssociation, LinkingMemory, Mind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// Most associations of a sort that can be asked for.
const MOST_ASKED: usize = 50;
/// Strengths are told to four places.
const PLACES: f64 = 1e4;

/// Something that reminds.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AssociateRequest {
    /// A word, a name or a whole message.
    pub text: String,
    /// Only what this person said.
    pub person: Option<String>,
    /// Only what this person heard.
    pub heard_by: Option<String>,
    /// Whether far associations are wanted too: those that begin another subject.
    pub far: bool,
    /// Most associations of each sort, 1 to 50; 8 by default.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<usize>,
}

impl AssociateRequest {
    /// What it reminds of.
    pub fn answer(&self, mind: &Mind<'_>) -> Result<AssociateAnswer, Failure> {
        if self.limit.is_some_and(|limit| !(1..=MOST_ASKED).contains(&limit)) {
            return Err(Failure::invalid(format!("limit: must be 1 to {MOST_ASKED}")));
        }
        let named = |name: &Option<String>| name.clone().filter(|name| !name.trim().is_empty());
        let cue = AssociationCue {
            person: named(&self.person),
            // A name without letters is someone who heard nothing, not everyone.
            heard_by: self.heard_by.clone(),
            with_far: self.far,
            limit: self.limit.unwrap_or(AssociationCue::USUAL_LIMIT),
            ..AssociationCue::of(self.text.clone())
        };
        Ok(AssociateAnswer::from(mind.associate(&cue)?))
    }
}

/// What something reminds of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssociateAnswer {
    /// The concepts of the text that memories have.
    pub about: Vec<WireCueConcept>,
    /// Its concepts that no memory has.
    pub unknown: Vec<String>,
    /// What stands together with it, the strongest first.
    pub near: Vec<WireAssociation>,
    /// What never does and is one concept away, the strongest first; empty where it was not asked for.
    pub far: Vec<WireFarAssociation>,
}

/// A concept of the text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireCueConcept {
    /// How it is written.
    pub concept: String,
    /// How many memories have it.
    pub memories: usize,
    /// Whether no memory has its words, and recall found those that have to do with it.
    pub recalled: bool,
}

/// A concept that goes together with the text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireAssociation {
    /// How it is written.
    pub concept: String,
    /// How strongly it goes together with the text, 0 to 1.
    pub strength: f64,
    /// The same for each concept of the text that it goes together with.
    pub with: Vec<WireConceptBond>,
    /// How many memories have both.
    pub memories: usize,
    /// Some of them.
    pub through: Vec<WireLinkingMemory>,
}

/// How strongly two concepts go together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireConceptBond {
    /// The concept of the text.
    pub concept: String,
    /// 0 to 1: affinity times support.
    pub strength: f64,
    /// How much more often than by chance they meet, 0 to 1.
    pub affinity: f64,
    /// How much the number of meetings is believed, 0 to 1.
    pub support: f64,
}

/// A concept that is reached over another one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireFarAssociation {
    /// How it is written.
    pub concept: String,
    /// The strengths of both steps, multiplied.
    pub strength: f64,
    /// The concept of the text.
    pub from: String,
    /// The concept in between.
    pub via: String,
    /// A memory with the concept of the text and the one in between, and one with the one in between and the end.
    pub through: [WireLinkingMemory; 2],
}

/// A memory through which an association goes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireLinkingMemory {
    /// Its id.
    pub id: String,
    /// Its readable name.
    pub handle: String,
    /// When it happened.
    pub created: String,
    /// The words around the concept.
    pub text: String,
}

impl From<Associations> for AssociateAnswer {
    fn from(found: Associations) -> Self {
        Self {
            about: found.about.into_iter().map(WireCueConcept::from).collect(),
            unknown: found.unknown,
            near: found.near.into_iter().map(WireAssociation::from).collect(),
            far: found.far.into_iter().map(WireFarAssociation::from).collect(),
        }
    }
}

impl From<CueConcept> for WireCueConcept {
    fn from(one: CueConcept) -> Self {
        Self { concept: one.concept, memories: one.memories, recalled: one.is_recalled }
    }
}

impl From<Association> for WireAssociation {
    fn from(one: Association) -> Self {
        Self {
            concept: one.concept,
            strength: rounded(one.strength),
            with: one.with.into_iter().map(WireConceptBond::from).collect(),
            memories: one.memories,
            through: one.through.into_iter().map(WireLinkingMemory::from).collect(),
        }
    }
}

impl From<ConceptBond> for WireConceptBond {
    fn from(bond: ConceptBond) -> Self {
        Self {
            concept: bond.concept,
            strength: rounded(bond.strength.strength),
            affinity: rounded(bond.strength.affinity),
            support: rounded(bond.strength.support),
        }
    }
}

impl From<FarAssociation> for WireFarAssociation {
    fn from(one: FarAssociation) -> Self {
        Self {
            concept: one.concept,
            strength: rounded(one.strength),
            from: one.from,
            via: one.via,
            through: [one.first, one.second].map(WireLinkingMemory::from),
        }
    }
}

impl From<LinkingMemory> for WireLinkingMemory {
    fn from(memory: LinkingMemory) -> Self {
        Self {
            id: memory.id.to_string(),
            handle: memory.handle,
            created: memory.created.to_string(),
            text: memory.text,
        }
    }
}

fn rounded(strength: f64) -> f64 {
    (strength * PLACES).round() / PLACES
}
