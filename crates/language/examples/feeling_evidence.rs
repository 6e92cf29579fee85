//! What the heads of feeling see of the texts on standard input, one a line, for `tools/fit/feeling.py`.
//!
//! For each line, little endian: the number of word hashes (u32), the dense numbers (f32), the vector (f32),
//! the hashes (u32). The first eight bytes say how many dense numbers and components there are.

use std::io::{BufRead, Write};

use omoide_language::emotion::evidence;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let empty = evidence("");
    out.write_all(&(empty.dense.len() as u32).to_le_bytes())?;
    out.write_all(&(empty.vector.len() as u32).to_le_bytes())?;
    for line in std::io::stdin().lock().lines() {
        let found = evidence(&line?);
        out.write_all(&(found.grams.len() as u32).to_le_bytes())?;
        for number in found.dense.iter().chain(&found.vector) {
            out.write_all(&number.to_le_bytes())?;
        }
        for hash in &found.grams {
            out.write_all(&hash.to_le_bytes())?;
        }
    }
    out.flush()
}
