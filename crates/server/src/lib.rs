//! Omoide for programs: MCP and HTTP, over one engine that all who ask share.
//!
//! Nothing here opens a database: the engine is handed in, or a way to have it opened when it is first needed.

pub mod audit;
mod blunt;
mod failure;
pub mod http;
pub mod keys;
pub mod mcp;
mod memory_tool;
pub mod proof;
pub mod reckoning;
mod replace;
mod rights;
pub mod wire;

pub use failure::{Code, Failure};
