//! `omoide erase` and the copies of the memory: it says which still have what was erased, and with `--everywhere` no byte
//! of it is left in any file.

use omoide_testkit::command::CommandSandbox;

/// Words, a thread and a project that only one memory has.
const ONLY_ITS: [&str; 4] = ["Quagga7riverbank", "quagga7riverbank", "talk-Okapi9cellar", "project-Numbat5attic"];

/// A memory with one to be erased, a backup of it, a copy that was moved aside, and what a killed backup left.
fn with_copies() -> (CommandSandbox, String) {
    let sandbox = CommandSandbox::with_memories();
    let said = format!("We saw {} by the water, and it was shy.", ONLY_ITS[0]);
    let words = ["remember", &said, "--thread", ONLY_ITS[2], "--project", ONLY_ITS[3], "--json"];
    let id = sandbox.omoide(&words).json()["id"].as_str().expect("an id").to_owned();
    sandbox.omoide(&["recall", "the shy animal by the water", "--thread", ONLY_ITS[2], "--own-turns"]).ok();
    sandbox.omoide(&["backup"]).ok();
    let backup = sandbox.backup_file();
    for copy in ["omoide.db.before-format-7", ".omoide.db.new-99999-0"] {
        std::fs::copy(&backup, sandbox.file(copy)).expect("copied");
    }
    (sandbox, id)
}

#[test]
fn an_erasure_says_which_copies_still_have_it() {
    let (sandbox, id) = with_copies();
    let told = sandbox.omoide(&["erase", &id, "--yes"]).ok();
    for copy in ["omoide.db.before-format-7 still contains it", "backups/omoide-20260120-143000.db still contains it"] {
        assert!(told.contains(copy), "{copy}: {told}");
    }
    assert!(told.contains(&format!("omoide erase --everywhere {id}")), "{told}");
    for text in ONLY_ITS {
        let left = sandbox.holders(text);
        assert!(!left.iter().any(|file| file.starts_with("omoide.db") && !file.contains("before")), "{text}: {left:?}");
    }
    assert_eq!(sandbox.holders(ONLY_ITS[0]).len(), 3);
    // What is said to help does, though the memory itself is gone by now.
    let told = sandbox.omoide(&["erase", "--everywhere", &id]).ok();
    assert!(told.contains("erased in") && told.contains("before-format-7"), "{told}");
    for text in ONLY_ITS {
        assert_eq!(sandbox.holders(text), Vec::<String>::new(), "{text}");
    }
    let other = sandbox.omoide(&["list", "--json"]).json()["memories"][0]["id"].as_str().expect("an id").to_owned();
    let told = sandbox.omoide(&["erase", &other, "--yes", "--json"]).json();
    // What a killed process left in the making went when the copies were written anew.
    assert_eq!(told["copies"]["files"].as_array().map(Vec::len), Some(2), "{told}");
    assert_eq!(told["copies"]["is_erased"], false);
}

#[test]
fn what_is_erased_everywhere_is_in_no_byte_of_any_file_and_the_rest_is_whole() {
    let (sandbox, id) = with_copies();
    assert_eq!(sandbox.holders(ONLY_ITS[0]).len(), 4, "the store and three copies");
    let told = sandbox.omoide(&["erase", &id, "--everywhere", "--yes", "--json"]).json();
    assert_eq!(told["copies"]["is_erased"], true, "{told}");
    for text in ONLY_ITS {
        assert_eq!(sandbox.holders(text), Vec::<String>::new(), "{text}");
    }
    assert_eq!(sandbox.omoide(&["doctor"]).code, 0);
    sandbox.omoide(&["restore-backup", sandbox.backup_file().to_str().expect("a path"), "--yes"]).ok();
    assert_eq!(sandbox.count(), 3, "the others are there");
    assert_eq!(sandbox.omoide(&["doctor"]).code, 0);
    assert!(sandbox.omoide(&["recall", "Which database did we decide to use?"]).ok().contains("SQLite"));
}

#[test]
fn what_was_erased_before_is_erased_in_copies_without_naming_it() {
    let (sandbox, id) = with_copies();
    sandbox.omoide(&["erase", &id, "--yes"]).ok();
    let told = sandbox.omoide(&["erase", "--everywhere"]).ok();
    assert_eq!(told.matches("erased in").count(), 2, "{told}");
    assert_eq!(sandbox.holders(ONLY_ITS[0]), Vec::<String>::new());
    let japanese = sandbox.with(&[("LANG", "ja_JP.UTF-8")], &["erase", "--everywhere"]);
    assert_eq!((japanese.code, japanese.out.trim()), (0, ""), "{}", japanese.all());
}

#[test]
fn a_copy_that_cannot_be_opened_is_named_and_counts_as_a_failure() {
    let (sandbox, id) = with_copies();
    std::fs::write(sandbox.file("backups/torn.db"), b"SQLite format 3\0 and then the power went").expect("written");
    let told = sandbox.omoide(&["erase", &id, "--everywhere", "--yes"]);
    assert_eq!(told.code, 1, "{}", told.all());
    assert!(told.out.contains("torn.db could not be searched"), "{}", told.all());
    assert_eq!(sandbox.holders(ONLY_ITS[0]), Vec::<String>::new(), "the others are erased all the same");
}
