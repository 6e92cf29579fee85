//! What becomes of the rows when a file comes to format 7.

use rusqlite::Connection;

use super::{attachments, changes, ledger, pages, threads};
use crate::sqlite::error::Result;

/// Moves what older formats kept elsewhere into the tables of format 7.
pub(super) fn fill(c: &Connection) -> Result<()> {
    attachments::fill(c)?;
    pages::fill(c)?;
    threads::fill(c)?;
    ledger::fill(c)?;
    changes::fill(c)
}

#[cfg(test)]
mod tests {
    use omoide_core::ports::store::Purpose;
    use omoide_core::ports::store::{Reader, Store};
    use omoide_core::{
        Feeling, Kind, LatestTurns, Level, Making, MindName, Moment, NamePrint, Place, Seq, Tag, Thread, Valence,
    };
    use omoide_testkit::builders::id;
    use rusqlite::{Connection, params};
    use tempfile::TempDir;

    use crate::sqlite::SqliteStore;
    use crate::sqlite::connection::header;
    use crate::sqlite::migrations::{MIGRATIONS, migrate};

    /// A file of format 6 with one mind.
    fn of_format_6() -> (TempDir, Connection) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        let mut connection = Connection::open(&path).expect("opens");
        migrate(&mut connection, &path, &MIGRATIONS[..6]).expect("makes it");
        assert_eq!(header(&connection).expect("reads").format, 6);
        connection.execute("INSERT INTO minds (number, name) VALUES (1, 'default')", []).expect("inserts");
        (folder, connection)
    }

    fn remember(c: &Connection, seq: i64, number: u128, thread: Option<&str>) {
        let memory = "INSERT INTO memories (
                seq, id, mind, handle, kind, created, created_offset, recorded_at, recorded_offset, memory_days,
                recalled_since_last_batch, recall_count, emotional_intensity, emotional_valence, emotional_arousal,
                emotional_tags, decay_coefficient, category, current_level, retention_score, protected,
                revival_requested, version, last_version, person, thread, source, turn)
            VALUES (?1, ?2, 1, 'mem_' || ?1, 'episode', ?1, 0, ?1, 0, 0, 0, 0, 50, 'neutral', 0, '[]', 0.9, 'general',
                    1, 50, 0, 0, 1, 1, 'me', ?3, 'person', ?1)";
        c.execute(memory, params![seq, id(number).to_string(), thread]).expect("inserts");
        let text = "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset)
                    VALUES (?1, 1, 1, 'said', 'replied', 'original', ?1, 0)";
        c.execute(text, [seq]).expect("inserts");
        let turn = "INSERT INTO turns (seq, mind, said, replied, at, at_offset, person, thread, digest)
                    VALUES (?1, 1, 'said', 'replied', ?1, 0, 'me', ?2, 0)";
        c.execute(turn, params![seq, thread]).expect("inserts");
        c.execute("INSERT INTO descriptions (memory, keywords) VALUES (?1, '[]')", [seq]).expect("inserts");
        c.execute("INSERT INTO word_gaps (mind, memory) VALUES (1, ?1)", [seq]).expect("inserts");
        c.execute("INSERT OR REPLACE INTO places (name, last) VALUES ('memories', ?1)", [seq]).expect("inserts");
    }

    fn keep(c: &Connection, key: &str, value: &str) {
        c.execute("INSERT INTO state (mind, key, value) VALUES (1, ?1, ?2)", [key, value]).expect("inserts");
    }

    /// The same file in the present format, whole.
    fn brought_up(folder: &TempDir, connection: Connection) -> SqliteStore {
        connection.close().expect("closes");
        let store = SqliteStore::open(folder.path().join("store.db")).expect("is brought up");
        // The index over vectors was made before the rows were, so that it has none of them.
        store.upkeep().repair().expect("repairs");
        assert_eq!(store.upkeep().check().expect("checks"), vec![]);
        store
    }

    fn read<T>(store: &SqliteStore, mut f: impl FnMut(&dyn Reader) -> T) -> T {
        let mut answer = None;
        store
            .read(&mut |r| {
                answer = Some(f(r));
                Ok(())
            })
            .expect("reads");
        answer.expect("it was asked")
    }

    fn left_in_state(store: &SqliteStore) -> Vec<String> {
        let connection = Connection::open(&store.path).expect("opens");
        let mut statement = connection.prepare("SELECT key FROM state ORDER BY key").expect("prepares");
        let keys = statement.query_map([], |row| row.get(0)).expect("reads");
        keys.collect::<rusqlite::Result<_>>().expect("reads")
    }

    #[test]
    fn attachments_come_to_their_memories() {
        let (folder, connection) = of_format_6();
        remember(&connection, 1, 1, None);
        keep(&connection, &format!("attached:{}", id(1)), "theirs");
        keep(&connection, &format!("attached:{}", id(9)), "of a memory that is gone");
        keep(&connection, "night_left_undone", "2026-02-01T03:00:00Z");
        let store = brought_up(&folder, connection);
        let mind = MindName::default();
        assert_eq!(read(&store, |r| r.attachment(&mind, id(1)).expect("reads")).as_deref(), Some("theirs"));
        assert_eq!(left_in_state(&store), ["night_left_undone"]);
    }

    fn hex(name: &str) -> String {
        format!("{:016x}", NamePrint::of(name).to_bits())
    }

    #[test]
    fn what_was_kept_of_threads_comes_to_them() {
        let (folder, connection) = of_format_6();
        remember(&connection, 1, 1, Some("t"));
        remember(&connection, 2, 2, None);
        let at = "2026-02-01T12:00:00+09:00";
        let feeling = format!(r#"{{"valence":"negative","arousal":70,"tags":["anger"],"at":"{at}"}}"#);
        keep(&connection, "feeling:t", &feeling);
        keep(&connection, "feeling:", &feeling);
        keep(&connection, "feeling:odd", "no feeling");
        keep(&connection, &format!("place:{}", hex("t")), r#"{"project":"shop"}"#);
        keep(&connection, &format!("place:{}", hex(&id(2).to_string())), r#"{"project":"garden"}"#);
        keep(&connection, &format!("shown:{}", hex("t")), &format!("{} {}", id(1), id(2)));
        keep(&connection, &format!("emptied:{}", hex("only noted")), at);
        let latest = format!(r#"{{"thread":"t","at":"{at}","memories":["{}"]}}"#, id(1));
        keep(&connection, &format!("latest:{}", hex("shop")), &latest);
        keep(&connection, "import:transcript", "17");
        let store = brought_up(&folder, connection);
        assert_eq!(left_in_state(&store), ["import:transcript"]);
        let mind = MindName::default();
        let thread = |name: &str| read(&store, |r| r.thread(&mind, name).expect("reads"));
        let at: Moment = at.parse().expect("a time");
        let felt = Feeling { valence: Valence::Negative, arousal: 70, tags: [Tag::Anger].into_iter().collect() };
        assert_eq!(
            thread("t"),
            Some(Thread {
                name: "t".to_owned(),
                feeling: Some((felt.clone(), at)),
                place: Place::in_project("shop"),
                shown: vec![id(1), id(2)],
                emptied_at: None
            })
        );
        assert_eq!(thread("").and_then(|thread| thread.feeling), Some((felt, at)));
        assert_eq!(thread(&id(2).to_string()).and_then(|thread| thread.place), Place::in_project("garden"));
        assert_eq!(thread("only noted").and_then(|thread| thread.emptied_at), Some(at));
        assert_eq!(thread("odd"), None);
        let latest = read(&store, |r| r.latest_turns(&mind, NamePrint::of("shop")).expect("reads"));
        assert_eq!(latest, Some(LatestTurns { thread: "t".to_owned(), at, memories: vec![id(1)] }));
    }

    fn asked(c: &Connection, call: i64, purpose: &str, tasks: &[(i64, Option<&str>)]) {
        let sql =
            "INSERT INTO calls (number, mind, at, at_offset, provider, model, purpose, made_by, state, input_tokens,
                       output_tokens, nanodollars, is_measured, duration_ms, memories)
                   VALUES (?1, 1, 500, 0, 'p', 'm', ?2, 'p/m', 'answered', 1, 1, 1, 1, 1, 1)";
        c.execute(sql, params![call, purpose]).expect("inserts");
        for (place, (memory, made)) in (0_i64..).zip(tasks) {
            let sql =
                "INSERT INTO tasks (memory, purpose, call, place, state, made) VALUES (?1, ?2, ?3, ?4, 'good', ?5)";
            c.execute(sql, params![memory, purpose, call, place, made]).expect("inserts");
        }
    }

    #[test]
    fn sessions_become_memories_and_archive_texts_versions() {
        let (folder, connection) = of_format_6();
        for (seq, thread) in [(1, "t"), (2, "t"), (3, "t"), (4, "t")] {
            remember(&connection, seq, u128::from(seq.unsigned_abs()), Some(thread));
        }
        let session = r#"{"content":"of keys","keywords":["key"],"resolved":["found"],"tasks":["call Aki"]}"#;
        asked(&connection, 1, "session", &[(2, Some(session)), (1, Some(session))]);
        asked(&connection, 2, "session", &[(3, None)]);
        asked(&connection, 3, "compress", &[(4, Some(r#"{"text":{"trigger":"","content":"in short"}}"#))]);
        asked(&connection, 4, "trace", &[(1, Some("waits"))]);
        let store = brought_up(&folder, connection);
        let mind = MindName::default();
        let sessions = read(&store, |r| r.sessions_of(&mind, &[Seq(1), Seq(2), Seq(3)]).expect("reads"));
        let [(seq, session)] = sessions[..] else { panic!("{sessions:?}") };
        let memory = read(&store, |r| r.memory(&mind, session).expect("reads"));
        assert_eq!((memory.kind, memory.text.content.as_str(), memory.seq), (Kind::Session, "of keys", Seq(5)));
        assert_eq!((memory.keywords, memory.origin.thread.as_deref()), (vec!["key".to_owned()], Some("t")));
        assert_eq!((memory.created, memory.handle), (Moment::new(2, 0), "session_19700101_001".to_owned()));
        let notes = read(&store, |r| r.session(&mind, seq).expect("reads")).expect("notes");
        assert_eq!((notes.resolved, notes.tasks), (vec!["found".to_owned()], vec!["call Aki".to_owned()]));
        assert_eq!(notes.memories, [Seq(1), Seq(2)]);
        let asked =
            |purpose| read(&store, |r| r.asked(&mind, purpose, &[Seq(1), Seq(2), Seq(3), Seq(4)]).expect("reads"));
        assert_eq!(asked(Purpose::Session), [Seq(1), Seq(2), Seq(3)]);
        assert_eq!((asked(Purpose::Compress), asked(Purpose::Trace)), (vec![Seq(4)], vec![Seq(1)]));
        let made = |purpose| read(&store, |r| r.made(&mind, purpose, &[Seq(1), Seq(4)]).expect("reads"));
        assert_eq!(made(Purpose::Trace), [(Seq(1), "waits".to_owned(), "p/m".to_owned())]);
        assert_eq!(made(Purpose::Compress), []);
        let versions = read(&store, |r| r.versions(&mind, id(4)).expect("reads"));
        let last = versions.last().expect("a version");
        assert_eq!((last.version, last.text.content.as_str()), (2, "in short"));
        assert_eq!((last.level, &last.made), (Level::Archived, &Making::Shortened { by: "p/m".to_owned() }));
        assert_eq!(read(&store, |r| r.memory(&mind, id(4)).expect("reads")).shown.version, 1, "it shows what it did");
    }

    #[test]
    fn tasks_of_what_a_night_erased_come_back_with_it() {
        use crate::sqlite::attic;
        let (folder, connection) = of_format_6();
        remember(&connection, 1, 1, Some("t"));
        asked(&connection, 1, "session", &[(1, None)]);
        asked(&connection, 2, "trace", &[(1, Some("waits"))]);
        asked(&connection, 3, "compress", &[(1, Some(r#"{"text":{"trigger":"","content":"in short"}}"#))]);
        for table in ["memories", "tasks"] {
            let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).expect("prepares");
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let packed = statement.query_map([], |row| Ok(attic::pack(row, &names))).expect("reads");
            for row in packed {
                let row = row.expect("reads").expect("packs");
                let sql = "INSERT INTO attic (mind, night, memory, memory_id, table_name, row)
                           VALUES (1, '2026-02-01', 1, ?1, ?2, ?3)";
                connection.execute(sql, params![id(1).to_string(), table, row]).expect("inserts");
            }
        }
        let gone = "DELETE FROM tasks; DELETE FROM texts; DELETE FROM descriptions; DELETE FROM word_gaps;
                    DELETE FROM memories; DELETE FROM turns";
        connection.execute_batch(gone).expect("deletes");
        connection.close().expect("closes");
        let store = SqliteStore::open(folder.path().join("store.db")).expect("is brought up");
        let connection = Connection::open(&store.path).expect("opens");
        let group: i64 =
            connection.query_row("SELECT group_number FROM attic", [], |row| row.get(0)).expect("it has a group");
        assert!(
            attic::bring_back(&connection, 1, omoide_core::change::GroupNumber(group), id(1)).expect("brings it back")
        );
        let mind = MindName::default();
        let asked = |purpose| read(&store, |r| r.asked(&mind, purpose, &[Seq(1)]).expect("reads"));
        for purpose in [Purpose::Session, Purpose::Trace, Purpose::Compress] {
            assert_eq!(asked(purpose), [Seq(1)], "{purpose:?}");
        }
        let texts = "SELECT t.version, t.content, m.last_version FROM texts t JOIN memories m ON m.seq = t.memory";
        let short: (i64, String, i64) =
            connection.query_row(texts, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).expect("reads");
        assert_eq!(short, (2, "in short".to_owned(), 2));
    }

    #[test]
    fn pages_are_kept_one_by_one() {
        let (folder, connection) = of_format_6();
        keep(&connection, "pages", r#"{"/a": "first", "/b": ["no text"]}"#);
        let store = brought_up(&folder, connection);
        let pages = read(&store, |r| r.pages(&MindName::default()).expect("reads"));
        let pages: Vec<_> = pages.iter().map(|page| (page.path.as_str(), page.version, page.text.as_str())).collect();
        assert_eq!(pages, [("/a", 1, "first"), ("/b", 1, "[\"no text\"]")]);
        assert_eq!(left_in_state(&store), [""; 0]);
    }

    #[test]
    fn pages_that_cannot_be_read_are_kept_aside() {
        let (folder, connection) = of_format_6();
        keep(&connection, "pages", "{\"/a\": \"cut o");
        let store = brought_up(&folder, connection);
        let mind = MindName::default();
        assert_eq!(read(&store, |r| r.pages(&mind).expect("reads")), []);
        let kept = read(&store, |r| r.state(&mind, "pages:unreadable").expect("reads"));
        assert_eq!(kept.as_deref(), Some("{\"/a\": \"cut o"));
    }

    #[test]
    fn an_attachment_of_what_a_night_erased_comes_back_with_it() {
        use crate::sqlite::attic;
        use omoide_core::Seq;
        let (folder, connection) = of_format_6();
        remember(&connection, 1, 1, None);
        keep(&connection, &format!("attached:{}", id(1)), "theirs");
        let sql = "SELECT * FROM memories";
        let mut statement = connection.prepare(sql).expect("prepares");
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let row = statement.query_row([], |row| Ok(attic::pack(row, &names))).expect("reads").expect("packs");
        drop(statement);
        connection
            .execute(
                "INSERT INTO attic (mind, night, memory, memory_id, table_name, row)
                 VALUES (1, '2026-02-01', 1, ?1, 'memories', ?2)",
                params![id(1).to_string(), row],
            )
            .expect("inserts");
        for table in ["texts", "descriptions", "word_gaps"] {
            connection.execute(&format!("DELETE FROM {table} WHERE memory = 1"), []).expect("deletes");
        }
        connection.execute_batch("DELETE FROM memories; DELETE FROM turns").expect("deletes");
        connection.close().expect("closes");
        let store = SqliteStore::open(folder.path().join("store.db")).expect("is brought up");
        let connection = Connection::open(&store.path).expect("opens");
        let group: i64 =
            connection.query_row("SELECT group_number FROM attic", [], |row| row.get(0)).expect("it has a group");
        assert!(
            attic::bring_back(&connection, 1, omoide_core::change::GroupNumber(group), id(1)).expect("brings it back")
        );
        let text: String = connection
            .query_row("SELECT text FROM attachments WHERE memory = ?1", [Seq(1).0], |row| row.get(0))
            .expect("reads");
        assert_eq!(text, "theirs");
    }
}
