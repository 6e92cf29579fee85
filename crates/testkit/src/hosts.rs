//! Real hosts for tests, fetched once from the package registry that carries them, and the API that they talk to.

mod messages;

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

pub use messages::FakeMessages;

static CLAUDE_CODE: OnceLock<PathBuf> = OnceLock::new();

/// The program of Claude Code, in a version that is written down.
///
/// # Panics
/// When it cannot be fetched: a test that needs it fails without it.
pub fn claude_code() -> PathBuf {
    let fetched = || {
        let folder = crate::models::target().join("hosts");
        let fetched = Command::new(crate::tidy::root().join(".ci/hosts")).arg(&folder).output();
        let fetched = fetched.expect(".ci/hosts can be run");
        let said = String::from_utf8_lossy(&fetched.stderr);
        assert!(fetched.status.success(), "Claude Code could not be fetched:\n{said}");
        PathBuf::from(String::from_utf8_lossy(&fetched.stdout).trim())
    };
    CLAUDE_CODE.get_or_init(fetched).clone()
}
