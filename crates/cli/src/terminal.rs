//! The terminal: its width, and a question that a person answers.

use std::io::{BufRead, IsTerminal, Write};

use omoide_home::lang::Lang;

use crate::style::printable;

/// The room that a table has where nobody looks at a terminal.
const USUAL: usize = 120;

/// How many columns the terminal has.
///
/// The parser of the command line wraps its help to the terminal, and it is the one of our parts that
/// knows the width on every system. So it wraps a text of single letters, and the longest line tells.
pub fn columns(is_terminal: bool) -> usize {
    if !is_terminal {
        return USUAL;
    }
    let ruler = clap::Command::new("ruler").max_term_width(1000).about("x ".repeat(600)).help_template("{about}");
    let rendered = ruler.clone().render_help().to_string();
    rendered.lines().map(|line| line.trim_end().len()).max().map_or(USUAL, |widest| (widest + 1).clamp(40, 1000))
}

/// Whether the person says yes; without a terminal nobody can be asked, and the answer is none.
///
/// # Errors
/// When the terminal cannot be read.
pub fn confirm(question: &str, lang: Lang) -> std::io::Result<Option<bool>> {
    let choices = lang.pick("[y/N]", "[y/N]（yで はい）");
    let answer = ask(&format!("{question} {choices}"))?;
    Ok(answer.map(|answer| matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "はい")))
}

/// What the person answers, a line; without a terminal nobody can be asked, and the answer is none.
///
/// # Errors
/// When the terminal cannot be read.
pub fn ask(question: &str) -> std::io::Result<Option<String>> {
    if !std::io::stdin().is_terminal() {
        return Ok(None);
    }
    let mut err = std::io::stderr();
    write!(err, "{} ", printable(question))?;
    err.flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(Some(answer))
}
