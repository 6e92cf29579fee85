//! Where memories live: SQLite behind the store port of `omoide-core`.
//!
//! A store does what a plan says and decides nothing about memories. Time comes in as an argument;
//! nothing here reads a clock.

mod sqlite;

pub use sqlite::{FORMAT, SalvageReport, SalvagedTable, SqliteStore, salvage};
