//! Where memories live: the databases behind the store port of `omoide-core`.
//!
//! A store does what a plan says and decides nothing about memories. Time comes in as an argument;
//! nothing here reads a clock.

mod files;
mod index;
mod open;
mod sqlite;

pub use files::JournalFolder;
pub use open::{
    IfMissing, Options, Users, compare_with_backup, is_store, open, open_in_haste, purge, restore, salvage, sweep,
    sweep_copy,
};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use sqlite::{
    BackupComparison, ErasedRows, FORMAT, NewerCounts, NewerRows, PresentStore, RestoreOptions, RestoreReport,
    SalvageReport, SalvagedTable, SweepMode,
};

/// The lock, also after a thread panicked that held it: what it left behind was taken back with its transaction.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

// The cases of the contract name this crate as others do.
#[cfg(test)]
extern crate self as omoide_store;

#[cfg(test)]
mod contract;

#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;
