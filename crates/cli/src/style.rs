//! Bold and dim text, on terminals only, and texts that a terminal only shows.
//!
//! Memories, names and pages may hold whatever somebody said. Nothing of it may reach a terminal as a command: what is printed
//! goes through [`printable`], which leaves no control character but line breaks and tabs. The codes for bold and dim are
//! written there as well, in place of marks that are no characters.

use std::io::IsTerminal;

use omoide_home::environment::Environment;

/// The codes of the terminal that we use: plain, bold, dim, and the colours of drawings.
const CODES: [u8; 7] = [0, 1, 2, 34, 35, 36, 90];

/// Stands for the first of them. Here begin code points that are never characters, so that no text of a person has them.
const FIRST_MARK: u32 = 0xfdd0;

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
        self.with(text, 1)
    }

    /// What matters less.
    pub fn dim(&self, text: &str) -> String {
        self.with(text, 2)
    }

    fn with(&self, text: &str, code: u8) -> String {
        if self.is_on { set_off(text, code) } else { text.to_owned() }
    }
}

/// The text between the mark of a code and that of plain text.
pub fn set_off(text: &str, code: u8) -> String {
    if text.is_empty() { String::new() } else { format!("{}{text}{}", mark(code), mark(0)) }
}

fn mark(code: u8) -> char {
    let place = CODES.iter().position(|known| *known == code).and_then(|place| u32::try_from(place).ok());
    char::from_u32(FIRST_MARK + place.unwrap_or_default()).unwrap_or('\0')
}

/// The code that a mark stands for.
fn marked(c: char) -> Option<u8> {
    let place = u32::from(c).checked_sub(FIRST_MARK)?;
    CODES.get(usize::try_from(place).ok()?).copied()
}

/// The text as it is printed: what a terminal would act on is left out, and our marks become the terminal's codes.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match (c, marked(c)) {
            (_, Some(code)) => out.push_str(&format!("\x1b[{code}m")),
            ('\n' | '\t', _) => out.push(c),
            (c, _) if c.is_control() || is_reordering(c) => {}
            (c, _) => out.push(c),
        }
    }
    out
}

/// JSON as it is printed: what a terminal would act on is escaped, so that whoever parses it loses nothing.
pub fn printable_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        let is_escaped = c != '\n' && (c.is_control() || is_reordering(c) || marked(c).is_some());
        if is_escaped {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character changes the order in which others are shown.
fn is_reordering(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_told_nothing_but_bold_and_dim() {
        let style = TextStyle { is_wanted: true, is_on: true };
        let hostile = "\x1b[2J\x1b]0;title\x07\u{9b}31mred\r\x08\u{202e}drow\tand\nmore";
        let shown = "[2J]0;title31mreddrow\tand\nmore";
        assert_eq!(printable(&style.bold(hostile)), format!("\x1b[1m{shown}\x1b[0m"));
        assert_eq!(printable(&TextStyle { is_on: false, ..style }.dim(hostile)), shown);
    }

    #[test]
    fn json_stays_the_same_for_a_program() {
        let value = serde_json::json!({ "text": "\u{9b}31m \u{202e} \x1b[0m \u{fdd0} 思い出" });
        let printed = printable_json(&serde_json::to_string_pretty(&value).expect("JSON"));
        assert!(printed.chars().all(|c| c == '\n' || !c.is_control()), "{printed:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&printed).expect("JSON"), value);
    }
}
