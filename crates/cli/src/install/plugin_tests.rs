//! The plugin's files say what this program does: they are compared with the tables that `install` uses.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use serde_json::{Value, json};

use super::events::{CLAUDE_CODE, CODEX};
use super::servers::COMMAND;
use crate::cli::Cli;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies two folders down").to_owned()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json_of(path: &str) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The plugin's hooks as the table has them, with the program looked for on the PATH.
fn hooks() -> Value {
    let events: serde_json::Map<String, Value> =
        CLAUDE_CODE.iter().map(|hook| (hook.event.to_owned(), json!([hook.group("omoide", &[])]))).collect();
    json!({ "description": "Remembers turns of conversation, and recalls what belongs to a prompt.", "hooks": events })
}

fn is_kebab(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

fn is_semver(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u64>().is_ok())
}

#[test]
fn the_plugins_hooks_are_those_that_install_writes() {
    assert_eq!(json_of("plugin/hooks/hooks.json"), hooks());
}

#[test]
fn every_hook_is_one_that_the_program_answers() {
    let tree = Cli::command();
    let Some(command) = tree.find_subcommand("hook") else { return };
    let below = command.get_subcommands().map(|sub| sub.get_name().to_owned());
    let values = command.get_positionals().flat_map(|arg| arg.get_possible_values());
    let known: Vec<String> = below.chain(values.map(|value| value.get_name().to_owned())).collect();
    for hook in CLAUDE_CODE.iter().chain(&CODEX).filter(|_| !known.is_empty()) {
        assert!(known.iter().any(|word| word == hook.word), "omoide hook {}", hook.word);
    }
}

#[test]
fn the_plugin_and_the_marketplace_are_named_and_versioned_alike() {
    let plugin = json_of("plugin/.claude-plugin/plugin.json");
    let market = json_of(".claude-plugin/marketplace.json");
    for name in [&plugin["name"], &market["name"]] {
        assert!(name.as_str().is_some_and(is_kebab), "{name}");
    }
    assert_eq!(plugin["version"], env!("CARGO_PKG_VERSION"));
    assert!(plugin["version"].as_str().is_some_and(is_semver));
    assert_eq!(plugin["repository"], env!("CARGO_PKG_REPOSITORY"));
    assert!(market["owner"]["name"].is_string());
    let listed = market["plugins"].as_array().expect("a list");
    assert_eq!(listed.len(), 1);
    for member in ["name", "version", "description"] {
        assert_eq!(listed[0][member], plugin[member], "{member}");
    }
    let source = listed[0]["source"].as_str().expect("a path");
    assert!(source.starts_with("./") && root().join(source).join(".claude-plugin/plugin.json").is_file(), "{source}");
}

#[test]
fn every_path_that_the_plugin_names_is_there() {
    let plugin = json_of("plugin/.claude-plugin/plugin.json");
    let members = plugin.as_object().expect("an object");
    for (name, value) in members {
        for path in value.as_str().into_iter().filter(|text| text.starts_with("./")) {
            assert!(root().join("plugin").join(path).exists(), "{name}: {path}");
        }
    }
}

#[test]
fn the_plugin_has_a_server_exactly_if_the_program_is_one() {
    let is_one = Cli::command().find_subcommand(COMMAND).is_some();
    assert_eq!(root().join("plugin/.mcp.json").exists(), is_one);
    if is_one {
        let servers = json_of("plugin/.mcp.json");
        assert_eq!(servers["mcpServers"]["omoide"], json!({ "command": "omoide", "args": [COMMAND] }));
    }
}

#[test]
fn every_skill_is_named_by_its_folder_and_uses_commands_that_exist() {
    let folder = root().join("plugin/skills");
    let mut skills = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        skills.insert(name.clone(), read(&format!("plugin/skills/{name}/SKILL.md")));
    }
    assert_eq!(skills.keys().collect::<Vec<_>>(), ["forget", "recall", "remember"]);
    for (name, text) in skills {
        let front = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).expect("front matter").0;
        assert!(front.lines().any(|line| line == format!("name: {name}")), "{name}");
        let description = front.lines().find_map(|line| line.strip_prefix("description: ")).expect("a description");
        assert!((40..=1024).contains(&description.len()), "{name}: {description}");
        let mut count = 0;
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("omoide ")) {
            check_line(line);
            count += 1;
        }
        assert!(count > 0, "{name} runs nothing");
    }
}

/// Whether a line of a skill is one that the command line would take.
fn check_line(line: &str) {
    let code = line.split(" #").next().unwrap_or_default();
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for (place, piece) in code.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
        is_open = place % 2 == 1;
    }
    assert!(!is_open, "{line}: a quote is open");
    if let Err(error) = crate::help::command(omoide_home::lang::Lang::English).try_get_matches_from(words) {
        panic!("{line}: {error}");
    }
}
