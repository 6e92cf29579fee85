//! What holds for settings of any shape: in and out again is nothing, and twice is once.

use std::path::Path;

use omoide_home::lang::Lang;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::hooks::HostHooks;
use super::hosts::{Host, PartFile};
use super::installation::{InstallTask, Installation};
use super::json_text::append_member;
use super::part::{InstalledPart, PartState};
use super::program::Program;
use super::servers::McpServer;

fn program() -> Program {
    Program { path: "/opt/my tools/omoide".into(), flags: Vec::new() }
}

/// Any JSON, not deep.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no others", |number| number.is_finite()).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(any_key(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn any_key() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,6}", Just("a\"b\\".to_owned()), Just("鍵".to_owned()), Just("matcher".to_owned())]
}

/// Hooks of other tools, empty lists and odd groups among them.
fn other_hooks() -> impl Strategy<Value = Value> {
    let handler = prop_oneof![
        Just(json!({ "type": "command", "command": "npx lint" })),
        Just(json!({ "type": "command", "command": "/usr/bin/other", "args": ["hook", "stop"], "timeout": 3 })),
        Just(json!({ "type": "http", "url": "http://localhost" })),
        Just(json!({ "type": "command", "command": "echo omoide hook" })),
    ];
    let group = prop_oneof![
        4 => proptest::collection::vec(handler, 0..3).prop_map(|hooks| json!({ "matcher": "*", "hooks": hooks })),
        1 => any_value(),
    ];
    let event = prop_oneof![Just("Stop"), Just("SessionStart"), Just("PreToolUse"), Just("SessionEnd")];
    let groups = proptest::collection::vec(group, 0..3).prop_map(Value::from);
    proptest::collection::btree_map(event.prop_map(str::to_owned), groups, 0..4)
        .prop_map(|events| Value::Object(events.into_iter().collect()))
}

fn any_settings() -> impl Strategy<Value = Value> {
    let members = proptest::collection::btree_map(any_key(), any_value(), 0..5);
    let servers = proptest::option::of(Just(json!({ "other": { "command": "x" } })));
    (members, proptest::option::of(other_hooks()), servers).prop_map(|(members, hooks, servers)| {
        let mut members: serde_json::Map<String, Value> = members.into_iter().collect();
        members.extend(hooks.map(|hooks| ("hooks".to_owned(), hooks)));
        members.extend(servers.map(|servers| ("mcpServers".to_owned(), servers)));
        Value::Object(members)
    })
}

/// The settings as some program or person would write them.
fn any_text() -> impl Strategy<Value = String> {
    (any_settings(), 0..6_u8, any::<bool>()).prop_map(|(value, manner, has_end)| {
        let with = |unit: &[u8]| {
            let mut out = Vec::new();
            let formatter = serde_json::ser::PrettyFormatter::with_indent(unit);
            let mut serializer = serde_json::Serializer::with_formatter(&mut out, formatter);
            serde::Serialize::serialize(&value, &mut serializer).expect("JSON");
            String::from_utf8(out).expect("UTF-8")
        };
        let text = match manner {
            0 => with(b"  "),
            1 => with(b"\t"),
            2 => with(b"    ").replace('\n', "\r\n"),
            3 => with(b""),
            4 => format!("\u{feff}{}", with(b" ").replace('\n', " ")),
            _ => value.to_string(),
        };
        if has_end { format!("{text}\n") } else { text }
    })
}

fn in_folder<T>(
    part: InstalledPart,
    before: Option<&str>,
    check: impl FnOnce(&Path, &PartFile, &Installation<'_>) -> T,
) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("host").join("settings.json");
    if let Some(text) = before {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(&file, text).expect("written");
    }
    let data_dir = folder.path().join("data");
    let program = program();
    let installation = Installation { program: &program, data_dir: &data_dir, lang: Lang::English };
    check(&file, &PartFile { file: file.clone(), part, is_wanted: true }, &installation)
}

fn files_below(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

fn parts() -> impl Strategy<Value = InstalledPart> {
    prop_oneof![
        Just(InstalledPart::Hooks(Host::ClaudeCode)),
        Just(InstalledPart::Hooks(Host::Codex)),
        Just(InstalledPart::Server)
    ]
}

proptest! {
    #[test]
    fn in_and_out_again_is_nothing_and_twice_is_once(text in any_text(), part in parts()) {
        in_folder(part, Some(&text), |file, place, installation| {
            let first = installation.run(place, InstallTask::Install).expect("installed");
            prop_assert!(first.is_any());
            let written = std::fs::read_to_string(file).expect("readable");
            prop_assert_eq!(part.standing(&written, &program()).expect("readable").state, PartState::Installed);
            prop_assert!(!installation.run(place, InstallTask::Install).expect("installed").is_any());
            prop_assert_eq!(&std::fs::read_to_string(file).expect("readable"), &written);
            prop_assert_eq!(&std::fs::read_to_string(file.with_file_name("settings.json.omoide-backup")).expect("kept"), &text);
            installation.run(place, InstallTask::Uninstall).expect("uninstalled");
            prop_assert_eq!(&std::fs::read_to_string(file).expect("readable"), &text);
            prop_assert_eq!(files_below(file.parent().expect("a folder")), ["settings.json"]);
            prop_assert!(files_below(installation.data_dir).is_empty());
            Ok(())
        })?;
    }

    #[test]
    fn what_others_wrote_since_stays_and_ours_goes(text in any_text(), part in parts()) {
        in_folder(part, Some(&text), |file, place, installation| {
            installation.run(place, InstallTask::Install).expect("installed");
            let edit = |text: &str| {
                let plain = text.trim_start_matches('\u{feff}');
                append_member(plain, &[], "added by someone", &json!([1])).expect("an object")
            };
            let written = std::fs::read_to_string(file).expect("readable");
            std::fs::write(file, edit(&written)).expect("written");
            installation.run(place, InstallTask::Uninstall).expect("uninstalled");
            let left: Value = serde_json::from_str(&std::fs::read_to_string(file).expect("readable")).expect("JSON");
            let wanted: Value = serde_json::from_str(&edit(&text)).expect("JSON");
            prop_assert_eq!(left, wanted);
            prop_assert_eq!(files_below(file.parent().expect("a folder")), ["settings.json"]);
            Ok(())
        })?;
    }

    #[test]
    fn without_a_receipt_only_ours_goes(text in any_text()) {
        let program = program();
        let hooks = HostHooks { host: Host::ClaudeCode, program: &program };
        let after = hooks.with(&text).expect("editable");
        let out = hooks.without(&after, Some(&text)).expect("editable");
        let value = |text: &str| serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')).expect("JSON");
        prop_assert_eq!(value(&out), value(&text));
        let server = McpServer::of(&program).with(&text).expect("editable");
        let out = McpServer::without(&server, &program, Some(&text)).expect("editable");
        prop_assert_eq!(value(&out), value(&text));
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}") {
        let program = program();
        for part in [InstalledPart::Hooks(Host::ClaudeCode), InstalledPart::Server, InstalledPart::CodexConfig { has_server: true }] {
            let _ = part.with(&text, &program);
            let _ = part.without(&text, &program, Some(&text));
            let _ = part.standing(&text, &program);
        }
    }
}

#[test]
fn a_file_that_was_not_there_is_gone_again_with_its_folder() {
    in_folder(InstalledPart::Hooks(Host::ClaudeCode), None, |file, place, installation| {
        installation.run(place, InstallTask::Install).expect("installed");
        assert!(file.exists());
        installation.run(place, InstallTask::Uninstall).expect("uninstalled");
        assert!(!file.parent().expect("a folder").exists());
    });
}

#[test]
fn a_file_that_we_made_and_others_filled_stays_with_theirs() {
    in_folder(InstalledPart::Hooks(Host::ClaudeCode), None, |file, place, installation| {
        installation.run(place, InstallTask::Install).expect("installed");
        let written = std::fs::read_to_string(file).expect("readable");
        std::fs::write(file, append_member(&written, &[], "model", &"x").expect("an object")).expect("written");
        installation.run(place, InstallTask::Uninstall).expect("uninstalled");
        assert_eq!(std::fs::read_to_string(file).expect("readable"), "{\n  \"model\": \"x\"\n}\n");
    });
}

#[test]
fn an_empty_file_is_empty_again() {
    in_folder(InstalledPart::Hooks(Host::ClaudeCode), Some(""), |file, place, installation| {
        installation.run(place, InstallTask::Install).expect("installed");
        installation.run(place, InstallTask::Uninstall).expect("uninstalled");
        assert_eq!(std::fs::read_to_string(file).expect("readable"), "");
    });
}

#[test]
fn what_is_old_moved_doubled_or_missing_is_mended_in_its_place() {
    let program = program();
    let hooks = HostHooks { host: Host::ClaudeCode, program: &program };
    let right = hooks.with("{\n  \"a\": 1\n}\n").expect("editable");
    let broken = [
        right.replace("/opt/my tools/omoide", "/old/place/omoide"),
        right.replace("\"timeout\": 5", "\"timeout\": 500"),
        {
            let twice = super::json_text::append_element(
                &right,
                &[super::json_text::JsonStep::Key("hooks"), super::json_text::JsonStep::Key("Stop")],
                &json!({ "matcher": "", "hooks": [{ "type": "command", "command": "omoide hook stop" }] }),
            );
            twice.expect("a list")
        },
        {
            let path = [super::json_text::JsonStep::Key("hooks"), super::json_text::JsonStep::Key("SessionEnd")];
            super::json_text::remove(&right, &path).expect("there")
        },
        {
            let path = [super::json_text::JsonStep::Key("hooks")];
            let old = json!([{ "hooks": [{ "type": "command", "command": "'/x y/omoide' hook post-tool-use" }] }]);
            super::json_text::append_member(&right, &path, "PostToolUse", &old).expect("an object")
        },
    ];
    for text in broken {
        assert_ne!(text, right);
        assert_eq!(
            InstalledPart::Hooks(Host::ClaudeCode).standing(&text, &program).expect("readable").state,
            PartState::Partly
        );
        assert_eq!(hooks.with(&text).as_deref(), Ok(right.as_str()), "{text}");
    }
}

#[test]
fn in_a_group_that_is_shared_only_our_handler_goes() {
    let program = program();
    let hooks = HostHooks { host: Host::ClaudeCode, program: &program };
    let shared = json!({ "hooks": { "Stop": [{ "hooks": [
        { "type": "command", "command": "/opt/omoide", "args": ["hook", "stop"] },
        { "type": "command", "command": "lint" },
    ] }] } });
    let out = hooks.without(&shared.to_string(), None).expect("editable");
    let left: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(left, json!({ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "lint" }] }] } }));
}

#[test]
fn an_older_part_is_replaced_and_what_was_before_it_is_still_known() {
    in_folder(InstalledPart::Hooks(Host::ClaudeCode), Some("{ \"a\":1 }"), |file, place, installation| {
        let older = Program { path: "/old/omoide".into(), flags: Vec::new() };
        Installation { program: &older, ..installation.clone() }.run(place, InstallTask::Install).expect("installed");
        assert!(installation.run(place, InstallTask::Install).expect("mended").is_any());
        installation.run(place, InstallTask::Uninstall).expect("uninstalled");
        assert_eq!(std::fs::read_to_string(file).expect("readable"), "{ \"a\":1 }");
    });
}

#[test]
fn hooks_of_another_shape_are_refused() {
    let program = program();
    let hooks = HostHooks { host: Host::ClaudeCode, program: &program };
    for text in ["{\"hooks\": []}", "{\"hooks\": null}", "{\"hooks\": {\"Stop\": {}}}", "[]", "1"] {
        assert!(matches!(hooks.with(text), Err(super::settings::SettingsProblem::Shape { .. })), "{text}");
    }
}
