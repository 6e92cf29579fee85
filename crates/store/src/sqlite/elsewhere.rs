//! A store whose rows are in SQLite and whose indexes are elsewhere, in memory: the indexes keep their contract whoever
//! keeps their blocks, and the blocks are the same to the last bit.

mod same;

use std::path::Path;
use std::sync::{Arc, Mutex};

use omoide_core::MindName;
use omoide_core::ports::store::{Finding, Reader, Revision, Size, Store, StoreError, Upkeep, Writer};
use rusqlite::TransactionBehavior;
use tempfile::TempDir;

use super::SqliteStore;
use super::error::Result;
use super::index_rows::SqliteRows;
use super::session::with_backing;
use crate::index::memory::{Blocks, MemoryBlobs, all_blocks};
use crate::index::{Backing, vectors, words};
use crate::lock;

/// Rows in a file, blocks in memory.
struct Elsewhere {
    _folder: TempDir,
    rows: SqliteStore,
    blocks: Mutex<Arc<Blocks>>,
}

impl Elsewhere {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let rows = SqliteStore::create(folder.path().join("store.db")).expect("a store");
        Self { _folder: folder, rows, blocks: Mutex::default() }
    }

    fn blobs(&self) -> MemoryBlobs {
        MemoryBlobs::of(Arc::clone(&*lock(&self.blocks)))
    }

    fn look<T>(&self, look: impl FnOnce(Backing<'_>) -> Result<T>) -> std::result::Result<T, StoreError> {
        let answer = self
            .rows
            .reader()
            .and_then(|connection| look(Backing { blobs: &self.blobs(), rows: &SqliteRows::new(&connection) }));
        self.rows.told(answer)
    }
}

impl Store for Elsewhere {
    fn read(
        &self,
        f: &mut dyn FnMut(&dyn Reader) -> std::result::Result<(), StoreError>,
    ) -> std::result::Result<(), StoreError> {
        self.rows.told(self.rows.reader().and_then(|connection| {
            let (transaction, format) = self.rows.begin(&connection, TransactionBehavior::Deferred)?;
            let blobs = self.blobs();
            let backing = Backing { blobs: &blobs, rows: &SqliteRows::new(&transaction) };
            Ok(f(&self.rows.session(&transaction, format, backing))?)
        }))
    }

    fn write(
        &self,
        mind: &MindName,
        f: &mut dyn FnMut(&mut dyn Writer) -> std::result::Result<(), StoreError>,
    ) -> std::result::Result<(), StoreError> {
        self.rows.told(self.rows.with_writer(|connection| {
            let (transaction, format) = self.rows.begin(connection, TransactionBehavior::Immediate)?;
            let blobs = self.blobs();
            let backing = Backing { blobs: &blobs, rows: &SqliteRows::new(&transaction) };
            let mut session = self.rows.session(&transaction, format, backing).writing_to(mind);
            f(&mut session)?;
            session.settle()?;
            transaction.commit()?;
            *lock(&self.blocks) = blobs.into_blocks();
            Ok(())
        }))
    }

    fn revision(&self) -> std::result::Result<Revision, StoreError> {
        self.rows.revision()
    }

    fn upkeep(&self) -> &dyn Upkeep {
        self
    }
}

impl Upkeep for Elsewhere {
    /// What is wrong with the indexes.
    fn check(&self) -> std::result::Result<Vec<Finding>, StoreError> {
        self.look(|backing| {
            let mut findings = words::check(backing)?;
            let rows = vectors::wrong_entries(backing)?;
            let problem = "wrong entries".to_owned();
            findings.extend((rows > 0).then_some(Finding { area: "vectors", problem, rows, can_be_repaired: true }));
            Ok(findings)
        })
    }

    fn repair(&self) -> std::result::Result<Vec<Finding>, StoreError> {
        self.rows.upkeep().repair()
    }

    fn backup(&self, to: &Path) -> std::result::Result<(), StoreError> {
        self.rows.upkeep().backup(to)
    }

    fn vacuum(&self) -> std::result::Result<(), StoreError> {
        self.rows.upkeep().vacuum()
    }

    fn size(&self) -> std::result::Result<Size, StoreError> {
        self.rows.upkeep().size()
    }
}

/// The blocks of a store that keeps them in its tables.
fn blocks_in_tables(store: &SqliteStore) -> Blocks {
    let connection = store.reader().expect("a connection");
    with_backing(&connection, |backing| Ok(all_blocks(backing.blobs)?)).expect("blocks")
}

macro_rules! contract {
    ($($subject:ident: $($case:ident),+;)+) => {
        $($(#[test] fn $case() { crate::contract::$subject::$case(&Elsewhere::new()); })+)+
    };
}

// All but what a night erased and gives back: those words are put away with their rows.
contract! {
    words:
    words_are_found_where_they_stand,
    many_memories_are_found_as_few_are,
    nobody_is_told_of_a_common_term_that_is_not_wanted,
    what_has_no_words_is_told,
    words_by_other_rules_count_as_none,
    words_go_with_an_erased_memory,
    a_wording_is_what_was_said_at_first;
    vectors:
    the_best_are_found_in_order,
    of_equals_the_active_and_the_older_come_first,
    similarities_are_estimated_and_counted_from_the_floor,
    outlines_say_what_the_rows_say,
    all_memories_are_between_the_bounds,
    minds_and_models_are_searched_apart,
    the_index_follows_the_shown_text,
    sentences_lie_beside_the_vector_of_the_shown_text,
    an_erased_memory_leaves_the_index_and_its_place_is_used_again,
    a_failed_write_leaves_the_index_as_it_was;
}
