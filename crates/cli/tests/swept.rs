//! `omoide doctor --secrets`: what an earlier version stored in clear is found by its place and taken out of every byte of
//! every file.

use omoide_testkit::command::CommandSandbox;
use rusqlite::{Connection, params};
use serde_json::{Value, json};

/// A name in a harmless sentence, which another place gives away as a password.
const PASSWORD: &str = "Xylophone42zebra";

/// A token of its own for every place.
fn token(place: &str) -> String {
    format!("ghp_{:x<36}", format!("{place}9Zk3Qf7Lw2Rt8"))
}

/// Places that hold words of others: the statement that puts a text there, as versions before did.
const PLACES: [(&str, &str); 18] = [
    ("text", "UPDATE texts SET content = content || ' ' || ?1 WHERE memory = 2"),
    ("said", "UPDATE turns SET said = said || ' ' || ?1 WHERE seq = 2"),
    ("reply", "UPDATE turns SET replied = ?1 WHERE seq = 2"),
    ("uid", "UPDATE turns SET uid = ?1 WHERE seq = 2"),
    ("person", "UPDATE memories SET person = ?1 WHERE seq = 2"),
    ("keyword", "UPDATE descriptions SET keywords = json_array('harbour', ?1) WHERE memory = 2"),
    ("project", "UPDATE threads SET project = ?1 WHERE name = 'talk'"),
    ("folder", "UPDATE threads SET folder = '/home/' || ?1 WHERE name = 'talk'"),
    ("branch", "UPDATE threads SET branch = ?1 WHERE name = 'talk'"),
    ("attached", "INSERT INTO attachments (memory, text) VALUES (2, json_object('metadata', json_object('k', ?1)))"),
    ("page", "INSERT INTO page_texts SELECT number, '/memories/a', 1, ?1, 0, 0, 'agent' FROM minds"),
    ("path", "INSERT INTO page_texts SELECT number, '/memories/' || ?1, 1, 'x', 0, 0, 'agent' FROM minds"),
    ("shown", "INSERT INTO pages SELECT mind, path, 1 FROM page_texts WHERE path LIKE '%ghp%' AND ?1 <> ''"),
    ("state", "INSERT INTO state SELECT number, 'import:hook:s1', json_object('said', ?1) FROM minds"),
    ("key", "INSERT INTO state SELECT number, 'import:' || ?1, '1' FROM minds"),
    (
        "answer",
        "INSERT INTO calls SELECT 1, number, 0, 0, 'p', 'm', 'analyse', 'x', 'answered', 0, 0, 0, 0, 0, 1, 0, 0, ?1 FROM minds",
    ),
    ("change", "UPDATE changes SET after = json_object('keywords', json_array(?1)) WHERE number = 1"),
    ("made", "INSERT INTO tasks SELECT 'memory', 2, 0, '', number, 'trace', 1, 0, 'good', ?1 FROM minds"),
];

/// A memory as an earlier version could have left it, with a backup, a copy from before another format, and a note of a hook.
fn as_before() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", &format!("We met {PASSWORD} at the lake, and the water was cold.")]).ok();
    let words =
        ["remember", "The boat lies in the harbour, and the sea is calm.", "--thread", "talk", "--project", "sea"];
    sandbox.omoide(&words).ok();
    sandbox.omoide(&["remember", "The lamp stands in the hall."]).ok();
    let store = Connection::open(sandbox.store()).expect("the store opens");
    let set =
        |sql: &str, text: &str| store.execute(sql, params![text]).unwrap_or_else(|error| panic!("{sql}: {error}"));
    for (place, sql) in PLACES {
        assert!(set(sql, &token(place)) > 0, "{sql}");
    }
    let text = format!("The password: \"{PASSWORD}\". <private>nobody-else</private> The gate is shut.");
    assert_eq!(set("UPDATE texts SET \"trigger\" = ?1 WHERE memory = 3", &text), 1);
    drop(store);
    // The indexes follow the rows, as they did.
    sandbox.omoide(&["doctor", "--repair"]).ok();
    sandbox.omoide(&["backup"]).ok();
    std::fs::copy(sandbox.backup_file(), sandbox.file("omoide.db.before-format-7")).expect("copied");
    std::fs::create_dir_all(sandbox.file("spool")).expect("a folder");
    let note = json!({ "what": "answered", "session": "s1", "transcript": "/tmp/none.jsonl", "folder": null,
                       "answer": format!("it is {}", token("note")), "mind": "default", "at": "2026-01-20T14:30:00+09:00" });
    std::fs::write(sandbox.file("spool/1.waiting"), note.to_string()).expect("written");
    sandbox
}

fn secrets() -> Vec<String> {
    let places = PLACES.iter().map(|(place, _)| *place).filter(|place| *place != "shown");
    let tokens = places.chain(["note"]).map(token);
    tokens.chain([PASSWORD.to_owned(), PASSWORD.to_lowercase(), "nobody-else".to_owned()]).collect()
}

#[test]
fn secrets_of_earlier_versions_are_found_by_their_places_and_never_told() {
    let sandbox = as_before();
    assert_eq!(sandbox.holders(&token("said")).len(), 3, "the store and two copies");
    let told = sandbox.omoide(&["doctor", "--secrets"]);
    assert_eq!(told.code, 1, "{}", told.all());
    for place in [
        "omoide.db: texts mem_20260120_002 (github-token)",
        "omoide.db: turns mem_20260120_002 (github-token)",
        "omoide.db: texts mem_20260120_003 (password, private)",
        "omoide.db: descriptions mem_20260120_001 (password)",
        "omoide.db.before-format-7: attachments mem_20260120_002 (github-token)",
        "1.waiting: github-token",
        "omoide doctor --secrets --repair",
    ] {
        assert!(told.all().contains(place), "{place}:\n{}", told.all());
    }
    for secret in secrets() {
        assert!(!told.all().contains(&secret), "{secret}");
        assert!(!sandbox.holders(&secret).is_empty() || secret == PASSWORD.to_lowercase(), "nothing is changed");
    }
    let japanese = sandbox.with(&[("LANG", "ja_JP.UTF-8")], &["doctor", "--secrets"]).all();
    assert!(japanese.contains("秘密情報: omoide.db"), "{japanese}");
    // Without being asked for, nobody looks for it.
    assert!(!sandbox.omoide(&["doctor"]).all().contains("github-token"));
}

#[test]
fn secrets_of_earlier_versions_are_taken_out_of_every_byte_of_every_file() {
    let sandbox = as_before();
    let mended = sandbox.omoide(&["doctor", "--secrets", "--repair"]);
    assert_eq!(mended.code, 0, "{}", mended.all());
    for secret in secrets() {
        assert_eq!(sandbox.holders(&secret), Vec::<String>::new(), "{secret}");
        assert!(!mended.all().contains(&secret), "{secret}");
    }
    let again = sandbox.omoide(&["doctor", "--secrets"]);
    assert_eq!(again.code, 0, "{}", again.all());
    assert!(again.out.contains("no secrets found"), "{}", again.out);
    // The rest is as it was, and is found by its words and its names.
    let shown = sandbox.omoide(&["show", "mem_20260120_002", "--json"]).json();
    assert!(
        shown["memory"]["content"].as_str().is_some_and(|text| text.ends_with("[redacted:github-token]")),
        "{shown}"
    );
    for (asked, found) in
        [("Where does the boat lie?", "harbour"), ("Is the gate shut?", "gate"), ("cold water lake", "lake")]
    {
        let recalled = sandbox.omoide(&["recall", asked]).ok();
        assert!(recalled.contains(found), "{asked}: {recalled}");
    }
    let listed = sandbox.omoide(&["list", "--person", &token("person"), "--json"]).json();
    assert_eq!(listed["memories"].as_array().map(Vec::len), Some(1), "the same name finds it: {listed}");
    // So is a backup: it can be restored.
    sandbox.omoide(&["restore-backup", sandbox.backup_file().to_str().expect("a path"), "--yes"]).ok();
    let restored: Value = sandbox.omoide(&["list", "--json"]).json();
    assert_eq!(restored["total"], 3, "{restored}");
    assert_eq!(sandbox.omoide(&["doctor", "--repair"]).code, 0);
}

#[test]
fn a_copy_that_cannot_be_opened_is_named() {
    let sandbox = as_before();
    std::fs::write(sandbox.file("backups/torn.db"), b"SQLite format 3\0 and then the power went").expect("written");
    let mended = sandbox.omoide(&["doctor", "--secrets", "--repair"]);
    assert_eq!(mended.code, 1, "{}", mended.all());
    assert!(mended.out.contains("torn.db could not be searched"), "{}", mended.all());
    assert_eq!(sandbox.holders(&token("said")), Vec::<String>::new(), "the others are clean all the same");
}
