//! Prints the features of pairs of texts, for `tools/fit/similarity.py`: a pair a line in, separated by a tab.

use std::io::{BufRead, Write};

use omoide_language::similarity::features;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (a, b) = line.split_once('\t').unwrap_or((&line, ""));
        let features = features(a, b).map(|feature| feature.to_string());
        writeln!(out, "{}", features.join("\t"))?;
    }
    out.flush()
}
