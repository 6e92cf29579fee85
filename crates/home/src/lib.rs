//! Where Omoide lives on a machine: the one place where the concrete parts meet.
//!
//! [`Home`] says which memory is meant and how it is configured; [`wiring`] opens it and puts the engine together with
//! the machine's [`clock`], its `ids`, the [`models`] and [`providers`] that the configuration means. [`hook`] says what
//! a host's hook is answered, and works off what hooks have noted. Whoever prints, and whoever reads flags, is a front
//! end above this crate; failures come to it in a person's words, as [`errors::UserError`].

pub mod clock;
pub mod config;
pub mod copies;
pub mod environment;
pub mod errors;
pub mod half_characters;
mod home;
pub mod hook;
mod ids;
pub mod lang;
pub mod models;
pub mod one_line;
mod ownership;
pub mod private;
pub mod providers;
pub mod session_file;
pub mod skills;
pub mod stores;
pub mod streams;
pub mod whole_file;
pub mod wiring;

pub use home::{Choices, Home};
