//! The configuration: its layers, and what is wrong with them.

use std::fs;

use omoide_testkit::command::{CommandAnswer, CommandSandbox, PATIENCE};

fn with_file(text: &str) -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    fs::write(sandbox.file("omoide.toml"), text).expect("written");
    sandbox
}

fn hour(answer: CommandAnswer) -> (i64, String) {
    let value = answer.json();
    let hour = &value["parameters"]["compression.schedule_hour"];
    (hour["value"].as_i64().expect("a number"), hour["origin"].as_str().expect("a word").to_owned())
}

#[test]
fn later_layers_go_before_earlier_ones() {
    let sandbox = with_file("[compression]\nschedule_hour = 1\n[profiles.late.compression]\nschedule_hour = 2\n");
    let show = ["config", "show", "--json"];
    assert_eq!(hour(CommandSandbox::new().omoide(&show)), (3, "default".into()));
    assert_eq!(hour(sandbox.omoide(&show)), (1, "file".into()));
    let late = ["config", "show", "--json", "--profile", "late"];
    assert_eq!(hour(sandbox.omoide(&late)), (2, "profile".into()));
    assert_eq!(hour(sandbox.with(&[("OMOIDE_PROFILE", "late")], &show)), (2, "profile".into()));
    let variable = ("OMOIDE__COMPRESSION__SCHEDULE_HOUR", "4");
    assert_eq!(hour(sandbox.with(&[variable], &late)), (4, "env".into()));
    let flag = ["config", "show", "--json", "--profile", "late", "--set", "compression.schedule_hour=5"];
    assert_eq!(hour(sandbox.with(&[variable], &flag)), (5, "flag".into()));
}

#[test]
fn settings_before_and_after_the_command_both_hold() {
    let arguments = ["--set", "sleep.undo_nights=3", "config", "show", "--set=compression.schedule_hour=5", "--json"];
    let value = CommandSandbox::new().omoide(&arguments).json();
    assert_eq!(value["parameters"]["sleep.undo_nights"]["value"], 3);
    assert_eq!(value["parameters"]["compression.schedule_hour"]["value"], 5);
}

#[test]
fn a_named_file_goes_before_the_folders() {
    let sandbox = with_file("compression.schedule_hour = 1\n");
    fs::write(sandbox.file("other.toml"), "compression.schedule_hour = 7\n").expect("written");
    let other = sandbox.file("other.toml");
    let other = other.to_string_lossy();
    assert_eq!(hour(sandbox.omoide(&["config", "show", "--json", "--config", &other])).0, 7);
    assert_eq!(hour(sandbox.with(&[("OMOIDE_CONFIG", &other)], &["config", "show", "--json"])).0, 7);
    assert!(sandbox.omoide(&["list", "--config", "nowhere.toml"]).fails(1).contains("nowhere.toml"));
}

#[test]
fn the_profile_for_trying_things_out_enforces_shares_at_once() {
    let value = CommandSandbox::new().omoide(&["config", "show", "--json", "--profile", "dev"]).json();
    assert_eq!(value["parameters"]["compression.ratio_min_memories"]["value"], 0);
    assert_eq!(value["parameters"]["compression.ratio_min_memories"]["origin"], "profile");
}

#[test]
fn mistakes_are_named_with_file_line_key_and_what_is_allowed() {
    for (name, text) in [
        ("typo", "[compression]\nschedul_hour = 4\n"),
        ("out_of_range", "# mine\n[compression]\n\nschedule_hour = 24\n"),
        ("wrong_type", "[compression]\nschedule_hour = \"three\"\n"),
        ("wrong_word", "[compression]\nratio_base = \"everyone\"\n"),
        ("not_toml", "[compression\nschedule_hour = 4\n"),
        ("section_as_value", "compression = 4\n"),
        ("out_of_order", "[levels]\nlevel1_threshold = 10.0\n"),
        ("negative", "[retrieval]\ntop_k = -1\n"),
        ("in_a_profile", "[profiles.late]\nretrieval.topk = 4\n"),
        ("several", "a = 1\n[retrieval]\ntop_k = 0.5\n"),
    ] {
        let sandbox = with_file(text);
        let answer = sandbox.omoide(&["list"]);
        assert_eq!(answer.code, 1, "{name}");
        insta::assert_snapshot!(name, answer.err);
        assert_eq!(sandbox.omoide(&["config", "check"]).err, answer.err, "{name}");
    }
    insta::assert_snapshot!(
        "typo_in_japanese",
        with_file("[compression]\nschedul_hour = 4\n").omoide(&["list", "--lang", "ja"]).err
    );
    let sandbox = CommandSandbox::new();
    fs::write(sandbox.file("omoide.toml"), b"a = \"\xff\"\n").expect("written");
    assert!(sandbox.omoide(&["list"]).fails(1).contains("not UTF-8"));
}

#[test]
fn mistakes_in_the_environment_and_in_flags_name_where_they_stand() {
    let sandbox = CommandSandbox::new();
    let error = sandbox.with(&[("OMOIDE__RETRIEVAL__TOPK", "4")], &["list"]).fails(1);
    assert!(error.contains("OMOIDE__RETRIEVAL__TOPK") && error.contains("did you mean retrieval.top_k?"), "{error}");
    let error = sandbox.omoide(&["list", "--set", "retrieval.top_k"]).fails(1);
    assert!(error.contains("key=value"), "{error}");
    let error = sandbox.omoide(&["list", "--profile", "nobody"]).fails(1);
    assert!(error.contains("no profile called \"nobody\"") && error.contains("dev, prod"), "{error}");
    let error = sandbox.omoide(&["list", "--set", "retrieval.top_k=0", "--json"]).fails(1);
    let error: serde_json::Value = serde_json::from_str(&error).expect("JSON");
    assert_eq!(error["error"]["code"], "config");
}

#[test]
fn what_is_in_force_is_shown_with_where_it_came_from() {
    let sandbox = with_file("[retrieval]\ntop_k = 3\n");
    let mut show = sandbox.command(&["config", "show", "--set", "sleep.undo_nights=3"]);
    show.env_remove(PATIENCE.0);
    insta::assert_snapshot!("show", sandbox.run(show, None).ok());
    insta::assert_snapshot!("path", sandbox.omoide(&["config", "path"]).ok());
    insta::assert_snapshot!("defaults", sandbox.omoide(&["config", "show", "--defaults"]).ok());
}

#[test]
fn the_schema_knows_every_parameter() {
    let schema = CommandSandbox::new().omoide(&["config", "schema"]).json();
    assert_eq!(schema["properties"]["compression"]["properties"]["schedule_hour"]["maximum"], 23);
    assert_eq!(schema["properties"]["compression"]["additionalProperties"], false);
    assert_eq!(schema["properties"]["profiles"]["type"], "object");
}

#[test]
fn one_file_is_checked_by_itself() {
    let sandbox = CommandSandbox::new();
    assert!(sandbox.omoide(&["config", "check"]).ok().contains("parameters have their default values"));
    fs::write(sandbox.file("good.toml"), "[profiles.x]\nretrieval.top_k = 4\n").expect("written");
    let good = sandbox.file("good.toml");
    assert_eq!(sandbox.omoide(&["config", "check", &good.to_string_lossy()]).ok(), "<dir>/good.toml has no mistakes\n");
    sandbox.omoide(&["config", "check", "nowhere.toml"]).fails(1);
    // A broken configuration does not keep anyone from looking for it.
    let broken = with_file("x");
    broken.omoide(&["config", "path"]).ok();
    broken.omoide(&["config", "schema"]).ok();
    assert!(broken.omoide(&["doctor"]).fails(1).contains("omoide config check"));
}
