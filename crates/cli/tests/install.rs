//! `install`, `uninstall`, `status`: our hooks in the settings of hosts, and out again to the byte.

use std::path::PathBuf;
use std::process::Stdio;

use omoide_testkit::command::{CommandAnswer, CommandSandbox};
use serde_json::{Value, json};

const SETTINGS: &str = r#"{
  "model": "opus",
  "hooks": {
    "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ],
    "PreToolUse": []
  },
  "permissions": {"allow": ["Bash(ls:*)"], "deny": []}
}
"#;

fn binary() -> String {
    let path = std::fs::canonicalize(env!("CARGO_BIN_EXE_omoide")).expect("the command is there");
    path.to_str().expect("UTF-8").to_owned()
}

/// What was said, with the place of the program left out.
fn told(answer: &CommandAnswer) -> String {
    answer.all().replace(&binary(), "<omoide>")
}

fn settings(sandbox: &CommandSandbox) -> PathBuf {
    sandbox.file(".claude/settings.json")
}

fn with_settings(text: &str) -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    std::fs::create_dir_all(sandbox.file(".claude")).expect("a folder");
    std::fs::write(settings(&sandbox), text).expect("written");
    sandbox
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names(sandbox: &CommandSandbox, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(sandbox.file(folder)).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn hooks_go_in_beside_those_of_others_and_out_again() {
    let sandbox = with_settings(SETTINGS);
    insta::assert_snapshot!("dry_run", told(&sandbox.omoide(&["install", "claude-code", "--dry-run"])));
    assert_eq!(read(settings(&sandbox)), SETTINGS, "nothing was changed");
    assert_eq!(names(&sandbox, ".claude"), ["settings.json"]);
    insta::assert_snapshot!("installed", told(&sandbox.omoide(&["install", "claude-code"])));
    let value: Value = serde_json::from_str(&read(settings(&sandbox))).expect("JSON");
    assert_eq!(value["hooks"]["Stop"].as_array().map(Vec::len), Some(2));
    let prompt = &value["hooks"]["UserPromptSubmit"][0]["hooks"][0];
    assert_eq!(
        *prompt,
        json!({ "type": "command", "command": binary(), "args": ["hook", "user-prompt-submit"], "timeout": 3 })
    );
    assert_eq!(read(sandbox.file(".claude/settings.json.omoide-backup")), SETTINGS);
    insta::assert_snapshot!("again", told(&sandbox.omoide(&["install", "claude-code"])));
    insta::assert_snapshot!("status", told(&sandbox.omoide(&["status"])));
    insta::assert_snapshot!("out_dry", told(&sandbox.omoide(&["uninstall", "claude-code", "--dry-run"])));
    insta::assert_snapshot!("uninstalled", told(&sandbox.omoide(&["uninstall", "claude-code"])));
    assert_eq!(read(settings(&sandbox)), SETTINGS);
    assert_eq!(names(&sandbox, ".claude"), ["settings.json"]);
    insta::assert_snapshot!("not_there", told(&sandbox.omoide(&["uninstall", "claude-code", "--lang", "ja"])));
}

#[test]
fn what_was_not_there_is_gone_again() {
    let sandbox = CommandSandbox::new();
    let value = sandbox.omoide(&["install", "claude-code", "--json"]).json();
    assert_eq!(value["files"][0]["change"], "made");
    assert_eq!(value["files"].as_array().map(Vec::len), Some(2), "the hooks, and the server that this program is");
    let value = sandbox.omoide(&["uninstall", "claude-code", "--json"]).json();
    assert_eq!(value["files"][0]["change"], "removed");
    assert_eq!(std::fs::read_dir(sandbox.path()).expect("a folder").count(), 0, "{:?}", names(&sandbox, ""));
}

#[test]
fn a_project_has_settings_of_its_own_and_a_folder_of_configuration_is_respected() {
    let sandbox = CommandSandbox::new();
    let project = sandbox.file("project/inner");
    std::fs::create_dir_all(&project).expect("a folder");
    std::fs::create_dir_all(sandbox.file("project/.git")).expect("a folder");
    let mut command = sandbox.command(&["install", "claude-code", "--scope", "project"]);
    command.current_dir(&project);
    sandbox.run(command, None).ok();
    assert!(sandbox.file("project/.claude/settings.json").is_file());
    let folder = sandbox.file("elsewhere");
    let environment = [("CLAUDE_CONFIG_DIR", folder.to_str().expect("UTF-8"))];
    sandbox.with(&environment, &["install", "claude-code"]).ok();
    assert!(folder.join("settings.json").is_file() && !sandbox.file(".claude").exists());
}

#[test]
fn what_cannot_be_read_is_refused_and_left() {
    let cases: [(&str, &[u8]); 6] = [
        ("comments", b"{\n  // mine\n  \"model\": \"opus\",\n}\n"),
        ("malformed", b"{\n  \"model\": \"opus\"\n  \"b\": 1\n}\n"),
        ("no_object", b"[1]"),
        ("hooks_of_another_shape", b"{\"hooks\": {\"Stop\": \"x\"}}"),
        ("cut_off", b"{\"model\": \"op"),
        ("not_utf8", b"{\n\"a\": \"\xff\"}"),
    ];
    for (name, bytes) in cases {
        let sandbox = with_settings("");
        std::fs::write(settings(&sandbox), bytes).expect("written");
        let answer = sandbox.omoide(&["install", "claude-code"]);
        assert_eq!(answer.code, 1, "{name}: {answer:?}");
        insta::assert_snapshot!(format!("refused_{name}"), answer.err);
        sandbox.omoide(&["install", "claude-code", "--dry-run", "--lang", "ja"]).fails(1);
        if name != "hooks_of_another_shape" {
            sandbox.omoide(&["uninstall", "claude-code"]).fails(1);
        }
        assert_eq!(std::fs::read(settings(&sandbox)).expect("readable"), bytes, "{name}");
        assert_eq!(names(&sandbox, ".claude"), ["settings.json"], "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_file_and_a_folder_in_its_place_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = with_settings(SETTINGS);
    std::fs::set_permissions(settings(&sandbox), std::fs::Permissions::from_mode(0o444)).expect("set");
    insta::assert_snapshot!("read_only", sandbox.omoide(&["install", "claude-code"]).fails(1));
    assert_eq!(read(settings(&sandbox)), SETTINGS);
    assert!(sandbox.omoide(&["install", "claude-code", "--dry-run"]).ok().contains("+    \"SessionStart\""));
    let sandbox = CommandSandbox::new();
    std::fs::create_dir_all(settings(&sandbox)).expect("a folder");
    assert!(sandbox.omoide(&["install", "claude-code"]).fails(1).contains("could not be read or written"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_rights_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let sandbox = CommandSandbox::new();
    let target = sandbox.file("dotfiles.json");
    std::fs::write(&target, SETTINGS).expect("written");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o600)).expect("set");
    std::fs::create_dir_all(sandbox.file(".claude")).expect("a folder");
    symlink("../dotfiles.json", settings(&sandbox)).expect("a link");
    sandbox.omoide(&["install", "claude-code"]).ok();
    assert!(settings(&sandbox).is_symlink() && read(target.clone()).contains("UserPromptSubmit"));
    let mode = |path: &PathBuf| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!((mode(&target), mode(&sandbox.file("dotfiles.json.omoide-backup"))), (0o600, 0o600));
    sandbox.omoide(&["uninstall", "claude-code"]).ok();
    assert!(settings(&sandbox).is_symlink());
    assert_eq!((read(target.clone()).as_str(), mode(&target)), (SETTINGS, 0o600));
}

#[test]
fn what_others_wrote_since_is_kept() {
    let sandbox = with_settings(SETTINGS);
    sandbox.omoide(&["install", "claude-code"]).ok();
    let edited = read(settings(&sandbox)).replace("\"opus\"", "\"sonnet\"");
    std::fs::write(settings(&sandbox), edited).expect("written");
    assert!(sandbox.omoide(&["uninstall", "claude-code"]).ok().contains("Omoide's part removed"));
    assert_eq!(read(settings(&sandbox)), SETTINGS.replace("\"opus\"", "\"sonnet\""));
    assert_eq!(names(&sandbox, ".claude"), ["settings.json"]);
}

#[test]
fn a_program_that_moved_is_seen_and_mended() {
    let sandbox = with_settings(SETTINGS);
    sandbox.omoide(&["install", "claude-code"]).ok();
    let moved = read(settings(&sandbox)).replacen(&binary(), "/0/omoide", 2);
    std::fs::write(settings(&sandbox), moved).expect("written");
    insta::assert_snapshot!("moved", told(&sandbox.omoide(&["status"])));
    let value = sandbox.omoide(&["status", "--json"]).json();
    assert_eq!(value["hosts"][0]["state"], "partly");
    assert_eq!(value["hosts"][0]["programs"][0], json!({ "path": "/0/omoide", "exists": false, "is_this": false }));
    sandbox.omoide(&["install", "claude-code"]).ok();
    assert_eq!(sandbox.omoide(&["status", "--json"]).json()["hosts"][0]["state"], "installed");
    sandbox.omoide(&["uninstall", "claude-code"]).ok();
    assert_eq!(read(settings(&sandbox)), SETTINGS);
}

#[cfg(unix)]
#[test]
fn a_link_on_the_path_is_what_hosts_run() {
    let sandbox = CommandSandbox::new();
    std::fs::create_dir_all(sandbox.file("bin")).expect("a folder");
    std::os::unix::fs::symlink(binary(), sandbox.file("bin/omoide")).expect("a link");
    let path = sandbox.file("bin");
    sandbox.with(&[("PATH", path.to_str().expect("UTF-8"))], &["install", "claude-code", "--mind", "rex"]).ok();
    let value: Value = serde_json::from_str(&read(settings(&sandbox))).expect("JSON");
    let handler = &value["hooks"]["Stop"][0]["hooks"][0];
    assert_eq!(handler["command"], json!(sandbox.file("bin/omoide")));
    assert_eq!(handler["args"], json!(["hook", "stop", "--mind", "rex"]), "the mind that was asked for");
    assert_eq!(handler["async"], Value::Null, "the host would kill it at the end of a session without a terminal");
}

#[test]
fn installs_at_the_same_moment_lose_nothing() {
    let sandbox = with_settings(SETTINGS);
    for task in ["install", "uninstall", "install"] {
        let children: Vec<_> = (0..6)
            .map(|_| {
                let mut command = sandbox.command(&[task, "claude-code"]);
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs")
            })
            .collect();
        for child in children {
            let output = child.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let value: Value = serde_json::from_str(&read(settings(&sandbox))).expect("JSON");
        let ours = if task == "install" { 2 } else { 1 };
        assert_eq!(value["hooks"]["Stop"].as_array().map(Vec::len), Some(ours), "{task}");
    }
    sandbox.omoide(&["uninstall", "claude-code"]).ok();
    assert_eq!(read(settings(&sandbox)), SETTINGS);
    assert_eq!(names(&sandbox, ".claude"), ["settings.json"]);
}

#[test]
fn codex_has_its_hooks_switched_on_and_off() {
    let config = "# mine\nmodel = \"o\"\n\n[features]\nweb_search = true # yes\n";
    let sandbox = CommandSandbox::new();
    std::fs::create_dir_all(sandbox.file(".codex")).expect("a folder");
    std::fs::write(sandbox.file(".codex/config.toml"), config).expect("written");
    insta::assert_snapshot!("codex", told(&sandbox.omoide(&["install", "codex", "--dry-run"])));
    sandbox.omoide(&["install", "codex"]).ok();
    assert!(sandbox.omoide(&["install", "codex"]).ok().contains("already"));
    assert_eq!(sandbox.omoide(&["status", "--json"]).json()["hosts"][2]["state"], "installed");
    sandbox.omoide(&["uninstall", "codex"]).ok();
    assert_eq!(read(sandbox.file(".codex/config.toml")), config);
    assert_eq!(names(&sandbox, ".codex"), ["config.toml"]);
}

#[test]
fn one_file_that_cannot_be_edited_keeps_all_others_as_they_are() {
    let sandbox = CommandSandbox::new();
    std::fs::create_dir_all(sandbox.file(".codex")).expect("a folder");
    std::fs::write(sandbox.file(".codex/config.toml"), "features = = 1\n").expect("written");
    insta::assert_snapshot!("codex_malformed", sandbox.omoide(&["install", "codex"]).fails(1));
    assert_eq!(names(&sandbox, ".codex"), ["config.toml"]);
}

#[test]
fn what_else_keeps_hooks_from_running_is_said() {
    let sandbox = with_settings("{\"enabledPlugins\": {\"omoide@omoide\": true}, \"disableAllHooks\": true}");
    sandbox.omoide(&["install", "claude-code"]).ok();
    let said = sandbox.omoide(&["status"]).err;
    assert!(said.contains("every hook runs twice") && said.contains("disableAllHooks"), "{said}");
    let host = &sandbox.omoide(&["status", "--json"]).json()["hosts"][0];
    assert_eq!((&host["has_plugin"], &host["hooks_are_disabled"]), (&true.into(), &true.into()));
}

#[cfg(unix)]
#[test]
fn a_kill_at_any_moment_leaves_one_file_or_the_other() {
    let sandbox = with_settings(SETTINGS);
    sandbox.omoide(&["install", "claude-code"]).ok();
    let installed = read(settings(&sandbox));
    for round in 0..60_u64 {
        let task = if round % 2 == 0 { "uninstall" } else { "install" };
        let mut command = sandbox.command(&[task, "claude-code"]);
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(std::time::Duration::from_micros(round * 613 % 20_000));
        child.kill().expect("it can be killed, or has ended");
        child.wait().expect("it ends");
        let now = read(settings(&sandbox));
        assert!(now == SETTINGS || now == installed, "round {round}:\n{now}");
    }
    sandbox.omoide(&["install", "claude-code"]).ok();
    assert_eq!(read(settings(&sandbox)), installed);
    sandbox.omoide(&["uninstall", "claude-code"]).ok();
    assert_eq!(read(settings(&sandbox)), SETTINGS);
    assert_eq!(names(&sandbox, ".claude"), ["settings.json"]);
}
