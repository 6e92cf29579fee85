//! `omoide.toml` as it is written: its parameters, its profiles and its folders, each with its line.

use std::collections::BTreeMap;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::folders::{self, Folders};
use super::layers::{LayerValue, ValueOrigin};
use super::problem::{ConfigProblem, ProblemKind};

/// The table of profiles.
const PROFILES: &str = "profiles";

/// A file that could be read.
#[derive(Clone, Debug, Default)]
pub struct ConfigFile {
    /// Its parameters.
    pub entries: Vec<LayerValue>,
    /// Its profiles, by name.
    pub profiles: BTreeMap<String, Vec<LayerValue>>,
    /// What holds in single folders.
    pub folders: Folders,
}

/// Reads the file; one that is not there is none, unless it was named.
pub fn read(path: &Path, is_named: bool) -> Result<Option<ConfigFile>, Vec<ConfigProblem>> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if is_absent(error.kind()) && !is_named => return Ok(None),
        Err(error) => {
            return Err(vec![ConfigProblem::of_file(
                path,
                None,
                ProblemKind::Unreadable { message: error.to_string() },
            )]);
        }
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count() + 1;
        vec![ConfigProblem::of_file(path, Some(line), ProblemKind::NotUtf8 { offset })]
    })?;
    parse(&text, path).map(Some)
}

/// Whether there is no file; where a folder should be there may be something else.
fn is_absent(kind: std::io::ErrorKind) -> bool {
    matches!(kind, std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// Reads the text of the file at `path`.
pub fn parse(text: &str, path: &Path) -> Result<ConfigFile, Vec<ConfigProblem>> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map(|span| line_at(text, span.start));
        let message = error.message().lines().next().unwrap_or_default().to_owned();
        vec![ConfigProblem::of_file(path, line, ProblemKind::Syntax { message })]
    })?;
    let mut file = ConfigFile { entries: Vec::new(), profiles: BTreeMap::new(), folders: Folders::default() };
    for (key, value) in table.get_ref() {
        if key.get_ref() == folders::TABLE {
            file.folders = folders::read(text).map_err(|(message, offset)| {
                let line = line_at(text, offset.unwrap_or(key.span().start));
                vec![ConfigProblem::of_file(path, Some(line), ProblemKind::Syntax { message })]
            })?;
            continue;
        }
        if key.get_ref() != PROFILES {
            let origin = ValueOrigin::File { path: path.to_owned() };
            flatten(text, key.get_ref(), key, value, &origin, &mut file.entries);
            continue;
        }
        let line = Some(line_at(text, key.span().start));
        let Some(profiles) = value.get_ref().as_table() else {
            let what = ProblemKind::WrongType { found: kind(value.get_ref()), wanted: "table" };
            return Err(vec![ConfigProblem {
                path: Some(PROFILES.to_owned()),
                ..ConfigProblem::of_file(path, line, what)
            }]);
        };
        for (name, overlay) in profiles {
            let origin = ValueOrigin::FileProfile { path: path.to_owned(), name: name.get_ref().to_string() };
            let mut entries = Vec::new();
            match overlay.get_ref().as_table() {
                Some(table) => {
                    for (key, value) in table {
                        flatten(text, key.get_ref(), key, value, &origin, &mut entries);
                    }
                }
                None => {
                    let what = ProblemKind::WrongType { found: kind(overlay.get_ref()), wanted: "table" };
                    let path_of = Some(format!("{PROFILES}.{}", name.get_ref()));
                    let line = Some(line_at(text, name.span().start));
                    return Err(vec![ConfigProblem { path: path_of, ..ConfigProblem::of_file(path, line, what) }]);
                }
            }
            file.profiles.insert(name.get_ref().to_string(), entries);
        }
    }
    Ok(file)
}

/// The leaves below a key, by their whole path; a table without any stands for itself.
fn flatten(
    text: &str,
    path: &str,
    key: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    origin: &ValueOrigin,
    entries: &mut Vec<LayerValue>,
) {
    match value.get_ref().as_table() {
        Some(table) if !table.is_empty() => {
            for (key, value) in table {
                flatten(text, &format!("{path}.{}", key.get_ref()), key, value, origin, entries);
            }
        }
        _ => entries.push(LayerValue {
            path: path.to_owned(),
            value: plain(value.get_ref()),
            line: Some(line_at(text, key.span().start)),
            origin: origin.clone(),
        }),
    }
}

fn line_at(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count() + 1
}

fn plain(value: &DeValue<'_>) -> toml::Value {
    match value {
        DeValue::String(text) => toml::Value::String(text.to_string()),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            i64::from_str_radix(&digits, number.radix())
                .map_or_else(|_| toml::Value::String(number.as_str().to_owned()), toml::Value::Integer)
        }
        DeValue::Float(number) => {
            let digits = number.as_str().replace('_', "");
            digits.parse().map_or_else(|_| toml::Value::String(digits.clone()), toml::Value::Float)
        }
        DeValue::Boolean(switch) => toml::Value::Boolean(*switch),
        DeValue::Datetime(time) => toml::Value::Datetime(*time),
        DeValue::Array(_) => toml::Value::Array(Vec::new()),
        DeValue::Table(_) => toml::Value::Table(toml::Table::new()),
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    value.type_str()
}
