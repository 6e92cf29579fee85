//! One layer of the configuration as a list of parameters by path, and what can be wrong with one.

use std::collections::BTreeMap;
use std::path::PathBuf;

use omoide_core::Parameters;
use omoide_core::parameters::{Limits, Parameter, Value};

use super::problem::{ConfigProblem, ProblemKind};

/// Where a value comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueOrigin {
    /// It is the default.
    Default,
    /// The file.
    File {
        /// The file.
        path: PathBuf,
    },
    /// A profile that is built in.
    Profile {
        /// Its name.
        name: String,
    },
    /// A profile of the file.
    FileProfile {
        /// The file.
        path: PathBuf,
        /// The profile's name.
        name: String,
    },
    /// A variable of the environment.
    Environment {
        /// Its name.
        variable: String,
    },
    /// `--set`.
    Flag,
}

impl ValueOrigin {
    /// The layer, in a word.
    pub fn layer(&self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::File { .. } => "file",
            Self::Profile { .. } | Self::FileProfile { .. } => "profile",
            Self::Environment { .. } => "env",
            Self::Flag => "flag",
        }
    }
}

/// A value that a layer sets.
#[derive(Clone, PartialEq, Debug)]
pub struct LayerValue {
    /// The parameter's path.
    pub path: String,
    /// The value.
    pub value: toml::Value,
    /// The line of the file.
    pub line: Option<usize>,
    /// Where it comes from.
    pub origin: ValueOrigin,
}

/// A value as a variable or a flag gives it: TOML, or else a bare word.
pub fn read_value(text: &str) -> toml::Value {
    let parsed = toml::from_str::<toml::Table>(&format!("value = {text}")).ok();
    let single = parsed.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
    single.unwrap_or_else(|| toml::Value::String(text.to_owned()))
}

/// The names in a list of TOML; `None` when something else is in it.
pub fn names_of(value: &toml::Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// A setting as a flag gives it, `path=value`.
pub fn read_flag(text: &str) -> Option<LayerValue> {
    let (path, value) = text.split_once('=')?;
    let path = path.trim();
    let entry =
        || LayerValue { path: path.to_owned(), value: read_value(value.trim()), line: None, origin: ValueOrigin::Flag };
    (!path.is_empty()).then(entry)
}

/// What is wrong with the entries, one by one.
pub fn check(entries: &[LayerValue]) -> Vec<ConfigProblem> {
    let mut known: BTreeMap<&str, (Parameter, Value)> = BTreeMap::new();
    Parameters::default().visit(&mut |parameter, value| {
        known.insert(parameter.path, (parameter, value));
    });
    entries.iter().filter_map(|entry| Some(entry.problem(what_is_wrong(entry, &known)?))).collect()
}

fn what_is_wrong(entry: &LayerValue, known: &BTreeMap<&str, (Parameter, Value)>) -> Option<ProblemKind> {
    let Some((parameter, default)) = known.get(entry.path.as_str()) else {
        let is_section = known.keys().any(|path| path.starts_with(&format!("{}.", entry.path)));
        return match (&entry.value, is_section) {
            (toml::Value::Table(_), true) => None,
            (value, true) => Some(ProblemKind::WrongType { found: value.type_str(), wanted: "table" }),
            (_, false) => Some(ProblemKind::Unknown { nearest: nearest(&entry.path, known.keys().copied()) }),
        };
    };
    let found = entry.value.type_str();
    let allowed = parameter.limits;
    let takes_names = matches!(allowed, Limits::Names(_) | Limits::SwitchOrNames(_));
    if takes_names && entry.value.is_array() {
        let fits = names_of(&entry.value).is_some_and(|names| allowed.allow(&Value::Names(names)));
        return (!fits).then(|| ProblemKind::OutOfRange { value: entry.value.to_string(), allowed });
    }
    match (default, &entry.value) {
        (Value::Number(_), toml::Value::Float(_) | toml::Value::Integer(_))
        | (Value::Switch(_), toml::Value::Boolean(_)) => None,
        (Value::Count(_), toml::Value::Integer(number)) => {
            // What does not fit its type cannot even be read, so it is told here.
            let fits = u32::try_from(*number).is_ok();
            (!fits).then(|| ProblemKind::OutOfRange { value: number.to_string(), allowed })
        }
        (Value::Word(_), toml::Value::String(word)) => {
            let fits = matches!(allowed, Limits::OneOf(words) if words.contains(&word.as_str()));
            (!fits).then(|| ProblemKind::OutOfRange { value: format!("\"{word}\""), allowed })
        }
        (Value::Text(_), toml::Value::String(text)) => {
            let fits = allowed.allow(&Value::Text(text.clone()));
            (!fits).then(|| ProblemKind::OutOfRange { value: format!("{text:?}"), allowed })
        }
        (Value::Number(_), _) => Some(ProblemKind::WrongType { found, wanted: "number" }),
        (Value::Count(_), _) => Some(ProblemKind::WrongType { found, wanted: "integer" }),
        (Value::Switch(_), _) => Some(ProblemKind::WrongType { found, wanted: "boolean" }),
        (Value::Names(_), _) => Some(ProblemKind::WrongType { found, wanted: "array" }),
        (Value::Word(_) | Value::Text(_), _) => Some(ProblemKind::WrongType { found, wanted: "string" }),
    }
}

impl LayerValue {
    fn problem(&self, what: ProblemKind) -> ConfigProblem {
        ConfigProblem { origin: self.origin.clone(), line: self.line, path: Some(self.path.clone()), what }
    }
}

/// The entries as tables in tables.
pub fn nest(entries: &BTreeMap<String, LayerValue>) -> toml::Table {
    let mut root = toml::Table::new();
    for (path, entry) in entries {
        let mut table = &mut root;
        let mut parts = path.split('.').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                // An empty table sets nothing, and must not hide what another layer set below it.
                if !entry.value.is_table() {
                    table.insert(part.to_owned(), entry.value.clone());
                }
                break;
            }
            let next = table.entry(part.to_owned()).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            match next {
                toml::Value::Table(inner) => table = inner,
                _ => break,
            }
        }
    }
    complete_ranges(&mut root);
    root
}

/// A range of decay has both ends, so the one that nobody set is filled in from the defaults.
fn complete_ranges(root: &mut toml::Table) {
    let Ok(defaults) = toml::Table::try_from(Parameters::default()) else { return };
    let defaults = defaults.get("retention").and_then(|r| r.get("decay_by_category"));
    let set = root.get_mut("retention").and_then(|r| r.get_mut("decay_by_category"));
    let (Some(toml::Value::Table(defaults)), Some(toml::Value::Table(set))) = (defaults, set) else { return };
    for (category, range) in set.iter_mut() {
        let (Some(range), Some(default)) =
            (range.as_table_mut(), defaults.get(category).and_then(toml::Value::as_table))
        else {
            continue;
        };
        for (end, value) in default {
            range.entry(end.clone()).or_insert_with(|| value.clone());
        }
    }
}

/// The known path that is most like the one that was written, if any is.
pub fn nearest<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let length = last(written).chars().count();
    // A name of which no letter would stay is like any other.
    let by_name = |path: &str| Some(edits(&last(written), &last(path))).filter(|edits| *edits < length);
    let distance = |path: &str| by_name(path).map_or(usize::MAX, |edits| edits + 1).min(edits(written, path));
    let (found, best) = known.map(|path| (path, distance(path))).min_by_key(|(_, distance)| *distance)?;
    (best <= 2 + length / 4).then(|| found.to_owned())
}

/// How many letters have to be changed, added or dropped to make one text of the other.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_toml_and_a_bare_word_is_a_string() {
        assert_eq!(read_value("4"), toml::Value::Integer(4));
        assert_eq!(read_value("0.5"), toml::Value::Float(0.5));
        assert_eq!(read_value("true"), toml::Value::Boolean(true));
        assert_eq!(read_value("active"), toml::Value::String("active".into()));
        assert_eq!(read_value("\"active\""), toml::Value::String("active".into()));
        assert_eq!(read_value("1\nother = 2"), toml::Value::String("1\nother = 2".into()));
    }

    #[test]
    fn the_nearest_path_is_found_across_sections() {
        let table = Parameters::table();
        let near = |path: &str| nearest(path, table.iter().map(|p| p.path));
        assert_eq!(near("compression.schedul_hour").as_deref(), Some("compression.schedule_hour"));
        assert_eq!(near("schedule_hour").as_deref(), Some("compression.schedule_hour"));
        assert_eq!(near("sleep.schedule_hour").as_deref(), Some("compression.schedule_hour"));
        assert_eq!(near("colour"), None);
        assert_eq!(near("a"), None, "though some names have one letter too");
    }

    #[test]
    fn half_a_range_keeps_its_other_end() {
        let entry = read_flag("retention.decay_by_category.work.min=0.5").expect("a setting");
        let entries = BTreeMap::from([(entry.path.clone(), entry)]);
        let parameters: Parameters = nest(&entries).try_into().expect("parameters");
        assert!((parameters.retention.decay_by_category.work.max - 0.92).abs() < 1e-12);
        assert!((parameters.retention.decay_by_category.work.min - 0.5).abs() < 1e-12);
    }
}
