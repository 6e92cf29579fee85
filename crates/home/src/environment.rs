//! The environment, read once; nothing else of the command looks at it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// What settings of single parameters begin with: `OMOIDE__COMPRESSION__SCHEDULE_HOUR`.
const SETTING_PREFIX: &str = "OMOIDE__";

/// The environment as the command found it.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    values: BTreeMap<String, OsString>,
}

impl Environment {
    /// Reads it.
    pub fn read() -> Self {
        let named = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value));
        std::env::vars_os().filter_map(named).collect()
    }

    /// The text of a variable; an empty one counts as none.
    pub fn text(&self, name: &str) -> Option<String> {
        self.values.get(name).filter(|value| !value.is_empty()).map(|value| value.to_string_lossy().into_owned())
    }

    /// The path that a variable holds; an empty one counts as none.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.values.get(name).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    /// The single parameters that are set: the variable, the parameter's path, the value.
    pub fn settings(&self) -> Vec<(String, String, String)> {
        let settings = self.values.iter().filter_map(|(name, value)| {
            let path = name.strip_prefix(SETTING_PREFIX)?.to_lowercase().replace("__", ".");
            Some((name.clone(), path, value.to_string_lossy().into_owned()))
        });
        settings.collect()
    }
}

impl<N: Into<String>, V: Into<OsString>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        Self { values: variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_underscores_part_the_path_of_a_parameter() {
        let environment = Environment::from_iter([("OMOIDE__COMPRESSION__SCHEDULE_HOUR", "4"), ("OMOIDE_MIND", "x")]);
        let settings = environment.settings();
        assert_eq!(settings.len(), 1);
        assert_eq!(settings[0].1, "compression.schedule_hour");
        assert_eq!(settings[0].2, "4");
    }

    #[test]
    fn an_empty_variable_counts_as_none() {
        assert_eq!(Environment::from_iter([("OMOIDE_MIND", "")]).text("OMOIDE_MIND"), None);
    }
}
