-- Format 7: A task is about a memory, a pair of memories, a thread or a date, and is asked once for each purpose. `one` is
-- the memory, or the earlier of two; `other` the later of two; `name` the thread or the date. What does not apply is 0 or
-- empty.
DROP INDEX tasks_by_call;
ALTER TABLE tasks RENAME TO tasks_of_format_6;
CREATE TABLE tasks (
    subject TEXT NOT NULL,
    one     INTEGER NOT NULL,
    other   INTEGER NOT NULL,
    name    TEXT NOT NULL,
    mind    INTEGER NOT NULL REFERENCES minds (number),
    purpose TEXT NOT NULL,
    call    INTEGER NOT NULL,
    place   INTEGER NOT NULL,
    state   TEXT NOT NULL,
    made    TEXT,
    PRIMARY KEY (subject, one, other, name, mind, purpose)
) WITHOUT ROWID;
CREATE INDEX tasks_by_call ON tasks (call, place);
CREATE INDEX tasks_by_other ON tasks (other) WHERE other <> 0;

-- The memories whose words a call was shown, where its tasks are about something else, in the order they were shown.
CREATE TABLE call_sources (
    call   INTEGER NOT NULL,
    place  INTEGER NOT NULL,
    memory INTEGER NOT NULL,
    PRIMARY KEY (call, place)
) WITHOUT ROWID;
CREATE INDEX call_sources_by_memory ON call_sources (memory, call);
