//! Where a memory lives on this machine and how it is configured, before anything is opened.

use std::path::PathBuf;

use omoide_core::MindName;

use crate::config::{self, DEFAULT_PROFILE, DEV_PROFILE, LoadedConfig, Sources};
use crate::environment::Environment;
use crate::errors::UserError;
use crate::lang::{Lang, say};

/// The name of the configuration file.
const CONFIG_FILE: &str = "omoide.toml";

/// What a front end was told to use; what is left open, the environment and then the defaults decide.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Whose memory is meant.
    pub mind: Option<String>,
    /// The folder of the memory.
    pub data_dir: Option<PathBuf>,
    /// The configuration file.
    pub config: Option<PathBuf>,
    /// The profile.
    pub profile: Option<String>,
    /// Single parameters, `path=value` each.
    pub settings: Vec<String>,
}

impl Choices {
    /// The folder for data, whatever else is wrong with the choices; none on a machine without homes.
    pub fn folder_for_data(&self, environment: &Environment) -> Option<PathBuf> {
        let usual = || Some(directories::ProjectDirs::from("", "", "omoide")?.data_dir().to_owned());
        self.given_folder(environment).or_else(usual)
    }

    fn given_folder(&self, environment: &Environment) -> Option<PathBuf> {
        self.data_dir.clone().or_else(|| environment.path("OMOIDE_DATA_DIR"))
    }
}

/// Where a memory lives on this machine and how it is configured.
#[derive(Clone, Debug)]
pub struct Home {
    /// The environment.
    pub environment: Environment,
    /// The language that people are told things in.
    pub lang: Lang,
    /// Whose memory is meant.
    pub mind: MindName,
    /// The folder of the store.
    pub data_dir: PathBuf,
    /// Where the configuration comes from.
    pub sources: Sources,
}

impl Home {
    /// What the choices and the environment say together.
    ///
    /// # Errors
    /// When a mind cannot be called that, or there is no folder for data.
    pub fn new(choices: Choices, environment: Environment, lang: Lang) -> Result<Self, UserError> {
        let given_folder = choices.given_folder(&environment);
        let name = choices.mind.or_else(|| environment.text("OMOIDE_MIND"));
        let mind = match name {
            Some(name) => name.parse().map_err(|_| bad_mind(&name, lang))?,
            None => MindName::default(),
        };
        let given_file = choices.config.or_else(|| environment.path("OMOIDE_CONFIG"));
        let folders = directories::ProjectDirs::from("", "", "omoide");
        let is_named = given_file.is_some();
        let file = given_file
            .or_else(|| given_folder.as_ref().map(|folder| folder.join(CONFIG_FILE)))
            .or_else(|| folders.as_ref().map(|folders| folders.config_dir().join(CONFIG_FILE)));
        let data_dir = given_folder.or_else(|| folders.as_ref().map(|folders| folders.data_dir().to_owned()));
        let (Some(file), Some(data_dir)) = (file, data_dir) else { return Err(homeless(lang)) };
        let profile = choices.profile.or_else(|| environment.text("OMOIDE_PROFILE"));
        let sources = Sources {
            file,
            is_named,
            profile: profile.unwrap_or_else(|| DEFAULT_PROFILE.to_owned()),
            environment: environment.settings(),
            flags: choices.settings,
        };
        Ok(Self { environment, lang, mind, data_dir, sources })
    }

    /// The configuration in force.
    ///
    /// # Errors
    /// Everything that is wrong with it, in words.
    pub fn configuration(&self) -> Result<LoadedConfig, UserError> {
        config::load(&self.sources).map_err(|problems| UserError::of_config(&problems, self.lang))
    }

    /// Where Claude Code keeps its things; none on a machine without homes.
    pub fn claude_folder(&self) -> Option<PathBuf> {
        let usual = || Some(directories::BaseDirs::new()?.home_dir().join(".claude"));
        self.environment.path("CLAUDE_CONFIG_DIR").or_else(usual)
    }

    /// The person's own folder.
    pub fn person_folder(&self) -> Option<PathBuf> {
        Some(directories::BaseDirs::new()?.home_dir().to_owned())
    }

    /// Where the store is, or would be. What is tried out has a store of its own.
    pub fn store_path(&self) -> PathBuf {
        let name = if self.sources.profile == DEV_PROFILE { "omoide-dev.db" } else { "omoide.db" };
        self.data_dir.join(name)
    }
}

fn bad_mind(name: &str, lang: Lang) -> UserError {
    UserError::usage(
        "bad_mind",
        say!(lang, "\"{name}\" cannot be the name of a mind", "「{name}」はマインドの名前に使えません"),
    )
    .hint(
        lang.pick(
            "use 1 to 64 letters, digits, '-', '_' or '.'",
            "1〜64文字の文字・数字・「-」「_」「.」を使ってください",
        ),
    )
}

fn homeless(lang: Lang) -> UserError {
    UserError::theirs(
        "no_folder",
        lang.pick("this machine has no folder for data", "データを置くフォルダが見つかりません"),
    )
    .hint(lang.pick("name one: omoide --data-dir DIR …", "フォルダを指定してください：omoide --data-dir フォルダ …"))
}
