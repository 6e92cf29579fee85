//! Prints the features by which topics are told apart, for `tools/fit/topics.py`.
//!
//! A line in is an utterance: `person` or `assistant`, a tab, the text; an empty line ends a talk. A line out is a position:
//! `offline` and `online` features with a tab between all of them; the first line has the names.

use std::io::{self, BufRead, Write};

use omoide_language::topics::{LOOKED_BACK, NAMES, TalkRole, Utterance, features};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout());
    writeln!(out, "{}", NAMES.join("\t"))?;
    let mut talk: Vec<Utterance> = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_once('\t') {
            Some(("assistant", text)) => talk.push(Utterance::new(TalkRole::Assistant, text)),
            Some((_, text)) => talk.push(Utterance::new(TalkRole::Person, text)),
            None => {
                print(&talk, &mut out)?;
                talk.clear();
            }
        }
    }
    out.flush()
}

fn print(talk: &[Utterance], out: &mut impl Write) -> io::Result<()> {
    for at in 1..talk.len() {
        let so_far = &talk[at.saturating_sub(LOOKED_BACK)..=at];
        let numbers = features(talk, at).into_iter().chain(features(so_far, so_far.len() - 1));
        let row: Vec<String> = numbers.map(|number| format!("{number:.5}")).collect();
        writeln!(out, "{}", row.join("\t"))?;
    }
    Ok(())
}
