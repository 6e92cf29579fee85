-- Format 7: What a memory of the kind `session` has beside its text, each a JSON array of texts.
CREATE TABLE sessions (
    memory   INTEGER PRIMARY KEY REFERENCES memories (seq),
    resolved TEXT NOT NULL,
    tasks    TEXT NOT NULL
);

-- The memories that a session sums up.
CREATE TABLE session_memories (
    memory  INTEGER NOT NULL REFERENCES memories (seq),
    session INTEGER NOT NULL REFERENCES memories (seq),
    PRIMARY KEY (memory, session)
) WITHOUT ROWID;
CREATE INDEX session_memories_by_session ON session_memories (session);
