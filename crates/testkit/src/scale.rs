//! How much of a long test runs.
//!
//! Tests that count kills, random calls or nights run a tenth of what they could: enough for every change. `.ci/long`
//! runs the rest. It sets `OMOIDE_LONG` to how many times as much is wanted, and nothing else reads that variable.

use std::ops::Range;

/// The variable that says how many times as much is wanted.
const VARIABLE: &str = "OMOIDE_LONG";

/// How many times as much as usual is wanted.
///
/// # Panics
/// When the variable holds anything but a whole number above zero.
pub fn factor() -> u32 {
    wanted().map_or(1, |text| parse(&text))
}

/// How many cases of a property are tried.
pub fn cases(usual: u32) -> u32 {
    usual.saturating_mul(factor())
}

/// How many things of a kind a test does.
pub fn count(usual: usize) -> usize {
    usual.saturating_mul(usize::try_from(factor()).unwrap_or(usize::MAX))
}

/// The rounds of a test that begins anew each time; a round may take its number as a seed.
pub fn rounds() -> Range<u64> {
    0..u64::from(factor())
}

fn parse(text: &str) -> u32 {
    let factor = text.parse().ok().filter(|factor| *factor > 0);
    factor.unwrap_or_else(|| panic!("{VARIABLE} is \"{text}\", which is no whole number above zero"))
}

#[expect(clippy::disallowed_methods, reason = "a test has no configuration; how long it runs is its caller's wish")]
fn wanted() -> Option<String> {
    std::env::var(VARIABLE).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_a_whole_number_above_zero() {
        assert_eq!(parse("10"), 10);
        for text in ["", "0", "-1", "yes"] {
            assert!(std::panic::catch_unwind(|| parse(text)).is_err(), "{text}");
        }
    }
}
