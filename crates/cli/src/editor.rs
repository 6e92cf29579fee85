//! The person's own editor: a text goes in, and comes back as they left it.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use omoide_home::environment::Environment;
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

use crate::input::as_text;

/// The command of an editor, as VISUAL or EDITOR has it: it may have arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEditor {
    command: String,
}

impl TextEditor {
    /// The editor that the environment names; VISUAL goes before EDITOR.
    pub fn of(environment: &Environment) -> Option<Self> {
        let command = environment.text("VISUAL").or_else(|| environment.text("EDITOR"))?;
        Some(Self { command }).filter(|editor| !editor.command.trim().is_empty())
    }

    /// Has the person edit a text. The file for it lies in `folder` and is the person's alone; it goes afterwards.
    ///
    /// # Errors
    /// When the file cannot be written or read, or the editor cannot be started or fails.
    pub fn edit(&self, text: &str, folder: &Path, lang: Lang) -> anyhow::Result<String> {
        let mut file = tempfile::Builder::new().prefix(".edit-").suffix(".txt").tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        // The editor may put another file in its place, so it is not kept open.
        let path = file.into_temp_path();
        let status = self.on(&path).status();
        let name = &self.command;
        let hint = || {
            lang.pick(
                "nothing was changed; choose another editor with EDITOR, or give the words on the command line",
                "何も変えていません。EDITORで別のエディタを指定するか、文をコマンドラインで渡してください",
            )
        };
        match status {
            Ok(status) if status.success() => Ok(as_text(std::fs::read(&path)?, lang)?),
            Ok(status) => Err(UserError::theirs(
                "editor_failed",
                say!(lang, "the editor \"{name}\" failed: {status}", "エディタ「{name}」が失敗しました：{status}"),
            )
            .hint(hint())
            .into()),
            Err(error) => Err(UserError::theirs(
                "editor_failed",
                say!(
                    lang,
                    "the editor \"{name}\" could not be started: {error}",
                    "エディタ「{name}」を起動できませんでした：{error}"
                ),
            )
            .hint(hint())
            .into()),
        }
    }

    /// The command with a file, as a shell would take it: `code --wait` has an argument, and a path may be in quotes.
    fn on(&self, path: &Path) -> Command {
        if cfg!(windows) {
            let mut words = self.command.split_whitespace();
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words).arg(path);
            return command;
        }
        let mut command = Command::new("sh");
        let script: OsString = format!("{} \"$@\"", self.command).into();
        command.arg("-c").arg(script).arg("editor").arg(path);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visual_goes_before_editor_and_nothing_is_no_editor() {
        let editor = |pairs: &[(&str, &str)]| TextEditor::of(&Environment::from_iter(pairs.iter().copied()));
        assert_eq!(editor(&[("EDITOR", "ed")]), Some(TextEditor { command: "ed".to_owned() }));
        assert_eq!(editor(&[("EDITOR", "ed"), ("VISUAL", "vim")]), Some(TextEditor { command: "vim".to_owned() }));
        assert_eq!(editor(&[("EDITOR", " "), ("VISUAL", "")]), None);
    }
}
