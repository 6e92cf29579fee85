//! Persons: who is known, what is known of one, and their names.

use omoide::{PersonProfile, PersonSummary};
use omoide_core::{Person, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The persons whom a mind knows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonsListed {
    /// The persons, the last heard first.
    pub persons: Vec<KnownPerson>,
}

/// A person in short.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KnownPerson {
    /// What the person is called.
    pub name: String,
    /// All names of the person.
    pub names: Vec<String>,
    /// How many turns are remembered.
    pub turns: u64,
    /// When the first of them was said.
    pub first: String,
    /// When the last of them was said.
    pub last: String,
}

impl From<Vec<PersonSummary>> for PersonsListed {
    fn from(persons: Vec<PersonSummary>) -> Self {
        let known = |one: PersonSummary| KnownPerson {
            name: one.person.shown,
            names: one.person.names,
            turns: one.turns,
            first: one.first.to_string(),
            last: one.last.to_string(),
        };
        Self { persons: persons.into_iter().map(known).collect() }
    }
}

/// What is known of a person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonPage {
    /// What the person is called.
    pub name: String,
    /// All names of the person.
    pub names: Vec<String>,
    /// The minds that know it: the one that was asked, and those that share with it.
    pub minds: Vec<String>,
    /// The first contact.
    pub first: String,
    /// The last contact.
    pub last: String,
    /// How many turns are remembered.
    pub turns: u64,
    /// In how many conversations.
    pub conversations: u64,
    /// On how many days.
    pub days: u64,
    /// How deep the relationship is.
    pub depth: DepthTerms,
    /// What the person talks about most, with the number of conversations.
    pub topics: Vec<CountedName>,
    /// Which minds and characters the person names, with the number of turns.
    pub mentions: Vec<CountedName>,
    /// What lasts about the person, in their own words, the newest first.
    pub lasting: Vec<LastingSentence>,
    /// The embedding of the topics; null without any.
    pub preference: Option<PreferenceVector>,
}

/// How deep a relationship is, and what makes it so.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct DepthTerms {
    /// The depth, 0 to 100.
    pub depth: f64,
    /// How much they spoke, 0 to 1.
    pub contact: f64,
    /// How long they have known each other, 0 to 1.
    pub span: f64,
    /// How it felt, -1 to 1.
    pub warmth: f64,
}

/// A name with a count.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountedName {
    /// The name.
    pub name: String,
    /// How often.
    pub count: u64,
}

/// Something lasting that a person said.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LastingSentence {
    /// The words.
    pub quote: String,
    /// The memory: its handle.
    pub handle: String,
    /// The mind that has the memory.
    pub mind: String,
    /// The day.
    pub on: String,
}

/// A vector of the built-in model.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PreferenceVector {
    /// The model.
    pub model: String,
    /// The components.
    pub values: Vec<f32>,
}

impl From<PersonProfile> for PersonPage {
    fn from(known: PersonProfile) -> Self {
        let counted = |list: Vec<(String, u64)>| -> Vec<CountedName> {
            list.into_iter().map(|(name, count)| CountedName { name, count }).collect()
        };
        let sentence = |one: omoide::LastingQuote| LastingSentence {
            quote: one.quote,
            handle: one.handle,
            mind: one.mind.to_string(),
            on: one.on.to_string(),
        };
        let depth = known.depth;
        let preference = |Vector { model, values, .. }: Vector| PreferenceVector { model: model.to_string(), values };
        Self {
            name: known.person.shown,
            names: known.person.names,
            minds: known.minds.iter().map(ToString::to_string).collect(),
            first: known.first.to_string(),
            last: known.last.to_string(),
            turns: known.contact.turns,
            conversations: known.conversations,
            days: known.days,
            depth: DepthTerms { depth: depth.depth, contact: depth.contact, span: depth.span, warmth: depth.warmth },
            topics: counted(known.topics),
            mentions: counted(known.mentions),
            lasting: known.lasting.into_iter().map(sentence).collect(),
            preference: known.preference.map(preference),
        }
    }
}

/// The names of persons after a change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonNames {
    /// The persons, in the order in which they were named.
    pub persons: Vec<NamedPerson>,
}

/// A person by all names.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamedPerson {
    /// What the person is called.
    pub name: String,
    /// All names of the person.
    pub names: Vec<String>,
}

impl PersonNames {
    /// As they are sent.
    pub fn of(persons: impl IntoIterator<Item = Person>) -> Self {
        let named = |person: Person| NamedPerson { name: person.shown, names: person.names };
        Self { persons: persons.into_iter().map(named).collect() }
    }
}

/// Another name, for a join, a parting or a renaming.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherName {
    /// The other name.
    pub name: String,
}
