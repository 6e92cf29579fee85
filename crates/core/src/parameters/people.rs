//! The section about people: who shares what is known of them, and how deep a relationship is.

use serde::{Deserialize, Serialize};

use super::sections::{UNIT, section};
use super::table::{Limits, Parameter, Setting, Value};
use crate::MindName;

/// Which minds share what they know of persons and what was resolved (C32).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Sharing {
    /// All of the installation, or none.
    Switch(bool),
    /// These, with one another.
    Minds(Vec<String>),
}

impl Sharing {
    /// Returns those of `all` whose knowledge `mind` sees beside its own, in their order.
    pub fn shared_with(&self, mind: &MindName, all: &[MindName]) -> Vec<MindName> {
        let shares = |name: &MindName| match self {
            Self::Switch(is_on) => *is_on,
            Self::Minds(names) => names.iter().any(|shared| shared == name.as_str()),
        };
        if !shares(mind) {
            return Vec::new();
        }
        all.iter().filter(|other| *other != mind && shares(other)).cloned().collect()
    }
}

impl Setting for Sharing {
    fn value(&self) -> Value {
        match self {
            Self::Switch(is_on) => Value::Switch(*is_on),
            Self::Minds(names) => Value::Names(names.clone()),
        }
    }
}

section! {
    /// What is known of persons.
    People "people" {
        share: Sharing = Sharing::Switch(false), Limits::SwitchOrNames(1_000), "switch or minds", "SPEC C32", "The minds that see each other's knowledge of persons and each other's resolutions; true means all of them.";
        characters: Vec<String> = Vec::new(), Limits::Names(200), "names", "S1 UserProfile", "Names of characters whose mentions are counted beside those of minds.";
        topics: u32 = 10, Limits::Between(1.0, 100.0), "topics", "S1 get_preference_vector", "How many topics of a person are shown and make the preference vector.";
        lasting: u32 = 20, Limits::Between(0.0, 1_000.0), "sentences", "SPEC W5", "How many sentences that last a profile quotes.";
        // Three turns a day for a year.
        full_contact_turns: u32 = 1_000, Limits::Between(1.0, 1e6), "turns", "SPEC W5", "From so many turns on, contact counts fully.";
        full_span_days: f64 = 365.0, Limits::Between(1.0, 36_500.0), "days", "SPEC W5", "From so many days between the first and the last contact on, the span counts fully.";
        // A single happy turn says little about a relationship.
        doubted_turns: f64 = 5.0, Limits::Between(0.0, 1e6), "turns", "SPEC W5", "How many turns without a feeling are added before warmth is reckoned.";
        contact_weight: f64 = 0.5, UNIT, "weight", "SPEC W5", "What contact counts for relationship depth.";
        span_weight: f64 = 0.3, UNIT, "weight", "SPEC W5", "What the span counts for relationship depth.";
        warmth_weight: f64 = 0.2, UNIT, "weight", "SPEC W5", "What warmth counts for relationship depth; coldness takes as much away.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minds_see_each_other_only_when_both_share() {
        let all: Vec<MindName> = ["a", "b", "c"].map(|name| name.parse().expect("a name")).to_vec();
        let with = |sharing: &Sharing, at: usize| -> Vec<String> {
            sharing.shared_with(&all[at], &all).iter().map(ToString::to_string).collect()
        };
        assert_eq!(with(&Sharing::Switch(false), 0), [""; 0]);
        assert_eq!(with(&Sharing::Switch(true), 0), ["b", "c"]);
        let two = Sharing::Minds(vec!["a".into(), "c".into()]);
        assert_eq!((with(&two, 0), with(&two, 2)), (vec!["c".to_owned()], vec!["a".to_owned()]));
        assert_eq!(with(&two, 1), [""; 0], "who shares nothing sees nothing");
    }
}
