//! A key, which nobody gets to see by accident.

use std::fmt;

/// A key. It is not shown by any formatting; only what sends it can read it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Shorter keys are not looked for in texts: they would be found in words.
const SHORTEST: usize = 6;

impl Secret {
    /// The key in a text, without the space around it; none when nothing is left or it cannot be in a header.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let can_be_sent = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        can_be_sent.then(|| Self(text.to_owned()))
    }

    /// The key itself, for a header.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// A text without the key in it.
    pub fn scrub(&self, text: &str) -> String {
        if self.0.len() < SHORTEST { text.to_owned() } else { text.replace(&self.0, "[key]") }
    }
}

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
        assert_eq!(key.expose(), "sk-very-secret-0123");
        assert_eq!(format!("{key:?} {:?}", Some(&key)), "Secret(…) Some(Secret(…))");
        assert_eq!(key.scrub("wrong key sk-very-secret-0123!"), "wrong key [key]!");
    }

    #[test]
    fn what_cannot_be_in_a_header_is_no_key() {
        assert_eq!(Secret::new("  "), None);
        assert_eq!(Secret::new("two words"), None);
        assert_eq!(Secret::new("鍵"), None);
    }
}
