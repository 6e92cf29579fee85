//! Omoide in the settings of its hosts: what is written there, kept there and taken away again.
//!
//! A host is a program that runs hooks (Claude Code, Codex). Each of its files has a [`Part`](part::Part) that is
//! ours; [`Installation`](installation::Installation) puts it in and takes it out, and whatever else stands in
//! the file stays to the byte.

mod codex_config;
pub mod diff;
pub mod events;
pub mod files;
pub mod hooks;
pub mod hosts;
pub mod installation;
pub mod json_text;
pub mod part;
#[cfg(test)]
mod plugin_tests;
pub mod program;
pub mod receipt;
pub mod servers;
pub mod settings;
#[cfg(test)]
mod tests;
