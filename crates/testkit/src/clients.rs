//! A Python with the client libraries that others talk to Omoide with, made once for all tests.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

static PYTHON: OnceLock<PathBuf> = OnceLock::new();

/// A Python that has the official MCP client, mem0's client and schemathesis, in versions that are written down.
///
/// # Panics
/// When it cannot be made: a test that needs a client fails without it.
pub fn python() -> PathBuf {
    let made = || {
        let folder = crate::models::target().join("clients");
        let made = Command::new(crate::tidy::root().join(".ci/clients")).arg(&folder).output();
        let made = made.expect(".ci/clients can be run");
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "the client libraries could not be installed:\n{said}");
        folder.join("bin/python")
    };
    PYTHON.get_or_init(made).clone()
}
