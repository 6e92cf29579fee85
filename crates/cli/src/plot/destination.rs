//! Where a drawing or a table for machines goes: into a file, or to standard output.

use std::convert::Infallible;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

/// Where to; `-` is standard output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Standard output, which then carries nothing else.
    Stdout,
    /// A file, which is written anew.
    File(PathBuf),
}

impl FromStr for Destination {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text == "-" { Self::Stdout } else { Self::File(PathBuf::from(text)) })
    }
}

impl Destination {
    /// Writes `contents` there.
    ///
    /// # Errors
    /// When the file cannot be written; the message names it.
    fn write(&self, contents: &str, lang: Lang) -> anyhow::Result<()> {
        match self {
            Self::Stdout => Ok(std::io::stdout().write_all(contents.as_bytes())?),
            Self::File(path) => Ok(std::fs::write(path, contents).map_err(|cause| {
                let path = path.display();
                UserError::theirs(
                    "cannot_write",
                    say!(lang, "{path} cannot be written: {cause}", "{path}に書き込めません：{cause}"),
                )
            })?),
        }
    }
}

/// What is left of standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stdout {
    /// The answer can be printed.
    Free,
    /// A file was written there, and nothing else may be.
    Taken,
}

/// The files that a person asked for beside the answer.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct ChartFiles {
    /// Write the numbers as CSV; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<Destination>,
    /// Write the chart as SVG; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<Destination>,
}

impl ChartFiles {
    /// Refuses to write both to standard output, before any work is done.
    ///
    /// # Errors
    /// When both are meant to go there.
    pub fn check(&self, lang: Lang) -> Result<(), UserError> {
        if [&self.csv, &self.svg].iter().all(|file| **file == Some(Destination::Stdout)) {
            let message = lang.pick(
                "--csv and --svg cannot both go to standard output",
                "--csvと--svgを同時に標準出力へ書くことはできません",
            );
            return Err(UserError::usage("two_files_on_stdout", message));
        }
        Ok(())
    }

    /// Writes those that were asked for.
    ///
    /// # Errors
    /// When one cannot be written; the message names it.
    pub fn write(
        &self,
        csv: impl FnOnce() -> String,
        svg: impl FnOnce() -> String,
        lang: Lang,
    ) -> anyhow::Result<Stdout> {
        if let Some(file) = &self.csv {
            file.write(&csv(), lang)?;
        }
        if let Some(file) = &self.svg {
            file.write(&svg(), lang)?;
        }
        let is_taken = [&self.csv, &self.svg].iter().any(|file| **file == Some(Destination::Stdout));
        Ok(if is_taken { Stdout::Taken } else { Stdout::Free })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_standard_output() {
        assert_eq!("-".parse(), Ok(Destination::Stdout));
        assert_eq!("a.svg".parse(), Ok(Destination::File("a.svg".into())));
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let nowhere = Destination::File("no such folder/life.csv".into());
        let error = nowhere.write("day", Lang::English).expect_err("the folder is not there");
        assert!(error.to_string().starts_with("no such folder/life.csv cannot be written: "), "{error}");
    }

    #[test]
    fn only_one_file_can_go_to_standard_output() {
        let both = ChartFiles { csv: Some(Destination::Stdout), svg: Some(Destination::Stdout) };
        assert!(both.check(Lang::English).is_err());
        assert!(ChartFiles { svg: None, ..both }.check(Lang::Japanese).is_ok());
    }
}
