//! The help, in the person's language.
//!
//! The English texts stand beside what they describe; the Japanese ones in one table, by the command's
//! path and the argument's name, put in their place before the line is read.

mod examples;
mod first_screen;
mod groups;
mod japanese;

use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};
use omoide_home::lang::{Lang, say};

use crate::cli::Cli;

/// How a command's help is laid out in Japanese.
const TEMPLATE: &str = "{before-help}{about-with-newline}\n使い方： {usage}\n\n{all-args}{after-help}";

/// The command line, with its help in that language. The options of every command are explained on the first screen,
/// and only named below the help of each command.
pub fn command(lang: Lang) -> Command {
    let command = every_option(lang);
    let named = names_of_globals(&command, lang);
    let command = first_screen::with_first_screen(command, lang).mut_args(|arg| arg.hide(true));
    with_globals_named(command, &named)
}

/// The same with every option at every command, for the completions of a shell.
pub fn every_option(lang: Lang) -> Command {
    let version = format!("{} (store format {})", env!("CARGO_PKG_VERSION"), omoide_home::stores::FORMAT);
    let command = Cli::command().version(version).max_term_width(100);
    let command = with_examples(command, "", lang);
    match lang {
        Lang::English => command,
        Lang::Japanese => localise(command, ""),
    }
}

/// The options of every command, in a line.
fn names_of_globals(command: &Command, lang: Lang) -> String {
    let globals = command.get_arguments().filter(|arg| arg.is_global_set());
    let names: Vec<String> = globals.filter_map(|arg| arg.get_long()).map(|long| format!("--{long}")).collect();
    let names = names.join(" ");
    say!(
        lang,
        "Options of every command (see omoide --help): {names}",
        "共通オプション（説明は omoide --help）： {names}"
    )
}

/// Each command below this one, with that line at the end of its help.
fn with_globals_named(command: Command, named: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |sub| {
            let end = sub.get_after_help().map_or_else(|| named.to_owned(), |kept| format!("{kept}\n\n{named}"));
            with_globals_named(sub.after_help(end), named)
        })
    })
}

/// The command and all below it, each with its example.
fn with_examples(command: Command, path: &str, lang: Lang) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let mut command = match examples::example(path) {
        Some(example) => command.after_help(say!(lang, "Example: {example}", "例：{example}")),
        None => command,
    };
    for name in names {
        let below = below(path, &name);
        command = command.mut_subcommand(&name, |sub| with_examples(sub, &below, lang));
    }
    command
}

fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path} {name}") }
}

/// The command and all below it in Japanese; `path` is its place, and empty for the whole.
fn localise(command: Command, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let mut command = command
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド")
        .subcommand_value_name("コマンド")
        .mut_args(|arg| localise_arg(arg, path));
    if let Some(about) = japanese::about(path) {
        command = command.about(about);
    }
    for name in names {
        let below = below(path, &name);
        command = command.mut_subcommand(&name, |sub| localise(sub, &below));
    }
    command
}

fn localise_arg(arg: Arg, path: &str) -> Arg {
    let Some(help) = japanese::argument(path, arg.get_id().as_str()) else { return arg };
    let mut text = help.to_owned();
    let takes_value = arg.get_action().takes_values();
    let values: Vec<String> = arg.get_possible_values().iter().map(value_in_words).collect();
    if takes_value && !values.is_empty() {
        text.push_str(&format!(" [値：{}]", values.join("、")));
    }
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes_value && !defaults.is_empty() {
        text.push_str(&format!(" [既定：{}]", defaults.join(", ")));
    }
    let heading = if arg.is_global_set() || path.is_empty() {
        "共通オプション"
    } else if arg.is_positional() {
        "引数"
    } else {
        "オプション"
    };
    let arg = arg.help(text).help_heading(heading);
    if takes_value { arg.hide_possible_values(true).hide_default_value(true) } else { arg }
}

/// A value, with the Japanese word that is taken as well.
fn value_in_words(value: &PossibleValue) -> String {
    let names: Vec<&str> = value.get_name_and_aliases().collect();
    match names.as_slice() {
        [name, japanese] => format!("{name} {japanese}"),
        _ => value.get_name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn collect(command: &Command, path: &str, commands: &mut BTreeSet<String>, args: &mut BTreeSet<(String, String)>) {
        commands.insert(path.to_owned());
        let own = command.get_arguments().filter(|arg| path.is_empty() || !arg.is_global_set());
        args.extend(own.map(|arg| (path.to_owned(), arg.get_id().to_string())));
        for sub in command.get_subcommands() {
            // What hooks start for themselves is nothing that a person runs.
            let is_for_hooks = path == "hook" && ["worker", "night"].contains(&sub.get_name());
            assert_eq!(
                sub.is_hide_set(),
                is_for_hooks,
                "{path} {}: only these are hidden from the help",
                sub.get_name()
            );
            let below = below(path, sub.get_name());
            collect(sub, &below, commands, args);
        }
    }

    #[test]
    fn every_command_and_argument_is_in_the_japanese_table_and_nothing_else_is() {
        let (mut commands, mut args) = (BTreeSet::new(), BTreeSet::new());
        collect(&Cli::command(), "", &mut commands, &mut args);
        let told_commands: BTreeSet<String> = japanese::COMMANDS.iter().map(|(path, _)| (*path).to_owned()).collect();
        let told_args: BTreeSet<(String, String)> =
            japanese::ARGUMENTS.iter().map(|(path, id, _)| ((*path).to_owned(), (*id).to_owned())).collect();
        assert_eq!(commands.difference(&told_commands).collect::<Vec<_>>(), Vec::<&String>::new(), "missing commands");
        assert_eq!(told_commands.difference(&commands).collect::<Vec<_>>(), Vec::<&String>::new(), "stale commands");
        assert_eq!(
            args.difference(&told_args).collect::<Vec<_>>(),
            Vec::<&(String, String)>::new(),
            "missing arguments"
        );
        assert_eq!(told_args.difference(&args).collect::<Vec<_>>(), Vec::<&(String, String)>::new(), "stale arguments");
    }

    #[test]
    fn every_command_is_in_exactly_one_group_of_the_first_screen() {
        let command = Cli::command();
        let visible: BTreeSet<&str> =
            command.get_subcommands().filter(|sub| !sub.is_hide_set()).map(Command::get_name).collect();
        let mut seen = BTreeSet::new();
        for name in groups::GROUPS.iter().flat_map(|group| group.commands) {
            assert!(visible.contains(name), "help/groups.rs names {name}, which is no command");
            assert!(seen.insert(*name), "help/groups.rs names {name} twice");
        }
        let missing: Vec<_> = visible.difference(&seen).collect();
        assert!(missing.is_empty(), "put these into a group of help/groups.rs: {missing:?}");
    }

    #[test]
    fn every_example_is_of_a_command_and_can_be_typed() {
        let (mut commands, mut args) = (BTreeSet::new(), BTreeSet::new());
        collect(&Cli::command(), "", &mut commands, &mut args);
        for (path, example) in examples::EXAMPLES {
            assert!(commands.contains(*path), "{path}");
            let words = example.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().collect::<Vec<_>>(),
                _ => vec![part],
            });
            command(Lang::English).try_get_matches_from(words).expect(example);
        }
    }

    #[test]
    fn the_command_line_is_sound_in_both_languages() {
        command(Lang::English).debug_assert();
        command(Lang::Japanese).debug_assert();
    }
}
