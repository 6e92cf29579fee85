//! The program that hosts and schedules are told to run: this one, at a place that outlives an update.

use std::path::{Path, PathBuf};

use omoide_core::MindName;
use omoide_home::config::DEFAULT_PROFILE;
use omoide_home::environment::Environment;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

use crate::invocation::Invocation;

/// What the program's file is called, whatever folder it is in.
const NAME: &str = "omoide";

/// This program, and the flags that it is always run with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its absolute path.
    pub path: String,
    /// Flags after the command.
    pub flags: Vec<String>,
}

/// Which flags go along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flags {
    /// Those that were given as flags: the host runs us in the person's own environment.
    Given,
    /// Those and what the environment says: a schedule has none.
    Effective,
}

impl Program {
    /// The running program.
    ///
    /// # Errors
    /// When its path cannot be found or written down.
    pub fn running(invocation: &Invocation, flags: Flags) -> Result<Self, UserError> {
        let lang = invocation.lang();
        let here = std::env::current_exe().map_err(|error| unknown(&error.to_string(), lang))?;
        let path = on_path(&here, &invocation.home.environment).unwrap_or(here);
        Ok(Self { path: written(&path, lang)?, flags: flags_of(invocation, flags)? })
    }

    /// Whether a command is a program of this name, or this very one.
    pub fn is(&self, command: &str) -> bool {
        let last = command.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = last.strip_suffix(".exe").unwrap_or(last);
        stem == NAME || command == self.path
    }

    /// Whether the file that a command names is there and is this program.
    pub fn is_same_file(&self, command: &str) -> bool {
        let real = |path: &str| std::fs::canonicalize(path).ok();
        real(command).is_some() && real(command) == real(&self.path)
    }
}

/// The program's name on the PATH, if it leads here: a link stays when what it points to is updated.
fn on_path(here: &Path, environment: &Environment) -> Option<PathBuf> {
    let real = std::fs::canonicalize(here).ok()?;
    let name = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    let folders = environment.path("PATH")?;
    let mut candidates =
        std::env::split_paths(&folders).filter(|folder| folder.is_absolute()).map(|folder| folder.join(&name));
    candidates.find(|candidate| std::fs::canonicalize(candidate).is_ok_and(|found| found == real))
}

/// The flags that make another call mean the same memory as this one.
fn flags_of(invocation: &Invocation, wanted: Flags) -> Result<Vec<String>, UserError> {
    let lang = invocation.lang();
    let usual = directories::ProjectDirs::from("", "", NAME).map(|folders| folders.data_dir().to_owned());
    let goes_along = |variable: &str, value: &str| {
        wanted == Flags::Effective || invocation.home.environment.text(variable).is_none_or(|set| set != value)
    };
    let mut flags = Vec::new();
    let mut add = |flag: &str, variable: &str, value: String| {
        if goes_along(variable, &value) {
            flags.extend([flag.to_owned(), value]);
        }
    };
    if Some(&invocation.home.data_dir) != usual.as_ref() {
        add("--data-dir", "OMOIDE_DATA_DIR", written(&absolute(&invocation.home.data_dir), lang)?);
    }
    if invocation.home.sources.is_named {
        add("--config", "OMOIDE_CONFIG", written(&absolute(&invocation.home.sources.file), lang)?);
    }
    if invocation.home.sources.profile != DEFAULT_PROFILE {
        add("--profile", "OMOIDE_PROFILE", invocation.home.sources.profile.clone());
    }
    if invocation.home.mind != MindName::default() {
        add("--mind", "OMOIDE_MIND", invocation.home.mind.as_str().to_owned());
    }
    Ok(flags)
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn written(path: &Path, lang: Lang) -> Result<String, UserError> {
    let text = path.to_str().filter(|text| !text.contains(['\n', '\r', '\0']));
    text.map(str::to_owned).ok_or_else(|| {
        let path = path.display();
        UserError::theirs(
            "bad_path",
            say!(lang, "{path} cannot be written into a settings file", "{path}は設定ファイルに書けません"),
        )
        .hint(
            lang.pick("move it to a folder whose name is plain text", "名前が普通の文字だけのフォルダに移してください"),
        )
    })
}

fn unknown(reason: &str, lang: Lang) -> UserError {
    UserError::theirs(
        "no_program",
        say!(lang, "it is unknown where this program is: {reason}", "このプログラムの場所がわかりません：{reason}"),
    )
    .hint(lang.pick("run it by its full path", "絶対パスで実行してください"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_name_or_its_path() {
        let program = Program { path: "/opt/o/memory".into(), flags: Vec::new() };
        assert!(program.is("/opt/o/memory") && program.is("/usr/bin/omoide") && program.is("C:\\Tools\\omoide.exe"));
        assert!(!program.is("/usr/bin/omoide-like") && !program.is("/usr/bin/other") && !program.is(""));
    }
}
