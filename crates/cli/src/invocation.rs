//! How the command was called: which memory is meant, and how its answer is printed.

use std::io::IsTerminal;

use omoide_home::environment::Environment;
use omoide_home::errors::UserError;
use omoide_home::lang::Lang;
use omoide_home::{Choices, Home};

use crate::cli::Globals;
use crate::context::note;
use crate::style::TextStyle;

/// How the command was called.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// Which memory is meant, and how it is configured.
    pub home: Home,
    /// Whether a program reads the answer.
    pub json: bool,
    /// Whether only what was asked for is said.
    pub quiet: bool,
    /// Whether stdout is a terminal.
    pub is_terminal: bool,
    /// How text is set off.
    pub style: TextStyle,
}

impl Invocation {
    /// What the flags and the environment say together.
    ///
    /// # Errors
    /// When a mind cannot be called that, or there is no folder for data.
    pub fn new(globals: &Globals, environment: Environment, lang: Lang) -> Result<Self, UserError> {
        let style = TextStyle::for_stdout(&environment);
        Ok(Self {
            home: Home::new(globals.choices(), environment, lang)?,
            json: globals.json,
            quiet: globals.quiet,
            is_terminal: std::io::stdout().is_terminal(),
            style,
        })
    }

    /// Says something beside the answer, on stderr; a program and a quiet person do not hear it.
    pub fn note(&self, text: &str) {
        if !self.json && !self.quiet {
            note(&self.style.for_stderr(), text);
        }
    }

    /// The language to speak.
    pub fn lang(&self) -> Lang {
        self.home.lang
    }
}

impl Globals {
    /// What these flags choose.
    pub fn choices(&self) -> Choices {
        Choices {
            mind: self.mind.clone(),
            data_dir: self.data_dir.clone(),
            config: self.config.clone(),
            profile: self.profile.clone(),
            settings: self.set.clone(),
        }
    }
}
