//! Every bad input: what failed, what helps, and the exit code.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use omoide_testkit::command::CommandSandbox;

#[test]
fn ten_megabytes_are_refused_by_default_and_taken_when_allowed() {
    let sandbox = CommandSandbox::new();
    let text = "long story ".repeat(1_000_000);
    let error = sandbox.piped(&["remember", "-"], text.as_bytes()).fails(1);
    assert!(error.contains("encode.max_text_bytes"), "{error}");
    sandbox.piped(&["remember", "-", "--set", "encode.max_text_bytes=20000000"], text.as_bytes()).ok();
    assert_eq!(sandbox.count(), 1);
}

#[test]
fn bytes_that_are_no_text_are_refused_by_their_place() {
    let sandbox = CommandSandbox::new();
    insta::assert_snapshot!("not_utf8", sandbox.piped(&["remember", "-"], b"caf\xe9 is Latin-1").all());
    insta::assert_snapshot!("nul", sandbox.piped(&["remember", "-"], b"half\0text").all());
    insta::assert_snapshot!("nul_in_japanese", sandbox.piped(&["remember", "-", "--lang", "ja"], b"half\0text").all());
    let bad = OsStr::from_bytes(b"caf\xe9");
    assert!(sandbox.omoide(&[OsStr::new("remember"), bad]).fails(2).contains("UTF-8"));
    assert!(
        sandbox
            .omoide(&[OsStr::new("--lang=ja"), OsStr::new("remember"), bad])
            .fails(2)
            .contains("UTF-8ではありません")
    );
}

#[test]
fn nothing_is_not_remembered() {
    let sandbox = CommandSandbox::new();
    insta::assert_snapshot!(sandbox.omoide(&["remember", "   "]).all());
    sandbox.omoide(&["remember"]).fails(1);
}

#[test]
fn times_that_are_none_or_still_to_come_are_refused() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!("bad_time", sandbox.omoide(&["remember", "x", "--at", "yesterdy"]).all());
    insta::assert_snapshot!("future_time", sandbox.omoide(&["remember", "x", "--at", "2030-01-01"]).all());
    sandbox.omoide(&["list", "--since", "2026-13-01"]).fails(2);
    insta::assert_snapshot!("bad_now", sandbox.with(&[("OMOIDE_NOW", "noon")], &["list"]).all());
    assert!(sandbox.with(&[("OMOIDE_SEED", "many")], &["list"]).fails(2).contains("OMOIDE_SEED"));
}

#[test]
fn reading_where_nothing_was_remembered_says_how_to_begin() {
    let sandbox = CommandSandbox::new();
    for command in [
        ["list"].as_slice(),
        &["show", "x"],
        &["history", "x"],
        &["undo", "x"],
        &["protect", "x"],
        &["related", "x"],
        &["archive", "x"],
        &["restore", "x"],
        &["erase", "x", "--yes"],
        &["sleep"],
        &["sleep", "status"],
        &["sleep", "undo"],
        &["stats"],
        &["minds"],
        &["curve", "x"],
        &["backup"],
        &["vacuum"],
        &["link", "a", "b"],
        &["unlink", "a", "b"],
    ] {
        let error = sandbox.omoide(command).fails(1);
        assert!(error.contains("omoide remember"), "{command:?}: {error}");
        assert!(!sandbox.store().exists(), "{command:?}");
    }
    insta::assert_snapshot!(sandbox.omoide(&["list", "--lang", "ja"]).all());
}

#[test]
fn nothing_a_memory_contains_is_taken_as_an_option() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "--", "--protect is a flag"]).ok();
    assert!(sandbox.omoide(&["list"]).ok().contains("--protect is a flag"));
}
