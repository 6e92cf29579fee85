//! A host's JSON settings as a text that can be edited, and what is wrong with one that cannot.

use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};
use serde_json::Value;

use super::json_text::parse;

/// What a file may begin with without it being part of the JSON.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Why a settings file is left alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsProblem {
    /// It has comments or trailing commas, which an edit could not be sure to keep.
    Comments { line: usize },
    /// It cannot be read.
    Invalid { line: usize, column: usize, reason: String },
    /// A part of it is something else than the host expects.
    Shape { place: String, wanted: &'static str },
    /// An edit would have changed more than it may.
    Unsafe,
}

/// A settings text: what stands before the JSON, the JSON, and what it says.
#[derive(Clone, Debug)]
pub struct SettingsText<'a> {
    /// A byte order mark, or nothing.
    pub mark: &'a str,
    /// The JSON; an empty file counts as an empty object.
    pub text: String,
    /// What it says.
    pub value: Value,
}

impl<'a> SettingsText<'a> {
    /// Reads a file's text.
    ///
    /// # Errors
    /// When it is no JSON object.
    pub fn read(file: &'a str) -> Result<Self, SettingsProblem> {
        let text = file.trim_start_matches(BYTE_ORDER_MARK);
        let mark = &file[..file.len() - text.len()];
        if text.trim().is_empty() {
            return Ok(Self { mark, text: "{}\n".to_owned(), value: Value::Object(serde_json::Map::new()) });
        }
        let value: Value = parse(text).map_err(|error| invalid(text, &error))?;
        if !value.is_object() {
            return Err(SettingsProblem::Shape { place: String::new(), wanted: "object" });
        }
        Ok(Self { mark, text: text.to_owned(), value })
    }

    /// The file's text with the JSON replaced.
    pub fn file_with(&self, text: &str) -> String {
        format!("{}{text}", self.mark)
    }
}

fn invalid(text: &str, error: &serde_json::Error) -> SettingsProblem {
    let plain = without_comments(text);
    let (line, column) = (error.line(), error.column());
    if parse(&plain).is_ok() {
        return SettingsProblem::Comments { line };
    }
    let whole = error.to_string();
    let reason = whole.split(" at line ").next().unwrap_or_default().to_owned();
    SettingsProblem::Invalid { line, column, reason }
}

/// The text without comments and trailing commas; line breaks stay.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let (mut is_string, mut is_escaped) = (false, false);
    while let Some(c) = rest.next() {
        if is_string {
            is_string = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
            kept.push(c);
        } else if c == '/' && rest.peek() == Some(&'/') {
            while rest.next_if(|c| *c != '\n').is_some() {}
        } else if c == '/' && rest.peek() == Some(&'*') {
            rest.next();
            let mut before = ' ';
            for c in rest.by_ref() {
                if before == '*' && c == '/' {
                    break;
                }
                before = c;
            }
        } else {
            if matches!(c, '}' | ']') {
                let trimmed = kept.trim_end().len();
                if kept[..trimmed].ends_with(',') {
                    kept.truncate(trimmed - 1);
                }
            }
            is_string = c == '"';
            kept.push(c);
        }
    }
    kept
}

impl SettingsProblem {
    /// What is wrong with the file, and the way out.
    pub fn told(&self, file: &str, lang: Lang) -> UserError {
        let again = lang.pick("then run the same command again", "その後、同じコマンドをもう一度実行してください");
        match self {
            Self::Comments { line } => UserError::theirs(
                "settings_comments",
                say!(
                    lang,
                    "{file} has comments or trailing commas (line {line}), which could be lost; nothing was changed",
                    "{file}の{line}行目にコメントか余分なコンマがあり、失われるおそれがあります。何も変更していません"
                ),
            )
            .hint(say!(lang, "remove them, {again}", "それらを取り除いてください。{again}")),
            Self::Invalid { line, column, reason } => UserError::theirs(
                "settings_invalid",
                say!(
                    lang,
                    "{file} cannot be read, line {line}, column {column}: {reason}; nothing was changed",
                    "{file}の{line}行{column}列目を読めません（{reason}）。何も変更していません"
                ),
            )
            .hint(say!(lang, "correct that line, {again}", "その行を直してください。{again}")),
            Self::Shape { place, wanted } => {
                let wanted = match (*wanted, lang) {
                    ("object", Lang::English) => "an object {…}",
                    ("object", Lang::Japanese) => "オブジェクト {…}",
                    ("array", Lang::English) => "a list […]",
                    ("array", Lang::Japanese) => "リスト […]",
                    ("table", Lang::English) => "a table",
                    ("table", Lang::Japanese) => "テーブル",
                    (other, _) => other,
                };
                let what = if place.is_empty() {
                    say!(lang, "{file} is not {wanted}", "{file}が{wanted}ではありません")
                } else {
                    say!(lang, "\"{place}\" in {file} is not {wanted}", "{file}の「{place}」が{wanted}ではありません")
                };
                let nothing = lang.pick("; nothing was changed", "。何も変更していません");
                UserError::theirs("settings_shape", format!("{what}{nothing}")).hint(say!(
                    lang,
                    "correct it, {again}",
                    "直してください。{again}"
                ))
            }
            Self::Unsafe => UserError::ours(
                "settings_unsafe",
                say!(
                    lang,
                    "{file} is written in a way that cannot be edited safely; nothing was changed",
                    "{file}は安全に書き換えられない書き方です。何も変更していません"
                ),
            )
            .hint(omoide_home::errors::report(lang)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_apart_from_mistakes() {
        let commented = "{\n  // mine\n  \"a\": \"// not one\", /* two */\n  \"b\": [1,],\n}";
        assert_eq!(SettingsText::read(commented).map(|_| ()), Err(SettingsProblem::Comments { line: 2 }));
        let Err(SettingsProblem::Invalid { line: 2, reason, .. }) = SettingsText::read("{\n  \"a\" 1\n}").map(|_| ())
        else {
            panic!("a mistake on line 2")
        };
        assert_eq!(reason, "expected `:`");
        assert!(matches!(SettingsText::read("{\"a\": \"open").map(|_| ()), Err(SettingsProblem::Invalid { .. })));
        assert!(matches!(SettingsText::read("[1]").map(|_| ()), Err(SettingsProblem::Shape { .. })));
    }

    #[test]
    fn an_empty_file_is_an_empty_object_and_a_mark_is_kept() {
        assert_eq!(SettingsText::read(" \n").expect("settings").text, "{}\n");
        let marked = SettingsText::read("\u{feff}{}").expect("settings");
        assert_eq!(marked.file_with(&marked.text), "\u{feff}{}");
    }

    #[test]
    fn every_problem_says_what_helps_in_both_languages() {
        let problems = [
            SettingsProblem::Comments { line: 1 },
            SettingsProblem::Invalid { line: 1, column: 2, reason: "x".into() },
            SettingsProblem::Shape { place: "hooks.Stop".into(), wanted: "array" },
            SettingsProblem::Unsafe,
        ];
        for problem in problems {
            for lang in [Lang::English, Lang::Japanese] {
                let told = problem.told("settings.json", lang);
                assert!(told.message.contains("settings.json") && told.hint.is_some(), "{told:?}");
            }
        }
    }
}
