//! Models: sentence encoders that run here, from a folder, with no service and no key, and [`remote`] ones.
//!
//! A [`Shelf`] is the folder of installed models; [`Shelf::open`] gives one as an embedder, which
//! reads its weights when it is first asked. [`Hub`] is where models come from.

mod encoder;
mod error;
mod hub;
mod local;
mod manifest;
mod nli;
mod probe;
pub mod remote;
mod settings;
mod shelf;
mod tensors;
mod tokenizer;

pub use encoder::Pooling;
pub use error::ModelError;
pub use hub::{DownloadProgress, Hub, KNOWN, KnownModel};
pub use local::LocalEmbedder;
pub use manifest::{Family, ModelManifest};
pub use nli::CrossEncoder;
pub use probe::{PAIRS, ProbePair};
pub use settings::Wishes;
pub use shelf::{Installed, Shelf};
