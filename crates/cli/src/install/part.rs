//! What is ours in one file of a host.

use serde_json::Value;

use super::codex_config;
use super::hooks::Hooks;
use super::hosts::Host;
use super::program::Program;
use super::servers::Server;
use super::settings::{Problem, Settings};

/// What is ours in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Hooks in JSON settings.
    Hooks(Host),
    /// The MCP server in JSON settings.
    Server,
    /// The switch for hooks in Codex's configuration, and the MCP server if this program is one.
    CodexConfig { has_server: bool },
}

/// How a part stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// As `install` would write it.
    Installed,
    /// There, but not as `install` would write it.
    Partly,
    /// Not there.
    Absent,
}

/// How a part stands in a file, and the programs that it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How it stands.
    pub state: State,
    /// The programs, each once.
    pub programs: Vec<String>,
    /// The events that have no hook as `install` would write it.
    pub missing: Vec<&'static str>,
}

impl Part {
    /// The text with our part as it should be; the same text if it is.
    ///
    /// # Errors
    /// When the text cannot be edited.
    pub fn with(self, text: &str, program: &Program) -> Result<String, Problem> {
        match self {
            Self::Hooks(host) => Hooks { host, program }.with(text),
            Self::Server => Server::of(program).with(text),
            Self::CodexConfig { has_server } => {
                codex_config::with(text, has_server.then(|| Server::of(program)).as_ref())
            }
        }
    }

    /// The text without our part; `original` is what stood there before we came, where that is known.
    ///
    /// # Errors
    /// When the text cannot be edited.
    pub fn without(self, text: &str, program: &Program, original: Option<&str>) -> Result<String, Problem> {
        match self {
            Self::Hooks(host) => Hooks { host, program }.without(text, original),
            Self::Server => Server::without(text, program, original),
            Self::CodexConfig { .. } => codex_config::without(text, program, original),
        }
    }

    /// Whether nothing is left in the text but what an empty file would say.
    pub fn is_nothing(self, text: &str) -> bool {
        match self {
            Self::Hooks(_) | Self::Server => Settings::read(text)
                .is_ok_and(|settings| settings.value.as_object().is_some_and(serde_json::Map::is_empty)),
            Self::CodexConfig { .. } => text.trim().is_empty(),
        }
    }

    /// How our part stands in the text.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn standing(self, text: &str, program: &Program) -> Result<Standing, Problem> {
        match self {
            Self::Hooks(host) => {
                let hooks = Hooks { host, program };
                let settings = Settings::read(text)?.value;
                let mut programs: Vec<String> = hooks.found(&settings).into_iter().map(|one| one.command).collect();
                programs.sort();
                programs.dedup();
                let wrong = hooks.table().iter().filter(|hook| !hooks.is_right(hook, &settings));
                let missing: Vec<_> = wrong.map(|hook| hook.event).collect();
                let is_right = hooks.with(text).as_deref() == Ok(text);
                Ok(Standing { state: state(is_right, !programs.is_empty()), programs, missing })
            }
            Self::Server => {
                let settings: Value = Settings::read(text)?.value;
                let programs: Vec<String> = Server::found(&settings).into_iter().collect();
                let is_right = Server::of(program).is_right(&settings);
                Ok(Standing { state: state(is_right, !programs.is_empty()), programs, missing: Vec::new() })
            }
            Self::CodexConfig { has_server } => {
                let (is_right, found) = codex_config::server(text, &Server::of(program))?;
                let is_on = codex_config::is_on(text)?;
                let state = state(is_on && (is_right || !has_server), is_on || found.is_some());
                Ok(Standing { state, programs: found.into_iter().collect(), missing: Vec::new() })
            }
        }
    }
}

fn state(is_right: bool, is_there: bool) -> State {
    match (is_right, is_there) {
        (true, _) => State::Installed,
        (false, true) => State::Partly,
        (false, false) => State::Absent,
    }
}
