//! `config get`, `set`, `unset`, `edit`, and the ten parameters that one may want.

use std::fs;

use omoide_testkit::command::CommandSandbox;

const MINE: &str = "# mine\n[retrieval] # here\ntop_k = 4 # not too many\n\n[profiles.late]\nretrieval.top_k = 2\n";

fn with_file(text: &str) -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    fs::write(sandbox.file("omoide.toml"), text).expect("written");
    sandbox
}

fn file(sandbox: &CommandSandbox) -> String {
    fs::read_to_string(sandbox.file("omoide.toml")).expect("a file")
}

#[test]
fn a_value_is_got_with_where_it_comes_from() {
    let sandbox = with_file(MINE);
    let got = sandbox.omoide(&["config", "get", "retrieval.top_k"]);
    assert_eq!(
        (got.out.as_str(), got.err.as_str()),
        ("4\n", "from <dir>/omoide.toml; default 5; allowed: 1 to 1000\n")
    );
    let got = sandbox.omoide(&["config", "get", "retrieval.top_k", "--profile", "late"]);
    assert_eq!(got.out, "2\n");
    assert!(got.err.starts_with("from profile late of <dir>/omoide.toml;"), "{got:?}");
    let got = sandbox.omoide(&["config", "get", "retrieval.profile", "--lang", "ja"]);
    assert_eq!(got.out, "fused\n");
    assert!(got.err.starts_with("由来：既定"), "{got:?}");
    let got =
        sandbox.with(&[("OMOIDE__RETRIEVAL__TOP_K", "9")], &["config", "get", "retrieval.top_k", "--json"]).json();
    assert_eq!((&got["value"], &got["default"], &got["origin"]), (&9.into(), &5.into(), &"env".into()));
}

#[test]
fn a_value_is_set_and_unset_and_comments_stay() {
    let sandbox = with_file(MINE);
    let told = sandbox.omoide(&["config", "set", "retrieval.top_k", "8"]).ok();
    assert_eq!(told, "retrieval.top_k is 8 now, in <dir>/omoide.toml\n");
    assert_eq!(file(&sandbox), MINE.replace("top_k = 4", "top_k = 8"));
    assert_eq!(sandbox.omoide(&["config", "get", "retrieval.top_k", "-q"]).ok(), "8\n");
    sandbox.omoide(&["config", "set", "sleep.catch_up", "off"]).ok();
    assert!(file(&sandbox).contains("[sleep]\ncatch_up = false\n"), "{}", file(&sandbox));
    sandbox.omoide(&["config", "set", "retrieval.top_k", "3", "--profile", "late"]).ok();
    assert!(file(&sandbox).contains("retrieval.top_k = 3"), "{}", file(&sandbox));
    assert_eq!(sandbox.omoide(&["config", "get", "retrieval.top_k", "-q"]).ok(), "8\n");
    let told = sandbox.with(&[("OMOIDE__RETRIEVAL__TOP_K", "9")], &["config", "set", "retrieval.top_k", "7"]);
    assert!(told.err.contains("but 9 is in force here, from env OMOIDE__RETRIEVAL__TOP_K"), "{told:?}");
    let told = sandbox.omoide(&["config", "unset", "retrieval.top_k"]).ok();
    assert_eq!(told, "retrieval.top_k is no longer set in <dir>/omoide.toml; the default is 5\n");
    let told = sandbox.omoide(&["config", "unset", "retrieval.top_k"]).ok();
    assert_eq!(told, "retrieval.top_k was not set in <dir>/omoide.toml\n");
    assert!(file(&sandbox).starts_with("# mine\n[retrieval] # here\n"), "{}", file(&sandbox));
    let fresh = CommandSandbox::new();
    fresh.omoide(&["config", "set", "compression.schedule_hour", "4"]).ok();
    assert_eq!(file(&fresh), "[compression]\nschedule_hour = 4\n");
}

#[test]
fn what_cannot_be_set_is_refused_and_the_file_is_not_touched() {
    let sandbox = with_file(MINE);
    for (words, told) in [
        (["retrieval.topk", "8"], "did you mean retrieval.top_k?"),
        (["top_k", "8"], "did you mean retrieval.top_k?"),
        (["retrieval.top_k", "0"], "retrieval.top_k cannot be 0: it must be 1 to 1000, a whole number"),
        (["retrieval.top_k", "-3"], "it must be 1 to 1000"),
        (["retrieval.top_k", "many"], "the default is 5"),
        (["sleep.catch_up", "maybe"], "it must be true or false"),
        (["retrieval.profile", "best"], "one of fused, resonance, intent, activation"),
        (["levels.level1_threshold", "10"], "levels.level1_threshold must not be below levels.level2_threshold"),
    ] {
        let refused = sandbox.omoide(&["config", "set", words[0], words[1]]).fails(1);
        assert!(refused.contains(told), "{words:?}: {refused}");
        assert_eq!(file(&sandbox), MINE, "{words:?}");
    }
    let refused = sandbox.omoide(&["config", "set", "retrieval.top_k", "0", "--lang", "ja"]).fails(1);
    assert!(refused.contains("許されるのは1から1000までの整数です。何も変えていません"), "{refused}");
    assert!(sandbox.omoide(&["config", "get", "colour"]).fails(1).contains("omoide config"));
    assert!(sandbox.omoide(&["config", "unset", "colour"]).fails(1).contains("no parameter called colour"));
    let broken = with_file("[retrieval\n");
    broken.omoide(&["config", "set", "retrieval.top_k", "8"]).fails(1);
    assert_eq!(file(&broken), "[retrieval\n");
}

#[test]
fn the_ten_that_one_may_want_are_listed_with_how_to_change_them() {
    let sandbox = with_file("[retrieval]\ntop_k = 8\n");
    let told = sandbox.omoide(&["config"]).ok();
    insta::assert_snapshot!("ten", told);
    insta::assert_snapshot!("ten_in_japanese", sandbox.omoide(&["config", "--lang", "ja"]).ok());
    // Every command that it shows can be run as it stands.
    let commands: Vec<&str> = told.lines().filter_map(|line| line.trim().strip_prefix("omoide config set ")).collect();
    assert_eq!(commands.len(), 10);
    for command in commands {
        let words: Vec<&str> = ["config", "set"].into_iter().chain(command.split(' ')).collect();
        sandbox.omoide(&words).ok();
    }
    let value = sandbox.omoide(&["config", "--json"]).json();
    assert_eq!(value["parameters"].as_array().map(Vec::len), Some(10));
    assert!(value["parameters"].as_array().expect("a list").iter().all(|parameter| parameter["origin"] == "file"));
}

#[cfg(unix)]
#[test]
fn an_editor_changes_the_file_only_if_it_is_right() {
    let sandbox = with_file(MINE);
    let editing = |script: &str| sandbox.with(&[("EDITOR", script), ("VISUAL", "")], &["config", "edit"]);
    let edited = editing("sed -i 's/top_k = 4/top_k = 6/'");
    assert_eq!(edited.ok(), "<dir>/omoide.toml is right and in force\n");
    assert_eq!(file(&sandbox), MINE.replace("top_k = 4", "top_k = 6"));
    assert_eq!(editing("true").ok(), "<dir>/omoide.toml was not changed\n");
    let now = file(&sandbox);
    let refused = editing("sed -i 's/top_k = 6/top_k = 0/'").fails(1);
    assert!(refused.contains("omoide.toml:3: retrieval.top_k is 0, but must be 1 to 1000"), "{refused}");
    assert!(refused.contains("what you wrote is kept in <dir>/omoide.edit.toml"), "{refused}");
    assert_eq!(file(&sandbox), now);
    let went_on = editing("sed -i 's/top_k = 0/top_k = 7/'");
    assert!(went_on.err.contains("going on with what was not right"), "{went_on:?}");
    assert!(file(&sandbox).contains("top_k = 7 # not too many"));
    assert!(!sandbox.file("omoide.edit.toml").exists());
    let failed = editing("false").fails(1);
    assert!(failed.contains("false failed; nothing was changed"), "{failed}");
    assert!(!sandbox.file("omoide.edit.toml").exists());
    let none = sandbox.with(&[("EDITOR", ""), ("VISUAL", "")], &["config", "edit"]).fails(1);
    assert!(none.contains("EDITOR=nano omoide config edit"), "{none}");
    let fresh = CommandSandbox::new();
    fresh.with(&[("VISUAL", "sed -i 's/^# top_k = 5/top_k = 6/'")], &["config", "edit"]).ok();
    assert_eq!(fresh.omoide(&["config", "get", "retrieval.top_k", "-q"]).ok(), "6\n");
    assert!(file(&fresh).contains("# How many"), "the defaults are there to be looked at");
}
