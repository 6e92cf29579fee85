//! `omoide allow`: a project's file chooses no mind until its person says so.

#![cfg(unix)]

mod hook;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hook::Machine;

const SECRET: &str = "The spare key of the shed hangs behind the blue door.";
const KEY: &str = "blue door";
const QUESTION: &str = "Where does the spare key of the shed hang?";

/// A machine with a mind of its own for what is private, and a repository that asks for it.
fn cloned() -> Machine {
    let machine = Machine::new();
    machine.omoide(&["remember", "--mind", "private", "--protect", SECRET]);
    machine.omoide(&["remember", "The roses are pruned on Sunday."]);
    let site = machine.home().join("cloned/site");
    fs::create_dir_all(&site).expect("made");
    fs::write(machine.home().join("cloned/.omoide"), "mind = \"private\"\n").expect("written");
    machine
}

fn told(machine: &Machine, text: &str) -> String {
    let home = fs::canonicalize(machine.home()).expect("there");
    let text = text.replace(&*home.to_string_lossy(), "<home>");
    // How wide a column is depends on where the test runs.
    let squeezed =
        |line: &str| line.split_whitespace().filter(|word| !word.starts_with('─')).collect::<Vec<_>>().join(" ");
    text.lines().map(squeezed).collect::<Vec<_>>().join("\n")
}

fn run(machine: &Machine, folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = machine.command(arguments).current_dir(folder).output().expect("it runs");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code(), told(machine, &String::from_utf8(printed).expect("UTF-8")))
}

#[test]
fn a_cloned_repository_neither_reads_nor_writes_the_mind_that_it_names() {
    let machine = cloned();
    let mut session = machine.session("s1", "cloned/site");
    assert!(!session.begins("startup").contains(KEY));
    assert!(!session.asks(QUESTION).contains(KEY));
    session.asks("The release of the site is on Friday.");
    session.answers("Noted.");
    session.ends();
    machine.settle();
    assert_eq!(machine.memories("private").len(), 1, "nothing came to it");
    assert!(machine.memories("default").contains(&"The release of the site is on Friday. → Noted.".to_owned()));
    let mut usual = machine.session("s2", "cloned/site");
    assert!(usual.asks("When are the roses pruned?").contains("Sunday"), "the usual mind goes on");
    let log = machine.log();
    assert_eq!(log.matches("omoide allow").count(), 1, "told once: {log}");
    for command in ["status", "doctor"] {
        let said = told(&machine, &machine.omoide(&[command]));
        assert!(said.contains("omoide allow <home>/cloned"), "{command}: {said}");
    }
    let status: serde_json::Value = serde_json::from_str(&machine.omoide(&["status", "--json"])).expect("JSON");
    assert_eq!(status["waiting"][0]["mind"], "private", "{status}");
}

#[test]
fn what_is_allowed_holds_for_that_folder_and_that_mind() {
    let machine = cloned();
    let site = machine.home().join("cloned/site");
    assert!(!machine.session("s0", "cloned/site").asks(QUESTION).contains(KEY));
    insta::assert_snapshot!("allowed", run(&machine, &site, &["allow"]).1);
    insta::assert_snapshot!("allowed_in_japanese", run(&machine, &site, &["allow", "--lang", "ja"]).1);
    let mut session = machine.session("s1", "cloned/site");
    assert!(session.asks(QUESTION).contains(KEY));
    session.asks("The release of the site is on Friday.");
    session.answers("Noted.");
    machine.settle();
    assert!(machine.memories("private").contains(&"The release of the site is on Friday. → Noted.".to_owned()));
    assert!(machine.omoide(&["status", "--json"]).contains("\"waiting\": []"));

    fs::create_dir_all(machine.home().join("elsewhere")).expect("made");
    fs::copy(machine.home().join("cloned/.omoide"), machine.home().join("elsewhere/.omoide")).expect("copied");
    assert!(!machine.session("s2", "elsewhere").asks(QUESTION).contains(KEY), "a copy asks for itself");
    insta::assert_snapshot!("listed", run(&machine, &site, &["allow", "--list"]).1);
    insta::assert_snapshot!("listed_in_japanese", run(&machine, &site, &["allow", "--list", "--lang", "ja"]).1);

    machine.omoide(&["remember", "--mind", "diary", SECRET]);
    fs::write(machine.home().join("cloned/.omoide"), "mind = \"diary\"\n").expect("written");
    assert!(!machine.session("s3", "cloned/site").asks(QUESTION).contains(KEY), "another mind asks again");
    fs::write(machine.home().join("cloned/.omoide"), "mind = \"private\"\n").expect("written");
    assert!(machine.session("s4", "cloned/site").asks(QUESTION).contains(KEY));
    insta::assert_snapshot!("revoked", run(&machine, &site, &["allow", "--revoke"]).1);
    assert!(!machine.session("s5", "cloned/site").asks(QUESTION).contains(KEY));
    let (code, text) = run(&machine, &site, &["allow", "--revoke"]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!("nothing_to_revoke", text);
    for name in ["allowed_minds.json", "waiting_minds.json", "allowed_minds.lock"] {
        let mode = fs::metadata(machine.data().join(name)).expect(name).permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
}

#[test]
fn what_a_file_closes_is_closed_without_leave() {
    let machine = cloned();
    machine.omoide(&["remember", SECRET]);
    fs::write(machine.home().join("cloned/.omoide"), "mind = \"private\"\nrecall = false\nremember = false")
        .expect("written");
    let mut session = machine.session("s1", "cloned/site");
    assert_eq!(session.asks(QUESTION), "");
    session.answers("I do not know.");
    session.ends();
    machine.settle();
    assert_eq!((machine.memories("private").len(), machine.memories("default").len()), (1, 2));
}

#[test]
fn the_configuration_of_the_person_needs_no_leave() {
    let machine = cloned();
    let folder = machine.home().join("cloned");
    let text = format!("[folders.\"{}\"]\nmind = \"private\"\n", folder.display());
    fs::write(machine.data().join("omoide.toml"), text).expect("written");
    assert!(machine.session("s1", "cloned/site").asks(QUESTION).contains(KEY));
    assert_eq!(machine.log(), "");
}

#[test]
fn where_no_file_names_a_mind_there_is_nothing_to_allow() {
    let machine = cloned();
    let (code, text) = run(&machine, &machine.home().join("garden"), &["allow"]);
    assert_eq!(code, Some(1));
    insta::assert_snapshot!("nothing_to_allow", text);
    let (code, _) = run(&machine, &machine.home(), &["allow", "/nowhere/at/all"]);
    assert_eq!(code, Some(1));
    fs::write(machine.home().join("garden/.omoide"), "mind = ").expect("written");
    let (code, text) = run(&machine, &machine.home().join("garden"), &["allow", "--json"]);
    assert_eq!(code, Some(1), "{text}");
}
