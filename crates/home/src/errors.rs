//! What went wrong, for a person: what failed, then the command that helps, and whose fault it is.

mod engine;
mod models;
mod store;

pub use engine::protection_full;

use std::fmt;
use std::io::ErrorKind;

use crate::config::ConfigProblem;
use crate::lang::{Lang, say};

/// Who can do something about a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// The person, with the hint.
    Theirs,
    /// The person: what was asked was not understood.
    Usage,
    /// Only we.
    Ours,
}

/// A failure in the person's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserError {
    /// A word that programs can go by.
    pub code: &'static str,
    /// What failed.
    pub message: String,
    /// Further lines about it.
    pub details: Vec<String>,
    /// What helps.
    pub hint: Option<String>,
    /// Who can do something about it.
    pub fault: Blame,
}

impl UserError {
    /// A failure that the person can mend.
    pub fn theirs(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Vec::new(), hint: None, fault: Blame::Theirs }
    }

    /// Something that was not understood.
    pub fn usage(code: &'static str, message: impl Into<String>) -> Self {
        Self { fault: Blame::Usage, ..Self::theirs(code, message) }
    }

    /// A failure that is our fault.
    pub fn ours(code: &'static str, message: impl Into<String>) -> Self {
        Self { fault: Blame::Ours, ..Self::theirs(code, message) }
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
    pub fn of_config(problems: &[ConfigProblem], lang: Lang) -> Self {
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

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UserError {}

/// A failure in words, with its causes, each once.
pub fn explain(error: &anyhow::Error, lang: Lang) -> (UserError, Vec<String>) {
    let told = if let Some(told) = error.downcast_ref::<UserError>() {
        return (told.clone(), Vec::new());
    } else if let Some(error) = error.downcast_ref::<omoide::Error>() {
        engine::told(error, lang)
    } else if let Some(error) = error.downcast_ref::<omoide_core::ports::StoreError>() {
        store::told(error, lang)
    } else if let Some(error) = error.downcast_ref::<omoide_providers::ModelError>() {
        models::told(error, lang)
    } else if let Some(error) = error.downcast_ref::<std::io::Error>() {
        of_io(error, lang)
    } else {
        UserError::ours("bug", error.to_string()).hint(report(lang))
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

fn of_io(error: &std::io::Error, lang: Lang) -> UserError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => store::disk_full(lang),
        _ => {
            UserError::theirs("io", say!(lang, "reading or writing failed: {error}", "読み書きに失敗しました：{error}"))
        }
    }
}

/// What to do about our own faults.
pub fn report(lang: Lang) -> String {
    let address = concat!(env!("CARGO_PKG_REPOSITORY"), "/issues");
    say!(
        lang,
        "this should not happen; please report it at {address}",
        "本来起きないはずの問題です。ご報告ください：{address}"
    )
}
