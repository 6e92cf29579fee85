-- Takes away what format 7 added.
DELETE FROM places WHERE name = 'turns';
DROP TABLE attachments;
DROP TABLE threads;
DROP TABLE latest_turns;
DROP INDEX memories_by_thread;
DROP INDEX turns_by_thread;
DROP TABLE pages;
DROP TABLE page_texts;
DROP TABLE session_memories;
DROP TABLE sessions;
DROP TABLE call_sources;
DROP TABLE tasks;
CREATE TABLE tasks (
    memory  INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    call    INTEGER NOT NULL,
    place   INTEGER NOT NULL,
    state   TEXT NOT NULL,
    made    TEXT,
    PRIMARY KEY (memory, purpose)
) WITHOUT ROWID;
CREATE INDEX tasks_by_call ON tasks (call, place);
