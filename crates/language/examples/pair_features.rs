//! The features of pairs of sentences, a line each: `… --example pair_features < pairs.tsv`.
//!
//! A line of the input is `older<TAB>newer`; the first line of the output has the names. The weights in
//! `data/agreement.bin` are fitted on what this prints.

use std::io::{BufRead, Write};

use omoide_language::agreement;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let names: Vec<&str> = agreement::features("", "").into_iter().map(|(name, _)| name).collect();
    writeln!(out, "{}", names.join("\t"))?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (older, newer) = line.split_once('\t').unwrap_or((&line, ""));
        let values: Vec<String> = agreement::features(older, newer).iter().map(|(_, v)| format!("{v:.5}")).collect();
        writeln!(out, "{}", values.join("\t"))?;
    }
    out.flush()
}
