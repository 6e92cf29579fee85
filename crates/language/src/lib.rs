//! What can be known of a text without a model, for Japanese and English.
//!
//! Everything here is pure: no IO, no clock, no environment; the same text always gives the same
//! answer, in time linear in its length.

pub mod action;
pub mod agreement;
pub mod antecedent;
pub mod asked_value;
pub mod category;
pub mod correction;
mod dictionary;
pub mod embedding;
pub mod emotion;
pub mod empty_talk;
mod english_words;
pub mod excerpt;
mod fold;
pub mod how_to;
pub mod intent;
pub mod keywords;
pub mod language;
pub mod lasting;
mod layer;
mod lexicon;
pub mod memory_trace;
pub mod mentions;
pub mod message;
pub mod open_end;
pub mod own_facts;
mod pattern;
pub mod people;
pub mod personal;
pub mod procedure;
pub mod profile;
pub mod pronunciation;
mod prose;
pub mod protection;
pub mod query_plan;
pub mod refers_back;
pub mod resolution;
pub mod same_thing;
pub mod secrets;
pub mod sentences;
pub mod shorten;
pub mod similarity;
mod sorted_lines;
pub mod strip;
pub mod task_said;
pub mod tellers;
pub mod terms;
pub mod time_words;
pub mod token_count;
pub mod tokens;
pub mod topic;
pub mod topics;
pub mod unsaying;
pub mod update;
pub mod wiki_link;
pub mod word_pairs;
mod word_sets;

pub use embedding::StaticEmbedder;
pub use fold::fold;
pub use layer::LanguageLayer;
