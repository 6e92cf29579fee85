//! The configuration in force: defaults, file, profile, environment and flags, in this order.

pub mod change;
pub mod edit;
mod file;
pub mod folders;
mod layers;
mod problem;
pub mod schema;
pub mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use omoide_core::Parameters;
use omoide_core::parameters::Violation;

use file::ConfigFile;
use folders::Folders;
use layers::LayerValue;
pub use layers::ValueOrigin;
pub use problem::{ConfigProblem, ProblemKind, limits};

/// The profile when none is named.
pub const DEFAULT_PROFILE: &str = "prod";

/// The profile for trying things out; its memory is another one.
pub const DEV_PROFILE: &str = "dev";

/// Where the layers come from.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The file, whether it is there or not.
    pub file: PathBuf,
    /// Whether it was named, and so has to be there.
    pub is_named: bool,
    /// The profile.
    pub profile: String,
    /// The environment's settings: variable, path, value.
    pub environment: Vec<(String, String, String)>,
    /// The flags' settings: `path=value`.
    pub flags: Vec<String>,
}

/// The configuration in force.
#[derive(Clone, Debug)]
pub struct LoadedConfig {
    /// The parameters.
    pub parameters: Parameters,
    /// Where each parameter that is not the default comes from, by its path.
    pub origins: BTreeMap<String, ValueOrigin>,
    /// The file, whether it is there or not.
    pub file: PathBuf,
    /// The profile.
    pub profile: String,
    /// What holds in single folders.
    pub folders: Folders,
}

impl LoadedConfig {
    /// Where a parameter comes from.
    pub fn origin(&self, path: &str) -> &ValueOrigin {
        self.origins.get(path).unwrap_or(&ValueOrigin::Default)
    }
}

/// Reads and joins the layers.
///
/// # Errors
/// Everything that is wrong with them.
pub fn load(sources: &Sources) -> Result<LoadedConfig, Vec<ConfigProblem>> {
    let file = file::read(&sources.file, sources.is_named)?;
    load_with(sources, file)
}

fn load_with(sources: &Sources, file: Option<ConfigFile>) -> Result<LoadedConfig, Vec<ConfigProblem>> {
    let mut problems = Vec::new();
    let mut entries = file.as_ref().map(|file| file.entries.clone()).unwrap_or_default();
    let profiles = file.as_ref().map(|file| &file.profiles);
    entries.extend(profile_entries(sources, profiles, &mut problems));
    for (variable, path, value) in &sources.environment {
        let origin = ValueOrigin::Environment { variable: variable.clone() };
        entries.push(LayerValue { path: path.clone(), value: layers::read_value(value), line: None, origin });
    }
    for flag in &sources.flags {
        match layers::read_flag(flag) {
            Some(entry) => entries.push(entry),
            None => problems.push(ConfigProblem::of_flag(flag)),
        }
    }
    // Profiles that are not in force are checked too: a mistake should not wait for its day.
    if let Some(file) = &file {
        let others = file.profiles.iter().filter(|(name, _)| **name != sources.profile);
        problems.extend(others.flat_map(|(_, entries)| layers::check(entries)));
    }
    problems.extend(layers::check(&entries));
    if !problems.is_empty() {
        return Err(problems);
    }
    let folders = file.map(|file| file.folders).unwrap_or_default();
    join(sources, entries).map(|loaded| LoadedConfig { folders, ..loaded })
}

/// Checks one file with all its profiles, by itself.
///
/// # Errors
/// Everything that is wrong with it.
pub fn check_file(path: &Path) -> Result<Vec<String>, Vec<ConfigProblem>> {
    let file = file::read(path, true)?.unwrap_or_default();
    check_parsed(&file, path)
}

/// Checks the text of a file with all its profiles, before it takes the place of the file at `path`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn check_text(text: &str, path: &Path) -> Result<Vec<String>, Vec<ConfigProblem>> {
    check_parsed(&file::parse(text, path)?, path)
}

fn check_parsed(file: &ConfigFile, path: &Path) -> Result<Vec<String>, Vec<ConfigProblem>> {
    let sources = |profile: &str| Sources {
        file: path.to_owned(),
        is_named: true,
        profile: profile.to_owned(),
        environment: Vec::new(),
        flags: Vec::new(),
    };
    load_with(&sources(DEFAULT_PROFILE), Some(file.clone()))?;
    for profile in file.profiles.keys() {
        load_with(&sources(profile), Some(file.clone()))?;
    }
    Ok(file.profiles.keys().cloned().collect())
}

fn profile_entries(
    sources: &Sources,
    profiles: Option<&BTreeMap<String, Vec<LayerValue>>>,
    problems: &mut Vec<ConfigProblem>,
) -> Vec<LayerValue> {
    let name = &sources.profile;
    let mut entries = Vec::new();
    if name == DEV_PROFILE {
        let origin = ValueOrigin::Profile { name: name.clone() };
        let (path, value) = ("compression.ratio_min_memories".to_owned(), toml::Value::Integer(0));
        entries.push(LayerValue { path, value, line: None, origin });
    }
    match profiles.and_then(|profiles| profiles.get(name)) {
        Some(overlay) => entries.extend(overlay.iter().cloned()),
        None if name == DEV_PROFILE || name == DEFAULT_PROFILE => {}
        None => {
            let mut known: Vec<String> = vec![DEFAULT_PROFILE.to_owned(), DEV_PROFILE.to_owned()];
            known.extend(profiles.into_iter().flat_map(|profiles| profiles.keys().cloned()));
            known.sort();
            known.dedup();
            problems.push(ConfigProblem::of_profile(name, known));
        }
    }
    entries
}

fn join(sources: &Sources, entries: Vec<LayerValue>) -> Result<LoadedConfig, Vec<ConfigProblem>> {
    let mut last: BTreeMap<String, LayerValue> = BTreeMap::new();
    for entry in entries {
        last.insert(entry.path.clone(), entry);
    }
    let parameters: Parameters = layers::nest(&last).try_into().map_err(|error: toml::de::Error| {
        vec![ConfigProblem::of_file(&sources.file, None, ProblemKind::Syntax { message: error.message().to_owned() })]
    })?;
    let problems: Vec<ConfigProblem> = parameters.violations().into_iter().map(|v| violation(v, &last)).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let origins = last.into_iter().map(|(path, entry)| (path, entry.origin)).collect();
    Ok(LoadedConfig {
        parameters,
        origins,
        file: sources.file.clone(),
        profile: sources.profile.clone(),
        folders: Folders::default(),
    })
}

fn violation(violation: Violation, entries: &BTreeMap<String, LayerValue>) -> ConfigProblem {
    let (path, what) = match violation {
        Violation::OutOfRange { parameter, value } => {
            (parameter.path, ProblemKind::OutOfRange { value: value.to_string(), allowed: parameter.limits })
        }
        Violation::OutOfOrder { larger, smaller } => {
            let path = if entries.contains_key(larger) { larger } else { smaller };
            (path, ProblemKind::OutOfOrder { larger, smaller })
        }
    };
    let entry = entries.get(path);
    let origin = entry.map_or(ValueOrigin::Default, |entry| entry.origin.clone());
    ConfigProblem { origin, line: entry.and_then(|entry| entry.line), path: Some(path.to_owned()), what }
}
