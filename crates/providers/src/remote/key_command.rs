//! A command whose output is a key: the way to the keyring of every platform, with no library of any.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long a command may take: a keyring may have to be unlocked by hand.
const LONGEST: Duration = Duration::from_secs(30);

/// How often it is looked whether it has ended.
const SLICE: Duration = Duration::from_millis(20);

/// More than this is no key.
const MOST_BYTES: u64 = 16_384;

/// A program and its words, such as `secret-tool lookup service omoide`. No shell reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyCommand {
    program: String,
    words: Vec<String>,
    longest: Duration,
}

/// Why a command gave nothing. What it said is not told.
#[derive(Debug, thiserror::Error)]
pub enum KeyCommandError {
    /// It cannot be started.
    #[error("the command {program} for the key cannot be run: {cause}")]
    NotStarted {
        /// The program.
        program: String,
        /// Why.
        cause: std::io::Error,
    },
    /// It failed.
    #[error("the command {program} for the key failed")]
    Failed {
        /// The program.
        program: String,
    },
    /// It did not end.
    #[error("the command {program} for the key did not end in time")]
    TooSlow {
        /// The program.
        program: String,
    },
}

impl KeyCommand {
    /// The command in a line: words between spaces, of which some may stand in double or single quotes; none when there
    /// is no word, or a quote is open.
    pub fn new(line: &str) -> Option<Self> {
        let mut words = words(line)?.into_iter();
        Some(Self { program: words.next().filter(|word| !word.is_empty())?, words: words.collect(), longest: LONGEST })
    }

    /// The program, without its words: they may hold what is nobody's business.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Runs it and returns what it wrote.
    ///
    /// # Errors
    /// When it cannot be run, fails, or does not end.
    pub(super) fn run(&self) -> Result<String, KeyCommandError> {
        let program = || self.program.clone();
        let mut child = Command::new(&self.program)
            .args(&self.words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|cause| KeyCommandError::NotStarted { program: program(), cause })?;
        let out = child.stdout.take();
        // Read beside it, so that it is not held up by what it writes. It ends with the command.
        let said = std::thread::spawn(move || {
            let mut text = String::new();
            let read = out.map(|out| out.take(MOST_BYTES).read_to_string(&mut text));
            read.is_some_and(|read| read.is_ok()).then_some(text)
        });
        match self.wait(&mut child) {
            Some(true) => said.join().ok().flatten().ok_or_else(|| KeyCommandError::Failed { program: program() }),
            Some(false) => Err(KeyCommandError::Failed { program: program() }),
            None => Err(KeyCommandError::TooSlow { program: program() }),
        }
    }

    /// Whether it went well; none when it did not end in time.
    fn wait(&self, child: &mut Child) -> Option<bool> {
        let mut waited = Duration::ZERO;
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Some(status.success()),
                Ok(None) if waited < self.longest => {
                    std::thread::sleep(SLICE);
                    waited += SLICE;
                }
                _ => {
                    // It may have ended just now.
                    let _ = child.kill();
                    let _ = child.wait();
                    return None;
                }
            }
        }
    }
}

fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None::<char>);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (quote.is_none()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_into_words_and_no_shell_reads_it() {
        let cut = |line: &str| words(line).map(|words| words.join("|"));
        assert_eq!(cut("secret-tool lookup service omoide").as_deref(), Some("secret-tool|lookup|service|omoide"));
        assert_eq!(cut("security -s \"my key\" -w ''").as_deref(), Some("security|-s|my key|-w|"));
        assert_eq!(cut("a $(b) `c` ; d").as_deref(), Some("a|$(b)|`c`|;|d"));
        assert_eq!(cut("open \"quote"), None);
        assert_eq!(KeyCommand::new("  "), None);
        assert_eq!(KeyCommand::new("''"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_does_not_end_is_ended() {
        let command = KeyCommand { longest: SLICE * 3, ..KeyCommand::new("sleep 600").expect("a command") };
        assert!(matches!(command.run(), Err(KeyCommandError::TooSlow { .. })));
    }
}
