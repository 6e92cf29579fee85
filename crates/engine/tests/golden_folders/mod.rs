//! Where golden files are: those kept with the tests, and the folder named in `OMOIDE_GOLDEN_DIR` (by default
//! `../shared/golden/dev` beside the project, where it is there).

#![allow(dead_code, reason = "each test uses its own part of it")]

use std::path::{Path, PathBuf};

use serde_json::Value;

/// What a table says of itself; scenarios say something else.
const TABLE_FORMAT: &str = "memory-golden-table/1";

/// Every golden table there is.
pub fn golden_tables() -> Vec<Value> {
    let files = folders().into_iter().flat_map(|folder| json_files(&folder));
    files
        .map(|file| std::fs::read_to_string(&file).expect("a golden file can be read"))
        .filter(|text| text.contains(TABLE_FORMAT))
        .map(|text| serde_json::from_str(&text).expect("a golden file is JSON"))
        .collect()
}

/// The folders.
pub fn folders() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![here.join("tests/golden")];
    match named_folder() {
        Some(named) => {
            assert!(named.is_dir(), "OMOIDE_GOLDEN_DIR names {}, which is no folder", named.display());
            folders.push(named);
        }
        None => folders.extend(Some(here.join("../../../shared/golden/dev")).filter(|folder| folder.is_dir())),
    }
    folders
}

#[expect(clippy::disallowed_methods, reason = "the folder to be tried is named from outside")]
fn named_folder() -> Option<PathBuf> {
    std::env::var("OMOIDE_GOLDEN_DIR").ok().map(PathBuf::from)
}

/// The JSON files of a folder, by name.
pub fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the golden folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}
