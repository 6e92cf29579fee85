//! The sandbox of all tests.

#![allow(unused_imports, reason = "each test uses its own part of it")]

pub use omoide_testkit::clock::{HandClock, START};
pub use omoide_testkit::ids::CountedIds;
pub use omoide_testkit::sandbox::Sandbox;
