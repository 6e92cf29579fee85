//! How the command was called: its flags and the environment, before anything is opened.

use std::io::IsTerminal;
use std::path::PathBuf;

use omoide_core::MindName;

use crate::cli::Globals;
use crate::config::{DEFAULT_PROFILE, DEV_PROFILE, Sources};
use crate::environment::Environment;
use crate::errors::Told;
use crate::lang::{Lang, say};
use crate::style::Style;

/// The name of the configuration file.
const CONFIG_FILE: &str = "omoide.toml";

/// How the command was called.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The environment.
    pub environment: Environment,
    /// The language to speak.
    pub lang: Lang,
    /// Whether a program reads the answer.
    pub json: bool,
    /// Whether only what was asked for is said.
    pub quiet: bool,
    /// Whether stdout is a terminal.
    pub is_terminal: bool,
    /// How text is set off.
    pub style: Style,
    /// Whose memory is meant.
    pub mind: MindName,
    /// The folder of the store.
    pub data_dir: PathBuf,
    /// Where the configuration comes from.
    pub sources: Sources,
}

impl Invocation {
    /// What the flags and the environment say together.
    ///
    /// # Errors
    /// When a mind cannot be called that, or there is no folder for data.
    pub fn new(globals: &Globals, environment: Environment, lang: Lang) -> Result<Self, Told> {
        let name = globals.mind.clone().or_else(|| environment.text("OMOIDE_MIND"));
        let mind = match name {
            Some(name) => name.parse().map_err(|_| bad_mind(&name, lang))?,
            None => MindName::default(),
        };
        let given_folder = Self::given_folder(globals, &environment);
        let given_file = globals.config.clone().or_else(|| environment.path("OMOIDE_CONFIG"));
        let folders = directories::ProjectDirs::from("", "", "omoide");
        let is_named = given_file.is_some();
        let file = given_file
            .or_else(|| given_folder.as_ref().map(|folder| folder.join(CONFIG_FILE)))
            .or_else(|| folders.as_ref().map(|folders| folders.config_dir().join(CONFIG_FILE)));
        let data_dir = given_folder.or_else(|| folders.as_ref().map(|folders| folders.data_dir().to_owned()));
        let (Some(file), Some(data_dir)) = (file, data_dir) else { return Err(homeless(lang)) };
        let profile = globals.profile.clone().or_else(|| environment.text("OMOIDE_PROFILE"));
        let sources = Sources {
            file,
            is_named,
            profile: profile.unwrap_or_else(|| DEFAULT_PROFILE.to_owned()),
            environment: environment.settings(),
            flags: globals.set.clone(),
        };
        Ok(Self {
            style: Style::for_stdout(&environment),
            environment,
            lang,
            json: globals.json,
            quiet: globals.quiet,
            is_terminal: std::io::stdout().is_terminal(),
            mind,
            data_dir,
            sources,
        })
    }

    /// The folder for data, whatever else is wrong with how the command was called.
    pub fn folder_for_data(globals: &Globals, environment: &Environment) -> Option<PathBuf> {
        let usual = || Some(directories::ProjectDirs::from("", "", "omoide")?.data_dir().to_owned());
        Self::given_folder(globals, environment).or_else(usual)
    }

    fn given_folder(globals: &Globals, environment: &Environment) -> Option<PathBuf> {
        globals.data_dir.clone().or_else(|| environment.path("OMOIDE_DATA_DIR"))
    }

    /// Where Claude Code keeps its things; none on a machine without homes.
    pub fn claude_folder(&self) -> Option<PathBuf> {
        let usual = || Some(directories::BaseDirs::new()?.home_dir().join(".claude"));
        self.environment.path("CLAUDE_CONFIG_DIR").or_else(usual)
    }

    /// Where the store is, or would be. What is tried out has a store of its own.
    pub fn store_path(&self) -> PathBuf {
        let name = if self.sources.profile == DEV_PROFILE { "omoide-dev.db" } else { "omoide.db" };
        self.data_dir.join(name)
    }
}

fn bad_mind(name: &str, lang: Lang) -> Told {
    Told::usage("bad_mind", say!(lang, "\"{name}\" cannot name a mind", "「{name}」は心の名前に使えません")).hint(
        lang.pick(
            "use 1 to 64 letters, digits, '-', '_' or '.'",
            "1〜64文字の文字・数字・「-」「_」「.」を使ってください",
        ),
    )
}

fn homeless(lang: Lang) -> Told {
    Told::theirs("no_folder", lang.pick("this machine has no folder for data", "データを置くフォルダが見つかりません"))
        .hint(
            lang.pick("name one: omoide --data-dir DIR …", "フォルダを指定してください：omoide --data-dir フォルダ …"),
        )
}
