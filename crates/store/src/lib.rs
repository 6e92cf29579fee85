//! Where memories live: the databases behind the store port of `omoide-core`.
//!
//! A store does what a plan says and decides nothing about memories. Time comes in as an argument;
//! nothing here reads a clock.

mod open;
mod sqlite;

pub use open::{IfMissing, Options, Users, open, open_in_haste, restore, salvage};
pub use sqlite::{FORMAT, SalvageReport, SalvagedTable};
