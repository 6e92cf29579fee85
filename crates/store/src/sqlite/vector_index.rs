//! The index over vectors, in tables.

use omoide_core::ports::store::VectorIndex;

use super::session::Session;

impl VectorIndex for Session<'_> {}
