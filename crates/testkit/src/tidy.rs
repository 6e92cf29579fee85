//! What the house keeps in order by itself: the rules of STYLE.md that a machine can check.
//!
//! Each check takes text and returns what it found, so that it can be tested on a line; the tests in
//! `tests/tidy.rs` run them over the whole workspace.

mod layers;
mod links;
mod manifests;
mod names;
mod plain_words;
mod reference;
mod source;
mod translation;

pub use layers::out_of_layer;
pub use links::dead_links;
pub use manifests::{Manifest, forbidden_dependencies};
pub use names::repeated_types;
pub use plain_words::{riddles, riddles_of_messages};
pub use reference::configuration_reference;
pub use source::{machine_paths, plan_words, time_in_sql};
pub use translation::differences;

use std::path::{Path, PathBuf};

/// A text file of the workspace.
#[derive(Debug, Clone)]
pub struct TextFile {
    /// Its path from the workspace's root, with `/` between the parts.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl TextFile {
    /// Whether its name ends with `.` and this.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, end)| end == extension)
    }
}

/// The workspace's root.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this crate lies two folders below the root").to_owned()
}

/// Every text file below `root`, by path; build folders and hidden ones are left out, except for `.ci`.
///
/// # Panics
/// When a folder cannot be read.
pub fn text_files(root: &Path) -> Vec<TextFile> {
    let mut found = Vec::new();
    walk(root, root, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<TextFile>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name == ".ci" || !(name.starts_with('.') || name == "target" || name.starts_with("target-")) {
                walk(root, &path, found);
            }
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let below = path.strip_prefix(root).unwrap_or(&path);
            let parts: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            found.push(TextFile { path: parts.join("/"), text });
        }
    }
}
