//! What can be known of a text without a model, for Japanese and English.
//!
//! Everything here is pure: no IO, no clock, no environment; the same text always gives the same
//! answer, in time linear in its length.

pub mod category;
mod dictionary;
pub mod embedding;
pub mod emotion;
mod fold;
pub mod keywords;
mod layer;
mod lexicon;
mod pattern;
mod prose;
pub mod protection;
pub mod secrets;
pub mod sentences;
pub mod shorten;
pub mod strip;
pub mod time_words;
pub mod tokens;

pub use embedding::StaticEmbedder;
pub use fold::fold;
pub use layer::LanguageLayer;
