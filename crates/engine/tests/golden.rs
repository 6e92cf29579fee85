//! The oracle: scenarios of S0 with their outcome to the last digit, replayed through the public engine
//! and a real store.
//!
//! The folder named in `OMOIDE_GOLDEN_DIR` is read whole (by default `../shared/golden/dev` beside the
//! project, where it is there), and the scenarios kept with the tests always.

mod replay;

use std::path::{Path, PathBuf};

use serde_json::Value;

#[test]
fn every_golden_scenario_comes_out_to_the_last_digit() {
    let mut failures = Vec::new();
    let mut replayed = 0;
    for folder in folders() {
        for file in json_files(&folder) {
            let text = std::fs::read_to_string(&file).expect("a golden file can be read");
            let golden: Value = serde_json::from_str(&text).expect("a golden file is JSON");
            if golden["spec"] != "000" {
                continue;
            }
            replayed += 1;
            let differences = replay::differences(&golden);
            if !differences.is_empty() {
                failures.push(format!("{}:\n  {}", file.display(), differences.join("\n  ")));
            }
        }
    }
    assert!(replayed > 0, "no golden scenario was found");
    assert!(failures.is_empty(), "{} of {replayed} scenarios differ\n{}", failures.len(), failures.join("\n"));
}

fn folders() -> Vec<PathBuf> {
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

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the golden folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}
