//! The hosts, and which of their files have a part that is ours.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{CommandFactory, ValueEnum};
use omoide_home::environment::Environment;

use super::part::InstalledPart;
use super::servers::COMMAND;
use crate::cli::Cli;

/// A program that runs hooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Host {
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
}

/// For whom a host is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstallScope {
    /// For every project of this person.
    User,
    /// For the project of this folder, and everyone who has it.
    Project,
}

/// A file that has a part of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartFile {
    /// The file.
    pub file: PathBuf,
    /// What is ours in it.
    pub part: InstalledPart,
    /// Whether `install` writes it. What an earlier version wrote is taken out and shown all the same.
    pub is_wanted: bool,
}

impl Host {
    /// Every host.
    pub const ALL: [Self; 2] = [Self::ClaudeCode, Self::Codex];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
        }
    }
}

impl InstallScope {
    /// Every scope.
    pub const ALL: [Self; 2] = [Self::User, Self::Project];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
        }
    }
}

// Without a text for each value, the help stays as short as that of the other commands.
impl ValueEnum for Host {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for InstallScope {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// The folders that hosts keep their settings in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    home: PathBuf,
    claude: Option<PathBuf>,
    codex: Option<PathBuf>,
    project: PathBuf,
}

impl Folders {
    /// The folders of this person and of the project around `here`; none without a home.
    pub fn of(environment: &Environment, here: &Path) -> Option<Self> {
        let home =
            environment.path("HOME").or_else(|| directories::BaseDirs::new().map(|base| base.home_dir().into()))?;
        let project = here.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(here).to_owned();
        Some(Self {
            home,
            claude: environment.path("CLAUDE_CONFIG_DIR"),
            codex: environment.path("CODEX_HOME"),
            project,
        })
    }

    /// The files of a host that have a part of ours.
    pub fn places(&self, host: Host, scope: InstallScope) -> Vec<PartFile> {
        let has_server = has_server();
        let place = |file: PathBuf, part, is_wanted| PartFile { file, part, is_wanted };
        match (host, scope) {
            (Host::ClaudeCode, InstallScope::User) => {
                let settings = self.claude.clone().unwrap_or_else(|| self.home.join(".claude")).join("settings.json");
                let state = self.claude.as_ref().unwrap_or(&self.home).join(".claude.json");
                vec![place(settings, InstalledPart::Hooks(host), true), place(state, InstalledPart::Server, has_server)]
            }
            (Host::ClaudeCode, InstallScope::Project) => vec![
                place(self.project.join(".claude").join("settings.json"), InstalledPart::Hooks(host), true),
                place(self.project.join(".mcp.json"), InstalledPart::Server, has_server),
            ],
            (Host::Codex, _) => {
                let folder = match scope {
                    InstallScope::User => self.codex.clone().unwrap_or_else(|| self.home.join(".codex")),
                    InstallScope::Project => self.project.join(".codex"),
                };
                vec![
                    place(folder.join("hooks.json"), InstalledPart::Hooks(host), true),
                    place(folder.join("config.toml"), InstalledPart::CodexConfig { has_server }, true),
                ]
            }
        }
    }
}

/// Whether this program is an MCP server: an entry for one that it is not would break the host's start.
fn has_server() -> bool {
    Cli::command().find_subcommand(COMMAND).is_some()
}
