//! What `omoide --help` shows: what this is, three commands to begin with, all commands in groups, and the options of
//! every command.

use clap::{Arg, Command};
use omoide_home::lang::Lang;

use super::groups::GROUPS;
use crate::width::{pad, width};

/// Where to read on.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The command whose help is the first screen. The texts of the commands below it and of its options are already in
/// that language.
pub(super) fn with_first_screen(command: Command, lang: Lang) -> Command {
    let screen = text(&command, lang);
    command.help_template(screen)
}

/// The template of the help. The parser fills in nothing: what it would lay out is laid out here.
fn text(command: &Command, lang: Lang) -> String {
    let sections = [introduction(command, lang), groups(command, lang), further(lang), options(command, lang)];
    sections.join("\n\n") + "\n"
}

fn introduction(command: &Command, lang: Lang) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let what = lang.pick(
        "It keeps what was said, brings back what matters now, and lets the rest fade.\n\
         It needs no network, no API key and no language model.",
        "会話の内容を覚え、いま必要なことを思い出し、使わない記憶は薄れていきます。\n\
         ネットワークもAPIキーも言語モデルも必要ありません。",
    );
    let usage = lang.pick("Usage: omoide COMMAND [OPTIONS]", "使い方： omoide コマンド [オプション]");
    format!("{about}\n\n{what}\n\n{}\n\n{usage}", begin(lang))
}

/// The three commands to begin with.
fn begin(lang: Lang) -> String {
    let lines = [
        (
            lang.pick("omoide remember \"Hina is allergic to eggs\"", "omoide remember \"陽菜は卵アレルギー\""),
            lang.pick("keep something that was said", "聞いたことを覚える"),
        ),
        (
            lang.pick("omoide recall \"Which cake can Hina eat?\"", "omoide recall \"陽菜に焼けるケーキは？\""),
            lang.pick("find what has to do with it", "関係のある記憶を思い出す"),
        ),
        ("omoide install claude-code", lang.pick("let Claude Code do both", "どちらもClaude Codeに任せる")),
    ];
    section(lang.pick("Begin with:", "はじめに："), &lines.map(|(line, what)| (line.to_owned(), what.to_owned())))
}

fn groups(command: &Command, lang: Lang) -> String {
    let about = |name: &&str| {
        let known = command.find_subcommand(name)?;
        Some(((*name).to_owned(), known.get_about().map(ToString::to_string).unwrap_or_default()))
    };
    // One width for all groups, so that the descriptions stand below each other.
    let room = GROUPS.iter().flat_map(|group| group.commands).map(|name| width(name)).max().unwrap_or_default();
    let shown = GROUPS.iter().map(|group| {
        let lines: Vec<(String, String)> = group.commands.iter().filter_map(about).collect();
        table(&heading(group.title(lang), lang), &lines, room)
    });
    shown.collect::<Vec<_>>().join("\n\n")
}

fn options(command: &Command, lang: Lang) -> String {
    let lines: Vec<(String, String)> = command.get_arguments().map(|arg| (label(arg), described(arg))).collect();
    section(&heading(lang.pick("Options of every command", "共通オプション"), lang), &lines)
}

fn further(lang: Lang) -> String {
    let lines = [
        (
            lang.pick("omoide COMMAND --help", "omoide コマンド --help").to_owned(),
            lang.pick("what a command does, and its options", "各コマンドの説明とオプション").to_owned(),
        ),
        (REPOSITORY.to_owned(), lang.pick("the guide", "ガイド").to_owned()),
    ];
    section(&heading(lang.pick("Read on", "詳しくは"), lang), &lines)
}

/// An option as it is written: `-q, --quiet`, `    --mind <NAME>`.
fn label(arg: &Arg) -> String {
    let short = arg.get_short().map_or_else(|| "    ".to_owned(), |short| format!("-{short}, "));
    let long = arg.get_long().unwrap_or_default();
    let values = arg.get_value_names().filter(|_| arg.get_action().takes_values()).unwrap_or_default();
    let values: String = values.iter().map(|name| format!(" <{name}>")).collect();
    format!("{short}--{long}{values}")
}

fn described(arg: &Arg) -> String {
    arg.get_help().map(ToString::to_string).unwrap_or_default()
}

fn heading(title: &str, lang: Lang) -> String {
    format!("{title}{}", lang.pick(":", "："))
}

/// A heading, and lines of two columns below it.
fn section(heading: &str, lines: &[(String, String)]) -> String {
    let room = lines.iter().map(|(left, _)| width(left)).max().unwrap_or_default();
    table(heading, lines, room)
}

fn table(heading: &str, lines: &[(String, String)], room: usize) -> String {
    let rows = lines.iter().map(|(left, right)| format!("\n  {}  {right}", pad(left, room)));
    format!("{heading}{}", rows.collect::<String>())
}
