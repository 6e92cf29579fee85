//! The index over words, in tables.

use omoide_core::ports::store::WordIndex;

use super::session::Session;

impl WordIndex for Session<'_> {}
