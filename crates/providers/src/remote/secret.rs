//! A key, which nobody gets to see by accident.

use std::fmt;
use std::sync::{Arc, OnceLock};

use omoide_core::ports::{FailureKind, ModelFailure};

use super::KeyCommand;

/// A key. It is not shown by any formatting; only what sends it can read it.
#[derive(Clone)]
pub struct Secret(SecretSource);

#[derive(Clone)]
enum SecretSource {
    /// It is known.
    Known(String),
    /// A command gives it, which is not run before it is needed, and once.
    Command(Arc<(KeyCommand, OnceLock<Result<String, String>>)>),
}

/// Shorter keys are not looked for in texts: they would be found in words.
const SHORTEST: usize = 6;

impl Secret {
    /// The key in a text, without the space around it; none when nothing is left or it cannot be in a header.
    pub fn new(text: &str) -> Option<Self> {
        clean(text).map(|text| Self(SecretSource::Known(text)))
    }

    /// The key that a command gives when it is needed, such as one that asks the keyring.
    pub fn of_command(command: KeyCommand) -> Self {
        Self(SecretSource::Command(Arc::new((command, OnceLock::new()))))
    }

    /// The key itself, for a header.
    pub(crate) fn expose(&self) -> Result<&str, ModelFailure> {
        let text = match &self.0 {
            SecretSource::Known(text) => return Ok(text),
            SecretSource::Command(command) => command.1.get_or_init(|| asked_for(&command.0)),
        };
        // What the command says is never told: it may be the key.
        text.as_deref().map_err(|why| ModelFailure::new(FailureKind::Unavailable, why.clone()))
    }

    /// A text without the key in it.
    pub fn scrub(&self, text: &str) -> String {
        let key = match &self.0 {
            SecretSource::Known(key) => Some(key),
            SecretSource::Command(command) => command.1.get().and_then(|found| found.as_ref().ok()),
        };
        match key {
            Some(key) if key.len() >= SHORTEST => text.replace(key, "[key]"),
            _ => text.to_owned(),
        }
    }
}

fn clean(text: &str) -> Option<String> {
    let text = text.trim();
    let can_be_sent = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    can_be_sent.then(|| text.to_owned())
}

fn asked_for(command: &KeyCommand) -> Result<String, String> {
    let said = command.run().map_err(|error| error.to_string())?;
    clean(said.lines().next().unwrap_or_default())
        .ok_or_else(|| format!("the command {} did not give a key", command.program()))
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (SecretSource::Known(one), SecretSource::Known(another)) => one == another,
            (SecretSource::Command(one), SecretSource::Command(another)) => one.0 == another.0,
            _ => false,
        }
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_shown() {
        let key = Secret::new(" sk-very-secret-0123\n").expect("a key");
        assert_eq!(key.expose(), Ok("sk-very-secret-0123"));
        assert_eq!(format!("{key:?} {:?}", Some(&key)), "Secret(…) Some(Secret(…))");
        assert_eq!(key.scrub("wrong key sk-very-secret-0123!"), "wrong key [key]!");
    }

    #[test]
    fn what_cannot_be_in_a_header_is_no_key() {
        assert_eq!(Secret::new("  "), None);
        assert_eq!(Secret::new("two words"), None);
        assert_eq!(Secret::new("鍵"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_command_gives_the_key_in_its_first_line_when_it_is_needed() {
        let folder = tempfile::tempdir().expect("a folder");
        let runs = folder.path().join("runs");
        let line = format!("sh -c \"echo run >> {}; echo sk-from-the-keyring; echo more\"", runs.display());
        let key = Secret::of_command(KeyCommand::new(&line).expect("a command"));
        assert!(!runs.exists(), "it is not run before it is needed");
        assert_eq!(key.scrub("sk-from-the-keyring"), "sk-from-the-keyring");
        assert_eq!(key.expose(), Ok("sk-from-the-keyring"));
        assert_eq!(key.clone().expose(), Ok("sk-from-the-keyring"));
        assert_eq!(std::fs::read_to_string(&runs).expect("it ran"), "run\n", "and once");
        assert_eq!(key.scrub("a key sk-from-the-keyring"), "a key [key]");
        assert_eq!(format!("{key:?}"), "Secret(…)");
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_gives_none_says_so_without_what_it_said() {
        for line in ["sh -c \"echo not a key\"", "sh -c \"echo sk-half; exit 3\"", "there-is-no-such-program", "true"] {
            let key = Secret::of_command(KeyCommand::new(line).expect("a command"));
            let failure = key.expose().expect_err("no key");
            assert_eq!(failure.kind, FailureKind::Unavailable, "{line}");
            assert!(!failure.message.contains("sk-half") && !failure.message.contains("not a key"), "{failure}");
        }
    }
}
