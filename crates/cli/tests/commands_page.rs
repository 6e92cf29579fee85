//! `docs/commands.md` names every command of the program, and no other.

use std::collections::{BTreeMap, BTreeSet};

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::tidy;

/// Commands that only the program itself runs.
const INTERNAL: [&str; 2] = ["hook worker", "hook night"];

/// Every command with its place below the others (`sleep undo`), as the completions for bash know them.
fn commands() -> BTreeSet<String> {
    let script = CommandSandbox::new().omoide(&["completions", "bash"]).ok();
    let mut names = BTreeMap::from([("omoide".to_owned(), String::new())]);
    let lines: Vec<&str> = script.lines().map(str::trim).collect();
    for pair in lines.windows(2) {
        // A pattern such as `omoide__subcmd__sleep,undo)`, and what is read from then on: `cmd="…"`.
        let Some((parent, name)) = pair[0].strip_suffix(')').and_then(|case| case.split_once(',')) else { continue };
        let Some(key) = pair[1].strip_prefix("cmd=\"").and_then(|rest| rest.strip_suffix('"')) else { continue };
        if name == "help" && parent != "omoide" || parent.ends_with("__help") {
            continue;
        }
        if let Some(above) = names.get(parent) {
            names.insert(key.to_owned(), format!("{above} {name}").trim().to_owned());
        }
    }
    names.into_values().filter(|name| !name.is_empty() && !INTERNAL.contains(&name.as_str())).collect()
}

/// The commands in the first cells of the page's tables.
fn named(page: &str) -> Vec<String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.filter_map(|row| row.split_once('|')).map(|(cell, _)| format!("`{cell}"));
    let spans = |cell: String| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    cells.flat_map(spans).collect()
}

#[test]
fn the_page_of_commands_has_every_command_once() {
    let commands = commands();
    assert!(
        commands.len() > 60 && commands.contains("sleep undo") && commands.contains("restore-backup"),
        "{commands:?}"
    );
    let page = std::fs::read_to_string(tidy::root().join("docs/commands.md")).expect("a page");
    let named = named(&page);
    let once: BTreeSet<String> = named.iter().cloned().collect();
    assert_eq!(once.len(), named.len(), "a command is named twice");

    let unknown: Vec<&String> = once.difference(&commands).collect();
    assert!(unknown.is_empty(), "docs/commands.md names what is no command: {unknown:?}");
    // A command that only leads to others may be left out for them.
    let leads = |name: &str| commands.iter().any(|other| other.starts_with(&format!("{name} ")));
    let missing: Vec<&String> = commands.difference(&once).filter(|name| !leads(name)).collect();
    assert!(missing.is_empty(), "docs/commands.md lacks: {missing:?}");
    assert!(once.contains("sleep"), "a command that leads to others and does something itself is named");
}

/// The groups of the help, each with its commands: headings at the margin, commands below them.
fn groups_of_the_help() -> Vec<(String, Vec<String>)> {
    let known: BTreeSet<String> =
        commands().iter().filter_map(|name| name.split(' ').next().map(str::to_owned)).collect();
    let help = CommandSandbox::new().omoide(&["--help"]).ok();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for line in help.lines() {
        if let Some(heading) = line.strip_suffix(':').filter(|heading| !heading.starts_with(' ')) {
            groups.push((heading.to_owned(), Vec::new()));
        } else if let (Some((_, names)), Some(rest)) = (groups.last_mut(), line.strip_prefix("  ")) {
            let name = rest.split(' ').next().unwrap_or_default();
            names.extend(known.contains(name).then(|| name.to_owned()));
        }
    }
    groups.retain(|(_, names)| !names.is_empty());
    groups
}

#[test]
fn the_page_of_commands_has_the_groups_of_the_help() {
    let page = std::fs::read_to_string(tidy::root().join("docs/commands.md")).expect("a page");
    let sections = page.split("\n## ").skip(1);
    let groups: Vec<(String, BTreeSet<String>)> = sections
        .filter_map(|section| section.split_once('\n'))
        .map(|(heading, rows)| {
            let first = |name: &String| name.split(' ').next().map(str::to_owned);
            (heading.to_owned(), named(rows).iter().filter_map(first).collect())
        })
        .collect();
    let want: Vec<(String, BTreeSet<String>)> =
        groups_of_the_help().into_iter().map(|(heading, names)| (heading, names.into_iter().collect())).collect();
    assert!(want.len() > 3, "the help was not understood: {want:?}");
    assert_eq!(groups, want);
}
