//! What went wrong, for a person: what failed, then the command that helps. And the exit code.
//!
//! 0 is well, 1 the person can mend, 2 was not understood, 255 is our fault.

mod engine;
mod models;
mod store;

pub use engine::protection_full;

use std::fmt;
use std::io::{ErrorKind, Write};

use serde_json::json;

use crate::config::Problem;
use crate::lang::{Lang, say};
use crate::style::Style;

/// The exit code of what the person can mend.
pub const THEIRS: u8 = 1;
/// The exit code of what was not understood.
pub const USAGE: u8 = 2;
/// The exit code of what is our fault.
pub const OURS: u8 = 255;

/// A failure in the person's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// A word that programs can go by.
    pub code: &'static str,
    /// What failed.
    pub message: String,
    /// Further lines about it.
    pub details: Vec<String>,
    /// What helps.
    pub hint: Option<String>,
    /// The exit code.
    pub exit: u8,
}

impl Told {
    /// A failure that the person can mend.
    pub fn theirs(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Vec::new(), hint: None, exit: THEIRS }
    }

    /// Something that was not understood.
    pub fn usage(code: &'static str, message: impl Into<String>) -> Self {
        Self { exit: USAGE, ..Self::theirs(code, message) }
    }

    /// A failure that is our fault.
    pub fn ours(code: &'static str, message: impl Into<String>) -> Self {
        Self { exit: OURS, ..Self::theirs(code, message) }
    }

    /// With what helps.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// With further lines.
    #[must_use]
    pub fn details(self, details: Vec<String>) -> Self {
        Self { details, ..self }
    }

    /// What is wrong with the configuration, all of it.
    pub fn of_config(problems: &[Problem], lang: Lang) -> Self {
        let lines: Vec<String> = problems
            .iter()
            .map(|problem| match problem.hint(lang) {
                Some(hint) if problems.len() > 1 => format!("{} ({hint})", problem.message(lang)),
                _ => problem.message(lang),
            })
            .collect();
        let told = match lines.as_slice() {
            [only] => Self::theirs("config", only.clone()),
            _ => {
                let count = lines.len();
                Self::theirs(
                    "config",
                    say!(lang, "{count} mistakes in the configuration", "設定に{count}個の誤りがあります"),
                )
                .details(lines)
            }
        };
        let only = if let [only] = problems { only.hint(lang) } else { None };
        told.hint(only.unwrap_or_else(|| {
            lang.pick(
                "see every parameter with: omoide config show --defaults",
                "全パラメータの一覧：omoide config show --defaults",
            )
            .to_owned()
        }))
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Told {}

/// Who hears of failures.
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    /// The language to speak.
    pub lang: Lang,
    /// Whether it is a program.
    pub json: bool,
    /// How text is set off on stderr.
    pub style: Style,
}

/// Tells of a failure on stderr and returns the exit code.
pub fn tell(error: &anyhow::Error, to: Listener) -> u8 {
    if is_closed_pipe(error) {
        return 0;
    }
    let (told, causes) = explain(error, to.lang);
    say_it(&told, &causes, to);
    told.exit
}

/// Tells of a failure that is already in words.
pub fn say_it(told: &Told, causes: &[String], to: Listener) {
    let text = if to.json { in_json(told, causes) } else { in_words(told, causes, to) };
    // There is nobody to tell when stderr is closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A failure in words, with its causes, each once.
pub fn explain(error: &anyhow::Error, lang: Lang) -> (Told, Vec<String>) {
    let told = if let Some(told) = error.downcast_ref::<Told>() {
        return (told.clone(), Vec::new());
    } else if let Some(error) = error.downcast_ref::<omoide::Error>() {
        engine::told(error, lang)
    } else if let Some(error) = error.downcast_ref::<omoide_core::ports::StoreError>() {
        store::told(error, lang)
    } else if let Some(error) = error.downcast_ref::<omoide_providers::Error>() {
        models::told(error, lang)
    } else if let Some(error) = error.downcast_ref::<std::io::Error>() {
        of_io(error, lang)
    } else {
        Told::ours("bug", error.to_string()).hint(report(lang))
    };
    (told, causes(error, lang))
}

fn causes(error: &anyhow::Error, lang: Lang) -> Vec<String> {
    let mut said: Vec<String> = vec![error.to_string()];
    let mut causes = Vec::new();
    for cause in error.chain().skip(1) {
        let text = match cause.downcast_ref::<omoide_core::ports::StoreError>() {
            Some(inner) => store::told(inner, lang).message,
            None => cause.to_string(),
        };
        if !said.contains(&text) {
            said.push(text.clone());
            causes.push(text);
        }
    }
    causes
}

fn of_io(error: &std::io::Error, lang: Lang) -> Told {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => store::disk_full(lang),
        _ => Told::theirs("io", say!(lang, "reading or writing failed: {error}", "読み書きに失敗しました：{error}")),
    }
}

fn in_words(told: &Told, causes: &[String], to: Listener) -> String {
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

fn in_json(told: &Told, causes: &[String]) -> String {
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

/// What to do about our own faults.
pub fn report(lang: Lang) -> String {
    let address = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");
    say!(
        lang,
        "this should not happen; please report it: {address}",
        "起きてはならないことです。ご報告ください：{address}"
    )
}
