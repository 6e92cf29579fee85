-- Format 7: Threads, a row each. `print` is the print of the name (`NamePrint`), by which threads are looked for; the name
-- itself is missing where an earlier format kept only the print. What is said outside any thread has the empty name, and a
-- memory without a thread its own id.
CREATE TABLE threads (
    mind           INTEGER NOT NULL REFERENCES minds (number),
    print          INTEGER NOT NULL,
    name           TEXT,
    valence        TEXT,
    arousal        INTEGER,
    tags           TEXT,
    felt_at        INTEGER,
    felt_offset    INTEGER,
    host           TEXT,
    project        TEXT,
    folder         TEXT,
    branch         TEXT,
    repository     TEXT,
    emptied_at     INTEGER,
    emptied_offset INTEGER,
    shown          TEXT,
    PRIMARY KEY (mind, print)
);
CREATE INDEX threads_by_name ON threads (mind, name);

-- The last turns of each project, and the thread that they are of. `project` is the print of the project's name.
CREATE TABLE latest_turns (
    mind      INTEGER NOT NULL REFERENCES minds (number),
    project   INTEGER NOT NULL,
    thread    TEXT NOT NULL,
    at        INTEGER NOT NULL,
    at_offset INTEGER NOT NULL,
    memories  TEXT NOT NULL,
    PRIMARY KEY (mind, project)
);
CREATE INDEX latest_turns_by_thread ON latest_turns (mind, thread);

-- A thread goes with its last memory and its last turn; these tell which that is.
CREATE INDEX memories_by_thread ON memories (mind, thread) WHERE thread IS NOT NULL;
CREATE INDEX turns_by_thread ON turns (mind, thread) WHERE thread IS NOT NULL;
