//! The oracle: scenarios of S0 with their outcome to the last digit, replayed through the public engine
//! and a real store.
//!
//! The folder named in `OMOIDE_GOLDEN_DIR` is read whole (by default `../shared/golden/dev` beside the
//! project, where it is there), and the scenarios kept with the tests always.

mod golden_folders;
mod replay;

use golden_folders::{folders, json_files};
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
