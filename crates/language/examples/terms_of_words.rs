//! The terms that an index over words knows each line's word by, for `tools/word_pairs`: a line in, a line out.

use std::io::{BufRead, Write};

use omoide_language::tokens::content_words;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", content_words(&line?).join(" "))?;
    }
    out.flush()
}
