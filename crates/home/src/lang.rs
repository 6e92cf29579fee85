//! The two languages that people are told things in.

use crate::environment::Environment;

/// A language that people are told things in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    /// English.
    English,
    /// 日本語.
    Japanese,
}

impl Lang {
    /// The text in this language.
    pub fn pick<'a>(self, english: &'a str, japanese: &'a str) -> &'a str {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }

    /// The language of a name such as `ja`, `en` or `ja_JP.UTF-8`; whatever is not Japanese is English.
    pub fn named(name: &str) -> Self {
        let is_japanese = name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("ja"));
        if is_japanese { Self::Japanese } else { Self::English }
    }

    /// The language that was asked for: by the flag, by `OMOIDE_LANG`, by the locale.
    pub fn choose(flag: Option<&str>, environment: &Environment) -> Self {
        let asked = flag.map(str::to_owned).or_else(|| environment.text("OMOIDE_LANG"));
        let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| environment.text(name));
        asked.or_else(locale).map_or(Self::English, |name| Self::named(&name))
    }
}

/// A message in the language given first: the English text, then the Japanese one.
#[macro_export]
macro_rules! say {
    ($lang:expr, $english:literal, $japanese:literal $(,)?) => {
        match $lang {
            $crate::lang::Lang::English => format!($english),
            $crate::lang::Lang::Japanese => format!($japanese),
        }
    };
    ($lang:expr, $english:literal, $japanese:literal, $($value:tt)+) => {
        match $lang {
            $crate::lang::Lang::English => format!($english, $($value)+),
            $crate::lang::Lang::Japanese => format!($japanese, $($value)+),
        }
    };
}
pub use say;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_goes_before_the_environment_and_that_before_the_locale() {
        let locale = Environment::from_iter([("LANG", "ja_JP.UTF-8")]);
        assert_eq!(Lang::choose(None, &locale), Lang::Japanese);
        assert_eq!(Lang::choose(Some("en"), &locale), Lang::English);
        let both = Environment::from_iter([("LANG", "ja_JP.UTF-8"), ("OMOIDE_LANG", "en")]);
        assert_eq!(Lang::choose(None, &both), Lang::English);
        assert_eq!(Lang::choose(None, &Environment::from_iter([("LC_ALL", "C"), ("LANG", "ja_JP")])), Lang::English);
    }

    #[test]
    fn a_message_takes_values_from_its_surroundings() {
        let name = "Rex";
        assert_eq!(say!(Lang::Japanese, "hello {name}", "{name}さん、こんにちは"), "Rexさん、こんにちは");
        assert_eq!(say!(Lang::English, "{} and {name}", "{}と{name}", 1), "1 and Rex");
    }
}
