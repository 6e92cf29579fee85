//! What was not understood on the command line, in the person's language.

mod meaning;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

use crate::context::print;
use crate::errors::{self, Listener, USAGE};
use crate::help;

/// Tells what was not understood in those words, or the help that was asked for; returns the exit code.
pub fn tell(error: &clap::Error, words: &[String], to: Listener) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match print(&error.render().to_string()) {
            Ok(()) => 0,
            Err(error) => errors::tell(&error, to),
        };
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand && !to.json {
        // There is nobody to tell when stderr is closed.
        let _ = error.print();
        return USAGE;
    }
    errors::say_it(&in_words(error, words, to.lang), &[], to);
    USAGE
}

/// What was not understood in those words, and what may be meant.
pub fn in_words(error: &clap::Error, words: &[String], lang: Lang) -> UserError {
    let told = match lang {
        Lang::English => UserError::usage("usage", english(error)),
        Lang::Japanese => UserError::usage("usage", japanese(error)),
    };
    let hint = by_meaning(error, words, lang).or_else(|| by_spelling(error, lang));
    told.hint(hint.unwrap_or_else(|| {
        let usual = lang.pick(
            "see: omoide --help, or: omoide COMMAND --help",
            "使い方：omoide --help、または omoide コマンド --help",
        );
        usual.to_owned()
    }))
}

/// The parser's own message, without its label, usage and tips.
fn english(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    let message = message.trim_start_matches("error: ");
    message.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

fn japanese(error: &clap::Error) -> String {
    let of = |kind| error.get(kind).map(shown).unwrap_or_default();
    let (argument, value, command) =
        (of(ContextKind::InvalidArg), of(ContextKind::InvalidValue), of(ContextKind::InvalidSubcommand));
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument}には値が必要です"),
        ErrorKind::InvalidValue => {
            let valid = of(ContextKind::ValidValue);
            format!("{argument}の値「{value}」は使えません（使えるもの：{valid}）")
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(|source| format!("：{source}")).unwrap_or_default();
            format!("{argument}の値「{value}」は使えません{why}")
        }
        ErrorKind::UnknownArgument => format!("「{argument}」という引数はありません"),
        ErrorKind::InvalidSubcommand => format!("「{command}」というコマンドはありません"),
        ErrorKind::MissingRequiredArgument => format!("足りない引数があります：{argument}"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "コマンドが足りません".to_owned()
        }
        ErrorKind::ArgumentConflict => {
            let other = of(ContextKind::PriorArg);
            format!("{argument}は{other}と一緒には使えません")
        }
        ErrorKind::TooManyValues => format!("{argument}の値が多すぎます：「{value}」"),
        ErrorKind::NoEquals => format!("{argument}は「=」で値を付けてください"),
        ErrorKind::InvalidUtf8 => "引数がUTF-8ではありません".to_owned(),
        _ => english(error),
    }
}

/// What is called otherwise in other programs.
fn by_meaning(error: &clap::Error, words: &[String], lang: Lang) -> Option<String> {
    let whole = help::command(lang);
    let command = meant(&whole, words);
    match error.kind() {
        ErrorKind::InvalidSubcommand if command.get_name() == whole.get_name() => {
            let word = error.get(ContextKind::InvalidSubcommand).map(shown)?;
            meaning::command(&word, lang).map(str::to_owned)
        }
        ErrorKind::UnknownArgument => {
            let given = error.get(ContextKind::InvalidArg).map(shown)?;
            let name = meaning::flag(&given, command, &whole)?;
            Some(say!(lang, "here it is {name}", "ここでは {name} です"))
        }
        _ => None,
    }
}

/// The command that the words name, as far as they name one.
fn meant<'c>(whole: &'c Command, words: &[String]) -> &'c Command {
    words.iter().fold(whole, |command, word| command.find_subcommand(word).unwrap_or(command))
}

fn by_spelling(error: &clap::Error, lang: Lang) -> Option<String> {
    suggested(error).map(|name| say!(lang, "did you mean {name}?", "もしかして：{name}"))
}

fn suggested(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let name = match kinds.into_iter().find_map(|kind| error.get(kind))? {
        // The parser puts the closest one last.
        ContextValue::Strings(all) => all.last().cloned()?,
        other => shown(other),
    };
    Some(name).filter(|name| !name.is_empty())
}

fn shown(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(all) => all.join(", "),
        other => other.to_string(),
    }
}
