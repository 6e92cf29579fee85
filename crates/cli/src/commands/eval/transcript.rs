//! The turns of a session file, a line each.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};

use omoide::transcript;
use omoide_home::lang::Lang;
use serde_json::json;

use super::{EvalFiles, cannot_open};

/// Writes the turns of a session file.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn run(files: &EvalFiles, lang: Lang) -> anyhow::Result<()> {
    let input = File::open(&files.input).map_err(|error| cannot_open(&files.input, &error, lang))?;
    let reading = transcript::read(BufReader::new(input))?;
    let output = File::create(&files.output).map_err(|error| cannot_open(&files.output, &error, lang))?;
    let mut output = BufWriter::new(output);
    for turn in &reading.turns {
        let line = json!({
            "user_input": turn.said, "assistant_response": turn.answered, "timestamp": turn.timestamp,
        });
        writeln!(output, "{line}")?;
    }
    Ok(output.flush()?)
}
