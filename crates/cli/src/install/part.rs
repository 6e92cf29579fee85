//! What is ours in one file of a host.

use serde_json::Value;

use super::codex_config;
use super::hooks::HostHooks;
use super::hosts::Host;
use super::program::Program;
use super::servers::McpServer;
use super::settings::{SettingsProblem, SettingsText};

/// What is ours in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstalledPart {
    /// Hooks in JSON settings.
    Hooks(Host),
    /// The MCP server in JSON settings.
    Server,
    /// The switch for hooks in Codex's configuration, and the MCP server if this program is one.
    CodexConfig { has_server: bool },
}

/// How a part stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartState {
    /// As `install` would write it.
    Installed,
    /// There, but not as `install` would write it.
    Partly,
    /// Not there.
    Absent,
}

/// How a part stands in a file, and the programs that it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartStanding {
    /// How it stands.
    pub state: PartState,
    /// The programs, each once.
    pub programs: Vec<String>,
    /// The events that have no hook as `install` would write it.
    pub missing: Vec<&'static str>,
}

impl InstalledPart {
    /// The text with our part as it should be; the same text if it is.
    ///
    /// # Errors
    /// When the text cannot be edited.
    pub fn with(self, text: &str, program: &Program) -> Result<String, SettingsProblem> {
        match self {
            Self::Hooks(host) => HostHooks { host, program }.with(text),
            Self::Server => McpServer::of(program).with(text),
            Self::CodexConfig { has_server } => {
                codex_config::with(text, has_server.then(|| McpServer::of(program)).as_ref())
            }
        }
    }

    /// The text without our part; `original` is what stood there before we came, where that is known.
    ///
    /// # Errors
    /// When the text cannot be edited.
    pub fn without(self, text: &str, program: &Program, original: Option<&str>) -> Result<String, SettingsProblem> {
        match self {
            Self::Hooks(host) => HostHooks { host, program }.without(text, original),
            Self::Server => McpServer::without(text, program, original),
            Self::CodexConfig { .. } => codex_config::without(text, program, original),
        }
    }

    /// Whether nothing is left in the text but what an empty file would say.
    pub fn is_nothing(self, text: &str) -> bool {
        match self {
            Self::Hooks(_) | Self::Server => SettingsText::read(text)
                .is_ok_and(|settings| settings.value.as_object().is_some_and(serde_json::Map::is_empty)),
            Self::CodexConfig { .. } => text.trim().is_empty(),
        }
    }

    /// How our part stands in the text.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn standing(self, text: &str, program: &Program) -> Result<PartStanding, SettingsProblem> {
        match self {
            Self::Hooks(host) => {
                let hooks = HostHooks { host, program };
                let settings = SettingsText::read(text)?.value;
                let mut programs: Vec<String> = hooks.found(&settings).into_iter().map(|one| one.command).collect();
                programs.sort();
                programs.dedup();
                let wrong = hooks.table().iter().filter(|hook| !hooks.is_right(hook, &settings));
                let missing: Vec<_> = wrong.map(|hook| hook.event).collect();
                let is_right = hooks.with(text).as_deref() == Ok(text);
                Ok(PartStanding { state: state(is_right, !programs.is_empty()), programs, missing })
            }
            Self::Server => {
                let settings: Value = SettingsText::read(text)?.value;
                let programs: Vec<String> = McpServer::found(&settings).into_iter().collect();
                let is_right = McpServer::of(program).is_right(&settings);
                Ok(PartStanding { state: state(is_right, !programs.is_empty()), programs, missing: Vec::new() })
            }
            Self::CodexConfig { has_server } => {
                let (is_right, found) = codex_config::server(text, &McpServer::of(program))?;
                let is_on = codex_config::is_on(text)?;
                let state = state(is_on && (is_right || !has_server), is_on || found.is_some());
                Ok(PartStanding { state, programs: found.into_iter().collect(), missing: Vec::new() })
            }
        }
    }
}

fn state(is_right: bool, is_there: bool) -> PartState {
    match (is_right, is_there) {
        (true, _) => PartState::Installed,
        (false, true) => PartState::Partly,
        (false, false) => PartState::Absent,
    }
}
