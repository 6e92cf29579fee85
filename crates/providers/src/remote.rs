//! Models that others run: language models and embedders behind an address.
//!
//! [`Provider`] knows where each is and how it is spoken to, [`RemoteModel`] asks questions, [`RemoteEmbedder`] makes
//! vectors. Both block and are never on a hot path. What is asked, and what may be spent, is decided elsewhere.

mod embedding;
mod http;
mod key_command;
mod language;
mod prices;
mod protocols;
mod provider;
mod schema;
mod secret;
mod waiting;

pub use embedding::{RemoteEmbedder, Vectors};
pub use http::{ProviderConnection, ProxyChoice};
pub use key_command::{KeyCommand, KeyCommandError};
pub use language::RemoteModel;
pub use prices::{BadPrices, Price, Prices};
pub use provider::{Endpoint, EndpointError, Provider};
pub use secret::Secret;
pub use waiting::{Pause, Sleeping};
