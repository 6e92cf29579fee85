//! Bold and dim text, on terminals only.

use std::io::IsTerminal;

use omoide_home::environment::Environment;

/// How text is set off: with the terminal's codes, or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    is_wanted: bool,
    is_on: bool,
}

impl TextStyle {
    /// For stdout: on if it is a terminal and nobody asked for plain text.
    pub fn for_stdout(environment: &Environment) -> Self {
        let is_wanted = environment.text("NO_COLOR").is_none();
        Self { is_wanted, is_on: is_wanted && std::io::stdout().is_terminal() }
    }

    /// The same for stderr.
    pub fn for_stderr(self) -> Self {
        Self { is_on: self.is_wanted && std::io::stderr().is_terminal(), ..self }
    }

    /// What matters.
    pub fn bold(&self, text: &str) -> String {
        self.with(text, "1")
    }

    /// What matters less.
    pub fn dim(&self, text: &str) -> String {
        self.with(text, "2")
    }

    fn with(&self, text: &str, code: &str) -> String {
        if self.is_on && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
