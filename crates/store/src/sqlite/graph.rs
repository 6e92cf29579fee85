//! Connections between memories, in tables.

use omoide_core::ports::store::Graph;

use super::session::Session;

impl Graph for Session<'_> {}
