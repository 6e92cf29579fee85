//! Tells a person or a program what went wrong, on stderr, and says the exit code.
//!
//! 0 is well, 1 the person can mend, 2 was not understood, 255 is our fault.

use std::io::{ErrorKind, Write};

use omoide_home::errors::{Blame, UserError, explain};
use omoide_home::lang::{Lang, say};
use serde_json::json;

use crate::style::{TextStyle, printable, printable_json};

/// The exit code of what the person can mend.
const THEIRS: u8 = 1;
/// The exit code of what was not understood.
pub const USAGE: u8 = 2;
/// The exit code of what is our fault.
pub const OURS: u8 = 255;

/// Who hears of failures.
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    /// The language to speak.
    pub lang: Lang,
    /// Whether it is a program.
    pub json: bool,
    /// How text is set off on stderr.
    pub style: TextStyle,
}

/// Tells of a failure on stderr and returns the exit code.
pub fn tell(error: &anyhow::Error, to: Listener) -> u8 {
    if is_closed_pipe(error) {
        return 0;
    }
    let (told, causes) = explain(error, to.lang);
    say_it(&told, &causes, to);
    match told.fault {
        Blame::Theirs => THEIRS,
        Blame::Usage => USAGE,
        Blame::Ours => OURS,
    }
}

/// Tells of a failure that is already in words.
pub fn say_it(told: &UserError, causes: &[String], to: Listener) {
    let text = if to.json { printable_json(&in_json(told, causes)) } else { printable(&in_words(told, causes, to)) };
    // There is nobody to tell when stderr is closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn in_words(told: &UserError, causes: &[String], to: Listener) -> String {
    let label = to.lang.pick("error: ", "エラー：");
    let mut text = format!("{}{}\n", to.style.bold(label), told.message);
    for line in &told.details {
        text.push_str(&format!("  {line}\n"));
    }
    for cause in causes {
        text.push_str(&say!(to.lang, "  because: {cause}\n", "  原因：{cause}\n"));
    }
    if let Some(hint) = &told.hint {
        let label = to.lang.pick("hint: ", "ヒント：");
        text.push_str(&format!("{label}{hint}\n"));
    }
    text
}

fn in_json(told: &UserError, causes: &[String]) -> String {
    let mut error = json!({ "code": told.code, "message": told.message, "hint": told.hint });
    if !told.details.is_empty() {
        error["details"] = json!(told.details);
    }
    if !causes.is_empty() {
        error["causes"] = json!(causes);
    }
    format!("{}\n", json!({ "error": error }))
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.map(std::io::Error::kind).or(json) == Some(ErrorKind::BrokenPipe)
    })
}
