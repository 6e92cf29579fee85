//! Prints the features of English sentences, a line each, for `tools/fit/actions.py`; the first line has the names.

use std::io::{self, BufRead, Write};

use omoide_language::action::{ACTION_FEATURES, action_features};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout());
    writeln!(out, "{}", ACTION_FEATURES.join("\t"))?;
    for line in io::stdin().lock().lines() {
        let row: Vec<String> = action_features(&line?).iter().map(|number| format!("{number:.4}")).collect();
        writeln!(out, "{}", row.join("\t"))?;
    }
    out.flush()
}
