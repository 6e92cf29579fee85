//! What is wrong with the configuration, in words: where, which key, what is allowed.

use std::path::Path;

use omoide_core::parameters::Limits;

use super::layers::ValueOrigin;
use crate::lang::{Lang, say};

/// Something that is wrong with the configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfigProblem {
    /// Where it was set.
    pub origin: ValueOrigin,
    /// The line, if it is in a file.
    pub line: Option<usize>,
    /// The key.
    pub path: Option<String>,
    /// What it is.
    pub what: ProblemKind,
}

/// What is wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum ProblemKind {
    /// The file cannot be read.
    Unreadable {
        /// What the machine said.
        message: String,
    },
    /// The file is no text.
    NotUtf8 {
        /// Where the first bad byte is.
        offset: usize,
    },
    /// The file is no TOML.
    Syntax {
        /// What the parser said.
        message: String,
    },
    /// No parameter is called that.
    Unknown {
        /// The one that may be meant.
        nearest: Option<String>,
    },
    /// The value is of the wrong type.
    WrongType {
        /// What it is.
        found: &'static str,
        /// What it should be.
        wanted: &'static str,
    },
    /// The value is not allowed.
    OutOfRange {
        /// The value.
        value: String,
        /// What is allowed.
        allowed: Limits,
    },
    /// Two values contradict each other.
    OutOfOrder {
        /// The one that must not be smaller.
        larger: &'static str,
        /// The other.
        smaller: &'static str,
    },
    /// There is no profile of that name.
    NoProfile {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A flag is not of the form `path=value`.
    NotASetting {
        /// The flag.
        text: String,
    },
}

impl ConfigProblem {
    /// Something about a file as a whole.
    pub fn of_file(path: &Path, line: Option<usize>, what: ProblemKind) -> Self {
        Self { origin: ValueOrigin::File { path: path.to_owned() }, line, path: None, what }
    }

    /// A flag that sets nothing.
    pub fn of_flag(text: &str) -> Self {
        Self {
            origin: ValueOrigin::Flag,
            line: None,
            path: None,
            what: ProblemKind::NotASetting { text: text.to_owned() },
        }
    }

    /// A profile that is not there.
    pub fn of_profile(name: &str, known: Vec<String>) -> Self {
        Self {
            origin: ValueOrigin::Flag,
            line: None,
            path: None,
            what: ProblemKind::NoProfile { name: name.to_owned(), known },
        }
    }

    /// The whole message: where, then what.
    pub fn message(&self, lang: Lang) -> String {
        let what = self.what(lang);
        let place = match (&self.origin, &self.what) {
            (_, ProblemKind::NoProfile { .. }) => return what,
            (ValueOrigin::File { path } | ValueOrigin::FileProfile { path, .. }, _) => path.display().to_string(),
            (ValueOrigin::Environment { variable }, _) => variable.clone(),
            (ValueOrigin::Flag, _) => "--set".to_owned(),
            (ValueOrigin::Default | ValueOrigin::Profile { .. }, _) => return what,
        };
        match self.line {
            Some(line) => format!("{place}:{line}: {what}"),
            None => format!("{place}: {what}"),
        }
    }

    /// What to do about it, if there is something to say.
    pub fn hint(&self, lang: Lang) -> Option<String> {
        match &self.what {
            ProblemKind::Unknown { nearest: Some(nearest) } => {
                Some(say!(lang, "did you mean {nearest}?", "もしかして：{nearest}"))
            }
            ProblemKind::NoProfile { known, .. } => {
                let known = known.join(", ");
                Some(say!(
                    lang,
                    "there are: {known}; recall also ranks by: fused, resonance, intent, activation",
                    "使えるもの：{known}。recallの順位の付け方として：fused、resonance、intent、activation"
                ))
            }
            ProblemKind::NotASetting { .. } => {
                let example = "--set compression.schedule_hour=4";
                Some(say!(lang, "write {example}", "{example}のように書いてください"))
            }
            ProblemKind::Unreadable { .. } => {
                let hint =
                    lang.pick("see where it is looked for: omoide config path", "探している場所：omoide config path");
                Some(hint.to_owned())
            }
            _ => None,
        }
    }

    fn what(&self, lang: Lang) -> String {
        let key = self.path.as_deref().unwrap_or_default();
        match &self.what {
            ProblemKind::Unreadable { message } => say!(lang, "cannot be read: {message}", "読めません：{message}"),
            ProblemKind::NotUtf8 { offset } => {
                say!(lang, "is not UTF-8 at byte {offset}", "{offset}バイト目がUTF-8ではありません")
            }
            ProblemKind::Syntax { message } => say!(lang, "is not TOML: {message}", "TOMLではありません：{message}"),
            ProblemKind::Unknown { .. } => {
                say!(lang, "there is no parameter called {key}", "{key}というパラメータはありません")
            }
            ProblemKind::WrongType { found, wanted } => {
                let (found, wanted) = (kind(found, lang), kind(wanted, lang));
                say!(
                    lang,
                    "{key} is {found}, but must be {wanted}",
                    "{key}は{found}ですが、{wanted}でなければなりません"
                )
            }
            ProblemKind::OutOfRange { value, allowed } => {
                let allowed = limits(*allowed, lang);
                say!(lang, "{key} is {value}, but must be {allowed}", "{key}は{value}ですが、許されるのは{allowed}です")
            }
            ProblemKind::OutOfOrder { larger, smaller } => {
                say!(lang, "{larger} must not be below {smaller}", "{larger}は{smaller}より小さくできません")
            }
            ProblemKind::NoProfile { name, .. } => {
                say!(lang, "there is no profile called \"{name}\"", "「{name}」というプロファイルはありません")
            }
            ProblemKind::NotASetting { text } => {
                say!(lang, "\"{text}\" is not of the form key=value", "「{text}」は「キー=値」の形ではありません")
            }
        }
    }
}

/// The values that a parameter may have, in words.
pub fn limits(limits: Limits, lang: Lang) -> String {
    match limits {
        Limits::Between(low, high) => say!(lang, "{low} to {high}", "{low}から{high}まで"),
        Limits::OneOf(words) => {
            let words = words.join(", ");
            say!(lang, "one of {words}", "{words}のどれか")
        }
        Limits::Switch => lang.pick("true or false", "trueかfalse").to_owned(),
        Limits::Line(most) => say!(lang, "a text of 1 to {most} bytes", "1〜{most}バイトの文字列"),
        Limits::Names(most) => say!(lang, "a list of at most {most} names", "{most}個までの名前の配列"),
        Limits::SwitchOrNames(most) => {
            say!(lang, "true, false or a list of at most {most} names", "true、false、または{most}個までの名前の配列")
        }
    }
}

fn kind(toml: &str, lang: Lang) -> &str {
    match toml {
        "string" => lang.pick("a string", "文字列"),
        "integer" => lang.pick("a whole number", "整数"),
        "float" | "number" => lang.pick("a number", "数"),
        "boolean" => lang.pick("true or false", "trueかfalse"),
        "table" => lang.pick("a table", "テーブル"),
        "array" => lang.pick("a list", "配列"),
        "datetime" => lang.pick("a time", "日時"),
        other => other,
    }
}
