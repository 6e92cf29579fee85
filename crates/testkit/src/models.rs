//! Real models for tests, fetched once from the package registries that carry them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// The folder of a real model: `all-MiniLM-L6-v2`, `all-MiniLM-L6-v2-onnx`, `gte-small-onnx` or
/// `universal-sentence-encoder-multilingual`.
///
/// # Panics
/// When it cannot be fetched: a test that needs a model fails without it.
pub fn real_model(name: &str) -> PathBuf {
    let folder = FOLDER.get_or_init(|| {
        let folder = target().join("models");
        let fetched = Command::new(crate::tidy::root().join(".ci/models")).arg(&folder).output();
        let fetched = fetched.expect(".ci/models can be run");
        let said = String::from_utf8_lossy(&fetched.stderr);
        assert!(fetched.status.success(), "the models could not be fetched:\n{said}");
        folder
    });
    let model = folder.join(name);
    assert!(model.is_dir(), "there is no model at {}", model.display());
    model
}

/// The folder that cargo builds in: tests are at `TARGET/PROFILE/deps/NAME`.
pub(crate) fn target() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a file");
    test.ancestors().nth(3).expect("a test is below the target folder").to_owned()
}
